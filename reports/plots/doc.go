// Package plots draws the pictures of a run, of victory odds and endings by turn, war lengths, frequencies of events and
// quantile fans, and those of studies: lines, maps, effects, intervals and tornados. Each is an SVG and a PNG.
package plots
