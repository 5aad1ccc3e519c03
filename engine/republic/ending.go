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
	if e.Sure != nil {
		return e.Sure(&p.View)
	}
	holds, err := e.Holds(&p.View)
	if err != nil {
		p.fail(err.Error())
	}
	return holds
}

// A test is a victory condition as it is tested. What reads nothing but how one
// crisis stands need not be asked: most conditions do, and a look is enough.
type test struct {
	reads     uint64
	outcome   int32
	crisis    int32
	standings uint32      // of the crisis, for which the condition holds: a bit each
	ask       *Expression // nil: the standings tell
}

// tests makes the victory conditions ready.
func tests(r *Rules) []test {
	all := make([]test, len(r.Victory))
	for i := range r.Victory {
		when := &r.Victory[i].When
		all[i] = test{reads: when.Reads, outcome: r.Victory[i].Outcome, ask: when}
		for c := range r.Crises {
			if when.Sure != nil && when.Reads == ReadsCrisis(c) {
				all[i].crisis, all[i].standings, all[i].ask = int32(c), when.standings(r, c), nil
			}
		}
	}
	return all
}

// standings are those of crisis c for which the expression holds, if it reads
// nothing else.
func (e *Expression) standings(r *Rules, c int) (set uint32) {
	v := View{r: r}
	for as := range Standings {
		v.s.Standing[c] = Standing(as)
		if e.Sure(&v) {
			set |= 1 << as
		}
	}
	return set
}

// concluded tests the victory conditions that may have changed. There are fewer than
// 32 standings: with the remainder said the shift needs no test.
func (p *player) concluded() bool {
	all := p.tests
	for i := range all {
		t := &all[i]
		switch {
		case t.reads&p.moved == 0:
		case t.ask != nil:
			if p.holds(t.ask) {
				p.endGame(t.outcome)
				return true
			}
		case t.standings&(1<<(p.s.Standing[t.crisis]%32)) != 0:
			p.endGame(t.outcome)
			return true
		}
	}
	return false
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
