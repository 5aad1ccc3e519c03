// Package publish writes what a run found into its folder: curves, summary,
// pictures and report.
package publish
