package configs

import (
	"fmt"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
)

// republicPart reads scenarios of the ruleset republic.
type republicPart struct {
	rules      republic.Rules
	tax        decimal
	rolls      bool // a randomizer is given
	units      []unitFile
	unitsKnown bool // else their names cannot be called unknown
	crises     []crisisFile
	crisesRead bool // else conditions cannot be told right from wrong
	endings    []ending

	congress    seat[*republic.Rules, republic.Congress]
	legislation seat[*republic.Rules, republic.Legislation]
	president   seat[*republic.Rules, republic.President]
}

// unitFile is a unit as it is read.
type unitFile struct {
	republic.Unit
	kind    int // of Kinds, -1 when neither given nor told by the name
	arrives [][2]int32
	at      *node
}

// crisisFile is a crisis as it is read.
type crisisFile struct {
	republic.Crisis
	chance decimal
	after  formula
	vGiven bool
	at     *node // the name
	given  *node // what stands under it
}

func newRepublicPart(t *policies.Table) *republicPart {
	p := &republicPart{rules: republic.Defaults(), unitsKnown: true}
	p.tax, _ = parseDecimal("0")
	empty := republic.Defaults()
	p.congress = seat[*republic.Rules, republic.Congress]{name: "congress", doc: "decides on war and peace", policy: "always-war", table: t.Congress, empty: &empty}
	p.legislation = seat[*republic.Rules, republic.Legislation]{name: "legislation", doc: "buys military units", policy: "none", table: t.Legislation, empty: &empty, vacant: true}
	p.president = seat[*republic.Rules, republic.President]{name: "president", doc: "deploys military units", policy: "all-in", table: t.President, empty: &empty}
	return p
}

func (p *republicPart) keys() section {
	return section{
		{name: "republic", doc: "the Republic, its units and its crises", required: true, value: p.republic()},
		{name: "policies", doc: "who decides: a policy for each seat", value: section{
			{name: "congress", doc: p.congress.doc, value: &p.congress},
			{name: "president", doc: p.president.doc, value: &p.president},
			{name: "legislation", doc: p.legislation.doc, value: &p.legislation},
		}},
		{name: "victory", doc: "what ends a game, tested in order at the end of each turn; the first that holds names the outcome", value: endingsOf(&p.endings)},
	}
}

func (p *republicPart) republic() section {
	r := &p.rules
	return section{
		{name: "approval", doc: "Government Approval Rating, in points", value: gauge(&r.Approval)},
		{name: "fervor", doc: "Fervor, in points", value: gauge(&r.Fervor)},
		{name: "treasury", doc: "the money of the Government", value: section{
			{name: "start", doc: "money at the start", value: integer{&r.Treasury, 0, republic.TreasuryMost}},
			{name: "income", doc: "money received at the start of each turn, the first included", value: integer{&r.Income, 0, republic.IncomeMost}},
			{name: "tax_rate", doc: "part of the price of a unit that comes back as tax, rounded down for each unit", value: fraction{into: &p.tax, below: true, what: "a decimal number"}},
		}},
		{name: "brass_hat", doc: "whether the Brass Hat is in play: support is paid to him, else to the Game Bank", value: truth{&r.BrassHat}},
		{name: "units", doc: "the military units, by name", value: unitsShape{p.unitMap(), p}},
		{name: "randomizer", doc: "what is added to the battle points in each war, each turn", required: true, value: amount{into: &r.Randomizer, given: &p.rolls, low: -republic.PointsMost, high: republic.PointsMost}},
		{name: "crises", doc: "the crises that can lead to a war, by name", required: true, value: crisesShape{p.crisisMap(), p}},
		{name: "effects", doc: "the political effects of a war", value: section{
			{name: "war_boost", doc: "on each declaration of war", value: effect(&r.Effects.WarBoost)},
			{name: "weariness", doc: "for each war, each later turn that ends with it still on", value: effect(&r.Effects.Weariness)},
			{name: "victory_bonus", doc: "on victory", value: effect(&r.Effects.VictoryBonus)},
			{name: "defeat", doc: "on defeat or surrender, beside the penalty of the crisis", value: effect(&r.Effects.Defeat)},
			{name: "war_costs", doc: "factor on the support of units that can be used in a war that is on", value: integer{&r.Effects.WarCosts, 0, republic.WarCostsMost}},
		}},
		{name: "readings", doc: "how the rules are read where their text leaves a choice; the first word is the default", value: section{
			{name: "threshold", doc: "the running total must exceed the victory points, or reach them", value: either(&r.Readings.Reaches, "exceeds", "reaches")},
			{name: "decline", doc: "declining a war has the effects of a defeat and the penalty of the crisis, or the penalty only", value: either(&r.Readings.DeclinePenalty, "as_defeat", "penalty_only")},
			{name: "war_costs_stack", doc: "war costs count once, however many wars are on, or once for each war that allows the kind", value: either(&r.Readings.CostsPerWar, "once", "per_war")},
			{name: "weariness_first_turn", doc: "whether weariness is felt in the turn of the declaration, too", value: truth{&r.Readings.WearinessAtOnce}},
			{name: "insolvency", doc: "units that cannot be paid are disbanded, or the Republic runs into debt", value: either(&r.Readings.Debt, "disband", "debt")},
			{name: "spoils", doc: "spoils join at the start of the next turn, or with the victory", value: either(&r.Readings.SpoilsAtOnce, "next_turn", "at_once")},
		}},
	}
}

func gauge(g *republic.Gauge) section {
	const far = republic.PointsMost * 1000
	return section{
		{name: "start", doc: "points at the start", value: integer{&g.Start, -republic.PointsMost, republic.PointsMost}},
		{name: "min", doc: "it never falls below this; left out: no bound", value: integer{&g.Min, -far, far}},
		{name: "max", doc: "it never rises above this; left out: no bound", value: integer{&g.Max, -far, far}},
	}
}

func effect(e *republic.Effect) section {
	const most = republic.EffectMost
	return section{
		{name: "approval", doc: "points of approval", value: integer{&e.Approval, -most, most}},
		{name: "fervor", doc: "points of fervor", value: integer{&e.Fervor, -most, most}},
		{name: "treasury", doc: "money, once", value: integer{&e.Treasury, -most, most}},
		{name: "income", doc: "money a turn, from now on", value: integer{&e.Income, -most, most}},
	}
}

// unitsShape notes when units cannot be read, so that their names are not called
// unknown elsewhere.
type unitsShape struct {
	named[unitFile]
	p *republicPart
}

func (s unitsShape) read(r *reader, n *node, path string) {
	s.p.unitsKnown = n.kind == mapping && len(n.keys) <= s.most
	s.named.read(r, n, path)
}

// crisesShape notes that crises could be read.
type crisesShape struct {
	named[crisisFile]
	p *republicPart
}

func (s crisesShape) read(r *reader, n *node, path string) {
	s.p.crisesRead = n.kind == mapping && len(n.keys) <= s.most
	s.named.read(r, n, path)
}

func (p *republicPart) unitMap() named[unitFile] {
	return named[unitFile]{
		into: &p.units, what: "unit", most: republic.MaxUnits,
		make: func(name string, at, _ *node) unitFile {
			return unitFile{Unit: republic.Unit{Name: name}, kind: slices.Index(republic.Kinds[:], name), at: at}
		},
		name: func(u *unitFile) string { return u.Name },
		keys: func(u *unitFile) section {
			named := slices.Contains(republic.Kinds[:], u.Name)
			return section{
				{name: "kind", doc: "infantry, cavalry or navy; may be left out for a unit of that name", needed: func() bool { return !named },
					value: choice{words: republic.Kinds[:], get: func() int { return u.kind }, set: func(i int) { u.kind = i }}},
				{name: "battle_points", doc: "what it adds to the running total, each turn it is deployed", required: true, value: integer{&u.BattlePoints, 0, republic.BattleMost}},
				{name: "purchase", doc: "its price; 0: not for sale", value: integer{&u.Purchase, 0, republic.PriceMost}},
				{name: "support", doc: "money it costs each turn in peace", value: integer{&u.Support, 0, republic.SupportMost}},
				{name: "start", doc: "how many there are at the start", value: integer{&u.Start, 0, republic.CountMost}},
				{name: "arrives", doc: "how many join free at the start of which turn", value: byNumber{
					into: &u.arrives, key: "a turn", value: "how many units join", low: 1, high: republic.TurnsMost, least: 0, most: republic.CountMost,
				}},
			}
		},
	}
}

func (p *republicPart) unitNames() ([]string, bool) {
	var names []string
	for i := range p.units {
		names = append(names, p.units[i].Name)
	}
	return names, p.unitsKnown
}

func (p *republicPart) crisisNames() []string {
	var names []string
	for i := range p.crises {
		names = append(names, p.crises[i].Name)
	}
	return names
}

func (p *republicPart) crisisMap() named[crisisFile] {
	return named[crisisFile]{
		into: &p.crises, what: "crisis", most: republic.MaxCrises,
		make: func(name string, at, given *node) crisisFile {
			return crisisFile{Crisis: republic.Crisis{Name: name}, at: at, given: given}
		},
		name: func(c *crisisFile) string { return c.Name },
		keys: func(c *crisisFile) section {
			return section{
				{name: "at", doc: "the turn in which it comes; or chance, or after", value: turnOf{integer{&c.At, 1, republic.TurnsMost}}},
				{name: "chance", doc: "the probability that it comes, each turn", value: fraction{into: &c.chance, what: "a probability"}},
				{name: "after", doc: "it cannot come before this condition has held once; then it comes, or rolls its chance", value: formulaOf{&c.after}},
				{name: "victory_points", doc: "the points that the running total must exceed, announced after the declaration of war", required: true, value: amount{
					into: &c.VictoryPoints, given: &c.vGiven, low: 0, high: republic.PointsMost,
					tooLow: "victory points cannot be below 0, where a war is lost",
				}},
				{name: "exclude", doc: "the kinds of units that cannot be used in the war", value: someOf{words: republic.Kinds[:], into: c.Exclude[:], what: "kind"}},
				{name: "spoils", doc: "what joins the Republic after a victory", value: append(effect(&c.Spoils.Effect),
					key{name: "territories", doc: "Territories", value: integer{&c.Spoils.Territories, 0, republic.CountMost}},
					key{name: "units", doc: "units, by name", value: counts{what: "unit", names: p.unitNames, into: c.Spoils.Units[:], most: republic.CountMost}},
				)},
				{name: "penalty", doc: "on defeat, surrender, or declining the war", value: effect(&c.Penalty)},
			}
		},
	}
}

// turnOf is a turn that is left out when it is none.
type turnOf struct{ integer }

func (s turnOf) write() any {
	if *s.into == 0 {
		return nil
	}
	return s.integer.write()
}

func (s turnOf) schema() engine.Object {
	return engine.Object{{Name: "type", Value: "integer"}, {Name: "minimum", Value: int64(s.low)}, {Name: "maximum", Value: int64(s.high)}}
}

func (p *republicPart) names() []string { return variableNames(p.vars(nil)) }

func (p *republicPart) outcomes() []string { return p.rules.Outcomes }

// finish makes the rules.
func (p *republicPart) finish(r *reader, f *scenarioFile) {
	p.rules.Name, p.rules.Turns = f.name, f.turns
	p.rules.TaxNum, p.rules.TaxDen = p.tax.num, p.tax.den
	p.finishUnits(r)
	vars := p.vars(f.params.list)
	for i := range p.crises {
		p.finishCrisis(r, &p.crises[i], vars)
		p.rules.Crises = append(p.rules.Crises, p.crises[i].Crisis)
	}
	p.finishVictory(r, vars)
	p.checkNumbers(r, f)

	units, known := p.unitNames()
	names := map[policies.Level]nameSpace{
		policies.Unit:   {units, known},
		policies.Crisis: {p.crisisNames(), p.crisesRead},
	}
	p.congress.make(r, f, &p.rules, names)
	p.president.make(r, f, &p.rules, names)
	p.legislation.make(r, f, &p.rules, names)
	p.warnOf(r, vars)
}

func (p *republicPart) finishUnits(r *reader) {
	for i := range p.units {
		u := &p.units[i]
		u.Kind = republic.Kind(max(u.kind, 0))
		for _, a := range u.arrives {
			u.Arrives = append(u.Arrives, republic.Arrival{Turn: a[0], Units: a[1]})
			if a[0] > p.rules.Turns && a[1] > 0 {
				r.warn(u.at, "arrives_beyond_turns", fmt.Sprintf("%s arrives in turn %d, but the game has %d turns.", u.Name, a[0], p.rules.Turns))
			}
		}
		p.rules.Units = append(p.rules.Units, u.Unit)
	}
}

func (p *republicPart) finishCrisis(r *reader, c *crisisFile, vars expr.Vars[*republic.View]) {
	path := "republic.crises." + c.Name
	given := func(k string) bool { return c.given.get(k) != nil }
	switch {
	case c.given.kind != mapping: // reported before
	case given("at") && given("chance"):
		r.problem(c.at, path, "at and chance are both given", "at: the turn in which it comes; chance: the probability that it comes, each turn")
	case given("at") && given("after"):
		r.problem(c.at, path, "at and after are both given", "turn is a variable of conditions: after: turn >= 5 && ...")
	case !given("at") && !given("chance") && !given("after"):
		r.problem(c.at, path, "nothing says when this crisis comes", "give at: TURN, chance: PROBABILITY or after: CONDITION")
	}
	if c.At > p.rules.Turns {
		r.warn(c.at, "at_beyond_turns", fmt.Sprintf("The crisis %s comes in turn %d, but the game has %d turns.", c.Name, c.At, p.rules.Turns))
	}
	if c.chance.text != "" {
		c.Chance = chance(c.chance)
	}
	if c.after.text == "" || !p.crisesRead {
		return
	}
	if compiled, ok := compile(r, &c.after, vars); ok {
		if compiled.Constant && !compiled.Value {
			r.warn(c.after.at, "after_never", "The crisis "+c.Name+" never comes: the condition after which it comes can never hold.")
		}
		held := expression(compiled)
		c.After = &held
	}
}

func (p *republicPart) finishVictory(r *reader, vars expr.Vars[*republic.View]) {
	p.rules.Outcomes = outcomes(p.endings)
	compiled := make([]expr.Compiled[*republic.View, bool], len(p.endings))
	fine := make([]bool, len(p.endings))
	for i := range p.endings {
		e := &p.endings[i]
		if e.when.text == "" || !p.crisesRead {
			continue
		}
		if compiled[i], fine[i] = compile(r, &e.when, vars); fine[i] {
			p.rules.Victory = append(p.rules.Victory, republic.Condition{
				Outcome: int32(slices.Index(p.rules.Outcomes, e.outcome)), When: expression(compiled[i]),
			})
		}
	}
	judge(r, p.endings, compiled, fine)
}

func (p *republicPart) ruleset() engine.Ruleset {
	rules := &p.rules
	return republic.New(rules, func() republic.Seats {
		seats := republic.Seats{
			Congress:    p.congress.fresh(rules),
			Legislation: p.legislation.fresh(rules),
			President:   p.president.fresh(rules),
		}
		seats.Names[republic.SeatCongress] = p.congress.policy
		seats.Names[republic.SeatLegislation] = p.legislation.policy
		seats.Names[republic.SeatPresident] = p.president.policy
		return seats
	})
}
