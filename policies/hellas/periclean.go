package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type periclean struct {
	temper
	aim
}

// NewPericlean stays behind the walls and uses the fleet.
func NewPericlean(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Stays behind the walls, whatever is ravaged, and raids the enemies' home areas with the fleet.")
	p := &periclean{temper{sortie: 1000}, newAim()}
	p.askPeace(o)
	p.askCourt(o)
	p.askMoney(o)
	p.bySea = true
	p.worth = [hellas.Intents]int{hellas.Ravage: 100, hellas.Capture: 60}
	return p, nil
}

func (p *periclean) Operate(v *hellas.View) (hellas.Order, bool) {
	enemy := enemyLeader(v)
	if enemy == hellas.Nobody {
		return hellas.Order{}, false
	}
	return p.best(v, 0, homeOf(v, enemy), hellas.Ravage.Of()|hellas.Capture.Of())
}
