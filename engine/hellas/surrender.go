package hellas

// surrender is 6.3: a major city-state whose bellicosity is zero surrenders to a
// dominant one. Defeats by force that a position carries come first.
func (p *player) surrender() {
	if !p.s.DefeatsDone {
		p.s.DefeatsDone = true
		for _, d := range p.r.Defeats {
			p.tellDefeat(d.City, d.Victor, "force")
			p.defeat(d.City, d.Victor)
			if p.fault != nil {
				return
			}
		}
	}
	for m := range City(p.r.NMajors) {
		if p.s.Majors[m].Bellicosity != 0 {
			continue
		}
		victor := p.dominant(m)
		if victor == Nobody {
			continue
		}
		p.tellDefeat(m, victor, "surrender")
		p.l.Count[Surrenders]++
		p.s.Surrendered |= 1 << m
		// Some scenarios end when certain major city-states surrender. If the
		// scenario does not end, surrender has its effects.
		p.ended = Loss{m, victor}
		if p.victory(atSurrender) {
			return
		}
		p.defeat(m, victor)
		if p.fault != nil {
			return
		}
	}
}

// dominant is to whom m surrenders, Nobody if no other city-state is dominant:
// with several, the one with the most SPs in m's home area (ties are resolved
// randomly).
func (p *player) dominant(m City) City {
	var among [MaxMajors]City
	n, most := 0, int32(-1)
	for c := range City(p.r.NMajors) {
		if c == m || p.s.Majors[c].Status != Dominant || !p.r.Readings.AnyDominant && p.s.Relation(c, m) != Unfriendly {
			continue
		}
		switch sps := p.r.inArea(&p.s, c, p.r.Cities[m].Area); {
		case sps > most:
			among[0], n, most = c, 1, sps
		case sps == most:
			among[n] = c
			n++
		}
	}
	switch n {
	case 0:
		return Nobody
	case 1:
		return among[0]
	}
	roll := p.stream.Draw(p.r.oneOf[n], p.sites.tie[m], p.s.Turn, 0)
	p.l.Count[Ties]++
	p.tellTie(m, among[:n], roll)
	return among[roll-1]
}
