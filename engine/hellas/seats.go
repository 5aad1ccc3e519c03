package hellas

// A Seat decides for a major city-state. It is asked only where it has a choice.
// A policy keeps no memory between calls: whatever it needs it reads from the
// view, which says whom it speaks for ([View.Me]); that is what makes every game
// replayable alone.
type Seat interface {
	// Declare takes one action of the diplomatic phase, or passes. Legal ones
	// are listed by [View.Diplomacy].
	Declare(v *View) Diplomacy
	// Admit answers a major that asks to join the seat's coalition (model D3).
	Admit(v *View, candidate City) bool
	// Operate takes one operation, or passes. Legal ones are listed by
	// [View.Operations]; what is sent is the order's force.
	Operate(v *View) (Order, bool)
	// Shelter says whether the defenders of a fortress stay behind its walls,
	// rather than sortie (model O4).
	Shelter(v *View, a Attack) bool
	// TearDown says whether the walls of a defeated city-state fall (6.3).
	TearDown(v *View, loser City) bool
	// MakeTributary says whether a defeated minor is forced to become a
	// tributary (6.3).
	MakeTributary(v *View, minor City) bool
	// Propose says whether a peace is proposed to a major (6.5).
	Propose(v *View, to City) bool
	// Accept answers a proposal that need not be accepted (6.5).
	Accept(v *View, by City) bool
	// Tribute is what a tributary pays in the next turn: 100, 200 or 300 (model
	// E2).
	Tribute(v *View) int32
	// Build names the type of the next SP to build, or none; it is asked until
	// it passes or nothing can be built (model E3).
	Build(v *View) (Kind, bool)
	// EndFund ends the emergency fund rule, for good (model E4).
	EndFund(v *View) bool
}

// Seats are the deciders of one player, by major.
type Seats struct {
	Majors [MaxMajors]Seat
	Names  [MaxMajors]string // of the policies, for messages
}

// A Deed is a kind of diplomatic action.
type Deed uint8

// The deeds (model D2 to D5).
const (
	Pass  Deed = iota
	Lead       // becomes dominant
	Join       // becomes the junior partner of a dominant major, if it agrees
	Leave      // a coalition, or a patron whose peace has run out
	Court      // a neutral minor
	War        // on a neutral major
	Break      // a peace, then war
)

// Deeds spells the deeds.
var Deeds = [...]string{Pass: "pass", Lead: "lead", Join: "join", Leave: "leave", Court: "court", War: "war", Break: "break"}

// A Diplomacy is one action of the diplomatic phase.
type Diplomacy struct {
	Deed Deed
	With City // whom it concerns; Nobody for Pass, Lead and Leave
}
