package stats

import (
	"fmt"
	"math"
)

// Paired estimates the mean difference B - A of games played in pairs on the
// same random numbers; d holds one difference a pair. What the two games of a
// pair share cancels, so the interval is narrower than that of two separate
// runs; it is Student's t over the pairs.
//
// A. M. Law, "Simulation Modeling and Analysis", 5th ed. (2015), sections 10.2.1
// and 11.2 (paired-t confidence interval, common random numbers).
func Paired(d Moments, conf float64) Estimate { return Mean(d, conf) }

// PairedOdds estimates the difference of the odds of an outcome, B - A in
// -1..1, from pairs games: gained of them had the outcome only in B, lost only
// in A. The score interval keeps a width when no pair differs, where Paired
// would claim to know the difference exactly.
//
// T. Tango, "Equivalence test and confidence interval for the difference in
// proportions for the paired-sample design", Statistics in Medicine 17 (1998),
// 891-908.
func PairedOdds(gained, lost, pairs uint64, conf float64) Estimate {
	if why := badPairs(gained, lost, pairs, conf); why != "" {
		return missing("%s", why)
	}
	z := normalZ(conf)
	p := discordant{odds(gained, pairs), odds(lost, pairs), float64(pairs)}
	diff := (float64(gained) - float64(lost)) / float64(pairs)
	// The score falls as the supposed difference grows, through 0 at diff.
	return known(diff,
		crossing(-1, diff, func(d float64) bool { return p.score(d) > z }),
		crossing(diff, 1, func(d float64) bool { return p.score(d) > -z }))
}

// discordant holds the shares of the pairs that differ, and their number.
type discordant struct{ gained, lost, pairs float64 }

// score is how many standard deviations the observed difference lies above d,
// with the variance of the most likely table whose true difference is d.
func (p discordant) score(d float64) float64 {
	// q, the likeliest share of lost pairs, solves 2q^2 + bq + c = 0.
	b := (2-p.gained+p.lost)*d - p.gained - p.lost
	c := -p.lost * d * (1 - d)
	root := math.Sqrt(max(0, b*b-8*c))
	q := (root - b) / 4
	variance := max(0, 2*q+d*(1-d)) / p.pairs
	above := p.gained - p.lost - d
	if variance == 0 && above == 0 {
		return 0
	}
	return above / math.Sqrt(variance)
}

// crossing is the end of the stretch of low..high where holds is true; it must
// be true before and false after. 200 halvings reach the last bit near 0 too.
func crossing(low, high float64, holds func(float64) bool) float64 {
	for range 200 {
		middle := low + (high-low)/2
		if middle == low || middle == high {
			break
		}
		if holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low + (high-low)/2
}

func badPairs(gained, lost, pairs uint64, conf float64) string {
	switch {
	case pairs == 0:
		return "no pairs of games"
	case gained > pairs || lost > pairs-gained:
		return fmt.Sprintf("%d gained and %d lost do not fit in %d pairs", gained, lost, pairs)
	}
	return badConfidence(conf)
}
