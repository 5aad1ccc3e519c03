package republic

import "math"

// money says what a position keeps of treasury and income. Without legislation
// they decide one thing only: whether support can be paid. Where it can be paid
// whatever happens, their values do not matter.
type money struct {
	kept   bool
	cost   int64 // the most that a turn can take
	income int64 // the least that a turn can bring
}

// plenty stands for a treasury that lasts to the end of the game. Any other stays
// below half of it: moneyMost and the largest income of a turn do.
const plenty = 1_500_000_000

// seen is the treasury and the income as the position keeps them.
func (m *money) seen(p *player) (treasury, income int32) {
	s := &p.s
	if m.kept {
		return s.Treasury, s.Income
	}
	// What plenty loses in a turn leaves more than half of it.
	if m.cost < plenty/4 && (s.Treasury > plenty/2 || int64(s.Treasury) >= m.enough(int64(p.r.Turns-s.Turn)+1, p.r.Readings.Debt)) {
		return plenty, 0
	}
	return s.Treasury, s.Income
}

// enough is a treasury that cannot run out in so many turns, whether the present
// one has had its income or not. Where every turn brings what it takes, any is;
// in debt, one that cannot come near the end of the numbers.
func (m *money) enough(turns int64, debt bool) int64 {
	switch {
	case debt:
		return turns*(m.cost-min(m.income, 0)) - moneyMost/2
	case m.cost <= m.income:
		return 0
	default:
		return m.cost + turns*(m.cost-m.income)
	}
}

// costMost is more than any turn can take from the treasury while nothing is
// bought: support and fines.
func (p *player) costMost() int64 {
	r := p.r
	cost := int64(0)
	for u := range r.Units {
		unit := &r.Units[u]
		n, factor := int64(unit.Start), int64(1)
		for _, a := range unit.Arrives {
			n += int64(a.Units)
		}
		for c := range r.Crises {
			n += int64(r.Crises[c].Spoils.Units[u])
			if !r.Crises[c].Exclude[unit.Kind] {
				factor = r.costs(factor)
			}
		}
		// Without a war there are no war costs.
		cost += n * int64(unit.Support) * max(factor, 1)
		if cost > math.MaxInt32 {
			return math.MaxInt32
		}
	}
	for c := range r.Crises {
		for _, e := range p.effectsOf(c) {
			cost += int64(max(-e.Treasury, 0))
		}
	}
	return cost
}

// incomeLeast is what every turn brings at least, when all effects that lower the
// income have come.
func (p *player) incomeLeast() int64 {
	income := int64(p.start.Income)
	for c := range p.r.Crises {
		for _, e := range p.effectsOf(c) {
			income -= int64(max(-e.Income, 0))
		}
		weary := int64(max(-p.r.Effects.Weariness.Income, 0))
		income -= weary * int64(p.r.Turns)
	}
	if p.r.Readings.Debt {
		return income
	}
	return max(income, 0)
}

// effectsOf are all effects that one crisis can have in a turn.
func (p *player) effectsOf(c int) [6]*Effect {
	e, crisis := &p.r.Effects, &p.r.Crises[c]
	return [...]*Effect{&e.WarBoost, &e.Weariness, &e.VictoryBonus, &e.Defeat, &crisis.Penalty, &crisis.Spoils.Effect}
}
