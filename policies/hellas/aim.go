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
	list   hellas.Listing
}

func newAim() aim {
	return aim{thrift: 300, bold: 3}
}

// best is the best order from a base for objectives within a set, and its score: its
// worth, less its price. Of equals it is the first, by intent and name, by land before
// by sea.
func (a *aim) best(v *hellas.View, base int8, within hellas.Spaces, purpose hellas.Purpose) (order hellas.Order, score int32) {
	for ; purpose != 0; purpose &= purpose - 1 {
		intent := hellas.Intent(bits.TrailingZeros8(uint8(purpose)))
		score = a.better(v, base, intent, within, prizeMost[intent], &order, score)
	}
	return order, score
}

// better puts the best order for an intent in the place of one that is worth less,
// and returns the score. When none can be, as no prize is above the most, nothing is
// listed.
func (a *aim) better(v *hellas.View, base int8, intent hellas.Intent, within hellas.Spaces, most int32, order *hellas.Order, score int32) int32 {
	c, purse := &v.Rules().Campaign, max(v.Purse(v.Me()), 1)
	if !a.beats(a.worth[intent]*most, min(c.LandCost, c.NavalCost), score, purse) {
		return score
	}
	v.List(&a.list, base, intent, within)
	land := max(min(a.list.Land.SPs, a.list.Land.Most.Land()), int32(a.list.Sea.Most.Hoplites)) // at most
	for i := range a.list.Objectives {
		o := &a.list.Objectives[i]
		if hopeless(c, intent, o, land) {
			continue
		}
		success := a.worth[intent] * a.prize(v, intent, o)
		// No order is worth more than its success.
		if o.ByLand && !a.bySea && a.beats(success, c.LandCost, score, purse) {
			f, chance := a.march(c, intent, o)
			if worth, price := success*chance/36, f.All()*c.LandCost; a.beats(worth, price, score, purse) {
				*order, score = hellas.Order{Intent: intent, Base: base, At: o.At, Force: f}, worth-a.thrift*price/purse
			}
		}
		if o.BySea && a.beats(success, c.NavalCost, score, purse) {
			f, chance := a.sail(c, intent, o)
			if worth, price := success*chance/36, f.All()*c.NavalCost; a.beats(worth, price, score, purse) {
				*order, score = hellas.Order{Intent: intent, Base: base, At: o.At, Force: f}, worth-a.thrift*price/purse
			}
		}
	}
	return score
}

// beats says whether a worth, less its price, is more than a score, without the
// division that the new score needs.
func (a *aim) beats(worth, price, score, purse int32) bool {
	return int64(worth-score)*int64(purse) > int64(a.thrift)*int64(price)
}

// hopeless says whether so many land SPs neither take a space nor beat those who
// defend it, whatever the dice.
func hopeless(c *hellas.Campaign, intent hellas.Intent, o *hellas.Objective, land int32) bool {
	return intent == hellas.Capture && int32(o.Need+o.Defenders) > land+6 && o.Need > 0 ||
		int32(o.Strength) >= land*max(c.Strength[hellas.Hoplites], c.Strength[hellas.Cavalry])+5
}

// needed is how many land SPs are ahead of what stands against them, or take walls on
// a roll of 2.
func (a *aim) needed(c *hellas.Campaign, intent hellas.Intent, o *hellas.Objective) int32 {
	land := int32(1)
	if o.Strength > 0 {
		land = (int32(o.Strength)+a.bold)/max(c.Strength[hellas.Hoplites], 1) + 1
	}
	if intent == hellas.Capture && o.Need > 0 {
		land = max(land, int32(o.Need+o.Defenders)-2)
	}
	return land
}

// march is the least force by land that is ahead, or as much as there is and can be
// paid for; and of how many of 36 it succeeds.
func (a *aim) march(c *hellas.Campaign, intent hellas.Intent, o *hellas.Objective) (f hellas.Force, chance int32) {
	most := &a.list.Land
	land := min(a.needed(c, intent, o), most.SPs)
	f.Hoplites = uint8(min(land, int32(most.Most.Hoplites)))
	f.Cavalry = uint8(min(land-int32(f.Hoplites), int32(most.Most.Cavalry)))
	if f.Land() <= 0 {
		return f, 0
	}
	return f, a.landing(c, intent, o, f)
}

// sail is the same by sea, where ships alone do if no land SPs are needed.
func (a *aim) sail(c *hellas.Campaign, intent hellas.Intent, o *hellas.Objective) (f hellas.Force, chance int32) {
	most, ships, land := &a.list.Sea, int32(1), int32(0)
	if o.Fleet > 0 {
		ships = int32(o.Fleet) + a.bold
	}
	lands := intent.Lands()
	if lands {
		land = min(a.needed(c, intent, o), int32(most.Most.Hoplites), most.SPs/2)
	}
	ships = min(max(ships, land), int32(most.Most.Naval), most.SPs-land)
	f.Hoplites, f.Naval = uint8(min(land, ships)), uint8(ships)
	if ships <= 0 || lands && f.Hoplites == 0 {
		return f, 0
	}
	chance = a.landing(c, intent, o, f)
	if o.Fleet > 0 {
		chance = odds36((int32(f.Naval)-int32(o.Fleet))*c.Strength[hellas.Naval]) * chance / 36
	}
	return f, chance
}

// ahead36 is of how many of the 36 rolls of two dice the first, with so much more
// strength, is greater: index 5 is equal strength.
var ahead36 = [...]int32{0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36}

func odds36(more int32) int32 { return ahead36[min(max(more+5, 0), int32(len(ahead36)-1))] }

// landing is of how many of 36 a force succeeds that is there.
func (a *aim) landing(c *hellas.Campaign, intent hellas.Intent, o *hellas.Objective, f hellas.Force) int32 {
	chance := int32(36)
	if o.Defenders > 0 {
		strength := int32(f.Hoplites)*c.Strength[hellas.Hoplites] + int32(f.Cavalry)*c.Strength[hellas.Cavalry]
		chance = odds36(strength - int32(o.Strength))
	}
	switch {
	case intent == hellas.Capture && o.Need > 0:
		need := int32(o.Need+o.Defenders) - f.Land()
		chance = chance * min(max(7-need, 0), 6) / 6
	case intent == hellas.Incite:
		chance = chance * int32(min(max(7-o.Need, 0), 6)) / 6
	}
	return chance
}

// prize is how much an objective hurts: what lowers bellicosity this turn counts
// most.
func (a *aim) prize(v *hellas.View, intent hellas.Intent, o *hellas.Objective) int32 {
	switch intent {
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
