package hellas

// ravage is model O5: the space is marked, also under walls whose defenders
// shelter.
func (p *player) ravage(m City, at Space) {
	p.s.Ravaged.Add(at)
	p.suffered(at)
	p.l.Count[Ravages]++
	p.tellRavaged(m, at)
}

// unrest is what adds to a die for the rebellion of a tributary: neighbouring
// Kingdoms, and how much it pays (model O5, E2).
func (v *View) unrest(c City) int32 {
	return v.r.Cities[c].modifier + v.s.Majors[v.s.Minors[c].Patron].Rate/100 - 1
}

// incite is model O5: an enemy tributary's home may rebel.
func (p *player) incite(m City, at Space) {
	c := p.r.Spaces[at].Resident
	p.l.Count[Incitements]++
	roll := p.stream.Draw(p.r.Die, p.sites.operation[forIncitement][at]+p.sites.actor[m], p.s.Turn, p.round)
	more := p.unrest(c)
	rises := roll+more >= p.r.Campaign.InciteRoll
	p.tellIncite(m, c, roll, more, rises)
	if rises {
		p.rise(c)
	}
}

// rise puts the home of a tributary in rebellion against its master.
func (p *player) rise(c City) {
	home := p.r.Cities[c].Home
	p.s.Controller[home], p.s.Rebel[home] = Nobody, p.s.Minors[c].Patron
	p.l.Count[Uprisings]++
	p.moved(home)
}

// harm finds where ravaging or capturing now would cost a major's bellicosity (6.2),
// and how much in any of those spaces: 3 while it also spoils the quiet turn, else 1.
func (x *survey) harm(r *Rules, s *State, m City) {
	facts := &r.Cities[m]
	home, area := just(facts.Home), facts.HomeArea
	friends := s.Friendly.and(area)
	lost := friends.and(s.Captured.or(s.Ravaged))
	x.hurts[m] = 1
	if lost.Empty() {
		x.hurts[m] = 3
	}
	painful := x.painful.without(area)
	if lost.without(home).Empty() {
		painful = painful.or(friends)
	}
	x.painful = painful.or(home).without(home.and(s.Ravaged))
}

// suffered: a space has been ravaged or captured.
func (p *player) suffered(at Space) {
	if m := p.r.Spaces[at].major; m != Nobody {
		p.survey.harm(p.r, &p.s, m)
	}
}
