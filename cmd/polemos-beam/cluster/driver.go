package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/hooks"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	jobs "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow" // registers itself, as the others do
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/polemos-sim/polemos/cmd/polemos/run"
	"github.com/polemos-sim/polemos/sim"
)

// play has the parts of the run played, and says what all of them came to.
func (d *driver) play(ctx context.Context, job run.Job) (*sim.Result, error) {
	ticket, err := job.Folder.Admit()
	if err != nil {
		return nil, err
	}
	if len(job.Experiment.Parts()) == 0 { // of this shard
		return job.Folder.Gather(ticket)
	}
	workers := 0
	if d.flags.Changed("workers") {
		workers = job.Experiment.Workers
	}
	t, err := newTask(&job, ticket, workers)
	if err != nil {
		return nil, err
	}
	wrong := d.submit(ctx, t, &job)
	message, err := job.Folder.Delivered(ticket)
	if err != nil {
		return nil, err
	}
	result, err := job.Folder.Gather(ticket)
	switch {
	case err != nil:
		return nil, err
	case wrong != nil && ctx.Err() != nil:
		return result, nil // which says how much is there
	case wrong != nil:
		return nil, wrong
	case message == nil:
		return nil, errors.New("the job ended without a count of its parts: give the same command again; finished parts are kept")
	}
	return settle(&job, message, result)
}

// settle compares what the job counted with what is in the folder.
func settle(job *run.Job, message []byte, result *sim.Result) (*sim.Result, error) {
	c, err := decodeCount(message)
	if err != nil {
		return nil, fmt.Errorf("the job's count cannot be read: %w", err)
	}
	slices.SortFunc(c.Notes, func(a, b sim.Note) int { // part 2 before part 10
		return cmp.Or(cmp.Compare(len(a.Text), len(b.Text)), strings.Compare(a.Text, b.Text))
	})
	for _, note := range c.Notes {
		job.Folder.Tell(note)
	}
	if c.Fault != nil {
		wrong := &sim.GameError{Fault: c.Fault}
		if job.Experiment.Command != nil {
			wrong.Command = job.Experiment.Command(c.Fault.Game)
		}
		return nil, wrong
	}
	if c.Parts != result.Parts || string(c.Tally) != string(sim.AppendTally(nil, result.Tally)) {
		return nil, fmt.Errorf("the job counted %d parts and %s has %d, or they came to something else: give the same command again; damaged parts are found and played anew",
			c.Parts, job.Folder.Dir(), result.Parts)
	}
	result.Kept = c.Kept
	return result, nil
}

// submit hands the pipeline to the runner and waits for its end; nil when that is a good one. When the context is
// cancelled the job is, too, as far as that can be done.
func (d *driver) submit(ctx context.Context, t task, job *run.Job) error {
	if err := d.prepare(ctx, job.Experiment.Name, t.Ticket); err != nil {
		return err
	}
	clean, err := ownTemp()
	if err != nil {
		return err
	}
	defer clean()
	log.SetLogger(&warnings{to: job.Warn})
	jobContext, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	ended := make(chan error, 1)
	go func() { ended <- d.await(jobContext, t) }()
	every := time.NewTicker(time.Second)
	defer every.Stop()
	all := job.Experiment.ShardGames()
	for {
		select {
		case err := <-ended:
			job.Progress(job.Folder.Finished(), all)
			return err
		case <-every.C:
			job.Progress(job.Folder.Finished(), all)
		case <-ctx.Done():
			return d.cancel(t.Ticket, ended, abandon, job)
		}
	}
}

// cancelTime is how long a job may take to end before it is left alone. Its workers cannot write to the folder then.
const cancelTime = 1500 * time.Millisecond

// cancel ends the job, or if that is not possible leaves it alone.
func (d *driver) cancel(ticket string, ended <-chan error, abandon func(), job *run.Job) error {
	log.SetLogger(&warnings{to: func(string) {}}) // that jobs fail when they are cancelled is no news
	if d.flinkREST != "" {
		if err := flinkREST(d.flinkREST).cancel(context.Background(), jobMark(ticket)); err != nil {
			job.Warn("the job " + *jobopts.JobName + " could not be cancelled: " + err.Error())
		}
	} else {
		abandon()
	}
	select {
	case <-ended:
	case <-time.After(cancelTime):
	}
	return context.Canceled
}

// prepare sets Beam up.
func (d *driver) prepare(ctx context.Context, name, ticket string) error {
	if d.parallelism == 0 {
		d.parallelism = runtime.GOMAXPROCS(0)
		if d.flinkREST != "" {
			slots, err := flinkREST(d.flinkREST).slots(ctx)
			if err != nil {
				return err
			}
			d.parallelism = slots
		}
	}
	if *jobopts.JobName == "" {
		*jobopts.JobName = "polemos-" + name
	}
	*jobopts.JobName += "-" + jobMark(ticket)
	if err := d.setBeam(); err != nil {
		return err
	}
	if *jobopts.Endpoint != "" {
		// Beam would wait for two minutes, and not say for what.
		c, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, "tcp", *jobopts.Endpoint)
		if err != nil {
			return fmt.Errorf("there is no job server at %s: start one, or name another with --endpoint: %w", *jobopts.Endpoint, err)
		}
		c.Close()
	}
	if d.environment.is == loopback {
		// Workers in this process would send its log to the runner, which knows less of what to do with it.
		hooks.DisableHook(harness.DefaultRemoteLoggingHook)
	}
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler)) // prism has much to tell there, and fails with the same words
	return nil
}

// jobMark is in the name of the job that has the ticket. Runners change names: letters and digits stay.
func jobMark(ticket string) string { return strings.ToLower(strings.ReplaceAll(ticket, "-", "")) }

// ownTemp gives Beam's client, which leaves files behind, a folder of its own for them. The function that it returns
// removes that.
func ownTemp() (clean func(), err error) {
	dir, err := os.MkdirTemp("", "polemos-beam-*")
	if err != nil {
		return nil, err
	}
	return func() { os.RemoveAll(dir) }, os.Setenv("TMPDIR", dir)
}

// await runs the pipeline to its end.
func (d *driver) await(ctx context.Context, t task) error {
	result, err := beam.Run(ctx, d.runner.is, pipeline(t))
	if err != nil {
		return fmt.Errorf("the job failed: %s\nfinished parts are kept, and the same command goes on with them", reason(err.Error()))
	}
	if d.runner.is == dataflow {
		return nil
	}
	state, err := stateOf(ctx, result.JobID())
	if err == nil && state != jobs.JobState_DONE {
		err = fmt.Errorf("the job ended as %s; finished parts are kept, and the same command goes on with them", state)
	}
	return err
}

// stateOf asks the job server how a job ended: Beam's client takes one that was cancelled for one that is done.
func stateOf(ctx context.Context, id string) (jobs.JobState_Enum, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c, err := grpc.NewClient(*jobopts.Endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return 0, err
	}
	defer c.Close()
	state, err := jobs.NewJobServiceClient(c).GetState(ctx, &jobs.GetJobStateRequest{JobId: id})
	if err != nil {
		return 0, fmt.Errorf("the job server does not say how the job ended: %w", err)
	}
	return state.GetState(), nil
}

// warnings hands on what Beam logs, if it is worth a user's while.
type warnings struct {
	to func(text string)

	mu   sync.Mutex
	last string
}

// Log implements Beam's logger.
func (w *warnings) Log(_ context.Context, severity log.Severity, _ int, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if text = reason(text); severity >= log.SevWarn && text != w.last {
		w.to("beam: " + text)
		w.last = text
	}
}

// reason is what a worker said, out of what a runner makes of it: that has the plan of the pipeline before it, and the
// places in the runner's code that it came through behind it.
func reason(text string) string {
	const before, behind = "] failed:\n", "\n\tat "
	if i := strings.LastIndex(text, before); i >= 0 {
		text = text[i+len(before):]
	}
	text, _, _ = strings.Cut(text, behind)
	return strings.TrimSpace(text)
}
