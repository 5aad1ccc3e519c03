package cluster

import (
	"github.com/polemos-sim/polemos/cmd/polemos/run"
	"github.com/polemos-sim/polemos/policies"
)

// Main runs the program with the policies of the table, be it as driver or as worker, and returns its exit status.
func Main(t *policies.Table, args []string) int {
	table = t
	if status, ok := worker(args); ok {
		return status
	}
	var d driver
	return run.MainElsewhere(&run.Elsewhere{
		Name:  "polemos-beam",
		Short: "Plays the wars of a board game by the million on a cluster",
		Long: `polemos-beam plays the parts of a run on a cluster, through Apache Beam: on Flink, and
on what else has a Beam runner. The folder that comes of it is the one that polemos run
makes of the same scenario, byte for byte; all other verbs are polemos's.

  polemos-beam run inkopah --runner prism      on this machine, to try it
  polemos-beam run inkopah                     on the Flink job server at localhost:8099

The run folder must lie on a disk that every worker has under the same path.`,
		Run: `The parts are played by the workers of an Apache Beam pipeline. Workers put them into the
run folder, which must lie on a disk that all of them have under the same path. What was
finished when a worker, or the whole job, came to its end is not played again.`,
		Examples: `  polemos-beam run inkopah --runner prism
  polemos-beam run inkopah --games 100_000_000 --parallelism 2
  polemos-beam run inkopah --games 1_000_000_000 --out /shared/inkopah \
    --environment process --endpoint jobs:8099 --flink-rest jobs:8081`,
		Flags: d.add,
		Check: d.check,
		Play:  d.play,
	}, t, args)
}
