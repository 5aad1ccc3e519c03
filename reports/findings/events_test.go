package findings

import (
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// Of ten games four are lost in turn 1, four are won in turn 2 and two in turn 3.
func TestOutcomesByTurn(t *testing.T) {
	s := found(t)
	for outcome, want := range [][]struct {
		games int64
		share float64
	}{{{0, 0}, {4, 0.4}, {2, 0.6}}, {{4, 0.4}, {0, 0.4}, {0, 0.4}}, {{0, 0}, {0, 0}, {0, 0}}} {
		got := s.Outcomes[outcome].ByTurn
		if len(got) != len(want) {
			t.Fatalf("%s: %d turns, want the three in which games ended", s.Outcomes[outcome].Name, len(got))
		}
		for i, w := range want {
			if got[i].Turn != i+1 || got[i].Games != w.games {
				t.Errorf("%s: %+v, want %d games in turn %d", s.Outcomes[outcome].Name, got[i], w.games, i+1)
			}
			near(t, "share", &got[i].Share, w.share)
		}
	}
	// Wilson's interval of 4 of 10 at 95 %.
	near(t, "low", s.Outcomes[0].ByTurn[1].Low, 0.1682)
	near(t, "high", s.Outcomes[0].ByTurn[1].High, 0.6873)
}

// In six of ten games nobody raids, in three once and in one four times.
func TestEventsOfAGame(t *testing.T) {
	tally := engine.NewTally(&engine.Schema{
		Ruleset: "test", Horizon: 1, Outcomes: []string{engine.Unresolved}, Endings: []string{"cut_off", engine.Unresolved},
		Games: []engine.Column{{Name: "gold", Measure: "game.gold", Unit: "money"}, {Name: "raids", Measure: "game.raids", Doc: "raids"}},
	})
	tally.Games = 10
	tally.Outcomes[0][1] = 10
	tally.First[0] = 0
	tally.Finals[1] = engine.Histogram{Counts: []uint64{6, 3, 0, 0, 1}}
	s, err := Of(Run{Name: "hand", Confidence: 0.95}, tally)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Game.Events) != 1 || s.Game.Events[0].Name != "raids" || s.Game.Events[0].Some != 4 {
		t.Fatalf("%+v, want raids in 4 games", s.Game.Events)
	}
	e := s.Game.Events[0]
	near(t, "any", e.Any, 0.4)
	near(t, "low", e.AnyLow, 0.1682)
	near(t, "high", e.AnyHigh, 0.6873)
	near(t, "mean", e.Mean, 0.7)
	near(t, "most", e.Max, 4)
}
