package hellas

import "math/bits"

// A cities is a set of city-states, by bit.
type cities uint64

const _ = uint(63 - MaxCities) // each has a bit, and Nobody the last one, which is never set

// has says whether city-state c is in the set; Nobody never is.
func (x cities) has(c City) bool { return x>>(uint8(c)&63)&1 != 0 }

// first is the first city-state of a set that has one.
func (x cities) first() City { return City(bits.TrailingZeros64(uint64(x))) }

// put puts a city-state into the set, or takes it out.
func (x *cities) put(c City, in bool) {
	*x = *x&^(1<<(c&63)) | cities(bit(in))<<(c&63)
}

// A survey is who controls what, by sets of spaces, and who stands with whom. It is
// made for the position at the start, and kept up by moved, bound, related, walled and
// harm wherever what it says changes.
type survey struct {
	speaksFor   [MaxMajors]Spaces // controlled by a major or its minors
	own         [MaxMajors]Spaces // controlled by a major itself
	alone       Spaces            // by neutral minors
	abroad      Spaces            // by minors that are not at home there
	restive     Spaces            // by minors in rebellion
	rebels      [MaxMajors]Spaces // in rebellion against a major
	rising      Spaces            // in rebellion against anybody
	tributaries [MaxMajors]Spaces // homes of a major's tributaries
	garrisons   Spaces

	served    [MaxMajors]cities // a major's minors
	tributary cities            // minors that are tributaries
	revolted  cities            // minors in rebellion against their patron
	free      cities            // minors without a patron

	// By major: the majors that are friendly to it, itself included, and unfriendly,
	// by bit.
	amicable, enemies [MaxMajors]uint8
	// By major: spaces that unfriendly and friendly city-states control, homes of
	// tributaries of unfriendly ones.
	foes, friends, foesTributaries [MaxMajors]Spaces
	// By major: the city-states whose SPs fight its own. Their speaker is unfriendly;
	// or they are neutral minors or in rebellion against it, which fight when they are
	// attacked.
	hostile      [MaxMajors]cities
	unassailable Spaces // homes behind Long Walls

	painful Spaces          // see [View.Painful]
	hurts   [MaxMajors]int8 // by major whose home area it is
}

// friendly are the spaces whose controller is friendly to a major.
func (x *survey) friendly(m City) Spaces { return x.friends[m].without(x.restive) }

// resurvey makes the survey of another position.
func (v *View) resurvey() {
	v.survey.make(v.r, &v.s)
	for m := range City(v.r.NMajors) {
		v.related(m)
	}
}

// moved keeps the survey up when a space has changed hands.
func (v *View) moved(at Space) {
	x := &v.survey
	x.leave(at)
	x.enter(v.r, &v.s, at)
	if c := v.r.Spaces[at].Resident; c != Nobody {
		if int(c) < v.r.NMajors {
			v.walled(c)
		} else if rises := rebels(v.r, &v.s, c); rises != x.revolted.has(c) {
			x.revolted.put(c, rises)
			v.turned(c)
		}
	}
}

// bound keeps the survey up when the bond of a minor has changed.
func (v *View) bound(c City) {
	v.survey.bind(v.r, &v.s, c)
	v.turned(c)
}

// turned keeps the survey up when a minor stands otherwise than it did, and with it
// the spaces that it controls.
func (v *View) turned(c City) {
	x, facts := &v.survey, &v.r.Cities[c]
	x.oppose(v.r, &v.s, c)
	places := x.abroad
	places.Add(facts.Home)
	if facts.Port != Nowhere {
		places.Add(facts.Port)
	}
	for at, rest := places.first(); at != Nowhere; at, rest = rest.first() {
		if v.s.Controller[at] == c {
			v.moved(at)
		}
	}
}

// related keeps the survey up when the relations of a major have changed.
func (v *View) related(m City) {
	v.survey.side(v.r, &v.s, m)
	v.walled(m)
}

// walled keeps the survey up when Long Walls, or the home or port behind them, may
// not be what they were.
func (v *View) walled(m City) {
	v.survey.unassailable.put(v.r.Cities[m].Home, v.unassailable(m))
}

func (x *survey) make(r *Rules, s *State) {
	*x = survey{}
	for c := City(r.NMajors); int(c) < len(r.Cities); c++ {
		x.bind(r, s, c)
	}
	for at := range Space(len(r.Spaces)) {
		x.enter(r, s, at)
	}
	for m := range City(r.NMajors) {
		x.harm(r, s, m)
	}
}

// bind puts a minor into the sets of its bond.
func (x *survey) bind(r *Rules, s *State, c City) {
	minor, home := s.Minors[c], just(r.Cities[c].Home)
	for m := range MaxMajors {
		x.served[m].put(c, false)
		x.tributaries[m].clear(home)
		x.foesTributaries[m].clear(home)
	}
	if minor.Patron != Nobody {
		x.served[minor.Patron].put(c, true)
	}
	if minor.Bond == Tributary {
		x.tributaries[minor.Patron].add(home)
		for m := range MaxMajors {
			x.foesTributaries[m].add(home.when(x.enemies[minor.Patron]>>m&1 != 0))
		}
	}
	x.tributary.put(c, minor.Bond == Tributary)
	x.free.put(c, minor.Patron == Nobody)
	x.revolted.put(c, rebels(r, s, c))
}

// oppose sorts a minor by whom its SPs fight.
func (x *survey) oppose(r *Rules, s *State, c City) {
	var fought uint8
	switch patron := s.Minors[c].Patron; {
	case patron == Nobody:
		fought = 1<<r.NMajors - 1
	case x.revolted.has(c):
		fought = 1 << patron
	default:
		fought = x.enemies[patron]
	}
	for m := range x.hostile {
		x.hostile[m].put(c, fought>>m&1 != 0)
	}
}

// leave takes a space out of the sets that enter puts it into.
func (x *survey) leave(at Space) {
	one := just(at)
	x.alone.clear(one)
	x.abroad.clear(one)
	x.restive.clear(one)
	x.rising.clear(one)
	x.garrisons.clear(one)
	for m := range MaxMajors {
		x.speaksFor[m].clear(one)
		x.own[m].clear(one)
		x.rebels[m].clear(one)
		x.friends[m].clear(one)
		x.foes[m].clear(one)
	}
}

// enter puts a space into the sets that it belongs to.
func (x *survey) enter(r *Rules, s *State, at Space) {
	one := just(at)
	if s.Garrison[at] != Nobody {
		x.garrisons.add(one)
	}
	c := s.Controller[at]
	if c == Nobody {
		if rebel := s.Rebel[at]; rebel != Nobody {
			x.rising.add(one)
			if int(rebel) < r.NMajors {
				x.rebels[rebel].add(one)
			}
		}
		return
	}
	m := r.speaker(s, c)
	if m == c {
		x.own[m].add(one)
	} else if r.Spaces[at].Resident != c {
		x.abroad.add(one)
	}
	if m == Nobody {
		x.alone.add(one)
		return
	}
	if x.revolted.has(c) {
		x.restive.add(one)
	}
	x.speaksFor[m].add(one)
	for to := range MaxMajors {
		x.friends[to].add(one.when(x.amicable[m]>>to&1 != 0))
		x.foes[to].add(one.when(x.enemies[m]>>to&1 != 0))
	}
}

// side sorts spaces and city-states by how those who control them, or speak for
// them, stand to a major.
func (x *survey) side(r *Rules, s *State, m City) {
	x.amicable[m], x.enemies[m] = 1<<m, 0
	x.friends[m], x.foes[m], x.foesTributaries[m] = x.speaksFor[m], Spaces{}, Spaces{}
	x.hostile[m] = x.free | x.served[m]&x.revolted
	for other := range City(r.NMajors) {
		if other == m {
			continue
		}
		switch s.Relation(m, other) {
		case Friendly:
			x.amicable[m] |= 1 << other
			x.friends[m] = x.friends[m].or(x.speaksFor[other])
		case Unfriendly:
			x.enemies[m] |= 1 << other
			x.foes[m] = x.foes[m].or(x.speaksFor[other])
			x.foesTributaries[m] = x.foesTributaries[m].or(x.tributaries[other])
			x.hostile[m] |= 1<<other | x.served[other]&^x.revolted
		}
	}
}
