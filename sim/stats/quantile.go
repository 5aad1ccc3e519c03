package stats

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// Quantile estimates the percent % quantile of the values of independent games by
// [Hist.Quantile]. Its interval runs between two values that occurred, whose ranks
// are the binomial's: it needs no assumption about the distribution, and holds with
// at least confidence conf also where values repeat. An end is infinite where no
// value can bound it: always below the smallest (0 %) and above the largest (100 %)
// value, and where games are too few.
//
// H. A. David and H. N. Nagaraja, "Order Statistics", 3rd ed. (2003), section 7.1.
func Quantile(h Hist, percent int, conf float64) Estimate {
	if why := badConfidence(conf); why != "" {
		return missing("%s", why)
	}
	q := h.Quantile(percent)
	if !q.Known() {
		return missing("%s", q.Missing)
	}
	low, high := quantileRanks(h.N(), percent, (1-conf)/2)
	return known(float64(q.Value), h.ranked(low, math.Inf(-1)), h.ranked(high, math.Inf(1)))
}

// quantileRanks are the ranks, from 1, of the values that bound a quantile from
// below and from above, each wrong with chance tail at most: the greatest rank
// that so few values hardly ever reach, and the smallest that so many hardly ever
// do. 0 and n+1 are no ranks.
func quantileRanks(n uint64, percent int, tail float64) (low, high uint64) {
	switch percent {
	case 0:
		return 0, 1
	case 100:
		return n, n + 1
	}
	below := func(rank int) float64 { // chance that fewer than rank values are at most the quantile
		switch {
		case rank <= 0:
			return 0
		case rank > int(n):
			return 1
		}
		return distuv.Binomial{N: float64(n), P: float64(percent) / 100}.CDF(float64(rank - 1))
	}
	// Beyond 40 standard deviations nothing is left in float64.
	middle := float64(n) / 100 * float64(percent)
	reach := 40*math.Sqrt(float64(n)/4) + 2
	from, to := int(max(0, middle-reach)), int(min(float64(n)+1, middle+reach))
	first := func(holds func(rank int) bool) int {
		return from + sort.Search(to-from+1, func(i int) bool { return holds(from + i) })
	}
	return uint64(max(0, first(func(r int) bool { return below(r) > tail })-1)),
		uint64(min(int(n)+1, first(func(r int) bool { return below(r) >= 1-tail })))
}

// ranked is the value of a rank; beyond, where there is none or it was not told
// apart.
func (h Hist) ranked(rank uint64, beyond float64) float64 {
	if rank == 0 || rank <= h.Below || rank > h.N()-h.Above {
		return beyond
	}
	seen := h.Below
	for i, c := range h.Counts {
		if seen += c; rank <= seen {
			return float64(h.Lo + int64(i))
		}
	}
	return beyond
}
