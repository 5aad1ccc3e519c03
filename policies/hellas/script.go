package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

// script answers by lists.
type script struct {
	passive
	operations
	propose, accept, tearDown, makeTributary [hellas.MaxCities]bool
}

// NewScript does what is written.
func NewScript(r *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Does what is listed: operations by turn, one a round, and the answers of the political phase whenever it is asked; it passes otherwise. An order that is not possible is an error.")
	p := &script{passive: passive{temper{sortie: 1000}}}
	p.list(r, o)
	for _, question := range []struct {
		key, doc string
		to       *[hellas.MaxCities]bool
	}{
		{"propose", "majors to whom it proposes a peace", &p.propose},
		{"accept", "majors whose peace it accepts", &p.accept},
		{"tear_down_walls", "city-states whose walls fall when it has defeated them", &p.tearDown},
		{"make_tributary", "minors that it forces to become tributaries when it has defeated them", &p.makeTributary},
	} {
		for _, row := range o.Rows(question.key, question.doc, ask.City) {
			question.to[row[0]] = true
		}
	}
	return p, nil
}

func (p *script) Operate(v *hellas.View) (hellas.Order, bool)      { return p.next(v) }
func (p *script) Propose(_ *hellas.View, c hellas.City) bool       { return p.propose[c] }
func (p *script) Accept(_ *hellas.View, c hellas.City) bool        { return p.accept[c] }
func (p *script) TearDown(_ *hellas.View, c hellas.City) bool      { return p.tearDown[c] }
func (p *script) MakeTributary(_ *hellas.View, c hellas.City) bool { return p.makeTributary[c] }
