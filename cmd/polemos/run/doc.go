// Package run is the program: its verbs, flags and exit status. A program of your
// own with one more policy is
//
//	t := policies.Default()
//	t.Congress["mine"] = NewMine
//	os.Exit(run.Main(t, os.Args[1:]))
//
// There is one file per verb, and one for each thing that several verbs share;
// whatever can be tested alone is in the packages that the verbs put together.
package run
