package republic

// A Congress decides on war and peace. A policy keeps no memory between calls:
// whatever it needs it reads from the view, which is what makes every game
// replayable alone.
type Congress interface {
	// Declare answers a crisis: war, or decline. V is not known yet.
	Declare(v *View, crisis int) bool
	// Peace answers for a war of an earlier turn: end it, or go on. Peace is a
	// surrender.
	Peace(v *View, war int) bool
}

// A Legislation buys military units.
type Legislation interface {
	// Buy names the next unit to buy, or none. It is asked again until it passes
	// or nothing can be paid for.
	Buy(v *View) (unit int, ok bool)
}

// A President deploys military units.
type President interface {
	// Deploy gives the orders of this turn. Units without an order are on
	// station.
	Deploy(v *View, o *Orders)
}

// A Script is a policy that follows a list of what it does in which turn. When the
// Legislative Phase is over it is asked, in every turn, whether the list can be
// followed: also when its seat has nothing to decide.
type Script interface {
	// Unmet is what is listed for this turn and was not, or cannot be, done; ""
	// when there is nothing.
	Unmet(v *View) string
}

// checkScripts refuses what is listed and impossible.
func (p *player) checkScripts() {
	for seat, s := range p.scripts {
		if s == nil {
			continue
		}
		p.asked = int8(seat)
		if unmet := s.Unmet(&p.View); unmet != "" {
			p.illegal(unmet)
		}
		p.asked = nobody
	}
}

// Seats are the deciders of one player. A nil Legislation never buys.
type Seats struct {
	Congress    Congress
	Legislation Legislation
	President   President
	// Names are the policies' names, by seat, for messages.
	Names [len(SeatNames)]string
}

// The seats, in the order in which they are asked.
const (
	SeatCongress = iota
	SeatLegislation
	SeatPresident
)

// nobody is asked while the rules are at work.
const nobody = -1

// SeatNames spells the seats.
var SeatNames = [...]string{SeatCongress: "congress", SeatLegislation: "legislation", SeatPresident: "president"}
