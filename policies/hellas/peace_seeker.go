package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type peaceSeeker struct{ passive }

// NewPeaceSeeker makes peace with everyone.
func NewPeaceSeeker(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Stays at home, proposes peace to every enemy each turn and accepts every peace.")
	return &peaceSeeker{passive{temper{sortie: 1000}}}, nil
}

func (p *peaceSeeker) Propose(*hellas.View, hellas.City) bool { return true }

func (p *peaceSeeker) Accept(*hellas.View, hellas.City) bool { return true }
