package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type besieger struct {
	temper
	aim
}

// NewBesieger captures.
func NewBesieger(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Captures spaces, fortresses included, where the chances are good for what it costs.")
	p := &besieger{newTemper(o), newAim()}
	p.worth[hellas.Capture] = 100
	return p, nil
}

func (p *besieger) Operate(v *hellas.View) (hellas.Order, bool) {
	return p.best(v, 0, hellas.Everywhere, hellas.Capture.Of())
}
