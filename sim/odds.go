package sim

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// OddsBudget is what an exact computation may take: some seconds, and some hundred megabytes.
func OddsBudget() engine.Budget { return engine.Budget{States: 1_000_000, Runs: 50_000_000} }

// GlanceBudget is for exact odds beside sampled ones: a small part of a second.
func GlanceBudget() engine.Budget { return engine.Budget{States: 10_000, Runs: 60_000} }

// Odds computes what can come of the experiment's scenario without sampling: the odds of every outcome, how long games and
// wars last, and the distributions of the measures at the end of the game that are asked for, such as "final.approval".
// Seed and games of the experiment do not matter.
//
// When the budget does not suffice the error is a [*OutOfReach], which has what was found. A game that goes wrong, however
// unlikely, is a [*GameError].
func Odds(ctx context.Context, e Experiment, measures []string, b engine.Budget) (x *engine.Exact, err error) {
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
	x, ok, err := engine.Solve(e.Ruleset, asked, b, func() bool { return ctx.Err() != nil })
	switch {
	case !ok:
		return nil, &Unsolvable{schema.Ruleset}
	case err != nil:
		if fault, is := err.(*engine.Fault); is {
			return nil, &GameError{Fault: fault}
		}
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
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

// Unsolvable says that the games of a ruleset cannot be taken apart into positions.
type Unsolvable struct{ Ruleset string }

func (e *Unsolvable) Error() string {
	return fmt.Sprintf("exact odds are not to be had for games of ruleset %s: play them with run", e.Ruleset)
}

// OutOfReach says that an exact computation took more than its budget.
type OutOfReach struct {
	Found  *engine.Exact // as far as it came: what is Unexplored may still go either way
	Budget engine.Budget
}

// spreadsTold is how many of the numbers that tell states apart are named.
const spreadsTold = 5

func (e *OutOfReach) Error() string {
	crowd := e.Found.Crowd
	what := fmt.Sprintf("%d states in one turn", e.Budget.States)
	if e.Found.Runs >= e.Budget.Runs {
		what = fmt.Sprintf("%d turns played", e.Budget.Runs)
	}
	var told []string
	for _, s := range crowd.Spread[:min(len(crowd.Spread), spreadsTold)] {
		told = append(told, fmt.Sprintf("%s (%d values)", s.Name, s.Values))
	}
	text := fmt.Sprintf("exact odds take more than the budget of %s: in turn %d there are already %d states", what, crowd.Turn, crowd.Positions)
	if len(told) > 0 {
		text += ", told apart by " + strings.Join(told, ", ")
	}
	return text
}
