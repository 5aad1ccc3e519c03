package policies

import "github.com/polemos-sim/polemos/engine/republic"

type (
	alwaysWar struct{}
	neverWar  struct{}
)

// NewAlwaysWar is a Congress that answers every crisis with war.
func NewAlwaysWar(_ *republic.Rules, o Options) (republic.Congress, error) {
	o.About("Declares war over every crisis and never makes peace.")
	return alwaysWar{}, nil
}

func (alwaysWar) Declare(*republic.View, int) bool { return true }
func (alwaysWar) Peace(*republic.View, int) bool   { return false }

// NewNeverWar is a Congress that declines every crisis.
func NewNeverWar(_ *republic.Rules, o Options) (republic.Congress, error) {
	o.About("Declines every crisis.")
	return neverWar{}, nil
}

func (neverWar) Declare(*republic.View, int) bool { return false }
func (neverWar) Peace(*republic.View, int) bool   { return false }

// Reads says that nothing is read.
func (alwaysWar) Reads() uint64 { return 0 }

// Reads says that nothing is read.
func (neverWar) Reads() uint64 { return 0 }
