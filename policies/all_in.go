package policies

import "github.com/polemos-sim/polemos/engine/republic"

// allIn has the units that can be deployed in the war over each crisis.
type allIn struct{ usable [republic.MaxCrises][]int }

// NewAllIn is a President who sends everything to the oldest war.
func NewAllIn(r *republic.Rules, o Options) (republic.President, error) {
	o.About("Deploys every unit in the oldest war that allows its kind.")
	p := &allIn{}
	for c := range r.Crises {
		for u := range r.Units {
			if !r.Crises[c].Exclude[r.Units[u].Kind] {
				p.usable[c] = append(p.usable[c], u)
			}
		}
	}
	return p, nil
}

func (p *allIn) Deploy(v *republic.View, o *republic.Orders) {
	for w := range v.Wars() {
		for _, u := range p.usable[v.Crisis(w)] {
			// What an older war took is on station no more.
			if n := o.OnStation(u); n > 0 {
				o.Deploy(u, n, w)
			}
		}
	}
}

// oldestFront is the war declared first of those that allow unit u, -1 when none
// does.
func oldestFront(v *republic.View, u int) int {
	for w := range v.Wars() {
		if v.Usable(w, u) {
			return w
		}
	}
	return -1
}

// Reads says that nothing but units and wars is read.
func (*allIn) Reads() uint64 { return 0 }
