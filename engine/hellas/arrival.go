package hellas

// arrive is model O2 to O4: the way, the fleets, the field. It says whether the
// force is there and unbeaten.
func (p *player) arrive(m City, o *Order, way Way, f *Force) bool {
	if way == ByCape {
		p.storm(m, o.At, f)
	}
	if f.Naval > 0 {
		if p.fleet(o.At); p.side.n > 0 && !p.battle(m, o.At, f, true) {
			return false
		}
	}
	if f.Land() > 0 {
		if p.field(o.At); p.side.n > 0 && !p.shelters(m, o, f) && !p.battle(m, o.At, f, false) {
			return false
		}
	}
	// A force that has lost what it came for goes home.
	return f.All() > 0 && (f.Land() > 0 || o.Intent == Incite || o.Intent == StationThere)
}

// An Attack is what defenders of a fortress see coming (model O4).
type Attack struct {
	By       City
	At       Space
	Intent   Intent
	Force    Force
	Strength int32 // of the attackers in battle
	Defence  int32 // of the defenders
}

// shelters asks who speaks for the controller whether the defenders of a fortress
// stay behind its walls. Where nobody speaks they do.
func (p *player) shelters(m City, o *Order, f *Force) bool {
	if !p.s.Fortress.Has(o.At) {
		return false
	}
	speaker := Nobody
	if c := p.s.Controller[o.At]; c != Nobody {
		speaker = p.r.speaker(&p.s, c)
	}
	stay := true
	if speaker != Nobody {
		stay = p.ask(speaker).Shelter(&p.View, Attack{By: m, At: o.At, Intent: o.Intent, Force: *f, Strength: p.landStrength(f), Defence: p.sideStrength()})
		p.me = m
	}
	p.tellShelter(o.At, speaker, stay)
	return stay
}

// side are the stacks on the defenders' side of a battle, owners in alphabetical
// order.
type side struct {
	n     int
	owner [MaxStations + MaxCities]City
	stack [MaxStations + MaxCities]*Force
}

func (x *side) add(owner City, f *Force) {
	x.owner[x.n], x.stack[x.n] = owner, f
	x.n++
}

// field gathers the unfriendly land SPs in a space.
func (p *player) field(at Space) {
	s := &p.s
	p.side.n = 0
	if space := &p.r.Spaces[at]; space.Resident != Nobody && p.fights(space.Resident, at) {
		if f := space.stack(s); f.Land() > 0 {
			p.side.add(space.Resident, f)
		}
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; st.At == at && st.Force.Land() > 0 && p.fights(st.Owner, at) {
			p.side.add(st.Owner, &st.Force)
		}
	}
	p.side.sort(p.r)
}

// fleet gathers the unfriendly naval SPs in the area of a space.
func (p *player) fleet(at Space) {
	s := &p.s
	p.side.n = 0
	area := p.r.Spaces[at].Area
	for _, x := range p.r.Areas[area].settled {
		if f := x.stack(s); f.Naval > 0 && p.fights(x.City, at) {
			p.side.add(x.City, f)
		}
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; p.r.Spaces[st.At].Area == area && st.Force.Naval > 0 && p.fights(st.Owner, at) {
			p.side.add(st.Owner, &st.Force)
		}
	}
	p.side.sort(p.r)
}

// sort is by owner's name, in place; sides are short.
func (x *side) sort(r *Rules) {
	for i := 1; i < x.n; i++ {
		for j := i; j > 0 && r.Cities[x.owner[j]].Name < r.Cities[x.owner[j-1]].Name; j-- {
			x.owner[j], x.owner[j-1] = x.owner[j-1], x.owner[j]
			x.stack[j], x.stack[j-1] = x.stack[j-1], x.stack[j]
		}
	}
}

// fights says whether a city-state's SPs fight the actor at an objective: those
// of unfriendly city-states, and those of the one that is attacked.
func (p *player) fights(c City, at Space) bool {
	if !p.surveyed().hostile[p.me].has(c) {
		return false
	}
	m := p.r.speaker(&p.s, c)
	return m != Nobody && m != p.me || p.s.Controller[at] == c || p.r.Spaces[at].Resident == c
}

func (p *player) sideStrength() (n int32) {
	for i := range p.side.n {
		n += p.landStrength(p.side.stack[i])
	}
	return n
}
