// Package stats turns exact integer counts and sums into estimates with honest intervals.
//
// It knows no game: it takes counts, 128-bit [Sum] values and integer
// histograms, which merge in any order without rounding, and does its floating
// point work once, in a fixed order, at the end. What cannot be computed comes
// back with the reason in words, never as 0, NaN or an infinity.
package stats
