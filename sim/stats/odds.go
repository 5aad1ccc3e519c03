package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson estimates the odds of an outcome that k of n independent games had,
// in 0..1, with the score interval at confidence conf. Unlike the textbook
// p +- z*se it has a width at k = 0 and k = n, where its end is exactly 0 or 1.
//
// E. B. Wilson, "Probable inference, the law of succession, and statistical
// inference", JASA 22 (1927), 209-212.
func Wilson(k, n uint64, conf float64) Estimate {
	if why := badCount(k, n, conf); why != "" {
		return missing("%s", why)
	}
	z := normalZ(conf)
	// An outcome and its opposite mirror each other to the last bit.
	if k > n-k {
		low, high := wilson(n-k, n, z)
		return known(odds(k, n), 1-high, 1-low)
	}
	low, high := wilson(k, n, z)
	return known(odds(k, n), low, high)
}

func wilson(k, n uint64, z float64) (low, high float64) {
	if k == 0 {
		return 0, unseen(float64(n), z)
	}
	p, zz := odds(k, n), z*z/float64(n)
	middle := p + zz/2
	half := math.Sqrt(zz * (p*(1-p) + zz/4))
	return (middle - half) / (1 + zz), (middle + half) / (1 + zz)
}

// unseen is Wilson's upper bound for what happened in none of n games. n need
// not be whole: dependent wars count for fewer than they are.
func unseen(n, z float64) float64 { return z * z / (n + z*z) }

// ClopperPearson estimates the same odds as Wilson with the interval whose
// coverage is at least conf for every n and every true value, at the price of
// being wider: for promises, not for pictures. Its relative error, that of the
// incomplete beta function, is under 1e-9 up to 10^6 games, 1e-6 at 10^9 and
// 2e-3 for a handful in 10^12.
//
// C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits
// illustrated in the case of the binomial", Biometrika 26 (1934), 404-413.
func ClopperPearson(k, n uint64, conf float64) Estimate {
	if why := badCount(k, n, conf); why != "" {
		return missing("%s", why)
	}
	tail := (1 - conf) / 2
	// The beta distribution does not exist at 0 and n; there the bound is
	// solved from (1-p)^n = tail or p^n = tail.
	e := known(odds(k, n), 0, 1)
	if k > 0 {
		e.Low = math.Exp(math.Log(tail) / float64(n))
	}
	if k < n {
		e.High = -math.Expm1(math.Log(tail) / float64(n))
	}
	if 0 < k && k < n {
		e.Low = distuv.Beta{Alpha: float64(k), Beta: float64(n-k) + 1}.Quantile(tail)
		e.High = distuv.Beta{Alpha: float64(k) + 1, Beta: float64(n - k)}.Quantile(1 - tail)
	}
	return e
}

// GamesFor is the number of games after which every Wilson interval at
// confidence conf is at most +-half, whatever the odds: z^2 / 4 half^2, rounded
// up. half is in the unit of odds, above 0 and below 1: 0.001 is a tenth of a
// percent.
//
// W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), section 4.4.
func GamesFor(half, conf float64) (uint64, error) {
	if why := badConfidence(conf); why != "" {
		return 0, fmt.Errorf("%s", why)
	}
	if !(half > 0 && half < 1) {
		return 0, fmt.Errorf("precision %v is not between 0 and 1: 0.001 asks for odds to +-0.1 %%", half)
	}
	z := normalZ(conf)
	games := math.Ceil(z * z / (4 * half * half))
	if games > 1e18 {
		return 0, fmt.Errorf("precision %v would need %.1g games: ask for a wider one", half, games)
	}
	return uint64(games), nil
}

func odds(k, n uint64) float64 { return float64(k) / float64(n) }

func badCount(k, n uint64, conf float64) string {
	switch {
	case n == 0:
		return "no games"
	case k > n:
		return fmt.Sprintf("%d of %d games cannot be", k, n)
	}
	return badConfidence(conf)
}
