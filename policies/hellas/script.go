package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies"
)

// script answers by lists of city-states.
type script struct {
	passive
	propose, accept, tearDown, makeTributary [hellas.MaxCities]bool
}

// NewScript does what is written.
func NewScript(_ *hellas.Rules, o policies.Options) (hellas.Seat, error) {
	o.About("Does what is listed in the political phase, whenever it is asked, and passes in the others.")
	p := &script{passive: passive{temper{sortie: 1000}}}
	for _, question := range []struct {
		key, doc string
		to       *[hellas.MaxCities]bool
	}{
		{"propose", "majors to whom it proposes a peace", &p.propose},
		{"accept", "majors whose peace it accepts", &p.accept},
		{"tear_down_walls", "city-states whose walls fall when it has defeated them", &p.tearDown},
		{"make_tributary", "minors that it forces to become tributaries when it has defeated them", &p.makeTributary},
	} {
		for _, row := range o.Rows(question.key, question.doc, policies.City) {
			question.to[row[0]] = true
		}
	}
	return p, nil
}

func (p *script) Propose(_ *hellas.View, c hellas.City) bool       { return p.propose[c] }
func (p *script) Accept(_ *hellas.View, c hellas.City) bool        { return p.accept[c] }
func (p *script) TearDown(_ *hellas.View, c hellas.City) bool      { return p.tearDown[c] }
func (p *script) MakeTributary(_ *hellas.View, c hellas.City) bool { return p.makeTributary[c] }
