// Package cluster is the program whose verb run has its parts played by the workers of
// an Apache Beam pipeline. A program of your own with one more policy is
//
//	t := policies.Default()
//	t.Congress["mine"] = NewMine
//	os.Exit(cluster.Main(t, os.Args[1:]))
//
// The process that the user starts is the driver. It opens and locks the run folder,
// gives the pipeline a ticket to it, waits, takes the ticket back, and publishes as a
// run of one process does. A worker is the same program started by the runner, or, on
// one machine, a few goroutines of the driver. It enters the folder with the ticket and
// puts its parts there: each file under a name of its own first, then renamed, the part's
// record last. So whatever dies, what is in the folder is whole; whatever is tried again
// finds the parts that are finished and counts them; and workers of a job that nobody
// waits for any more find the door shut.
//
// The tallies of the parts, all of integers, are merged by a combiner. What they come to
// is left in the folder for the driver, which compares it with the records of the parts:
// a job whose end was only said to be good is found out.
package cluster
