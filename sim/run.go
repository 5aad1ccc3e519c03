package sim

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/engine"
)

// A worker looks whether it should stop after every slice of games. Slices grow and shrink with the time that they
// take, between these bounds; no result depends on them.
const (
	sliceLeast = 1
	sliceMost  = 1 << 14
	sliceTime  = 100 * time.Millisecond
)

// turnRows are handed on together: some megabytes. They are counted after every turnGames games, so that the same games
// are handed on together whatever the slices.
const (
	turnRows  = 1 << 17
	turnGames = 2048
)

// Run plays the parts of the experiment that the sink does not have, and counts all of them. Progress, if not nil, is
// told how many games are done of all in this shard, by one goroutine at a time.
//
// When the context is cancelled Run ends soon, without an error, and the result says that it was interrupted. When a game
// goes wrong the error is a [*GameError] about the first such game among those played; with any error the result is nil.
// In all cases parts that were finished are safe in the sink, and no goroutine is left behind.
func Run(ctx context.Context, e Experiment, s Sink, progress func(done, all uint64)) (*Result, error) {
	e, err := e.Checked()
	if err != nil {
		return nil, err
	}
	r := &run{e: e, sink: s, progress: progress, open: make(map[int]*openPart)}
	r.limit.Store(math.MaxUint64)
	err = guard(func() error { return r.run(ctx) })
	// Parts that are done are made safe whatever happened.
	flushed := guard(s.Flush)
	switch {
	case r.fault != nil:
		err = errors.Join(r.fault, flushed)
	case err == nil:
		err = flushed
	}
	if err != nil {
		return nil, err
	}
	r.result.Interrupted = r.result.Parts < r.parts
	return &r.result, nil
}

// run is a Run under way.
type run struct {
	e        Experiment
	sink     Sink
	progress func(done, all uint64)
	schema   *engine.Schema
	parts    int // of the shard
	todo     []Part
	free     chan Rows // of blocks that nobody plays

	next  atomic.Uint64 // block to play, counted over todo
	limit atomic.Uint64 // blocks beyond this one are not worth playing: a game went wrong

	mu        sync.Mutex
	result    Result
	done, all uint64 // games
	open      map[int]*openPart
	spare     []*engine.Tally
	fault     *GameError
}

func (r *run) run(ctx context.Context) error {
	r.schema = r.e.Ruleset.Schema()
	r.result.Tally = engine.NewTally(r.schema)
	if err := r.look(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	return r.play(ctx)
}

// look asks the sink which parts it has.
func (r *run) look(ctx context.Context) error {
	parts := r.e.Parts()
	r.parts = len(parts)
	for _, p := range parts {
		r.all += p.Games
	}
	have := make([]bool, len(parts))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(r.e.Workers)
	for i, p := range parts {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error {
			return guard(func() error {
				t, err := r.sink.Have(p)
				if err == nil && t != nil {
					have[i] = true
					r.count(p, t, true)
					r.advance(p.Games)
				}
				return err
			})
		})
	}
	err := g.Wait()
	for i, p := range parts {
		if !have[i] {
			r.todo = append(r.todo, p)
		}
	}
	return err
}

// count adds a finished part to the result.
func (r *run) count(p Part, t *engine.Tally, kept bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result.Tally.Merge(t)
	r.result.Games += p.Games
	r.result.Parts++
	if kept {
		r.result.Kept++
	}
}

// advance reports games that are done.
func (r *run) advance(games uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += games
	if r.progress != nil {
		r.progress(r.done, r.all)
	}
}

func (r *run) play(ctx context.Context) error {
	blocks := 0
	for _, p := range r.todo {
		blocks += p.Blocks()
	}
	workers := min(r.e.Workers, blocks)
	// Room for the blocks being played, and for some that wait for a block before them.
	r.free = make(chan Rows, workers+workers/2+1)
	for range cap(r.free) {
		r.free <- r.sink.NewRows()
	}
	g, ctx := errgroup.WithContext(ctx)
	for range workers {
		player := r.e.NewPlayer()
		g.Go(func() error { return guard(func() error { return r.work(ctx, player) }) })
	}
	return g.Wait()
}

// work plays blocks until none is left. The room for a block's rows is taken before its number: so the first block that
// others wait for always has room, and nobody waits forever.
func (r *run) work(ctx context.Context, player engine.Player) error {
	block := engine.NewBlock(r.schema)
	block.TurnsFor = r.e.TurnsFor
	block.Quit = func() bool { return ctx.Err() != nil }
	slice := 64 // games
	for {
		var rows Rows
		select {
		case rows = <-r.free:
		case <-ctx.Done():
			return nil
		}
		n := r.next.Add(1) - 1
		p, i, ok := r.locate(n)
		if ok {
			var err error
			if ok, err = r.playBlock(ctx, player, block, &slice, n, p, i, rows); err != nil {
				return err
			}
		}
		if !ok {
			r.free <- rows
			return nil
		}
		if err := r.deliver(p, i, rows, block.Tally); err != nil {
			return err
		}
	}
}

// locate is block n of all blocks to play. Every part but the last of a run has the same number of blocks.
func (r *run) locate(n uint64) (p *openPart, i int, ok bool) {
	each := r.e.PartGames / engine.BlockGames
	at, i := n/each, int(n%each)
	if at >= uint64(len(r.todo)) || i >= r.todo[at].Blocks() {
		return nil, 0, false
	}
	return r.openPart(r.todo[at]), i, true
}

// playBlock plays block i of a part, which is block n of the run, a slice of games at a time, and fills rows; false when
// it need not be finished.
func (r *run) playBlock(ctx context.Context, player engine.Player, b *engine.Block, slice *int, n uint64, p *openPart, i int, rows Rows) (bool, error) {
	first, games := p.block(i)
	b.Keep = engine.Keep{}
	if rows != nil {
		b.Keep = r.e.Keep
	}
	b.Begin(first, 0)
	for b.N < games {
		if ctx.Err() != nil || n > r.limit.Load() {
			return false, nil
		}
		began, clock := b.N, time.Now()
		b.N = min(b.N+*slice, games)
		if b.Keep.Turns && first+uint64(began) < b.TurnsFor {
			b.N = min(b.N, began/turnGames*turnGames+turnGames)
		}
		err := player.Play(b)
		if err == engine.ErrQuit || b.Err() != nil { // the second whatever the player makes of it
			return false, nil
		}
		if err != nil {
			fault, ok := errors.AsType[*engine.Fault](err)
			if !ok {
				return false, err
			}
			r.wentWrong(n, fault)
			return false, nil
		}
		switch took := time.Since(clock); {
		case took < sliceTime/2:
			*slice = min(2**slice, sliceMost)
		case took > 2*sliceTime:
			*slice = max(*slice/2, sliceLeast)
		}
		if b.Turns.N >= turnRows && b.N%turnGames == 0 || b.Turns.N > 0 && b.N == games {
			if err := rows.Turns(b); err != nil {
				return false, err
			}
			b.Turns.N = 0
			for c := range b.Turns.Col {
				b.Turns.Col[c] = b.Turns.Col[c][:0]
			}
		}
	}
	if rows == nil {
		return true, nil
	}
	return true, rows.Encode(b)
}

// wentWrong stops the run. Blocks before this one have all been begun, and are finished: so the game that is reported is
// the first that goes wrong, whatever the workers.
func (r *run) wentWrong(n uint64, fault *engine.Fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.limit.Store(min(r.limit.Load(), n))
	if r.fault != nil && r.fault.Fault.Game < fault.Game {
		return
	}
	r.fault = &GameError{Fault: fault}
	if r.e.Command != nil {
		r.fault.Command = r.e.Command(fault.Game)
	}
}
