package policies

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// randomCongress has a site for each question about each crisis, so that no
// other crisis moves its answers.
type randomCongress struct {
	declare, peace         *engine.Dist
	declareSite, peaceSite [republic.MaxCrises]engine.Site
}

// NewRandomCongress is a Congress that tosses a coin over each question.
func NewRandomCongress(r *republic.Rules, o Options) (republic.Congress, error) {
	o.About("Answers each question by chance.")
	p := &randomCongress{
		declare: o.Chance("declare", "0.5", "probability that it declares war over a crisis"),
		peace:   o.Chance("peace", "0.1", "probability that it makes peace, per war and turn"),
	}
	for c := range r.Crises {
		name := r.Crises[c].Name
		p.declareSite[c] = engine.NewSite("policy/congress/random/declare/" + name)
		p.peaceSite[c] = engine.NewSite("policy/congress/random/peace/" + name)
	}
	return p, nil
}

func (p *randomCongress) Declare(v *republic.View, crisis int) bool {
	return v.Draw(p.declare, p.declareSite[crisis], 0) == 1
}

func (p *randomCongress) Peace(v *republic.View, war int) bool {
	return v.Draw(p.peace, p.peaceSite[v.Crisis(war)], 0) == 1
}

// Reads says that nothing but the wars is read.
func (*randomCongress) Reads() uint64 { return 0 }
