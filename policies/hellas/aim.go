package hellas

import (
	"math/bits"

	"github.com/polemos-sim/polemos/engine/hellas"
)

// An aim chooses an operation by what it is worth against what it costs. Of equals it
// is the first, by intent and name, by land before by sea.
type aim struct {
	worth  [hellas.Intents]int // of success, in hundredths of a point
	thrift int                 // hundredths of a point that the whole purse is worth
	bold   int32               // strength by which a force is wanted to be ahead
	bySea  bool                // naval forces only
	search
}

// A search is for the best order: begun, for one intent after the other, and found.
type search struct {
	purse int
	order hellas.Order // the best yet
	score int          // its worth, less its price; 0: there is none yet

	base     int8
	intent   hellas.Intent
	list     hellas.Listing // from that base, for that intent
	hopeless int            // strength that no land SPs beat, as two dice go
}

func newAim() aim { return aim{thrift: 300, bold: 3} }

// best is the best order from a base for objectives within a set.
func (a *aim) best(v *hellas.View, base int8, within hellas.Spaces, purpose hellas.Purpose) (hellas.Order, bool) {
	a.begin(v)
	for ; purpose != 0; purpose &= purpose - 1 {
		intent := hellas.Intent(bits.TrailingZeros8(uint8(purpose)))
		a.seek(v, base, intent, within, prizeMost[intent])
	}
	return a.found()
}

func (a *aim) begin(v *hellas.View) {
	a.purse, a.order, a.score = int(max(v.Purse(v.Me()), 1)), hellas.Order{}, 0
}

func (a *aim) found() (hellas.Order, bool) { return a.order, a.score > 0 }

// seek looks for a better order for an intent. When there can be none, as no prize is
// above the most, nothing is listed.
func (a *aim) seek(v *hellas.View, base int8, intent hellas.Intent, within hellas.Spaces, most int) {
	c := &v.Rules().Campaign
	if !a.beats(a.worth[intent]*most, int(min(c.LandCost, c.NavalCost))) {
		return
	}
	v.List(&a.list, base, intent, within)
	list := a.list.Objectives
	if len(list) == 0 {
		return
	}
	a.base, a.intent = base, intent
	land := int(max(a.list.Land.SPs, int32(a.list.Sea.Most.Hoplites))) // at most
	a.hopeless = land*int(max(c.Strength[hellas.Hoplites], c.Strength[hellas.Cavalry])) + even
	for i := range list {
		a.weigh(v, &list[i])
	}
}

// weigh weighs an operation by land and by sea, if it may be better: none is worth
// more than its success, or than a rebellion's that rises where nobody is in the way.
func (a *aim) weigh(v *hellas.View, o *hellas.Objective) {
	c, intent := &v.Rules().Campaign, a.intent
	success, cheapest := a.worth[intent]*prize(v, intent, o), int(c.NavalCost)
	if o.ByLand {
		cheapest = min(cheapest, int(c.LandCost))
	}
	most := success
	if intent == hellas.Incite {
		most = success * roll(intent, o, 0) / 6
	}
	if !a.beats(most, cheapest) {
		return
	}
	v.Scout(o)
	if int(o.Strength) >= a.hopeless {
		return
	}
	needed := a.needed(c, intent, o)
	if o.ByLand && !a.bySea {
		a.offer(c, o, march(&a.list.Land, needed), c.LandCost, success)
	}
	if o.BySea {
		a.offer(c, o, a.sail(intent, o, needed), c.NavalCost, success)
	}
}

// offer takes an order that is better, of a force at so many talents for each SP.
func (a *aim) offer(c *hellas.Campaign, o *hellas.Objective, f hellas.Force, cost int32, success int) {
	price := int(f.All() * cost)
	if !a.beats(success, price) {
		return
	}
	if worth := success * chance(c, a.intent, o, f) / 36; a.beats(worth, price) {
		a.order, a.score = hellas.Order{Intent: a.intent, Base: a.base, At: o.At, Force: f}, worth-a.thrift*price/a.purse
	}
}

// beats says whether a worth, less its price, is more than the score, without the
// division that a new score needs.
func (a *aim) beats(worth, price int) bool { return (worth-a.score)*a.purse > a.thrift*price }

// needed is how many land SPs are ahead of what stands against them, or take walls on
// a roll of 2.
func (a *aim) needed(c *hellas.Campaign, intent hellas.Intent, o *hellas.Objective) int {
	land := 1
	if o.Strength > 0 {
		land = max(int((int32(o.Strength)+a.bold)/max(c.Strength[hellas.Hoplites], 1))+1, 1)
	}
	if intent == hellas.Capture && o.Need > 0 {
		land = max(land, int(o.Need+o.Defenders)-2)
	}
	return land
}

// march is the force by land of so many SPs, or of as many as there are and can be
// paid for.
func march(most *hellas.Passage, land int) (f hellas.Force) {
	land = min(land, int(most.SPs))
	f.Hoplites = uint8(min(land, int(most.Most.Hoplites)))
	f.Cavalry = uint8(min(land-int(f.Hoplites), int(most.Most.Cavalry)))
	return f
}

// sail is the same by sea, with a fleet that is ahead, too. Ships alone do if no land
// SPs are needed.
func (a *aim) sail(intent hellas.Intent, o *hellas.Objective, land int) (f hellas.Force) {
	most, ships := &a.list.Sea, 1
	if o.Fleet > 0 {
		ships = max(int(o.Fleet)+int(a.bold), 1)
	}
	if intent.Lands() {
		land = min(land, int(most.Most.Hoplites), int(most.SPs/2))
	} else {
		land = 0
	}
	ships = min(max(ships, land), int(most.Most.Naval), int(most.SPs)-land)
	f.Hoplites, f.Naval = uint8(min(land, ships)), uint8(ships)
	return f
}

// ahead36 is of how many of the 36 rolls of two dice the first, with so much more
// strength, is greater: from the index of equal strength on.
var ahead36 = [...]int{0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36}

// even is the index of equal strength: with 5 less the first is never greater.
const even = 5

func odds36(more int) int { return ahead36[min(max(more+even, 0), len(ahead36)-1)] }

// chance is of how many of 36 an order succeeds: at sea, on land, and by the roll.
func chance(c *hellas.Campaign, intent hellas.Intent, o *hellas.Objective, f hellas.Force) int {
	chance := 36
	if f.Naval > 0 && o.Fleet > 0 {
		chance = odds36((int(f.Naval) - int(o.Fleet)) * int(c.Strength[hellas.Naval]))
	}
	if o.Defenders > 0 {
		strength := int(f.Hoplites)*int(c.Strength[hellas.Hoplites]) + int(f.Cavalry)*int(c.Strength[hellas.Cavalry])
		chance = chance * odds36(strength-int(o.Strength)) / 36
	}
	return chance * roll(intent, o, int(f.Land())) / 6
}

// roll is of how many of 6 so many land SPs take walls, or a rebellion rises.
func roll(intent hellas.Intent, o *hellas.Objective, land int) int {
	least := 1
	switch {
	case intent == hellas.Capture && o.Need > 0:
		least = int(o.Need+o.Defenders) - land
	case intent == hellas.Incite:
		least = int(o.Need)
	}
	return min(max(7-least, 0), 6)
}

// prize is how much an objective hurts: what lowers bellicosity this turn counts
// most.
func prize(v *hellas.View, intent hellas.Intent, o *hellas.Objective) int {
	switch intent {
	case hellas.Ravage:
		return int(o.Hurts)
	case hellas.Capture:
		if v.Rebel(o.At) != hellas.Nobody {
			return 2
		}
		return 1 + int(o.Hurts)
	}
	return 1
}

// prizeMost is the most that prize gives.
var prizeMost = [hellas.Intents]int{hellas.Ravage: 3, hellas.Capture: 4, hellas.Incite: 1, hellas.StationThere: 1}

// homeOf is the home area of a major.
func homeOf(v *hellas.View, m hellas.City) hellas.Spaces { return v.Rules().Cities[m].HomeArea }

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
