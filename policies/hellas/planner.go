package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

type planner struct {
	temper
	aim
}

// NewPlanner aims at the enemy leader's home area.
func NewPlanner(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Aims at the enemy leader's home area: what lowers bellicosity there, weighed against cost and treasury; next it incites, and takes back what rebels.")
	p := &planner{newTemper(o), newAim()}
	p.plan()
	p.bold = o.Int("bold", 3, -20, 20, "strength by which a force is to be ahead of the defenders")
	return p, nil
}

func (p *planner) plan() {
	p.worth = [hellas.Intents]int{hellas.Ravage: 150, hellas.Capture: 40, hellas.Incite: 150}
}

func (p *planner) Operate(v *hellas.View) (hellas.Order, bool) {
	enemy := enemyLeader(v)
	if enemy == hellas.Nobody {
		return hellas.Order{}, false
	}
	p.begin(v)
	painful, hurts := v.Painful(enemy)
	if !painful.Empty() {
		p.seek(v, 0, hellas.Ravage, painful, int(hurts))
	}
	p.seek(v, 0, hellas.Capture, homeOf(v, enemy), max(1+int(hurts), 2))
	if p.score == 0 && v.Round() == 1 { // once a turn is enough, and in the first round there is more to do
		p.seek(v, 0, hellas.Incite, hellas.Everywhere, prizeMost[hellas.Incite])
	}
	return p.found()
}
