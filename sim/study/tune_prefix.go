package study

import (
	"context"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// A prefix are the first games of an experiment, as many as were asked for so far.
type prefix struct {
	team  *team
	tally *engine.Tally
	games uint64
}

func newPrefix(e sim.Experiment, workers int, most uint64) (*prefix, error) {
	t, err := newTeam(workers, max(most, 1), nil, func() (worker, error) { return newChecker(e), nil })
	if err != nil {
		return nil, err
	}
	return &prefix{team: t, tally: engine.NewTally(e.Ruleset.Schema())}, nil
}

// extend plays on, to so many games in all.
func (p *prefix) extend(ctx context.Context, games uint64) error {
	if games <= p.games {
		return nil
	}
	if err := p.team.play(ctx, p.games, games); err != nil {
		return err
	}
	for _, w := range p.team.workers {
		w.(*checker).handOver(p.tally)
	}
	p.games = games
	return nil
}
