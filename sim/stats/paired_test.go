package stats_test

import (
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// The limits come from maximising the likelihood of the table numerically for
// each difference, with scipy 1.17.1 (optimize.minimize_scalar inside brentq).
func TestPairedOddsEqualsNumericalLikelihood(t *testing.T) {
	for _, c := range []struct {
		gained, lost, pairs uint64
		conf                float64
		want                stats.Interval
	}{
		{12, 2, 50, .95, stats.Interval{Est: .2, Low: 0.06111240772596354, High: 0.34470874815599106}},
		{0, 1, 44, .95, stats.Interval{Est: -1 / 44., Low: -0.11807710137244136, High: 0.05939323201576392}},
		{0, 0, 100, .99, stats.Interval{Est: 0, Low: -0.062220689, High: 0.062220689}},
		{5, 40, 1000, .99, stats.Interval{Est: -.035, Low: -0.05481962773333859, High: -0.019400134071934774}},
		{20, 20, 60, .95, stats.Interval{Est: 0, Low: -0.203276787, High: 0.203276787}},
	} {
		nearInterval(t, "difference", stats.PairedOdds(c.gained, c.lost, c.pairs, c.conf), c.want, 2e-8)
	}
}

func TestPairedOddsAtTheEnds(t *testing.T) {
	// With no pair that differs the variance at difference d is d(1-d)/n, as for
	// odds of d: the interval is Wilson's at 0, both ways.
	w := stats.Wilson(0, 1_000_000, .99)
	nearInterval(t, "no pair differs", stats.PairedOdds(0, 0, 1_000_000, .99), stats.Interval{Est: 0, Low: -w.High, High: w.High}, 1e-15)
	for _, n := range []uint64{1, 9, 1_000_000_000_000} {
		e, mirrored := stats.PairedOdds(n, 0, n, .99), stats.PairedOdds(0, n, n, .99)
		if e.Est != 1 || e.High != 1 || !(e.Low < 1) || mirrored.Est != -1 || mirrored.Low != -1 {
			t.Errorf("all of %d pairs differ: %v and %v", n, e, mirrored)
		}
	}
	wantMissing(t, "difference", stats.PairedOdds(0, 0, 0, .99), "no pairs of games")
	wantMissing(t, "difference", stats.PairedOdds(3, 3, 5, .99), "3 gained and 3 lost do not fit in 5 pairs")
}
