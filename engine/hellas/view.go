package hellas

import "github.com/polemos-sim/polemos/engine"

// A View is what a seat sees when it is asked. Its methods read the game and
// cannot change it.
type View struct {
	s      State
	r      *Rules
	stream engine.Stream
	me     City // who is asked
	round  int32

	survey survey
	asked  uint64 // how often a seat was turned to
	builds building
}

// Rules are the rules of the game.
func (v *View) Rules() *Rules { return v.r }

// Me is the major that is asked.
func (v *View) Me() City { return v.me }

// Turn is the present turn.
func (v *View) Turn() int32 { return v.s.Turn }

// Round is the present round of the diplomatic or operations phase, from 0.
func (v *View) Round() int32 { return v.round }

// Majors is how many major city-states there are: numbers 0 to Majors()-1.
func (v *View) Majors() int { return v.r.NMajors }

// Bellicosity of a major, from 0 to 12.
func (v *View) Bellicosity(m City) int32 { return int32(v.s.Majors[m].Bellicosity) }

// Treasury of a major, in talents.
func (v *View) Treasury(m City) int32 { return v.s.Majors[m].Treasury }

// Purse is what a major may pay: what is above the emergency fund.
func (v *View) Purse(m City) int32 {
	major, floor := &v.s.Majors[m], v.r.Campaign.FundFloor
	if !major.Fund {
		floor = 0
	}
	return max(major.Treasury-floor, 0)
}

// Status of a major.
func (v *View) Status(m City) Status { return v.s.Majors[m].Status }

// Of is the leader of a junior partner and the patron of an ally or a minor;
// Nobody for others.
func (v *View) Of(c City) City {
	if int(c) < v.r.NMajors {
		return v.s.Majors[c].Of
	}
	return v.s.Minors[c].Patron
}

// Bond of a minor.
func (v *View) Bond(c City) Bond { return v.s.Minors[c].Bond }

// Relation of two different majors.
func (v *View) Relation(a, b City) Relation { return v.s.Relation(a, b) }

// AtPeace says whether a peace of two majors covers the present turn.
func (v *View) AtPeace(a, b City) bool { return !v.s.WarPossible(a, b, v.s.Turn) }

// AtWar says whether a major is unfriendly to any other.
func (v *View) AtWar(m City) bool {
	return v.Enemies(m) != 0
}

// Enemies are the majors that are unfriendly to a major, by bit.
func (v *View) Enemies(m City) uint8 { return v.survey.enemies[m] }

// Friendly says whether city-state c is friendly to major m.
func (v *View) Friendly(c, m City) bool { return friendly(v.r, &v.s, c, m) }

// Speaker is the major that speaks for a city-state; Nobody for a neutral minor.
func (v *View) Speaker(c City) City { return v.r.speaker(&v.s, c) }

// Controller of a space; Nobody when it is neutral or in rebellion.
func (v *View) Controller(at Space) City { return v.s.Controller[at] }

// Garrison is whose garrison is in a space, or Nobody.
func (v *View) Garrison(at Space) City { return v.s.Garrison[at] }

// Rebel is against whom a space is in rebellion, or Nobody.
func (v *View) Rebel(at Space) City { return v.s.Rebel[at] }

// Fortress says whether a space has walls.
func (v *View) Fortress(at Space) bool { return v.s.Fortress.Has(at) }

// Ravaged says whether a space has been ravaged this turn.
func (v *View) Ravaged(at Space) bool { return v.s.Ravaged.Has(at) }

// Strength counts a city-state's SPs wherever they are.
func (v *View) Strength(c City) Force { return v.s.strength(c) }

// Hostages of one major held by another.
func (v *View) Hostages(of, by City) int32 { return int32(v.s.Hostages[of][by]) }

// Surrendered says whether a major has surrendered in this game.
func (v *View) Surrendered(m City) bool { return v.s.Surrendered>>m&1 != 0 }

// Fund says whether the emergency fund rule is in effect for a major.
func (v *View) Fund(m City) bool { return v.s.Majors[m].Fund }

// LongWalls says whether a major's Long Walls stand.
func (v *View) LongWalls(m City) bool { return v.s.Majors[m].LongWalls }

// Rate is what a tributary of a major pays each turn.
func (v *View) Rate(m City) int32 { return v.s.Majors[m].Rate }

// Power is how many spaces are controlled by the city-states that a major speaks
// for.
func (v *View) Power(m City) int32 { return v.survey.speaksFor[m].count() }

// Controls says whether a major itself controls all spaces of an area.
func (v *View) Controls(m City, area int) bool {
	for _, at := range v.r.Areas[area].Spaces {
		if v.s.Controller[at] != m {
			return false
		}
	}
	return true
}

// Fortresses counts the fortress spaces of an area that a major itself controls.
func (v *View) Fortresses(m City, area int) int32 {
	n := int32(0)
	for _, at := range v.r.Areas[area].Spaces {
		if v.s.Controller[at] == m && v.s.Fortress.Has(at) {
			n++
		}
	}
	return n
}

// Highest says whether a major is alone highest in bellicosity.
func (v *View) Highest(m City) bool {
	for c := range City(v.r.NMajors) {
		if c != m && v.s.Majors[c].Bellicosity >= v.s.Majors[m].Bellicosity {
			return false
		}
	}
	return true
}

// MustAccept says why a major must accept a peace that is proposed (6.5): it is
// weary, with a bellicosity of 5 or less, or poor, if poverty obliges it.
func (v *View) MustAccept(m City) (weary, poor bool) {
	below := v.r.Cities[m].AcceptBelow
	if v.s.Majors[m].Fund {
		below = v.r.Cities[m].WithFund
	}
	return v.s.Majors[m].Bellicosity <= acceptBellicosity, v.s.Majors[m].Treasury < below
}

// Draw asks for chance: the only one a policy has. The site is the policy's own,
// made with [engine.NewSite] when it is built; the index tells the draws of one
// site in one turn apart.
func (v *View) Draw(d *engine.Dist, at engine.Site, index int32) int32 {
	return v.stream.Draw(d, at, v.s.Turn, index)
}

// Painful are the spaces of a major's home area in which ravaging or capturing now
// would cost its bellicosity (6.2), and what it would cost in any of them: 3 while
// it also spoils the quiet turn, else 1.
func (v *View) Painful(m City) (where Spaces, hurts int32) {
	know := &v.survey
	return know.painful.and(v.r.Cities[m].HomeArea), int32(know.hurts[m])
}

// Neutral is the strongest neutral minor, or Nobody.
func (v *View) Neutral() City {
	best, most := Nobody, int32(-1)
	for free := v.survey.free; free != 0; free &= free - 1 {
		c := free.first()
		if n := v.s.Home[c].All(); n > most {
			best, most = c, n
		}
	}
	return best
}
