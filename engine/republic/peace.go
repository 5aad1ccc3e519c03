package republic

// votePeace is step 4: the Congress may end any war that was declared in an
// earlier turn. Each answer is in effect before the next question.
func (p *player) votePeace() {
	for w := 0; w < int(p.s.NWars) && p.s.Wars[w].Since < p.s.Turn; {
		p.asked = SeatCongress
		peace := p.seats.Congress.Peace(&p.View, w)
		p.asked = nobody
		if !peace {
			w++
			continue
		}
		p.lose("legislative", w, Surrendered)
		if p.fault != nil {
			return
		}
	}
}

// lose ends war w: defeat and surrender have the same effect.
func (p *player) lose(phase string, w int, as Standing) {
	c, total := int(p.s.Wars[w].Crisis), p.s.Wars[w].Total
	p.endWar(w, as)
	p.tellLost(phase, c, total, as)
	p.apply(&p.r.Effects.Defeat)
	p.tellEffect(phase, "defeat_penalty", c, &p.r.Effects.Defeat)
	p.penalize(phase, c)
}

// endWar takes war w off the list and writes its row. Units have no casualties:
// they are back on station.
func (p *player) endWar(w int, as Standing) {
	war := &p.s.Wars[w]
	c := int(war.Crisis)
	length := p.s.Turn - war.Since
	if as != Surrendered {
		length++ // it was fought this turn
	}
	p.writeWar(war, length, int32(as-Won))
	p.s.NWars--
	last := int(p.s.NWars)
	for ; w < last; w++ {
		p.s.Wars[w] = p.s.Wars[w+1]
	}
	p.s.Wars[last] = War{}
	p.stands(c, as)
	p.warsMoved()
}
