package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type passive struct{ temper }

// NewPassive stays at home.
func NewPassive(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Stays at home, behind its walls: no operations, no diplomacy, no peace unless it must.")
	return &passive{temper{sortie: 1000}}, nil
}

func (p *passive) Declare(*hellas.View) hellas.Diplomacy {
	return hellas.Diplomacy{With: hellas.Nobody}
}

func (p *passive) Operate(*hellas.View) (hellas.Order, bool) { return hellas.Order{}, false }

func (p *passive) Build(*hellas.View) (hellas.Kind, bool) { return 0, false }

func (p *passive) TearDown(*hellas.View, hellas.City) bool { return false }

func (p *passive) MakeTributary(*hellas.View, hellas.City) bool { return false }

// Tribute leaves the rate as it is.
func (p *passive) Tribute(v *hellas.View) int32 { return v.Rate(v.Me()) }

func (p *passive) EndFund(*hellas.View) bool { return false }
