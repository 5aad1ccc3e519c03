package sim_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// plain plays the games one block after another, without the package.
func plain(t testing.TB, e sim.Experiment, from, to uint64) *engine.Tally {
	t.Helper()
	p, all := e.Ruleset.NewPlayer(e.Seed), engine.NewTally(e.Ruleset.Schema())
	b := engine.NewBlock(e.Ruleset.Schema())
	for first := from; first < to; first += 1000 {
		b.Begin(first, int(min(1000, to-first)))
		if err := p.Play(b); err != nil {
			t.Fatal(err)
		}
		all.Merge(b.Tally)
	}
	return all
}

func TestWorkersChangeNothing(t *testing.T) {
	const games = 4*engine.BlockGames + 1234
	want := plain(t, experiment(games), 0, games)
	var rows [3][][]int32
	for _, c := range []struct {
		workers int
		part    uint64 // blocks
	}{{1, 1}, {2, 1}, {3, 4}, {16, 2}} {
		workers, part := c.workers, c.part
		e := experiment(games)
		e.Workers, e.PartGames, e.Keep, e.TurnsFor = workers, part*engine.BlockGames, everything, 100_000
		m := newMemory()
		r := run(t, e, m)
		sameTally(t, "workers", r.Tally, want)
		if r.Games != games || r.Interrupted || r.Kept != 0 {
			t.Errorf("%d workers: %d games, interrupted %t, %d parts kept", workers, r.Games, r.Interrupted, r.Kept)
		}
		if rows[0] == nil {
			rows = m.columns()
		} else if !sameRows(m.columns(), rows) {
			t.Errorf("%d workers, parts of %d blocks: rows differ", workers, part)
		}
	}
	if n := len(rows[0][0]); n != games {
		t.Errorf("%d rows of games", n)
	}
	turns := int32(0) // more in a block than are handed on together
	for _, n := range rows[0][engine.GameTurns][:100_000] {
		turns += n
	}
	if got := rows[2][engine.TurnGame]; int32(len(got)) != turns || got[len(got)-1] != 99_999 {
		t.Errorf("%d rows of turns, the last of game %d; want %d, of 99999", len(got), got[len(got)-1], turns)
	}
}

func TestMoreGamesBeginWithFewer(t *testing.T) {
	few, many := newMemory(), newMemory()
	e := experiment(engine.BlockGames + 700)
	e.Keep = everything
	run(t, e, few)
	e.Games *= 2
	run(t, e, many)
	some, all := few.columns(), many.columns()
	for i, table := range some[:2] {
		for c, col := range table {
			if !slices.Equal(col, all[i][c][:len(col)]) {
				t.Errorf("table %d, column %d differs", i, c)
			}
		}
	}
}

func TestShardsMakeTheWhole(t *testing.T) {
	const games = 7*engine.BlockGames - 5
	want := run(t, experiment(games), sim.NoRows()).Tally
	for _, of := range []uint64{2, 3, 9} {
		sum, n := engine.NewTally(want.Schema), uint64(0)
		for shard := range of {
			e := experiment(games)
			e.Shard, e.Of = shard+1, of
			r := run(t, e, sim.NoRows())
			sum.Merge(r.Tally)
			n += r.Games
		}
		if n != games {
			t.Errorf("%d shards: %d games of %d", of, n, uint64(games))
		}
		sameTally(t, "shards", sum, want)
	}
}

// Runs that are told which parts to play make the whole, however the parts are chosen.
func TestSomePartsOnly(t *testing.T) {
	const games = 5*engine.BlockGames + 11
	e := experiment(games)
	e.PartGames = engine.BlockGames
	want := run(t, e, sim.NoRows()).Tally
	sum, parts, played := engine.NewTally(want.Schema), 0, uint64(0)
	for rest := range 3 {
		some := e
		some.Only = func(part int) bool { return part*part%3 == rest } // 2 is no rest of a square
		r := run(t, some, sim.NoRows())
		sum.Merge(r.Tally)
		parts += r.Parts
		played += r.Games
		if r.Interrupted || (r.Parts == 0) != (rest == 2) {
			t.Errorf("rest %d: %d games in %d parts, interrupted %t", rest, r.Games, r.Parts, r.Interrupted)
		}
	}
	if parts != 6 || played != games {
		t.Errorf("%d games in %d parts, want %d in 6", played, parts, uint64(games))
	}
	sameTally(t, "some parts at a time", sum, want)
}

// Neighbouring base seeds once shared games in other simulators: game K of one was game K+1 of the next.
func TestSeedsShareNoGames(t *testing.T) {
	var rows [][][]int32
	seeds := []uint64{0, 1, 2, 1 << 63}
	for _, seed := range seeds {
		e := experiment(20_000)
		e.Seed, e.Keep = seed, everything
		m := newMemory()
		run(t, e, m)
		rows = append(rows, m.columns()[0])
	}
	same := func(a, b [][]int32, shift int) (n int) {
		for g := range 19_000 {
			equal := true
			for c := range a {
				equal = equal && a[c][g] == b[c][g+shift]
			}
			if equal {
				n++
			}
		}
		return n
	}
	// Short games look alike by chance: about as often as a seed's own games do.
	chance := same(rows[0], rows[0], 1)
	for i := range seeds {
		for j := range i {
			for shift := range 10 {
				if n := max(same(rows[i], rows[j], shift), same(rows[j], rows[i], shift)); n > 2*chance+100 {
					t.Errorf("seeds %d and %d, shifted by %d: %d of 19000 games are the same; by chance %d", seeds[i], seeds[j], shift, n, chance)
				}
			}
		}
	}
}

func TestReplayIsTheGameOfTheRun(t *testing.T) {
	e := experiment(100_000)
	e.Keep = everything
	m := newMemory()
	run(t, e, m)
	all := m.columns()
	games, schema := all[0], e.Ruleset.Schema()
	for _, g := range []uint64{0, 1, 2, 65535, 65536, 77_777, 99_999} {
		c, err := sim.Replay(e, g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Outcome != schema.Outcomes[games[engine.GameOutcome][g]] || c.Length != games[engine.GameTurns][g] {
			t.Errorf("game %d: replayed to %s in %d turns; the run has %s in %d", g, c.Outcome, c.Length, schema.Outcomes[games[engine.GameOutcome][g]], games[engine.GameTurns][g])
		}
		for i, column := range schema.Games {
			name, ok := strings.CutPrefix(column.Name, "final_")
			if !ok {
				continue
			}
			for _, f := range c.Final {
				if v, is := f.Value.(int32); is && f.Name == name && v != games[engine.GameFirst+i][g] {
					t.Errorf("game %d: %s is %d at the end, %d in the run", g, name, v, games[engine.GameFirst+i][g])
				}
			}
		}
	}
}

func TestReplayWithDice(t *testing.T) {
	e := experiment(1)
	if _, err := sim.Replay(e, 0, []int32{1, 30}); err == nil || !strings.Contains(err.Error(), "draw 2") {
		t.Errorf("an impossible result: %v", err)
	}
	if _, err := sim.Replay(sim.Experiment{}, 0, nil); err == nil {
		t.Error("a replay without a ruleset did not fail")
	}
}

func TestInterruptedRunGoesOn(t *testing.T) {
	const games = 8 * engine.BlockGames
	want := run(t, experiment(games), sim.NoRows()).Tally
	e := experiment(games)
	e.Keep = everything
	m := newMemory()
	ctx, cancel := context.WithCancel(context.Background())
	first, err := sim.Run(ctx, e, m, func(done, all uint64) {
		if done >= 3*engine.BlockGames {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !first.Interrupted || first.Games != first.Tally.Games || first.Games < 2*engine.BlockGames || first.Games == games {
		t.Fatalf("interrupted %t after %d games", first.Interrupted, first.Games)
	}
	var reported []uint64
	e.Workers = 1
	r, err := sim.Run(context.Background(), e, m, func(done, all uint64) { reported = append(reported, done, all) })
	if err != nil {
		t.Fatal(err)
	}
	if r.Kept != first.Parts || r.Interrupted || r.Parts != 8 {
		t.Errorf("%d parts kept of %d, %d in all, interrupted %t", r.Kept, first.Parts, r.Parts, r.Interrupted)
	}
	for i := 0; i < len(reported); i += 2 {
		if want := uint64(i/2+1) * engine.BlockGames; reported[i] != want || reported[i+1] != games {
			t.Errorf("progress %d of %d, want %d", reported[i], reported[i+1], want)
		}
	}
	sameTally(t, "resumed", r.Tally, want)
	whole := newMemory()
	run(t, e, whole)
	if !sameRows(m.columns(), whole.columns()) {
		t.Error("rows of the resumed run differ")
	}
}

func TestCancelledBeforeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := sim.Run(ctx, experiment(100), sim.NoRows(), nil)
	if err != nil || !r.Interrupted || r.Games != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// The game that is reported is the first that goes wrong, whatever the workers.
func TestFirstWrongGameIsReported(t *testing.T) {
	e := experimentOf(40*engine.BlockGames, newCareless())
	player, b := e.Ruleset.NewPlayer(e.Seed), engine.NewBlock(e.Ruleset.Schema())
	var want *engine.Fault
	for first := uint64(0); want == nil; first += engine.BlockGames {
		b.Begin(first, engine.BlockGames)
		if err := player.Play(b); err != nil {
			want = err.(*engine.Fault)
		}
	}
	if want.Game < engine.BlockGames {
		t.Fatalf("game %d goes wrong: too early for this test", want.Game)
	}
	e.Command = func(game uint64) string { return "polemos replay two-wars --game " + string(rune('0'+game%10)) }
	for _, workers := range []int{1, 2, 3, 16} {
		e.Workers = workers
		m := newMemory()
		r, err := sim.Run(context.Background(), e, m, nil)
		var wrong *sim.GameError
		if r != nil || !errors.As(err, &wrong) {
			t.Fatalf("%d workers: %v", workers, err)
		}
		if *wrong.Fault != *want {
			t.Errorf("%d workers: %v, want %v", workers, wrong.Fault, want)
		}
		if !strings.Contains(err.Error(), want.Error()+"\n") || !strings.HasSuffix(err.Error(), e.Command(want.Game)) {
			t.Errorf("%d workers: message %q", workers, err)
		}
		for i := range want.Game / engine.BlockGames {
			if m.parts[int(i)].tally == nil {
				t.Errorf("%d workers: part %d was played and is not kept", workers, i)
			}
		}
	}
}

// failing is a sink of which one method fails or panics, now and then.
type failing struct {
	sim.Sink
	where string
	panic bool
	calls atomic.Int32
	after int32
}

var errDisk = errors.New("no room")

func (f *failing) check(where string) error {
	if where != f.where || f.calls.Add(1) <= f.after {
		return nil
	}
	if f.panic {
		panic("lost my head in " + where)
	}
	return errDisk
}

func (f *failing) Have(sim.Part) (*engine.Tally, error) { return nil, f.check("have") }
func (f *failing) NewRows() sim.Rows                    { return failingRows{f} }
func (f *failing) Put(sim.Part, sim.Rows) error         { return f.check("put") }
func (f *failing) Done(sim.Part, *engine.Tally) error   { return f.check("done") }
func (f *failing) Flush() error                         { return f.check("flush") }

type failingRows struct{ f *failing }

func (r failingRows) Turns(*engine.Block) error  { return r.f.check("turns") }
func (r failingRows) Encode(*engine.Block) error { return r.f.check("encode") }

// lost is a ruleset whose players panic outside any policy.
type lost struct{ engine.Ruleset }

type lostPlayer struct{ engine.Player }

func (l lost) NewPlayer(seed uint64) engine.Player { return lostPlayer{l.Ruleset.NewPlayer(seed)} }
func (lostPlayer) Play(b *engine.Block) error {
	if b.First >= 3*engine.BlockGames {
		panic("lost")
	}
	for _, ok := b.Next(); ok; _, ok = b.Next() {
	}
	return nil
}

// In the bubble of synctest a goroutine that is left behind, or a deadlock, fails the test.
func TestErrorsLeaveNobodyBehind(t *testing.T) {
	for _, workers := range []int{1, 3, 16} {
		for _, where := range []string{"have", "put", "done", "flush", "encode"} {
			for _, panics := range []bool{false, true} {
				synctest.Test(t, func(t *testing.T) {
					e := experiment(12 * engine.BlockGames)
					e.Workers, e.Ruleset = workers, quick{e.Ruleset}
					s := &failing{where: where, panic: panics}
					if where != "flush" {
						s.after = 2
					}
					r, err := sim.Run(context.Background(), e, s, nil)
					switch {
					case r != nil || err == nil:
						t.Errorf("%s, %d workers: no error", where, workers)
					case panics && !strings.Contains(err.Error(), "lost my head in "+where):
						t.Errorf("%s, %d workers: %v", where, workers, err)
					case !panics && !errors.Is(err, errDisk):
						t.Errorf("%s, %d workers: %v", where, workers, err)
					}
				})
			}
		}
		synctest.Test(t, func(t *testing.T) {
			e := experiment(12 * engine.BlockGames)
			e.Workers, e.Ruleset = workers, lost{e.Ruleset}
			if _, err := sim.Run(context.Background(), e, sim.NoRows(), nil); err == nil || !strings.Contains(err.Error(), "internal failure: lost") {
				t.Errorf("player: %v", err)
			}
			e.Ruleset = quick{e.Ruleset.(lost).Ruleset}
			if _, err := sim.Run(context.Background(), e, sim.NoRows(), func(uint64, uint64) { panic("lost") }); err == nil {
				t.Error("a panic of progress is no error")
			}
			ctx, cancel := context.WithCancel(context.Background())
			r, err := sim.Run(ctx, e, sim.NoRows(), func(uint64, uint64) { cancel() })
			if err != nil || !r.Interrupted {
				t.Errorf("cancelled: %v", err)
			}
		})
	}
}

// quick is a ruleset whose games take no time and leave no trace.
type quick struct{ engine.Ruleset }

type quickPlayer struct{ engine.Player }

func (q quick) NewPlayer(seed uint64) engine.Player { return quickPlayer{q.Ruleset.NewPlayer(seed)} }
func (quickPlayer) Play(b *engine.Block) error {
	for _, ok := b.Next(); ok; _, ok = b.Next() {
	}
	return nil
}

func TestImpossibleExperiments(t *testing.T) {
	for _, c := range []struct {
		change func(*sim.Experiment)
		says   string
	}{
		{func(e *sim.Experiment) { e.Ruleset = nil }, "ruleset"},
		{func(e *sim.Experiment) { e.Games = 0 }, "0 games"},
		{func(e *sim.Experiment) { e.Games = 1 << 60 }, "games cannot be played"},
		{func(e *sim.Experiment) { e.PartGames = 1000 }, "multiple of 65536"},
		{func(e *sim.Experiment) { e.Workers = -1 }, "-1 workers"},
		{func(e *sim.Experiment) { e.Shard, e.Of = 3, 2 }, "shard 3 of 2"},
		{func(e *sim.Experiment) { e.Shard, e.Of = 0, 2 }, "shard 0 of 2"},
	} {
		e := experiment(100)
		c.change(&e)
		if _, err := sim.Run(context.Background(), e, sim.NoRows(), nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("want an error about %q, got %v", c.says, err)
		}
	}
}

// Memory does not grow with the games, and games do not allocate.
func TestMemoryIsFlat(t *testing.T) {
	var before, after runtime.MemStats
	measure := func(games uint64) (mallocs, heap uint64) {
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := &weighing{Sink: sim.NoRows()}
		e := experiment(games)
		e.Engine = engine.Step // a table of positions may grow, to its bound
		run(t, e, s)
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs, s.heap
	}
	few, small := measure(4 * engine.BlockGames)
	many, large := measure(24 * engine.BlockGames)
	if per := float64(many) - float64(few); per > 20*200 {
		t.Errorf("%.0f allocations for 20 blocks more", per)
	}
	if large > small+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes", small, large)
	}
}

// weighing measures the heap when the last part is done.
type weighing struct {
	sim.Sink
	heap uint64
}

func (w *weighing) Done(p sim.Part, _ *engine.Tally) error {
	if p.Number == 3 || p.Number == 23 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		w.heap = m.HeapAlloc
	}
	return nil
}
