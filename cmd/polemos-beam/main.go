// Polemos-beam plays the parts of a run on a cluster, through Apache Beam. All else is
// as in polemos: the scenarios, the flags, the run folder, and every byte in it.
package main

import (
	"os"

	"github.com/polemos-sim/polemos/cmd/polemos-beam/cluster"
	"github.com/polemos-sim/polemos/policies"
)

func main() { os.Exit(cluster.Main(policies.Default(), os.Args[1:])) }
