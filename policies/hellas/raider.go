package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type raider struct {
	temper
	aim
}

// NewRaider ravages.
func NewRaider(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Ravages the home areas of its enemies, by land or sea, where it hurts most for what it costs.")
	p := &raider{newTemper(o), newAim()}
	p.worth[hellas.Ravage] = 100
	p.bold = o.Int("bold", 3, -20, 20, "strength by which a force is to be ahead of the defenders")
	return p, nil
}

func (p *raider) Operate(v *hellas.View) (hellas.Order, bool) {
	p.begin(v)
	for c := range hellas.City(v.Majors()) {
		if c != v.Me() && v.Relation(c, v.Me()) == hellas.Unfriendly {
			p.seek(v, 0, hellas.Ravage, homeOf(v, c), prizeMost[hellas.Ravage])
		}
	}
	return p.found()
}
