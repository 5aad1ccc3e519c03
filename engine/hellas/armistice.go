package hellas

import "math/bits"

// acceptBellicosity obliges to accept a peace, as all below do (6.5).
const acceptBellicosity = 5

// armistice is 6.5: when two major city-states are unfriendly to each other,
// either one may propose a peace.
func (p *player) armistice() {
	for a := range City(p.r.NMajors) {
		others := p.Enemies(a) >> (a + 1) << (a + 1) // each pair once
		for ; others != 0; others &= others - 1 {
			b := City(bits.TrailingZeros8(others))
			if p.propose(a, b) || p.fault != nil {
				continue
			}
			p.propose(b, a)
		}
	}
}

// propose says whether a peace came of it. The other city-state may voluntarily
// accept, but must accept if its bellicosity is 5 or less, and Athens also if its
// treasury is too low.
func (p *player) propose(by, to City) bool {
	if !p.ask(by).Propose(&p.View, to) {
		return false
	}
	weary, poor := p.MustAccept(to)
	forced := weary || poor
	accepted := forced || p.ask(to).Accept(&p.View, by)
	p.tellProposal(by, to, weary, poor, accepted)
	if !accepted {
		return false
	}
	if forced {
		p.l.Count[ArmisticesForced]++
	} else {
		p.l.Count[Armistices]++
	}
	p.settle(by, to)
	p.sign(by, to, EndArmistice)
	return true
}

// settle: if one city-state is dominant and the other is independent, the
// independent one becomes neutral. Otherwise, the city-state that proposed the
// peace must relinquish any dominant city-state or junior coalition partner
// status, with the attendant effects and penalties.
func (p *player) settle(by, to City) {
	one, other := &p.s.Majors[by], &p.s.Majors[to]
	switch from := one.Status; {
	case from == Independent && other.Status == Dominant:
		one.Status = Neutrality
		p.tellStatus(by, Independent)
	case from == Dominant && other.Status == Independent:
		other.Status = Neutrality
		p.tellStatus(to, Independent)
	case from == Dominant || from == Junior:
		one.Status, one.Of = Independent, Nobody
		p.tellStatus(by, from)
		if from == Dominant {
			p.freeJuniors(by)
		}
		p.l.Count[Relinquished]++
		if penalty := p.r.Readings.RelinquishPenalty; penalty != 0 {
			p.tellPenalty(by, p.embolden(by, -penalty))
		}
	}
}

// sign: the peace lasts for thirty years (ten turns); the turn on which it starts
// is noted. Hostages of one city-state held by the other are released.
func (p *player) sign(a, b City, ending int32) {
	p.relate(a, b, Neutral, ending)
	peace := Peace{From: int16(p.s.Turn), Until: int16(p.s.Turn + p.r.Readings.PeaceTurns)}
	p.s.Peaces[pairs[a][b]] = peace
	p.tellPeace(min(a, b), max(a, b), peace)
	p.release(min(a, b), max(a, b))
	p.release(max(a, b), min(a, b))
}

func (p *player) release(of, by City) {
	n := p.s.Hostages[of][by]
	if n == 0 {
		return
	}
	sps := p.s.HostageSPs[of][by]
	p.s.Hostages[of][by], p.s.HostageSPs[of][by] = 0, 0
	p.s.Home[of].Hoplites += sps
	p.l.Lost[of][Hoplites] -= int32(sps)
	p.l.Count[HostagesReleased] += int32(n)
	p.tellReleased(of, by, n)
}

// relate changes how two majors stand to each other; wars begin and end with it.
func (p *player) relate(a, b City, to Relation, ending int32) {
	pair := pairs[a][b]
	from := p.s.Relations[pair]
	p.s.Relations[pair] = to
	if from != to {
		p.related(a)
		p.related(b)
	}
	switch {
	case from == Unfriendly && to != Unfriendly:
		p.endWar(pair, ending)
	case from != Unfriendly && to == Unfriendly:
		p.startWar(pair)
	}
}
