package republic

import (
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// A tale collects what happens in one game, as events and as the values at the
// end of each turn. Runs have none; what is told has no part in the rules. The
// player's functions that begin with tell only ask whether there is one, and are
// so small that a run has them inlined.
type tale struct {
	events []engine.Event
	turns  []engine.Object
	wars   []engine.Object // in the order in which they ended

	// Of the present turn.
	tax       int32
	purchases []any
	disbanded []any
	battles   engine.Object // crisis -> its war
}

// Tell plays game g and writes its chronicle.
func (p *player) Tell(g uint64, t *engine.Tape) (c *engine.Chronicle, err error) {
	p.listen(t)
	if t == nil {
		p.stream.Game(g)
	}
	p.block.Begin(g, 1)
	p.block.Next()
	p.tale = &tale{purchases: []any{}, disbanded: []any{}}
	defer func() { p.tale = nil }()
	outcome := int32(-1)
	func() {
		defer p.recover(&err)
		p.play(g)
		if p.fault != nil {
			err = p.fault
		} else if !p.broken() {
			row, _ := p.block.Staged()
			outcome = row[engine.GameOutcome]
		}
	}()
	if t != nil {
		switch {
		case t.Err() != nil: // an answer that was made up may have led to any fault
			err = t.Err()
		case err == nil:
			err = t.End()
		}
	}
	return p.chronicle(g, outcome), err
}

func (p *player) chronicle(g uint64, outcome int32) *engine.Chronicle {
	c := &engine.Chronicle{Game: g, Length: p.s.Turn, Events: p.tale.events, Turns: p.tale.turns, Wars: p.tale.wars}
	if outcome >= 0 {
		c.Outcome = p.r.Outcomes[outcome]
	}
	due := []any{}
	for _, crisis := range p.s.Due[:p.s.NDue] {
		due = append(due, p.r.Crises[crisis].Name)
	}
	c.Final = engine.Object{
		{Name: "approval", Value: p.s.Approval},
		{Name: "fervor", Value: p.s.Fervor},
		{Name: "treasury", Value: p.s.Treasury},
		{Name: "income", Value: p.s.Income},
		{Name: "territories", Value: p.s.Territories},
		{Name: "units", Value: p.unitCounts()},
		{Name: "spoils_due", Value: due},
		{Name: "ledger", Value: engine.Object{
			{Name: "robber_baron", Value: p.l.RobberBaron},
			{Name: "tax", Value: p.l.Tax},
			{Name: "brass_hat", Value: p.l.BrassHat},
			{Name: "game_bank", Value: p.l.GameBank},
		}},
	}
	return c
}

func (p *player) unitCounts() engine.Object {
	o := engine.Object{}
	for u := range p.r.Units {
		o = append(o, engine.Field{Name: p.r.Units[u].Name, Value: int32(p.s.Units[u])})
	}
	return o
}

// tell adds an event with a sentence.
func (t *tale) tell(p *player, phase, kind, text string, fields ...engine.Field) {
	if p.broken() {
		return
	}
	t.events = append(t.events, engine.Event{Turn: p.s.Turn, Phase: phase, Kind: kind, Fields: fields, Text: text})
}

func (p *player) tellArrival(u int, n int32) {
	if p.tale != nil {
		p.tale.arrival(p, u, n)
	}
}

func (t *tale) arrival(p *player, u int, n int32) {
	name := p.r.Units[u].Name
	t.tell(p, "legislative", "arrival", count(n, name)+" "+join(n)+" the Republic.",
		engine.Field{Name: "unit", Value: name}, engine.Field{Name: "units", Value: n})
}

func (p *player) tellSpoils(c int) {
	if p.tale != nil {
		p.tale.spoils(p, c)
	}
}

func (t *tale) spoils(p *player, c int) {
	crisis := &p.r.Crises[c]
	s := &crisis.Spoils
	fields := engine.Object{{Name: "crisis", Value: crisis.Name}}
	var parts []string
	if s.Territories != 0 {
		fields = append(fields, engine.Field{Name: "territories", Value: s.Territories})
		parts = append(parts, count(s.Territories, "Territory")+" "+join(s.Territories)+" the Republic")
	}
	for u := range p.r.Units {
		if n := s.Units[u]; n > 0 {
			fields = append(fields, engine.Field{Name: p.r.Units[u].Name, Value: n})
			parts = append(parts, count(n, p.r.Units[u].Name)+" "+join(n))
		}
	}
	changes, more := p.changes(&s.Effect)
	fields, parts = append(fields, changes...), append(parts, more...)
	if len(parts) == 0 {
		parts = append(parts, "there are none")
	}
	phase := "legislative"
	if p.r.Readings.SpoilsAtOnce {
		phase = "business"
	}
	t.tell(p, phase, "spoils", "The Spoils of "+crisis.Name+" are collected: "+strings.Join(parts, ", ")+".", fields...)
}

func (p *player) tellChance(c int, came bool) {
	if p.tale != nil {
		text := "The GM rolls whether the Crisis " + p.r.Crises[c].Name + " occurs: it does not."
		if came {
			text = "The GM rolls whether the Crisis " + p.r.Crises[c].Name + " occurs: it does."
		}
		p.tale.tell(p, "legislative", "crisis_roll", text,
			engine.Field{Name: "crisis", Value: p.r.Crises[c].Name}, engine.Field{Name: "came", Value: came})
	}
}

func (p *player) tellCrisis(c int) {
	if p.tale != nil {
		p.tale.crisis(p, c)
	}
}

func (t *tale) crisis(p *player, c int) {
	t.tell(p, "legislative", "crisis", "The GM announces the Crisis: "+p.r.Crises[c].Name+".",
		engine.Field{Name: "crisis", Value: p.r.Crises[c].Name})
}

func (p *player) tellDeclined(c int) {
	if p.tale != nil {
		name := p.r.Crises[c].Name
		p.tale.battles = append(p.tale.battles, engine.Field{Name: name, Value: engine.Object{{Name: "result", Value: "declined"}}})
		p.tale.tell(p, "legislative", "declined", "Congress declines to declare war over "+name+".", engine.Field{Name: "crisis", Value: name})
	}
}

func (p *player) tellDeclared(c int) {
	if p.tale != nil {
		p.tale.declared(p, c)
	}
}

func (t *tale) declared(p *player, c int) {
	t.tell(p, "legislative", "declared", "Congress debates and declares war over "+p.r.Crises[c].Name+".",
		engine.Field{Name: "crisis", Value: p.r.Crises[c].Name})
}

func (p *player) tellVictoryPoints(c int, v int32) {
	if p.tale != nil {
		p.tale.victoryPoints(p, c, v)
	}
}

func (t *tale) victoryPoints(p *player, c int, v int32) {
	more := " points must be exceeded"
	if p.r.Readings.Reaches {
		more = " points must be accumulated"
	}
	t.tell(p, "legislative", "victory_points", "The GM announces the Victory Conditions: "+itoa(v)+more+" before the war over "+p.r.Crises[c].Name+" can end successfully.",
		engine.Field{Name: "crisis", Value: p.r.Crises[c].Name}, engine.Field{Name: "victory_points", Value: v})
}

func (p *player) tellEffect(phase, kind string, c int, e *Effect) {
	if p.tale != nil {
		p.tale.effect(p, phase, kind, c, e)
	}
}

var effectNames = map[string]string{
	"war_boost": "War Boost", "weariness": "War Weariness", "victory_bonus": "Victory Bonus",
	"defeat_penalty": "Defeat Penalty", "penalty": "Penalty of the Crisis",
}

func (t *tale) effect(p *player, phase, kind string, c int, e *Effect) {
	if *e == (Effect{}) {
		return
	}
	name := p.r.Crises[c].Name
	fields, parts := p.changes(e)
	t.tell(p, phase, kind, effectNames[kind]+" ("+name+"): "+strings.Join(parts, ", ")+".",
		append(engine.Object{{Name: "crisis", Value: name}}, fields...)...)
}

// changes spells an effect that was just applied: the nominal change, and the
// value after it.
func (p *player) changes(e *Effect) (engine.Object, []string) {
	var fields engine.Object
	var parts []string
	for _, c := range []struct {
		name, text string
		by, now    int32
	}{
		{"approval", "the Approval Rating", e.Approval, p.s.Approval},
		{"fervor", "Fervor", e.Fervor, p.s.Fervor},
		{"treasury", "the treasury", e.Treasury, p.s.Treasury},
		{"income", "the income", e.Income, p.s.Income},
	} {
		if c.by == 0 {
			continue
		}
		fields = append(fields, engine.Field{Name: c.name, Value: c.by}, engine.Field{Name: c.name + "_after", Value: c.now})
		verb := " rises by "
		if c.by < 0 {
			verb = " falls by "
		}
		parts = append(parts, c.text+verb+itoa(max(c.by, -c.by))+" to "+itoa(c.now))
	}
	return fields, parts
}

func (p *player) tellLost(phase string, c int, total int32, as Standing) {
	if p.tale != nil {
		p.tale.lost(p, phase, c, total, as)
	}
}

func (t *tale) lost(p *player, phase string, c int, total int32, as Standing) {
	name, text, kind := p.r.Crises[c].Name, "", "defeat"
	if as == Surrendered {
		kind = "surrender"
		text = "Congress votes to end the war over " + name + ": a surrender."
		t.battles = append(t.battles, engine.Field{Name: name, Value: engine.Object{{Name: "total", Value: total}, {Name: "result", Value: kind}}})
	} else {
		text = "The running total of " + name + " is negative: the war ends in defeat."
		t.result(name, kind)
	}
	t.tell(p, phase, kind, text, engine.Field{Name: "crisis", Value: name})
}

func (p *player) tellPurchase(u int, tax int32) {
	if p.tale != nil {
		unit := &p.r.Units[u]
		p.tale.tax += tax
		p.tale.purchases = append(p.tale.purchases, unit.Name)
		text := "Legislation creates a unit, " + unit.Name + ": " + itoa(unit.Purchase) + " go to the Robber Baron"
		if tax > 0 {
			text += ", of which " + itoa(tax) + " come back as tax"
		}
		p.tale.tell(p, "legislative", "purchase", text+".", engine.Field{Name: "unit", Value: unit.Name},
			engine.Field{Name: "price", Value: unit.Purchase}, engine.Field{Name: "tax", Value: tax}, engine.Field{Name: "treasury_after", Value: p.s.Treasury})
	}
}

func (p *player) tellDeployment() {
	if p.tale != nil {
		p.tale.deployment(p)
	}
}

func (t *tale) deployment(p *player) {
	if p.fault != nil {
		return
	}
	for w := range p.s.Wars[:p.s.NWars] {
		war := &p.s.Wars[w]
		name := p.r.Crises[war.Crisis].Name
		fields := engine.Object{{Name: "crisis", Value: name}}
		var parts []string
		for u, n := range war.Deployed[:len(p.r.Units)] {
			if n > 0 {
				fields = append(fields, engine.Field{Name: p.r.Units[u].Name, Value: int32(n)})
				parts = append(parts, count(int32(n), p.r.Units[u].Name))
			}
		}
		if parts == nil {
			parts = []string{"no units"}
		}
		fields = append(fields, engine.Field{Name: "points", Value: war.Points})
		t.tell(p, "business", "deployment", "The President deploys "+strings.Join(parts, ", ")+" in the war over "+name+": "+count(war.Points, "battle point")+".", fields...)
	}
}

func (p *player) tellDisbanded(u int) {
	if p.tale != nil {
		name := p.r.Units[u].Name
		p.tale.disbanded = append(p.tale.disbanded, name)
		p.tale.tell(p, "business", "disbanded", "The treasury cannot pay the support of all units: a unit is disbanded, "+name+".", engine.Field{Name: "unit", Value: name})
	}
}

// supportTo names who is paid.
func (p *player) supportTo() string {
	if p.r.BrassHat {
		return "brass_hat"
	}
	return "game_bank"
}

func (p *player) tellSupport(bill int32) {
	if p.tale != nil {
		p.tale.support(p, bill)
	}
}

func (t *tale) support(p *player, bill int32) {
	if bill == 0 {
		return
	}
	to := "the Brass Hat"
	if !p.r.BrassHat {
		to = "the Game Bank"
	}
	t.tell(p, "business", "support", "Support of "+itoa(bill)+" is paid to "+to+"; the treasury holds "+itoa(p.s.Treasury)+".",
		engine.Field{Name: "support", Value: bill}, engine.Field{Name: "support_to", Value: p.supportTo()}, engine.Field{Name: "treasury_after", Value: p.s.Treasury})
}

func (p *player) tellBattle(w *War, draw int32) {
	if p.tale != nil {
		p.tale.battle(p, w, draw)
	}
}

func (t *tale) battle(p *player, w *War, draw int32) {
	name := p.r.Crises[w.Crisis].Name
	t.battles = append(t.battles, engine.Field{Name: name, Value: engine.Object{
		{Name: "points", Value: w.Points}, {Name: "draw", Value: draw}, {Name: "total", Value: w.Total}, {Name: "result", Value: "on"},
	}})
	verb := " adds "
	if draw < 0 {
		verb = " subtracts "
	}
	t.tell(p, "business", "battle", "In the war over "+name+" "+count(w.Points, "battle point")+" are added and the randomizer"+verb+itoa(max(draw, -draw))+": the running total is "+itoa(w.Total)+" (Victory Conditions: "+itoa(w.V)+").",
		engine.Field{Name: "crisis", Value: name}, engine.Field{Name: "points", Value: w.Points}, engine.Field{Name: "draw", Value: draw}, engine.Field{Name: "total", Value: w.Total})
}

// result changes how this turn's battle of a war ended.
func (t *tale) result(crisis, as string) {
	for i := range t.battles {
		if t.battles[i].Name == crisis {
			o := t.battles[i].Value.(engine.Object)
			o[len(o)-1].Value = as
		}
	}
}

func (p *player) tellWon(c int) {
	if p.tale != nil {
		p.tale.won(p, c)
	}
}

func (t *tale) won(p *player, c int) {
	name := p.r.Crises[c].Name
	t.result(name, "victory")
	t.tell(p, "business", "victory", "The running total passes the Victory Conditions: the war over "+name+" ends in victory.", engine.Field{Name: "crisis", Value: name})
}

// tellWar keeps what a war came to.
func (p *player) tellWar(w *War, length, ending int32) {
	if p.tale != nil {
		p.tale.war(p, w, length, ending)
	}
}

func (t *tale) war(p *player, w *War, length, ending int32) {
	if p.broken() {
		return
	}
	t.wars = append(t.wars, engine.Object{
		{Name: "crisis", Value: p.r.Crises[w.Crisis].Name}, {Name: "declared", Value: w.Since},
		{Name: "length", Value: length}, {Name: "outcome", Value: endings[ending]},
	})
}

// tellTurn keeps the values at the end of the turn.
func (p *player) tellTurn() {
	if p.tale != nil {
		p.tale.turn(p)
	}
}

func (t *tale) turn(p *player) {
	if p.broken() {
		return
	}
	if t.battles == nil {
		t.battles = engine.Object{}
	}
	t.turns = append(t.turns, engine.Object{
		{Name: "turn", Value: p.s.Turn},
		{Name: "income", Value: p.told.income},
		{Name: "approval", Value: p.s.Approval},
		{Name: "fervor", Value: p.s.Fervor},
		{Name: "treasury", Value: p.s.Treasury},
		{Name: "support", Value: p.told.support},
		{Name: "support_to", Value: p.supportTo()},
		{Name: "tax", Value: t.tax},
		{Name: "purchases", Value: t.purchases},
		{Name: "disbanded", Value: t.disbanded},
		{Name: "units", Value: p.unitCounts()},
		{Name: "territories", Value: p.s.Territories},
		{Name: "wars", Value: t.battles},
	})
	t.tax, t.purchases, t.disbanded, t.battles = 0, []any{}, []any{}, nil
}

func (p *player) tellOutcome(outcome int32) {
	if p.tale != nil {
		p.tale.outcome(p, outcome)
	}
}

func (t *tale) outcome(p *player, outcome int32) {
	name := p.r.Outcomes[outcome]
	text := "The game ends: " + name + "."
	if int(outcome) == len(p.r.Outcomes)-1 {
		text = "The last turn is over and the game is " + engine.Unresolved + "."
	}
	t.tell(p, "end", "outcome", text, engine.Field{Name: "outcome", Value: name})
}

func itoa(v int32) string { return strconv.Itoa(int(v)) }

// count spells "2 cavalry", "1 Territory", "6 battle points". Units keep the name
// that the scenario gives them.
func count(n int32, what string) string {
	switch {
	case n == 1:
	case what == "Territory":
		what = "Territories"
	case what == "battle point":
		what = "battle points"
	}
	return itoa(n) + " " + what
}

func join(n int32) string {
	if n == 1 {
		return "joins"
	}
	return "join"
}
