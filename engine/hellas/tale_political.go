package hellas

import "github.com/polemos-sim/polemos/engine"

func (p *player) tellPlagueRoll(m City, hoplites, roll int32, strikes bool) {
	if p.tale == nil {
		return
	}
	text := "Plague segment (6.1): " + p.name(m) + " has been ravaged. Die " + itoa(roll) + " and " + itoa(hoplites) + " friendly hoplite SPs make " + itoa(roll+hoplites)
	if strikes {
		text += ": plague sweeps across the city."
	} else {
		text += ", less than 10: the city is spared."
	}
	p.tale.segment(p, "plague", "plague_roll", text, field("city", p.name(m)), field("hoplites", hoplites), field("roll", roll), field("total", roll+hoplites), field("strikes", strikes))
}

func (p *player) tellPlague(m City, removed *[MaxCities]uint8, before int32) {
	if p.tale == nil {
		return
	}
	gone := engine.Object{}
	var parts []string
	for _, c := range p.r.order {
		if n := removed[c]; n > 0 {
			gone = append(gone, field(p.name(c), int32(n)))
			parts = append(parts, itoa(int32(n))+" of "+p.name(c))
		}
	}
	after := p.s.Majors[m].Treasury
	text := "Hoplite SPs removed: " + list(parts) + "."
	if parts == nil {
		text = "There are no hoplite SPs to remove."
	}
	p.tale.segment(p, "plague", "plague", text+" The treasury of "+p.name(m)+" goes from "+itoa(before)+" to "+talents(after)+".",
		field("city", p.name(m)), field("removed", gone), field("treasury", []any{before, after}))
}

func (p *player) tellBellicosity(m City, before int8) {
	if p.tale == nil {
		return
	}
	from, to := int32(before), int32(p.s.Majors[m].Bellicosity)
	text := "Bellicosity of " + p.name(m) + " (6.2)"
	switch {
	case to > from:
		text += " rises by " + itoa(to-from) + " to " + itoa(to) + "."
	case to < from:
		text += " falls by " + itoa(from-to) + " to " + itoa(to) + "."
	default:
		text += " stays at " + itoa(to) + "."
	}
	p.tale.segment(p, "bellicosity", "bellicosity", text, field("city", p.name(m)), field("delta", to-from), field("from", from), field("to", to))
}

func (p *player) tellTie(m City, among []City, roll int32) {
	if p.tale == nil {
		return
	}
	var names []string
	for _, c := range among {
		names = append(names, p.name(c))
	}
	p.tale.segment(p, "surrender", "tie", list(names)+" are dominant and have as many SPs in the home area of "+p.name(m)+": a draw of "+itoa(roll)+" decides for "+p.name(among[roll-1])+" (6.3).",
		field("city", p.name(m)), field("among", anys(names)), field("roll", roll), field("victor", p.name(among[roll-1])))
}

// tellNow tells what may happen in the surrender segment, by force in the
// operations phase, or otherwise: the phase is the present one.
func (p *player) tellNow(kind, text string, fields ...engine.Field) {
	switch p.phase {
	case diplomatic:
		p.tale.tell(p, "diplomatic", "", kind, text, fields...)
	case operations:
		p.tale.tell(p, "operations", "", kind, text, fields...)
	case surrendering:
		p.tale.segment(p, "surrender", kind, text, fields...)
	default:
		p.tale.segment(p, "armistice", kind, text, fields...)
	}
}

func (p *player) tellDefeat(loser, victor City, cause string) {
	if p.tale == nil {
		return
	}
	text := p.name(loser) + ", too demoralized to fight on, surrenders to " + p.name(victor) + " (6.3)."
	if cause == "force" {
		text = p.name(loser) + " is defeated by " + p.name(victor) + " (6.3)."
	}
	p.tellNow("defeat", text, field("city", p.name(loser)), field("victor", p.name(victor)), field("cause", cause))
}

func (p *player) tellScenarioEnds() {
	if p.tale == nil {
		return
	}
	p.tale.ended = true
	p.tale.segment(p, "surrender", "scenario_ends", "The scenario ends when "+p.name(p.ended.City)+" surrenders.", field("city", p.name(p.ended.City)))
}

func (p *player) tellForces(c City, all, kept *Force) {
	if p.tale == nil {
		return
	}
	var removed Force
	for k := range Kinds {
		*removed.Of(k) = *all.Of(k) - *kept.Of(k)
	}
	p.tellNow("forces", p.name(c)+" retains "+spellForce(kept)+" at home; "+spellForce(&removed)+" are removed.",
		field("city", p.name(c)), field("kept", forceObject(kept)), field("removed", forceObject(&removed)))
}

func (p *player) tellGarrisonRemoved(at Space, of City) {
	if p.tale == nil {
		return
	}
	p.tellNow("garrison_removed", "The garrison of "+p.name(of)+" in "+p.place(at)+" is removed.", field("space", p.place(at)), field("of", p.name(of)))
}

func (p *player) tellReturnedHome(at Space, of City, f *Force) {
	if p.tale == nil {
		return
	}
	verb := " return home from "
	if f.All() == 1 {
		verb = " returns home from "
	}
	p.tellNow("returned_home", spellForce(f)+" of "+p.name(of)+verb+p.place(at)+".",
		field("space", p.place(at)), field("of", p.name(of)), field("units", forceObject(f)))
}

func (p *player) tellWalls(loser, victor City, torn, home, port, long bool) {
	if p.tale == nil {
		return
	}
	spaces := []string{}
	if torn && home {
		spaces = append(spaces, p.place(p.r.Cities[loser].Home))
	}
	if torn && port {
		spaces = append(spaces, p.place(p.r.Cities[loser].Port))
	}
	text := p.name(victor) + " spares the walls of " + p.name(loser) + "."
	if torn {
		what := append([]string{}, spaces...)
		if long {
			what = append(what, "the Long Walls")
		}
		text = p.name(victor) + " tears down the walls of " + p.name(loser) + ": " + list(what) + "."
	}
	p.tellNow("walls", text, field("city", p.name(loser)), field("torn", torn), field("spaces", anys(spaces)), field("long_walls", torn && long))
}

func (p *player) tellStatus(c City, from Status) {
	if p.tale == nil {
		return
	}
	m := &p.s.Majors[c]
	text := p.name(c) + ", " + spellStatus(from) + " so far, is now " + spellStatus(m.Status)
	var of any
	if m.Of != Nobody {
		of = p.name(m.Of)
		text += " of " + p.name(m.Of)
	}
	p.tellNow("status", text+".", field("city", p.name(c)), field("from", Statuses[from]), field("to", Statuses[m.Status]), field("of", of))
}

func spellStatus(s Status) string {
	switch s {
	case Junior:
		return "a junior partner"
	case Ally:
		return "an ally"
	}
	return Statuses[s]
}

func (p *player) tellMinorNeutral(c City, was Bond) {
	if p.tale == nil {
		return
	}
	p.tellNow("minor_neutral", p.name(c)+", "+spellBond(was)+" so far, becomes neutral.", field("city", p.name(c)), field("was", Bonds[was]))
}

func spellBond(b Bond) string {
	if b == Allied {
		return "an ally"
	}
	return "a tributary"
}

func (p *player) tellMinorBond(c City) {
	if p.tale == nil {
		return
	}
	minor := &p.s.Minors[c]
	p.tellNow("minor_bond", p.name(c)+" becomes "+spellBond(minor.Bond)+" of "+p.name(minor.Patron)+".",
		field("city", p.name(c)), field("bond", Bonds[minor.Bond]), field("patron", p.name(minor.Patron)))
}

func (p *player) tellSuppressed(at Space) {
	if p.tale == nil {
		return
	}
	p.tellNow("rebellion_suppressed", "The rebellion in "+p.place(at)+" is suppressed.", field("space", p.place(at)))
}

func (p *player) tellRebellionRoll(c City, at Space, roll, modifier int32, joins bool) {
	if p.tale == nil {
		return
	}
	text := "The rebellion of " + p.name(c) + " can spread to " + p.place(at) + " (6.4): die " + itoa(roll)
	if modifier != 0 {
		text += ", modifier " + itoa(modifier) + ", total " + itoa(roll+modifier)
	}
	if joins {
		text += ": the space joins the rebellion."
	} else {
		text += ": it does not join."
	}
	p.tale.segment(p, "rebellion", "rebellion_roll", text, field("tributary", p.name(c)), field("space", p.place(at)),
		field("roll", roll), field("modifier", modifier), field("total", roll+modifier), field("joins", joins))
}

func (p *player) tellFizzleRoll(c City, at Space, roll int32) {
	if p.tale == nil {
		return
	}
	text := "The rebellion in " + p.place(at) + " can be put down (6.4): die " + itoa(roll)
	if roll == fizzleRoll {
		text += ": it fizzles out."
	} else {
		text += ": it goes on."
	}
	p.tale.segment(p, "rebellion", "fizzle_roll", text, field("tributary", p.name(c)), field("space", p.place(at)), field("roll", roll), field("fizzles", roll == fizzleRoll))
}

func (p *player) tellProposal(by, to City, weary, poor, accepted bool) {
	if p.tale == nil {
		return
	}
	must := []any{}
	text := p.name(by) + " proposes a peace to " + p.name(to) + " (6.5), which "
	if weary {
		must = append(must, "bellicosity")
	}
	if poor {
		must = append(must, "treasury")
	}
	switch {
	case weary && poor:
		text += "must accept: its bellicosity is 5 or less, and its treasury too low."
	case weary:
		text += "must accept: its bellicosity is 5 or less."
	case poor:
		text += "must accept: its treasury is too low."
	case accepted:
		text += "accepts."
	default:
		text += "refuses."
	}
	p.tale.segment(p, "armistice", "proposal", text, field("by", p.name(by)), field("to", p.name(to)), field("must_accept", must), field("accepted", accepted))
}

func (p *player) tellPenalty(c City, by int32) {
	if p.tale == nil {
		return
	}
	p.tale.segment(p, "armistice", "penalty", "Giving up its status costs "+p.name(c)+" "+itoa(-by)+" bellicosity.", field("city", p.name(c)), field("bellicosity", by))
}

func (p *player) tellPeace(a, b City, peace Peace) {
	if p.tale == nil {
		return
	}
	p.tellNow("peace", p.name(a)+" and "+p.name(b)+" sign a peace that lasts until turn "+itoa(int32(peace.Until))+".",
		field("parties", []any{p.name(a), p.name(b)}), field("from", int32(peace.From)), field("until", int32(peace.Until)))
}

func (p *player) tellReleased(of, by City, n uint16) {
	if p.tale == nil {
		return
	}
	p.tellNow("hostages_released", p.name(by)+" releases "+itoa(int32(n))+" hostages of "+p.name(of)+".",
		field("of", p.name(of)), field("held_by", p.name(by)), field("count", int32(n)))
}

func (p *player) tellWarBegins(pair uint8) {
	if p.tale == nil {
		return
	}
	a, b := parties(pair)
	p.tale.tell(p, "diplomatic", "", "war_begins", p.name(a)+" and "+p.name(b)+" are unfriendly to each other: it is war.", field("parties", []any{p.name(a), p.name(b)}))
}

// parties are the majors of a pair.
func parties(pair uint8) (a, b City) {
	for a := range City(MaxMajors) {
		for b := a + 1; b < MaxMajors; b++ {
			if pairs[a][b] == pair {
				return a, b
			}
		}
	}
	return Nobody, Nobody
}

// tellWar keeps what a war came to.
func (p *player) tellWar(pair uint8, w war, ending int32) {
	if p.tale == nil {
		return
	}
	a, b := parties(pair)
	p.tale.wars = append(p.tale.wars, engine.Object{
		field("war", p.name(a)+"|"+p.name(b)), field("declared", w.since), field("length", w.fought), field("outcome", endings[ending]),
	})
}

func (p *player) tellOutcome(outcome int32) {
	if p.tale == nil {
		return
	}
	name := p.r.Outcomes[outcome]
	text := "The game ends: " + name + "."
	if int(outcome) == len(p.r.Outcomes)-1 {
		text = "The last turn is over and the game is " + engine.Unresolved + "."
	}
	p.tale.tell(p, "end", "", "outcome", text, field("outcome", name))
}
