package study

import (
	"context"
	"fmt"
	"math"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

const (
	// pilotFirst is the first game of a pilot: no run reaches it.
	pilotFirst = 1 << 62
	// pilotGames are enough to know a spread to about a percent.
	pilotGames = 1 << 16
	// pilotMargin is what half the width of the run's interval stays below the one that is asked for, since the pilot's
	// spread is an estimate.
	pilotMargin = 0.98
)

// GamesFor is the number of games after which the interval of a measure will be at most +-half, at the experiment's
// confidence; it is fixed before the first game of the run. For odds it follows from the worst case, whatever the odds
// ([stats.GamesFor]). For other measures a pilot plays other games of the same scenario, which no run counts, and the
// width of an interval shrinks with the square root of the games.
//
// C. Stein, "A two-sample test for a linear hypothesis whose power is independent of the variance", Annals of
// Mathematical Statistics 16 (1945), 243-258.
func GamesFor(ctx context.Context, e sim.Experiment, m measure.Measure, half float64) (uint64, error) {
	switch {
	case m.Kind == measure.Odds:
		return stats.GamesFor(half, e.Confidence)
	case m.Kind == measure.Count:
		return 0, fmt.Errorf("%s has no interval: it counts games", m.Name)
	case !(half > 0) || math.IsInf(half, 1):
		return 0, fmt.Errorf("a precision of %v is not above 0", half)
	}
	t, err := newTeam(e.Workers, pilotGames, nil, func() (worker, error) { return newChecker(e), nil })
	if err != nil {
		return 0, err
	}
	if err := t.play(ctx, pilotFirst, pilotFirst+pilotGames); err != nil {
		return 0, err
	}
	tally := engine.NewTally(e.Ruleset.Schema())
	for _, w := range t.workers {
		w.(*checker).handOver(tally)
	}
	v := measure.Read(tally).Value(m, e.Confidence)
	if !v.Known() {
		return 0, fmt.Errorf("a pilot of %d games tells nothing about %s: %s", pilotGames, m.Name, v.Missing)
	}
	is := max(v.High-v.Est, v.Est-v.Low)
	games := math.Ceil(pilotGames * (is / (half * pilotMargin)) * (is / (half * pilotMargin)))
	if !(games <= gamesMost) {
		return 0, fmt.Errorf("%s to +-%v would need more than %d games: ask for a wider interval", m.Name, half, uint64(gamesMost))
	}
	return max(2, uint64(games)), nil // one game has no spread
}
