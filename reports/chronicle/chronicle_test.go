package chronicle_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/chronicle"
	"github.com/polemos-sim/polemos/sim"
)

func workedExample(t *testing.T) chronicle.Tale {
	t.Helper()
	s, err := configs.Load("inkopah-example", policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sim.Replay(sim.Experiment{Ruleset: s.Ruleset(), Seed: 1}, 0, []int32{4, -5, -1})
	if err != nil {
		t.Fatal(err)
	}
	return chronicle.Tale{Scenario: s.Name, Title: s.Title, Seed: 1, GivenDice: true, Game: c}
}

// The text was read against the worked example of the rules, number by number:
// running totals 10, 8 and 15; approval 72, 68 and 76; fervor 0, 1 and 1; the
// Territory on turn 4.
func TestTextTellsTheWorkedExample(t *testing.T) {
	want, err := os.ReadFile("testdata/worked-example.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := chronicle.Text(&got, workedExample(t)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestJSONKeepsItsOrderAndValues(t *testing.T) {
	var got bytes.Buffer
	if err := chronicle.JSON(&got, workedExample(t)); err != nil {
		t.Fatal(err)
	}
	var v struct {
		Scenario, Outcome string
		Length            int
		Turns             []struct {
			Approval, Treasury int
			Wars               map[string]struct {
				Points, Draw, Total int
				Result              string
			}
		}
		Events []struct{ Kind, Text string }
	}
	if err := json.Unmarshal(got.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if v.Scenario != "inkopah-example" || v.Outcome != "unresolved" || v.Length != 4 || len(v.Turns) != 4 {
		t.Fatalf("%+v", v)
	}
	for i, want := range []struct{ approval, treasury, points, draw, total int }{{72, 118, 6, 4, 10}, {68, 136, 3, -5, 8}, {76, 151, 8, -1, 15}} {
		turn := v.Turns[i]
		war := turn.Wars["inkopah"]
		if turn.Approval != want.approval || turn.Treasury != want.treasury || war.Points != want.points || war.Draw != want.draw || war.Total != want.total {
			t.Errorf("turn %d: %+v, want %+v", i+1, turn, want)
		}
	}
	text := got.String()
	last := -1
	for _, key := range []string{`"scenario"`, `"seed"`, `"game"`, `"outcome"`, `"length"`, `"turns"`, `"wars"`, `"events"`, `"final"`} {
		at := strings.Index(text[max(last, 0):], "\n  "+key) + max(last, 0)
		if at < last {
			t.Errorf("%s is out of order", key)
		}
		last = at
	}
	for _, e := range v.Events {
		if e.Kind == "" || e.Text == "" {
			t.Errorf("an event says nothing: %+v", e)
		}
	}
}
