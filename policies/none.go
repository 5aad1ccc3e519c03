package policies

import "github.com/polemos-sim/polemos/engine/republic"

// NewNone is no Legislation at all: the rules never ask.
func NewNone(_ *republic.Rules, o Options) (republic.Legislation, error) {
	o.About("Buys no military units.")
	return nil, nil
}
