package policies

import (
	"strconv"

	"github.com/polemos-sim/polemos/engine/republic"
)

// presidentScript has the orders of each turn. A turn that is not listed has
// those of the last one before it that is.
type presidentScript struct {
	rules  *republic.Rules
	orders [][]order
	strict []bool // an order of the turn that cannot be followed is refused
}

// An order sends units to the war about a crisis.
type order struct {
	crisis, unit int
	units        int32
}

// NewPresidentScript is a President who deploys as it is written.
func NewPresidentScript(r *republic.Rules, o Options) (republic.President, error) {
	o.About("Deploys as listed; in a turn that is not listed as in the turn before, without wars that are over and units that are gone.")
	p := &presidentScript{rules: r, orders: make([][]order, r.Turns+1), strict: make([]bool, r.Turns+1)}
	rows := o.Rows("deploy", "how many units fight, by turn, crisis and unit", Turn, Crisis, Unit, Count)
	passOver := o.Rows("pass_over", "true: orders for wars that are over, or units that are gone, are passed over and not refused", Yes)
	strict := len(passOver) == 0 || passOver[0][0] == 0
	for turn, lines := range byTurn(r, o, "deploy", rows) {
		if lines == nil {
			if turn > 0 {
				p.orders[turn] = p.orders[turn-1]
			}
			continue
		}
		p.strict[turn] = strict
		for _, row := range lines {
			switch {
			case len(row) < 3: // an empty list: nothing fights there
			case row[2] < 0:
				o.Fail("deploy", "turn "+strconv.Itoa(turn)+": "+strconv.Itoa(int(row[2]))+" "+r.Units[row[1]].Name+" are less than none")
			case row[2] > 0:
				p.orders[turn] = append(p.orders[turn], order{crisis: int(row[0]), unit: int(row[1]), units: row[2]})
			}
		}
	}
	return p, nil
}

func (p *presidentScript) Deploy(v *republic.View, o *republic.Orders) {
	strict := p.strict[v.Turn()]
	for _, order := range p.orders[v.Turn()] {
		w, n := front(v, order.crisis), order.units
		if !strict {
			if w < 0 {
				continue
			}
			n = min(n, o.OnStation(order.unit))
		}
		o.Deploy(order.unit, n, w) // a war that is not on is refused
	}
}

// Unmet names an order of this turn for a war that is not on.
func (p *presidentScript) Unmet(v *republic.View) string {
	if !p.strict[v.Turn()] {
		return ""
	}
	for _, order := range p.orders[v.Turn()] {
		if front(v, order.crisis) < 0 {
			return "deploys " + strconv.Itoa(int(order.units)) + " " + p.rules.Units[order.unit].Name + " in the war about " + p.rules.Crises[order.crisis].Name + ", which is not on"
		}
	}
	return ""
}

// front is the number of the war about a crisis, -1 when it is not on.
func front(v *republic.View, crisis int) int {
	for w := range v.Wars() {
		if v.Crisis(w) == crisis {
			return w
		}
	}
	return -1
}

// Reads says that nothing but units and wars is read.
func (*presidentScript) Reads() uint64 { return 0 }
