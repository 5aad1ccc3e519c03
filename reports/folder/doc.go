// Package folder keeps a run in a directory: tables in Parquet, a part of the games in each file, exact tallies, and a
// manifest that says what there is. It is the [sim.Sink] of runs that are kept.
//
// A part's files are written in the folder .tmp, synced, and renamed into place; last comes tallies/part-NNNNN.tally, the
// part's record, with the checksums of the other files. So at any instant there are only whole files under games, wars and
// turns; what has no record yet is played again; and manifest.json, which lists the parts, can always be made anew.
//
// Extending a run by more games replays its last part when that was cut short by the number of games.
//
// A shard of a run has a folder of its own, with the same parts as the whole run and nothing that is made of all games.
// Shards are joined by copying parts ([Folder.Adopt]): some of them make a run that is not finished, all of them the run.
//
// Other processes, on machines that have the disk in common, may put parts into an open folder ([Folder.Admit], [Worker]).
package folder
