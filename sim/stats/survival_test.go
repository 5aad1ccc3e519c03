package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

func kaplanMeier(t *testing.T, w stats.Wars, conf float64) stats.Curve {
	t.Helper()
	c, err := stats.KaplanMeier(w, conf)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// remissions are the weeks of the 21 children on 6-MP: E. J. Freireich et al.,
// Blood 21 (1963), 699-716; the worked example of most textbooks (J. P. Klein and
// M. L. Moeschberger, "Survival Analysis", 2nd ed. (2003), table 4.1).
func remissions() stats.Wars {
	w := stats.Wars{Ended: [][]uint64{make([]uint64, 36)}, Censored: make([]uint64, 36)}
	for _, week := range []int{6, 6, 6, 7, 10, 13, 16, 22, 23} {
		w.Ended[0][week]++
	}
	for _, week := range []int{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35} {
		w.Censored[week]++
	}
	return w
}

// The digits are from lifelines 0.30.3, KaplanMeierFitter(alpha=.05), and equal
// scipy 1.17.1, ecdf(CensoredData).sf with method 'log-log'; 0.857, 0.807, 0.753,
// 0.690, 0.627, 0.538, 0.448 are printed in the book.
func TestKaplanMeierEqualsLifelines(t *testing.T) {
	c := kaplanMeier(t, remissions(), .95)
	for _, want := range []struct {
		week          int
		atRisk, ended uint64
		s             stats.Interval
	}{
		{6, 21, 3, stats.Interval{Est: 0.857142857142857, Low: 0.6197179552659838, High: 0.9515517476469969}},
		{7, 17, 1, stats.Interval{Est: 0.8067226890756299, Low: 0.5631465646222333, High: 0.9228090192028802}},
		{9, 16, 0, stats.Interval{Est: 0.8067226890756299, Low: 0.5631465646222333, High: 0.9228090192028802}},
		{10, 15, 1, stats.Interval{Est: 0.7529411764705878, Low: 0.5031995107999564, High: 0.8893618351692651}},
		{13, 12, 1, stats.Interval{Est: 0.6901960784313722, Low: 0.4316102224861839, High: 0.8490659633494505}},
		{16, 11, 1, stats.Interval{Est: 0.6274509803921566, Low: 0.36751085598750194, High: 0.8049121894718411}},
		{22, 7, 1, stats.Interval{Est: 0.5378151260504199, Low: 0.26777893676713493, High: 0.7467907176353943}},
		{23, 6, 1, stats.Interval{Est: 0.44817927170868327, Low: 0.18805200595923233, High: 0.6801426284952412}},
		{35, 1, 0, stats.Interval{Est: 0.44817927170868327, Low: 0.18805200595923233, High: 0.6801426284952412}},
	} {
		p := c.Points[want.week]
		if p.Turn != want.week || p.AtRisk != want.atRisk || p.Ended != want.ended {
			t.Errorf("week %d is %+v", want.week, p)
		}
		nearInterval(t, "survival", p.Estimate, want.s, 1e-12)
	}
	// lifelines: median 23, low 13, high infinite.
	m := c.Median()
	if m.Est.Value != 23 || m.Low.Value != 13 || m.High.Missing != "not reached in 35 turns" {
		t.Errorf("the median is %+v, want 23 from 13, without an upper end", m)
	}
	// lifelines: restricted_mean_survival_time 23.2874 and 16.1165; the standard
	// errors 2.8275 and 1.2516 are Irwin's sum of area^2 * ended / (atRisk
	// (atRisk - ended)), worked out in Python.
	const z = 1.959963984540054
	restricted := func(turns int, mean, se float64) {
		nearInterval(t, "restricted mean", c.RestrictedMean(turns), stats.Interval{Est: mean, Low: mean - z*se, High: mean + z*se}, 1e-12)
	}
	restricted(35, 23.287394957983185, 2.8274676233714393)
	restricted(20, 16.116526610644254, 1.2515601960050473)
}

// lifelines 0.30.3, load_waltons() group miR-137, KaplanMeierFitter(alpha=.01):
// 34 flies, all dead on day 62.
func TestKaplanMeierOfWaltonsFlies(t *testing.T) {
	w := stats.Wars{Ended: [][]uint64{make([]uint64, 63)}}
	for day, n := range map[int]uint64{6: 1, 9: 3, 13: 3, 15: 2, 19: 3, 22: 4, 26: 5, 29: 5, 33: 2, 36: 2, 43: 1, 47: 1, 62: 2} {
		w.Ended[0][day] = n
	}
	c := kaplanMeier(t, w, .99)
	nearInterval(t, "day 6", c.Points[6].Estimate, stats.Interval{Est: 0.9705882352941174, Low: 0.6754531467070709, High: 0.9977312620528505}, 1e-12)
	nearInterval(t, "day 22", c.Points[22].Estimate, stats.Interval{Est: 0.5294117647058821, Low: 0.2939916285472096, High: 0.7186334540494407}, 1e-12)
	nearInterval(t, "day 47", c.Points[47].Estimate, stats.Interval{Est: 0.0588235294117647, Low: 0.005061306656055094, High: 0.2190357033721656}, 1e-12)
	if m := c.Median(); m.Est.Value != 26 || m.Low.Value != 15 || m.High.Value != 29 {
		t.Errorf("the median is %+v, want 26 (15 to 29)", m)
	}
	// All are dead; lifelines gives 0 with no width, which is not known.
	if p := c.Points[62]; p.Est != 0 || p.Low != 0 || !(p.High > 0 && p.High < c.Points[61].High) {
		t.Errorf("day 62 is %+v", p)
	}
	if m := c.RestrictedMean(1000); m.Est != c.RestrictedMean(62).Est {
		t.Errorf("nobody lives after day 62, but the mean goes from %v to %v", c.RestrictedMean(62).Est, m.Est)
	}
}

// With every war ended the curve's median is the histogram's, also where exactly
// half of the wars remain and a product of floats would miss it.
func TestMedianIsTheHistogramsWithoutCensoring(t *testing.T) {
	r := random(3)
	for range 500 {
		ended := make([]uint64, 1+r.IntN(12))
		for i := range ended {
			ended[i] = r.Uint64N(6)
		}
		h := stats.Hist{Counts: ended}
		if h.N() == 0 {
			continue
		}
		c := kaplanMeier(t, stats.Wars{Ended: [][]uint64{ended}}, .99)
		if got, want := c.Median().Est.Value, h.Quantile(50).Value; int64(got) != want {
			t.Fatalf("%v has median %d by the curve, %d by the histogram", ended, got, want)
		}
		near(t, "restricted mean", c.RestrictedMean(len(ended)).Est, h.Mean().Value, 1e-13)
	}
}

func TestNoWarHasEndedYet(t *testing.T) {
	// 500 wars were still on after 2 turns, 100 of them after 4.
	w := stats.Wars{Censored: []uint64{0, 0, 400, 0, 100}}
	c := kaplanMeier(t, w, .99)
	// Nothing in n games: Wilson's bounds for n = 500, then 100.
	for turn, n := range []uint64{500, 500, 500, 100, 100} {
		nearInterval(t, "survival", c.Points[turn].Estimate, stats.Interval{Est: 1, Low: stats.Wilson(n, n, .99).Low, High: 1}, 1e-14)
	}
	m := c.Median()
	if why := "not reached in 4 turns"; m.Est.Missing != why || m.Low.Missing != why || m.High.Missing != why {
		t.Errorf("the median is %+v", m)
	}
	low := 0.
	for _, p := range c.Points[:3] {
		low += p.Low
	}
	nearInterval(t, "restricted mean", c.RestrictedMean(3), stats.Interval{Est: 3, Low: low, High: 3}, 1e-15)
	wantMissing(t, "restricted mean", c.RestrictedMean(6), "no war could be watched for 5 turns")
}

func TestCurveStopsWhereEveryWarWasCutOff(t *testing.T) {
	// 10 of 20 wars ended at 1; the others were cut off at 2, though the table is longer.
	c := kaplanMeier(t, stats.Wars{Ended: [][]uint64{{0, 10, 0, 0}}, Censored: []uint64{0, 0, 10, 0}}, .95)
	if p := c.Points[2]; p.Est != .5 || p.AtRisk != 10 {
		t.Errorf("turn 2 is %+v, want half of the wars", p)
	}
	wantMissing(t, "turn 3", c.Points[3].Estimate, "no war could be watched for 3 turns")
	if m := c.Median(); m.Est.Value != 1 || m.High.Missing != "not reached in 2 turns" {
		t.Errorf("the median is %+v, want 1 without an upper end", m)
	}
}

func TestEveryWarAlike(t *testing.T) {
	c := kaplanMeier(t, stats.Wars{Ended: [][]uint64{{0, 0, 0, 1000}}}, .99)
	w := stats.Wilson(0, 1000, .99)
	nearInterval(t, "survival", c.Points[3].Estimate, stats.Interval{Est: 0, Low: 0, High: w.High}, 1e-14)
	if m := c.Median(); m.Est.Value != 3 || m.Low.Value != 3 || m.High.Value != 3 {
		t.Errorf("the median is %+v, want 3", m)
	}
	m := c.RestrictedMean(10)
	nearInterval(t, "restricted mean", m, stats.Interval{Est: 3, Low: 3 * (1 - w.High), High: 3 + 7*w.High}, 1e-14)
}

func TestCurvesWithoutWars(t *testing.T) {
	for _, w := range []stats.Wars{{}, {Ended: [][]uint64{{0, 0}, nil}, Censored: []uint64{0, 0, 0}}} {
		c := kaplanMeier(t, w, .99)
		for _, p := range c.Points {
			wantMissing(t, "survival", p.Estimate, "no wars")
		}
		wantMissing(t, "restricted mean", c.RestrictedMean(2), "no wars")
		if m := c.Median(); m.Est.Missing != "no wars" || m.Low.Missing != "no wars" || m.High.Missing != "no wars" {
			t.Errorf("the median is %+v", m)
		}
		if _, err := stats.AalenJohansen(w, .99); err != nil {
			t.Error(err)
		}
	}
	wantMissing(t, "restricted mean", stats.Curve{}.RestrictedMean(2), "no wars")
	if m := (stats.Curve{}).Median(); m.Est.Missing != "no wars" {
		t.Errorf("the median of the zero curve is %+v", m)
	}
}

func TestSurvivalOfATrillionWars(t *testing.T) {
	const n = 1_000_000_000_000
	c := kaplanMeier(t, stats.Wars{Ended: [][]uint64{{0, n/2 - 1, n / 2, 1}}}, .99)
	if c.Points[2].Est != 1e-12 {
		t.Errorf("one war in 10^12 outlasts 2 turns, but the curve says %v", c.Points[2].Est)
	}
	// Greenwood is the binomial variance here: p(1-p)/n.
	p := c.Points[1]
	se := math.Sqrt(.25/n) * 2.5758293035489
	nearInterval(t, "survival", p.Estimate, stats.Interval{Est: .5 + 1e-12, Low: .5 + 1e-12 - se, High: .5 + 1e-12 + se}, 1e-11)
	if m := c.Median(); m.Est.Value != 2 {
		t.Errorf("one war more than half outlasts 1 turn, but the median is %+v", m)
	}
}

func TestCurvesRefuse(t *testing.T) {
	w := remissions()
	for _, conf := range []float64{0, 1, math.NaN()} {
		if _, err := stats.KaplanMeier(w, conf); err == nil {
			t.Errorf("confidence %v is taken", conf)
		}
	}
	for _, end := range []stats.End{{Length: 8}, {Length: 6, Cause: 1}, {Length: 99}, {Length: -1}, {Length: 6, Cause: -2}, {Length: 7, Cause: stats.Unended}} {
		w.Pairs = []stats.Pair{{A: stats.End{Length: 6}, B: end, Count: 1}}
		if _, err := stats.AalenJohansen(w, .99); err == nil {
			t.Errorf("a pair with %+v is taken, though no war ended so", end)
		}
	}
	if _, err := stats.KaplanMeier(w, .99); err == nil || err.Error() != "a pair names a war of 7 turns with cause -1, but no such war was counted" {
		t.Errorf("the error is %v", err)
	}
}

func TestOrderOfPairsDoesNotMatter(t *testing.T) {
	r := random(4)
	w := tally(3, 10, randomGames(r, 200))
	want := kaplanMeier(t, w, .99)
	incidence, _ := stats.AalenJohansen(w, .99)
	for range 5 {
		r.Shuffle(len(w.Pairs), func(i, j int) { w.Pairs[i], w.Pairs[j] = w.Pairs[j], w.Pairs[i] })
		for i, p := range w.Pairs {
			if r.IntN(2) == 0 {
				w.Pairs[i].A, w.Pairs[i].B = p.B, p.A
			}
		}
		if got := kaplanMeier(t, w, .99); !slices.Equal(got.Points, want.Points) || got.RestrictedMean(8) != want.RestrictedMean(8) {
			t.Fatal("another order of the same pairs gives other bits")
		}
		if got, _ := stats.AalenJohansen(w, .99); !slices.EqualFunc(got, incidence, slices.Equal) {
			t.Fatal("another order of the same pairs gives other bits by cause")
		}
	}
}
