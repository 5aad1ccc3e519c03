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
		if p.field(o.At); p.side.n > 0 && !p.shelters(m, o, f) {
			if !p.battle(m, o.At, f, false) {
				return false
			}
			p.field(o.At) // those who are left
		}
	}
	// A force that has lost what it came for goes home.
	return f.Land() > 0 || f.Naval > 0 && !o.Intent.Lands()
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

// add puts a stack where its owner's name belongs; sides are short.
func (x *side) add(r *Rules, owner City, f *Force) {
	at := x.n
	for ; at > 0 && r.Cities[owner].Name < r.Cities[x.owner[at-1]].Name; at-- {
		x.owner[at], x.stack[at] = x.owner[at-1], x.stack[at-1]
	}
	x.owner[at], x.stack[at] = owner, f
	x.n++
}

// field gathers the unfriendly land SPs in a space.
func (p *player) field(at Space) {
	s := &p.s
	p.side.n = 0
	if space := &p.r.Spaces[at]; p.survey.hostile[p.me].has(space.Resident) { // it fights whoever comes, see fights
		if f := space.stack(s); f.Land() > 0 {
			p.side.add(p.r, space.Resident, f)
		}
	}
	if !s.Stationed.Has(at) {
		return
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; st.At == at && st.Force.Land() > 0 && p.fights(st.Owner, at) {
			p.side.add(p.r, st.Owner, &st.Force)
		}
	}
}

// fleet gathers the unfriendly naval SPs in the area of a space.
func (p *player) fleet(at Space) {
	s := &p.s
	p.side.n = 0
	area := &p.r.Areas[p.r.Spaces[at].Area]
	for _, x := range area.settled {
		if f := x.stack(s); f.Naval > 0 && p.fights(x.City, at) {
			p.side.add(p.r, x.City, f)
		}
	}
	if !s.Stationed.meets(area.Set) {
		return
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; area.Set.Has(st.At) && st.Force.Naval > 0 && p.fights(st.Owner, at) {
			p.side.add(p.r, st.Owner, &st.Force)
		}
	}
}

// fights says whether a city-state's SPs fight the actor at an objective: those
// of unfriendly city-states, and those of the one that is attacked.
func (p *player) fights(c City, at Space) bool {
	if !p.survey.hostile[p.me].has(c) {
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
