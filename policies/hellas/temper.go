package hellas

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

// temper decides what has little to do with operations. The zero temper is
// patient, spares nobody and never seeks peace.
type temper struct {
	proposeBelow int32 // bellicosity
	acceptBelow  int32 // bellicosity
	courtAbove   int32 // talents that stay after courting
	rate         int32
	buildAbove   int32 // talents that stay after building
	sortie       int32 // strength by which defenders must be ahead
}

// newTemper asks for the options that most policies share.
func newTemper(o ask.Options) (t temper) {
	t.askPeace(o)
	t.askCourt(o)
	t.askMoney(o)
	t.askSortie(o)
	return t
}

func (t *temper) askPeace(o ask.Options) {
	t.proposeBelow = o.Int("propose_below", 5, 0, 13, "bellicosity below which it proposes peace to everyone it is unfriendly to")
	t.acceptBelow = o.Int("accept_below", 7, 0, 13, "bellicosity below which it accepts a peace, if it is not far ahead")
}

func (t *temper) askCourt(o ask.Options) {
	t.courtAbove = o.Int("court_above", 600, 0, 1_000_000, "talents that must be left after courting a neutral minor")
}

func (t *temper) askMoney(o ask.Options) {
	t.rate = 100 * o.Int("tribute", 2, 1, 3, "tribute of each tributary, in hundreds of talents")
	t.buildAbove = o.Int("build_above", 200, 0, 1_000_000, "talents that must be left after building an SP")
}

func (t *temper) askSortie(o ask.Options) {
	t.sortie = o.Int("sortie", 3, -1000, 1000, "strength by which the defenders of a fortress must be ahead to sortie")
}

// Declare leads when it may, joins the enemy's enemy, and courts with spare money.
func (t *temper) Declare(v *hellas.View) hellas.Diplomacy {
	me := v.Me()
	single := v.Status(me) == hellas.Independent || v.Status(me) == hellas.Neutrality
	if single && v.MayLead() {
		return hellas.Diplomacy{Deed: hellas.Lead, With: hellas.Nobody}
	}
	if v.Round() > 0 {
		return hellas.Diplomacy{With: hellas.Nobody}
	}
	if single {
		if leader := enemysEnemy(v); leader != hellas.Nobody {
			return hellas.Diplomacy{Deed: hellas.Join, With: leader}
		}
	}
	if v.Purse(me) >= t.courtAbove+v.Rules().Campaign.CourtCost {
		if minor := v.Neutral(); minor != hellas.Nobody {
			return hellas.Diplomacy{Deed: hellas.Court, With: minor}
		}
	}
	return hellas.Diplomacy{With: hellas.Nobody}
}

// enemysEnemy is a leader to join who shares an enemy, or Nobody.
func enemysEnemy(v *hellas.View) hellas.City {
	me := v.Me()
	for c := range hellas.City(v.Majors()) {
		if c != me && v.Enemies(c)&v.Enemies(me) != 0 && v.MayJoin(c) {
			return c
		}
	}
	return hellas.Nobody
}

// Admit takes everyone.
func (t *temper) Admit(*hellas.View, hellas.City) bool { return true }

// Shelter stays behind the walls unless the defenders are ahead.
func (t *temper) Shelter(_ *hellas.View, a hellas.Attack) bool {
	return a.Defence-a.Strength < t.sortie
}

// TearDown tears walls down.
func (t *temper) TearDown(*hellas.View, hellas.City) bool { return true }

// MakeTributary takes tribute.
func (t *temper) MakeTributary(*hellas.View, hellas.City) bool { return true }

// Propose asks for peace when the people are tired of war.
func (t *temper) Propose(v *hellas.View, _ hellas.City) bool {
	return v.Bellicosity(v.Me()) < t.proposeBelow
}

// ahead is how much more bellicosity makes a city-state refuse a peace.
const ahead = 4

// Accept takes a peace when the people are tired and the enemy is not far behind.
func (t *temper) Accept(v *hellas.View, by hellas.City) bool {
	mine := v.Bellicosity(v.Me())
	return mine < t.acceptBelow && mine-v.Bellicosity(by) < ahead
}

// Tribute is always the same.
func (t *temper) Tribute(*hellas.View) int32 { return t.rate }

// Build makes up for losses, hoplites first.
func (t *temper) Build(v *hellas.View) (hellas.Kind, bool) {
	if v.Purse(v.Me()) < t.buildAbove+v.Rules().Campaign.BuildCost {
		return 0, false
	}
	for k := range hellas.Kinds {
		if v.MayBuild(k) {
			return k, true
		}
	}
	return 0, false
}

// EndFund ends the emergency fund rule when the purse is empty.
func (t *temper) EndFund(v *hellas.View) bool { return v.Purse(v.Me()) == 0 }
