package hellas

import (
	"fmt"

	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

// operations are the orders of a script, by turn from the first that is played. The
// first order of a turn is for its first round: a script passes only when its
// orders are done, so that the phase never ends before them.
type operations struct {
	first  int32
	orders [][]hellas.Order
	buffer []hellas.Operation
	bases  []int8
	listed hellas.Listing
}

// list asks for the orders.
func (p *operations) list(r *hellas.Rules, o ask.Options) {
	const key = "operate"
	p.first, p.orders = r.First, make([][]hellas.Order, r.Turns)
	p.buffer, p.bases = make([]hellas.Operation, 0, 2), make([]int8, 0, hellas.MaxStations+1)
	wrong := func(turn, entry int32, why string) {
		o.Fail(key, fmt.Sprintf("turn %d, operation %d: %s", turn, entry+1, why))
	}
	last := [2]int32{-1, -1} // turn and number of the order that is read
	for _, row := range o.Rows(key, "its operations, by turn, one for each round: a list of {INTENT: {SPACE: {H: 2, N: 2}}} with the force that is sent", ask.Turn, ask.Each, ask.Intent, ask.Space, ask.SPs, ask.Count) {
		turn := row[0]
		if turn < r.First {
			o.Fail(key, fmt.Sprintf("turn %d is not played: the first turn is %d", turn, r.First))
			return
		}
		if len(row) == 1 || turn >= r.First+r.Turns {
			continue // nothing is listed, or it is never played
		}
		if r.Political {
			o.Fail(key, "the political phase is played alone: there are no operations")
			return
		}
		entry := row[1]
		orders := &p.orders[turn-r.First]
		switch {
		case len(row) < 6:
			wrong(turn, entry, "it does not say what is sent where")
			return
		case row[5] < 1 || row[5] > hellas.ForceMost:
			wrong(turn, entry, fmt.Sprintf("%d SPs are sent: from 1 to %d", row[5], hellas.ForceMost))
			return
		case entry >= r.Campaign.Rounds:
			wrong(turn, entry, fmt.Sprintf("there are %d rounds of operations", r.Campaign.Rounds))
			return
		}
		if last != [2]int32{turn, entry} {
			last = [2]int32{turn, entry}
			*orders = append(*orders, hellas.Order{Intent: hellas.Intent(row[2]), At: hellas.Space(row[3])})
		}
		order := &(*orders)[len(*orders)-1]
		if order.Intent != hellas.Intent(row[2]) || order.At != hellas.Space(row[3]) {
			wrong(turn, entry, "it is one operation, with one intent at one space")
			return
		}
		*order.Force.Of(hellas.Kind(row[4])) = uint8(row[5])
	}
}

// next is the order of this round.
func (p *operations) next(v *hellas.View) (hellas.Order, bool) {
	orders := p.orders[v.Turn()-p.first]
	if int(v.Round()) >= len(orders) {
		return hellas.Order{}, false
	}
	order := orders[v.Round()]
	order.Base = p.base(v, &order)
	return order, true
}

// base is the first base from which an order can be followed; home if there is
// none, where it is refused.
func (p *operations) base(v *hellas.View, o *hellas.Order) int8 {
	var at hellas.Spaces
	at.Add(o.At)
	p.bases = v.Bases(p.bases[:0])
	for _, base := range p.bases {
		p.buffer = v.Operations(p.buffer[:0], base, o.Intent.Of(), at, &p.listed)
		for i := range p.buffer {
			way, most := p.buffer[i].Way, &p.buffer[i].Most
			if (way == hellas.ByLand) == (o.Force.Naval == 0) && o.Force.Hoplites <= most.Hoplites && o.Force.Cavalry <= most.Cavalry && o.Force.Naval <= most.Naval {
				return base
			}
		}
	}
	return 0
}
