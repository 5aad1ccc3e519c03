// Package study asks questions that take more than one run: is this scenario better than that one, does it keep what it
// promises, how many games are enough. It knows scenarios as experiments and measures by name; files are read elsewhere.
//
// Two rules hold throughout. Scenarios that are compared play the same games: the same seed and game numbers, and so the
// same dice, of which the common luck cancels. And whoever looks at results more than once has said beforehand when
// ([Looks]), and pays for every look with a part of the error that was allowed.
package study
