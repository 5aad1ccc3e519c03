package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gofrs/flock"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// Options are what a run folder needs beside the experiment.
type Options struct {
	Scenario []byte // the resolved scenario, kept as scenario.yaml
	Program  string // version of the program
	Force    bool   // replace a run folder that holds another run, or the same
}

var _ sim.Sink = (*Folder)(nil)

// A Folder is a run folder, locked by this process until Close. It implements [sim.Sink].
type Folder struct {
	dir      string
	temps    string // folder in which files lie until they are whole
	guest    bool   // the folder is another process's, and so is its manifest
	e        sim.Experiment
	schema   *engine.Schema
	tables   []*table // nil: not kept
	lock     *flock.Flock
	create   func(path string) (file, error)
	existing bool // parts may be there already

	mu       sync.Mutex
	manifest *Manifest
	unlisted int  // changes that manifest.json does not have yet
	made     bool // the manifest's files are those of this process
	open     map[int]*partFiles
	spare    []*partFiles
	notes    []partNote
	err      error // of the committer

	committer chan finishedPart // nil: not running
	stopped   chan struct{}
}

// The names that a forced run removes. The manifest is not among them: it stays until the new one takes its place, so that
// the folder is known as a run folder whatever happens meanwhile.
var ownNames = []string{"tallies", "games", "wars", "turns", "plots", "curves.parquet", "summary.json", "summary.parquet", "report.html", "scenario.yaml"}

const (
	tempName = ".tmp"
	lockName = ".lock"
)

// Open makes a run folder, or goes on with one that holds the same run, by as many or fewer games. The error says what is
// in the way and what would do.
func Open(dir string, e sim.Experiment, o Options) (*Folder, error) {
	e, err := e.Checked()
	if err != nil {
		return nil, err
	}
	asked, err := newManifest(&e, o.Program)
	if err != nil {
		return nil, err
	}
	f, err := newFolder(dir, e, asked)
	if err != nil {
		return nil, err
	}
	if err := f.enter(); err != nil {
		return nil, err
	}
	if err := f.prepare(o); err != nil {
		f.lock.Close()
		return nil, err
	}
	return f, nil
}

func newFolder(dir string, e sim.Experiment, m *Manifest) (*Folder, error) {
	f := &Folder{
		dir: dir, temps: filepath.Join(dir, tempName), e: e, schema: e.Ruleset.Schema(),
		create: createFile, manifest: m, open: make(map[int]*partFiles),
	}
	var err error
	f.tables, err = newTables(f.schema, &e)
	return f, err
}

// enter makes the folder and locks it.
func (f *Folder) enter() error {
	info, err := os.Stat(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(f.dir, 0o777); err != nil {
			return fmt.Errorf("the run folder cannot be made: %w: choose another with --out", err)
		}
	case err != nil:
		return fmt.Errorf("the run folder cannot be used: %w: choose another with --out", err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file: choose a folder with --out", f.dir)
	default:
		if err := f.recognise(); err != nil {
			return err
		}
	}
	// Others may read the lock, as they may the run, to see that it is held.
	locked := false
	if f.lock, err = lockOf(f.dir, flock.SetPermissions(0o666)); err == nil {
		locked, err = f.lock.TryLock()
	}
	if err != nil {
		return fmt.Errorf("nothing can be written in %s: %w: choose another folder with --out", f.dir, err)
	}
	if !locked {
		return fmt.Errorf("another process is writing to %s, or reads it: wait for it, or choose another folder with --out", f.dir)
	}
	return nil
}

// recognise refuses a folder that holds something else than a run.
func (f *Folder) recognise() error {
	held, err := f.inhabited()
	if err != nil {
		return fmt.Errorf("the run folder cannot be used: %w: choose another with --out", err)
	}
	if held {
		if _, err := f.held(); err != nil {
			return fmt.Errorf("%w; nothing in it is touched, also not with --force: choose another folder with --out", err)
		}
	}
	return nil
}

// inhabited says whether there is anything in the folder but what an attempt to begin leaves.
func (f *Folder) inhabited() (bool, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() != lockName && e.Name() != tempName }), nil
}

// held is the run in the folder, by its manifest or, where that is lost or damaged, by its records.
func (f *Folder) held() (*Manifest, error) {
	m, err := Read(f.dir)
	if err == nil {
		err = m.orderly(f.dir)
	}
	if err != nil {
		if m = recovered(f.dir, f.manifest); m == nil {
			return nil, err
		}
	}
	return m, nil
}

// prepare compares what is in the folder with what is asked, and makes it ready for parts.
func (f *Folder) prepare(o Options) error {
	inhabited, err := f.inhabited()
	switch {
	case err != nil:
		return explain(err)
	case inhabited && o.Force:
		err = f.remove()
	case inhabited:
		err = f.goOn()
	}
	if err != nil {
		return err
	}
	if err := f.sweep(); err != nil {
		return explain(err)
	}
	if err := os.Mkdir(f.temps, 0o777); err != nil {
		return explain(err)
	}
	// The manifest comes first: it makes the folder a run folder. Whatever dies
	// before it leaves a folder that anybody may use.
	if err := f.writeManifest(); err != nil {
		return err
	}
	names := []string{"tallies"}
	for _, t := range f.tables {
		if t != nil {
			names = append(names, t.name)
		}
	}
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(f.dir, name), 0o777); err != nil {
			return explain(err)
		}
	}
	return f.replace("scenario.yaml", o.Scenario)
}

// remove takes an earlier run out of the folder.
func (f *Folder) remove() error {
	if err := f.sweep(); err != nil { // first: workers of that run, if it still has any, write nothing from here on
		return explain(err)
	}
	for _, name := range ownNames {
		if err := os.RemoveAll(filepath.Join(f.dir, name)); err != nil {
			return fmt.Errorf("the run in %s cannot be replaced: %w", f.dir, err)
		}
	}
	return nil
}

// empty says that not one part of a run was finished.
func (f *Folder) empty(m *Manifest) bool {
	records, err := filepath.Glob(filepath.Join(f.dir, "tallies", "*.tally"))
	return err == nil && len(records) == 0 && len(m.Parts) == 0
}

// goOn takes over the run in the folder.
func (f *Folder) goOn() error {
	before, err := f.held()
	if err != nil {
		return err
	}
	how := before.differs(f.manifest)
	switch {
	case (how != "" || before.Games > f.manifest.Games) && f.empty(before):
		return f.remove() // nobody misses a run that came to nothing
	case how != "":
		return fmt.Errorf("%s holds another run: %s: choose another folder with --out, or replace this one with --force", f.dir, how)
	case before.Games > f.manifest.Games:
		return fmt.Errorf("%s was asked for %s games, of which %s are kept: ask for at least %s, choose another folder with --out, or replace this one with --force",
			f.dir, summary.Count(int64(before.Games)), summary.Count(int64(before.kept())), summary.Count(int64(before.Games)))
	}
	f.existing = true
	if before.fromRecords {
		f.warn(-1, "manifest_lost", fmt.Sprintf("%s in %s was lost or damaged; it is written anew from the records of %d parts", manifestName, f.dir, len(before.Parts)))
	} else if before.Program != f.manifest.Program {
		f.note(-1, "other_program", fmt.Sprintf("the parts that are kept were written by version %s of the program, this is %s: bytes may differ, values do not", before.Program, f.manifest.Program))
	}
	if before.Games < f.manifest.Games && !before.fromRecords {
		f.note(-1, "extended", fmt.Sprintf("the run of %s games in %s is extended to %s", summary.Count(int64(before.Games)), f.dir, summary.Count(int64(f.manifest.Games))))
	} else if before.Complete {
		f.manifest.Files = before.Files
	}
	f.manifest.Parts = before.Parts
	return nil
}

// Dir is the folder's path.
func (f *Folder) Dir() string { return f.dir }

// A partNote is about a part, or with -1 about the run.
type partNote struct {
	part int
	sim.Note
}

func (f *Folder) note(part int, code, text string) {
	f.tell(part, sim.Note{Code: code, Text: text})
}

func (f *Folder) warn(part int, code, text string) {
	f.tell(part, sim.Note{Code: code, Text: text, Warning: true})
}

// Tell adds a note, such as one of a worker's.
func (f *Folder) Tell(n sim.Note) { f.tell(-1, n) }

func (f *Folder) tell(part int, n sim.Note) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.notes = append(f.notes, partNote{part, n})
}

// Notes says what the user should know of the folder: that a run was extended, that a damaged part was played again.
func (f *Folder) Notes() []sim.Note {
	f.mu.Lock()
	defer f.mu.Unlock()
	slices.SortStableFunc(f.notes, func(a, b partNote) int { return a.part - b.part })
	notes := make([]sim.Note, len(f.notes))
	for i, n := range f.notes {
		notes[i] = n.Note
	}
	return notes
}

// Manifest is what the folder holds now.
func (f *Folder) Manifest() Manifest {
	f.mu.Lock()
	defer f.mu.Unlock()
	return *f.manifest
}

// Write writes a file that is made after the last part, such as summary.json or plots/odds.svg, and lists it in the
// manifest. It is replaced whole or not at all.
func (f *Folder) Write(name string, data []byte) error {
	if err := f.replace(name, data); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.manifest
	if !f.made { // what an earlier run has made is made anew
		f.made, m.Files = true, nil
	}
	m.Files = slices.DeleteFunc(slices.Clone(m.Files), func(x File) bool { return x.Path == name })
	m.Files = append(m.Files, File{Path: name, Bytes: int64(len(data)), XXH3: sumOf(data)})
	slices.SortFunc(m.Files, byPath)
	f.unlisted++
	return nil
}

// Close writes the manifest and unlocks the folder, after the run. The lock's file stays.
func (f *Folder) Close() error {
	err := explain(f.updateManifest(true))
	f.sweep() // what a failed run left takes room; else the next run does it
	return errors.Join(err, f.lock.Close())
}
