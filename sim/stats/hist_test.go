package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

func histOf(lo int64, size int, values ...int64) stats.Hist {
	h := stats.Hist{Lo: lo, Counts: make([]uint64, size)}
	for _, v := range values {
		switch i := v - lo; {
		case i < 0:
			h.Below++
		case i >= int64(size):
			h.Above++
		default:
			h.Counts[i]++
		}
	}
	return h
}

func TestQuantilesByHand(t *testing.T) {
	// Ten values: ranks ceil(q*10) of the sorted list.
	h := histOf(-5, 20, -3, -3, 0, 1, 1, 2, 4, 7, 7, 9)
	for percent, want := range map[int]int64{0: -3, 5: -3, 10: -3, 20: -3, 21: 0, 25: 0, 50: 1, 51: 2, 75: 7, 90: 7, 91: 9, 95: 9, 100: 9} {
		if got := h.Quantile(percent); got.Value != want || !got.Known() {
			t.Errorf("p%02d is %+v, want %d", percent, got, want)
		}
	}
}

func TestQuantileIsTheSortedValueOfItsRank(t *testing.T) {
	r := random(2)
	for range 300 {
		values := make([]int64, 1+r.IntN(120))
		for i := range values {
			values[i] = r.Int64N(15) - 7
		}
		h := histOf(-7, 15, values...)
		slices.Sort(values)
		for percent := 1; percent <= 100; percent++ {
			rank := 1 // the first with rank >= percent * n / 100
			for rank*100 < percent*len(values) {
				rank++
			}
			if got := h.Quantile(percent); got.Value != values[rank-1] {
				t.Fatalf("p%d of %v is %+v, want %d", percent, values, got, values[rank-1])
			}
		}
	}
}

func TestQuantileInTheOverflowIsMissing(t *testing.T) {
	h := histOf(0, 10, -1, -9, 3, 4, 5, 6, 7, 8, 40, 50)
	if q := h.Quantile(20); q.Missing != "it lies below 0, where values are counted but not told apart" || q.Value != 0 {
		t.Errorf("p20 is %+v", q)
	}
	if q := h.Quantile(90); q.Missing != "it lies above 9, where values are counted but not told apart" {
		t.Errorf("p90 is %+v", q)
	}
	if q := h.Quantile(50); q.Value != 5 || !q.Known() {
		t.Errorf("p50 is %+v, want 5: the values outside still count", q)
	}
	if m := h.Mean(); m.Missing != "2 values lie below 0 and 2 above 9, where they are counted but not told apart" {
		t.Errorf("the mean is %+v", m)
	}
	if h.SD().Known() {
		t.Errorf("the sd is %+v, want it missing", h.SD())
	}
}

func TestEmptyHist(t *testing.T) {
	var h stats.Hist
	if h.N() != 0 || h.Mean().Missing != "no values" || h.SD().Missing != "no values" || h.Quantile(50).Missing != "no values" {
		t.Errorf("the empty histogram says %d, %+v, %+v, %+v", h.N(), h.Mean(), h.SD(), h.Quantile(50))
	}
	one := histOf(3, 1, 3)
	if one.Mean().Value != 3 || one.SD().Missing != "one value has no spread: two are needed" {
		t.Errorf("one value says %+v, %+v", one.Mean(), one.SD())
	}
	if one.Quantile(101).Known() || one.Quantile(-1).Known() {
		t.Error("there is no quantile outside 0..100")
	}
}

func TestMeanAndSDOfATrillion(t *testing.T) {
	const n = 1_000_000_000_000
	// Half at 2,000,000,000 and half at 2,000,000,002: mean ..1, sd sqrt(n/(n-1)).
	h := stats.Hist{Lo: 2_000_000_000, Counts: []uint64{n / 2, 0, n / 2}}
	if m := h.Mean(); m.Value != 2_000_000_001 {
		t.Errorf("the mean is %v", m)
	}
	near(t, "sd", h.SD().Value, math.Sqrt(n/(n-1.0)), 1e-15)
	if q := h.Quantile(50); q.Value != 2_000_000_000 {
		t.Errorf("the median is %+v", q)
	}
	if q := h.Quantile(51); q.Value != 2_000_000_002 {
		t.Errorf("p51 is %+v", q)
	}
}

func TestMerge(t *testing.T) {
	a, b := histOf(0, 5, -1, 0, 1, 4), histOf(0, 5, 4, 4, 9)
	var sum stats.Hist
	for _, h := range []stats.Hist{{}, a, b, {}} {
		if err := sum.Merge(h); err != nil {
			t.Fatal(err)
		}
	}
	want := histOf(0, 5, -1, 0, 1, 4, 4, 4, 9)
	if !slices.Equal(sum.Counts, want.Counts) || sum.Below != 1 || sum.Above != 1 || sum.Lo != 0 {
		t.Errorf("the sum is %+v, want %+v", sum, want)
	}
	if a.Counts[4] != 1 {
		t.Error("merging into the zero histogram wrote into the first operand")
	}
	other := histOf(1, 5)
	if err := sum.Merge(other); err == nil || err.Error() != "a histogram of 0..4 does not merge with one of 1..5" {
		t.Errorf("another range gives %v", err)
	}
}
