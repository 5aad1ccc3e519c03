package policies

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies/expr"
)

// A Choice is the policy that a scenario puts in a seat, with its options; nil
// Options give none.
type Choice struct {
	Policy  string
	Options Options
}

// Seats makes the deciders of the three seats and names them. A Legislation that
// is not chosen is "none". The error joins all that is wrong; a policy that the
// table does not have is an [*Unknown]. What is wrong with an option is told to
// the Options only.
func (t *Table) Seats(r *republic.Rules, congress, legislation, president Choice) (republic.Seats, error) {
	if legislation.Policy == "" {
		legislation.Policy = "none"
	}
	var s republic.Seats
	s.Names = [...]string{
		republic.SeatCongress:    congress.Policy,
		republic.SeatLegislation: legislation.Policy,
		republic.SeatPresident:   president.Policy,
	}
	var errs [len(republic.SeatNames)]error
	s.Congress, errs[0] = decider(republic.SeatCongress, t.Congress, r, congress)
	s.Legislation, errs[1] = decider(republic.SeatLegislation, t.Legislation, r, legislation)
	s.President, errs[2] = decider(republic.SeatPresident, t.President, r, president)
	return s, errors.Join(errs[:]...)
}

// decider makes the policy that is chosen for one seat.
func decider[P any](seat int, table map[string]func(*republic.Rules, Options) (P, error), r *republic.Rules, c Choice) (p P, err error) {
	construct, ok := table[c.Policy]
	if !ok {
		names := slices.Sorted(maps.Keys(table))
		return p, &Unknown{Seat: republic.SeatNames[seat], Policy: c.Policy, Closest: expr.Closest(c.Policy, names), Names: names}
	}
	if c.Options == nil {
		c.Options = &notes{}
	}
	p, err = construct(r, c.Options)
	switch {
	case err != nil:
		err = fmt.Errorf("policy %s of seat %s: %w", c.Policy, republic.SeatNames[seat], err)
	case any(p) == nil && seat != republic.SeatLegislation:
		err = fmt.Errorf("policy %s of seat %s: its constructor returns nothing", c.Policy, republic.SeatNames[seat])
	}
	return p, err
}

// Unknown is a policy that a seat does not have.
type Unknown struct {
	Seat, Policy string
	Closest      string   // the name that was meant, perhaps; ""
	Names        []string // what there is, sorted
}

func (e *Unknown) Error() string {
	s := "seat " + e.Seat + " has no policy " + strconv.Quote(e.Policy)
	if e.Policy == "" {
		s = "seat " + e.Seat + " needs a policy"
	}
	if e.Closest != "" {
		s += ": did you mean " + strconv.Quote(e.Closest) + "?"
	}
	return s + " (there are " + strings.Join(e.Names, ", ") + ")"
}
