package republic

// turn plays one turn. What cannot matter this turn is not called.
func (p *player) turn() {
	s := &p.s
	s.Turn++
	p.moved |= ReadsTurn

	// Legislative Phase
	p.join()
	p.receiveIncome()
	if s.Turn <= p.lastCrisis {
		p.crisisCheck()
	}
	if s.NWars > 0 {
		p.votePeace()
	}
	if s.Treasury >= p.cheapest {
		p.legislate()
	}
	if p.scripted {
		p.checkScripts()
	}

	// Business Phase
	if s.NWars > 0 {
		p.deploy()
	}
	p.paySupport()
	if s.NWars > 0 {
		p.battles()
	}

	// End
	if s.NWars > 0 {
		p.weary()
	}
	p.endTurn()
}
