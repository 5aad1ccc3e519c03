package run

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/exact"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/reports/terminal"
	"github.com/polemos-sim/polemos/sim"
)

// oddsFlags are the flags of the verb odds.
type oddsFlags struct {
	set      settings
	format   string
	measures []string
	budget   uint64
	reporting
}

// statesPer is how many turns may be played for each state that is told apart.
var statesPer = sim.OddsBudget().Runs / sim.OddsBudget().States

func (a *app) oddsVerb() *cobra.Command {
	f := oddsFlags{budget: sim.OddsBudget().Runs}
	c := &cobra.Command{
		Use:   "odds SCENARIO",
		Short: "Compute the exact odds of a scenario, without sampling",
		Long: `Odds computes the exact odds of every outcome, how long games and wars last and the
measures at the end of the game. Nothing is sampled: the rules themselves are run
over every result of every draw, and equal states are merged.

A scenario with many states may be out of reach of the budget. Then the odds come as
bounds, from the games that were followed to their end, with exit status 3, and what
made it so is named; play such a scenario with run. Ctrl-C leaves bounds, too.

Measures at the end of the game may tell more states apart than anything else. Unless
they are asked for by name they get a tenth of the budget, and are left out if that
does not suffice.`,
		Example: `  polemos odds inkopah
  polemos odds inkopah --set republic.crises.inkopah.victory_points=20
  polemos odds my-war.yaml --measure final.treasury --format json
  polemos odds my-war.yaml --measure none --budget 200_000_000`,
		Args:              one("a scenario", "odds inkopah"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(c *cobra.Command, args []string) error { return a.odds(c.Context(), args[0], &f) },
	}
	a.addSet(c, &f.set)
	addFormat(c, &f.format)
	c.Flags().StringArrayVar(&f.measures, "measure", nil, "`MEASURE` at the end of the game whose distribution is asked for, such as final.treasury, or none; may be repeated (default: all, if a tenth of the budget suffices)")
	c.Flags().Var(&natural{to: &f.budget, low: 1, top: gamesMost, example: "--budget 200_000_000"}, "budget", "turns that are played at most; a fiftieth of it bounds the states of a turn, which take about half a kilobyte each")
	addReporting(c, &f.reporting, "no progress and no notes")
	return c
}

func (a *app) odds(ctx context.Context, name string, f *oddsFlags) error {
	s, err := a.scenario(name, f.set)
	if err != nil {
		return err
	}
	e := sim.Experiment{Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256}
	measures := f.measures
	everything := len(measures) == 0
	if everything {
		measures = sim.FinalMeasures(e.Ruleset.Schema())
	} else if slices.Contains(measures, "none") {
		if len(measures) > 1 {
			return usage("--measure none is not given with other measures")
		}
		measures = nil
	}
	for _, m := range measures {
		if known := sim.FinalMeasures(e.Ruleset.Schema()); !slices.Contains(known, m) {
			return usage("--measure %s: there is no such measure at the end of a game (%schoose from %s)", m, didYouMean(expr.Closest(m, known)), strings.Join(known, ", "))
		}
	}
	p := a.reporter("turns", "played at most", f.reporting)
	defer p.close()
	p.began("verb", "odds", "scenario", s.Name, "budget", f.budget)
	x, err := a.explore(ctx, e, measures, everything, f.budget, p)
	p.end()
	var far *sim.OutOfReach
	var stopped *sim.Stopped
	var game *sim.GameError
	switch {
	case errors.As(err, &far):
		x = far.Found
	case errors.As(err, &stopped):
		x = stopped.Found
	case errors.As(err, &game) && !game.Fault.Panic:
		return failure{Usage, fmt.Errorf("some game goes wrong: %w", game.Fault)}
	case err != nil:
		return failure{Usage, err}
	}
	if err := a.showExact(exact.Of(scenarioOf(s), x), f.format); err != nil {
		return broken(err)
	}
	switch {
	case stopped != nil:
		return failure{Interrupted, fmt.Errorf("%w: the odds are bounds", stopped)}
	case far != nil:
		return failure{Undecided, refusal(far, quoteWord(name), len(measures) > 0 && !everything)}
	}
	p.finished(nil, "states", x.States, "turns", x.Runs)
	return nil
}

// tried is the part of the budget within which everything is tried first.
const tried = 10

// explore computes the exact odds. When every measure is asked for, and that takes too much, it asks for none.
func (a *app) explore(ctx context.Context, e sim.Experiment, measures []string, everything bool, turns uint64, p reporter) (*engine.Exact, error) {
	odds := func(measures []string, turns uint64) (*engine.Exact, error) {
		budget := engine.Budget{Runs: turns, States: max(turns/statesPer, 1)}
		return sim.OddsTold(ctx, e, measures, budget, func(done uint64) { p.update(done, turns) })
	}
	if !everything {
		return odds(measures, turns)
	}
	x, err := odds(measures, max(turns/tried, 1))
	var far *sim.OutOfReach
	if !errors.As(err, &far) {
		return x, err
	}
	p.end()
	// What is measured may be what tells the states apart.
	if x, err = odds(nil, turns); err == nil {
		p.note(sim.Note{Code: "measures_left_out", Text: "the measures at the end are left out, they take more than a tenth of the budget; ask for some with --measure"})
	}
	return x, err
}

func scenarioOf(s *configs.Scenario) summary.Scenario {
	return summary.Scenario{Name: s.Name, Title: s.Title, SHA256: hex.EncodeToString(s.SHA256[:]), Ruleset: s.RulesetName, Turns: int(s.Turns)}
}

func (a *app) showExact(r *exact.Result, format string) error {
	if format == "json" {
		return r.Write(a.out)
	}
	return terminal.WriteExact(a.out, r, terminal.Detect(a.getenv, a.outWidth > 0, a.outWidth))
}

// glance puts the exact odds beside the sampled ones, where they are cheap.
func glance(ctx context.Context, e sim.Experiment, s *summary.Summary) {
	x, err := sim.Odds(ctx, e, nil, sim.GlanceBudget())
	if err != nil {
		return // out of reach: the sampled odds stand alone
	}
	findings.SetExact(s, func(outcome int) float64 {
		p, _ := x.Odds(outcome)
		return p
	})
}

// engineOf is the engine that is spelled so; auto, if nothing is.
func engineOf(word string) engine.Engine {
	return engine.Engine(max(slices.Index(engine.Engines[:], word), 0))
}
