package stats_test

import (
	"math"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// The median of 10 values lies between the 2nd and the 9th with confidence 0.9785, and between the 3rd and the 8th only
// with 0.8906: H. A. David and H. N. Nagaraja, "Order Statistics", 3rd ed., section 7.1. Of 5 values not even the first
// and the last will do for 95 %: 1 - 2/2^5 = 0.9375.
func TestQuantileRanks(t *testing.T) {
	ten := stats.Hist{Lo: 1, Counts: []uint64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}
	five := stats.Hist{Lo: 1, Counts: []uint64{1, 1, 1, 1, 1}}
	infinite := math.Inf(1)
	for _, c := range []struct {
		h       stats.Hist
		percent int
		conf    float64
		want    stats.Interval
	}{
		{ten, 50, 0.97, stats.Interval{Est: 5, Low: 2, High: 9}},
		{ten, 50, 0.98, stats.Interval{Est: 5, Low: 1, High: 10}},
		{ten, 50, 0.89, stats.Interval{Est: 5, Low: 3, High: 8}},
		{five, 50, 0.95, stats.Interval{Est: 3, Low: -infinite, High: infinite}},
		{five, 50, 0.93, stats.Interval{Est: 3, Low: 1, High: 5}},
		{ten, 0, 0.5, stats.Interval{Est: 1, Low: -infinite, High: 1}},
		{ten, 100, 0.5, stats.Interval{Est: 10, Low: 10, High: infinite}},
		{stats.Hist{Lo: 7, Counts: []uint64{1000}}, 10, 0.99, stats.Interval{Est: 7, Low: 7, High: 7}},
		// What was not told apart bounds nothing.
		{stats.Hist{Lo: 0, Counts: []uint64{96}, Below: 4}, 5, 0.9, stats.Interval{Est: 0, Low: -infinite, High: 0}},
	} {
		if got := stats.Quantile(c.h, c.percent, c.conf); !got.Known() || got.Interval != c.want {
			t.Errorf("%d %% of %v at %v is %+v, want %+v", c.percent, c.h, c.conf, got, c.want)
		}
	}
	wantMissing(t, "no values", stats.Quantile(stats.Hist{}, 50, 0.9), "no values")
	wantMissing(t, "no confidence", stats.Quantile(ten, 50, 1), "confidence 1 is not between 0 and 1: 0.99 asks for 99 % intervals")
}

// Values of two dice repeat, so intervals of their quantiles over-cover; they never hold less often than they say.
func TestCoverageOfQuantiles(t *testing.T) {
	for _, c := range []struct{ percent, truth int }{{5, 3}, {25, 5}, {50, 7}, {90, 10}} {
		held, wide := 0, 0
		for rep := range repetitions {
			r := random(uint64(4_000_000 + rep))
			h := stats.Hist{Lo: 2, Counts: make([]uint64, 11)}
			for range 400 {
				h.Counts[r.IntN(6)+r.IntN(6)]++
			}
			e := stats.Quantile(h, c.percent, .99)
			if e.Low <= float64(c.truth) && float64(c.truth) <= e.High {
				held++
			}
			if e.High-e.Low > 3 {
				wide++
			}
		}
		if held < repetitions*982/1000 || wide > 0 {
			t.Errorf("the %d %% quantile is held in %d of %d, %d times by more than 3", c.percent, held, repetitions, wide)
		}
	}
}

// Coins give every value the same chance: the interval of their median holds at the confidence of its ranks.
func TestCoverageOfContinuousMedians(t *testing.T) {
	held := 0
	for rep := range repetitions {
		r := random(uint64(4_500_000 + rep))
		h := stats.Hist{Counts: make([]uint64, 2001)}
		for range 100 {
			h.Counts[r.IntN(2001)]++
		}
		if e := stats.Quantile(h, 50, .99); e.Low <= 1000 && 1000 <= e.High {
			held++
		}
	}
	// Ranks 37 and 64: 1 - 2 P(Bin(100, 1/2) <= 36) = 0.9934.
	if share := float64(held) / repetitions; share < .988 || share > .998 {
		t.Errorf("the median is held in %.4f", share)
	}
}
