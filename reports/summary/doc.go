// Package summary is what a run found, as one value: the content of summary.json, its JSON Schema, and its numbers in words.
package summary
