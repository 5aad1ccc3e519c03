package folder

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// Adopt copies the parts of the same run out of other run folders, such as those of its shards, and checks every byte. A
// run that follows plays what is still missing; when nothing is, the folder is as if one process had played it all.
func (f *Folder) Adopt(dirs ...string) error {
	for _, dir := range dirs {
		m, err := Read(dir)
		if err != nil {
			return err
		}
		if m.run() != f.manifest.run() {
			other := *m // shards of more or fewer games may well be joined
			other.Shard, other.Of, other.Games = f.manifest.Shard, f.manifest.Of, f.manifest.Games
			return fmt.Errorf("%s cannot be joined: it holds another run: %s", dir, other.differs(f.manifest))
		}
		for _, p := range f.e.Parts() {
			record, _, err := f.check(dir, p)
			if errors.Is(err, errAbsent) || err == nil && record.Games != p.Games {
				continue
			}
			if err == nil {
				err = f.copyPart(dir, record)
			}
			if err != nil {
				return fmt.Errorf("part %d of %s cannot be joined: %w", p.Number, dir, err)
			}
		}
	}
	f.existing = true
	return f.updateManifest(true)
}

func (f *Folder) copyPart(dir string, r Record) error {
	names := make([]string, 0, len(r.Files)+1)
	for _, x := range r.Files {
		names = append(names, x.Path)
	}
	names = append(names, partPath("tallies", r.Part, "tally")) // last, as it vouches for the others
	for _, name := range names {
		if err := f.copyFile(dir, name); err != nil {
			return err
		}
	}
	f.list(r)
	return nil
}

func (f *Folder) copyFile(dir, name string) error {
	in, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := f.create(f.temp(name))
	if err != nil {
		return explain(err)
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = f.rename(name)
	}
	if err == nil {
		err = syncDir(filepath.Join(f.dir, filepath.Dir(filepath.FromSlash(name))))
	}
	return explain(err)
}

// Tally reads the tally of a run folder, all parts together, without its tables. The schema is that of its scenario.
func Tally(dir string, s *engine.Schema) (*engine.Tally, error) {
	m, err := Read(dir)
	if err != nil {
		return nil, err
	}
	all := engine.NewTally(s)
	for _, r := range m.Parts {
		text, err := os.ReadFile(filepath.Join(dir, partPath("tallies", r.Part, "tally")))
		if err != nil {
			return nil, err
		}
		line, stored, err := decodeRecord(text)
		if err == nil && (line.Run != m.run() || line.Part != r.Part || line.Games != r.Games) {
			err = errors.New("its record is of another run")
		}
		var t *engine.Tally
		if err == nil {
			t, err = sim.DecodeTally(s, stored)
		}
		if err != nil {
			return nil, fmt.Errorf("part %d of %s: %w: run it again to mend it", r.Part, dir, err)
		}
		all.Merge(t)
	}
	return all, nil
}
