package republic

import "github.com/polemos-sim/polemos/engine"

// Endings of a war.
const (
	Victory = iota
	Defeat
	Surrender
	CutOff  // the game ended otherwise
	StillOn // at the horizon
)

var endings = []string{Victory: "victory", Defeat: "defeat", Surrender: "surrender", CutOff: "cut_off", StillOn: engine.Unresolved}

// steadies is how many values change seldom: income, territories, each unit.
const steadies = 2 + MaxUnits

// The curves, in order: approval, fervor and treasury, the steady ones, then the
// running total of each crisis's war.
const (
	curveApproval = iota
	curveFervor
	curveTreasury
	curveSteady
)

func firstTotal(r *Rules) int { return curveSteady + 2 + len(r.Units) }

// Columns of the tables.
const (
	gameWars = engine.GameFirst + iota
	gameSpoilsDue
	gameRobberBaron
	gameTax
	gameBrassHat
	gameBank
	gameApproval
	gameFervor
	gameTreasury
	gameIncome
	gameTerritories
	gameUnits
)

const (
	warVictoryPoints = engine.WarFirst + iota
	warTotal
)

const (
	turnApproval = engine.TurnFirst + iota
	turnFervor
	turnTreasury
	turnIncome
	turnTerritories
	turnWars
	turnSupport
	turnUnits
)

// side is the name of the one side that has ratings and money.
const side = "republic"

// schema declares everything that is measured.
func schema(r *Rules) *engine.Schema {
	s := &engine.Schema{Ruleset: "republic", Horizon: r.Turns, Outcomes: r.Outcomes, Endings: endings, Sides: []string{side}}
	s.Games = []engine.Column{
		{Name: "wars", Measure: "game.wars", Doc: "wars declared in the game"},
		{Name: "spoils_due", Measure: "final.spoils_due", Doc: "spoils won that had not joined when the game ended"},
		{Name: "robber_baron", Measure: "final.robber_baron", Unit: "money", Doc: "prices of units paid to the Robber Baron in the game"},
		{Name: "tax", Measure: "final.tax", Unit: "money", Doc: "tax on those prices that came back to the treasury"},
		{Name: "brass_hat", Measure: "final.brass_hat", Unit: "money", Doc: "support paid to the Brass Hat in the game"},
		{Name: "game_bank", Measure: "final.game_bank", Unit: "money", Doc: "support paid to the Game Bank in the game"},
	}
	s.Wars = []engine.Column{
		{Name: "victory_points", Unit: "points", Doc: "the Victory Conditions V that were announced"},
		{Name: "total", Unit: "points", Doc: "the running total after the last turn of fighting"},
	}
	follow := func(c engine.Curve, doc string) {
		c.Side, c.Doc = side, doc+" at the end of the turn"
		c.Last = engine.GameFirst + len(s.Games)
		s.Curves = append(s.Curves, c)
		s.Games = append(s.Games, engine.Column{Name: "final_" + c.Name, Measure: "final." + c.Name, Unit: c.Unit, Doc: doc + " when the game ended"})
		s.Turns = append(s.Turns, engine.Column{Name: c.Name, Unit: c.Unit, Doc: c.Doc})
	}
	money := func(name string, start int32) engine.Curve {
		return engine.Curve{Name: name, Unit: "money", Min: -moneyMost, Max: moneyMost, Start: start}
	}
	gauge := func(name string, g Gauge) engine.Curve {
		return engine.Curve{Name: name, Unit: "points", Min: g.Min, Max: g.Max, Start: g.hold(g.Start)}
	}
	steady := func(c engine.Curve) engine.Curve {
		c.Steady = true
		return c
	}
	follow(gauge("approval", r.Approval), "Government Approval Rating")
	follow(gauge("fervor", r.Fervor), "Fervor")
	follow(money("treasury", r.Treasury), "money in the treasury")
	follow(steady(money("income", r.Income)), "income, received each turn,")
	follow(steady(engine.Curve{Name: "territories", Max: moneyMost}), "Territories that had joined")
	units := len(s.Turns)
	for i := range r.Units {
		u := &r.Units[i]
		follow(steady(engine.Curve{Name: u.Name, Unit: "units", Max: UnitMost, Start: u.Start}), u.Name+" units, deployed or on station")
	}
	// The turns table has the wars and the support before the units.
	s.Turns = append(s.Turns[:units:units], append([]engine.Column{
		{Name: "wars", Unit: "wars", Doc: "wars still on at the end of the turn"},
		{Name: "support", Unit: "money", Doc: "support paid this turn, war costs included"},
	}, s.Turns[units:]...)...)
	for i := range r.Crises {
		name := r.Crises[i].Name
		s.Subjects = append(s.Subjects, name)
		s.Curves = append(s.Curves, engine.Curve{
			Side: name, Name: "running_total", Unit: "points", Doc: "running total of the war about " + name + " after the turn's battle",
			Min: -PointsMost * 20, Max: PointsMost * 20, Of: engine.PerWar, Last: warTotal, Subject: i,
		})
		s.Turns = append(s.Turns,
			engine.Column{Name: name + "_standing", Doc: "how the crisis " + name + " stands", Codes: Standings[:]},
			engine.Column{Name: name + "_total", Unit: "points", Doc: "running total of the war about " + name + "; 0 while there is none"})
	}
	return s
}

// measure counts the values at the end of the turn.
func (p *player) measure() {
	s := &p.s
	curves := p.tally.Curves[:curveSteady]
	curves[curveApproval].On(s.Turn, s.Approval)
	curves[curveFervor].On(s.Turn, s.Fervor)
	curves[curveTreasury].On(s.Turn, s.Treasury)
	if p.steadyMoved {
		p.measureSteady()
	}
	if p.follows {
		p.writeTurn()
	}
	p.tellTurn()
}

func steadyValues(s *State) (v [steadies]int32) {
	v[0], v[1] = s.Income, s.Territories
	for u, n := range s.Units {
		v[2+u] = int32(n)
	}
	return v
}

func (p *player) measureSteady() {
	p.steadyMoved = false
	p.measureChange(0, p.s.Income)
	p.measureChange(1, p.s.Territories)
	for u := range p.r.Units {
		p.measureChange(2+u, int32(p.s.Units[u]))
	}
}

func (p *player) measureChange(steady int, now int32) {
	if was := p.last[steady]; was != now {
		p.tally.Curves[curveSteady+steady].Change(p.s.Turn, was, now)
		p.last[steady] = now
	}
}

// writeWar writes the row of a war that is over.
func (p *player) writeWar(w *War, length, ending int32) {
	p.tellWar(w, length, ending)
	row := p.block.War()
	row[engine.WarSubject] = int32(w.Crisis)
	row[engine.WarDeclared] = w.Since
	row[engine.WarLength] = length
	row[engine.WarEnding] = ending
	row[warVictoryPoints] = w.V
	row[warTotal] = w.Total
}

// writeGame writes the row of the game.
func (p *player) writeGame(outcome int32) {
	s, row := &p.s, p.block.Game()
	row[engine.GameOutcome] = outcome
	row[engine.GameTurns] = s.Turn
	wars := int32(0)
	for c := range p.r.Crises {
		if st := s.Standing[c]; st >= Running && st <= Surrendered {
			wars++
		}
	}
	row[gameWars] = wars
	row[gameSpoilsDue] = int32(s.NDue)
	row[gameRobberBaron] = p.l.RobberBaron
	row[gameTax] = p.l.Tax
	row[gameBrassHat] = p.l.BrassHat
	row[gameBank] = p.l.GameBank
	row[gameApproval] = s.Approval
	row[gameFervor] = s.Fervor
	row[gameTreasury] = s.Treasury
	row[gameIncome] = s.Income
	row[gameTerritories] = s.Territories
	for u := range p.r.Units {
		row[gameUnits+u] = int32(s.Units[u])
	}
}

// writeTurn writes the row of the turn.
func (p *player) writeTurn() {
	s, row := &p.s, p.block.Turn()
	row[engine.TurnTurn] = s.Turn
	row[turnApproval] = s.Approval
	row[turnFervor] = s.Fervor
	row[turnTreasury] = s.Treasury
	row[turnIncome] = s.Income
	row[turnTerritories] = s.Territories
	row[turnWars] = int32(s.NWars)
	row[turnSupport] = p.told.support
	at := turnUnits
	for u := range p.r.Units {
		row[at] = int32(s.Units[u])
		at++
	}
	totals := at + 1
	for c := range p.r.Crises {
		row[at] = int32(s.Standing[c])
		at += 2
	}
	for w := range s.Wars[:s.NWars] {
		row[totals+2*int(s.Wars[w].Crisis)] = s.Wars[w].Total
	}
}
