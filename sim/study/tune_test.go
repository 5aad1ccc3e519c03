package study_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

func build(t testing.TB, name string) study.Build {
	return func(set ...study.Setting) (sim.Experiment, error) {
		var flat []string
		for _, s := range set {
			flat = append(flat, s.Key, s.Value)
		}
		return experiment(t, name, flat...), nil
	}
}

func axis(t testing.TB, text string) study.Axis {
	t.Helper()
	a, err := study.ParseAxis(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func solve(e sim.Experiment, columns []bool) (*engine.Exact, error) {
	x, _, err := engine.Solve(e.Ruleset, columns, engine.Budget{States: 1 << 16, Runs: 1 << 20}, nil)
	return x, err
}

func TestX(t *testing.T) {
	worst:=uint64(0); sum:=uint64(0); over:=0; wrong:=0
	for seed := range uint64(60) {
		tune := study.Tune{Build: build(t, "inkopah"), Axes: []study.Axis{axis(t, victoryPoints+"=8:40")},
			Target: study.Target{Measure: "odds.victory", Value: 0.5}, How: study.How{Seed: seed, Games: 1_000_000, Workers: 1, Closest: expr.Closest}}
		got, err := tune.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		g := got[0]
		worst=max(worst,g.Games); sum+=g.Games
		if g.Games>3*16588 {over++}
		c := g.Crossings
		if len(c)!=1 || g.Axis.Value(c[0].Low.Level)!="27"||g.Axis.Value(c[0].High.Level)!="28" {wrong++; fmt.Println(seed, len(c), g.Games, c)}
	}
	fmt.Println(sum/60, worst, over, wrong)
}
