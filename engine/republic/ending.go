package republic

// endTurn is step 10: what was measured this turn is counted, then the victory
// conditions are tested in order; after the last turn the game is unresolved.
func (p *player) endTurn() {
	p.measure()
	if p.moved&p.victoryReads != 0 && p.concluded() {
		return
	}
	p.moved = 0
	if p.s.Turn == p.r.Turns {
		p.endGame(int32(len(p.r.Outcomes) - 1))
	}
}

// holds asks an expression; one that cannot be computed stops the game.
func (p *player) holds(e *Expression) bool {
	holds, err := e.Holds(&p.View)
	if err != nil {
		p.fail(err.Error())
	}
	return holds
}

// concluded tests the victory conditions that may have changed.
func (p *player) concluded() bool {
	for i := range p.r.Victory {
		c := &p.r.Victory[i]
		if c.When.Reads&p.moved == 0 {
			continue
		}
		if c.When.Sure != nil {
			if c.When.Sure(&p.View) {
				p.endGame(c.Outcome)
				return true
			}
		} else if holds, err := c.When.Holds(&p.View); holds || err != nil {
			p.conclude(c.Outcome, err)
			return true
		}
	}
	return false
}

// conclude ends the game with an outcome, unless its condition cannot be computed.
func (p *player) conclude(outcome int32, err error) {
	if err != nil {
		p.fail(err.Error())
		return
	}
	p.endGame(outcome)
}

// endGame writes the rows of wars that are still on, and of the game.
func (p *player) endGame(outcome int32) {
	p.over = true
	ending := int32(CutOff)
	if int(outcome) == len(p.r.Outcomes)-1 {
		ending = StillOn
	}
	for w := range p.s.Wars[:p.s.NWars] {
		war := &p.s.Wars[w]
		p.writeWar(war, p.s.Turn-war.Since+1, ending)
	}
	p.writeGame(outcome)
	p.tellOutcome(outcome)
}
