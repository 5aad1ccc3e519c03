// Package verify re-checks a run folder: the manifest against the records of the parts, every checksum, the rows of every
// table against the exact tallies, the summary's numbers against these, and a sample of games against the rules, played
// once more turn by turn. It writes nothing.
package verify
