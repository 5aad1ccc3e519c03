package configs

import (
	"context"
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/sim"
)

// solve computes the exact odds of a scenario, with all measures at the end.
func solve(t *testing.T, s *Scenario, measures []string) *engine.Exact {
	t.Helper()
	x, err := sim.Odds(context.Background(), sim.Experiment{Ruleset: s.Ruleset()}, measures, sim.OddsBudget())
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	whole := x.Unexplored
	for o := range x.Outcomes {
		low, high := x.Odds(o)
		if low != high {
			t.Errorf("%s: complete odds %v to %v", s.Name, low, high)
		}
		whole += low
	}
	if math.Abs(whole-1) > 1e-12 {
		t.Errorf("%s: the odds add up to 1%+g", s.Name, whole-1)
	}
	return x
}

// Every scenario of the independent model, to every number that it gives.
func TestExactOddsAgreeWithTheModel(t *testing.T) {
	var cases map[string]exactCase
	readCases(t, "exact-republic.json", &cases)
	if len(cases) != 7 {
		t.Fatalf("%d cases, want 7", len(cases))
	}
	for name, c := range cases {
		s, err := Parse(name+".json", c.Scenario, policies.Default(), nil)
		if err != nil {
			t.Fatal(err)
		}
		schema := s.Ruleset().Schema()
		// The model rounds to 8 digits or more of the odds, and of the means to
		// as many of the whole.
		for _, measures := range [][]string{nil, sim.FinalMeasures(schema)} {
			x := solve(t, s, measures)
			for o, word := range schema.Outcomes {
				low, _ := x.Odds(o)
				near(t, name+" "+word, low, c.Outcomes[word], 1e-9)
			}
			mean, _ := engine.Mean(x.WarLength())
			near(t, name+" mean length", mean, c.WarLengthMean, 1e-6)
			for turns, p := range x.Length() {
				near(t, name+" games of "+strconv.Itoa(turns)+" turns", p, c.GameLength[strconv.Itoa(turns)], 1e-9)
			}
			for i, crisis := range schema.Subjects {
				for e, ending := range schema.Endings {
					sum := 0.0
					for turns, p := range x.Wars[i][e] {
						sum += p
						near(t, name+" "+crisis+" "+ending+" after "+strconv.Itoa(turns), p, c.WarLength[crisis][ending][strconv.Itoa(turns)], 1e-9)
					}
					near(t, name+" "+crisis+" "+ending, sum, c.WarOdds[crisis][ending], 1e-9)
				}
			}
			if measures == nil {
				continue
			}
			for i, column := range schema.Games {
				for measure, want := range c.FinalMean {
					if column.Measure != "final."+measure {
						continue
					}
					got, whole := 0.0, 0.0
					for _, share := range x.Finals[i] {
						got += float64(share.Value) * share.P
						whole += share.P
					}
					near(t, name+" "+column.Measure, got, want, 1e-6)
					near(t, name+" "+column.Measure+" of all games", whole, 1, 1e-12)
				}
			}
		}
	}
}

// The table of the rule page: odds and mean length of inkopah by V; and one war to
// its end, with the reading of the threshold turned.
func TestExactOddsByVictoryPoints(t *testing.T) {
	for _, c := range []struct {
		v               string
		victory, length float64
	}{
		{"8", 0.93207818, 1.909182},
		{"13", 0.91121528, 2.586331},
		{"20", 0.78915450, 3.271772},
		{"30", 0.37682427, 3.741884},
	} {
		s, err := Load("inkopah", policies.Default(), []Setting{{"republic.crises.inkopah.victory_points", c.v}})
		if err != nil {
			t.Fatal(err)
		}
		x := solve(t, s, nil)
		low, _ := x.Odds(0)
		near(t, "victory at V "+c.v, low, c.victory, 5e-9)
		mean, _ := engine.Mean(x.WarLength())
		near(t, "mean length at V "+c.v, mean, c.length, 5e-7)
	}
}

// war is one war to its end: so many battle points a turn, everything deployed, no
// peace.
func war(t *testing.T, points, randomizer, threshold string, turns int) *Scenario {
	t.Helper()
	s, err := Parse("war.yaml", []byte(`{polemos: 1, name: war, ruleset: republic, turns: `+strconv.Itoa(turns)+`,
republic: {units: {infantry: {battle_points: `+points+`, start: 1}}, randomizer: `+randomizer+`,
crises: {fray: {at: 1, victory_points: 13}}, readings: {threshold: `+threshold+`}},
victory: [{outcome: victory, when: won(fray)}, {outcome: defeat, when: lost(fray)}]}`), policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The other table of the rule page. The threshold read as "reaches" moves exact
// odds, enumeration, games and replays by one and the same amount: all of them run
// the same rules.
func TestThresholdMovesEverything(t *testing.T) {
	for _, c := range []struct {
		points, randomizer, threshold       string
		victory, defeat, unresolved, length float64
	}{
		{"6", "2d6-7", "exceeds", 1, 0, 0, 2.823408903},
		{"3", "2d6-7", "exceeds", 0.903453640, 0.096546360, 1.6e-14, 4.725299949},
		{"0", "2d6-7", "exceeds", 0.122356732, 0.869786567, 0.007856701, 5.636080841},
		{"6", "2d6-7", "reaches", 1, 0, 0, 2.660575830},
		{"6", "2d10-11", "exceeds", 0.934690425, 0.065309575, 4.7e-23, 2.754702752},
	} {
		s := war(t, c.points, c.randomizer, c.threshold, 40)
		x := solve(t, s, nil)
		for o, want := range []float64{c.victory, c.defeat, c.unresolved} {
			low, _ := x.Odds(o)
			near(t, c.points+" "+c.randomizer+" "+c.threshold+" "+s.Ruleset().Schema().Outcomes[o], low, want, 1e-9)
		}
		mean, _ := engine.Mean(x.WarLength())
		near(t, c.points+" "+c.randomizer+" "+c.threshold+" mean length", mean, c.length, 1e-9)
	}
	// Two rolls of +0 and +1 beside 6 points a turn make exactly 13.
	victory := map[string]float64{}
	for threshold, ends := range map[string]bool{"exceeds": false, "reaches": true} {
		s := war(t, "6", "2d6-7", threshold, 3)
		told, err := sim.Replay(sim.Experiment{Ruleset: s.Ruleset()}, 0, []int32{0, 1})
		if ended := err == nil && told.Outcome == "victory" && told.Length == 2; ended != ends {
			t.Errorf("%s: a total of 13 at V 13 ends the war: %t", threshold, ended)
		}
		exact := solve(t, s, nil).Outcomes[0][2]
		victory[threshold] = exact
		walked := 0.0
		tape := new(engine.Tape)
		err = s.Ruleset().NewPlayer(1).Walk(tape, func(game *[engine.GameWidth]int32, _ [][]int32) bool {
			if game[engine.GameOutcome] == 0 && game[engine.GameTurns] == 2 {
				walked += tape.Weight()
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		near(t, threshold+", enumerated", walked, exact, 1e-12)
		for _, e := range []engine.Engine{engine.Step, engine.Compiled} {
			r, err := sim.Run(context.Background(), sim.Experiment{Ruleset: s.Ruleset(), Games: 100_000, Engine: e}, sim.NoRows(), nil)
			if err != nil {
				t.Fatal(err)
			}
			near(t, threshold+", "+engine.Engines[e], float64(r.Tally.Outcomes[0][2])/1e5, exact, 0.007)
		}
	}
	// Of the 1296 ways to roll 2d6 twice 140 make 15, which is +1.
	near(t, "the difference", victory["reaches"]-victory["exceeds"], 140.0/1296, 1e-12)
}

// Every shipped scenario that is within reach agrees with a million games.
func TestExactOddsAgreeWithSampling(t *testing.T) {
	solved := 0
	for _, l := range List() {
		s, err := Load(l.Name, policies.Default(), nil)
		if err != nil {
			t.Fatal(err)
		}
		e := sim.Experiment{Ruleset: s.Ruleset(), Seed: 5, Games: 300_000}
		x, err := sim.Odds(context.Background(), e, nil, engine.Budget{States: 50_000, Runs: 500_000})
		var far *sim.OutOfReach
		var game *sim.GameError
		var never *sim.Unsolvable
		if errors.As(err, &game) || errors.As(err, &never) {
			continue // orders that some dice make impossible, or another ruleset
		}
		if errors.As(err, &far) {
			x = far.Found
		} else if err != nil {
			t.Fatal(err)
		} else {
			solved++
		}
		r, err := sim.Run(context.Background(), e, sim.NoRows(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for o, lengths := range r.Tally.Outcomes {
			games := uint64(0)
			for _, n := range lengths {
				games += n
			}
			low, high := x.Odds(o)
			p := float64(games) / float64(r.Games)
			slack := 4.5*math.Sqrt(p*(1-p)/float64(r.Games)) + 1e-9
			if p < low-slack || p > high+slack {
				t.Errorf("%s, %s: sampled %v, exact %v to %v", l.Name, s.Ruleset().Schema().Outcomes[o], p, low, high)
			}
		}
	}
	if solved == 0 {
		t.Error("no shipped scenario is within reach")
	}
}

// A map of victory points against forces, 400 points, each from its scenario text
// to its exact odds.
func BenchmarkOddsMap(b *testing.B) {
	for b.Loop() {
		for v := range 20 {
			for cavalry := range 20 {
				s, err := Load("inkopah", policies.Default(), []Setting{
					{"republic.crises.inkopah.victory_points", strconv.Itoa(2 * v)},
					{"republic.units.cavalry.start", strconv.Itoa(cavalry)},
				})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := sim.Odds(context.Background(), sim.Experiment{Ruleset: s.Ruleset()}, nil, sim.OddsBudget()); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/map")
}
