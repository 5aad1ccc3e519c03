package folder

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// finishedPart is a part whose files are complete but not safe yet.
type finishedPart struct {
	files  *partFiles
	record Record
	text   []byte // of the record
}

const (
	// waitingParts may wait for the committer before workers do.
	waitingParts = 8
	// syncsAtOnce is how many files are synced at once: disks like company.
	syncsAtOnce = 8
)

// commit hands a part to the committer, the goroutine that waits for the disk instead of the workers.
func (f *Folder) commit(p finishedPart) {
	f.mu.Lock()
	delete(f.open, p.record.Part)
	if f.committer == nil {
		f.committer, f.stopped = make(chan finishedPart, waitingParts), make(chan struct{})
		go f.commitAll(f.committer, f.stopped)
	}
	committer := f.committer
	f.mu.Unlock()
	committer <- p
}

// commitAll commits parts, as many together as are waiting. After an error it only takes them.
func (f *Folder) commitAll(parts <-chan finishedPart, stopped chan<- struct{}) {
	defer close(stopped)
	for p := range parts {
		batch := []finishedPart{p}
		for len(parts) > 0 && len(batch) < waitingParts {
			batch = append(batch, <-parts)
		}
		f.mu.Lock()
		failed := f.err != nil
		f.mu.Unlock()
		var err error
		if !failed {
			err = f.commitBatch(batch)
		}
		f.mu.Lock()
		if err != nil {
			f.err = explain(err)
		}
		for _, p := range batch {
			p.files.close()
			f.spare = append(f.spare, p.files)
		}
		f.mu.Unlock()
	}
}

// commitBatch makes the parts last: first the tables, then, when these are safe, the records.
func (f *Folder) commitBatch(batch []finishedPart) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("internal failure: %v", cause)
		}
	}()
	var g errgroup.Group
	g.SetLimit(syncsAtOnce)
	var folders []string
	for _, p := range batch {
		g.Go(func() error { return f.writeTemp(f.recordPath(p.record.Part), p.text) })
		for i := range p.files.tables {
			if t := &p.files.tables[i]; t.out != nil {
				g.Go(t.out.Sync)
				if dir := filepath.Join(f.dir, f.tables[i].name); !slices.Contains(folders, dir) {
					folders = append(folders, dir)
				}
			}
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, p := range batch {
		if err := p.files.close(); err != nil {
			return err
		}
		for _, x := range p.record.Files {
			if err := f.rename(x.Path); err != nil {
				return err
			}
		}
	}
	for _, dir := range folders {
		if err := syncDir(dir); err != nil {
			return err
		}
	}
	for _, p := range batch {
		if err := f.rename(PartPath("tallies", p.record.Part, "tally")); err != nil {
			return err
		}
	}
	if err := syncDir(filepath.Join(f.dir, "tallies")); err != nil {
		return err
	}
	for _, p := range batch {
		f.list(p.record)
	}
	return f.updateManifest(false)
}

func (f *Folder) recordPath(part int) string {
	return filepath.Join(f.dir, PartPath("tallies", part, "tally"))
}

func (f *Folder) rename(name string) error {
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	return rename(f.temp(path), path)
}

// close closes the files that are still open.
func (p *partFiles) close() error {
	var errs []error
	for i := range p.tables {
		if t := &p.tables[i]; t.out != nil {
			errs = append(errs, t.out.Close())
			t.out = nil
		}
	}
	return errors.Join(errs...)
}

func byPath(a, b File) int { return strings.Compare(a.Path, b.Path) }

// list puts a part into the manifest.
func (f *Folder) list(r Record) {
	f.mu.Lock()
	defer f.mu.Unlock()
	parts := f.manifest.Parts
	at, found := slices.BinarySearchFunc(parts, r.Part, func(a Record, part int) int { return a.Part - part })
	if found {
		parts[at] = r
	} else {
		f.manifest.Parts = slices.Insert(parts, at, r)
	}
	f.unlisted++
}

// unlist takes a part out of the manifest.
func (f *Folder) unlist(part int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.manifest.Parts = slices.DeleteFunc(f.manifest.Parts, func(r Record) bool { return r.Part == part })
	f.unlisted++
}

// updateManifest writes the manifest when there is enough news: an eighth more parts, so that all writings together are
// a few times the last. Parts that it does not list have their records.
func (f *Folder) updateManifest(now bool) error {
	f.mu.Lock()
	due := !f.guest && f.unlisted > 0 && (now || 8*f.unlisted >= len(f.manifest.Parts))
	f.mu.Unlock()
	if !due {
		return nil
	}
	return f.writeManifest()
}

func (f *Folder) writeManifest() error {
	f.mu.Lock()
	m := f.manifest
	m.Signature, m.Complete = Signature(m.Parts), m.kept() == f.e.ShardGames()
	text, err := m.encode()
	f.unlisted = 0
	f.mu.Unlock()
	if err != nil {
		return err
	}
	return f.replace(manifestName, text)
}

// Flush waits until every part that is done is safe, and lists it in the manifest. What is begun and not done is dropped.
func (f *Folder) Flush() error {
	f.mu.Lock()
	committer, stopped := f.committer, f.stopped
	f.committer = nil
	f.mu.Unlock()
	if committer != nil {
		close(committer)
		<-stopped
	}
	f.mu.Lock()
	failed := f.err
	for part, files := range f.open {
		files.close()
		delete(f.open, part)
	}
	f.mu.Unlock()
	if failed == nil {
		failed = f.stillThere()
	}
	if err := f.updateManifest(true); failed == nil {
		return explain(err)
	}
	return failed
}

// stillThere looks, when all parts are done, whether somebody took away or cut a file meanwhile.
func (f *Folder) stillThere() error {
	f.mu.Lock()
	parts := slices.Clone(f.manifest.Parts)
	whole := f.manifest.kept() == f.e.ShardGames()
	f.mu.Unlock()
	if !whole {
		return nil
	}
	var first error
	for _, r := range parts {
		names := []string{PartPath("tallies", r.Part, "tally")}
		sizes := []int64{-1} // whatever it is
		for _, x := range r.Files {
			names, sizes = append(names, x.Path), append(sizes, x.Bytes)
		}
		for i, name := range names {
			info, err := os.Stat(filepath.Join(f.dir, filepath.FromSlash(name)))
			if err == nil && info.Mode().IsRegular() && (sizes[i] < 0 || info.Size() == sizes[i]) {
				continue
			}
			if first == nil {
				first = fmt.Errorf("%s in %s was taken away or changed during the run: the same command plays part %d again", name, f.dir, r.Part)
			}
			f.unlist(r.Part)
			break
		}
	}
	return first
}
