// Package studies keeps and shows the answers to questions that take many runs: sweeps, tunings and sensitivities, as
// text, JSON, Parquet, pictures and a page. Their folders keep every point as soon as it is done, so that the same
// command goes on where it was stopped.
package studies
