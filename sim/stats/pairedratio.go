package stats

import (
	"math"
	"math/big"
)

// PairedRatioSums are exact sums over pairs of games, A and B on the same random
// numbers, for means over things of which a game has several ([RatioSums]). Values
// lie inside +-2^32. The zero value is empty.
type PairedRatioSums struct {
	A, B           RatioSums
	YY, YX, XY, XX Sum // products of A's number and B's, in this order
}

// Add counts one more pair.
func (p *PairedRatioSums) Add(ya, xa, yb, xb int64) {
	p.A.Add(ya, xa)
	p.B.Add(yb, xb)
	p.YY.AddProduct(ya, yb)
	p.YX.AddProduct(ya, xb)
	p.XY.AddProduct(xa, yb)
	p.XX.AddProduct(xa, xb)
}

// Merge adds the pairs of o.
func (p *PairedRatioSums) Merge(o PairedRatioSums) {
	p.A.Merge(o.A)
	p.B.Merge(o.B)
	p.YY.Add(o.YY)
	p.YX.Add(o.YX)
	p.XY.Add(o.XY)
	p.XX.Add(o.XX)
}

// PairedRatio estimates the difference of two ratios, B - A, such as the mean
// length of a war in two scenarios. Its variance is that of the linearised
// difference over the n pairs,
//
//	d = (yB - RB xB) / sum xB - (yA - RA xA) / sum xA,
//
// n/(n-1) * sum d^2, with Student's t on n-1 degrees of freedom: what the two games
// of a pair share cancels, and the things of one game may depend on each other.
//
// W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), section 6.16 (comparison of
// two ratios whose samples correlate).
func PairedRatio(p PairedRatioSums, conf float64) Estimate {
	for _, r := range []RatioSums{p.A, p.B} {
		if e := Ratio(r, conf); !e.Known() {
			return e
		}
	}
	ya, xa, yb, xb := p.A.Y.big(), p.A.X.big(), p.B.Y.big(), p.B.X.big()
	square := func(x *big.Int) *big.Int { return product(x, x) }
	ratio := func(a, b *big.Int) *big.Rat { return new(big.Rat).SetFrac(a, b) }
	// sum (yA - RA xA)(yB - RB xB), times sum xA * sum xB, is whole.
	cross := product(product(xa, xb), p.YY.big())
	cross.Sub(cross, product(product(xa, yb), p.YX.big()))
	cross.Sub(cross, product(product(ya, xb), p.XY.big()))
	cross.Add(cross, product(product(ya, yb), p.XX.big()))
	squares := ratio(p.A.residual(), square(square(xa)))
	squares.Add(squares, ratio(p.B.residual(), square(square(xb))))
	squares.Sub(squares, ratio(new(big.Int).Lsh(cross, 1), product(square(xa), square(xb))))
	if squares.Sign() < 0 {
		return missing("the sums and the sums of products contradict each other")
	}
	n := p.A.Games
	squares.Mul(squares, ratio(bigUint(n), bigUint(n-1)))
	diff := ratio(yb, xb)
	diff.Sub(diff, ratio(ya, xa))
	half := studentT(conf, n-1) * math.Sqrt(float(squares))
	est := float(diff)
	return known(est, est-half, est+half)
}
