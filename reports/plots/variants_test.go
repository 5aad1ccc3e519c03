package plots

import (
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/polemos-sim/polemos/reports/summary"
)

// fixture is the summary of a million games of inkopah, played by a program of a few lines that knows nothing of this project; only
// the turns of its outcomes are shared out, in proportion to the lengths of all games.
func fixture(t testing.TB) *summary.Summary {
	t.Helper()
	f, err := os.Open("../summary/testdata/inkopah-fixture.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := summary.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// variants are summaries that strain a picture each in its own way.
func variants(t testing.TB) map[string]*summary.Summary {
	return map[string]*summary.Summary{
		"inkopah":   fixture(t),
		"many":      manyOutcomes(),
		"sure":      sureThing(),
		"few-games": fewGames(),
		"long":      longHorizon(),
		"unreached": medianNotReached(),
		"one-turn":  oneTurn(),
		"squeezed":  squeezed(),
		"cities":    cities(),
	}
}

func blank(games int64, title string) *summary.Summary {
	return &summary.Summary{
		SchemaVersion: summary.SchemaVersion, Seed: 18446744073709551615, Games: games, Confidence: 0.99,
		Scenario: summary.Scenario{Name: "strained", Title: title, Ruleset: "republic", Turns: 40},
		Measures: summary.Ordered[summary.Measure]{{Key: "approval", Value: summary.Measure{Unit: "points"}}},
	}
}

// outcome has a normal interval, clipped to 0..1: good enough to be drawn.
func outcome(name string, games, of int64) summary.Outcome {
	p := float64(games) / float64(of)
	half := 2.576*math.Sqrt(p*(1-p)/float64(of)) + 3/float64(of)
	return summary.Outcome{Name: name, Games: games, Odds: &p, Low: new(max(p-half, 0)), High: new(min(p+half, 1))}
}

func manyOutcomes() *summary.Summary {
	s := blank(1_000_000, "A title that goes on and on about the many ways in which the cities of Hellas could end their quarrels")
	names := []string{"athens", "limit_athens", "sparta", "limit_sparta_before_the_harvest_of_the_third_year", "corinth", "thebes", "syracuse",
		"persia_buys_everybody", "treaty", "plague", "a", summary.Unresolved}
	left := s.Games
	for i, n := range names {
		games := left / 2
		switch i {
		case 10:
			games = 40
		case 11:
			games = left
		}
		left -= games
		s.Outcomes = append(s.Outcomes, outcome(n, games, s.Games))
	}
	return s
}

func sureThing() *summary.Summary {
	s := blank(1000, "A sure thing")
	s.Outcomes = []summary.Outcome{outcome("victory", 1000, 1000), outcome("defeat", 0, 1000)}
	return s
}

func fewGames() *summary.Summary {
	s := blank(60, "Sixty games")
	s.Outcomes = []summary.Outcome{outcome("victory", 31, 60), outcome("defeat", 22, 60), outcome(summary.Unresolved, 7, 60)}
	s.Outcomes[0].Exact, s.Outcomes[1].Exact = new(0.47), new(0.41)
	s.Wars.Length = decaying(60, 0.75, 12)
	s.Curves = summary.Ordered[[]summary.CurvePoint]{{Key: "republic.approval", Value: waves(60, 12, 0.78)}}
	return s
}

func longHorizon() *summary.Summary {
	s := blank(1_000_000, "A thousand turns")
	s.Scenario.Turns = 1000
	s.Outcomes = []summary.Outcome{outcome("victory", 500_000, s.Games), outcome("defeat", 500_000, s.Games)}
	s.Wars.Length = decaying(1_000_000, 0.9958, 1000)
	s.Curves = summary.Ordered[[]summary.CurvePoint]{{Key: "republic.approval", Value: waves(1_000_000, 1000, 0.9985)}}
	return s
}

func medianNotReached() *summary.Summary {
	s := blank(20_000, "Wars without end")
	s.Outcomes = []summary.Outcome{outcome("victory", 3000, s.Games), outcome(summary.Unresolved, 17_000, s.Games)}
	s.Wars.Length = decaying(20_000, 0.996, 40)
	s.Wars.Length.Median = nil
	return s
}

func oneTurn() *summary.Summary {
	s := blank(1_000_000, "One turn")
	s.Scenario.Turns = 1
	s.Outcomes = []summary.Outcome{outcome(summary.Unresolved, 1_000_000, s.Games)}
	s.Wars.Length = decaying(1_000_000, 0, 1)
	s.Curves = summary.Ordered[[]summary.CurvePoint]{{Key: "republic.approval", Value: waves(1_000_000, 1, 1)}, {Key: "republic.fervor", Value: flat(1)}, {Key: "republic.treasury", Value: flat(40)}}
	return s
}

// squeezed has wars of a few turns under a horizon of 400, but for one in ten thousand.
func squeezed() *summary.Summary {
	s := blank(1_000_000, "A long horizon and short wars")
	s.Outcomes = []summary.Outcome{outcome("victory", 999_960, s.Games), outcome("defeat", 40, s.Games)}
	s.Wars.Length = decaying(1_000_000, 0.35, 400)
	s.Curves = summary.Ordered[[]summary.CurvePoint]{{Key: "corcyra_and_her_colonies.bellicosity", Value: waves(1_000_000, 400, 0.5)}}
	return s
}

// Above the bars stand all shares, with the sign of percent where there is room for it, or none.
func TestNumbersAboveBarsAreAllOrNone(t *testing.T) {
	l := decaying(1_000_000, 0.8, 15) // 20.0 % in turn 1, 1.1 % in turn 14
	style := letters(footerSize, ink)
	wide, narrow := style.Width("20.0 %"), style.Width("20.0")
	for _, c := range []struct {
		room vg.Length
		sign string
		ok   bool
	}{{wide + 1, " %", true}, {wide - 1, "", true}, {narrow - 1, "", false}} {
		if sign, ok := (histogram{l: l, last: 15}).numbers(style, c.room); sign != c.sign || ok != c.ok {
			t.Errorf("room for %v: %q, %v, want %q, %v", c.room, sign, ok, c.sign, c.ok)
		}
	}
}

// decaying is the length of wars of which the share stay goes on each turn, up to the horizon.
func decaying(wars int64, stay float64, horizon int) summary.WarLength {
	l := summary.WarLength{Wars: wars}
	on, sum := wars, 0.0
	for t := 1; t <= horizon && on > 0; t++ {
		left := int64(float64(on) * stay)
		ended := on - left
		s := float64(left) / float64(wars)
		half := 2.576 * math.Sqrt(s*(1-s)/float64(wars))
		l.Survival = append(l.Survival, summary.SurvivalStep{Turn: t, AtRisk: on, Ended: ended, Survival: s, Low: new(max(s-half, 0)), High: new(min(s+half, 1))})
		if t == horizon {
			ended = on
		}
		l.Histogram = append(l.Histogram, summary.WarTurns{Turns: t, Wars: ended})
		if l.Median == nil && s <= 0.5 {
			l.Median = new(float64(t))
		}
		sum += float64(t) * float64(ended)
		on = left
	}
	mean := sum / float64(wars)
	l.Mean, l.Low, l.High = &mean, new(mean-0.01), new(mean+0.01)
	return l
}

func waves(games int64, turns int, stay float64) (points []summary.CurvePoint) {
	on := float64(games)
	for t := 1; t <= turns && on >= 1; t++ {
		middle := 55 + 20*math.Sin(float64(t)*7/float64(turns+8))
		spread := 4 + 24*math.Sqrt(float64(t)/float64(turns))
		r := math.Round
		points = append(points, summary.CurvePoint{Turn: t, Games: int64(on), Mean: middle - 1.5, P05: r(middle - spread), P10: r(middle - 0.8*spread),
			P25: r(middle - 0.4*spread), P50: r(middle), P75: r(middle + 0.4*spread), P90: r(middle + 0.7*spread), P95: r(middle + 0.9*spread)})
		on *= stay
	}
	return points
}

func flat(turns int) (points []summary.CurvePoint) {
	for t := 1; t <= turns; t++ {
		points = append(points, summary.CurvePoint{Turn: t, Games: 1000, Mean: 7, P05: 7, P10: 7, P25: 7, P50: 7, P75: 7, P90: 7, P95: 7})
	}
	return points
}

// TestLook writes every variant's pictures into the folder named by POLEMOS_LOOK, for people to look at; without it, it draws them
// all and fails on an error.
func TestLook(t *testing.T) {
	dir := os.Getenv("POLEMOS_LOOK")
	for name, s := range variants(t) {
		files, err := Files(All(s))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if len(f.Data) == 0 {
				t.Errorf("%s: %s is empty", name, f.Name)
			}
			if dir == "" {
				continue
			}
			if err := os.WriteFile(fmt.Sprintf("%s/%s.%s", dir, name, f.Name), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
