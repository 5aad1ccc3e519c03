package hellas

// Rolls of 6.4.
const (
	rebellionTotal = 6 // die and modifiers from which a space joins a rebellion
	fizzleRoll     = 1 // on which a rebellion fizzles out
)

// uprising is what the segment reads once at its start, and what it has rolled for
// since: a space is rolled for at most once in each of its paragraphs.
type uprising struct {
	rising      Spaces // spaces in rebellion
	tributaries cities // those in rebellion
	rolled      Spaces
}

// rebellion is 6.4. Who is in rebellion, and which spaces are, is read once at
// the start.
func (p *player) rebellion() {
	u := &p.rebels
	know := &p.survey
	u.rising = know.rising
	if u.rising.Empty() {
		return
	}
	u.tributaries = know.tributary & know.revolted
	p.spread()
	u.rolled = Spaces{}
	p.putDown()
	*u = uprising{}
}

// spread: if a tributary is in rebellion against its original controller, the
// rebellion can spread to the original controller's other spaces in the
// tributary's home area. For each space which does not contain one of the
// controller's SPs or a garrison, roll a die. Some neighboring Kingdoms modify
// the roll. On a modified roll of 6 or more, the space joins the rebellion.
func (p *player) spread() {
	s, u, know := &p.s, &p.rebels, &p.survey
	for left := u.tributaries; left != 0; left &= left - 1 {
		c := left.first()
		facts, master := &p.r.Cities[c], s.Minors[c].Patron
		open := know.own[master].and(facts.HomeArea).without(know.garrisons).without(u.rolled)
		for at, rest := open.first(); at != Nowhere; at, rest = rest.first() {
			if at == facts.Home || p.guarded(master, at) {
				continue
			}
			u.rolled.Add(at)
			roll := p.stream.Draw(p.r.Die, p.sites.spread[at], s.Turn, 0)
			joins := roll+facts.modifier >= rebellionTotal
			p.tellRebellionRoll(c, at, roll, facts.modifier, joins)
			if joins {
				s.Controller[at], s.Rebel[at] = Nobody, master
				p.l.Count[Joined]++
				p.moved(at)
			}
		}
	}
}

// guarded says whether a city-state has SPs in a space.
func (p *player) guarded(c City, at Space) bool {
	f := p.r.stack(&p.s, c, at)
	return f != nil && *f != (Force{})
}

// putDown: if a tributary is not in rebellion, rebellion in spaces in its home
// area can be put down. Roll a die for each space in rebellion; there are no
// modifiers. On a 1, the rebellion fizzles out.
func (p *player) putDown() {
	s, u := &p.s, &p.rebels
	tributaries := p.survey.tributary &^ u.tributaries
	for left := tributaries; left != 0; left &= left - 1 {
		c := left.first()
		open := u.rising.and(p.r.Cities[c].HomeArea).without(u.rolled)
		for at, rest := open.first(); at != Nowhere; at, rest = rest.first() {
			u.rolled.Add(at)
			roll := p.stream.Draw(p.r.Die, p.sites.fizzle[at], s.Turn, 0)
			p.tellFizzleRoll(c, at, roll)
			if roll == fizzleRoll {
				s.Controller[at], s.Rebel[at] = s.Rebel[at], Nobody
				p.l.Count[PutDown]++
				p.moved(at)
			}
		}
	}
}
