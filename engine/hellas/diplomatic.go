package hellas

import "strconv"

// diplomaticPhase is model D: upkeep, then rounds of one action or pass each.
func (p *player) diplomaticPhase() {
	p.phase = diplomatic
	p.beginTurn()
	p.upkeep()
	for p.round = 0; p.round < p.r.Campaign.DiplomacyRounds; p.round++ {
		passes := 0
		for m := range City(p.r.NMajors) {
			d := p.ask(m).Declare(&p.View)
			if d.Deed == Pass {
				passes++
				continue
			}
			if p.refusesDiplomacy(d) {
				return
			}
			p.act(m, d)
			if p.fault != nil {
				return
			}
		}
		if passes == p.r.NMajors {
			return
		}
	}
}

// beginTurn is D0: the bits of friendly spaces are set, peaces whose last turn is
// past are dropped, and an ally takes its patron's relations to third parties,
// except where a peace of its own stands.
func (p *player) beginTurn() {
	s, know := &p.s, &p.survey
	s.Friendly = Spaces{}
	for m := range City(p.r.NMajors) {
		s.Friendly = s.Friendly.or(know.friendly(m).and(p.r.Cities[m].HomeArea))
		know.harm(p.r, s, m)
	}
	for pair := range s.Peaces {
		if until := s.Peaces[pair].Until; until != 0 && int32(until) < s.Turn {
			s.Peaces[pair] = Peace{}
		}
	}
	if p.r.Campaign.AllyFollows {
		for a := range City(p.r.NMajors) {
			if s.Majors[a].Status == Ally {
				p.follow(a, s.Majors[a].Of)
			}
		}
	}
}

func (p *player) follow(ally, patron City) {
	for c := range City(p.r.NMajors) {
		if c != ally && c != patron && p.s.WarPossible(ally, c, p.s.Turn) {
			p.relate(ally, c, p.s.Relation(patron, c), EndRealigned)
		}
	}
}

// upkeep is D1: a dominant major with too little power steps down, its juniors
// too.
func (p *player) upkeep() {
	for m := range City(p.r.NMajors) {
		if p.s.Majors[m].Status == Dominant && p.Power(m) < p.r.Campaign.Keep {
			p.s.Majors[m].Status = Independent
			p.tellStatus(m, Dominant)
			p.freeJuniors(m)
		}
	}
}

// Coalition is a dominant major and its juniors, by bit; of any other major,
// itself.
func (v *View) Coalition(m City) uint8 {
	leader := m
	switch v.s.Majors[m].Status {
	case Junior:
		leader = v.s.Majors[m].Of
	case Dominant:
	default:
		return 1 << m
	}
	set := uint8(1) << leader
	for c := range City(v.r.NMajors) {
		if v.s.Majors[c].Status == Junior && v.s.Majors[c].Of == leader {
			set |= 1 << c
		}
	}
	return set
}

// Diplomacy appends the legal actions of the seat that is asked; to pass is
// always legal, and not listed.
func (v *View) Diplomacy(to []Diplomacy) []Diplomacy {
	me := v.me
	if v.MayLead() {
		to = append(to, Diplomacy{Lead, Nobody})
	}
	if v.MayLeave() {
		to = append(to, Diplomacy{Leave, Nobody})
	}
	for c := range City(v.r.NMajors) {
		if c == me {
			continue
		}
		if v.MayJoin(c) {
			to = append(to, Diplomacy{Join, c})
		}
		if v.MayWar(c) {
			to = append(to, Diplomacy{War, c})
		}
		if v.MayBreak(c) {
			to = append(to, Diplomacy{Break, c})
		}
	}
	if v.Purse(me) >= v.r.Campaign.CourtCost {
		for c := City(v.r.NMajors); int(c) < len(v.r.Cities); c++ {
			if v.s.Minors[c].Patron == Nobody {
				to = append(to, Diplomacy{Court, c})
			}
		}
	}
	return to
}

// MayLead is D2: independent or neutral, with enough power, and friendly to no
// dominant major.
func (v *View) MayLead() bool {
	status := v.s.Majors[v.me].Status
	if status != Independent && status != Neutrality || v.Power(v.me) < v.r.Campaign.Take {
		return false
	}
	for c := range City(v.r.NMajors) {
		if c != v.me && v.s.Majors[c].Status == Dominant && v.s.Relation(v.me, c) == Friendly {
			return false
		}
	}
	return true
}

// MayJoin is D3: independent or neutral, the leader dominant and not unfriendly,
// and no peace with anyone the coalition is unfriendly to. The leader is yet to
// agree.
func (v *View) MayJoin(leader City) bool {
	status := v.s.Majors[v.me].Status
	if status != Independent && status != Neutrality || v.s.Majors[leader].Status != Dominant || v.s.Relation(v.me, leader) == Unfriendly {
		return false
	}
	coalition := v.Coalition(leader)
	for c := range City(v.r.NMajors) {
		if c != v.me && coalition>>c&1 == 0 && v.Enemies(c)&coalition != 0 && v.AtPeace(v.me, c) {
			return false
		}
	}
	return true
}

// MayLeave is D3: a junior may leave its coalition, and an ally its patron when
// their peace has run out or is broken.
func (v *View) MayLeave() bool {
	m := &v.s.Majors[v.me]
	return m.Status == Junior || m.Status == Ally && !v.AtPeace(v.me, m.Of)
}

// MayWar is D5: on a major, the relation being neutral, without a peace. Allies
// neither declare war nor have it declared upon them: they follow their patron.
func (v *View) MayWar(c City) bool {
	return v.s.Relation(v.me, c) == Neutral && !v.AtPeace(v.me, c) && v.s.Majors[v.me].Status != Ally && v.s.Majors[c].Status != Ally
}

// MayBreak is D5: a peace that stands, with a major that is no friend and, as for
// war, not on either side an ally's; or that between an ally and its patron, which
// either side may break, too (6.5).
func (v *View) MayBreak(c City) bool {
	if !v.AtPeace(v.me, c) {
		return false
	}
	me, other := &v.s.Majors[v.me], &v.s.Majors[c]
	if me.Status == Ally && me.Of == c || other.Status == Ally && other.Of == v.me {
		return true
	}
	return v.s.Relation(v.me, c) == Neutral && me.Status != Ally && other.Status != Ally
}

func (v *View) mayCourt(c City) bool {
	return int(c) >= v.r.NMajors && int(c) < len(v.r.Cities) && v.s.Minors[c].Patron == Nobody && v.Purse(v.me) >= v.r.Campaign.CourtCost
}

// refusesDiplomacy checks an action.
func (p *player) refusesDiplomacy(d Diplomacy) bool {
	legal := false
	other := d.With >= 0 && int(d.With) < p.r.NMajors && d.With != p.me
	switch d.Deed {
	case Lead:
		legal = p.MayLead()
	case Leave:
		legal = p.MayLeave()
	case Join:
		legal = other && p.MayJoin(d.With)
	case War:
		legal = other && p.MayWar(d.With)
	case Break:
		legal = other && p.MayBreak(d.With)
	case Court:
		legal = p.mayCourt(d.With)
	}
	if legal {
		return false
	}
	deed := "action " + strconv.Itoa(int(d.Deed))
	if int(d.Deed) < len(Deeds) {
		deed = Deeds[d.Deed]
	}
	with := ""
	if d.With >= 0 && int(d.With) < len(p.r.Cities) {
		with = " (" + p.r.Cities[d.With].Name + ")"
	}
	p.illegal("the diplomatic action " + deed + with + " is not legal now")
	return true
}

// act carries a legal action out.
func (p *player) act(m City, d Diplomacy) {
	major := &p.s.Majors[m]
	from := major.Status
	switch d.Deed {
	case Lead:
		major.Status = Dominant
		p.tellStatus(m, from)
	case Leave:
		major.Status, major.Of = Independent, Nobody
		p.tellStatus(m, from)
	case Join:
		agreed := p.ask(d.With).Admit(&p.View, m)
		p.tellJoin(m, d.With, agreed)
		if agreed {
			p.join(m, d.With)
		}
	case Court:
		p.court(m, d.With)
	case War:
		p.declareWar(m, d.With)
	case Break:
		p.breakPeace(m, d.With)
	}
}

// join makes a major the junior of a leader: friendly to it and its partners,
// unfriendly to whom the leader is.
func (p *player) join(m, leader City) {
	s := &p.s
	coalition := p.Coalition(leader)
	from := s.Majors[m].Status
	s.Majors[m].Status, s.Majors[m].Of = Junior, leader
	p.tellStatus(m, from)
	for c := range City(p.r.NMajors) {
		switch {
		case c == m:
		case coalition>>c&1 != 0:
			p.relate(m, c, Friendly, EndRealigned)
		case s.Relation(leader, c) == Unfriendly:
			p.relate(m, c, Unfriendly, EndRealigned)
		}
	}
}

// court is D4: the minor becomes an ally on a good roll.
func (p *player) court(m, minor City) {
	c := &p.r.Campaign
	p.s.Majors[m].Treasury -= c.CourtCost
	p.l.Courting[m] += c.CourtCost
	roll := p.stream.Draw(p.r.Die, p.sites.court[minor]+p.sites.actor[m], p.s.Turn, p.round)
	won := roll >= c.CourtRoll
	p.tellCourt(m, minor, roll, won)
	if won {
		p.s.Minors[minor] = Minor{Bond: Allied, Patron: m}
		p.bound(minor)
	}
}

// declareWar is D5: every member of the actor's coalition becomes unfriendly to
// every member of the other's, except pairs at peace or friendly; a neutral that
// declares or is declared upon becomes independent.
func (p *player) declareWar(m, on City) {
	p.tellDeclaredWar(m, on)
	p.arouse(m)
	p.arouse(on)
	ours, theirs := p.Coalition(m), p.Coalition(on)
	for a := range City(p.r.NMajors) {
		for b := range City(p.r.NMajors) {
			if a != b && ours>>a&1 != 0 && theirs>>b&1 != 0 && p.s.Relation(a, b) == Neutral && !p.AtPeace(a, b) {
				p.relate(a, b, Unfriendly, EndRealigned)
			}
		}
	}
}

func (p *player) arouse(m City) {
	if p.s.Majors[m].Status == Neutrality {
		p.s.Majors[m].Status = Independent
		p.tellStatus(m, Neutrality)
	}
}

// breakPeace is D5: the peace is struck out, the breaker loses bellicosity, then
// it is war; hostages are not given back. An ally and its patron stay friends, but
// the ally is free to leave (D3).
func (p *player) breakPeace(m, with City) {
	p.s.Peaces[pairs[m][with]] = Peace{}
	p.l.Count[PeacesBroken]++
	p.tellBroken(m, with, p.embolden(m, -p.r.Campaign.PeaceBroken))
	if p.s.Relation(m, with) != Friendly {
		p.declareWar(m, with)
	}
}
