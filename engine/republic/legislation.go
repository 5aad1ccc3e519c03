package republic

import "strconv"

// legislate is step 5: units are bought one at a time while the treasury can pay
// the full price. It goes to the Robber Baron, and the tax on it comes back.
func (p *player) legislate() {
	for p.s.Treasury >= p.cheapest && p.fault == nil {
		p.asked = SeatLegislation
		u, ok := p.seats.Legislation.Buy(&p.View)
		if ok {
			p.buy(u)
		}
		p.asked = nobody
		if !ok {
			return
		}
	}
}

func (p *player) buy(u int) {
	if u < 0 || u >= len(p.r.Units) {
		p.illegal("there is no unit " + strconv.Itoa(u) + " to buy")
		return
	}
	unit := &p.r.Units[u]
	switch {
	case unit.Purchase == 0:
		p.illegal(unit.Name + " is not for sale")
		return
	case p.s.Treasury < unit.Purchase:
		p.illegal(unit.Name + " costs " + strconv.Itoa(int(unit.Purchase)) + ", but the treasury holds " + strconv.Itoa(int(p.s.Treasury)))
		return
	case p.s.Units[u] == UnitMost:
		p.illegal("the Republic has 65,535 " + unit.Name + " and can count no more")
		return
	case p.l.RobberBaron > moneyMost:
		p.fail("more than " + moneyWords + " was paid for units: the money in this game cannot be counted")
		return
	}
	tax := int32(int64(unit.Purchase) * p.r.TaxNum / p.r.TaxDen)
	p.s.Treasury += tax - unit.Purchase
	p.l.RobberBaron += unit.Purchase
	p.l.Tax += tax
	p.s.Units[u]++
	p.s.Bought++
	p.unitsMoved()
	p.moved |= ReadsTreasury | ReadsBought
	p.tellPurchase(u, tax)
}
