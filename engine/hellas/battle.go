package hellas

// battle is model O3, on land or at sea: each side rolls a die and adds its
// strength; the attacker wins if it has more. It says whether he does.
func (p *player) battle(m City, at Space, f *Force, atSea bool) bool {
	c := &p.r.Campaign
	attack, defence := p.landStrength(f), p.sideStrength()
	first, last, mine, theirs := Hoplites, Cavalry, forAttack, forDefence
	if atSea {
		attack, defence = int32(f.Naval)*c.Strength[Naval], 0
		for i := range p.side.n {
			defence += int32(p.side.stack[i].Naval) * c.Strength[Naval]
		}
		first, last, mine, theirs = Naval, Naval, forAttackAtSea, forDefenceAtSea
	}
	rollA := p.stream.Draw(p.r.Die, p.sites.operation[mine][at]+p.sites.actor[m], p.s.Turn, p.round)
	rollD := p.stream.Draw(p.r.Die, p.sites.operation[theirs][at]+p.sites.actor[m], p.s.Turn, p.round)
	by := rollA + attack - rollD - defence
	wins := by > 0
	margin := max(by, -by)
	loses := max(1, (margin+c.LossEach-1)/c.LossEach)
	winnerLoses := int32(0)
	if margin <= c.WinnerLoses {
		winnerLoses = 1
	}
	lossA, lossD := loses, winnerLoses
	if wins {
		lossA, lossD = winnerLoses, loses
	}
	p.captive = Nobody
	hoplites, defenders := f.Hoplites, p.sideMajors()
	lossA = p.removeOwn(m, f, lossA, first, last)
	lossD = p.removeSide(lossD, first, last)
	leader := p.defender(at)
	p.tellBattle(m, at, leader, atSea, rollA, attack, rollD, defence, wins, lossA, lossD)
	if !atSea && margin >= c.HostageBy {
		p.hostage(m, wins, f.Hoplites < hoplites)
	}
	losers, lost := defenders, lossD
	if !wins {
		losers, lost = 1<<m, lossA
	}
	p.shake(losers, lost)
	if wins && !atSea && !p.s.Fortress.Has(at) {
		p.retreat(at)
	}
	p.tidy()
	return wins
}

// sideMajors are the majors with SPs on the defenders' side, their minors' included,
// by bit. Rebels have the actor for a master, and fight for themselves.
func (p *player) sideMajors() (set uint8) {
	for _, owner := range p.side.owner[:p.side.n] {
		if m := p.r.speaker(&p.s, owner); m != Nobody && m != p.me {
			set |= 1 << m
		}
	}
	return set
}

// shake lowers the bellicosity of the majors whose side lost a battle and many SPs
// in it.
func (p *player) shake(majors uint8, lost int32) {
	if lost < p.r.Campaign.ShakenBy || p.r.Campaign.BattleLost == 0 {
		return
	}
	for m := range City(p.r.NMajors) {
		if majors>>m&1 != 0 {
			p.tellShaken(m, p.embolden(m, -p.r.Campaign.BattleLost))
		}
	}
}

// defender is the major that speaks for a space's controller, or Nobody.
func (p *player) defender(at Space) City {
	if c := p.s.Controller[at]; c != Nobody {
		return p.r.speaker(&p.s, c)
	}
	return Nobody
}

// removeOwn removes SPs of the actor: hoplites first, then cavalry. It returns
// how many there were to remove.
func (p *player) removeOwn(m City, f *Force, n int32, first, last Kind) (removed int32) {
	for k := first; k <= last; k++ {
		sps := f.Of(k)
		take := min(n-removed, int32(*sps))
		*sps -= uint8(take)
		removed += take
		p.l.Lost[m][k] += take
	}
	return removed
}

// removeSide removes SPs of the defenders: hoplites first, then cavalry, owners
// in alphabetical order.
func (p *player) removeSide(n int32, first, last Kind) (removed int32) {
	for k := first; k <= last; k++ {
		for i := range p.side.n {
			sps, owner := p.side.stack[i].Of(k), p.side.owner[i]
			take := min(n-removed, int32(*sps))
			if take == 0 {
				continue
			}
			*sps -= uint8(take)
			removed += take
			p.l.Lost[owner][k] += take
			if k == Hoplites && int(owner) < p.r.NMajors && p.captive == Nobody {
				p.captive = owner
			}
		}
	}
	return removed
}

// retreat: a beaten defender in the open goes home, unless it is at home. In a
// fortress it stays, and so does a beaten fleet in its harbour.
func (p *player) retreat(at Space) {
	for i := int(p.s.NStations) - 1; i >= 0; i-- {
		st := p.s.Stations[i]
		if st.At == at && st.Force.Land() > 0 && p.fights(st.Owner, at) {
			p.s.dissolve(i)
			p.r.goHome(&p.s, st.Owner, &st.Force)
		}
	}
}

// landStrength is that of hoplites and cavalry in a battle on land.
func (v *View) landStrength(f *Force) int32 {
	c := &v.r.Campaign
	return int32(f.Hoplites)*c.Strength[Hoplites] + int32(f.Cavalry)*c.Strength[Cavalry]
}
