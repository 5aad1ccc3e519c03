package hellas

import "github.com/polemos-sim/polemos/engine"

// sites are the places where chance is asked for. Those of an operation are of
// its objective, and told apart by adding the actor's, itself a hash of a name;
// the index of a draw is then the round.
type sites struct {
	plague, tie, actor [MaxMajors]engine.Site
	spread, fizzle     [MaxSpaces]engine.Site
	operation          [purposes][MaxSpaces]engine.Site
	court, unrest      [MaxCities]engine.Site
}

// What an operation rolls for.
const (
	forStorm = iota
	forAttackAtSea
	forDefenceAtSea
	forAttack
	forDefence
	forSiege
	forIncitement
	purposes
)

var purposeNames = [purposes]string{
	forStorm: "storm", forAttackAtSea: "attack_at_sea", forDefenceAtSea: "defence_at_sea",
	forAttack: "attack", forDefence: "defence", forSiege: "siege", forIncitement: "incitement",
}

var purposeWords = [purposes]string{
	forStorm: "the storm at Cape Taenarum", forAttackAtSea: "the attackers at sea", forDefenceAtSea: "the defenders at sea",
	forAttack: "the attackers on land", forDefence: "the defenders on land", forSiege: "the siege", forIncitement: "the incitement",
}

func newSites(r *Rules) *sites {
	x := &sites{}
	for m := range r.NMajors {
		name := r.Cities[m].Name
		x.plague[m] = engine.NewSite("hellas/plague/" + name)
		x.tie[m] = engine.NewSite("hellas/surrender/" + name)
		x.actor[m] = engine.NewSite("hellas/actor/" + name)
	}
	for s := range r.Spaces {
		name := r.Spaces[s].Name
		x.spread[s] = engine.NewSite("hellas/rebellion/" + name)
		x.fizzle[s] = engine.NewSite("hellas/fizzle/" + name)
		for i, purpose := range purposeNames {
			x.operation[i][s] = engine.NewSite("hellas/operation/" + purpose + "/" + name)
		}
	}
	for c := range r.Cities {
		name := r.Cities[c].Name
		x.court[c] = engine.NewSite("hellas/court/" + name)
		x.unrest[c] = engine.NewSite("hellas/unrest/" + name)
	}
	return x
}

// where spells a site in the words of the rules.
func (p *player) where(at engine.Site) string {
	x := p.sites
	for m := range p.r.NMajors {
		name := p.r.Cities[m].Name
		switch at {
		case x.plague[m]:
			return "6.1 plague at " + name
		case x.tie[m]:
			return "6.3 to whom " + name + " surrenders"
		}
		for c := range p.r.Cities {
			if at == x.court[c]+x.actor[m] {
				return "D4 " + name + " courts " + p.r.Cities[c].Name
			}
		}
		for s := range p.r.Spaces {
			for i := range x.operation {
				if at == x.operation[i][s]+x.actor[m] {
					return purposeWords[i] + ", " + name + " at " + p.r.Spaces[s].Name
				}
			}
		}
	}
	for c := range p.r.Cities {
		if at == x.unrest[c] {
			return "E2 unrest in " + p.r.Cities[c].Name
		}
	}
	for s := range p.r.Spaces {
		switch at {
		case x.spread[s]:
			return "6.4 whether " + p.r.Spaces[s].Name + " joins the rebellion"
		case x.fizzle[s]:
			return "6.4 whether the rebellion in " + p.r.Spaces[s].Name + " fizzles out"
		}
	}
	return "a policy's own"
}
