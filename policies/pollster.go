package policies

import (
	"math"

	"github.com/polemos-sim/polemos/engine/republic"
)

// pollster follows the Government Approval Rating, in points.
type pollster struct{ declareAbove, peaceBelow int32 }

// ratingMost bounds what is compared with the Approval Rating.
const ratingMost = 1_000_000_000

// NewPollster is a Congress that follows the people.
func NewPollster(_ *republic.Rules, o Options) (republic.Congress, error) {
	o.About("Follows the Approval Rating: declares war while it is high, makes peace when it has fallen.")
	return &pollster{
		declareAbove: o.Int("declare_above", math.MinInt32, -ratingMost, ratingMost,
			"declares war if the Approval Rating is at least this; left out: always"),
		peaceBelow: o.Int("peace_below", math.MinInt32, -ratingMost, ratingMost,
			"makes peace when the Approval Rating, as it stands at the question, is below this; left out: never"),
	}, nil
}

func (p *pollster) Declare(v *republic.View, _ int) bool { return v.Approval() >= p.declareAbove }
func (p *pollster) Peace(v *republic.View, _ int) bool   { return v.Approval() < p.peaceBelow }

// Reads says that only the Approval Rating counts.
func (*pollster) Reads() uint64 { return republic.ReadsApproval }
