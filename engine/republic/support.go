package republic

// paySupport is step 7: all units are paid for, war costs included. It goes to
// the Brass Hat if he is in play, else to the Game Bank.
func (p *player) paySupport() {
	if p.billMoved {
		p.bill = p.Support(-1)
		p.billMoved = false
	}
	bill := p.bill
	if bill > int64(p.s.Treasury) {
		bill = p.runOut()
	}
	if bill != 0 {
		p.s.Treasury -= int32(bill)
		p.moved |= ReadsTreasury
		if p.r.BrassHat {
			p.l.BrassHat += int32(bill)
		} else {
			p.l.GameBank += int32(bill)
		}
	}
	p.told.support = int32(bill)
	p.tellSupport(int32(bill))
}

// runOut is what is paid when the treasury cannot pay for all units: for those that
// are left, or all of it in debt.
func (p *player) runOut() int64 {
	switch {
	case !p.r.Readings.Debt:
		return p.disband()
	case p.bill > int64(p.s.Treasury)+moneyMost:
		p.fail("the debt passes " + moneyWords + ": the money in this game cannot be counted")
		return 0
	default:
		return p.bill
	}
}

// charge is the support of one of unit u this turn, given which wars are on and
// crisis c as one more (none if negative).
func (v *View) charge(u, c int) int64 {
	wars := uint8(0) // in which the unit can be used, deployed or not
	for w := range v.s.Wars[:v.s.NWars] {
		wars += v.usable[v.s.Wars[w].Crisis] >> uint8(u) & 1
	}
	if c >= 0 {
		wars += v.usable[c] >> uint8(u) & 1
	}
	return v.charges[u][wars]
}

// costs raises the factor of war costs by one war.
func (r *Rules) costs(factor int64) int64 {
	if r.Readings.CostsPerWar {
		return factor * int64(r.Effects.WarCosts)
	}
	return int64(r.Effects.WarCosts)
}

// disband lets units go one at a time, the costliest as charged this turn first,
// until the treasury can pay for the rest, and returns what they cost.
func (p *player) disband() int64 {
	bill := p.bill
	for bill > int64(p.s.Treasury) {
		costliest, most := -1, int64(0)
		for u := range p.r.Units {
			if p.s.Units[u] == 0 {
				continue
			}
			if charge := p.charge(u, -1); charge > most {
				costliest, most = u, charge
			}
		}
		p.disbandOne(costliest)
		bill -= most
	}
	return bill
}

// disbandOne lets one unit go: from station if any is there, else from the war
// that was declared last.
func (p *player) disbandOne(u int) {
	deployed := uint16(0)
	newest := -1
	for w := range p.s.Wars[:p.s.NWars] {
		if n := p.s.Wars[w].Deployed[u]; n > 0 {
			deployed += n
			newest = w
		}
	}
	if deployed == p.s.Units[u] {
		war := &p.s.Wars[newest]
		war.Deployed[u]--
		war.Points -= p.r.Units[u].BattlePoints
	}
	p.s.Units[u]--
	p.unitsMoved()
	p.tellDisbanded(u)
}
