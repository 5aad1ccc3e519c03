package policies

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// randomPresident has a site for each unit of the file; the index of a draw tells
// units of one name apart.
type randomPresident struct {
	site  [republic.MaxUnits]engine.Site
	oneOf [republic.MaxCrises + 2]*engine.Dist
}

// NewRandomPresident is a President who throws dice over every unit.
func NewRandomPresident(r *republic.Rules, o Options) (republic.President, error) {
	o.About("Leaves each unit on station or deploys it in one of the wars that allow it, all as likely.")
	p := &randomPresident{}
	for u := range r.Units {
		p.site[u] = engine.NewSite("policy/president/random/deploy/" + r.Units[u].Name)
	}
	for n := 2; n < len(p.oneOf); n++ {
		d, err := engine.OneOf(n)
		if err != nil {
			return nil, err
		}
		p.oneOf[n] = d
	}
	return p, nil
}

func (p *randomPresident) Deploy(v *republic.View, o *republic.Orders) {
	for u := range v.Rules().Units {
		var fronts [republic.MaxCrises]int
		k := 0
		for w := range v.Wars() {
			if v.Usable(w, u) {
				fronts[k] = w
				k++
			}
		}
		if k == 0 {
			continue
		}
		var sent [republic.MaxCrises + 1]int32 // by front; after them, those that stay
		for i := range o.OnStation(u) {
			sent[v.Draw(p.oneOf[k+1], p.site[u], i)]++
		}
		for i, w := range fronts[:k] {
			o.Deploy(u, sent[i], w)
		}
	}
}

// Reads says that nothing but units and wars is read.
func (*randomPresident) Reads() uint64 { return 0 }
