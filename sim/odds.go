package sim

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// OddsBudget is what an exact computation may take: half a minute, and about a gigabyte. Two wars at once whose victory
// points are rolled are within it.
func OddsBudget() engine.Budget { return engine.Budget{States: 2_000_000, Runs: 100_000_000} }

// GlanceBudget is for exact odds beside sampled ones: a small part of a second.
func GlanceBudget() engine.Budget { return engine.Budget{States: 10_000, Runs: 60_000} }

// Odds computes what can come of the experiment's scenario without sampling: the odds of every outcome, how long games and
// wars last, and the distributions of the measures at the end of the game that are asked for, such as "final.approval".
// Seed and games of the experiment do not matter.
//
// When the budget does not suffice the error is a [*OutOfReach], when the context ends a [*Stopped]; both have what was
// found. A game that goes wrong, however unlikely, is a [*GameError].
func Odds(ctx context.Context, e Experiment, measures []string, b engine.Budget) (*engine.Exact, error) {
	return OddsTold(ctx, e, measures, b, func(uint64) {})
}

// OddsTold is Odds that tells, now and then, how many turns were played.
func OddsTold(ctx context.Context, e Experiment, measures []string, b engine.Budget, tell func(turns uint64)) (x *engine.Exact, err error) {
	defer recovered(&err)
	schema := e.Ruleset.Schema()
	asked := make([]bool, len(schema.Games))
	for _, m := range measures {
		i := slices.IndexFunc(schema.Games, func(c engine.Column) bool { return c.Measure == m })
		if i < 0 {
			return nil, fmt.Errorf("there is no measure %q at the end of a game: choose from %s", m, strings.Join(FinalMeasures(schema), ", "))
		}
		asked[i] = true
	}
	x, ok, err := engine.Solve(e.Ruleset, asked, b, func(turns uint64) bool {
		tell(turns)
		return ctx.Err() != nil
	})
	switch {
	case !ok:
		return nil, unsolvable(e.Ruleset)
	case err != nil:
		if fault, is := err.(*engine.Fault); is {
			return nil, &GameError{Fault: fault}
		}
		return nil, err
	case x.Crowd != nil && ctx.Err() != nil:
		return nil, &Stopped{Found: x, cause: ctx.Err()}
	case x.Crowd != nil:
		return nil, &OutOfReach{Found: x, Budget: b}
	}
	return x, nil
}

// FinalMeasures are the measures at the end of the game that [Odds] can be asked for.
func FinalMeasures(s *engine.Schema) []string {
	var names []string
	for _, c := range s.Games {
		if c.Measure != "" && c.Codes == nil {
			names = append(names, c.Measure)
		}
	}
	return names
}

// Unsolvable says that the games of a scenario cannot be taken apart into positions.
type Unsolvable struct{ Why string }

func (e *Unsolvable) Error() string { return "exact odds are not to be had, for " + e.Why }

func unsolvable(rs engine.Ruleset) *Unsolvable {
	if whole, ok := rs.NewPlayer(0).(engine.Whole); ok {
		return &Unsolvable{whole.Whole()}
	}
	return &Unsolvable{"games of ruleset " + rs.Schema().Ruleset + " are not taken apart into positions"}
}

// Stopped says that an exact computation was ended from outside; errors.Is finds the context's error.
type Stopped struct {
	Found *engine.Exact // as far as it came: what is Unexplored may still go either way
	cause error
}

func (e *Stopped) Error() string {
	return fmt.Sprintf("interrupted after %d turns played", e.Found.Runs)
}

// Unwrap is the context's error.
func (e *Stopped) Unwrap() error { return e.cause }

// OutOfReach says that an exact computation took more than its budget.
type OutOfReach struct {
	Found  *engine.Exact // as far as it came: what is Unexplored may still go either way
	Budget engine.Budget
}

// Turns says whether it was the turns that ran out, rather than the states of one.
func (e *OutOfReach) Turns() bool { return e.Found.Runs >= e.Budget.Runs }

func (e *OutOfReach) Error() string {
	crowd := e.Found.Crowd
	if e.Turns() {
		return fmt.Sprintf("exact odds are out of reach: they take more than %d turns played, which only led to turn %d", e.Budget.Runs, crowd.Turn)
	}
	return fmt.Sprintf("exact odds are out of reach: turn %d alone has more than %d states", crowd.Turn, e.Budget.States)
}
