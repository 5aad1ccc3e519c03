package stats

// influence is how much one more war of each kind would move the incidence of
// cause, per unit of weight: influence[turn][kind]. It is the derivative of the
// Aalen-Johansen estimate in the weight of a war (the infinitesimal jackknife):
//
//	S(t) = S(t-1) (1 - h(t))            h(t)  = ended(t) / atRisk(t)
//	F(t) = F(t-1) + S(t-1) hc(t)        hc(t) = ended by cause(t) / atRisk(t)
//
// A war that reached turn t adds e = 1 to ended(t) if it ended then (ec likewise
// by cause) and 1 to atRisk(t), which moves h(t) by (e - h) / atRisk(t), so
//
//	u(t) = u(t-1) (1 - h) - S(t-1) (e - h) / atRisk                 moves S
//	v(t) = v(t-1) + u(t-1) hc + S(t-1) (ec - hc) / atRisk           moves F
//
// and wars no longer at risk move neither hazard. Wars of different turns do not
// correlate in (e - h), so the sum of u^2 over all wars is
// S^2 * sum ended / (atRisk (atRisk - ended)): Greenwood's formula, exactly.
//
// B. Efron, "The Jackknife, the Bootstrap and Other Resampling Plans" (1982),
// chapter 6; N. Reid, "Influence functions for censored data", Annals of
// Statistics 9 (1981), 78-92.
func (t *lifeTable) influence(cause int) [][]float64 {
	all := make([][]float64, t.watched)
	for turn := range all {
		all[turn] = make([]float64, len(t.kinds))
	}
	before := make([]float64, t.watched)
	for turn := range before {
		before[turn] = float(t.before(turn))
	}
	for i, k := range t.kinds {
		var u, v float64
		for turn := range all {
			if n := float64(t.atRisk[turn]); n > 0 {
				h := float64(t.ended[turn]) / n
				hc := float64(t.causes[cause][turn]) / n
				s := before[turn]
				v += u * hc
				u *= 1 - h
				if turn <= k.Length {
					last := turn == k.Length
					u -= s * (one(last && k.Cause != Unended) - h) / n
					v += s * (one(last && k.Cause == cause) - hc) / n
				}
			}
			all[turn][i] = v
		}
	}
	return all
}

// variance is the sum over games of the squared influence of all their wars:
// the square of each war's and twice the product of each pair's. Without pairs
// it is the variance for independent wars.
//
// Z. Ying and L. J. Wei, "The Kaplan-Meier estimate for dependent failure time
// observations", Journal of Multivariate Analysis 50 (1994), 17-29.
func (t *lifeTable) variance(influence []float64) float64 {
	var v float64
	for i, k := range t.kinds {
		v += float64(k.wars) * influence[i] * influence[i]
	}
	for _, l := range t.links {
		v += 2 * float64(l.pairs) * influence[l.a] * influence[l.b]
	}
	return max(0, v) // a sum of squares: only rounding can bring it below 0
}

func one(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
