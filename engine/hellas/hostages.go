package hellas

// hostage is model O7: of a land battle between majors that was lost by much, one
// removed hoplite SP of the loser is the winner's hostage; released, it returns
// home as an SP.
func (p *player) hostage(m City, wins, lostHoplites bool) {
	of, by := p.captive, m
	if !wins {
		of, by = m, p.firstMajor()
		if !lostHoplites {
			return
		}
	}
	if of == Nobody || by == Nobody {
		return
	}
	p.s.Hostages[of][by]++
	p.s.HostageSPs[of][by]++
	p.l.Count[HostagesTaken]++
	p.tellHostage(of, by)
}

// firstMajor is the first major with SPs on the defenders' side.
func (p *player) firstMajor() City {
	for _, owner := range p.side.owner[:p.side.n] {
		if int(owner) < p.r.NMajors {
			return owner
		}
	}
	return Nobody
}
