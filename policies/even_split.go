package policies

import "github.com/polemos-sim/polemos/engine/republic"

type evenSplit struct{}

// NewEvenSplit is a President who treats all wars alike.
func NewEvenSplit(_ *republic.Rules, o Options) (republic.President, error) {
	o.About("Splits the units of each type evenly over the wars that allow it; what cannot be split goes to the oldest of them.")
	return evenSplit{}, nil
}

func (evenSplit) Deploy(v *republic.View, o *republic.Orders) {
	for u := range v.Rules().Units {
		n := o.OnStation(u)
		oldest := oldestFront(v, u)
		if n == 0 || oldest < 0 {
			continue
		}
		fronts := int32(0)
		for w := oldest; w < v.Wars(); w++ {
			if v.Usable(w, u) {
				fronts++
			}
		}
		share := n / fronts
		o.Deploy(u, share+n%fronts, oldest)
		for w := oldest + 1; share > 0 && w < v.Wars(); w++ {
			if v.Usable(w, u) {
				o.Deploy(u, share, w)
			}
		}
	}
}

// Reads says that nothing but units and wars is read.
func (evenSplit) Reads() uint64 { return 0 }
