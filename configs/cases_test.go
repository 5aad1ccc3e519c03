package configs

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
)

// A ruleCase is a position with given dice and what the rule text makes of it,
// found by hand.
type ruleCase struct {
	Name       string
	Source     string
	Derivation string
	Scenario   json.RawMessage
	Dice       []int32
	Expected   map[string]any
}

// readCases reads one of the files of cases.
func readCases(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/cases/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// invalid are the words of the errors about scenarios that are not valid.
var invalid = map[string]string{
	"v-may-not-fall-below-zero": "republic.crises.x.victory_points: a roll of 2d6-3 can be as low as -1 (victory points cannot be below 0, where a war is lost)",
	"unresolved-is-reserved":    "victory.0.outcome: unresolved is reserved for games that are still on after the last turn",
}

// TestRuleCases plays every case from its scenario file to its chronicle and
// compares each field that the case gives.
func TestRuleCases(t *testing.T) {
	var cases []ruleCase
	readCases(t, "republic.json", &cases)
	if len(cases) != 80 {
		t.Fatalf("%d cases, want 80", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			wanted, _ := c.Expected["error"].(string)
			s, err := Parse(c.Name+".json", c.Scenario, policies.Default(), nil)
			if wanted == "invalid scenario" {
				if words := invalid[c.Name]; err == nil || words == "" || !strings.Contains(err.Error(), words) {
					t.Fatalf("error %v, want one that says %q", err, words)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			told, err := s.Ruleset().NewPlayer(1).Tell(0, engine.Given(c.Dice))
			if wanted != "" {
				compareError(t, wanted, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			compare(t, "", c.Expected, plain(t, told))
			if t.Failed() {
				t.Logf("source: %s\nderivation: %s", c.Source, c.Derivation)
			}
		})
	}
}

// compareError wants the words of a case's error: which draw, or seat and turn.
func compareError(t *testing.T, wanted string, err error) {
	t.Helper()
	words := map[string][]string{
		"illegal action: president, turn 1": {"illegal action", "president", "turn 1"},
		"illegal action: president, turn 2": {"illegal action", "president", "turn 2"},
		"draw 1 impossible":                 {"draw 1 ", "impossible"},
		"draw 2 missing":                    {"draw 2 ", "missing"},
	}[wanted]
	if words == nil {
		t.Fatalf("the case wants an error that this test does not know: %s", wanted)
	}
	for _, w := range words {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("error %v, want one that says %q", err, w)
		}
	}
}

// plain is a chronicle as JSON gives it back.
func plain(t *testing.T, c *engine.Chronicle) any {
	t.Helper()
	whole := engine.Object{
		{Name: "outcome", Value: c.Outcome}, {Name: "length", Value: c.Length},
		{Name: "turns", Value: objects(c.Turns)}, {Name: "wars", Value: objects(c.Wars)}, {Name: "final", Value: c.Final},
	}
	var v any
	if err := json.Unmarshal(jsonText(whole), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func objects(list []engine.Object) []any {
	all := []any{}
	for _, o := range list {
		all = append(all, o)
	}
	return all
}

// compare reports every given field that differs. Lists are compared whole.
func compare(t *testing.T, path string, want, got any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: got %v, want a map", path, got)
		}
		for k, v := range want {
			if _, ok := got[k]; !ok {
				t.Errorf("%s.%s is missing", path, k)
				continue
			}
			compare(t, path+"."+k, v, got[k])
		}
		if path == ".turns" || strings.HasSuffix(path, ".wars") {
			for k := range got {
				if _, ok := want[k]; !ok {
					t.Errorf("%s.%s is one too many", path, k)
				}
			}
		}
	case []any:
		got, _ := got.([]any)
		if len(got) != len(want) {
			t.Errorf("%s: got %d entries %v, want %d: %v", path, len(got), got, len(want), want)
			return
		}
		for i := range want {
			compare(t, fmt.Sprintf("%s[%d]", path, i), want[i], got[i])
		}
	default:
		if want != got {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
}

// An exactCase is a scenario with odds from an independent model of the rules.
type exactCase struct {
	Scenario      json.RawMessage
	Outcomes      map[string]float64
	WarLengthMean float64                                  `json:"war_length_mean"`
	WarOdds       map[string]map[string]float64            `json:"war_odds"`
	WarLength     map[string]map[string]map[string]float64 `json:"war_length"`
	GameLength    map[string]float64                       `json:"game_length"`
	FinalMean     map[string]float64                       `json:"final_mean"`
}

// walked is what a walk over every path adds up to.
type walked struct {
	weight   float64 // of the paths walked
	paths    int
	outcomes map[string]float64
	turns    map[string]float64 // game length
	wars     map[string]map[string]map[string]float64
	length   float64 // mean over wars
	final    map[string]float64
}

// walk plays every path of a scenario, at most so many.
func walk(t *testing.T, s *Scenario, most int) walked {
	t.Helper()
	schema := s.Ruleset().Schema()
	w := walked{outcomes: map[string]float64{}, turns: map[string]float64{}, wars: map[string]map[string]map[string]float64{}, final: map[string]float64{}}
	var fought, wars float64
	tape := new(engine.Tape)
	err := s.Ruleset().NewPlayer(1).Walk(tape, func(game *[engine.GameWidth]int32, rows [][]int32) bool {
		p := tape.Weight()
		w.weight += p
		w.paths++
		w.outcomes[schema.Outcomes[game[engine.GameOutcome]]] += p
		w.turns[fmt.Sprint(game[engine.GameTurns])] += p
		for i, c := range schema.Games {
			if name, ok := strings.CutPrefix(c.Name, "final_"); ok {
				w.final[name] += p * float64(game[engine.GameFirst+i])
			}
		}
		for _, row := range rows {
			subject, ending := schema.Subjects[row[engine.WarSubject]], schema.Endings[row[engine.WarEnding]]
			if w.wars[subject] == nil {
				w.wars[subject] = map[string]map[string]float64{}
			}
			if w.wars[subject][ending] == nil {
				w.wars[subject][ending] = map[string]float64{}
			}
			w.wars[subject][ending][fmt.Sprint(row[engine.WarLength])] += p
			fought += p * float64(row[engine.WarLength])
			wars += p
		}
		return w.paths < most
	})
	if err != nil {
		t.Fatal(err)
	}
	w.length = fought / wars
	return w
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s: got %.12f, want %.12f", what, got, want)
	}
}

// TestExactWalk enumerates the one scenario whose tree of dice is small enough:
// the rules give the odds of the independent model.
func TestExactWalk(t *testing.T) {
	var cases map[string]exactCase
	readCases(t, "exact-republic.json", &cases)
	c := cases["inkopah"]
	s, err := Parse("inkopah.json", c.Scenario, policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	w := walk(t, s, 3_000_000)
	near(t, "weight", w.weight, 1, 1e-9)
	for o, p := range c.Outcomes {
		near(t, o, w.outcomes[o], p, 1e-8)
	}
	near(t, "mean length", w.length, c.WarLengthMean, 1e-6)
	for turns, p := range c.GameLength {
		near(t, "games of "+turns+" turns", w.turns[turns], p, 1e-9)
	}
	for crisis, endings := range c.WarLength {
		for ending, lengths := range endings {
			for turns, p := range lengths {
				near(t, crisis+" "+ending+" "+turns, w.wars[crisis][ending][turns], p, 1e-9)
			}
		}
	}
	for name, mean := range c.FinalMean {
		near(t, "final "+name, w.final[name], mean, 1e-6)
	}
}

// sampled is how many games stand against exact odds, and how many standard errors
// they may lie apart: 5 are at most 0.008 for 100,000 games, wrong one time in 1.7
// million; where POLEMOS_LONG asks for it 4 of a million games are at most 0.002.
// The seed is fixed.
func sampled() (games int, errors float64) {
	if os.Getenv("POLEMOS_LONG") != "" {
		return 1_000_000, 4
	}
	return 100_000, 5
}

// share is a sampled probability that must be near an exact one.
func share(t *testing.T, what string, n uint64, p float64) {
	t.Helper()
	all, errors := sampled()
	games := float64(all)
	near(t, what, float64(n)/games, p, errors*math.Sqrt(p*(1-p)/games)+2/games)
}

func sumOf(counts []uint64) (sum uint64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// TestExactSampled plays every scenario that has exact odds: outcomes, how each
// war ends and after how many turns, and the lengths of games.
func TestExactSampled(t *testing.T) {
	var cases map[string]exactCase
	readCases(t, "exact-republic.json", &cases)
	if len(cases) != 7 {
		t.Fatalf("%d cases, want 7", len(cases))
	}
	games, _ := sampled()
	for name, c := range cases {
		s, err := Parse(name+".json", c.Scenario, policies.Default(), nil)
		if err != nil {
			t.Fatal(err)
		}
		tally := play(t, s, games)
		schema := tally.Schema
		for o, outcome := range schema.Outcomes {
			share(t, name+": "+outcome, sumOf(tally.Outcomes[o]), c.Outcomes[outcome])
		}
		for i, subject := range schema.Subjects {
			for e, ending := range schema.Endings {
				share(t, name+": "+subject+" "+ending, sumOf(tally.Wars[i][e]), c.WarOdds[subject][ending])
				for turns, n := range tally.Wars[i][e] {
					share(t, fmt.Sprintf("%s: %s %s in turn %d", name, subject, ending, turns), n, c.WarLength[subject][ending][fmt.Sprint(turns)])
				}
			}
		}
		for turns := range schema.Horizon + 1 {
			n := uint64(0)
			for o := range schema.Outcomes {
				n += tally.Outcomes[o][turns]
			}
			share(t, fmt.Sprintf("%s: %d turns", name, turns), n, c.GameLength[fmt.Sprint(turns)])
		}
	}
}

// TestOneWar plays the wars of the rule page's table: the same points each turn,
// no peace, 40 turns.
func TestOneWar(t *testing.T) {
	for _, c := range []struct {
		points, dice, threshold string
		victory, defeat, length float64
	}{
		{"6", "2d6-7", "exceeds", 1, 0, 2.823408903},
		{"3", "2d6-7", "exceeds", 0.903453640, 0.096546360, 4.725299949},
		{"0", "2d6-7", "exceeds", 0.122356732, 0.869786567, 5.636080841},
		{"6", "2d6-7", "reaches", 1, 0, 2.660575830},
		{"6", "2d10-11", "exceeds", 0.934690425, 0.065309575, 2.754702752},
	} {
		s, err := Parse("war.yaml", []byte("polemos: 1\nname: war\nruleset: republic\nrepublic:\n  randomizer: "+c.dice+
			"\n  units: {infantry: {battle_points: "+c.points+", start: 1}}\n  crises: {x: {at: 1, victory_points: 13}}\n  readings: {threshold: "+c.threshold+"}\n"+
			"victory: [{outcome: victory, when: won(x)}, {outcome: defeat, when: lost(x)}]\n"), policies.Default(), nil)
		if err != nil {
			t.Fatal(err)
		}
		games, errors := sampled()
		tally := play(t, s, games)
		what := c.points + " points, " + c.dice + ", " + c.threshold
		share(t, what+": victory", sumOf(tally.Outcomes[0]), c.victory)
		share(t, what+": defeat", sumOf(tally.Outcomes[1]), c.defeat)
		sum, squares := 0.0, 0.0
		for _, lengths := range tally.Wars[0] {
			for turns, n := range lengths {
				sum += float64(n) * float64(turns)
				squares += float64(n) * float64(turns*turns)
			}
		}
		n := float64(games)
		mean := sum / n
		near(t, what+": mean length", mean, c.length, errors*math.Sqrt((squares/n-mean*mean)/n))
	}
}

// TestVictoryPoints walks the shipped inkopah for the V of the rule page.
func TestVictoryPoints(t *testing.T) {
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
		w := walk(t, s, 3_000_000)
		near(t, "weight at V "+c.v, w.weight, 1, 1e-9)
		near(t, "victory at V "+c.v, w.outcomes["victory"], c.victory, 1e-8)
		near(t, "mean length at V "+c.v, w.length, c.length, 1e-6)
	}
}
