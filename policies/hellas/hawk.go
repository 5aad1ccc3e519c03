package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type hawk struct{ planner }

// NewHawk is at war with everyone it may be at war with.
func NewHawk(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Declares war on whom it may, breaks every peace, plans as planner does, and never makes peace unless it must.")
	p := &hawk{planner{aim: newAim()}}
	p.askCourt(o)
	p.askMoney(o)
	p.askSortie(o)
	p.plan()
	return p, nil
}

func (p *hawk) Declare(v *hellas.View) hellas.Diplomacy {
	for c := range hellas.City(v.Majors()) {
		switch {
		case c == v.Me(), v.Relation(c, v.Me()) == hellas.Friendly: // no peace with a patron is broken
		case v.MayWar(c):
			return hellas.Diplomacy{Deed: hellas.War, With: c}
		case v.MayBreak(c):
			return hellas.Diplomacy{Deed: hellas.Break, With: c}
		}
	}
	return p.planner.Declare(v)
}

func (p *hawk) Propose(*hellas.View, hellas.City) bool { return false }

func (p *hawk) Accept(*hellas.View, hellas.City) bool { return false }
