package hellas

// turn plays one turn. Each phase stops where the game ends or goes wrong.
func (p *player) turn() {
	p.s.Turn++
	p.played++
	if p.r.Political {
		p.politicalPhase()
		if p.stopped() {
			return
		}
		p.measure(p.s.strengths())
	} else {
		p.diplomaticPhase()
		if p.stopped() {
			return
		}
		p.operationsPhase()
		if p.stopped() {
			return
		}
		p.politicalPhase()
		if p.stopped() {
			return
		}
		p.economicPhase()
		if p.stopped() {
			return
		}
	}
	if p.played == p.r.Turns {
		p.endGame(int32(len(p.r.Outcomes) - 1))
	}
}

// politicalPhase is section 6 of the rule book: five segments, in its order.
func (p *player) politicalPhase() {
	p.plague()
	p.bellicosity()
	p.phase = surrendering
	p.surrender()
	if p.stopped() {
		return
	}
	p.rebellion()
	p.phase = armistice
	p.armistice()
	if p.fault == nil {
		p.victory(atPolitical)
	}
}

func (p *player) stopped() bool { return p.over || p.fault != nil }

// phase is where in the turn an event that has several places happens.
type phase uint8

const (
	diplomatic phase = iota
	operations
	surrendering
	armistice
)
