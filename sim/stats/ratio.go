package stats

import (
	"math"
	"math/big"
)

// RatioSums are exact per-game sums for a mean over things of which a game has
// several, such as the length of a war: Y is what a game adds above the line
// (turns fought) and X below it (wars). Values lie inside +-2^32. The zero
// value is empty.
type RatioSums struct {
	Games      uint64
	Y, X       Sum
	YY, XX, YX Sum
}

// Add counts one more game.
func (r *RatioSums) Add(y, x int64) {
	r.Games++
	r.Y.Add(SumOf(y))
	r.X.Add(SumOf(x))
	r.YY.AddProduct(y, y)
	r.XX.AddProduct(x, x)
	r.YX.AddProduct(y, x)
}

// Merge adds the games of o.
func (r *RatioSums) Merge(o RatioSums) {
	r.Games += o.Games
	r.Y.Add(o.Y)
	r.X.Add(o.X)
	r.YY.Add(o.YY)
	r.XX.Add(o.XX)
	r.YX.Add(o.YX)
}

// Ratio estimates sum(Y)/sum(X), the mean per war, when the wars of one game
// depend on each other: only games are taken as independent. Its linearised
// variance is n/(n-1) * sum((y - R x)^2) / (sum x)^2 over the n games, with
// Student's t on n-1 degrees of freedom.
//
// W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), sections 2.11, 6.3
// and 6.4.
func Ratio(r RatioSums, conf float64) Estimate {
	if why := badConfidence(conf); why != "" {
		return missing("%s", why)
	}
	x := r.X.big()
	switch {
	case r.Games == 0:
		return missing("no games")
	case x.Sign() <= 0:
		return missing("nothing to take the mean of in %d games", r.Games)
	case r.Games == 1:
		return missing("one game has no spread: two are needed")
	}
	residual := r.residual()
	if residual.Sign() < 0 {
		return missing("the sums and the sums of squares contradict each other")
	}
	mean := quotient(r.Y.big(), x)
	n := bigUint(r.Games)
	x4 := product(product(x, x), product(x, x))
	se := math.Sqrt(quotient(product(n, residual), product(bigUint(r.Games-1), x4)))
	half := studentT(conf, r.Games-1) * se
	return known(mean, mean-half, mean+half)
}

// residual is (sum x)^2 * sum((y - R x)^2), exact: written in whole numbers so
// that a large mean beside a small spread does not cancel.
func (r RatioSums) residual() *big.Int {
	y, x := r.Y.big(), r.X.big()
	v := product(product(x, x), r.YY.big())
	v.Sub(v, product(product(y, x), new(big.Int).Lsh(r.YX.big(), 1)))
	return v.Add(v, product(product(y, y), r.XX.big()))
}
