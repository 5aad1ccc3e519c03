// Package measure names everything that a scenario can be asked about, such as odds.victory or final.approval.p10, and
// reads it: with an interval from the counts of a run, without one from an exact distribution, and game by game where
// two scenarios are compared on the same dice.
//
// A measure has one spelling, the same in expectations, targets, summaries, tables and plots.
package measure
