// Package engine is the kernel that every ruleset shares: exact dice, addressed
// chance, the declaration of what is measured, rows and integer tallies.
//
// A ruleset declares once, in a [Schema], everything it measures; its [Player]
// plays blocks of games and writes one [Row] a game, a war and (for the first
// games) a turn. The signature, the tallies, the Parquet columns and the names
// of measures all follow from those rows, so no ruleset is a special case
// elsewhere.
//
// The games of a [Ruleset] can also be taken apart into positions ([Unfolder]): by
// running the same rules over every result of every draw, [Solve] finds exact odds
// and [NewPlayer] a table in which games are looked up.
//
// Nothing in this package or below it reads a clock, a file, the environment or
// a global random source, and nothing allocates while games are played.
package engine
