package configs

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies/expr"
)

// checkNumbers reports what only several numbers together tell.
func (p *republicPart) checkNumbers(r *reader, f *scenarioFile) {
	rules := &p.rules
	for _, g := range []struct {
		name string
		*republic.Gauge
	}{{"approval", &rules.Approval}, {"fervor", &rules.Fervor}} {
		at := f.root.find("republic", g.name)
		switch {
		case at == nil:
		case g.Min > g.Max:
			r.problem(at.at(), "republic."+g.name, fmt.Sprintf("min %d is above max %d", g.Min, g.Max), "")
		case g.Start < g.Min || g.Start > g.Max:
			r.problem(at.at(), "republic."+g.name, fmt.Sprintf("start %d lies outside min %d and max %d", g.Start, g.Min, g.Max), "")
		}
	}
	p.checkCosts(r, f)
	p.checkClashes(r)
}

// checkCosts refuses war costs that would multiply beyond counting.
func (p *republicPart) checkCosts(r *reader, f *scenarioFile) {
	if !p.rules.Readings.CostsPerWar || p.rules.Effects.WarCosts < 2 {
		return
	}
	for i := range p.rules.Units {
		factor, wars := int64(1), 0
		for c := range p.rules.Crises {
			if !p.rules.Crises[c].Exclude[p.rules.Units[i].Kind] {
				factor *= int64(p.rules.Effects.WarCosts)
				wars++
			}
			if factor > republic.WarCostsMost {
				at := f.root.find("republic", "effects", "war_costs")
				if at == nil {
					at = f.root.find("republic", "readings", "war_costs_stack")
				}
				r.problem(at, "republic.effects.war_costs", fmt.Sprintf("war costs of %d, multiplied for %d wars at once, cannot be counted", p.rules.Effects.WarCosts, wars),
					"lower them, or write war_costs_stack: once")
				return
			}
		}
	}
}

// checkClashes refuses names of units and crises that would give two columns or
// two measures one name.
func (p *republicPart) checkClashes(r *reader) {
	taken := map[string]string{} // by the column without its case: some readers of tables do not tell it
	for _, word := range []string{"game", "turn", "side", "approval", "fervor", "treasury", "income", "territories", "wars", "support", "spoils_due", "robber_baron", "tax", "brass_hat", "game_bank"} {
		taken[word] = "the Republic's own " + word
	}
	claim := func(at *node, path, column, what string) {
		folded := strings.ToLower(column)
		if other := taken[folded]; other != "" {
			r.problem(at, path, shown(at.text)+" would give tables two columns "+folded+", beside "+other, "choose another name")
			return
		}
		taken[folded] = what
	}
	for i := range p.units {
		claim(p.units[i].at, "republic.units", p.units[i].Name, "the unit "+p.units[i].Name)
	}
	for i := range p.crises {
		c := &p.crises[i]
		switch c.Name {
		case "republic", "game", "war", "odds", "final", "turn":
			r.problem(c.at, "republic.crises", c.Name+" begins the names of other measures", "choose another name")
		}
		claim(c.at, "republic.crises", c.Name+"_standing", "the crisis "+c.Name)
		claim(c.at, "republic.crises", c.Name+"_total", "the crisis "+c.Name)
	}
}

// warnOf warns of what can be proved to be idle.
func (p *republicPart) warnOf(r *reader, vars expr.Vars[*republic.View]) {
	rules := &p.rules
	for i := range p.crises {
		c := &p.crises[i]
		if rules.Randomizer.Min() >= 0 && p.rolls {
			r.warn(c.at, "cannot_be_lost", "The war about "+c.Name+" cannot be lost on the field: the randomizer never takes points away.")
		}
		if p.rolls && rules.Randomizer.Max() <= 0 && p.noPoints(c) {
			r.warn(c.at, "cannot_be_won", "The war about "+c.Name+" cannot be won: no unit adds battle points there, and the randomizer adds none.")
		} else if p.nobodyFights(c) {
			r.warn(c.at, "nobody_can_fight", "No unit can ever be deployed in the war about "+c.Name+": those that may be are never there.")
		}
		if c.after.text != "" && c.After != nil {
			p.warnOfAfter(r, c)
		}
		if !rules.Readings.SpoilsAtOnce && c.Spoils != (republic.Spoils{}) && p.endsOn(c, vars) {
			r.warn(c.at, "spoils_never_join", "The spoils of "+c.Name+" can never join: the victory itself ends the game, and spoils join a turn later (readings: spoils).")
		}
	}
}

// nobodyFights says that no unit that could be deployed in the war about c is there
// at the start, joins, or can be bought.
func (p *republicPart) nobodyFights(c *crisisFile) bool {
	for i := range p.rules.Units {
		u := &p.rules.Units[i]
		comes := u.Start > 0 || u.Purchase > 0 && p.legislation.policy != "none"
		for _, a := range u.Arrives {
			comes = comes || a.Units > 0
		}
		for j := range p.crises {
			comes = comes || p.crises[j].Spoils.Units[i] > 0
		}
		if comes && !c.Exclude[u.Kind] {
			return false
		}
	}
	return true
}

// noPoints says that no unit has battle points in the war about c.
func (p *republicPart) noPoints(c *crisisFile) bool {
	for i := range p.rules.Units {
		if u := &p.rules.Units[i]; !c.Exclude[u.Kind] && u.BattlePoints > 0 {
			return false
		}
	}
	return !p.rules.Readings.Reaches
}

// endsOn says that the game ends whenever the war about c is won: a condition of
// victory always holds once won(c) is put as true.
func (p *republicPart) endsOn(c *crisisFile, vars expr.Vars[*republic.View]) bool {
	won := regexp.MustCompile(`\bwon\s*\(\s*` + regexp.QuoteMeta(c.Name) + `\s*\)`)
	for i := range p.endings {
		text := p.endings[i].when.text
		if !won.MatchString(text) {
			continue
		}
		if then, err := expr.Bool(won.ReplaceAllString(text, "true"), vars); err == nil && then.Constant && then.Value {
			return true
		}
	}
	return false
}
