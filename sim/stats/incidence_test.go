package stats_test

import (
	"math"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// Fifteen wars, two causes, ties of both and of censoring; expected values from
// statsmodels 0.15.0, CumIncidenceRight (cinc and cinc_se).
func TestIncidenceEqualsStatsmodels(t *testing.T) {
	w := stats.Wars{
		Ended: [][]uint64{
			{0, 1, 1, 1, 1, 1, 0, 1, 0},
			{0, 0, 1, 1, 0, 1, 0, 1, 0},
		},
		Censored: []uint64{0, 0, 0, 1, 0, 0, 1, 0, 3},
	}
	curves, err := stats.AalenJohansen(w, .99)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float64{
		{0, 0.06666667, 0.13333333, 0.2, 0.27407407, 0.34814815, 0.34814815, 0.43703704, 0.43703704},
		{0, 0, 0.06666667, 0.13333333, 0.13333333, 0.20740741, 0.20740741, 0.2962963, 0.2962963},
	}
	se := [][]float64{
		{0, 0.06440612, 0.08777075, 0.10327956, 0.11726706, 0.12642361, 0.12642361, 0.13633565, 0.13633565},
		{0, 0, 0.06440612, 0.08777075, 0.08777075, 0.10699082, 0.10699082, 0.12595981, 0.12595981},
	}
	for cause, curve := range curves {
		for turn, p := range curve {
			near(t, "incidence", p.Est, want[cause][turn], 1e-8)
			if p.Est > 0 {
				near(t, "standard error", deviation(complement(p.Estimate)), se[cause][turn], 1e-8)
			}
			if p.Ended != w.Ended[cause][turn] || p.Turn != turn {
				t.Errorf("cause %d turn %d is %+v", cause, turn, p)
			}
		}
	}
	// Of 15 wars none had ended by either cause at turn 0, and none by the second
	// at turn 1: Wilson's bound for none of 15.
	none := stats.Wilson(0, 15, .99).Interval
	nearInterval(t, "turn 0", curves[0][0].Estimate, none, 1e-14)
	nearInterval(t, "turn 1", curves[1][1].Estimate, none, 1e-14)
}

func TestCausesAndSurvivalAddUpToOne(t *testing.T) {
	r := random(8)
	for range 50 {
		w := tally(3, 10, randomGames(r, 1+r.IntN(100)))
		curve := kaplanMeier(t, w, .99)
		causes, err := stats.AalenJohansen(w, .99)
		if err != nil {
			t.Fatal(err)
		}
		for turn, p := range curve.Points {
			sum := p.Est
			for _, c := range causes {
				if c[turn].Missing != p.Missing {
					t.Fatalf("turn %d: %q by cause, %q in all", turn, c[turn].Missing, p.Missing)
				}
				sum += c[turn].Est
			}
			if p.Known() && math.Abs(sum-1) > 1e-15 {
				t.Fatalf("turn %d adds up to 1%+g", turn, sum-1)
			}
		}
	}
}

func TestOneCauseMirrorsKaplanMeier(t *testing.T) {
	w := remissions()
	curve := kaplanMeier(t, w, .95)
	causes, err := stats.AalenJohansen(w, .95)
	if err != nil {
		t.Fatal(err)
	}
	for turn, p := range causes[0] {
		nearInterval(t, "incidence", p.Estimate, complement(curve.Points[turn].Estimate), 1e-14)
	}
}

func TestACauseNeverSeenHasABound(t *testing.T) {
	w := stats.Wars{Ended: [][]uint64{{0, 400, 600}, {0, 0, 0}}}
	causes, err := stats.AalenJohansen(w, .99)
	if err != nil {
		t.Fatal(err)
	}
	bound := stats.Wilson(0, 1000, .99)
	nearInterval(t, "never seen", causes[1][2].Estimate, bound.Interval, 1e-14)
	if p := causes[0][2]; p.Est != 1 || p.High != 1 || !(p.Low < 1 && p.Low > 1-.03) {
		t.Errorf("the only cause is %+v", p)
	}
}
