// Package plots draws the pictures of a run: victory odds and endings by turn, war lengths, frequencies of events and quantile fans, each as SVG and as PNG.
package plots
