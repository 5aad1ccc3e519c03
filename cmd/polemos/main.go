// Polemos plays the wars of a board game by the million and tells how likely each
// outcome is. Type polemos to see what to type first.
package main

import (
	"os"

	"github.com/polemos-sim/polemos/cmd/polemos/run"
	"github.com/polemos-sim/polemos/policies"
)

func main() { os.Exit(run.Main(policies.Default(), os.Args[1:])) }
