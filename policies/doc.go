// Package policies has ready-made deciders for every seat, in an explicit table of
// names. A policy is one file here and one line in the table; its options are
// declared where they are read, by asking [Options] for them.
package policies
