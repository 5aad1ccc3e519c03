package studies

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/gofrs/flock"
	"github.com/zeebo/xxh3"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

// Format is what study.json says it is.
const Format = "polemos study"

// FormatVersion rises when a reader of study.json or of a point's record would go wrong.
const FormatVersion = 1

// An Identity is what decides the answer to a question: a folder that keeps one goes on with no other.
type Identity struct {
	Kind         string   `json:"kind"` // sweep, tune or sensitivity
	RulesVersion int      `json:"rules_version"`
	Scenario     string   `json:"scenario"`
	SHA256       string   `json:"sha256"` // of the resolved scenario, before anything varies
	Seed         uint64   `json:"seed"`
	Games        uint64   `json:"games"` // of a point, at most
	Exact        string   `json:"exact"` // auto, never or only
	Settings     []string `json:"settings"`
	Design       string   `json:"design"`
	Measures     []string `json:"measures"`
}

// differs says how another question differs, "" when it does not.
func (i Identity) differs(o Identity) string {
	for _, d := range []struct{ what, is, asked string }{
		{"question", i.Kind, o.Kind},
		{"rules version", fmt.Sprint(i.RulesVersion), fmt.Sprint(o.RulesVersion)},
		{"scenario", i.Scenario + " " + i.SHA256, o.Scenario + " " + o.SHA256},
		{"seed", fmt.Sprint(i.Seed), fmt.Sprint(o.Seed)},
		{"games", fmt.Sprint(i.Games), fmt.Sprint(o.Games)},
		{"--exact", i.Exact, o.Exact},
		{"settings", strings.Join(i.Settings, " "), strings.Join(o.Settings, " ")},
		{"design", i.Design, o.Design},
		{"measures", strings.Join(i.Measures, " "), strings.Join(o.Measures, " ")},
	} {
		if d.is != d.asked {
			return fmt.Sprintf("its %s is %s, asked is %s", d.what, d.is, d.asked)
		}
	}
	return ""
}

// manifest is study.json.
type manifest struct {
	Format        string      `json:"format"`
	FormatVersion int         `json:"format_version"`
	Program       string      `json:"program"` // its version
	Identity      Identity    `json:"asked"`
	Complete      bool        `json:"complete"` // all points are done and the files are written
	Points        []pointLine `json:"points"`   // that are done
	Files         []fileLine  `json:"files"`    // made from the points
}

type pointLine struct {
	Point    int         `json:"point"`
	Settings orderedText `json:"settings"`
	Status   string      `json:"status"` // ok or failed
	Record   string      `json:"xxh3"`   // of its record
}

type fileLine struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"`
	XXH3  string `json:"xxh3"`
}

const (
	manifestName = "study.json"
	lockName     = ".lock"
	tempName     = ".tmp"
	pointsName   = "points"
)

// A Folder keeps the points and files of one question, locked by this process until Close. It is the [study.Store] of
// sweeps.
type Folder struct {
	dir  string
	lock *flock.Flock

	mu       sync.Mutex
	manifest manifest
	notes    []sim.Note
}

var _ study.Store = (*Folder)(nil)

// Open makes a folder for a question, or goes on with one that holds the same question. With force another question's
// answer is replaced. The error says what is in the way and what would do.
func Open(dir, program string, asked Identity, force bool) (*Folder, error) {
	f := &Folder{dir: dir, manifest: manifest{Format: Format, FormatVersion: FormatVersion, Program: program, Identity: asked, Points: []pointLine{}, Files: []fileLine{}}}
	before, err := f.look()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("the folder cannot be made: %w: choose another with --out", err)
	}
	f.lock = flock.New(filepath.Join(dir, lockName))
	locked, err := f.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("nothing can be written in %s: %w: choose another folder with --out", dir, err)
	}
	if !locked {
		return nil, fmt.Errorf("another process is writing to %s: wait for it, or choose another folder with --out", dir)
	}
	if err := f.prepare(before, force); err != nil {
		return nil, errors.Join(err, f.lock.Close())
	}
	return f, nil
}

// look is the manifest in the folder, nil if there is none; what is no folder for answers is refused.
func (f *Folder) look() (*manifest, error) {
	entries, err := os.ReadDir(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		if info, statErr := os.Stat(f.dir); statErr == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s is a file: choose a folder with --out", f.dir)
		}
		return nil, fmt.Errorf("the folder cannot be used: %w: choose another with --out", err)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == lockName || e.Name() == tempName })
	if len(entries) == 0 {
		return nil, nil
	}
	text, err := folder.ReadFile(f.dir, manifestName)
	damage, ok := errors.AsType[*folder.Damage](err)
	if ok && damage.Missing() {
		return nil, fmt.Errorf("%s holds something else than an answer of this program's sweep, tune or sensitivity; nothing in it is touched, also not with --force: choose another folder with --out", f.dir)
	}
	if err != nil {
		return nil, fmt.Errorf("the folder cannot be used: %w: choose another with --out", err)
	}
	m := new(manifest)
	if err := json.Unmarshal(text, m); err != nil || m.Format != Format || m.FormatVersion != FormatVersion {
		return nil, fmt.Errorf("%s cannot be read as version %d of %s: choose another folder with --out", filepath.Join(f.dir, manifestName), FormatVersion, Format)
	}
	return m, nil
}

func (f *Folder) prepare(before *manifest, force bool) error {
	if before != nil {
		if how := before.Identity.differs(f.manifest.Identity); force {
			for _, name := range append(before.names(), pointsName) {
				if err := os.RemoveAll(filepath.Join(f.dir, filepath.FromSlash(name))); err != nil {
					return fmt.Errorf("the answer in %s cannot be replaced: %w", f.dir, err)
				}
			}
		} else if how != "" {
			return fmt.Errorf("%s holds the answer to another question: %s: choose another folder with --out, or replace this one with --force", f.dir, how)
		}
	}
	if err := os.RemoveAll(filepath.Join(f.dir, tempName)); err != nil {
		return explain(err)
	}
	if err := f.writeManifest(); err != nil { // it makes the folder one of this kind
		return err
	}
	return nil
}

// names are the files that were made from the points.
func (m *manifest) names() []string {
	var names []string
	for _, x := range m.Files {
		if filepath.IsLocal(filepath.FromSlash(x.Path)) {
			names = append(names, x.Path)
		}
	}
	return names
}

// Dir is the folder's path.
func (f *Folder) Dir() string { return f.dir }

// Notes say what the user should know of the folder, such as a damaged point that was worked out again.
func (f *Folder) Notes() []sim.Note {
	f.mu.Lock()
	defer f.mu.Unlock()
	slices.SortFunc(f.notes, func(a, b sim.Note) int { return strings.Compare(a.Text, b.Text) })
	return slices.Clone(f.notes)
}

func recordName(i int) string { return fmt.Sprintf("%s/point-%05d.point", pointsName, i) }

// Have reads a point's record. One that is damaged is as good as none.
func (f *Folder) Have(i int) (*study.Point, error) {
	text, err := folder.ReadFile(f.dir, recordName(i))
	damage, ok := errors.AsType[*folder.Damage](err)
	switch {
	case ok && damage.Missing():
		return nil, nil
	case err != nil && !ok:
		return nil, explain(err)
	} // what is not a file is damaged, too: there is no text
	p, err := decodePoint(text, i, f.manifest.Identity)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		f.notes = append(f.notes, sim.Note{Warning: true, Code: "point_damaged", Text: fmt.Sprintf("point %d in %s is damaged and is worked out again", i, f.dir)})
		return nil, nil
	}
	f.list(i, p, text)
	return p, nil
}

// Keep writes a point's record. It is not waited for the disk: a record that does not survive a failing machine is found
// out by its checksum.
func (f *Folder) Keep(i int, p *study.Point, t *engine.Tally) error {
	text, err := encodePoint(i, p, t, f.manifest.Identity)
	if err != nil {
		return err
	}
	if err := f.replace(recordName(i), text, false); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list(i, p, text)
	return nil
}

// list puts a point into the manifest.
func (f *Folder) list(i int, p *study.Point, record []byte) {
	line := pointLine{Point: i, Settings: orderedText(p.Set), Status: "ok", Record: checksum(record)}
	if p.Failed != "" {
		line.Status = "failed"
	}
	at, found := slices.BinarySearchFunc(f.manifest.Points, i, func(l pointLine, i int) int { return l.Point - i })
	if found {
		f.manifest.Points[at] = line
	} else {
		f.manifest.Points = slices.Insert(f.manifest.Points, at, line)
	}
}

// Write writes a file that is made from the points, whole or not at all.
func (f *Folder) Write(name string, data []byte) error {
	if err := f.replace(name, data, true); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.manifest.Files = slices.DeleteFunc(f.manifest.Files, func(x fileLine) bool { return x.Path == name })
	f.manifest.Files = append(f.manifest.Files, fileLine{name, len(data), checksum(data)})
	slices.SortFunc(f.manifest.Files, func(a, b fileLine) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// Finish says in the manifest that everything is there.
func (f *Folder) Finish() error {
	f.manifest.Complete = true
	return f.writeManifest()
}

// Close lists what is done in the manifest and unlocks the folder. The lock's file stays.
func (f *Folder) Close() error {
	var err error
	if !f.manifest.Complete {
		err = f.writeManifest()
	}
	os.Remove(filepath.Join(f.dir, tempName)) // unless a failed write left something
	return errors.Join(err, f.lock.Close())
}

func (f *Folder) writeManifest() error {
	f.mu.Lock()
	text, err := json.MarshalIndent(f.manifest, "", " ")
	f.mu.Unlock()
	if err != nil {
		return err
	}
	return f.replace(manifestName, append(text, '\n'), true)
}

// replace puts a file in its place, whole or not at all; sync waits until it lasts.
func (f *Folder) replace(name string, data []byte, sync bool) error {
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	temp := filepath.Join(f.dir, tempName)
	for _, dir := range []string{temp, filepath.Dir(path)} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return explain(err)
		}
	}
	temp = filepath.Join(temp, filepath.Base(path))
	if err := writeFile(temp, data, sync); err != nil {
		return explain(err)
	}
	if err := os.Rename(temp, path); err != nil {
		return explain(err)
	}
	if !sync || runtime.GOOS == "windows" { // which has no such thing for folders
		return nil
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return explain(err)
	}
	return explain(errors.Join(dir.Sync(), dir.Close()))
}

func writeFile(path string, data []byte, sync bool) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	if err == nil && sync {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

func explain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the folder cannot be written: %w: what is done is kept, and the same command goes on with it; another folder is chosen with --out", err)
}

func checksum(b []byte) string { return fmt.Sprintf("%x", xxh3.Hash128(b).Bytes()) }
