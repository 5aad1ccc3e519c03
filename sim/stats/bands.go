package stats

import (
	"math"
	"math/big"
)

// band is the chance that something has happened by a turn, and its complement,
// each with the digits that it has when it is small.
type band struct{ ever, never Interval }

// bands are the incidence of cause, with pointwise intervals, at every watched
// turn.
func (t *lifeTable) bands(cause int, influence [][]float64) []band {
	all := make([]band, 0, t.watched)
	var unseenYet float64 // the most that could have been missed so far
	high := 1.0           // the upper end of "never" one turn earlier
	for turn, f := range t.incidence(cause) {
		ever, never := float(f), float(new(big.Rat).Sub(big.NewRat(1, 1), f))
		atRisk := t.effective[turn]
		if atRisk > 0 {
			unseenYet = max(unseenYet, float(t.before(turn))*unseen(atRisk, t.z))
		}
		var b band
		switch {
		case ever == 0:
			b = band{Interval{0, 0, unseenYet}, Interval{1, 1 - unseenYet, 1}}
		case never == 0:
			if atRisk > 0 {
				high *= unseen(atRisk, t.z)
			}
			b = band{Interval{1, 1 - high, 1}, Interval{0, 0, high}}
		default:
			b = logLog(ever, never, t.z*math.Sqrt(t.variance(influence[turn])))
		}
		high = b.never.High
		all = append(all, b)
	}
	return all
}

// logLog is the interval that is symmetric in log(-log(never)): it stays inside
// 0..1 and holds well near both ends. half is z standard deviations. Where
// nothing, or everything, has happened no standard deviation exists; bands then
// takes Wilson's bound instead, with the wars at risk that are independent at
// worst.
//
// J. D. Kalbfleisch and R. L. Prentice, "The Statistical Analysis of Failure Time
// Data" (1980), section 1.3; Ø. Borgan and K. Liestøl, Scandinavian Journal of
// Statistics 17 (1990), 35-41.
func logLog(ever, never, half float64) band {
	logNever := math.Log1p(-ever)
	if never < 0.5 {
		logNever = math.Log(never)
	}
	spread := math.Exp(half / (never * -logNever))
	return band{
		ever:  Interval{ever, -math.Expm1(logNever / spread), -math.Expm1(logNever * spread)},
		never: Interval{never, math.Exp(logNever * spread), math.Exp(logNever / spread)},
	}
}
