package republic

// battles is step 8: for each war, in order of declaration, the GM adds the
// battle points deployed there and the result of the randomizer to the running
// total. A war that ends has its effects at once.
func (p *player) battles() {
	for w := 0; w < int(p.s.NWars); {
		if p.battle(w) {
			w++
		}
	}
}

// battle is this turn of war w; it says whether the war goes on.
func (p *player) battle(w int) bool {
	war := &p.s.Wars[w]
	c := int(war.Crisis)
	draw := p.r.Randomizer.Plain
	if p.r.Randomizer.Dice != nil {
		draw = p.stream.Draw(p.r.Randomizer.Dice, p.sites[c].randomizer, p.s.Turn, 0)
	}
	war.Total += war.Points + draw
	p.tellBattle(war, draw)
	p.tally.Curves[p.totals+c].On(p.s.Turn, war.Total)
	switch {
	case war.Total > war.V-p.reaches:
		p.win(w)
		return false
	case war.Total < 0:
		p.lose("business", w, Defeated)
		return false
	}
	war.Points = 0
	war.Deployed = [MaxUnits]uint16{}
	return true
}

// win ends war w in victory: the bonus at once, the spoils at the start of the
// next turn.
func (p *player) win(w int) {
	c := int(p.s.Wars[w].Crisis)
	p.endWar(w, Won)
	p.tellWon(c)
	p.apply(&p.r.Effects.VictoryBonus)
	p.tellEffect("business", "victory_bonus", c, &p.r.Effects.VictoryBonus)
	if p.r.Readings.SpoilsAtOnce {
		p.joinSpoils(c)
		return
	}
	p.s.Due[p.s.NDue] = uint8(c)
	p.s.NDue++
}
