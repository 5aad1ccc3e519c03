package study

import (
	"math"
	"slices"

	"github.com/polemos-sim/polemos/sim/stats"
)

// Indices are Sobol's sensitivity indices of a setting: shares of the variance of the measure, when all settings of the
// analysis vary independently, each evenly over its range.
type Indices struct {
	First stats.Interval // what the setting explains alone
	Total stats.Interval // what it has a part in, alone or with others
}

// saltelli are n rows of points in the unit cube, from Sobol's sequence in twice the dimensions: A, B, and, for every
// setting, A with that setting from B.
//
// A. Saltelli and others, "Variance based sensitivity analysis of model output. Design and estimator for the total
// sensitivity index", Computer Physics Communications 181 (2010), 259-270.
func saltelli(settings, n int) [][][]float64 {
	rows := make([][][]float64, n)
	for i, p := range sobol(2*settings, n) {
		a, b := p[:settings], p[settings:]
		rows[i] = [][]float64{a, b}
		for k := range settings {
			mixed := slices.Clone(a)
			mixed[k] = b[k]
			rows[i] = append(rows[i], mixed)
		}
	}
	return rows
}

// indicesOf estimates the indices of every setting from the values at a design's rows (A, B, then each setting's), with
// percentile intervals from resampled rows.
//
// First: Saltelli and others (2010), table 2 (b); total: M. J. W. Jansen, Computer Physics Communications 117 (1999),
// 35-43. Intervals: G. E. B. Archer, A. Saltelli and I. M. Sobol, Journal of Statistical Computation and Simulation 58
// (1997), 99-120.
func indicesOf(rows [][]float64, confidence float64, resamples int, seed uint64) []Indices {
	all := make([]int, len(rows))
	for i := range all {
		all[i] = i
	}
	first, total := indices(rows, all)
	firsts, totals := make([][]float64, len(first)), make([][]float64, len(first))
	r := random(seed, "bootstrap")
	sample := make([]int, len(rows))
	for range resamples {
		for i := range sample {
			sample[i] = r.IntN(len(rows))
		}
		f, t := indices(rows, sample)
		for k := range f {
			firsts[k], totals[k] = append(firsts[k], f[k]), append(totals[k], t[k])
		}
	}
	list := make([]Indices, len(first))
	for k := range list {
		list[k] = Indices{percentiles(first[k], firsts[k], confidence), percentiles(total[k], totals[k], confidence)}
	}
	return list
}

// indices are the estimates from some rows; all 0 where nothing varies.
func indices(rows [][]float64, sample []int) (first, total []float64) {
	settings := len(rows[0]) - 2
	first, total = make([]float64, settings), make([]float64, settings)
	n := float64(len(sample))
	middle, mean := 0.0, 0.0 // of all values, which, taken away, keeps products small; of A and B
	for _, i := range sample {
		for _, y := range rows[i] {
			middle += y / (n * float64(settings+2))
		}
		mean += (rows[i][0] + rows[i][1]) / (2 * n)
	}
	variance := 0.0
	for _, i := range sample {
		a, b := rows[i][0], rows[i][1]
		variance += ((a-mean)*(a-mean) + (b-mean)*(b-mean)) / (2 * n)
		for k := range settings {
			mixed := rows[i][2+k]
			first[k] += (b - middle) * (mixed - a) / n
			total[k] += (a - mixed) * (a - mixed) / (2 * n)
		}
	}
	for k := range settings {
		if variance > 0 {
			first[k], total[k] = first[k]/variance, total[k]/variance
		} else {
			first[k], total[k] = 0, 0
		}
	}
	return first, total
}

// percentiles is the middle part of resampled estimates; the estimate itself lies within.
func percentiles(estimate float64, resampled []float64, confidence float64) stats.Interval {
	if len(resampled) == 0 {
		return stats.Interval{Est: estimate, Low: estimate, High: estimate}
	}
	slices.Sort(resampled)
	last := float64(len(resampled) - 1)
	tail := (1 - confidence) / 2
	low, high := resampled[int(math.Floor(tail*last))], resampled[int(math.Ceil((1-tail)*last))]
	return stats.Interval{Est: estimate, Low: min(low, estimate), High: max(high, estimate)}
}
