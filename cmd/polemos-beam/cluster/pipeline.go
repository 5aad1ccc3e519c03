package cluster

import (
	"context"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/polemos-sim/polemos/cmd/polemos/run"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

func init() {
	register.DoFn2x1[[]byte, func(int), error](&deal{})
	register.DoFn2x0[int, func(count)](&play{})
	register.Combiner1[count](&add{})
	register.DoFn2x1[context.Context, count, error](&deliver{})
	register.Emitter1[int]()
	register.Emitter1[count]()
}

// pipeline is the run: its parts are dealt out, played, counted, and the count is delivered.
func pipeline(t task) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	parts := beam.Reshuffle(s.Scope("deal"), beam.ParDo(s, &deal{Task: t}, beam.Impulse(s)))
	counts := beam.ParDo(s.Scope("play"), &play{Task: t}, parts)
	beam.ParDo0(s.Scope("deliver"), &deliver{Dir: t.Dir, Ticket: t.Ticket}, beam.Combine(s.Scope("count"), &add{Task: t}, counts))
	return p
}

// deal gives out the numbers of the parts.
type deal struct{ Task task }

// ProcessElement is called once.
func (f *deal) ProcessElement(_ []byte, part func(int)) error {
	e, err := f.Task.experiment()
	if err != nil {
		return err
	}
	for _, p := range e.Parts() {
		part(p.Number)
	}
	return nil
}

// play plays the parts that a worker is given. It collects those of a bundle and plays them as one run, with all the
// threads that the process has: how many parts a runner puts into a bundle, and how many bundles it gives one process at
// a time, differs from runner to runner.
type play struct {
	Task  task
	parts map[int]bool
}

// turn is taken by the bundle that plays.
var turn = make(chan struct{}, 1)

// StartBundle forgets the bundle before.
func (f *play) StartBundle(func(count)) { f.parts = make(map[int]bool) }

// ProcessElement takes a part.
func (f *play) ProcessElement(part int, _ func(count)) { f.parts[part] = true }

// FinishBundle plays the parts, or finds them in the folder.
func (f *play) FinishBundle(ctx context.Context, emit func(count)) error {
	if len(f.parts) == 0 {
		return nil
	}
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	c, err := f.play(ctx)
	switch {
	case errors.Is(err, folder.ErrGone):
		log.Warn(ctx, err) // and let the job come to its end: the runner would try again and again
	case err != nil:
		return err
	default:
		emit(c)
	}
	return nil
}

func (f *play) play(ctx context.Context) (count, error) {
	e, err := f.Task.experiment()
	if err != nil {
		return count{}, err
	}
	e.Only = func(part int) bool { return f.parts[part] }
	worker, err := folder.Join(f.Task.Dir, f.Task.Ticket, e, run.Version())
	if err != nil {
		return count{}, err
	}
	result, err := sim.Run(ctx, e, worker, nil)
	if wrong, ok := errors.AsType[*sim.GameError](err); ok {
		// It goes wrong wherever it is played: so this is a result, and not for the runner to try again.
		return count{Fault: wrong.Fault, Notes: worker.Notes()}, nil
	}
	switch {
	case err != nil:
		return count{}, err
	case result.Interrupted:
		return count{}, errors.Join(errors.New("this worker was stopped"), ctx.Err())
	}
	return count{Parts: result.Parts, Kept: result.Kept, Tally: sim.AppendTally(nil, result.Tally), Notes: worker.Notes()}, nil
}

// add merges counts.
type add struct {
	Task   task
	schema *engine.Schema
}

// CreateAccumulator counts nothing.
func (*add) CreateAccumulator() count { return count{} }

// MergeAccumulators is the sum of two counts.
func (f *add) MergeAccumulators(a, b count) (count, error) {
	if f.schema == nil {
		e, err := f.Task.experiment()
		if err != nil {
			return count{}, err
		}
		f.schema = e.Ruleset.Schema()
	}
	err := a.merge(&b, f.schema)
	return a, err
}

// deliver leaves the count of all parts in the folder.
type deliver struct{ Dir, Ticket string }

// ProcessElement is called with the one count there is.
func (f *deliver) ProcessElement(ctx context.Context, c count) error {
	message, err := encodeCount(c)
	if err != nil {
		return err
	}
	err = folder.Deliver(f.Dir, f.Ticket, message)
	if errors.Is(err, folder.ErrGone) {
		log.Warn(ctx, err)
		return nil
	}
	return err
}
