package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

// A Constructor makes the policy of a seat.
type Constructor = func(*hellas.Rules, ask.Options) (hellas.Seat, error)

// Table has all ready-made policies by name.
func Table() map[string]Constructor {
	return map[string]Constructor{
		"besieger":     NewBesieger,
		"hawk":         NewHawk,
		"mix":          NewMix,
		"opportunist":  NewOpportunist,
		"passive":      NewPassive,
		"peace-seeker": NewPeaceSeeker,
		"periclean":    NewPericlean,
		"planner":      NewPlanner,
		"raider":       NewRaider,
		"random":       NewRandom,
		"script":       NewScript,
	}
}
