package policies

import (
	"slices"

	"github.com/polemos-sim/polemos/engine/republic"
)

// reserve keeps some units on station, looking at the weakest first.
type reserve struct {
	units   int32
	weakest []int
}

// NewReserve is a President who holds some units back.
func NewReserve(r *republic.Rules, o Options) (republic.President, error) {
	o.About("Keeps the weakest of the units that a war allows on station and deploys the others as all-in does.")
	p := &reserve{
		units:   o.Int("units", 1, 0, republic.MaxUnits*republic.UnitMost, "units that stay on station; of equally weak ones that which is later in the file"),
		weakest: strongestFirst(r),
	}
	slices.Reverse(p.weakest)
	return p, nil
}

func (p *reserve) Deploy(v *republic.View, o *republic.Orders) {
	stay := p.units
	for _, u := range p.weakest {
		n := o.OnStation(u)
		w := oldestFront(v, u)
		if n == 0 || w < 0 {
			continue
		}
		held := min(n, stay)
		stay -= held
		o.Deploy(u, n-held, w)
	}
}

// strongestFirst has the units by battle points; of equally strong ones that
// which is earlier in the file comes first.
func strongestFirst(r *republic.Rules) []int {
	order := make([]int, len(r.Units))
	for u := range order {
		order[u] = u
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(r.Units[b].BattlePoints - r.Units[a].BattlePoints)
	})
	return order
}

// Reads says that nothing but units and wars is read.
func (*reserve) Reads() uint64 { return 0 }
