package configs

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/sim"
)

// hellasCase is a case of the rule book's political phase; engine/hellas plays
// the same cases without a scenario file.
type hellasCase struct {
	Name     string         `json:"name"`
	Set      map[string]any `json:"set"`
	Policies any            `json:"policies"`
	Readings any            `json:"readings"`
	Die      any            `json:"die"`
	Victory  any            `json:"victory"`
	Dice     []int32        `json:"dice"`
	Query    []any          `json:"query"`
	Expect   struct {
		Events  []map[string]any `json:"events"`
		Absent  []string         `json:"absent"`
		Changes map[string]any   `json:"changes"`
		Error   string           `json:"error"`
		Answer  bool             `json:"answer"`
	} `json:"expect"`
}

// with is a copy of a tree with dotted paths set; null under sps takes the key
// out.
func with(t *testing.T, tree map[string]any, set map[string]any) map[string]any {
	t.Helper()
	data, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(set)) {
		keys := strings.Split(path, ".")
		at := out
		for _, k := range keys[:len(keys)-1] {
			if _, ok := at[k].(map[string]any); !ok {
				at[k] = map[string]any{}
			}
			at = at[k].(map[string]any)
		}
		if last := keys[len(keys)-1]; set[path] == nil && slices.Contains(keys, "sps") {
			delete(at, last)
		} else {
			at[last] = set[path]
		}
	}
	return out
}

// loadHellas reads a position of a case as a scenario file would hold it.
func loadHellas(t *testing.T, position map[string]any, turns int, readings, die, policy, victory any) *Scenario {
	t.Helper()
	section := maps.Clone(position)
	delete(section, "turn")
	for key, v := range map[string]any{"readings": readings, "die": die} {
		if v != nil {
			section[key] = v
		}
	}
	file := map[string]any{"polemos": 1, "name": "a-case", "ruleset": "hellas", "turn": position["turn"], "phases": []string{"political"}, "turns": turns, "hellas": section}
	for key, v := range map[string]any{"policies": policy, "victory": victory} {
		if v != nil {
			file[key] = v
		}
	}
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse("a-case.json", data, policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("again.yaml", s.Resolved(), policies.Default(), nil)
	if err != nil {
		t.Fatalf("the resolved scenario is refused: %v\n%s", err, s.Resolved())
	}
	if again.SHA256 != s.SHA256 {
		t.Errorf("the resolved scenario is another one")
	}
	return again
}

func TestHellasCases(t *testing.T) {
	var file struct {
		Base  map[string]any `json:"base"`
		Cases []hellasCase   `json:"cases"`
	}
	readTree(t, "../engine/hellas/testdata/hellas.json", &file)
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			tree := with(t, file.Base, c.Set)
			s := loadHellas(t, tree, 1, c.Readings, c.Die, c.Policies, c.Victory)
			if c.Query != nil {
				return // asked of the ruleset itself, in engine/hellas
			}
			dice := c.Dice
			if dice == nil {
				dice = []int32{}
			}
			chronicle, err := sim.Replay(sim.Experiment{Ruleset: s.Ruleset(), Seed: 1}, 0, dice)
			if c.Expect.Error != "" {
				draw := regexp.MustCompile(`draw \d+`).FindString(c.Expect.Error)
				if err == nil || !strings.Contains(err.Error(), draw+" ") && !strings.Contains(err.Error(), draw+":") {
					t.Errorf("error %v, want one about %s", err, draw)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			final := flatTree(plainTree(chronicle.Final))
			wanted := flatTree(with(t, tree, c.Expect.Changes))
			for path, v := range wanted {
				if final[path] != v {
					t.Errorf("%s = %s, want %s", path, final[path], v)
				}
			}
			for path, v := range final {
				if _, ok := wanted[path]; !ok {
					t.Errorf("%s = %s, want none", path, v)
				}
			}
			for _, e := range chronicle.Events {
				if slices.Contains(c.Expect.Absent, e.Kind) {
					t.Errorf("event %s: %s", e.Kind, e.Text)
				}
			}
		})
	}
}

func readTree(t *testing.T, name string, to any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

// plainTree turns a chronicle's values into those of JSON.
func plainTree(v any) any {
	switch v := v.(type) {
	case engine.Object:
		m := map[string]any{}
		for _, f := range v {
			m[f.Name] = plainTree(f.Value)
		}
		return m
	case []any:
		list := []any{}
		for _, item := range v {
			list = append(list, plainTree(item))
		}
		return list
	}
	return v
}

// flatTree lists the leaves of a tree by path, as JSON. No SPs are as good as 0.
func flatTree(tree any) map[string]string {
	leaves := map[string]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		if m, ok := v.(map[string]any); ok && (len(m) > 0 || strings.Contains(path, ".sps")) {
			for k, inner := range m {
				walk(path+"."+k, inner)
			}
			return
		}
		text, _ := json.Marshal(v)
		if !strings.Contains(path, ".sps.") || string(text) != "0" {
			leaves[path] = string(text)
		}
	}
	walk("", tree)
	return leaves
}

func TestHellasExact(t *testing.T) {
	var cases []struct {
		Name         string         `json:"name"`
		Position     map[string]any `json:"position"`
		Policies     any            `json:"policies"`
		Readings     any            `json:"readings"`
		Turns        int            `json:"turns"`
		Distribution []struct {
			Decimal float64 `json:"decimal"`
		} `json:"distribution"`
	}
	readTree(t, "../engine/hellas/testdata/exact-hellas.json", &cases)
	for _, c := range cases {
		s := loadHellas(t, c.Position, c.Turns, c.Readings, nil, c.Policies, nil)
		var tape engine.Tape
		sum := 0.0
		if err := s.Ruleset().NewPlayer(1).Walk(&tape, func(*[engine.GameWidth]int32, [][]int32) bool {
			sum += tape.Weight()
			return true
		}); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if sum < 1-1e-9 || sum > 1+1e-9 {
			t.Errorf("%s: the paths weigh %v", c.Name, sum)
		}
	}
}
