package hellas

import (
	"slices"

	"github.com/polemos-sim/polemos/engine"
)

// Rules are a loaded scenario. They are read-only while games are played. A
// [Position] makes them.
type Rules struct {
	Name      string // of the scenario
	First     int32  // the first turn that is played
	Turns     int32  // how many turns are played at most
	Political bool   // the political phase alone is played, turn after turn

	Cities   []CityFacts // majors first, each in alphabetical order
	NMajors  int
	Areas    []Area // in alphabetical order
	Spaces   []SpaceFacts
	Kingdoms []Kingdom
	Start    State
	Defeats  []Loss // to be carried out first in 6.3

	Die      *engine.Dist
	Readings Readings
	Campaign Campaign
	Victory  []Condition
	Outcomes []string // of the victory conditions, each once, in order; "unresolved" last

	order   []City                      // all city-states in alphabetical order
	oneOf   [MaxMajors + 1]*engine.Dist // 1 to n, each as likely
	given   given
	isthmus []Space
}

// CityFacts are what never changes of a city-state.
type CityFacts struct {
	Name       string
	Home, Port Space  // Port is Nowhere when it has none
	Area       int    // of its home
	HomeArea   Spaces // the spaces of that area
	waters     int    // the area where its ships are at home: that of its port, or its home
	modifier   int32  // of the neighbouring Kingdoms in its home area
	from       reach  // from its home by land, and from its waters by sea
	Commercial bool   // vulnerable to the plague (6.1)
	// A treasury below this obliges to accept a peace (6.5), or below WithFund
	// while the emergency fund rule is in effect; 0: none does.
	AcceptBelow, WithFund int32
	Most                  Force // SPs at the start: no more of a type are ever built
}

// harbour is where a city-state's ships are at home.
func (c *CityFacts) harbour() Space {
	if c.Port != Nowhere {
		return c.Port
	}
	return c.Home
}

// An Area has spaces, in alphabetical order.
type Area struct {
	Name    string
	Spaces  []Space
	Set     Spaces
	Links   uint32       // areas joined by land, itself included, by bit
	Seas    uint8        // that wash its coast, by bit
	from    reach        // from here
	settled []settlement // homes and ports here, by city-state
}

// A reach is the spaces to which forces get by land, and by sea.
type reach struct{ ByLand, BySea Spaces }

// A settlement is the home or the port of a city-state.
type settlement struct {
	City   City
	At     Space
	IsPort bool
}

// stack are the SPs that the city-state has in its home or port.
func (x settlement) stack(s *State) *Force {
	if x.IsPort {
		return &s.Port[x.City]
	}
	return &s.Home[x.City]
}

// SpaceFacts are what never changes of a space.
type SpaceFacts struct {
	Name  string
	Area  int
	major City // in whose home area it is, or Nobody
	// Resident is the city-state whose home or port it is.
	Resident City
	IsPort   bool
}

// stack are the SPs that the city-state whose home or port it is has there.
func (f *SpaceFacts) stack(s *State) *Force {
	return settlement{City: f.Resident, IsPort: f.IsPort}.stack(s)
}

// A Kingdom is a neighbouring Kingdom with its modifiers by area.
type Kingdom struct {
	Name      string
	Modifiers []Modifier
}

// A Modifier changes rolls for rebellion in an area.
type Modifier struct{ Area, By int32 }

// A Loss is the defeat of a city-state by force.
type Loss struct{ City, Victor City }

// given remembers what a position says that need not be said, so that the final
// position says as much.
type given struct {
	friendly              Spaces
	atStart               [MaxSpaces]City
	longWalls, fund, rate uint8
}

// Readings settle what the rule text leaves open; the zero value is the default.
type Readings struct {
	// FriendlyControl: a space controlled by a friend is controlled (6.2).
	FriendlyControl bool
	// AnyDominant: a city-state surrenders to any dominant one, friends included
	// (6.2 and 6.3 by the letter); else to an enemy ("to their enemies").
	AnyDominant bool
	// RelinquishPenalty is the bellicosity lost with a status given up (6.5).
	RelinquishPenalty int32
	// PeaceTurns is how long a peace lasts: ten turns (6.5).
	PeaceTurns int32
}

// A Campaign has the numbers of the campaign model: none of them is rule.
type Campaign struct {
	// Diplomatic phase.
	Keep            int32 // power below which a dominant major steps down
	Take            int32 // power from which a major may lead
	DiplomacyRounds int32
	CourtCost       int32 // talents
	CourtRoll       int32 // d6 from which a courted minor becomes an ally
	PeaceBroken     int32 // bellicosity
	AllyFollows     bool  // an ally takes its patron's relations
	AllyLost        int32 // bellicosity of the patron when an ally is defeated

	// Operations phase.
	Rounds        int32
	LandCost      int32 // talents per SP
	NavalCost     int32
	Strength      [Kinds]int32
	LossEach      int32 // points of difference for each SP the loser removes
	WinnerLoses   int32 // difference up to which the winner removes one
	ShakenBy      int32 // SPs lost in a lost battle that cost bellicosity
	BattleLost    int32 // bellicosity
	StormRoll     int32 // d6 from which a storm rises at Cape Taenarum
	InciteRoll    int32
	SiegeFortress int32
	SiegeGarrison int32
	GarrisonCost  int32
	HomeCaptured  bool  // a major whose home falls is defeated
	HostageBy     int32 // a land battle lost by as much costs a hostage

	// Economic phase.
	Revenue     int32 // of a home area
	RevenueHeld int32 // when it is harmed
	Trade       int32 // of a commercial major
	UnrestRoll  int32
	Builds      int32 // SPs a turn
	BuildCost   int32
	FundFloor   int32 // talents that stay while the emergency fund rule is in effect
}

// DefaultCampaign has the numbers that the model was checked with.
func DefaultCampaign() Campaign {
	return Campaign{
		Keep: 6, Take: 8, DiplomacyRounds: 3, CourtCost: 100, CourtRoll: 5, PeaceBroken: 1, AllyFollows: true,
		Rounds: 3, LandCost: 25, NavalCost: 40, Strength: [Kinds]int32{2, 1, 1}, LossEach: 3, WinnerLoses: 2, ShakenBy: 2,
		BattleLost: 1, StormRoll: 5, InciteRoll: 6, SiegeFortress: 6, SiegeGarrison: 2, GarrisonCost: 50, HostageBy: 5,
		Revenue: 500, RevenueHeld: 250, UnrestRoll: 7, Builds: 2, BuildCost: 100, FundFloor: 1000,
	}
}

// A Condition ends the game with an outcome.
type Condition struct {
	Outcome  int32
	Economic bool // tested at the end of the economic phase, else of the political
	When     Expression
}

// An Expression is asked of a view.
type Expression struct {
	// Reads has the bits of what it reads.
	Reads uint64
	Holds func(*View) (bool, error)
}

// Bits of what an [Expression] reads.
const (
	ReadsTurn uint64 = 1 << iota
	ReadsBellicosity
	ReadsTreasury
	ReadsPower
	ReadsControl // controls and fortresses
	ReadsSurrender
)

// Area is the number of an area by name, -1 when there is none.
func (r *Rules) Area(name string) int {
	return slices.IndexFunc(r.Areas, func(a Area) bool { return a.Name == name })
}

// City is the number of a city-state by name, Nobody when there is none.
func (r *Rules) City(name string) City {
	return City(slices.IndexFunc(r.Cities, func(c CityFacts) bool { return c.Name == name }))
}

// Space is the number of a space by name, Nowhere when there is none.
func (r *Rules) Space(name string) Space {
	return Space(slices.IndexFunc(r.Spaces, func(s SpaceFacts) bool { return s.Name == name }))
}
