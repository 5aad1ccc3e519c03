package policies

import (
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/engine/republic"
	cities "github.com/polemos-sim/polemos/policies/hellas"
)

// A Table has the policies of every seat by name: the three of a Republic, and
// City, one for each major city-state. Add your own before handing it to the
// program:
//
//	t := policies.Default()
//	t.Congress["mine"] = NewMine
type Table struct {
	Congress    map[string]func(*republic.Rules, Options) (republic.Congress, error)
	Legislation map[string]func(*republic.Rules, Options) (republic.Legislation, error)
	President   map[string]func(*republic.Rules, Options) (republic.President, error)
	City        map[string]func(*hellas.Rules, Options) (hellas.Seat, error)
}

// Default has all ready-made policies.
func Default() *Table {
	return &Table{
		Congress: map[string]func(*republic.Rules, Options) (republic.Congress, error){
			"accountant": NewAccountant,
			"always-war": NewAlwaysWar,
			"cut-losses": NewCutLosses,
			"never-war":  NewNeverWar,
			"pollster":   NewPollster,
			"random":     NewRandomCongress,
			"script":     NewCongressScript,
		},
		Legislation: map[string]func(*republic.Rules, Options) (republic.Legislation, error){
			"arm-when-at-war": NewArmWhenAtWar,
			"none":            NewNone,
			"script":          NewLegislationScript,
			"shopping-list":   NewShoppingList,
		},
		President: map[string]func(*republic.Rules, Options) (republic.President, error){
			"all-in":      NewAllIn,
			"even-split":  NewEvenSplit,
			"just-enough": NewJustEnough,
			"random":      NewRandomPresident,
			"reserve":     NewReserve,
			"script":      NewPresidentScript,
		},
		City: cities.Table(),
	}
}
