package republic

// apply makes the changes of an effect, one after the other; each is held within
// its bounds at once. Without debt, a fine takes what is there and an income
// below 0 is none.
func (p *player) apply(e *Effect) {
	s := &p.s
	if e.Approval != 0 {
		s.Approval = p.r.Approval.hold(s.Approval + e.Approval)
		p.moved |= ReadsApproval
	}
	if e.Fervor != 0 {
		s.Fervor = p.r.Fervor.hold(s.Fervor + e.Fervor)
		p.moved |= ReadsFervor
	}
	if e.Treasury|e.Income != 0 {
		p.applyMoney(e)
	}
}

func (p *player) applyMoney(e *Effect) {
	s := &p.s
	treasury := s.Treasury + e.Treasury
	s.Income += e.Income
	if !p.r.Readings.Debt {
		treasury = max(treasury, min(0, s.Treasury))
		s.Income = max(s.Income, 0)
	}
	p.l.Effects += treasury - s.Treasury
	s.Treasury = treasury
	p.moved |= ReadsTreasury | ReadsIncome
	p.steadyMoved = true
}
