package plots

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/polemos-sim/polemos/reports/summary"
)

// cities is a game of five sides with two measures, in which much can happen.
func cities() *summary.Summary {
	s := blank(1000, "Cities at war")
	s.Scenario.Ruleset = "hellas"
	s.Outcomes = []summary.Outcome{outcome("athens", 300, 1000), outcome("sparta", 200, 1000), outcome("limit_tie", 500, 1000), outcome("never", 0, 1000)}
	for i := range s.Outcomes {
		o, by := &s.Outcomes[i], int64(0)
		for turn := 1; turn <= 10; turn++ {
			n := int64(0)
			switch {
			case i == 2 && turn == 10:
				n = 500
			case i < 2 && turn > 5:
				n = o.Games / 5
			}
			by += n
			x := outcome(o.Name, by, 1000)
			o.ByTurn = append(o.ByTurn, summary.OutcomeTurn{Turn: turn, Games: n, Share: *x.Odds, Low: x.Low, High: x.High})
		}
	}
	s.Measures = append(s.Measures, summary.Entry[summary.Measure]{Key: "treasury", Value: summary.Measure{Unit: "talents"}})
	for i, side := range []string{"Athens", "Corinth", "Sparta", "Syracuse_with_a_very_long_name_that_no_panel_is_wide_enough_for", "Thebes"} {
		steady, rich := float64(i%2), float64(1+20*i)
		var approval, treasury []summary.CurvePoint
		for turn := 1; turn <= 10; turn++ {
			x := float64(turn) * steady
			approval = append(approval, summary.CurvePoint{Turn: turn, Games: 1000, Mean: x, P05: x, P25: x, P50: x, P75: x, P95: x + steady})
			x = 100 * rich * float64(turn)
			treasury = append(treasury, summary.CurvePoint{Turn: turn, Games: 1000, Mean: x, P05: x / 2, P25: x - rich, P50: x, P75: x + rich, P95: 2 * x})
		}
		s.Curves = append(s.Curves, summary.Entry[[]summary.CurvePoint]{Key: side + ".approval", Value: approval}, summary.Entry[[]summary.CurvePoint]{Key: side + ".treasury", Value: treasury})
	}
	for _, e := range []struct {
		name string
		some int64
		mean float64
	}{{"plagues", 560, 0.566}, {"ties", 0, 0}, {"ravages", 1000, 13.7}} {
		x := outcome(e.name, e.some, 1000)
		s.Game.Events = append(s.Game.Events, summary.Events{Final: summary.Final{Name: e.name, Mean: &e.mean, Low: new(e.mean * 0.99), High: new(e.mean * 1.01)}, Some: e.some, Any: x.Odds, AnyLow: x.Low, AnyHigh: x.High})
	}
	return s
}

func TestSidesThatShareAMeasureShareAPicture(t *testing.T) {
	var names []string
	for _, p := range All(cities()) {
		names = append(names, p.Name)
	}
	if want := []string{"victory-odds", "endings", "events", "approval", "treasury"}; !slices.Equal(names, want) {
		t.Errorf("pictures %v, want %v", names, want)
	}
	for _, set := range CurveSets(cities()) {
		if len(set.Curves) != 5 {
			t.Errorf("%s has %d curves", set.ID, len(set.Curves))
		}
	}
	if sets := CurveSets(fixture(t)); len(sets) != 4 || sets[0].ID != "republic.approval" {
		t.Errorf("one side alone: %+v", sets)
	}
}

func drawn(t *testing.T, name string) string {
	t.Helper()
	for _, p := range All(cities()) {
		if p.Name == name {
			var b bytes.Buffer
			if err := p.SVG(&b); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
	}
	t.Fatalf("there is no picture %s", name)
	return ""
}

// Of five sides the approval of two moves; the treasuries differ by eighty times.
func TestPanels(t *testing.T) {
	approval, treasury := drawn(t, "approval"), drawn(t, "treasury")
	for _, c := range []struct{ in, want string }{
		{approval, ">In nine games of ten or more, every turn: Athens 0, Sparta 0, Thebes 0.<"},
		{approval, ">Approval, turn by turn, in points<"},
		{approval, ">Corinth<"},
		{treasury, ">Every panel has a scale of its own.<"},
		{treasury, ">Thebes<"},
	} {
		if !strings.Contains(c.in, c.want) {
			t.Errorf("%q is not in the picture", c.want)
		}
	}
	if strings.Contains(approval, "scale of its own") {
		t.Error("two sides with the same values have a common scale")
	}
}

func TestEndingsAreNamedWithTheirShares(t *testing.T) {
	picture := drawn(t, "endings")
	for _, want := range []string{">limit_tie  50.0 %<", ">athens  30.0 %<", ">sparta  20.0 %<", "half of it by turn 8", ">Shaded: 99 % intervals.<"} {
		if !strings.Contains(picture, want) {
			t.Errorf("%q is not in the picture", want)
		}
	}
	if strings.Contains(picture, ">never") {
		t.Error("an outcome that never came has no line")
	}
	sure := sureThing()
	for i := range sure.Outcomes {
		sure.Outcomes[i].ByTurn = []summary.OutcomeTurn{{Turn: 1, Games: sure.Outcomes[i].Games}}
	}
	if endingsSpread(sure) {
		t.Error("where all games end in one turn there is nothing to see turn by turn")
	}
}

func TestEventsAreWrittenBesideTheirBars(t *testing.T) {
	picture := drawn(t, "events")
	for _, want := range []string{">56 %<", ">never<", ">13.7 times a game<"} {
		if !strings.Contains(picture, want) {
			t.Errorf("%q is not in the picture", want)
		}
	}
}

func TestApart(t *testing.T) {
	if got, want := apart([]vg.Length{0, 1, 2, 50, 100}, 10, 95), []vg.Length{0, 10, 20, 50, 95}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := apart([]vg.Length{90, 91, 92}, 10, 95), []vg.Length{75, 85, 95}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
