package hellas

// The plague (6.1).
const (
	plagueTotal    = 10   // die and friendly hoplites from which it strikes
	plagueHoplites = 2    // hoplite SPs removed
	plagueTalents  = 500  // that the treasury is reduced by
	plagueFloor    = 1000 // but not below, in this way
)

// plague is 6.1: commercial city-states are vulnerable to an outbreak of the
// plague, once per game in each city.
func (p *player) plague() {
	for m := range City(p.r.NMajors) {
		facts := &p.r.Cities[m]
		if !facts.Commercial || p.s.Majors[m].PlagueDone || !p.s.Ravaged.Has(facts.Home) {
			continue
		}
		// The home space has been ravaged this turn: roll a die and add the number
		// of friendly hoplite SPs in the space.
		hoplites := p.friendlyHoplites(m)
		roll := p.stream.Draw(p.r.Die, p.sites.plague[m], p.s.Turn, 0)
		strikes := roll+hoplites >= plagueTotal
		p.tellPlagueRoll(m, hoplites, roll, strikes)
		if strikes {
			p.strike(m)
		}
	}
}

func (p *player) friendlyHoplites(m City) int32 {
	home := p.r.Cities[m].Home
	n := int32(p.s.Home[m].Hoplites)
	for i := range p.s.Stations[:p.s.NStations] {
		if st := &p.s.Stations[i]; st.At == home && friendly(p.r, &p.s, st.Owner, m) {
			n += int32(st.Force.Hoplites)
		}
	}
	return n
}

// strike sweeps across the city: two hoplite SPs are removed, its own first, then
// those of friends in alphabetical order; the treasury is reduced by 500
// talents, but cannot be reduced below 1000 in this way.
func (p *player) strike(m City) {
	s := &p.s
	home := p.r.Cities[m].Home
	left := uint8(plagueHoplites)
	var removed [MaxCities]uint8
	remove := func(c City, f *Force) {
		n := min(left, f.Hoplites)
		f.Hoplites -= n
		left -= n
		removed[c] = n
	}
	remove(m, &s.Home[m])
	if left > 0 && s.NStations > 0 {
		for _, c := range p.r.order {
			if c != m && friendly(p.r, s, c, m) {
				if f := p.r.stack(s, c, home); f != nil {
					remove(c, f)
				}
			}
		}
		p.tidy()
	}
	major := &s.Majors[m]
	before := major.Treasury
	if before > plagueFloor {
		major.Treasury = max(before-plagueTalents, plagueFloor)
	}
	p.l.Plague[m] += before - major.Treasury
	major.PlagueDone = true
	p.l.Count[Plagues]++
	p.l.lost(removed[:], Hoplites)
	p.tellPlague(m, &removed, before)
}

// tidy takes stations without SPs off.
func (p *player) tidy() {
	for i := int(p.s.NStations) - 1; i >= 0; i-- {
		if p.s.Stations[i].Force == (Force{}) {
			p.s.dissolve(i)
		}
	}
}
