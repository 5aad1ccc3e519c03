// Package sim runs an experiment: it plays the games of a scenario on many workers and counts them exactly, so that the
// numbers, and the bytes of every file, are the same whatever the workers, shards, interruptions or machine.
//
// The games of a run are cut, once and for all, into blocks of [engine.BlockGames] and parts of some blocks. Workers take
// one block after another; a [Sink] is given the rows of each part's blocks in game order, and the part's tally when it is
// complete. A part is kept whole or not at all, which is what a run resumes from.
package sim
