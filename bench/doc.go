// Command bench measures how fast games are played, against programs that do the
// same work in another way, and holds the signature of what is played.
//
//	go run -pgo=cmd/polemos/default.pgo ./bench    # the table: every workload, every peer that is there
//	go run ./bench -rounds 21 one-war              # one workload, more rounds
//	go run ./bench -json > new.json                # the same, for machines
//	go test -run '^$' -bench . ./bench    # Go benchmarks, for benchstat
//	go test ./bench                       # the signature, and the C peer's games
//
// # Workloads
//
// They are named in one list. Each goes through the scenario loader and the worker
// pool, on one worker: a time is processor time of one core, a game. Each is played
// step by step, which is what the C peer does, and by the engine that a user gets.
//
// # Peers
//
// peers/inkopah.c is the same simulator in plain C: rules from data, seats behind
// function pointers, the same addressed random words, the same tallies. It has to
// give the same signature and the same count in every cell of every tally, or the
// command fails: a ratio counts only between programs that play the same games. It
// reads rules of its own, written by hand, so that equal games also check the
// scenario loader. A C compiler is needed (CC, else gcc).
//
// peers/inkopah_numpy.py and peers/inkopah_numba.py are the war as people write it
// with those libraries. They draw their own dice, so that odds agree within the
// error of sampling only. Python is POLEMOS_PYTHON, else python3; a peer whose
// libraries are missing is left out, and the table says so.
//
// The campaign of the other ruleset has no peer that plays it. Its yardstick is the C
// peer's one war, played at the same time: how many of those games one of its own
// takes. That number means the same on any machine.
//
// # The profile
//
// The program is built with cmd/polemos/default.pgo, a profile of stepping through
// the workloads that tells the compiler what is worth inlining: nearly a fifth of the
// time of a step of a war, a fourteenth of a campaign's. To measure what users get,
// build bench with it, too. Make it anew when a function of a turn changes its name or
// calls others: an old one is worth little. Take -cpuprofile of the step benchmarks
// that write nothing, as long of the campaign as of the others together, built with
// -pgo=off so that every call is seen, and join them with "go tool pprof -proto".
//
// # How to compare
//
// Programs take turns, A B A B, in many short rounds; every round gives a ratio,
// and the table shows the medians, with the range of their middle half. That holds
// on a machine that others use, too, where the times themselves do not. For two
// versions of the program:
//
//	go test -run '^$' -bench . -count 10 ./bench > old.txt    # then the change
//	go test -run '^$' -bench . -count 10 ./bench > new.txt
//	go run golang.org/x/perf/cmd/benchstat@latest old.txt new.txt
//
// # The signature
//
// testdata/signatures.txt has the signature of the first 200,000 games of every
// workload (20,000 of the campaign). It changes exactly when a game does: a change of
// rules or dice states the new ones, and any other change leaves them alone.
package main
