package republic

// A State is all of a game that rules, conditions and policies can read. It is a
// flat value: copied by assignment, compared with ==. What is not in use is zero.
type State struct {
	Turn        int32
	Approval    int32
	Fervor      int32
	Treasury    int32
	Income      int32
	Territories int32
	Bought      int32 // units bought so far
	NWars       uint8
	NDue        uint8 // spoils that join at the start of the next turn
	Due         [MaxCrises]uint8
	Standing    [MaxCrises]Standing
	Units       [MaxUnits]uint16
	Wars        [MaxCrises]War // in the order of declaration
}

// restart makes s what start is, a State without wars. Of the wars it clears only
// those that are on: what is not in use is zero.
func (s *State) restart(start *State) {
	clear(s.Wars[:s.NWars])
	s.Turn, s.Approval, s.Fervor, s.Treasury = start.Turn, start.Approval, start.Fervor, start.Treasury
	s.Income, s.Territories, s.Bought = start.Income, start.Territories, start.Bought
	s.NWars, s.NDue = 0, start.NDue
	s.Due = start.Due
	s.Standing = start.Standing
	s.Units = start.Units
}

// Standing is how a crisis stands.
type Standing uint8

// A crisis comes once: declined, won or lost, it is used up.
const (
	Waiting Standing = iota
	Armed            // what it waits for has come; it rolls its chance
	Running
	Won
	Defeated
	Surrendered
	Declined
)

// Standings spells the standings.
var Standings = [...]string{
	Waiting: "waiting", Armed: "armed", Running: "running", Won: "won",
	Defeated: "defeated", Surrendered: "surrendered", Declined: "declined",
}

// A War is a crisis that the Congress answered with a declaration of war.
type War struct {
	Total    int32 // the running total
	V        int32 // the Victory Conditions
	Since    int32 // the turn of declaration
	Points   int32 // battle points deployed this turn
	Crisis   uint32
	Deployed [MaxUnits]uint16 // this turn
}

// A Ledger takes what is written and never read by a rule, a condition or a
// policy. At any time
//
//	treasury = start + Income + Effects + Tax - RobberBaron - BrassHat - GameBank
type Ledger struct {
	RobberBaron int32 // prices of units
	Tax         int32 // what came back of them
	BrassHat    int32 // support
	GameBank    int32 // support, while the Brass Hat is not in play
	Income      int32
	Effects     int32 // money that effects, spoils and penalties gave, less what they took
}
