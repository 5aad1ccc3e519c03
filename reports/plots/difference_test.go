package plots

import (
	"math"
	"testing"
)

func differencesFixture() Intervals {
	return Intervals{
		Name: "differences-odds", Title: "Differences of odds from A", Scenario: "War & <Peace>", Footer: "65,536 games", Axis: "percentage points", Zero: true,
		Notes: []string{"Shaded: what does not matter."},
		Rows: []IntervalRow{
			{Name: "odds.victory", Value: "-1.0 pp (-1.5 to -0.5)", Beside: "B is worse", Est: -1, Low: -1.5, High: -0.5, Bounds: Unbounded, Tone: Bad},
			{Name: "odds.defeat", Value: "+2.0 pp (+1.0 to +3.0)", Beside: "B is higher", Est: 2, Low: 1, High: 3, Bounds: [2]float64{-0.25, 0.25}, Tone: Told},
			{Name: "odds.declined", Value: "-", Beside: "undecided", Est: math.NaN(), Low: math.NaN(), High: math.NaN(), Bounds: Unbounded},
		},
	}
}

func expectedFixture() Intervals {
	inf := math.Inf(1)
	return Intervals{
		Name: "expected-1", Title: "What is expected, and what is", Scenario: "War", Footer: "exact", Notes: []string{"Every row has a scale of its own."},
		Rows: []IntervalRow{
			{Name: "odds.victory", Under: "between 0.9 and 0.92", Value: "0.9112", Beside: "pass", Est: 0.9112, Low: 0.9112, High: 0.9112, Bounds: [2]float64{0.9, 0.92}, Tone: Told},
			{Name: "final.treasury.of.a.republic.with.a.very.long.name.mean", Under: "at least -5", Value: "-12.5", Beside: "fail (-13.0 to -12.0)", Est: -12.5, Low: -13, High: -12, Bounds: [2]float64{-5, inf}, Tone: Bad},
			{Name: "final.spent.min", Under: "at most 0", Value: "2", Beside: "undecided (at most 2)", Est: 2, Low: -inf, High: 2, Bounds: [2]float64{-inf, 0}},
			{Name: "huge", Under: "at most 1e308", Value: "-1e308", Beside: "pass", Est: -1e308, Low: -1.7e308, High: 1.7e308, Bounds: [2]float64{-inf, 1e308}, Tone: Told},
			{Name: "nothing", Under: "at least 0", Value: "0", Beside: "pass", Est: 0, Low: 0, High: 0, Bounds: [2]float64{0, inf}, Tone: Told},
			{Name: "unknown", Under: "at least 0", Value: "unknown", Beside: "undecided", Est: math.NaN(), Low: math.NaN(), High: math.NaN(), Bounds: [2]float64{0, inf}},
		},
	}
}

// middle is where a disc is.
func middle(corners []point) (x float64) {
	for _, c := range corners {
		x += c.x / float64(len(corners))
	}
	return x
}

func TestDifferencesAreDrawnAsTheyAre(t *testing.T) {
	p := differencesFixture().Picture()
	grid, zero := marks(t, p, "s-grid"), marks(t, p, "s-ink")
	if len(zero) != 1 || len(grid) != 3 { // at -2, 0 and 2
		t.Fatalf("%d lines at zero and %d of the grid, want 1 and 3", len(zero), len(grid))
	}
	unit := (grid[2][0].x - grid[0][0].x) / 4
	at := func(x float64) float64 { return (x - zero[0][0].x) / unit }
	near(t, "the grid's middle", at(grid[1][0].x), 0, 1e-3)
	worse, higher := marks(t, p, "s-vermilion"), marks(t, p, "s-blue")
	if len(worse) != 3 || len(higher) != 5 { // an interval and its ends; two edges of what is shaded
		t.Fatalf("%d and %d lines", len(worse), len(higher))
	}
	near(t, "the low end", at(worse[0][0].x), -1.5, 1e-2)
	near(t, "the high end", at(worse[0][1].x), -0.5, 1e-2)
	near(t, "the difference", at(middle(marks(t, p, "f-vermilion")[0])), -1, 1e-2)
	near(t, "the other's low end", at(higher[2][0].x), 1, 1e-2)
	near(t, "the other's high end", at(higher[2][1].x), 3, 1e-2)
	shaded := marks(t, p, "f-wide")
	if len(shaded) != 1 {
		t.Fatalf("%d stretches are shaded, want 1", len(shaded))
	}
	near(t, "what is shaded", at(shaded[0][0].x), -0.25, 1e-2)
	near(t, "what is shaded", at(shaded[0][1].x), 0.25, 1e-2)
	if open := marks(t, p, "f-grey"); len(open) != 0 {
		t.Error("what is not known is drawn")
	}
}

func TestExpectedIsDrawnAroundWhatIs(t *testing.T) {
	p := expectedFixture().Picture()
	shaded, told := marks(t, p, "f-wide"), marks(t, p, "f-blue")
	if len(shaded) != 6 || len(told) != 3 {
		t.Fatalf("%d stretches and %d numbers", len(shaded), len(told))
	}
	low, high := shaded[0][0].x, shaded[0][1].x
	near(t, "odds.victory between its bounds", (middle(told[0])-low)/(high-low), (0.9112-0.9)/0.02, 1e-3)
	bad := middle(marks(t, p, "f-vermilion")[0])
	if bad >= shaded[1][0].x {
		t.Errorf("what fails is drawn at %v, inside of what is expected from %v", bad, shaded[1][0].x)
	}
	near(t, "a bound without end", shaded[1][1].x, shaded[4][1].x, 1e-2)
}
