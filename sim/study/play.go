package study

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/engine"
)

// unitGames is how many games a worker plays before it takes the next: few enough that the rows of all their turns fit in
// memory.
const unitGames = 8192

// A worker plays games and counts them for itself, in integers. Its counts depend on which games it played, their sum
// over all workers does not. The error is [engine.ErrQuit] when quit said so.
type worker interface {
	play(first uint64, games int, quit func() bool) error
}

// A team plays stretches of games in parallel.
type team struct {
	workers  []worker
	progress func(done, all uint64)
	all      uint64

	mu   sync.Mutex
	done uint64
}

// newTeam makes as many workers as asked for, 0 for one on every core, but no more than have something to do.
func newTeam(workers int, all uint64, progress func(done, all uint64), hire func() (worker, error)) (*team, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	t := &team{progress: progress, all: all}
	for range min(uint64(workers), (all+unitGames-1)/unitGames) {
		w, err := hire()
		if err != nil {
			return nil, err
		}
		t.workers = append(t.workers, w)
	}
	return t, nil
}

// play plays the games from the first to before to. The error is that of the first game that went wrong, whatever the
// workers, or the context's.
func (t *team) play(ctx context.Context, from, to uint64) error {
	var next atomic.Uint64
	limit := uint64(math.MaxUint64) // units from here on are not worth playing
	var wrong error
	units := (to - from + unitGames - 1) / unitGames
	var g errgroup.Group
	for _, w := range t.workers {
		g.Go(func() error {
			for {
				unit := next.Add(1) - 1
				t.mu.Lock()
				stop := unit >= units || unit >= limit
				t.mu.Unlock()
				if stop {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				first := from + unit*unitGames
				games := min(unitGames, to-first)
				err := safely(func() error { return w.play(first, int(games), func() bool { return ctx.Err() != nil }) })
				if err == engine.ErrQuit {
					return ctx.Err()
				}
				t.mu.Lock()
				if err != nil && unit < limit {
					limit, wrong = unit, err
				}
				t.done += games
				if t.progress != nil {
					t.progress(t.done, t.all)
				}
				t.mu.Unlock()
			}
		})
	}
	stopped := g.Wait()
	if wrong != nil {
		return wrong
	}
	return stopped
}

// safely makes an error of a panic.
func safely(f func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("internal failure: %v\n%s", cause, debug.Stack())
		}
	}()
	return f()
}
