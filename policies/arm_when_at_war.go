package policies

import (
	"slices"

	"github.com/polemos-sim/polemos/engine/republic"
)

// armWhenAtWar has the units for sale that fight, those with most battle points
// for their price first.
type armWhenAtWar struct {
	reserve int32
	best    []int
}

// NewArmWhenAtWar is a Legislation that arms for the wars that are on.
func NewArmWhenAtWar(r *republic.Rules, o Options) (republic.Legislation, error) {
	o.About("While a war is on, buys the unit with most battle points for its price that a war allows, as long as the treasury keeps a reserve.")
	p := &armWhenAtWar{
		reserve: o.Int("reserve", 0, 0, republic.TreasuryMost, "money that stays in the treasury when the full price is paid"),
	}
	for u := range r.Units {
		if r.Units[u].Purchase > 0 && r.Units[u].BattlePoints > 0 {
			p.best = append(p.best, u)
		}
	}
	slices.SortStableFunc(p.best, func(a, b int) int {
		x, y := &r.Units[a], &r.Units[b]
		return int(int64(y.BattlePoints)*int64(x.Purchase) - int64(x.BattlePoints)*int64(y.Purchase))
	})
	return p, nil
}

func (p *armWhenAtWar) Buy(v *republic.View) (int, bool) {
	for _, u := range p.best {
		if oldestFront(v, u) >= 0 && v.Units(u) < republic.UnitMost {
			return u, v.Treasury()-p.reserve >= v.Rules().Units[u].Purchase
		}
	}
	return 0, false
}

// Reads says that the treasury counts.
func (*armWhenAtWar) Reads() uint64 { return republic.ReadsTreasury }
