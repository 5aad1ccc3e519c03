package policies

import (
	"strconv"

	"github.com/polemos-sim/polemos/engine/republic"
)

// legislationScript has all purchases of the game in order, and how many are made
// up to the end of each turn. Every one that is listed is made or stops the game,
// so the number of units bought is the place in the list.
type legislationScript struct {
	rules *republic.Rules
	units []int32
	until []int32
}

// NewLegislationScript is a Legislation that buys as it is written.
func NewLegislationScript(r *republic.Rules, o Options) (republic.Legislation, error) {
	o.About("Buys the units that are listed for the turn, in order, and nothing else.")
	p := &legislationScript{rules: r, until: make([]int32, r.Turns+1)}
	rows := o.Rows("buy", "the units to buy, by turn", Turn, Unit)
	for turn, units := range byTurn(r, o, "buy", rows) {
		for _, row := range units {
			p.units = append(p.units, row...)
		}
		p.until[turn] = int32(len(p.units))
	}
	return p, nil
}

func (p *legislationScript) Buy(v *republic.View) (int, bool) {
	at := v.Bought()
	if at >= p.until[v.Turn()] {
		return 0, false
	}
	return int(p.units[at]), true
}

// Unmet names the purchase for which there was no money.
func (p *legislationScript) Unmet(v *republic.View) string {
	u, ok := p.Buy(v)
	if !ok {
		return ""
	}
	unit := &p.rules.Units[u]
	if unit.Purchase == 0 {
		return "buys " + unit.Name + ", which is not for sale"
	}
	return "buys " + unit.Name + ", which costs " + strconv.Itoa(int(unit.Purchase)) + ", but the treasury holds " + strconv.Itoa(int(v.Treasury()))
}

// Reads says that the place in the list counts, and the treasury for what it tells.
func (*legislationScript) Reads() uint64 { return republic.ReadsTreasury | republic.ReadsBought }
