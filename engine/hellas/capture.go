package hellas

// alarm is model O1: an attacked neutral minor first becomes an ally of the
// strongest dominant major unfriendly to the attacker; without one it fights
// alone.
func (p *player) alarm(m, c City) {
	if int(c) < p.r.NMajors || p.s.Minors[c].Patron != Nobody {
		return
	}
	protector, most := Nobody, int32(-1)
	for d := range City(p.r.NMajors) {
		if d != m && p.s.Majors[d].Status == Dominant && p.s.Relation(d, m) == Unfriendly && p.Power(d) > most {
			protector, most = d, p.Power(d)
		}
	}
	if protector != Nobody {
		p.s.Minors[c] = Minor{Bond: Allied, Patron: protector}
		p.bound(c)
		p.tellMinorBond(c)
	}
}

// walls is what a die and the land SPs must reach to take a space in which nobody
// shelters; 0: it falls without a siege.
func (v *View) walls(at Space) (need int32) {
	if v.s.Fortress.Has(at) {
		need = v.r.Campaign.SiegeFortress
	}
	if v.s.Garrison[at] != Nobody {
		need += v.r.Campaign.SiegeGarrison
	}
	return need
}

// capture is model O6: open and undefended, the space falls. Else a siege: a die
// and the land SPs of the force against walls, garrison and those who shelter, as the
// arrival left them.
func (p *player) capture(m City, at Space, f *Force) {
	p.l.Count[Captures]++
	need := p.walls(at)
	if p.s.Fortress.Has(at) {
		for i := range p.side.n {
			need += p.side.stack[i].Land()
		}
	}
	if need > 0 {
		roll := p.stream.Draw(p.r.Die, p.sites.operation[forSiege][at]+p.sites.actor[m], p.s.Turn, p.round)
		falls := roll+f.Land() >= need
		p.tellSiege(m, at, roll, f.Land(), need, falls)
		if !falls {
			return
		}
	}
	p.fall(m, at)
}

// fall: sheltering SPs and the garrison are removed; the captor controls the
// space, pays and leaves a garrison. The home of a minor is defeated instead.
func (p *player) fall(m City, at Space) {
	s := &p.s
	if s.Fortress.Has(at) {
		for i := range p.side.n {
			f, owner := p.side.stack[i], p.side.owner[i]
			for k := Hoplites; k <= Cavalry; k++ {
				p.l.Lost[owner][k] += int32(*f.Of(k))
				*f.Of(k) = 0
			}
		}
		p.tidy()
	}
	if major := p.r.Spaces[at].major; major != Nobody && major != m && s.Relation(m, major) == Unfriendly && p.friendlySpace(at, major) {
		s.Captured.Add(at) // an unfriendly power took it from friendly hands
		p.suffered(at)
	}
	resident := p.r.Spaces[at].Resident
	home := resident != Nobody && !p.r.Spaces[at].IsPort
	p.tellCaptured(m, at)
	if home && int(resident) >= p.r.NMajors {
		p.mourn(m, resident)
		p.tellDefeat(resident, m, "force")
		p.defeat(resident, m)
		return
	}
	s.Controller[at], s.Rebel[at], s.Garrison[at] = m, Nobody, m
	s.Majors[m].Treasury -= p.r.Campaign.GarrisonCost
	p.l.Garrisons[m] += p.r.Campaign.GarrisonCost
	p.tellGarrisoned(m, at)
	p.moved(at)
	if home && resident != m && p.r.Campaign.HomeCaptured {
		p.tellDefeat(resident, m, "force")
		p.defeat(resident, m)
	}
}

// mourn: the patron of an ally that is lost loses bellicosity, if a scenario says
// so (the status cards are not in our source).
func (p *player) mourn(m, ally City) {
	minor := &p.s.Minors[ally]
	if loss := p.r.Campaign.AllyLost; loss != 0 && minor.Bond == Allied && minor.Patron != m {
		p.tellShaken(minor.Patron, p.embolden(minor.Patron, -loss))
	}
}
