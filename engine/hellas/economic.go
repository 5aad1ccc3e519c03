package hellas

import "strconv"

// economicPhase is model E, majors in alphabetical order.
func (p *player) economicPhase() {
	strengths := p.s.strengths() // which nothing but building changes now
	for m := range City(p.r.NMajors) {
		p.revenue(m)
		p.tribute(m)
		p.build(m, &strengths[m])
		p.fund(m)
		if p.fault != nil {
			return
		}
	}
	p.measure(strengths)
	p.s.Ravaged, p.s.Captured = Spaces{}, Spaces{}
	for m := range City(p.r.NMajors) {
		p.survey.harm(p.r, &p.s, m)
	}
	p.victory(atEconomic)
}

// revenue is E1: the home area's, a tributary's rate for each that is not in
// rebellion, and a commercial major's trade.
func (p *player) revenue(m City) {
	know := &p.survey
	s, c, facts := &p.s, &p.r.Campaign, &p.r.Cities[m]
	bad := know.rising.or(know.foes[m]).or(s.Ravaged) // a space in rebellion is friendly to nobody
	sum := c.Revenue
	if facts.harmed(s.Fortress, bad) {
		sum = c.RevenueHeld
	}
	if facts.Commercial {
		sum += c.Trade
	}
	paying := know.served[m] & know.tributary &^ know.revolted
	for ; paying != 0; paying &= paying - 1 {
		if p.r.Cities[paying.first()].harmed(s.Fortress, bad) {
			sum += s.Majors[m].Rate / 2
		} else {
			sum += s.Majors[m].Rate
		}
	}
	s.Majors[m].Treasury += sum
	p.l.Revenue[m] += sum
	if s.Majors[m].Treasury > moneyMost {
		p.fail("the treasury of " + facts.Name + " passes " + talents(moneyMost) + ": the money in this game cannot be counted")
	}
	p.tellRevenue(m, sum)
}

// harmed says whether a fortress space of a city-state's area is among those that
// are unfriendly or ravaged; in an area without fortress its home decides.
func (c *CityFacts) harmed(fortress, bad Spaces) bool {
	walls := fortress.and(c.HomeArea)
	if walls.Empty() {
		return bad.Has(c.Home)
	}
	return bad.meets(walls)
}

// tribute is E2: the rate of the next turn, then unrest where it is high.
func (p *player) tribute(m City) {
	s := &p.s
	homes := p.survey.tributaries[m]
	if homes.Empty() {
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
	know := &p.survey // a rising garrisons nothing and frees no other home
	quiet := p.ripe(homes.without(know.rising).without(know.garrisons))
	for home, rest := quiet.first(); home != Nowhere; home, rest = rest.first() {
		t := p.r.Spaces[home].Resident
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
func (v *View) MayBuild(k Kind) bool { return v.buildable()>>k&1 != 0 }

// A building is what the seat that was turned to last can build.
type building struct {
	asked uint64 // when it was found; 0: never
	may   uint8  // types, by bit
}

// buildable are the types that the seat that is asked can build, by bit; they are
// found once while it is asked.
func (v *View) buildable() uint8 {
	if x := &v.builds; x.asked != v.asked || x.asked == 0 {
		x.asked, x.may = v.asked, v.findBuildable()
	}
	return v.builds.may
}

func (v *View) findBuildable() (may uint8) {
	if v.Purse(v.me) < v.r.Campaign.BuildCost {
		return may
	}
	facts := &v.r.Cities[v.me]
	have, most := v.s.strength(v.me), &facts.Most
	hoplites := int32(have.Hoplites)
	for _, n := range v.s.HostageSPs[v.me] {
		hoplites += int32(n) // that may return
	}
	if hoplites < int32(most.Hoplites) && v.buildsAt(facts.Home) {
		may |= 1 << Hoplites
	}
	if have.Cavalry < most.Cavalry && v.buildsAt(facts.Home) {
		may |= 1 << Cavalry
	}
	if have.Naval < most.Naval && v.buildsAt(facts.harbour()) {
		may |= 1 << Naval
	}
	return may
}

func (v *View) buildsAt(at Space) bool {
	return !v.s.Ravaged.Has(at) && v.friendlySpace(at, v.me)
}

// build is E3, for a major whose SPs are counted; with as many as at the start it is
// not asked.
func (p *player) build(m City, have *Force) {
	if *have == p.r.Cities[m].Most {
		return
	}
	for range p.r.Campaign.Builds {
		seat := p.ask(m)
		if p.buildable() == 0 {
			return
		}
		k, ok := seat.Build(&p.View)
		if !ok {
			return
		}
		if !p.MayBuild(k) {
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
		*one.Of(k) = 1
		p.r.goHome(&p.s, m, &one)
		have.add(&one)
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
