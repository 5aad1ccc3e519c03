// Package hellas plays wars of Greek city-states: the political phase of a
// Peloponnesian War exactly as its rule book has it, and around it a campaign
// model of ours.
//
// The political phase is rule: its five segments are in plague.go,
// bellicosity.go, surrender.go, rebellion.go and armistice.go, and the defeat of
// a city-state in defeat.go, each sentence with its rule number. The diplomatic,
// operations and economic phases are model: every number of theirs is a field of
// [Campaign].
//
// City-states, pairs, areas and spaces are taken in alphabetical order, which is
// the order of their numbers: majors first, then minors.
package hellas
