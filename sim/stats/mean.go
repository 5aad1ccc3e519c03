package stats

import (
	"math"
	"math/big"
)

// Moments are exact sums of one value per game, such as a score or the
// difference of two paired games. The zero value is empty.
type Moments struct {
	N            uint64
	Sum, Squares Sum
}

// Add counts one more value, inside +-2^32.
func (m *Moments) Add(x int64) {
	m.N++
	m.Sum.Add(SumOf(x))
	m.Squares.AddProduct(x, x)
}

// Merge adds the values of o.
func (m *Moments) Merge(o Moments) {
	m.N += o.N
	m.Sum.Add(o.Sum)
	m.Squares.Add(o.Squares)
}

// Mean is the plain mean.
func (m Moments) Mean() Figure[float64] {
	if m.N == 0 {
		return noFigure[float64]("no values")
	}
	return Figure[float64]{Value: quotient(m.Sum.big(), bigUint(m.N))}
}

// SD is the sample standard deviation (n-1 below the line).
func (m Moments) SD() Figure[float64] {
	spread, why := m.spread()
	if why != "" {
		return noFigure[float64]("%s", why)
	}
	n := bigUint(m.N)
	return Figure[float64]{Value: math.Sqrt(quotient(spread, product(n, bigUint(m.N-1))))}
}

// Mean estimates the mean of one value per independent game, with Student's t
// interval, which becomes the normal one as games grow. Values that were all
// equal give an interval of no width: for odds, use Wilson or PairedOdds.
//
// Student, "The probable error of a mean", Biometrika 6 (1908), 1-25.
func Mean(m Moments, conf float64) Estimate {
	if why := badConfidence(conf); why != "" {
		return missing("%s", why)
	}
	spread, why := m.spread()
	if why != "" {
		return missing("%s", why)
	}
	mean := m.Mean().Value
	n := bigUint(m.N)
	se := math.Sqrt(quotient(spread, product(product(n, n), bigUint(m.N-1))))
	half := studentT(conf, m.N-1) * se
	return known(mean, mean-half, mean+half)
}

// spread is n*sum(x^2) - (sum x)^2 = n*sum((x-mean)^2), exact: in floating
// point it would cancel where the mean is large beside the spread.
func (m Moments) spread() (*big.Int, string) {
	switch m.N {
	case 0:
		return nil, "no values"
	case 1:
		return nil, "one value has no spread: two are needed"
	}
	s := m.Sum.big()
	v := product(bigUint(m.N), m.Squares.big())
	v.Sub(v, product(s, s))
	if v.Sign() < 0 {
		return nil, "the sum and the sum of squares contradict each other"
	}
	return v, ""
}
