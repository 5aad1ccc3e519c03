package policies

import (
	"math/bits"
	"sort"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// justEnough deploys until running total and battle points come to need.
type justEnough struct {
	need      int32
	strongest []int
}

// NewJustEnough is a President who sends no more than a war needs to go on.
func NewJustEnough(r *republic.Rules, o Options) (republic.President, error) {
	o.About("Deploys, oldest war first, the fewest units, strongest first, that keep the odds of a negative running total this turn under a risk; all of them when they are too few.")
	risk := o.Chance("risk", "0.05", "the odds of a defeat this turn stay under this; 0: no risk at all")
	return &justEnough{need: safeTotal(r.Randomizer, risk), strongest: strongestFirst(r)}, nil
}

func (p *justEnough) Deploy(v *republic.View, o *republic.Orders) {
	for w := range v.Wars() {
		short := p.need - v.Total(w)
		for _, u := range p.strongest {
			points := v.Rules().Units[u].BattlePoints
			if short <= 0 || points <= 0 {
				break
			}
			if n := o.OnStation(u); n > 0 && v.Usable(w, u) {
				n = min(n, (short+points-1)/points)
				o.Deploy(u, n, w)
				short -= n * points
			}
		}
	}
}

// safeTotal is the least sum of running total and battle points to which the
// randomizer can be added with odds of a negative result under the risk, or with
// none. Odds are compared exactly, as fractions.
func safeTotal(randomizer engine.Amount, risk *engine.Dist) int32 {
	d := randomizer.Dice
	if d == nil {
		return -randomizer.Plain
	}
	riskWays := risk.Total() - risk.Below(1)
	results := d.Results()
	// From the sum -r every result below r leads below 0. No result is below
	// the first; the higher r is, the more are.
	last := sort.Search(len(results)-1, func(i int) bool {
		return !less(d.Below(results[i+1]), d.Total(), riskWays, risk.Total())
	})
	return -results[last]
}

// less says whether a/b < c/d.
func less(a, b, c, d uint64) bool {
	leftHigh, left := bits.Mul64(a, d)
	rightHigh, right := bits.Mul64(c, b)
	return leftHigh < rightHigh || leftHigh == rightHigh && left < right
}

// Reads says that nothing but units and wars is read.
func (*justEnough) Reads() uint64 { return 0 }
