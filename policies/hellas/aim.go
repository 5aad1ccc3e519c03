package hellas

import (
	"math/bits"

	"github.com/polemos-sim/polemos/engine/hellas"
)

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

// best is the best order from a base for objectives within a set (nil: all), and
// its score.
func (a *aim) best(v *hellas.View, base int8, purpose hellas.Purpose, within *hellas.Spaces) (order hellas.Order, score int32) {
	for ; purpose != 0; purpose &= purpose - 1 {
		intent := purpose.First()
		score = a.better(v, base, intent, within, prizeMost[intent], &order, score)
	}
	return order, score
}

// better puts the best order for an intent in the place of one that is worth less,
// and returns the score. When none can be, as no prize is above the most, nothing
// is listed.
func (a *aim) better(v *hellas.View, base int8, intent hellas.Intent, within *hellas.Spaces, most int32, order *hellas.Order, score int32) int32 {
	c, purse := &v.Rules().Campaign, max(v.Purse(v.Me()), 1)
	// beats says whether a worth, less its price, is more than the score, without the
	// division that the new score needs.
	beats := func(worth, price int32) bool {
		return int64(worth-score)*int64(purse) > int64(a.thrift)*int64(price)
	}
	if !beats(a.worth[intent]*most, min(c.LandCost, c.NavalCost)) {
		return score
	}
	a.buffer = v.Operations(a.buffer[:0], base, intent.Of(), within)
	for i := range a.buffer {
		o := &a.buffer[i]
		cost := c.LandCost
		if o.Way != hellas.ByLand {
			cost = c.NavalCost
		} else if a.bySea {
			continue
		}
		worth := a.worth[intent] * a.prize(v, o)
		if !beats(worth, cost) { // no order is worth more than its success
			continue
		}
		f, ok := a.force(v, o)
		if !ok {
			continue
		}
		worth, price := worth*a.chance(v, o, &f)/36, f.All()*cost
		if beats(worth, price) {
			*order, score = hellas.Order{Intent: intent, Base: o.Base, At: o.At, Force: f}, worth-a.thrift*price/purse
		}
	}
	return score
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
		f.Hoplites = uint8(min(land, int32(o.Most.Hoplites)))
		f.Cavalry = uint8(min(land-int32(f.Hoplites), int32(o.Most.Cavalry)))
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
	land = min(land, int32(o.Most.Hoplites), sps/2)
	ships = min(max(ships, land), int32(o.Most.Naval), sps-land)
	f.Hoplites, f.Naval = uint8(min(land, ships)), uint8(ships)
	return f, ships > 0 && (!needsLand || f.Hoplites > 0)
}

// ahead36 is of how many of the 36 rolls of two dice the first, with so much more
// strength, is greater: index 5 is equal strength.
var ahead36 = [...]int32{0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36}

func odds36(more int32) int32 { return ahead36[min(max(more+5, 0), int32(len(ahead36)-1))] }

// chance is of how many of 36 an order succeeds.
func (a *aim) chance(v *hellas.View, o *hellas.Operation, f *hellas.Force) int32 {
	c := &v.Rules().Campaign
	chance := int32(36)
	if o.Way != hellas.ByLand && o.Fleet > 0 {
		chance = odds36((int32(f.Naval) - int32(o.Fleet)) * c.Strength[hellas.Naval])
	}
	if o.Defenders > 0 {
		strength := int32(f.Hoplites)*c.Strength[hellas.Hoplites] + int32(f.Cavalry)*c.Strength[hellas.Cavalry]
		chance = chance * odds36(strength-int32(o.Strength)) / 36
	}
	switch {
	case o.Intent == hellas.Capture && o.Need > 0:
		need := int32(o.Need+o.Defenders) - f.Land()
		chance = chance * min(max(7-need, 0), 6) / 6
	case o.Intent == hellas.Incite:
		chance = chance * int32(min(max(7-o.Need, 0), 6)) / 6
	}
	return chance
}

// prize is how much an objective hurts: what lowers bellicosity this turn counts
// most.
func (a *aim) prize(v *hellas.View, o *hellas.Operation) int32 {
	switch o.Intent {
	case hellas.Ravage:
		return int32(o.Hurts)
	case hellas.Capture:
		if v.Rebel(o.At) != hellas.Nobody {
			return 2
		}
		return 1 + int32(o.Hurts)
	}
	return 1
}

// prizeMost is the most that prize gives.
var prizeMost = [hellas.Intents]int32{hellas.Ravage: 3, hellas.Capture: 4, hellas.Incite: 1, hellas.StationThere: 1}

// homeOf is the home area of a major, as a set.
func homeOf(v *hellas.View, m hellas.City) *hellas.Spaces {
	r := v.Rules()
	return &r.Areas[r.Cities[m].Area].Set
}

// enemyLeader is the dominant major a city-state is unfriendly to, else any that
// it is unfriendly to with the lowest bellicosity, or Nobody.
func enemyLeader(v *hellas.View) hellas.City {
	weakest := hellas.Nobody
	for enemies := v.Enemies(v.Me()); enemies != 0; enemies &= enemies - 1 {
		c := hellas.City(bits.TrailingZeros8(enemies))
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
