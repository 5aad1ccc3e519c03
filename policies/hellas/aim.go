package hellas

import "github.com/polemos-sim/polemos/engine/hellas"

// An aim chooses an operation by what it is worth against what it costs.
type aim struct {
	worth  [hellas.Intents]int32 // of success, in hundredths of a point
	thrift int32                 // hundredths of a point that the whole purse is worth
	bold   int32                 // strength by which a force is wanted to be ahead
	bySea  bool                  // naval forces only
	buffer []hellas.Operation
}

// room is how many operations a buffer has room for before it must grow: every
// space, four intents, two ways.
const room = hellas.MaxSpaces * int(hellas.Intents) * 2

func newAim() aim { return aim{thrift: 300, bold: 3, buffer: make([]hellas.Operation, 0, room)} }

// best is the best order from a base for objectives within a set (nil: all).
func (a *aim) best(v *hellas.View, base int8, purpose hellas.Purpose, within *hellas.Spaces) (order hellas.Order, score int32) {
	a.buffer = v.Operations(a.buffer[:0], base, purpose, within)
	purse := max(v.Purse(v.Me()), 1)
	for i := range a.buffer {
		o := &a.buffer[i]
		if a.bySea && o.Way == hellas.ByLand {
			continue
		}
		worth := a.worth[o.Intent] * a.prize(v, o)
		if worth <= score { // no order is worth more than its success
			continue
		}
		f, ok := a.force(v, o)
		if !ok {
			continue
		}
		if s := a.weigh(v, o, &f, worth, purse); s > score {
			order, score = hellas.Order{Intent: o.Intent, Base: o.Base, At: o.At, Force: f}, s
		}
	}
	return order, score
}

// force is the least that is ahead of what stands against it, or as much as there
// is and can be paid for.
func (a *aim) force(v *hellas.View, o *hellas.Operation) (f hellas.Force, ok bool) {
	c := &v.Rules().Campaign
	sps := int32(o.SPs)
	land := int32(1)
	if o.Strength > 0 {
		land = (int32(o.Strength)+a.bold)/max(c.Strength[hellas.Hoplites], 1) + 1
	}
	if o.Intent == hellas.Capture && o.Need > 0 {
		land = max(land, int32(o.Need+o.Defenders)-2) // a roll of 2 will do
	}
	if o.Way == hellas.ByLand {
		land = min(land, sps)
		f[hellas.Hoplites] = uint8(min(land, int32(o.Most[hellas.Hoplites])))
		f[hellas.Cavalry] = uint8(min(land-int32(f[hellas.Hoplites]), int32(o.Most[hellas.Cavalry])))
		return f, f.Land() > 0
	}
	ships := int32(1)
	if o.Fleet > 0 {
		ships = int32(o.Fleet) + a.bold
	}
	needsLand := o.Intent == hellas.Ravage || o.Intent == hellas.Capture
	if !needsLand {
		land = 0 // ships will do
	}
	land = min(land, int32(o.Most[hellas.Hoplites]), sps/2)
	ships = min(max(ships, land), int32(o.Most[hellas.Naval]), sps-land)
	f[hellas.Hoplites], f[hellas.Naval] = uint8(min(land, ships)), uint8(ships)
	return f, ships > 0 && (!needsLand || f[hellas.Hoplites] > 0)
}

// ahead36 is of how many of the 36 rolls of two dice the first, with so much more
// strength, is greater: index 5 is equal strength.
var ahead36 = [...]int32{0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36}

func odds36(more int32) int32 { return ahead36[min(max(more+5, 0), int32(len(ahead36)-1))] }

// weigh is what an order is worth, in hundredths of a point: the worth of its success
// times its chance, less its costs.
func (a *aim) weigh(v *hellas.View, o *hellas.Operation, f *hellas.Force, worth, purse int32) int32 {
	c := &v.Rules().Campaign
	chance := int32(36)
	if o.Way != hellas.ByLand && o.Fleet > 0 {
		chance = odds36((int32(f[hellas.Naval]) - int32(o.Fleet)) * c.Strength[hellas.Naval])
	}
	if o.Defenders > 0 {
		strength := int32(f[hellas.Hoplites])*c.Strength[hellas.Hoplites] + int32(f[hellas.Cavalry])*c.Strength[hellas.Cavalry]
		chance = chance * odds36(strength-int32(o.Strength)) / 36
	}
	switch {
	case o.Intent == hellas.Capture && o.Need > 0:
		need := int32(o.Need+o.Defenders) - f.Land()
		chance = chance * min(max(7-need, 0), 6) / 6
	case o.Intent == hellas.Incite:
		chance = chance * int32(min(max(7-o.Need, 0), 6)) / 6
	}
	price := f.All() * c.LandCost
	if o.Way != hellas.ByLand {
		price = f.All() * c.NavalCost
	}
	return worth*chance/36 - a.thrift*price/purse
}

// prize is how much an objective hurts: what lowers bellicosity this turn counts
// most.
func (a *aim) prize(v *hellas.View, o *hellas.Operation) int32 {
	switch o.Intent {
	case hellas.Ravage:
		return v.Hurts(o.At)
	case hellas.Capture:
		if v.Rebel(o.At) != hellas.Nobody {
			return 2
		}
		return 1 + v.Hurts(o.At)
	}
	return 1
}

// homeOf is the home area of a major, as a set.
func homeOf(v *hellas.View, m hellas.City) *hellas.Spaces {
	r := v.Rules()
	return &r.Areas[r.Cities[m].Area].Set
}

// enemyLeader is the dominant major a city-state is unfriendly to, else any that
// it is unfriendly to with the lowest bellicosity, or Nobody.
func enemyLeader(v *hellas.View) hellas.City {
	me, weakest := v.Me(), hellas.Nobody
	for c := range hellas.City(v.Majors()) {
		if c == me || v.Relation(c, me) != hellas.Unfriendly {
			continue
		}
		if v.Status(c) == hellas.Dominant {
			return c
		}
		if weakest == hellas.Nobody || v.Bellicosity(c) < v.Bellicosity(weakest) {
			weakest = c
		}
	}
	return weakest
}

// everywhere is no limit.
var everywhere *hellas.Spaces

const anything = hellas.Purpose(1)<<hellas.Intents - 1
