package policies

import (
	"math"

	"github.com/polemos-sim/polemos/engine/republic"
)

type accountant struct{ turnsAhead int64 }

// NewAccountant is a Congress that counts the money.
func NewAccountant(_ *republic.Rules, o Options) (republic.Congress, error) {
	o.About("Declares war, and goes on with it, while the treasury can support all units for some turns ahead, war costs included.")
	return &accountant{
		turnsAhead: int64(o.Int("turns_ahead", 2, 0, republic.TurnsMost, "turns of support that the treasury must hold, not counting income")),
	}, nil
}

// Declare adds the war costs of the crisis to those of the wars that are on.
func (p *accountant) Declare(v *republic.View, crisis int) bool { return p.affords(v, crisis) }

// Peace asks for no more: the support of a war that is on includes its costs.
func (p *accountant) Peace(v *republic.View, _ int) bool { return !p.affords(v, -1) }

func (p *accountant) affords(v *republic.View, crisis int) bool {
	// No treasury holds more than 32 bits, so nothing is lost by counting no
	// further, and the product stays inside 64.
	support := min(v.Support(crisis), math.MaxInt32+1)
	return int64(v.Treasury()) >= p.turnsAhead*support
}

// Reads says that only the treasury counts, and what View.Support reads.
func (*accountant) Reads() uint64 { return republic.ReadsTreasury }
