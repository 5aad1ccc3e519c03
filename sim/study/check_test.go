package study_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

var infinite = math.Inf(1)

// promise is a line about a measure of an experiment.
func promise(t testing.TB, e sim.Experiment, name string, low, high float64) study.Line {
	t.Helper()
	return study.Line{Measure: parsed(t, e, name), Low: low, High: high}
}

func computes(e sim.Experiment, columns []bool) *engine.Exact {
	x, ok, err := engine.Solve(e.Ruleset, columns, engine.Budget{States: 1 << 20, Runs: 1 << 22}, nil)
	if !ok || err != nil {
		return nil
	}
	return x
}

// Every kind of measure, with bounds that hold and bounds that do not, by what is known of Inkopah without sampling;
// played or computed, the answers are the same.
func TestCheckIsRight(t *testing.T) {
	e := experiment(t, "inkopah")
	var lines []study.Line
	var want []study.Holds
	for _, name := range []string{
		"odds.victory", "odds.declined", "game.length.mean", "game.length.sd", "game.length.median", "war.length.mean", "war.length.sd",
		"war.inkopah.length.median", "war.inkopah.declared", "war.inkopah.odds.surrender", "final.approval.mean", "final.approval.p05",
		"final.approval.max", "final.territories.mean",
	} {
		truth := exact(t, e, name)
		sure := 0.1 * max(1, math.Abs(truth))
		add := func(low, high float64, holds study.Holds) {
			lines, want = append(lines, promise(t, e, name, low, high)), append(want, holds)
		}
		add(truth-sure, truth+sure, study.Pass)
		add(truth-sure, infinite, study.Pass)
		add(-infinite, truth+sure, study.Pass)
		add(truth+sure, infinite, study.Fail)
		add(-infinite, truth-sure, study.Fail)
	}
	computed := check(t, study.Checks{Experiment: e, Lines: lines, Looks: study.Looks{Games: 1 << 20}, Exact: computes})
	if computed.Games != 0 {
		t.Errorf("%d games were played though all is computed", computed.Games)
	}
	played := check(t, study.Checks{Experiment: e, Lines: lines, Looks: study.Looks{Games: 1 << 17}})
	for i, l := range lines {
		if a := computed.Answers[i]; a.Holds != want[i] || !a.Exact {
			t.Errorf("computed: %+v, want %d", a, want[i])
		}
		a := played.Answers[i]
		// The largest value that there is cannot be seen to be the largest.
		if l.Measure.Name == "final.approval.max" && (l.High != infinite && want[i] == study.Pass || l.Low != -infinite && want[i] == study.Fail) {
			if a.Holds != study.Undecided {
				t.Errorf("played: %+v", a)
			}
			continue
		}
		if a.Holds != want[i] || a.Exact {
			t.Errorf("played: %+v, want %d", a, want[i])
		}
	}
}

// A bound at the very value: computed, it holds, ends included; played, it stays undecided, and says so.
func TestCheckAtTheBound(t *testing.T) {
	e := experiment(t, "inkopah")
	truth := exact(t, e, "odds.victory")
	lines := []study.Line{promise(t, e, "odds.victory", truth, 1), promise(t, e, "odds.victory", truth, truth)}
	computed := check(t, study.Checks{Experiment: e, Lines: lines, Looks: study.Looks{Games: 1000}, Exact: computes})
	for _, a := range computed.Answers {
		if a.Holds != study.Pass {
			t.Errorf("computed: %+v", a)
		}
	}
	played := check(t, study.Checks{Experiment: e, Lines: lines, Looks: study.Looks{Games: 1 << 17}})
	if played.Games != 1<<17 || played.Holds() != study.Undecided || played.Answers[0].Needed <= 1<<17 {
		t.Errorf("played: %+v", played)
	}
}

// What is left unexplored may still decide.
func TestCheckByBounds(t *testing.T) {
	e := experiment(t, "inkopah")
	partial := func(_ sim.Experiment, _ []bool) *engine.Exact {
		x := &engine.Exact{Schema: e.Ruleset.Schema(), Unexplored: 0.01, Outcomes: [][]float64{{0, 0.9}, {0, 0.09}, {0, 0}, {0, 0}}}
		return x
	}
	answer := check(t, study.Checks{
		Experiment: e, Exact: partial, Looks: study.Looks{Games: 1 << 16},
		Lines: []study.Line{promise(t, e, "odds.victory", 0.89, 0.93), promise(t, e, "odds.victory", 0.95, 1), promise(t, e, "odds.victory", 0.905, 0.915)},
	})
	if a := answer.Answers; a[0].Holds != study.Pass || !a[0].Exact || a[1].Holds != study.Fail || !a[1].Exact || a[2].Exact || a[2].Games == 0 {
		t.Errorf("%+v", a)
	}
}

// The same seed gives the same answer, for any number of workers.
func TestCheckNeverFlickers(t *testing.T) {
	e := experiment(t, "inkopah")
	truth := exact(t, e, "odds.victory")
	var first *study.Checked
	for _, workers := range []int{1, 2, 5, 1} {
		answer := check(t, study.Checks{
			Experiment: e, Workers: workers, Looks: study.Looks{First: 5000, Games: 100_000},
			Lines: []study.Line{promise(t, e, "odds.victory", truth-0.003, truth+0.003), promise(t, e, "war.length.mean", -infinite, 2.6), promise(t, e, "final.approval.p10", 20, infinite)},
		})
		if first == nil {
			first = answer
		}
		if diff := cmp.Diff(first, answer, cmpopts.EquateComparable(measure.Measure{})); diff != "" {
			t.Errorf("%d workers:\n%s", workers, diff)
		}
	}
}

// Bounds beside the truth, as unkind as can be: of a promise that just holds, and one that just does not, at most 1 % of
// seeds give a wrong answer, both lines together. An interval at full confidence after each look would be wrong far more
// often.
func TestCheckIsSeldomWrong(t *testing.T) {
	e := experiment(t, "inkopah")
	odds, length := exact(t, e, "odds.victory"), exact(t, e, "war.length.mean")
	lines := []study.Line{promise(t, e, "odds.victory", odds, infinite), promise(t, e, "war.length.mean", -infinite, length-1e-9)}
	e.Engine = engine.Step // few games: tables would not pay
	wrong, greedy := 0, 0
	for rep := range repetitions() {
		e.Seed = uint64(30_000 + rep)
		answer := check(t, study.Checks{Experiment: e, Lines: lines, Looks: study.Looks{First: 250, Games: 4000}, Workers: 1})
		if answer.Answers[0].Holds == study.Fail || answer.Answers[1].Holds == study.Pass {
			wrong++
		}
		if greedyFails(t, e, odds) {
			greedy++
		}
	}
	held(t, "a wrong answer", wrong, 0, 0.018)
	if share := float64(greedy) / float64(repetitions()); share < 0.04 {
		t.Errorf("a look every few games is wrong in only %.3f: the test shows nothing", share)
	}
}

// greedyFails looks after every 50 games with all of the error: the trap.
func greedyFails(t *testing.T, e sim.Experiment, odds float64) bool {
	t.Helper()
	b := engine.NewBlock(e.Ruleset.Schema())
	b.Keep.Games = true
	b.Begin(0, 4000)
	if err := e.NewPlayer().Play(b); err != nil {
		t.Fatal(err)
	}
	won := uint64(0)
	for i, outcome := range b.Games.Col[engine.GameOutcome] {
		if outcome == 0 {
			won++
		}
		if n := uint64(i + 1); n%50 == 0 && stats.Wilson(won, n, 0.99).High < odds {
			return true
		}
	}
	return false
}

func TestWrongChecks(t *testing.T) {
	e := experiment(t, "inkopah")
	count := study.Checks{Experiment: e, Looks: study.Looks{Games: 100}, Lines: []study.Line{promise(t, e, "turn.3.republic.approval.games", 0, 1)}}
	if _, err := study.Check(t.Context(), count); err == nil || err.Error() != "turn.3.republic.approval.games grows with the games that are played: it is no property of the scenario" {
		t.Error(err)
	}
	none := study.Checks{Experiment: e}
	if _, err := study.Check(t.Context(), none); err == nil || err.Error() != "0 games cannot be played: choose from 1 to 1099511627776" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	count.Lines = []study.Line{promise(t, e, "odds.victory", 0, 1)}
	if _, err := study.Check(ctx, count); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	nothing := check(t, study.Checks{Experiment: e, Looks: study.Looks{Games: 100}})
	if nothing.Holds() != study.Pass || nothing.Games != 0 {
		t.Errorf("nothing expected: %+v", nothing)
	}
}

// The number of games from a pilot gives the precision that was asked for, and not much more; the run's own games have no
// part in it.
func TestGamesForAMean(t *testing.T) {
	e := experiment(t, "inkopah")
	for name, half := range map[string]float64{"war.length.mean": 0.02, "final.approval.mean": 0.3, "final.approval.sd": 0.2, "odds.victory": 0.01} {
		m := parsed(t, e, name)
		games, err := study.GamesFor(t.Context(), e, m, half)
		if err != nil {
			t.Fatal(err)
		}
		b := engine.NewBlock(e.Ruleset.Schema())
		b.Begin(0, int(games))
		if err := e.NewPlayer().Play(b); err != nil {
			t.Fatal(err)
		}
		v := measure.Read(b.Tally).Value(m, e.Confidence)
		if got := (v.High - v.Low) / 2; got > half || got < 0.9*half && m.Kind != measure.Odds {
			t.Errorf("%s: %d games give +-%v, asked for %v", name, games, got, half)
		}
	}
	for _, c := range []struct {
		name    string
		half    float64
		message string
	}{
		{"war.length.mean", 0, "a precision of 0 is not above 0"},
		{"war.length.mean", 1e-9, "war.length.mean to +-1e-09 would need more than 1099511627776 games: ask for a wider interval"},
		{"final.approval.max", 1, "final.approval.max to +-1 would need more than 1099511627776 games: ask for a wider interval"},
		{"turn.3.republic.approval.games", 1, "turn.3.republic.approval.games has no interval: it counts games"},
	} {
		if _, err := study.GamesFor(t.Context(), e, parsed(t, e, c.name), c.half); err == nil || err.Error() != c.message {
			t.Errorf("%s +-%v: %v, want %s", c.name, c.half, err, c.message)
		}
	}
}
