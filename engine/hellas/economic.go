package hellas

import "strconv"

// economicPhase is model E, majors in alphabetical order.
func (p *player) economicPhase() {
	for m := range City(p.r.NMajors) {
		p.revenue(m)
		p.tribute(m)
		p.build(m)
		p.fund(m)
		if p.fault != nil {
			return
		}
	}
	p.measure()
	p.s.Ravaged, p.s.Captured = Spaces{}, Spaces{}
	p.victory(atEconomic)
}

// revenue is E1: the home area's, a tributary's rate for each that is not in
// rebellion, and a commercial major's trade.
func (p *player) revenue(m City) {
	s, c := &p.s, &p.r.Campaign
	sum := c.Revenue
	if p.harmed(m, p.r.Cities[m].Area, p.r.Cities[m].Home) {
		sum = c.RevenueHeld
	}
	if p.r.Cities[m].Commercial {
		sum += c.Trade
	}
	homes := p.surveyed().tributaries[m]
	for home := homes.next(); home != Nowhere; home = homes.next() {
		t := p.r.Spaces[home].Resident
		if rebels(p.r, s, t) {
			continue
		}
		if p.harmed(m, p.r.Cities[t].Area, p.r.Cities[t].Home) {
			sum += s.Majors[m].Rate / 2
		} else {
			sum += s.Majors[m].Rate
		}
	}
	s.Majors[m].Treasury += sum
	p.l.Revenue[m] += sum
	if s.Majors[m].Treasury > moneyMost {
		p.fail("the treasury of " + p.r.Cities[m].Name + " passes " + talents(moneyMost) + ": the money in this game cannot be counted")
	}
	p.tellRevenue(m, sum)
}

// harmed says whether a fortress space of an area is unfriendly or ravaged; in an
// area without fortress the home space decides.
func (p *player) harmed(m City, area int, home Space) bool {
	s := &p.s
	a := &p.r.Areas[area]
	set := Spaces{s.Fortress[0] & a.Set[0], s.Fortress[1] & a.Set[1]}
	if set == (Spaces{}) {
		set.Add(home)
	}
	know := p.surveyed()
	bad := know.rising // a space in rebellion is friendly to nobody
	bad.addAll(&know.foes[m])
	bad.addAll(&s.Ravaged)
	return bad[0]&set[0]|bad[1]&set[1] != 0
}

// tribute is E2: the rate of the next turn, then unrest where it is high.
func (p *player) tribute(m City) {
	s := &p.s
	homes := p.surveyed().tributaries[m]
	if homes == (Spaces{}) {
		return
	}
	rate := p.ask(m).Tribute(&p.View)
	if rate != 100 && rate != 200 && rate != 300 {
		p.illegal("the tribute rate " + strconv.Itoa(int(rate)) + " is none of 100, 200 and 300")
		return
	}
	p.tellRate(m, rate)
	s.Majors[m].Rate = rate
	if rate == 100 {
		return
	}
	for home := homes.next(); home != Nowhere; home = homes.next() {
		t := p.r.Spaces[home].Resident
		if !p.ripe(t) {
			continue
		}
		roll := p.stream.Draw(p.r.Die, p.sites.unrest[t], s.Turn, 0)
		more := p.unrest(t)
		rises := roll+more >= p.r.Campaign.UnrestRoll
		p.tellUnrest(t, roll, more, rises)
		if rises {
			p.rise(t)
		}
	}
}

// MayBuild says whether the seat that is asked can build an SP of a type (model
// E3): at home or, a ship, in port, friendly and unravaged, and never above the
// number at the start.
func (v *View) MayBuild(k Kind) bool { return v.buildable()[k] }

func (v *View) buildable() (may [Kinds]bool) {
	if v.Purse(v.me) < v.r.Campaign.BuildCost {
		return may
	}
	facts := &v.r.Cities[v.me]
	have, away := v.s.strength(v.me), int32(0)
	for by := range v.r.NMajors {
		away += int32(v.s.HostageSPs[v.me][by]) // hoplites that may return
	}
	for k := range Kinds {
		at, n := facts.Home, int32(have[k])
		switch k {
		case Hoplites:
			n += away
		case Naval:
			at = facts.harbour()
		}
		may[k] = n < int32(facts.Most[k]) && !v.s.Ravaged.Has(at) && v.friendlySpace(at, v.me)
	}
	return may
}

func (p *player) build(m City) {
	for range p.r.Campaign.Builds {
		p.me = m
		may := p.buildable()
		if may == [Kinds]bool{} {
			return
		}
		k, ok := p.ask(m).Build(&p.View)
		if !ok {
			return
		}
		if k >= Kinds || !may[k] {
			what := "type " + strconv.Itoa(int(k))
			if k < Kinds {
				what = kindWords[k]
			}
			p.illegal("an SP of " + what + " cannot be built now")
			return
		}
		cost := p.r.Campaign.BuildCost
		p.s.Majors[m].Treasury -= cost
		p.l.Builds[m] += cost
		p.l.Built[m][k]++
		one := Force{}
		one[k] = 1
		p.r.goHome(&p.s, m, &one)
		p.tellBuilt(m, k)
	}
}

// fund is E4: while the emergency fund rule is in effect its owner may not pay
// below 1000 talents; it may end the rule here, for good.
func (p *player) fund(m City) {
	if p.s.Majors[m].Fund && p.ask(m).EndFund(&p.View) {
		p.s.Majors[m].Fund = false
		p.tellFund(m)
	}
}
