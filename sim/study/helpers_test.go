package study_test

import (
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/study"
)

// experiment is a shipped scenario with settings, as key and value in turn.
func experiment(t testing.TB, name string, set ...string) sim.Experiment {
	t.Helper()
	var settings []configs.Setting
	for i := 0; i < len(set); i += 2 {
		settings = append(settings, configs.Setting{Key: set[i], Value: set[i+1]})
	}
	s, err := configs.Load(name, policies.Default(), settings)
	if err != nil {
		t.Fatal(err)
	}
	return sim.Experiment{Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256, Seed: 1, Confidence: 0.99}
}

const victoryPoints = "republic.crises.inkopah.victory_points"

// parsed is a measure of the experiment.
func parsed(t testing.TB, e sim.Experiment, name string) measure.Measure {
	t.Helper()
	m, err := measure.Parse(name, e.Ruleset.Schema(), expr.Closest)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func compare(t testing.TB, c study.Comparison) *study.Compared {
	t.Helper()
	if c.Confidence == 0 {
		c.Confidence = 0.99
	}
	answer, err := study.Compare(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func check(t testing.TB, c study.Checks) *study.Checked {
	t.Helper()
	answer, err := study.Check(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}
