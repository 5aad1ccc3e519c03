package hellas

import "github.com/polemos-sim/polemos/engine"

func (p *player) tellJoin(m, leader City, agreed bool) {
	if p.tale == nil {
		return
	}
	text := p.name(m) + " asks to join the coalition of " + p.name(leader) + " (D3), which "
	if agreed {
		text += "agrees."
	} else {
		text += "declines."
	}
	p.tellNow("join", text, field("city", p.name(m)), field("leader", p.name(leader)), field("agreed", agreed))
}

func (p *player) tellCourt(m, minor City, roll int32, won bool) {
	if p.tale == nil {
		return
	}
	text := p.name(m) + " courts " + p.name(minor) + " for " + talents(p.r.Campaign.CourtCost) + " (D4): die " + itoa(roll)
	if won {
		text += ": it becomes an ally."
	} else {
		text += ": it stays neutral."
	}
	p.tellNow("court", text, field("city", p.name(m)), field("minor", p.name(minor)), field("roll", roll), field("won", won))
}

func (p *player) tellDeclaredWar(m, on City) {
	if p.tale == nil {
		return
	}
	p.tellNow("war", p.name(m)+" declares war on "+p.name(on)+" (D5).", field("by", p.name(m)), field("on", p.name(on)))
}

func (p *player) tellBroken(m, with City, by int32) {
	if p.tale == nil {
		return
	}
	p.tellNow("peace_broken", p.name(m)+" breaks its peace with "+p.name(with)+" and loses "+itoa(-by)+" bellicosity (D5).",
		field("by", p.name(m)), field("with", p.name(with)), field("bellicosity", by))
}

var intentWords = [Intents]string{Ravage: "ravage", Capture: "capture", Incite: "incite a rebellion at", StationThere: "be stationed at"}

var wayWords = [...]string{ByLand: "by land", BySea: "by sea", ByIsthmus: "by sea, across the Isthmus", ByCape: "by sea, round Cape Taenarum"}

func (p *player) tellOperation(m City, o *Order, way Way, price int32) {
	if p.tale == nil {
		return
	}
	facts := &p.r.Cities[m]
	if o.Intent == StationThere && (o.At == facts.Home || o.At == facts.Port) {
		p.tellNow("operation", p.name(m)+" recalls "+spellForce(&o.Force)+" "+wayWords[way]+" to "+p.place(o.At)+", for "+talents(price)+" (O5).",
			p.operationFields(m, o, way, price)...)
		return
	}
	p.tellNow("operation", p.name(m)+" sends "+spellForce(&o.Force)+" "+wayWords[way]+" to "+intentWords[o.Intent]+" "+p.place(o.At)+", for "+talents(price)+" (O1).",
		p.operationFields(m, o, way, price)...)
}

func (p *player) operationFields(m City, o *Order, way Way, price int32) []engine.Field {
	return []engine.Field{
		field("by", p.name(m)), field("intent", IntentNames[o.Intent]), field("space", p.place(o.At)), field("way", WayNames[way]),
		field("force", forceObject(&o.Force)), field("talents", price),
	}
}

func (p *player) tellStorm(m City, roll int32, rises bool) {
	if p.tale == nil {
		return
	}
	text := "Cape Taenarum (O2): die " + itoa(roll)
	if rises {
		text += ": a storm, one naval SP of " + p.name(m) + " is lost."
	} else {
		text += ": the sea is calm."
	}
	p.tellNow("storm", text, field("city", p.name(m)), field("roll", roll), field("rises", rises))
}

func (p *player) tellShelter(at Space, speaker City, stay bool) {
	if p.tale == nil {
		return
	}
	text := "The defenders of " + p.place(at) + " "
	if stay {
		text += "stay behind the walls (O4)."
	} else {
		text += "sortie (O4)."
	}
	p.tellNow("shelter", text, field("space", p.place(at)), field("decided_by", p.r.nameOf(speaker)), field("shelter", stay))
}

func (p *player) tellBattle(m City, at Space, leader City, atSea bool, rollA, attack, rollD, defence int32, wins bool, lossA, lossD int32) {
	if p.tale == nil {
		return
	}
	kind, where := "battle", "Battle at "
	if atSea {
		kind, where = "naval_battle", "Naval battle off "
	}
	text := where + p.place(at) + " (O3): " + p.name(m) + " rolls " + itoa(rollA) + " and has strength " + itoa(attack) + ", the defenders roll " + itoa(rollD) + " and have " + itoa(defence) + ": "
	if wins {
		text += p.name(m) + " wins"
	} else {
		text += "the defenders win"
	}
	p.tellNow(kind, text+"; "+p.name(m)+" loses "+spellSPs(lossA)+", the defenders "+spellSPs(lossD)+".",
		field("space", p.place(at)), field("attacker", p.name(m)), field("defender", p.r.nameOf(leader)), field("attack_roll", rollA), field("attack", attack),
		field("defence_roll", rollD), field("defence", defence), field("wins", wins), field("attacker_loses", lossA), field("defender_loses", lossD))
}

func spellSPs(n int32) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "1 SP"
	}
	return itoa(n) + " SPs"
}

func (p *player) tellShaken(c City, by int32) {
	if p.tale == nil {
		return
	}
	p.tellNow("shaken", "The loss costs "+p.name(c)+" "+itoa(-by)+" bellicosity.", field("city", p.name(c)), field("bellicosity", by))
}

func (p *player) tellHostage(of, by City) {
	if p.tale == nil {
		return
	}
	p.tellNow("hostage", "A hoplite SP of "+p.name(of)+" is taken hostage by "+p.name(by)+" (O7).", field("of", p.name(of)), field("held_by", p.name(by)))
}

func (p *player) tellRavaged(m City, at Space) {
	if p.tale == nil {
		return
	}
	p.tellNow("ravaged", p.name(m)+" ravages "+p.place(at)+" (O5).", field("by", p.name(m)), field("space", p.place(at)))
}

func (p *player) tellIncite(m, c City, roll, more int32, rises bool) {
	if p.tale == nil {
		return
	}
	p.tellNow("incite_roll", p.name(m)+" incites "+p.name(c)+" (O5): die "+itoa(roll)+", modifier "+itoa(more)+itRebels(rises),
		field("by", p.name(m)), field("tributary", p.name(c)), field("roll", roll), field("modifier", more), field("total", roll+more), field("rebels", rises))
}

func itRebels(rises bool) string {
	if rises {
		return ": it rebels."
	}
	return ": it stays quiet."
}

func (p *player) tellSiege(m City, at Space, roll, sps, need int32, falls bool) {
	if p.tale == nil {
		return
	}
	force := itoa(sps) + " land SPs"
	if sps == 1 {
		force = "1 land SP"
	}
	text := "Siege of " + p.place(at) + " (O6): die " + itoa(roll) + " and " + force + " against " + itoa(need)
	if falls {
		text += ": it falls."
	} else {
		text += ": it holds."
	}
	p.tellNow("siege", text, field("by", p.name(m)), field("space", p.place(at)), field("roll", roll), field("sps", sps), field("need", need), field("falls", falls))
}

func (p *player) tellCaptured(m City, at Space) {
	if p.tale == nil {
		return
	}
	p.tellNow("captured", p.name(m)+" takes "+p.place(at)+" (O6).", field("by", p.name(m)), field("space", p.place(at)))
}

func (p *player) tellGarrisoned(m City, at Space) {
	if p.tale == nil {
		return
	}
	cost := p.r.Campaign.GarrisonCost
	p.tellNow("garrisoned", p.name(m)+" leaves a garrison in "+p.place(at)+", for "+talents(cost)+" (O6).",
		field("by", p.name(m)), field("space", p.place(at)), field("talents", cost))
}

func (t *tale) economic(p *player, kind, text string, fields ...engine.Field) {
	t.tell(p, "economic", "", kind, text, fields...)
}

func (p *player) tellRevenue(m City, sum int32) {
	if p.tale == nil {
		return
	}
	after := p.s.Majors[m].Treasury
	p.tale.economic(p, "revenue", p.name(m)+" receives "+talents(sum)+" and has "+itoa(after)+" (E1).", field("city", p.name(m)), field("talents", sum), field("treasury", after))
}

func (p *player) tellRate(m City, rate int32) {
	if p.tale == nil || rate == p.s.Majors[m].Rate {
		return
	}
	p.tale.economic(p, "tribute_rate", p.name(m)+" sets the tribute at "+talents(rate)+" (E2).", field("city", p.name(m)), field("rate", rate))
}

func (p *player) tellUnrest(c City, roll, more int32, rises bool) {
	if p.tale == nil {
		return
	}
	p.tale.economic(p, "unrest_roll", "Unrest in "+p.name(c)+" (E2): die "+itoa(roll)+", modifier "+itoa(more)+itRebels(rises),
		field("tributary", p.name(c)), field("roll", roll), field("modifier", more), field("total", roll+more), field("rebels", rises))
}

func (p *player) tellBuilt(m City, k Kind) {
	if p.tale == nil {
		return
	}
	p.tale.economic(p, "built", p.name(m)+" builds a "+kindWords[k]+" SP (E3).", field("city", p.name(m)), field("type", KindNames[k]))
}

func (p *player) tellFund(m City) {
	if p.tale == nil {
		return
	}
	p.tale.economic(p, "fund_ended", p.name(m)+" ends the emergency fund rule (E4).", field("city", p.name(m)))
}
