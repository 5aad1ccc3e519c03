package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type opportunist struct {
	temper
	aim
}

// NewOpportunist attacks the weakest.
func NewOpportunist(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Attacks whatever is weakest, enemy or neutral: ravages, captures and incites where nobody stands in the way.")
	p := &opportunist{newTemper(o), newAim()}
	p.worth = [hellas.Intents]int{hellas.Ravage: 100, hellas.Capture: 100, hellas.Incite: 100}
	p.thrift = 800
	return p, nil
}

func (p *opportunist) Operate(v *hellas.View) (hellas.Order, bool) {
	return p.best(v, 0, hellas.Everywhere, hellas.Ravage.Of()|hellas.Capture.Of()|hellas.Incite.Of())
}
