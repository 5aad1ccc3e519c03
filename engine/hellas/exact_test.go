package hellas

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// exactCase is a case of testdata/exact-hellas.json.
type exactCase struct {
	Name         string                    `json:"name"`
	Position     map[string]any            `json:"position"`
	Policies     map[string]map[string]any `json:"policies"`
	Readings     map[string]any            `json:"readings"`
	Turns        int32                     `json:"turns"`
	Outcome      any                       `json:"outcome"`
	Distribution []struct {
		Outcome any     `json:"outcome"`
		Decimal float64 `json:"decimal"`
	} `json:"distribution"`
}

func (c *exactCase) load(t *testing.T) *Rules {
	p := positionOf(t, c.Position, c.Readings)
	p.Turns = c.Turns
	return rulesOf(t, p)
}

// outcome reads what a case counts off a state, spelled as JSON.
func (c *exactCase) outcome(r *Rules, s *State) string {
	var x any
	if paths := names(c.Outcome); paths != nil {
		final := map[string]any{}
		flat(plain(r.position(s)), "", final)
		list := []any{}
		for _, path := range paths {
			list = append(list, final[path])
		}
		x = list
	} else { // rebels that joined, or were put down
		n := 0
		for at := range r.Spaces {
			if s.Rebel[at] != r.Start.Rebel[at] {
				n++
			}
		}
		x = n
	}
	text, _ := json.Marshal(x)
	return string(text)
}

func exactCases(t *testing.T) (cases []exactCase) {
	readJSON(t, "testdata/exact-hellas.json", &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	return cases
}

func TestExactByWalking(t *testing.T) {
	for _, c := range exactCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			r := c.load(t)
			p := New(r, scripted(r, c.Policies)).NewPlayer(1).(*politicalPlayer)
			odds := map[string]float64{}
			var tape engine.Tape
			if err := p.Walk(&tape, func(*[engine.GameWidth]int32, [][]int32) bool {
				odds[c.outcome(r, &p.s)] += tape.Weight()
				return true
			}); err != nil {
				t.Fatal(err)
			}
			for _, d := range c.Distribution {
				key, _ := json.Marshal(d.Outcome)
				if math.Abs(odds[string(key)]-d.Decimal) > 1e-9 {
					t.Errorf("%s: %v, want %v", key, odds[string(key)], d.Decimal)
				}
				delete(odds, string(key))
			}
			if len(odds) > 0 {
				t.Errorf("outcomes that cannot be: %v", odds)
			}
		})
	}
}

func TestExactBySampling(t *testing.T) {
	const games = 20_000
	for _, c := range exactCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			r := c.load(t)
			p := New(r, scripted(r, c.Policies)).NewPlayer(1).(*politicalPlayer)
			p.listen(nil)
			count := map[State]int{}
			p.block.Begin(0, games)
			for g, ok := p.block.Next(); ok; g, ok = p.block.Next() {
				p.stream.Game(g)
				if p.play(g); p.fault != nil {
					t.Fatal(p.fault)
				}
				count[p.s]++
			}
			share := map[string]float64{}
			for s, n := range count {
				share[c.outcome(r, &s)] += float64(n) / games
			}
			for _, d := range c.Distribution {
				key, _ := json.Marshal(d.Outcome)
				if off := math.Abs(share[string(key)] - d.Decimal); off > 4*math.Sqrt(d.Decimal*(1-d.Decimal)/games) {
					t.Errorf("%s: %v, want %v", key, share[string(key)], d.Decimal)
				}
			}
		})
	}
}

// The solver's odds are those of walking every path, also where it merges equal
// positions.
func TestExactBySolving(t *testing.T) {
	for _, c := range exactCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			r := c.load(t)
			rs := New(r, scripted(r, c.Policies))
			measures := make([]bool, len(rs.Schema().Games))
			for i := range Counts {
				measures[i] = true
			}
			exact, ok, err := engine.Solve(rs, measures, engine.Budget{States: 1e6, Runs: 1e7}, nil)
			if err != nil || !ok || exact.Unexplored != 0 {
				t.Fatalf("%v %v %v", err, ok, exact)
			}
			walked := make([]map[int32]float64, Counts)
			for i := range walked {
				walked[i] = map[int32]float64{}
			}
			var tape engine.Tape
			if err := rs.NewPlayer(1).Walk(&tape, func(game *[engine.GameWidth]int32, _ [][]int32) bool {
				for i := range walked {
					walked[i][game[engine.GameFirst+i]] += tape.Weight()
				}
				return true
			}); err != nil {
				t.Fatal(err)
			}
			for i := range walked {
				for _, share := range exact.Finals[i] {
					if math.Abs(share.P-walked[i][share.Value]) > 1e-9 {
						t.Errorf("%s %d: %v, want %v", countColumns[i].name, share.Value, share.P, walked[i][share.Value])
					}
					delete(walked[i], share.Value)
				}
				if len(walked[i]) > 0 {
					t.Errorf("%s: the solver misses %v", countColumns[i].name, walked[i])
				}
			}
		})
	}
}
