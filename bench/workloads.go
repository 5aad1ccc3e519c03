package main

import (
	"context"
	"os"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

// A workload is a named thing to measure. The benchmarks, the signature test and
// the table of `go run ./bench` go through one list of them, and all of them
// through the scenario loader and the worker pool, as the program does.
type workload struct {
	name, doc string
	scenario  string
	set       []configs.Setting
	keep      engine.Keep // rows that are written to a run folder; none: there is no folder
	turnsFor  uint64      // games that leave turn rows, if those are kept
	peer      string      // the rules of the C peer, in peers; "" when it does not play this
	// Its games are long: it plays so many times fewer, and has the peer's games of the
	// first workload for a yardstick. 0: as many as others.
	fewer uint64
}

var workloads = []workload{
	{
		name: "one-war", doc: "one war, ready-made policies",
		scenario: "inkopah", peer: "inkopah.txt",
	},
	{
		name: "users-policy", doc: "one war under a Congress that a user wrote, with chance of its own",
		scenario: "inkopah",
		set:      []configs.Setting{{Key: "policies.congress", Value: "{policy: fickle}"}},
	},
	{
		name: "two-fronts", doc: "two wars at once, legislation, rolled Victory Conditions",
		scenario: "two-fronts", peer: "two-fronts.txt",
	},
	{
		name: "long-peace", doc: "forty turns, seldom a war, five crises by chance",
		scenario: "long-peace", peer: "long-peace.txt",
	},
	{
		name: "parquet", doc: "one war; the rows of games and wars are written as Parquet",
		scenario: "inkopah", keep: engine.Keep{Games: true, Wars: true},
	},
	{
		name: "turn-table", doc: "one war; the rows of games, wars and of every turn are written as Parquet",
		scenario: "inkopah", keep: engine.Keep{Games: true, Wars: true, Turns: true}, turnsFor: sim.AllGames,
	},
	{
		name: "campaign", doc: "431 BC: thirty years of four majors, their operations and politics",
		scenario: "archidamian-war", fewer: 10,
	},
}

// games is how many games of a workload are played where so many short ones would be.
func (w *workload) games(short uint64) uint64 { return max(short/max(w.fewer, 1), 1) }

// experiment loads a workload: games on one worker, so that times are those of one
// core.
func (w *workload) experiment(games uint64) (sim.Experiment, error) {
	table := policies.Default()
	table.Congress["fickle"] = newFickle
	s, err := configs.Load(w.scenario, table, w.set)
	if err != nil {
		return sim.Experiment{}, err
	}
	return sim.Experiment{
		Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256, Confidence: s.Confidence,
		Seed: 1, Games: games, TurnsFor: w.turnsFor, Keep: w.keep, Workers: 1,
	}, nil
}

// play runs an experiment, into a run folder that is removed if it keeps rows.
func play(e sim.Experiment) (t *engine.Tally, err error) {
	sink := sim.NoRows()
	if e.Keep != (engine.Keep{}) {
		dir, err := os.MkdirTemp("", "polemos-bench-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		f, err := folder.Open(dir, e, folder.Options{})
		if err != nil {
			return nil, err
		}
		defer f.Close()
		sink = f
	}
	r, err := sim.Run(context.Background(), e, sink, nil)
	if err != nil {
		return nil, err
	}
	return r.Tally, nil
}

// fickle is a Congress as a user writes one: it gives up a war that goes badly,
// and one that lasts for no better reason than its mood.
type fickle struct {
	site engine.Site
	mood *engine.Dist
}

func newFickle(_ *republic.Rules, _ policies.Options) (republic.Congress, error) {
	mood, err := engine.Chance(1, 10)
	return fickle{engine.NewSite("bench/fickle"), mood}, err
}

func (fickle) Declare(v *republic.View, _ int) bool { return v.Treasury() >= 0 }

func (f fickle) Peace(v *republic.View, war int) bool {
	return v.OwnTurn(war) > 2 && v.Total(war) < 3 || v.OwnTurn(war) > 3 && v.Draw(f.mood, f.site, int32(war)) == 1
}
