package hellas

// Sizes that a State has room for. A position that needs more is refused when it
// is resolved.
const (
	MaxMajors   = 4
	MaxCities   = 48 // majors and minors
	MaxAreas    = 32
	MaxSpaces   = 96
	MaxStations = 40 // stacks of SPs away from their home and port
	maxPairs    = MaxMajors * (MaxMajors - 1) / 2
)

// A City is the number of a city-state: majors first, each in alphabetical order.
type City int8

// Nobody stands where no city-state is meant.
const Nobody City = -1

// A Space is the number of a space, in alphabetical order.
type Space int8

// Nowhere stands where no space is meant.
const Nowhere Space = -1

// Kind is a type of strength points (SPs).
type Kind uint8

// The three types of SPs.
const (
	Hoplites Kind = iota
	Cavalry
	Naval
	Kinds
)

// KindNames spells the types as a position does.
var KindNames = [Kinds]string{Hoplites: "H", Cavalry: "C", Naval: "N"}

// A Force is how many SPs there are of each type.
type Force struct{ Hoplites, Cavalry, Naval uint8 }

// Of is the number of SPs of a type, which may be changed.
func (f *Force) Of(k Kind) *uint8 {
	switch k {
	case Hoplites:
		return &f.Hoplites
	case Cavalry:
		return &f.Cavalry
	}
	return &f.Naval
}

// All counts the SPs of all types.
func (f Force) All() int32 { return int32(f.Hoplites) + int32(f.Cavalry) + int32(f.Naval) }

// Land counts hoplites and cavalry.
func (f Force) Land() int32 { return int32(f.Hoplites) + int32(f.Cavalry) }

// plus is two forces together.
func (f Force) plus(g Force) Force {
	return Force{f.Hoplites + g.Hoplites, f.Cavalry + g.Cavalry, f.Naval + g.Naval}
}

func (f *Force) add(g *Force) {
	f.Hoplites += g.Hoplites
	f.Cavalry += g.Cavalry
	f.Naval += g.Naval
}

func (f *Force) remove(g *Force) {
	f.Hoplites -= g.Hoplites
	f.Cavalry -= g.Cavalry
	f.Naval -= g.Naval
}

// Relation is how two majors stand to each other.
type Relation uint8

// The relations.
const (
	Neutral Relation = iota
	Friendly
	Unfriendly
)

// Relations spells the relations.
var Relations = [...]string{Neutral: "neutral", Friendly: "friendly", Unfriendly: "unfriendly"}

// Status is the box of a major's status marker.
type Status uint8

// The statuses. A junior coalition partner is one of its leader, an ally one of
// its patron.
const (
	Independent Status = iota
	Dominant
	Junior
	Neutrality
	Ally
)

// Statuses spells the statuses.
var Statuses = [...]string{Independent: "independent", Dominant: "dominant", Junior: "junior", Neutrality: "neutral", Ally: "ally"}

// Bond is what ties a minor to its patron.
type Bond uint8

// The bonds; a minor without a patron is Free: neutral.
const (
	Free Bond = iota
	Allied
	Tributary
)

// Bonds spells the bonds.
var Bonds = [...]string{Free: "neutral", Allied: "ally", Tributary: "tributary"}

// A Major is what changes of a major city-state.
type Major struct {
	Treasury    int32 // talents
	Rate        int32 // talents a tributary pays each turn
	Status      Status
	Of          City // leader or patron
	Bellicosity int8
	PlagueDone  bool
	LongWalls   bool
	Fund        bool // the emergency fund rule is in effect
}

// A Minor is what changes of a minor city-state.
type Minor struct {
	Bond   Bond
	Patron City
}

// A Peace covers the turns after From to Until; an Until of 0 is none.
type Peace struct{ From, Until int16 }

// A Station is a stack of SPs that is neither in its owner's home nor its port.
type Station struct {
	Owner City
	At    Space
	Force Force
}

// A State is all of a game that rules, conditions and policies can read. It is a
// flat value: copied by assignment, compared with ==. What is not in use is zero.
type State struct {
	Turn        int32
	NStations   uint8
	Surrendered uint8 // majors that have surrendered, by bit
	DefeatsDone bool  // the defeats of the position are carried out

	Majors [MaxMajors]Major
	Minors [MaxCities]Minor // by City; majors have none

	Relations [maxPairs]Relation
	Peaces    [maxPairs]Peace
	// Hostages of the first held by the second, and how many of them were taken
	// as SPs, which return home as SPs.
	Hostages   [MaxMajors][MaxMajors]uint16
	HostageSPs [MaxMajors][MaxMajors]uint8

	Home, Port [MaxCities]Force // SPs in their owner's home and port
	Stations   [MaxStations]Station
	Stationed  Spaces // where there are stations

	Controller [MaxSpaces]City // Nobody: neutral or in rebellion
	Garrison   [MaxSpaces]City
	Rebel      [MaxSpaces]City // against whom the space is in rebellion
	Fortress   Spaces
	Ravaged    Spaces
	Captured   Spaces // this turn, from friendly hands
	Friendly   Spaces // to the major whose home area it is, at the start of the turn
}

// pairs numbers the pairs of majors in alphabetical order.
var pairs = func() (p [MaxMajors][MaxMajors]uint8) {
	n := uint8(0)
	for a := range MaxMajors {
		for b := a + 1; b < MaxMajors; b++ {
			p[a][b], p[b][a] = n, n
			n++
		}
	}
	return p
}()

// Relation is how two different majors stand to each other.
func (s *State) Relation(a, b City) Relation { return s.Relations[pairs[a][b]] }

// WarPossible says whether war between two majors is possible in a turn as far
// as their peace goes (6.5): it lasts for ten turns, unless broken.
func (s *State) WarPossible(a, b City, turn int32) bool {
	return int32(s.Peaces[pairs[a][b]].Until) < turn
}

// An Act is something one major might do to another at peace with it.
type Act uint8

// The acts of which 6.5 speaks.
const (
	DiplomaticAction Act = iota // one that would make the two unfriendly
	MinorOperation              // a sympathetic minor operation (3.1.3)
	ExpeditionaryForce
	Leaders // contributed to operations against the other
)

// Acts spells the acts.
var Acts = [...]string{
	DiplomaticAction: "diplomatic_action", MinorOperation: "minor_operation",
	ExpeditionaryForce: "expeditionary_force", Leaders: "leaders",
}

// PeaceForbids says whether the peace of two majors forbids the first an act
// towards the second in a turn (6.5): neither party may perform any diplomatic
// action which would cause them to become unfriendly to each other, but this does
// not prevent sympathetic minor operations and expeditionary forces, and leaders
// may be contributed.
func (s *State) PeaceForbids(a City, act Act, b City, turn int32) bool {
	return act == DiplomaticAction && !s.WarPossible(a, b, turn)
}
