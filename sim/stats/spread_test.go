package stats_test

import (
	"math"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// Of a symmetric coin of -1 and 1 the fourth moment is the square of the second, so the standard deviation is known
// better than any power of the games; of values 0, 0, 0 and 4 it is computed by hand: mean 1, s^2 = 4, influences
// ((v-1)^2 - 4) / 4 = -3/4 three times and 5/4, their squares 13/4, over 16.
func TestSDByHand(t *testing.T) {
	z := 2.5758293035489004
	half := z * math.Sqrt(13./4/16)
	nearInterval(t, "0, 0, 0, 4", stats.SD(stats.Hist{Counts: []uint64{3, 0, 0, 0, 1}}, .99), stats.Interval{Est: 2, Low: max(0, 2-half), High: 2 + half}, 1e-12)
	e := stats.SD(stats.Hist{Lo: -1, Counts: []uint64{5e8, 0, 5e8}}, .99)
	nearInterval(t, "a coin", e, stats.Interval{Est: 1, Low: 1, High: 1}, 1e-8)
	wantMissing(t, "one value", stats.SD(stats.Hist{Counts: []uint64{1}}, .99), "one value has no spread: two are needed")
	if e := stats.SD(stats.Hist{Lo: 3, Counts: []uint64{9}}, .99); !e.Known() || e.Interval != (stats.Interval{}) {
		t.Errorf("equal values: %+v", e)
	}
}

// A die has the standard deviation sqrt(35/12).
func TestCoverageOfSD(t *testing.T) {
	die := holds{what: "the standard deviation", truth: math.Sqrt(35. / 12)}
	for rep := range repetitions {
		r := random(uint64(5_000_000 + rep))
		h := stats.Hist{Lo: 1, Counts: make([]uint64, 6)}
		for range 2000 {
			h.Counts[r.IntN(6)]++
		}
		die.see(t, stats.SD(h, .99))
	}
	die.check(t)
}

// Wars of a game depend on each other: the interval is as wide as the estimates of many runs lie apart, and that of wars
// taken as independent is too narrow.
func TestWarSDTellsItsOwnSpread(t *testing.T) {
	const runs = 400
	var sum, squares, clustered, naive float64
	for run := range uint64(runs) {
		w := tally(2, worldTurns, world(6_000_000+run, false))
		e := stats.WarSD(w, .99)
		sum += e.Est
		squares += e.Est * e.Est
		clustered += (e.High - e.Low) / 2
		w.Pairs = nil
		e = stats.WarSD(w, .99)
		naive += (e.High - e.Low) / 2
	}
	half := 2.5758 * math.Sqrt((squares-sum*sum/runs)/(runs-1))
	if ratio := clustered / runs / half; ratio < .9 || ratio > 1.1 {
		t.Errorf("the interval is %.3f times as wide as the estimates' spread", ratio)
	}
	if ratio := naive / runs / half; ratio > .9 {
		t.Errorf("wars taken as independent give an interval %.3f times as wide: they do not depend on each other", ratio)
	}
}
