// Package answers is what the JSON of all answers has in common: how an estimate stands in it, and how it is written.
package answers
