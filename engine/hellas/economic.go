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
	if s.Ravaged[0]&set[0]|s.Ravaged[1]&set[1] != 0 {
		return true
	}
	for _, at := range a.Spaces {
		if set.Has(at) && p.unfriendlySpace(at, m) {
			return true
		}
	}
	return false
}

// unfriendlySpace: a space is unfriendly to a major if it is in rebellion, or if
// the city-state that speaks for its controller is.
func (v *View) unfriendlySpace(at Space, m City) bool {
	c := v.s.Controller[at]
	if c == Nobody {
		return v.s.Rebel[at] != Nobody
	}
	c = v.r.speaker(&v.s, c)
	return c != Nobody && c != m && v.s.Relation(c, m) == Unfriendly
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
func (v *View) MayBuild(k Kind) bool {
	facts := &v.r.Cities[v.me]
	at := facts.Home
	if k == Naval {
		at = facts.harbour()
	}
	if v.Purse(v.me) < v.r.Campaign.BuildCost || v.s.Ravaged.Has(at) || !v.friendlySpace(at, v.me) {
		return false
	}
	have := int32(v.s.strength(v.me)[k])
	for by := range v.r.NMajors {
		if k == Hoplites {
			have += int32(v.s.HostageSPs[v.me][by]) // they may return
		}
	}
	return have < int32(facts.Most[k])
}

func (p *player) build(m City) {
	for range p.r.Campaign.Builds {
		p.me = m
		if !p.MayBuild(Hoplites) && !p.MayBuild(Cavalry) && !p.MayBuild(Naval) {
			return
		}
		k, ok := p.ask(m).Build(&p.View)
		if !ok {
			return
		}
		if k >= Kinds || !p.MayBuild(k) {
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
