package study

import (
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

// pairs are sums over pairs of games, of one measure in two scenarios A and B. They merge exactly, in any order.
type pairs struct {
	kind   measure.Kind
	ratio  stats.PairedRatioSums // of a ratio
	a, b   stats.Sum             // of the others, with
	d      stats.Moments         // the differences B - A
	gained uint64                // pairs with B above A; of a ratio, all that differ
	lost   uint64                // pairs with B below A
	plain  uint64                // pairs in which both numbers are 0 or 1
}

// small numbers, of either sign, have squares of which a unit's sum fits in 64 bits.
const small = 1 << 23

// add counts the pairs of a unit: what each game of A and of B adds, above (y) and below the line (x).
func (p *pairs) add(ya, xa, yb, xb []int32) {
	if p.kind != measure.Ratio {
		p.addPlain(ya, yb)
		return
	}
	for i := range ya {
		if ya[i] != yb[i] || xa[i] != xb[i] {
			p.gained++ // whichever way
		}
	}
	// Wars are few and short: sums in 64 bits do, and are ten times as fast.
	if !allSmall(ya, xa, yb, xb) {
		for i := range ya {
			p.ratio.Add(int64(ya[i]), int64(xa[i]), int64(yb[i]), int64(xb[i]))
		}
		return
	}
	var s [14]int64
	for i := range ya {
		a, m, b, n := int64(ya[i]), int64(xa[i]), int64(yb[i]), int64(xb[i])
		for j, v := range [14]int64{a, m, a * a, m * m, a * m, b, n, b * b, n * n, b * n, a * b, a * n, m * b, m * n} {
			s[j] += v
		}
	}
	games := uint64(len(ya))
	p.ratio.Merge(stats.PairedRatioSums{
		A:  stats.RatioSums{Games: games, Y: stats.SumOf(s[0]), X: stats.SumOf(s[1]), YY: stats.SumOf(s[2]), XX: stats.SumOf(s[3]), YX: stats.SumOf(s[4])},
		B:  stats.RatioSums{Games: games, Y: stats.SumOf(s[5]), X: stats.SumOf(s[6]), YY: stats.SumOf(s[7]), XX: stats.SumOf(s[8]), YX: stats.SumOf(s[9])},
		YY: stats.SumOf(s[10]), YX: stats.SumOf(s[11]), XY: stats.SumOf(s[12]), XX: stats.SumOf(s[13]),
	})
}

func allSmall(columns ...[]int32) bool {
	for _, c := range columns {
		for _, v := range c {
			if v >= small || v <= -small {
				return false
			}
		}
	}
	return true
}

func (p *pairs) addPlain(ya, yb []int32) {
	var a, b, sum, squares int64
	for i, va := range ya {
		vb := yb[i]
		a += int64(va)
		b += int64(vb)
		if uint32(va|vb) <= 1 {
			p.plain++
		}
		d := int64(vb) - int64(va)
		switch {
		case d == 0:
			continue
		case d > 0:
			p.gained++
		default:
			p.lost++
		}
		sum += d
		if -small < d && d < small {
			squares += d * d
		} else {
			p.d.Squares.AddProduct(d, d)
		}
	}
	p.a.Add(stats.SumOf(a))
	p.b.Add(stats.SumOf(b))
	p.d.Merge(stats.Moments{N: uint64(len(ya)), Sum: stats.SumOf(sum), Squares: stats.SumOf(squares)})
}

func (p *pairs) merge(q *pairs) {
	p.ratio.Merge(q.ratio)
	p.a.Add(q.a)
	p.b.Add(q.b)
	p.d.Merge(q.d)
	p.gained += q.gained
	p.lost += q.lost
	p.plain += q.plain
}

// fewest pairs must differ before a mean of differences is close to normal.
const fewest = 30

// differ is the number of pairs that differ.
func (p *pairs) differ() uint64 { return p.gained + p.lost }

// binary says whether the numbers are those of an event. Numbers of which none has moved yet may be anything.
func (p *pairs) binary() bool {
	return p.kind == measure.Odds || p.kind != measure.Ratio && p.plain == p.d.N && p.differ() > 0
}

// values are the measure in A and in B.
func (p *pairs) values() (a, b stats.Figure[float64]) {
	if p.kind == measure.Ratio {
		return mean(p.ratio.A), mean(p.ratio.B)
	}
	of := func(s stats.Sum) stats.Figure[float64] { return stats.Moments{N: p.d.N, Sum: s}.Mean() }
	return of(p.a), of(p.b)
}

// mean is a ratio without its interval.
func mean(r stats.RatioSums) stats.Figure[float64] {
	e := stats.Ratio(r, 0.5)
	return stats.Figure[float64]{Value: e.Est, Missing: e.Missing}
}

// difference is B - A.
func (p *pairs) difference(confidence float64) stats.Estimate {
	switch {
	case p.kind == measure.Ratio:
		return stats.PairedRatio(p.ratio, confidence)
	case p.binary():
		return stats.PairedOdds(p.gained, p.lost, p.d.N, confidence)
	default:
		return stats.Paired(p.d, confidence)
	}
}
