package hellas

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// ruleCase is a case of testdata/hellas.json.
type ruleCase struct {
	Name     string                    `json:"name"`
	Sentence string                    `json:"sentence"`
	Set      map[string]any            `json:"set"`
	Policies map[string]map[string]any `json:"policies"`
	Readings map[string]any            `json:"readings"`
	Die      string                    `json:"die"`
	Victory  []struct {
		Outcome string `json:"outcome"`
		When    string `json:"when"`
	} `json:"victory"`
	Dice   []int32 `json:"dice"`
	Query  []any   `json:"query"`
	Expect struct {
		Events  []map[string]any `json:"events"`
		Absent  []string         `json:"absent"`
		Changes map[string]any   `json:"changes"`
		Error   string           `json:"error"`
		Answer  bool             `json:"answer"`
	} `json:"expect"`
}

func readJSON(t testing.TB, file string, to any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// edit sets dotted paths; null under sps takes the key out.
func edit(tree map[string]any, set map[string]any) map[string]any {
	var out map[string]any
	data, _ := json.Marshal(tree)
	_ = json.Unmarshal(data, &out)
	for _, path := range slices.Sorted(maps.Keys(set)) {
		keys := strings.Split(path, ".")
		at := out
		for _, k := range keys[:len(keys)-1] {
			next, ok := at[k].(map[string]any)
			if !ok {
				next = map[string]any{}
				at[k] = next
			}
			at = next
		}
		last := keys[len(keys)-1]
		if set[path] == nil && slices.Contains(keys, "sps") {
			delete(at, last)
		} else {
			at[last] = set[path]
		}
	}
	return out
}

// positionOf reads a position from its tree.
func positionOf(t testing.TB, tree map[string]any, readings map[string]any) *Position {
	t.Helper()
	data, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	p := &Position{Political: true, Turns: 1, Campaign: DefaultCampaign()}
	if err := json.Unmarshal(data, p); err != nil {
		t.Fatal(err)
	}
	p.Readings.FriendlyControl = readings["controlled"] == "friendly"
	p.Readings.AnyDominant = readings["surrender_to"] == "any_dominant"
	if n, ok := readings["relinquish_penalty"].(float64); ok {
		p.Readings.RelinquishPenalty = int32(n)
	}
	return p
}

// scriptSeat answers as a case says, and passes otherwise.
type scriptSeat struct {
	idle
	propose, accept, tear, tributary []string
}

func (x scriptSeat) says(v *View, list []string, c City) bool {
	return slices.Contains(list, v.Rules().Cities[c].Name)
}
func (x scriptSeat) TearDown(v *View, c City) bool      { return x.says(v, x.tear, c) }
func (x scriptSeat) MakeTributary(v *View, c City) bool { return x.says(v, x.tributary, c) }
func (x scriptSeat) Propose(v *View, c City) bool       { return x.says(v, x.propose, c) }
func (x scriptSeat) Accept(v *View, c City) bool        { return x.says(v, x.accept, c) }

// idle passes and refuses everything.
type idle struct{}

func (idle) Declare(*View) Diplomacy        { return Diplomacy{Pass, Nobody} }
func (idle) Admit(*View, City) bool         { return false }
func (idle) Operate(*View) (Order, bool)    { return Order{}, false }
func (idle) Shelter(*View, Attack) bool     { return true }
func (idle) TearDown(*View, City) bool      { return false }
func (idle) MakeTributary(*View, City) bool { return false }
func (idle) Propose(*View, City) bool       { return false }
func (idle) Accept(*View, City) bool        { return false }
func (idle) Tribute(v *View) int32          { return v.Rate(v.Me()) }
func (idle) Build(*View) (Kind, bool)       { return 0, false }
func (idle) EndFund(*View) bool             { return false }

func names(x any) (out []string) {
	list, _ := x.([]any)
	for _, n := range list {
		out = append(out, n.(string))
	}
	return out
}

func scripted(r *Rules, policies map[string]map[string]any) func() Seats {
	return func() (s Seats) {
		for m := range r.NMajors {
			p := policies[r.Cities[m].Name]
			s.Names[m] = "script"
			s.Majors[m] = scriptSeat{propose: names(p["propose"]), accept: names(p["accept"]), tear: names(p["tear_down_walls"]), tributary: names(p["make_tributary"])}
		}
		return s
	}
}

func rulesOf(t testing.TB, p *Position) *Rules {
	t.Helper()
	r, problems := p.Rules()
	for _, x := range problems {
		t.Error(x)
	}
	if r == nil {
		t.FailNow()
	}
	return r
}

// plain turns a chronicle's values into those of JSON.
func plain(x any) any {
	switch v := x.(type) {
	case engine.Object:
		m := map[string]any{}
		for _, f := range v {
			m[f.Name] = plain(f.Value)
		}
		return m
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, plain(e))
		}
		return out
	case int32:
		return float64(v)
	default:
		return x
	}
}

// flat lists a tree's leaves by path; SPs of which there are none are left out.
func flat(x any, path string, to map[string]any) {
	m, ok := x.(map[string]any)
	if !ok || len(m) == 0 && !strings.Contains(path, ".sps") {
		if n, number := x.(float64); number && n == 0 && strings.Contains(path, ".sps.") || ok && strings.Contains(path, ".sps") {
			return
		}
		to[path] = x
		return
	}
	for k, v := range m {
		flat(v, strings.TrimPrefix(path+"."+k, "."), to)
	}
}

func differences(want, got map[string]any) (out []string) {
	w, g := map[string]any{}, map[string]any{}
	flat(want, "", w)
	flat(got, "", g)
	for k := range w {
		if v, ok := g[k]; !ok || !reflect.DeepEqual(v, w[k]) {
			out = append(out, fmt.Sprintf("%s = %v, want %v", k, v, w[k]))
		}
	}
	for k := range g {
		if _, ok := w[k]; !ok {
			out = append(out, fmt.Sprintf("%s = %v, want none", k, g[k]))
		}
	}
	slices.Sort(out)
	return out
}

var surrenderCondition = regexp.MustCompile(`^surrendered\((\w+)\)$`)

func TestRuleCases(t *testing.T) {
	var file struct {
		Base  map[string]any `json:"base"`
		Cases []ruleCase     `json:"cases"`
	}
	readJSON(t, "testdata/hellas.json", &file)
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			tree := edit(file.Base, c.Set)
			p := positionOf(t, tree, c.Readings)
			if c.Die != "" {
				die, err := engine.ParseDice(c.Die)
				if err != nil {
					t.Fatal(err)
				}
				p.Die = die.Dice
			}
			for i, v := range c.Victory {
				city := surrenderCondition.FindStringSubmatch(v.When)[1]
				p.Outcomes = append(p.Outcomes, v.Outcome)
				p.Victory = append(p.Victory, Condition{Outcome: int32(i), When: Expression{Reads: ReadsSurrender, Holds: func(v *View) (bool, error) {
					return v.Surrendered(City(slices.IndexFunc(v.Rules().Cities, func(f CityFacts) bool { return f.Name == city }))), nil
				}}})
			}
			r := rulesOf(t, p)
			if c.Query != nil {
				if got := answer(r, c.Query); got != c.Expect.Answer {
					t.Errorf("%v: %v, want %v", c.Query, got, c.Expect.Answer)
				}
				return
			}
			dice := c.Dice
			if dice == nil {
				dice = []int32{}
			}
			chronicle, err := New(r, scripted(r, c.Policies)).NewPlayer(1).Tell(0, engine.Given(dice))
			if c.Expect.Error != "" {
				draw := regexp.MustCompile(`draw \d+`).FindString(c.Expect.Error)
				if err == nil || !strings.HasPrefix(err.Error(), draw+" ") && !strings.HasPrefix(err.Error(), draw+":") {
					t.Errorf("error %v, want one about %s (%s)", err, draw, c.Expect.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := edit(tree, c.Expect.Changes)
			got := plain(chronicle.Final).(map[string]any)
			for _, d := range differences(want, got) {
				t.Error(d)
			}
			checkEvents(t, chronicle.Events, c.Expect.Events, c.Expect.Absent)
		})
	}
}

func answer(r *Rules, query []any) bool {
	city := func(x any) City {
		return City(slices.IndexFunc(r.Cities, func(f CityFacts) bool { return f.Name == x }))
	}
	if query[0] == "war_possible" {
		return r.Start.WarPossible(city(query[1]), city(query[2]), int32(query[3].(float64)))
	}
	act := slices.Index(Acts[:], query[2].(string))
	return r.Start.PeaceForbids(city(query[1]), Act(act), city(query[3]), int32(query[4].(float64)))
}

// ofDefeat are the kinds of events of one defeat, which may come in any order
// among themselves.
var ofDefeat = []string{"forces", "garrison_removed", "returned_home", "walls", "peace", "hostages_released", "status", "minor_neutral", "minor_bond", "rebellion_suppressed"}

// checkEvents compares the events of every kind that is named.
func checkEvents(t *testing.T, events []engine.Event, want []map[string]any, absent []string) {
	t.Helper()
	named := slices.Clone(absent)
	for _, w := range want {
		named = append(named, w["kind"].(string))
	}
	var got []map[string]any
	for _, e := range events {
		if slices.Contains(named, e.Kind) {
			m := plain(e.Fields).(map[string]any)
			m["kind"] = e.Kind
			got = append(got, m)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d events, want %d:\n%v\n%v", len(got), len(want), got, want)
		return
	}
	used := make([]bool, len(got))
	for i, w := range want {
		found := -1
		for j := range got {
			// In order, save among the events of one defeat.
			if used[j] || j != i && !(slices.Contains(ofDefeat, w["kind"].(string)) && slices.Contains(ofDefeat, got[j]["kind"].(string))) {
				continue
			}
			if matches(got[j], w) {
				found = j
				break
			}
		}
		if found < 0 {
			t.Errorf("event %v is missing in %v", w, got)
			return
		}
		used[found] = true
	}
}

func matches(got, want map[string]any) bool {
	for k, v := range want {
		if !reflect.DeepEqual(got[k], v) {
			return false
		}
	}
	return true
}
