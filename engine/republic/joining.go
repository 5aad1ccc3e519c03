package republic

// join is step 1: spoils won last turn join, then the units that arrive.
func (p *player) join() {
	s := &p.s
	if s.NDue > 0 {
		p.joinDue()
	}
	if int(s.Turn) < len(p.arrivals) {
		for _, a := range p.arrivals[s.Turn] {
			p.addUnits(a.unit, a.units)
			p.tellArrival(a.unit, a.units)
		}
	}
}

func (p *player) joinDue() {
	due, n := p.s.Due, p.s.NDue
	p.s.NDue, p.s.Due = 0, [MaxCrises]uint8{}
	for _, c := range due[:n] {
		p.joinSpoils(int(c))
	}
}

func (p *player) joinSpoils(c int) {
	spoils := &p.r.Crises[c].Spoils
	if spoils.Territories != 0 {
		p.s.Territories += spoils.Territories
		p.moved |= ReadsTerritories
		p.steadyMoved = true
	}
	p.apply(&spoils.Effect)
	for u, n := range spoils.Units[:len(p.r.Units)] {
		if n > 0 {
			p.addUnits(u, n)
		}
	}
	p.tellSpoils(c)
}

func (p *player) addUnits(u int, n int32) {
	sum := int32(p.s.Units[u]) + n
	if sum > UnitMost {
		p.fail("there would be more than 65,535 " + p.r.Units[u].Name)
		return
	}
	p.s.Units[u] = uint16(sum)
	p.unitsMoved()
}

// receiveIncome is the second half of step 1; turn 1 included.
func (p *player) receiveIncome() {
	income := p.s.Income
	p.s.Treasury += income
	p.l.Income += income
	if income != 0 {
		p.moved |= ReadsTreasury
	}
	p.told.income = income
	if p.s.Treasury > moneyMost && p.s.Treasury < plenty/2 || p.l.Income > moneyMost {
		p.fail("more than " + moneyWords + " came in: the money in this game cannot be counted")
	}
}
