package plots

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"testing"

	"github.com/polemos-sim/polemos/reports/summary"
)

// The pictures are measured here as a reader would with a ruler: values are read off the drawn marks by means of the drawn grid.

type point struct{ x, y float64 }

var (
	pathElement = regexp.MustCompile(`<path[^>]* class="([a-z-]+)"[^>]* d="([^"]*)"`)
	fillElement = regexp.MustCompile(`<path class="([a-z-]+)" d="([^"]*)"`)
	coordinates = regexp.MustCompile(`([ML])(-?[0-9.]+) (-?[0-9.]+)`)
)

// marks are the paths of one class in the order drawn, each a list of points.
func marks(t *testing.T, p Picture, class string) (found [][]point) {
	t.Helper()
	var b bytes.Buffer
	if err := p.Inline(&b); err != nil {
		t.Fatal(err)
	}
	element := pathElement
	if class[0] == 'f' {
		element = fillElement
	}
	for _, m := range element.FindAllStringSubmatch(b.String(), -1) {
		if m[1] != class {
			continue
		}
		for _, c := range coordinates.FindAllStringSubmatch(m[2], -1) {
			x, errX := strconv.ParseFloat(c[2], 64)
			y, errY := strconv.ParseFloat(c[3], 64)
			if errX != nil || errY != nil {
				t.Fatalf("a path holds %q", c[0])
			}
			if c[1] == "M" {
				found = append(found, nil)
			}
			found[len(found)-1] = append(found[len(found)-1], point{x, y})
		}
	}
	return found
}

// near allows for coordinates being written to a hundredth of a point.
func near(t *testing.T, what string, got, want, slack float64) {
	t.Helper()
	if math.Abs(got-want) > slack {
		t.Errorf("%s is drawn at %v, want %v", what, got, want)
	}
}

func TestBarsAreAsLongAsTheOdds(t *testing.T) {
	s := fewGames()
	p := victoryOdds(s)
	grid := marks(t, p, "s-grid")
	if len(grid) != 4 { // 25, 50, 75 and 100 %
		t.Fatalf("%d grid lines, want 4", len(grid))
	}
	quarter := grid[1][0].x - grid[0][0].x
	zero := grid[0][0].x - quarter
	share := func(x float64) float64 { return (x - zero) / (4 * quarter) }

	bars := append(marks(t, p, "f-blue"), marks(t, p, "f-grey")...) // unresolved is the last and grey
	exact := marks(t, p, "s-vermilion")
	whiskers := marks(t, p, "s-ink")
	if len(bars) != 3 || len(exact) != 2 || len(whiskers) != 9 {
		t.Fatalf("%d bars, %d exact odds and %d lines of whiskers, want 3, 2 and 9", len(bars), len(exact), len(whiskers))
	}
	for i, o := range s.Outcomes {
		near(t, o.Name+"'s start", share(bars[i][0].x), 0, 1e-4)
		near(t, o.Name, share(bars[i][1].x), *o.Odds, 1e-4)
		near(t, o.Name+"'s low end", share(whiskers[3*i][0].x), *o.Low, 1e-4)
		near(t, o.Name+"'s high end", share(whiskers[3*i][1].x), *o.High, 1e-4)
		if o.Exact != nil {
			near(t, o.Name+"'s exact odds", share(exact[i][0].x), *o.Exact, 1e-4)
		}
		if i > 0 && bars[i][0].y <= bars[i-1][0].y {
			t.Errorf("%s is not below %s", o.Name, s.Outcomes[i-1].Name)
		}
	}
}

func TestWarsAreDrawnAsTheyAre(t *testing.T) {
	s := fewGames()
	s.Wars.Length = decaying(600, 0.8, 8) // one war in six is still on at the horizon
	p := warLengths(s)
	var upper, lower []float64
	for _, l := range marks(t, p, "s-grid") {
		if l[0].y < float64(p.height)*0.45 {
			upper = append(upper, l[0].y)
		} else {
			lower = append(lower, l[0].y)
		}
	}
	if len(upper) != 4 || len(lower) != 4 { // 5 to 20 %, and quarters
		t.Fatalf("%d and %d grid lines, want 4 and 4", len(upper), len(lower))
	}
	ended := func(y float64) float64 { return 0.05 + (upper[0]-y)/(upper[0]-upper[1])*0.05 }
	still := func(y float64) float64 { return 0.25 + (lower[0]-y)/(lower[0]-lower[1])*0.25 }

	l := s.Wars.Length
	bars, running := marks(t, p, "f-blue"), marks(t, p, "f-grey")
	if len(running) != 1 {
		t.Fatalf("%d grey bars, want that of the horizon", len(running))
	}
	for i, h := range l.Histogram[:len(l.Histogram)-1] {
		near(t, "wars of "+strconv.Itoa(h.Turns)+" turns", ended(bars[i][2].y), float64(h.Wars)/600, 1e-3)
	}
	horizon := l.Survival[len(l.Survival)-1]
	near(t, "wars that ended at the horizon", ended(bars[len(bars)-1][2].y), float64(horizon.Ended)/600, 1e-3)
	near(t, "wars of the horizon's length", ended(running[0][2].y), float64(horizon.AtRisk)/600, 1e-3)

	curve, band := marks(t, p, "s-blue")[0], marks(t, p, "f-wide")[0]
	turn := curve[3].x - curve[1].x // the curve steps at points 1 (turn 1), 3 (turn 2), ...
	for i, step := range l.Survival {
		near(t, "the curve", still(curve[2*i+2].y), step.Survival, 1e-3)
		near(t, "the curve's turn", (curve[2*i+2].x-curve[0].x)/turn, float64(step.Turn), 1e-3)
		near(t, "the band's lower edge", still(band[2*i+2].y), *step.Low, 1e-3)
		near(t, "the band's upper edge", still(band[len(band)-1-(2*i+2)].y), *step.High, 1e-3)
	}
	median := marks(t, p, "s-muted")[0]
	near(t, "the median", (median[1].x-curve[0].x)/turn, *l.Median, 1e-3)
	near(t, "the median's height", still(median[1].y), 0.5, 1e-3)
}

func TestFansAreDrawnAsTheyAre(t *testing.T) {
	s := fixture(t)
	points, _ := s.Curves.Get("inkopah.running_total")
	p := fan(s, "inkopah.running_total", points)
	grid := marks(t, p, "s-grid") // 0, 10, 20, 30; the axis is at -10
	if len(grid) != 4 {
		t.Fatalf("%d grid lines, want 4", len(grid))
	}
	value := func(y float64) float64 { return (grid[0][0].y - y) / (grid[0][0].y - grid[1][0].y) * 10 }
	wide, half := marks(t, p, "f-wide")[0], marks(t, p, "f-half")[0]
	mean, median := marks(t, p, "s-vermilion")[0], marks(t, p, "s-blue")[0]
	last := 2*len(points) - 1
	for i, pt := range points {
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"5 %", wide[i].y, pt.P05}, {"95 %", wide[last-i].y, pt.P95}, {"25 %", half[i].y, pt.P25}, {"75 %", half[last-i].y, pt.P75},
			{"mean", mean[i].y, pt.Mean}, {"median", median[i].y, pt.P50},
		} {
			near(t, c.what+" of turn "+strconv.Itoa(pt.Turn), value(c.got), c.want, 0.01)
		}
	}
	steps := marks(t, p, "f-grey")[0]
	full := steps[0].y - steps[1].y // a million games
	for i, pt := range points {
		near(t, "games on", (steps[0].y-steps[2*i+1].y)/full, float64(pt.Games)/1e6, 1e-3)
	}
}

func TestTheRarestOutcomeStillShows(t *testing.T) {
	p := victoryOdds(&summary.Summary{Games: 1_000_000, Confidence: 0.99, Outcomes: []summary.Outcome{outcome("rare", 1, 1_000_000), outcome("never", 0, 1_000_000), outcome("else", 999_999, 1_000_000)}})
	bars := marks(t, p, "f-blue")
	for i, want := range []float64{0.8, 0} {
		near(t, "the width of bar "+strconv.Itoa(i), bars[i][1].x-bars[i][0].x, want, 0.011)
	}
}

func TestNumbersOfCoordinates(t *testing.T) {
	for x, want := range map[float64]string{0: "0", -0.001: "0", math.Copysign(0, -1): "0", 1.005: "1", 12.345678: "12.35", -3.1: "-3.1", 100: "100"} {
		if got := number(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
}
