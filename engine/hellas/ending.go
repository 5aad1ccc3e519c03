package hellas

import "github.com/polemos-sim/polemos/engine"

// Endings of a war between two majors.
const (
	EndSurrender = iota
	EndArmistice
	EndRealigned // they became friends by coalition or alliance
	EndCutOff    // the game ended otherwise
	EndStillOn   // at the horizon
)

var endings = []string{EndSurrender: "surrender", EndArmistice: "armistice", EndRealigned: "realigned", EndCutOff: "cut_off", EndStillOn: engine.Unresolved}

// A moment is when victory conditions are tested.
type moment uint8

const (
	atPolitical moment = iota
	atEconomic
	atSurrender // those that a surrender may satisfy, at once (6.3)
	moments
)

func (m moment) tests(c *Condition) bool {
	switch m {
	case atSurrender:
		return c.When.Reads&ReadsSurrender != 0
	case atEconomic:
		return c.Economic
	}
	return !c.Economic
}

// victories are the victory conditions by the moments when they are tested, in order.
func victories(r *Rules) (by [moments][]Condition) {
	for at := range moments {
		for i := range r.Victory {
			if at.tests(&r.Victory[i]) {
				by[at] = append(by[at], r.Victory[i])
			}
		}
	}
	return by
}

// victory tests conditions in order; the first that holds ends the game.
func (p *player) victory(at moment) bool {
	conditions := p.victories[at]
	for i := range conditions {
		c := &conditions[i]
		holds, err := c.When.Holds(&p.View)
		if err != nil {
			p.fail(err.Error())
			return true
		}
		if holds {
			if at == atSurrender {
				p.tellScenarioEnds()
			}
			if at != atEconomic { // else the turn was measured before its markers were removed
				p.measure(p.s.strengths())
			}
			p.endGame(c.Outcome)
			return true
		}
	}
	return false
}

// endGame writes the rows of wars that are still on, and of the game.
func (p *player) endGame(outcome int32) {
	p.over = true
	ending := int32(EndCutOff)
	if int(outcome) == len(p.r.Outcomes)-1 {
		ending = EndStillOn
	}
	for pair := range uint8(maxPairs) {
		if p.l.wars[pair].since != 0 {
			p.endWar(pair, ending)
		}
	}
	p.writeGame(outcome)
	p.tellOutcome(outcome)
}

// startWar notes that two majors became unfriendly.
func (p *player) startWar(pair uint8) {
	p.l.wars[pair] = war{since: p.played}
	p.tellWarBegins(pair)
}

// endWar writes the row of a war: it was fought in as many operations phases.
func (p *player) endWar(pair uint8, ending int32) {
	w := p.l.wars[pair]
	p.l.wars[pair] = war{}
	p.tellWar(pair, w, ending)
	row := p.block.War()
	row[engine.WarSubject] = int32(p.subject[pair])
	row[engine.WarDeclared] = w.since
	row[engine.WarLength] = w.fought
	row[engine.WarEnding] = ending
}
