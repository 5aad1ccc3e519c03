package republic

import "github.com/polemos-sim/polemos/engine"

// Sizes that a State has room for. A scenario that needs more is refused when it
// is loaded.
const (
	MaxUnits  = 8  // military units with a name
	MaxCrises = 16 // crises, and wars at once
)

// Limits of the numbers in a scenario. With moneyMost they keep every sum inside 32 bits, over
// TurnsMost turns and MaxCrises wars.
const (
	TurnsMost    = 1000
	PointsMost   = 1_000_000   // approval, fervor, victory points, randomizer
	TreasuryMost = 100_000_000 // at the start
	IncomeMost   = 100_000     // a turn
	EffectMost   = 10_000      // one change by one effect
	PriceMost    = 1_000_000   // of a unit
	SupportMost  = 10_000      // of a unit, a turn, in peace
	BattleMost   = 10_000      // battle points of a unit
	CountMost    = 10_000      // of one unit at the start, arriving or in spoils
	// WarCostsMost bounds the factor on a unit's support when all wars are on:
	// WarCosts, or its power of the number of crises under Readings.CostsPerWar.
	WarCostsMost = 1_000_000_000
	// UnitMost is how many of one unit a State can count. Buying more is an
	// illegal action.
	UnitMost = 65_535
	// moneyMost bounds the treasury, the debt, and what comes in, during a game:
	// no sum of two of them leaves 32 bits.
	moneyMost  = 500_000_000
	moneyWords = "500,000,000"
)

// Rules are a loaded scenario. They are read-only while games are played.
type Rules struct {
	Name  string // of the scenario
	Turns int32  // the horizon

	Approval, Fervor Gauge
	Treasury         int32 // money at the start
	Income           int32 // money a turn, at the start
	TaxNum, TaxDen   int64 // the tax rate on purchases, an exact fraction below 1
	BrassHat         bool  // in play: support is paid to him, else to the Game Bank

	Units      []Unit
	Randomizer engine.Amount
	Crises     []Crisis
	Effects    Effects
	Readings   Readings
	Victory    []Condition
	Outcomes   []string // of the victory conditions, each once, in order; "unresolved" last
}

// A Gauge is a rating of the Government: its value at the start and the bounds
// that hold it after every single effect.
type Gauge struct{ Start, Min, Max int32 }

func (g *Gauge) hold(v int32) int32 { return min(max(v, g.Min), g.Max) }

// A Unit is a military unit that Legislation enables.
type Unit struct {
	Name         string
	Kind         Kind
	BattlePoints int32
	Purchase     int32 // price; 0: not for sale
	Support      int32 // money a turn, in peace
	Start        int32 // units at the start
	Arrives      []Arrival
}

// An Arrival is units that join at the start of a turn, free.
type Arrival struct{ Turn, Units int32 }

// Kind decides in which wars a unit can be deployed.
type Kind uint8

// The three types of military units.
const (
	Infantry Kind = iota
	Cavalry
	Navy
)

// Kinds spells the kinds.
var Kinds = [...]string{Infantry: "infantry", Cavalry: "cavalry", Navy: "navy"}

// A Crisis describes a war scenario.
type Crisis struct {
	Name          string
	At            int32        // the turn in which it comes; 0: by After and Chance
	Chance        *engine.Dist // 1: it comes this turn; nil: not by chance
	After         *Expression  // it cannot come before this has held once
	VictoryPoints engine.Amount
	Exclude       [len(Kinds)]bool // kinds that cannot be used in the war
	Spoils        Spoils
	Penalty       Effect
}

// Spoils join the Republic after a victory.
type Spoils struct {
	Effect
	Territories int32
	Units       [MaxUnits]int32
}

// An Effect changes what the Republic has; 0 changes nothing.
type Effect struct{ Approval, Fervor, Treasury, Income int32 }

// Effects are the political effects of a war.
type Effects struct {
	WarBoost     Effect // on each declaration
	Weariness    Effect // for each war, each later turn that ends with it still on
	VictoryBonus Effect
	Defeat       Effect // on defeat or surrender, beside the crisis's own penalty
	WarCosts     int32  // factor on the support of units that can be used in a war
}

// Readings settle what the rule text leaves open; the zero value is the default.
type Readings struct {
	Reaches         bool // threshold: the total must reach V, not exceed it
	DeclinePenalty  bool // decline: the crisis's penalty only, not as a defeat
	CostsPerWar     bool // war costs multiply for each war that allows the kind
	WearinessAtOnce bool // weariness is felt in the turn of declaration, too
	Debt            bool // insolvency: the treasury may fall below 0
	SpoilsAtOnce    bool // spoils join with the victory, not at the next turn's start
}

// A Condition ends the game with an outcome.
type Condition struct {
	Outcome int32
	When    Expression
}

// An Expression is asked of a view.
type Expression struct {
	// Reads has the bits of what it reads; while none of it changes, neither
	// does the answer, and a victory condition is not asked again. One that reads
	// nothing is asked in the first turn only if it has a bit: give it ReadsTurn.
	Reads uint64
	Holds func(*View) (bool, error)
	// Sure is Holds without its error, of an expression that can always be
	// computed; it is cheaper. Nil for others.
	Sure func(*View) bool
}

// Bits of what an [Expression] reads; ReadsCrisis gives those of the crises.
const (
	ReadsApproval uint64 = 1 << iota
	ReadsFervor
	ReadsTreasury
	ReadsIncome
	ReadsTerritories
	ReadsTurn
	ReadsWars
	ReadsBought
	readsCrises
)

// ReadsCrises are the bits of how all crises stand.
const ReadsCrises = readsCrises * (1<<MaxCrises - 1)

// ReadsCrisis is the bit of how crisis c stands.
func ReadsCrisis(c int) uint64 { return readsCrises << c }

// Defaults are the rules as the text has them, without units, crises, dice and
// victory conditions.
func Defaults() Rules {
	return Rules{
		Turns:    40,
		Approval: Gauge{Start: 50, Min: -PointsMost * 1000, Max: PointsMost * 1000},
		Fervor:   Gauge{Min: -PointsMost * 1000, Max: PointsMost * 1000},
		TaxDen:   1,
		Effects: Effects{
			WarBoost:     Effect{Approval: 12},
			Weariness:    Effect{Approval: -4, Fervor: 1},
			VictoryBonus: Effect{Approval: 8},
			Defeat:       Effect{Approval: -24, Fervor: 3},
			WarCosts:     3,
		},
		BrassHat: true,
	}
}
