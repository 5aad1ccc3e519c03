package folder

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// Admit lets other processes, on this machine or on others that have the disk in common, put parts into the folder: those
// that [Join] it with the ticket, until [Folder.Gather] or the end of this process and the next [Open] take it back.
func (f *Folder) Admit() (ticket string, err error) {
	ticket = "workers-" + rand.Text()
	// As other users' workers may come, they may write what the umask lets them.
	return ticket, explain(os.Mkdir(filepath.Join(f.temps, ticket), 0o777))
}

// Deliver leaves what the workers' work came to where [Folder.Delivered] finds it.
func Deliver(dir, ticket string, message []byte) error {
	out, err := os.CreateTemp(filepath.Join(dir, tempName, ticket), "message-*")
	if errors.Is(err, fs.ErrNotExist) {
		return gone(dir)
	}
	if err != nil {
		return explain(err)
	}
	_, err = out.Write(message)
	if err = errors.Join(err, out.Close()); err != nil {
		return explain(err)
	}
	return explain(os.Rename(out.Name(), filepath.Join(filepath.Dir(out.Name()), messageName)))
}

const messageName = "message"

// Delivered is what was left by [Deliver] with the ticket; nil when nothing was.
func (f *Folder) Delivered(ticket string) ([]byte, error) {
	message, err := os.ReadFile(filepath.Join(f.temps, ticket, messageName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return message, explain(err)
}

// Finished is the number of games in the parts that have a record by now, whoever wrote it.
func (f *Folder) Finished() (games uint64) {
	there := make(map[string]bool)
	records, _ := os.ReadDir(filepath.Join(f.dir, "tallies")) // progress is no reason to fail
	for _, record := range records {
		there[record.Name()] = true
	}
	for _, p := range f.e.Parts() {
		if there[filepath.Base(f.recordPath(p.Number))] {
			games += p.Games
		}
	}
	return games
}

// Gather takes the ticket back: no worker can put anything into the folder from now on, and what they left half-written is
// removed. The parts that have a whole record are listed in the manifest and counted; their tables are not read.
func (f *Folder) Gather(ticket string) (*sim.Result, error) {
	if err := f.withdraw(ticket); err != nil {
		return nil, explain(err)
	}
	parts := f.e.Parts()
	result := &sim.Result{Tally: engine.NewTally(f.schema)}
	for _, p := range parts {
		record, tally, err := f.readRecord(f.dir, p)
		if err != nil || record.Games != p.Games {
			f.unlist(p.Number)
			continue
		}
		f.list(record)
		result.Tally.Merge(tally)
		result.Games += record.Games
		result.Parts++
	}
	result.Interrupted = result.Parts < len(parts)
	return result, f.Flush()
}

// sweep removes what is not whole, and takes back every ticket.
func (f *Folder) sweep() error {
	entries, _ := os.ReadDir(f.temps)
	for _, entry := range entries {
		if entry.IsDir() {
			if err := f.withdraw(entry.Name()); err != nil {
				return err
			}
		}
	}
	return os.RemoveAll(f.temps)
}

// withdraw takes a ticket back. Its folder is renamed before it is removed, so that workers do not go on to make files in
// it meanwhile.
func (f *Folder) withdraw(ticket string) error {
	away := filepath.Join(f.temps, "withdrawn-"+rand.Text())
	if err := os.Rename(filepath.Join(f.temps, ticket), away); err != nil {
		return err
	}
	return os.RemoveAll(away)
}

// A Worker puts parts into a run folder that another process has opened and whose manifest that process writes. Any number
// may do so at once, and the same part may be written by several: each has its own place for what is not whole yet, and
// the same part has the same bytes. It implements [sim.Sink].
type Worker struct{ folder *Folder }

var _ sim.Sink = (*Worker)(nil)

// Join enters a run folder with a ticket of [Folder.Admit]. The experiment and the version of the program are those of the
// process that opened it.
func Join(dir, ticket string, e sim.Experiment, program string) (*Worker, error) {
	e, err := e.Checked()
	if err != nil {
		return nil, err
	}
	asked, err := newManifest(&e, program)
	if err != nil {
		return nil, err
	}
	there, err := Read(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: the disk must be there for every worker, under the same path", err)
	}
	if there.Program != program {
		return nil, fmt.Errorf("%s is written by version %s of the program, and this worker has version %s: give every worker the same build", dir, there.Program, program)
	}
	if there.differs(asked) != "" || there.Games != asked.Games {
		return nil, gone(dir)
	}
	f, err := newFolder(dir, e, asked)
	if err != nil {
		return nil, err
	}
	f.guest, f.existing = true, true
	f.temps, err = os.MkdirTemp(filepath.Join(dir, tempName, ticket), "attempt-*")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, gone(dir)
	}
	return &Worker{f}, explain(err)
}

// ErrGone is for workers of a job that nobody waits for any more.
var ErrGone = errors.New("the run folder takes no more parts of this job: the process that began it has ended")

func gone(dir string) error { return fmt.Errorf("%s: %w", dir, ErrGone) }

// Have is the tally of a part that is in the folder already, whole and undamaged; every byte of it is read.
func (w *Worker) Have(p sim.Part) (*engine.Tally, error) { return w.folder.Have(p) }

// NewRows makes room for the rows of one block; nil when no table is kept.
func (w *Worker) NewRows() sim.Rows { return w.folder.NewRows() }

// Put writes the rows of the part's next block.
func (w *Worker) Put(p sim.Part, r sim.Rows) error { return w.folder.Put(p, r) }

// Done says that the part is complete.
func (w *Worker) Done(p sim.Part, t *engine.Tally) error { return w.folder.Done(p, t) }

// Flush waits until every part that is done is safe, and leaves the folder.
func (w *Worker) Flush() error {
	return errors.Join(w.folder.Flush(), os.RemoveAll(w.folder.temps))
}

// Notes says what was found in the folder: that a damaged part was played again, say.
func (w *Worker) Notes() []sim.Note { return w.folder.Notes() }
