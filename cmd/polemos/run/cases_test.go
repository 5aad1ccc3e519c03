package run

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The cases of the rules, found by hand, told as JSON by the verb replay: every value
// that a case gives.
func TestRuleCasesThroughReplay(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(checkout(t), "configs", "testdata", "cases", "republic.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name     string
		Scenario json.RawMessage
		Dice     []int32
		Expected map[string]any
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) != 80 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	chdirTemp(t)
	for _, c := range cases {
		if err := os.WriteFile("case.json", c.Scenario, 0o644); err != nil {
			t.Fatal(err)
		}
		dice := strings.Trim(strings.ReplaceAll(fmt.Sprint(c.Dice), " ", ","), "[]")
		o := polemos(t, "replay", "case.json", "--dice", dice, "--format", "json")
		if _, wrong := c.Expected["error"]; wrong {
			if o.status != Usage || o.out != "" {
				t.Errorf("%s: status %d, %s", c.Name, o.status, o.out)
			}
			continue
		}
		var told any
		if err := json.Unmarshal([]byte(o.out), &told); o.status != Done || err != nil {
			t.Errorf("%s: status %d, %v, %s", c.Name, o.status, err, o.err)
			continue
		}
		holds(t, c.Name, c.Expected, told)
	}
}

// holds wants everything in a value that another has; lists as long.
func holds(t *testing.T, at string, want, got any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for key, value := range want {
			if has, ok := object[key]; ok {
				holds(t, at+"."+key, value, has)
			} else {
				t.Errorf("%s has no %s", at, key)
			}
		}
	case []any:
		list, _ := got.([]any)
		if len(list) != len(want) {
			t.Errorf("%s: %v, want %v", at, got, want)
			return
		}
		for i := range want {
			holds(t, fmt.Sprintf("%s[%d]", at, i), want[i], list[i])
		}
	default:
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
}

// Events tell the change by the rules and the value after it, which a bound may hold.
func TestEventsOfReplay(t *testing.T) {
	for _, c := range []struct {
		set  string
		want map[string]any
	}{
		{"turns=4", map[string]any{"turn": 1.0, "phase": "legislative", "kind": "war_boost", "crisis": "inkopah", "approval": 12.0, "approval_after": 72.0}},
		{"republic.approval.max=65", map[string]any{"turn": 1.0, "phase": "legislative", "kind": "war_boost", "crisis": "inkopah", "approval": 12.0, "approval_after": 65.0}},
	} {
		var told struct{ Events []map[string]any }
		out := done(t, "replay", "inkopah-example", "--dice", "4,-5,-1", "--set", c.set, "--format", "json")
		if err := json.Unmarshal([]byte(out), &told); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, e := range told.Events {
			if e["kind"] == "war_boost" {
				found = true
				holds(t, c.set, c.want, any(e))
			}
		}
		if !found {
			t.Errorf("%s: no war boost in %s", c.set, out)
		}
	}
}
