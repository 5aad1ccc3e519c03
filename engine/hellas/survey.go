package hellas

import "math/bits"

// A cities is a set of city-states, by bit.
type cities uint64

const _ = uint(64 - MaxCities) // each has a bit

func (x cities) has(c City) bool { return x>>c&1 != 0 }

// next is the first city-state of the set, and the set without it; Nobody when it is
// empty.
func (x cities) next() (City, cities) {
	if x == 0 {
		return Nobody, x
	}
	return City(bits.TrailingZeros64(uint64(x))), x & (x - 1)
}

// put puts a city-state into the set, or takes it out.
func (x *cities) put(c City, in bool) {
	*x &^= 1 << c
	if in {
		*x |= 1 << c
	}
}

// A survey is who controls what, by sets of spaces, and who stands with whom. It is
// made anew when much has changed, and kept up when one space has changed hands.
type survey struct {
	speaksFor   [MaxMajors]Spaces // controlled by a major or its minors
	own         [MaxMajors]Spaces // controlled by a major itself
	alone       Spaces            // by neutral minors
	rebels      [MaxMajors]Spaces // in rebellion against a major
	rising      Spaces            // in rebellion against anybody
	tributaries [MaxMajors]Spaces // homes of a major's tributaries
	neutrals    Spaces            // homes of minors without a patron
	garrisons   Spaces

	served    [MaxMajors]cities // a major's minors
	tributary cities            // minors that are tributaries
	revolted  cities            // minors in rebellion against their patron
	free      cities            // minors without a patron

	// By major: the majors that are unfriendly to it, by bit.
	enemies [MaxMajors]uint8
	// By major: spaces that unfriendly and friendly city-states control, homes of
	// tributaries of unfriendly ones.
	foes, friends, foesTributaries [MaxMajors]Spaces
	// By major: the city-states whose SPs fight its own. Their speaker is unfriendly;
	// or they are neutral minors or in rebellion against it, which fight when they are
	// attacked.
	hostile      [MaxMajors]cities
	unassailable Spaces // homes behind Long Walls
}

func (v *View) surveyed() *survey {
	if v.controlMoved || v.sidesMoved {
		v.bringUp()
	}
	return &v.survey
}

// bringUp brings the survey up to date.
func (v *View) bringUp() {
	if v.controlMoved {
		v.survey.make(v.r, &v.s)
	}
	v.controlMoved, v.sidesMoved = false, false
	v.survey.sides(v.r, &v.s)
	v.survey.unassailable = Spaces{}
	for m := range City(v.r.NMajors) {
		v.survey.unassailable.put(v.r.Cities[m].Home, v.unassailable(m))
	}
}

// moved keeps the survey up when a space has changed hands and nothing else has.
func (v *View) moved(at Space) {
	if v.controlMoved {
		return // it is made anew
	}
	x := &v.survey
	x.leave(v.r, at)
	x.enter(v.r, &v.s, at)
	x.side(v.r, &v.s, at)
	if c := v.r.Spaces[at].Resident; c != Nobody {
		if int(c) < v.r.NMajors {
			x.unassailable.put(v.r.Cities[c].Home, v.unassailable(c))
		} else if rebels(v.r, &v.s, c) != x.revolted.has(c) {
			x.bind(v.r, &v.s, c)
			v.sidesMoved = true
		}
	}
}

// bound keeps the survey up when the bond of a minor has changed and nothing else
// has.
func (v *View) bound(c City) {
	if v.controlMoved {
		return // it is made anew
	}
	v.survey.bind(v.r, &v.s, c)
	for at := range v.r.Spaces {
		if v.s.Controller[at] == c {
			v.moved(Space(at))
		}
	}
	v.sidesMoved = true
}

func (x *survey) make(r *Rules, s *State) {
	*x = survey{}
	for at := range Space(len(r.Spaces)) {
		x.enter(r, s, at)
	}
	for c := City(r.NMajors); int(c) < len(r.Cities); c++ {
		x.bind(r, s, c)
	}
}

// bind puts a minor into the sets of its bond.
func (x *survey) bind(r *Rules, s *State, c City) {
	minor, home := &s.Minors[c], r.Cities[c].Home
	for m := range City(r.NMajors) {
		x.served[m].put(c, minor.Patron == m)
		x.tributaries[m].put(home, minor.Patron == m && minor.Bond == Tributary)
	}
	x.tributary.put(c, minor.Bond == Tributary)
	x.free.put(c, minor.Patron == Nobody)
	x.neutrals.put(home, minor.Patron == Nobody)
	x.revolted.put(c, rebels(r, s, c))
}

// leave takes a space out of the sets that enter and side put it into.
func (x *survey) leave(r *Rules, at Space) {
	x.rising.remove(at)
	x.alone.remove(at)
	x.garrisons.remove(at)
	for m := range r.NMajors {
		x.rebels[m].remove(at)
		x.speaksFor[m].remove(at)
		x.own[m].remove(at)
		x.friends[m].remove(at)
		x.foes[m].remove(at)
	}
}

// enter puts a space into the sets that it belongs to.
func (x *survey) enter(r *Rules, s *State, at Space) {
	if s.Garrison[at] != Nobody {
		x.garrisons.Add(at)
	}
	c := s.Controller[at]
	if c == Nobody {
		if rebel := s.Rebel[at]; rebel != Nobody {
			x.rising.Add(at)
			if int(rebel) < r.NMajors {
				x.rebels[rebel].Add(at)
			}
		}
		return
	}
	m := r.speaker(s, c)
	if m == Nobody {
		x.alone.Add(at)
		return
	}
	if m == c {
		x.own[m].Add(at)
	}
	x.speaksFor[m].Add(at)
}

// side sorts a space by how who controls it stands to each major.
func (x *survey) side(r *Rules, s *State, at Space) {
	c := s.Controller[at]
	if c == Nobody {
		return
	}
	m := r.speaker(s, c)
	if m == Nobody {
		return
	}
	x.friends[m].Add(at)
	for to := range City(r.NMajors) {
		if to != m {
			switch s.Relation(m, to) {
			case Unfriendly:
				x.foes[to].Add(at)
			case Friendly:
				x.friends[to].Add(at)
			}
		}
	}
}

// sides sorts spaces and city-states by how those who control them, or speak for
// them, stand to each major.
func (x *survey) sides(r *Rules, s *State) {
	x.friends, x.foes, x.foesTributaries, x.enemies = x.speaksFor, [MaxMajors]Spaces{}, [MaxMajors]Spaces{}, [MaxMajors]uint8{}
	for m := range r.NMajors {
		x.hostile[m] = x.free | x.served[m]&x.revolted
	}
	for a := range r.NMajors {
		for b := a + 1; b < r.NMajors; b++ {
			switch s.Relations[pairs[a][b]] {
			case Unfriendly:
				x.enemies[a] |= 1 << b
				x.enemies[b] |= 1 << a
				x.foes[a], x.foes[b] = x.foes[a].or(x.speaksFor[b]), x.foes[b].or(x.speaksFor[a])
				x.foesTributaries[a], x.foesTributaries[b] = x.foesTributaries[a].or(x.tributaries[b]), x.foesTributaries[b].or(x.tributaries[a])
				x.hostile[a] |= 1<<b | x.served[b]&^x.revolted
				x.hostile[b] |= 1<<a | x.served[a]&^x.revolted
			case Friendly:
				x.friends[a], x.friends[b] = x.friends[a].or(x.speaksFor[b]), x.friends[b].or(x.speaksFor[a])
			}
		}
	}
}
