// Package hellas has ready-made deciders for the seats of city-states, by name in
// [Table]. A policy is one file here and one line there; its options are declared
// where they are read, by asking [ask.Options] for them.
//
// Most policies are a [temper], which decides about peace, walls, tribute and
// money, and an aim: what they send SPs out for.
package hellas
