package policies

import (
	"math"

	"github.com/polemos-sim/polemos/engine/republic"
)

// cutLosses counts turns of the war's own, from 1 in the turn of declaration.
type cutLosses struct{ totalBelow, fromTurn, maxTurns int32 }

// NewCutLosses is a Congress that ends wars that go badly or last too long.
func NewCutLosses(_ *republic.Rules, o Options) (republic.Congress, error) {
	o.About("Declares every war and makes peace when its running total is low or it lasts too long.")
	return &cutLosses{
		totalBelow: o.Int("total_below", math.MinInt32, 0, republic.PointsMost,
			"makes peace when the running total is below this; left out: never for its total"),
		fromTurn: o.Int("from_turn", 1, 1, republic.TurnsMost,
			"the war's own turn, 1 being that of its declaration, from which the running total is looked at"),
		maxTurns: o.Int("max_turns", math.MaxInt32, 1, republic.TurnsMost,
			"makes peace after the war was fought for so many turns; left out: never for its length"),
	}, nil
}

func (p *cutLosses) Declare(*republic.View, int) bool { return true }

func (p *cutLosses) Peace(v *republic.View, war int) bool {
	turn := v.OwnTurn(war)
	return turn > p.maxTurns || turn >= p.fromTurn && v.Total(war) < p.totalBelow
}

// Reads says that only the wars count.
func (*cutLosses) Reads() uint64 { return 0 }
