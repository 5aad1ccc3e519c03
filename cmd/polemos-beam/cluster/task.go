package cluster

import (
	"encoding/hex"
	"fmt"
	"path/filepath"

	"github.com/polemos-sim/polemos/cmd/polemos/run"
	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/sim"
)

// table has the policies of this process. Beam makes the functions of a pipeline anew in every worker, out of nothing
// but their exported fields: so this is not in them.
var table *policies.Table

// A task is what a worker must know to play parts of a run.
type task struct {
	Scenario []byte // resolved
	SHA256   string // of it

	Seed, Games, TurnsFor, PartGames uint64
	Shard, Of                        uint64
	Keep                             engine.Keep
	Engine                           engine.Engine
	Workers                          int // of each worker process; 0: one for every core that it has

	Dir    string // the run folder
	Ticket string // to it
}

func newTask(job *run.Job, ticket string, workers int) (task, error) {
	e := &job.Experiment
	dir, err := filepath.Abs(job.Folder.Dir())
	return task{
		Scenario: job.Scenario, SHA256: hex.EncodeToString(e.ID[:]),
		Seed: e.Seed, Games: e.Games, TurnsFor: e.TurnsFor, PartGames: e.PartGames,
		Shard: e.Shard, Of: e.Of, Keep: e.Keep, Engine: e.Engine, Workers: workers,
		Dir: dir, Ticket: ticket,
	}, err
}

// experiment is the run, built anew.
func (t *task) experiment() (sim.Experiment, error) {
	s, err := configs.Parse("scenario.yaml", t.Scenario, table, nil)
	if err != nil {
		return sim.Experiment{}, fmt.Errorf("this worker cannot read the scenario: give every worker the same build: %w", err)
	}
	if sum := hex.EncodeToString(s.SHA256[:]); sum != t.SHA256 {
		return sim.Experiment{}, fmt.Errorf("this worker reads another scenario (%.12s) out of the same text (%.12s): give every worker the same build", sum, t.SHA256)
	}
	return sim.Experiment{
		Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256,
		Seed: t.Seed, Games: t.Games, TurnsFor: t.TurnsFor, PartGames: t.PartGames,
		Shard: t.Shard, Of: t.Of, Keep: t.Keep, Engine: t.Engine, Workers: t.Workers,
	}.Checked()
}
