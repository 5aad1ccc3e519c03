package stats

import (
	"errors"
	"math/big"
)

// lifeTable is what the survival and the incidence curves share. Turn t of a
// war is the step from length t-1 to t: atRisk[t] wars lasted at least t turns,
// ended[t] of them no longer. A war cut off at t was seen to last t turns, so
// it is still at risk at t.
type lifeTable struct {
	causes    [][]uint64 // by cause and turn
	atRisk    []uint64
	ended     []uint64
	survival  []*big.Rat // chance to last longer than t turns, exact
	effective []float64  // independent wars that atRisk[t] is worth
	watched   int        // turns before the first at which every war left had been cut off
	kinds     []kind
	links     []link
	z         float64
}

func newLifeTable(w Wars, conf float64) (*lifeTable, error) {
	if why := badConfidence(conf); why != "" {
		return nil, errors.New(why)
	}
	turns := w.turns()
	t := &lifeTable{
		atRisk: make([]uint64, turns),
		ended:  make([]uint64, turns),
		kinds:  w.kinds(),
		z:      normalZ(conf),
	}
	var err error
	if t.links, err = links(w.Pairs, t.kinds); err != nil {
		return nil, err
	}
	for _, byLength := range w.Ended {
		cause := make([]uint64, turns)
		copy(cause, byLength)
		t.causes = append(t.causes, cause)
	}
	t.countRisks()
	t.multiplySurvival()
	t.weighRisks()
	return t, nil
}

func (t *lifeTable) countRisks() {
	for _, k := range t.kinds {
		t.atRisk[k.Length] += k.wars
		if k.Cause != Unended {
			t.ended[k.Length] += k.wars
		}
	}
	for turn := len(t.atRisk) - 2; turn >= 0; turn-- {
		t.atRisk[turn] += t.atRisk[turn+1]
	}
}

// multiplySurvival is the product-limit estimate, in fractions: without cut-off
// wars it is survivors/wars to the last bit, so that a median of exactly one
// half is not missed.
func (t *lifeTable) multiplySurvival() {
	s := big.NewRat(1, 1)
	for turn, n := range t.atRisk {
		if n == 0 && s.Sign() > 0 {
			return
		}
		if d := t.ended[turn]; d > 0 {
			s = new(big.Rat).Mul(s, fraction(n-d, n))
		}
		t.survival = append(t.survival, s)
		t.watched++
	}
}

// weighRisks gives dependent wars the weight they have at worst, when wars of
// one game end alike: (sum of sizes)^2 / sum of squared sizes.
//
// L. Kish, "Survey Sampling" (1965), section 11.7 (effective sample size).
func (t *lifeTable) weighRisks() {
	together := make([]uint64, len(t.atRisk)+1)
	for _, l := range t.links {
		// kinds are sorted by length, so a's is the shorter war.
		together[t.kinds[l.a].Length] += l.pairs
	}
	t.effective = make([]float64, len(t.atRisk))
	for turn := len(t.atRisk) - 1; turn >= 0; turn-- {
		together[turn] += together[turn+1]
		if n := float64(t.atRisk[turn]); n > 0 {
			t.effective[turn] = n * n / (n + 2*float64(together[turn]))
		}
	}
}

// before is the exact chance to last at least turn turns.
func (t *lifeTable) before(turn int) *big.Rat {
	if turn == 0 {
		return big.NewRat(1, 1)
	}
	return t.survival[turn-1]
}

// incidence is the exact chance to have ended by cause after at most so many
// turns, for every watched turn: the sum of S(t-1) * ended by cause / at risk.
func (t *lifeTable) incidence(cause int) []*big.Rat {
	var all []*big.Rat
	sum := new(big.Rat)
	for turn := range t.watched {
		if d := t.causes[cause][turn]; d > 0 {
			step := fraction(d, t.atRisk[turn])
			sum = new(big.Rat).Add(sum, step.Mul(step, t.before(turn)))
		}
		all = append(all, sum)
	}
	return all
}

func fraction(k, n uint64) *big.Rat { return new(big.Rat).SetFrac(bigUint(k), bigUint(n)) }

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
