package hellas

// defeat carries out the defeat of a city-state (6.3), whether it surrendered or
// fell to force.
func (p *player) defeat(loser, victor City) {
	major := int(loser) < p.r.NMajors
	p.disarm(loser)
	p.tearDown(loser, victor)
	if p.fault != nil {
		return
	}
	if major {
		p.defeatMajor(loser, victor)
	} else {
		p.l.Count[MinorDefeats]++
		p.defeatMinor(loser, victor)
	}
}

// disarm: the city-state may retain one SP of each type, which are placed in the
// home space (or port space, for any naval SP). Its other SPs and all garrisons
// are removed from the map. Any SPs of other city-states in its home and port
// spaces are returned home; any garrisons are removed.
func (p *player) disarm(loser City) {
	s, facts := &p.s, &p.r.Cities[loser]
	all := s.strength(loser)
	var kept Force
	for k := range Kinds {
		n := *all.Of(k)
		*kept.Of(k) = min(n, 1)
		p.l.Lost[loser][k] += int32(n - min(n, 1))
	}
	s.Home[loser], s.Port[loser] = Force{}, Force{}
	for i := int(s.NStations) - 1; i >= 0; i-- {
		if s.Stations[i].Owner == loser {
			s.dissolve(i)
		}
	}
	p.r.goHome(s, loser, &kept)
	p.tellForces(loser, &all, &kept)

	garrisons := p.survey.garrisons
	for at, rest := garrisons.first(); at != Nowhere; at, rest = rest.first() {
		of := s.Garrison[at]
		if of == loser || at == facts.Home || at == facts.Port {
			s.Garrison[at] = Nobody
			p.moved(at)
			p.tellGarrisonRemoved(at, of)
		}
	}
	for _, at := range [...]Space{facts.Home, facts.Port} {
		if at != Nowhere {
			p.sendHome(at)
		}
	}
}

// sendHome returns the SPs that are stationed in a space, in alphabetical order.
func (p *player) sendHome(at Space) {
	s := &p.s
	for again := true; again; {
		again = false
		next := -1
		for i := range s.Stations[:s.NStations] {
			if st := &s.Stations[i]; st.At == at && (next < 0 || p.r.Cities[st.Owner].Name < p.r.Cities[s.Stations[next].Owner].Name) {
				next = i
			}
		}
		if next >= 0 {
			st := s.Stations[next]
			s.dissolve(next)
			p.r.goHome(s, st.Owner, &st.Force)
			p.tellReturnedHome(at, st.Owner, &st.Force)
			p.l.Count[ReturnsHome]++
			again = true
		}
	}
}

// tearDown: the victor may tear down the walls of the home space and port space
// (if any); they cease to be fortresses. In the case of Athens, the Long Walls are
// torn down as well.
func (p *player) tearDown(loser, victor City) {
	s, facts := &p.s, &p.r.Cities[loser]
	major := int(loser) < p.r.NMajors
	long := major && s.Majors[loser].LongWalls
	home := s.Fortress.Has(facts.Home)
	port := facts.Port != Nowhere && s.Fortress.Has(facts.Port)
	if !home && !port && !long {
		return
	}
	torn := p.ask(victor).TearDown(&p.View, loser)
	p.tellWalls(loser, victor, torn, home, port, long)
	if !torn {
		return
	}
	p.l.Count[WallsTorn]++
	s.Fortress.remove(facts.Home)
	if facts.Port != Nowhere {
		s.Fortress.remove(facts.Port)
	}
	if major {
		s.Majors[loser].LongWalls = false
		p.walled(loser)
	}
}

// defeatMajor: it signs a peace treaty with the victor. If the victor is
// dominant, the defeated city-state becomes an ally; otherwise, it becomes
// neutral. All allies and tributaries of the defeated city-state become neutral.
func (p *player) defeatMajor(loser, victor City) {
	s := &p.s
	p.own(loser, loser)
	p.sign(loser, victor, EndSurrender)
	from := s.Majors[loser].Status
	if s.Majors[victor].Status == Dominant {
		s.Majors[loser].Status, s.Majors[loser].Of = Ally, victor
		p.relate(loser, victor, Friendly, EndSurrender)
	} else {
		s.Majors[loser].Status, s.Majors[loser].Of = Neutrality, Nobody
	}
	p.tellStatus(loser, from)
	p.freeJuniors(loser)
	for c := range City(p.r.NMajors) {
		if s.Majors[c].Status == Ally && s.Majors[c].Of == loser {
			s.Majors[c].Status, s.Majors[c].Of = Neutrality, Nobody
			p.relate(c, loser, Neutral, EndRealigned)
			p.tellStatus(c, Ally)
		}
	}
	for c := City(p.r.NMajors); int(c) < len(p.r.Cities); c++ {
		if s.Minors[c].Patron == loser {
			p.freeMinor(c)
		}
	}
}

// freeJuniors: the partners of a city-state that leads no longer are independent.
func (p *player) freeJuniors(leader City) {
	for c := range City(p.r.NMajors) {
		if m := &p.s.Majors[c]; m.Status == Junior && m.Of == leader {
			m.Status, m.Of = Independent, Nobody
			p.tellStatus(c, Junior)
		}
	}
}

// freeMinor makes a minor neutral; its rebellion, if it is in one, is over.
func (p *player) freeMinor(c City) {
	minor := &p.s.Minors[c]
	was := minor.Bond
	*minor = Minor{Bond: Free, Patron: Nobody}
	p.bound(c)
	p.own(c, c)
	p.l.Count[MinorsFreed]++
	p.tellMinorNeutral(c, was)
}

// own gives a city-state's home and port to a holder; a rebellion there is over.
func (p *player) own(c, holder City) {
	for _, at := range [...]Space{p.r.Cities[c].Home, p.r.Cities[c].Port} {
		if at != Nowhere {
			p.s.Controller[at], p.s.Rebel[at] = holder, Nobody
			p.moved(at)
		}
	}
}

// defeatMinor: it becomes the victor's ally. Any rebellion in the home space is
// suppressed. If the victor is dominant, it may force the minor to become a
// tributary.
func (p *player) defeatMinor(c, victor City) {
	s := &p.s
	if home := p.r.Cities[c].Home; s.Rebel[home] != Nobody {
		p.l.Count[Suppressed]++
		p.tellSuppressed(home)
	}
	s.Minors[c] = Minor{Bond: Allied, Patron: victor}
	p.bound(c) // for the victor, who is asked
	holder := c
	if s.Majors[victor].Status == Dominant && p.ask(victor).MakeTributary(&p.View, c) {
		s.Minors[c].Bond = Tributary
		p.bound(c)
		holder = victor
		p.l.Count[Forced]++
	}
	p.own(c, holder)
	p.tellMinorBond(c)
}
