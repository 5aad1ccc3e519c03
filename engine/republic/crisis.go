package republic

import "math/bits"

// crisisCheck is steps 2 and 3: which crises come, and what becomes of them.
func (p *player) crisisCheck() {
	p.came = 0
	for c := range p.r.Crises {
		if p.s.Standing[c] <= Armed && p.comes(c) {
			p.came |= 1 << c
		}
	}
	for p.came != 0 && p.fault == nil {
		c := bits.TrailingZeros16(p.came)
		p.came &= p.came - 1
		p.settle(c)
	}
}

// comes says whether a crisis that is not used up comes this turn.
func (p *player) comes(c int) bool {
	crisis, standing := &p.r.Crises[c], &p.s.Standing[c]
	if crisis.After != nil && *standing == Waiting && p.holds(crisis.After) {
		*standing = Armed
	}
	switch {
	case crisis.At != 0:
		return crisis.At == p.s.Turn
	case crisis.After != nil && *standing == Waiting:
		return false
	case crisis.Chance != nil:
		came := p.stream.Draw(crisis.Chance, p.sites[c].chance, p.s.Turn, 0) == 1
		p.tellChance(c, came)
		return came
	default:
		return true
	}
}

// settle is step 3 for one crisis: the Congress declares war, then V is
// announced; or it declines, and the penalty comes at once.
func (p *player) settle(c int) {
	p.tellCrisis(c)
	p.asked = SeatCongress
	war := p.seats.Congress.Declare(&p.View, c)
	p.asked = nobody
	if !war {
		p.stands(c, Declined)
		p.tellDeclined(c)
		if !p.r.Readings.DeclinePenalty {
			p.apply(&p.r.Effects.Defeat)
			p.tellEffect("legislative", "defeat_penalty", c, &p.r.Effects.Defeat)
		}
		p.penalize("legislative", c)
		return
	}
	p.stands(c, Running)
	w := &p.s.Wars[p.s.NWars]
	p.s.NWars++
	p.warsMoved()
	*w = War{Since: p.s.Turn, Crisis: uint32(c)}
	p.tellDeclared(c)
	p.apply(&p.r.Effects.WarBoost)
	p.tellEffect("legislative", "war_boost", c, &p.r.Effects.WarBoost)
	v := &p.r.Crises[c].VictoryPoints
	w.V = v.Plain
	if v.Dice != nil {
		w.V = p.stream.Draw(v.Dice, p.sites[c].victoryPoints, p.s.Turn, 0)
	}
	p.tellVictoryPoints(c, w.V)
}

func (p *player) stands(c int, as Standing) {
	p.s.Standing[c] = as
	p.moved |= ReadsCrisis(c)
}

// penalize is the Penalty that the crisis specifies.
func (p *player) penalize(phase string, c int) {
	p.apply(&p.r.Crises[c].Penalty)
	p.tellEffect(phase, "penalty", c, &p.r.Crises[c].Penalty)
}
