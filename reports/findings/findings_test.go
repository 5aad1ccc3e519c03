package findings

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
)

// tenGames is a tally made by hand. Six games are won, four of them after 2 turns and two after 3;
// four are lost after 1. Each has a war about the east: seven are victories, four of 1 turn and
// three of 2; one of 2 turns is cut off; two are still on after 4 turns. Nine games end with 5 gold,
// one with 6.
func tenGames() *engine.Tally {
	t := engine.NewTally(&engine.Schema{
		Ruleset: "test", Horizon: 4, Outcomes: []string{"won", "lost", "drawn", engine.Unresolved},
		Subjects: []string{"east"}, Endings: []string{"victory", "cut_off", engine.Unresolved},
		Games:  []engine.Column{{Name: "final_gold", Measure: "final.gold", Unit: "money"}, {Name: "final_approval"}},
		Sides:  []string{"test"},
		Curves: []engine.Curve{{Side: "test", Name: "approval", Min: 0, Max: 10, Last: engine.GameFirst + 1}},
	})
	t.Games = 10
	t.Outcomes[0][2], t.Outcomes[0][3], t.Outcomes[1][1] = 4, 2, 4
	t.First[0], t.First[1] = 1, 0
	t.Wars[0][0][1], t.Wars[0][0][2], t.Wars[0][1][2], t.Wars[0][2][4] = 4, 3, 1, 2
	t.Longest.Game, t.Longest.Turns = 7, 4
	t.Finals[0] = engine.Histogram{Lo: 5, Counts: []uint64{9, 1}}
	for _, approval := range []int32{3, 3, 5, 5} {
		t.Curves[0].On(1, approval)
	}
	return t
}

func found(t *testing.T) *summary.Summary {
	t.Helper()
	s, err := Of(Run{Name: "hand", Title: "By hand", Seed: 7, Confidence: 0.95}, tenGames())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// near compares numbers worked out by hand to four decimals.
func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 5e-5 {
		t.Errorf("%s is %v, want %v", what, text(got), want)
	}
}

func text(x *float64) any {
	if x == nil {
		return "not known"
	}
	return *x
}

// Wilson's interval of 6 in 10 at 95 %, z = 1.959964: (6 + z²/2 ± z √(6·4/10 + z²/4)) / (10 + z²)
// = (7.92073 ± 3.59287) / 13.84146. Mean length of games: (4·2 + 2·3 + 4·1) / 10.
func TestOddsAndGameLength(t *testing.T) {
	s := found(t)
	won := s.Outcomes[0]
	if won.Name != "won" || won.Games != 6 || s.Games != 10 || s.Seed != 7 {
		t.Errorf("%+v", won)
	}
	near(t, "odds", won.Odds, 0.6)
	near(t, "low", won.Low, 0.3127)
	near(t, "high", won.High, 0.8318)
	near(t, "mean length", s.Game.Length.Mean, 1.8)
	near(t, "median length", s.Game.Length.Median, 2)
}

// Survival: 4 of 10 end in turn 1, 4 of the 6 left in turn 2, none later: 0.6, 0.2, 0.2, 0.2. Of the
// four of turn 2 three are victories: 0.4 + 0.6·3/6 = 0.7, and 0.6·1/6 = 0.1 are cut off.
func TestWars(t *testing.T) {
	s := found(t)
	l := s.Wars.Length
	near(t, "mean", l.Mean, 2) // (4·1 + 3·2 + 1·2 + 2·4) / 10
	near(t, "median", l.Median, 2)
	// 1 + 0.6 + 0.2 + 0.2, of variance 1.0² · 4/(10·6) + 0.4² · 4/(6·2) = 0.12 (Irwin); 1.96 · 0.34641 is 0.67895.
	near(t, "restricted mean", l.RestrictedMean, 2)
	near(t, "its low end", l.RestrictedLow, 1.32105)
	near(t, "its high end", l.RestrictedHigh, 2.67895)
	var survival []float64
	for _, step := range l.Survival {
		survival = append(survival, step.Survival)
	}
	for i, want := range []float64{0.6, 0.2, 0.2, 0.2} {
		if len(survival) != 4 || math.Abs(survival[i]-want) > 1e-12 {
			t.Fatalf("survival is %v", survival)
		}
	}
	if len(l.Causes) != 2 || l.Causes[0].Wars != 7 || l.Causes[1].Cause != summary.CutOff || l.Causes[1].Wars != 1 {
		t.Fatalf("causes are %+v", l.Causes)
	}
	for i, want := range []float64{0.7, 0.1} {
		near(t, l.Causes[i].Cause, &l.Causes[i].Incidence[3].Share, want)
	}
	if cut := l.CutOffBy(); len(cut) != 1 || cut[2] != 1 {
		t.Errorf("cut off by length: %v, want one of 2 turns", cut)
	}
	// Where the horizon cuts two wars off after 2 turns, and not after 4, none could be watched for 3.
	few := tenGames()
	few.Wars[0][2][4], few.Wars[0][2][2] = 0, 2
	late, err := Of(Run{Name: "hand", Confidence: 0.95}, few)
	if err != nil {
		t.Fatal(err)
	}
	if l := late.Wars.Length; l.RestrictedMean != nil || l.Reasons.Reasons["restricted_mean"] != "no war could be watched for 3 turns" {
		t.Errorf("the restricted mean is %v, for the reasons %v", text(l.RestrictedMean), l.Reasons.Reasons)
	}
	if east, _ := s.Wars.ByWar.Get("east"); east.Declared != 10 {
		t.Errorf("the war about the east was declared %d times", east.Declared)
	}
}

// Nine fives and a six: mean 5.1, variance 9·0.1² + 0.9² over 9 = 0.1, standard error 0.1, Student's
// quantile of 9 degrees 2.26216. 5.1 - 0.2262 is less than any value: no mean can lie there.
func TestIntervalsOfMeansKeepToTheValues(t *testing.T) {
	f := found(t).Final[0]
	near(t, "mean", f.Mean, 5.1)
	near(t, "low", f.Low, 5)
	near(t, "high", f.High, 5.3262)
	near(t, "p90", f.P90, 5)
	near(t, "p95", f.P95, 6)
}

func TestExemplarsAndWarnings(t *testing.T) {
	s := found(t)
	want := []summary.Exemplar{{What: "the longest war, 4 turns", Game: 7}, {What: "the first game that ends in won", Game: 1}, {What: "the first game that ends in lost", Game: 0}}
	if !slices.Equal(s.Exemplars, want) {
		t.Errorf("exemplars are %+v", s.Exemplars)
	}
	codes := func() string {
		var list []string
		for _, w := range s.Warnings {
			list = append(list, w.Code)
		}
		return strings.Join(list, " ")
	}
	if got := codes(); got != "few_games outcome_rare outcome_rare outcome_never" {
		t.Errorf("warnings are %s", got)
	}
	SetExact(s, func(o int) float64 { return []float64{0.59, 0.41, 0, 0}[o] })
	if got := codes(); got != "few_games outcome_rare outcome_rare" || *s.Outcomes[0].Exact != 0.59 || *s.Outcomes[2].Exact != 0 {
		t.Errorf("beside exact odds warnings are %s", got)
	}
	s = found(t)
	SetExact(s, func(o int) float64 { return []float64{0.59, 0.4, 0.01, 0}[o] })
	if !strings.HasSuffix(codes(), "outcome_never") {
		t.Errorf("an outcome that can come, but did not, needs a warning: %s", codes())
	}
}

// Wilson of 7 in 10: (8.92073 ± 3.42871) / 13.84146; of 10 in 10: from 10 / 13.84146. Two threes and two fives:
// mean 4, standard error 0.57735, Student's quantile of 3 degrees 3.18245: wider than the values.
func TestValuesHaveTheIntervalsThatExist(t *testing.T) {
	byName := map[string]Value{}
	for _, v := range Values(found(t), tenGames()) {
		if _, twice := byName[v.Name]; twice {
			t.Errorf("%s comes twice", v.Name)
		}
		byName[v.Name] = v
	}
	for _, c := range []struct {
		name             string
		value, low, high float64
	}{
		{"odds.won", 0.6, 0.3127, 0.8318},
		{"war.east.declared", 1, 0.7225, 1},
		{"war.east.odds.victory", 0.7, 0.3968, 0.8922},
		{"turn.1.test.approval.mean", 4, 3, 5},
		{"final.gold.mean", 5.1, 5, 5.3262},
	} {
		v := byName[c.name]
		near(t, c.name, v.Value, c.value)
		near(t, "low of "+c.name, v.Low, c.low)
		near(t, "high of "+c.name, v.High, c.high)
	}
	if v := byName["final.gold.p50"]; v.Value == nil || *v.Value != 5 || v.Low != nil {
		t.Errorf("%+v", v)
	}
}
