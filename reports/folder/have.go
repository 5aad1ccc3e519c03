package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/zeebo/xxh3"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// Have is the tally of a part that is in the folder, whole and undamaged. Every byte of it is read.
func (f *Folder) Have(p sim.Part) (*engine.Tally, error) {
	if !f.existing {
		return nil, nil
	}
	record, tally, err := f.check(p)
	switch {
	case errors.Is(err, errAbsent):
	case err != nil:
		f.warn(p.Number, "damaged_part", fmt.Sprintf("part %d is played again: %v", p.Number, err))
	case record.Games < p.Games:
		f.note(p.Number, "extended_part", fmt.Sprintf("part %d held %s of its %s games and is played again", p.Number, summary.Count(int64(record.Games)), summary.Count(int64(p.Games))))
	case record.Games == p.Games:
		f.list(record)
		return tally, nil
	}
	f.unlist(p.Number)
	return nil, nil
}

// errAbsent: there is no such part.
var errAbsent = errors.New("there is no such part")

// check reads a part in the folder and compares every checksum.
func (f *Folder) check(p sim.Part) (Record, *engine.Tally, error) {
	record, tally, err := f.readRecord(f.dir, p)
	if err != nil {
		return Record{}, nil, err
	}
	for _, x := range record.Files {
		if err := x.Check(f.dir); err != nil {
			return Record{}, nil, err
		}
	}
	return record, tally, nil
}

// readRecord reads the record of a part of this run in a run folder, and none of its tables.
func (f *Folder) readRecord(dir string, p sim.Part) (Record, *engine.Tally, error) {
	record, tally, err := f.manifest.ReadPart(dir, p.Number, f.schema)
	damage, ok := errors.AsType[*Damage](err)
	switch {
	case ok && damage.Missing():
		return Record{}, nil, errAbsent
	case err == nil && !f.lists(p, record.Files):
		return Record{}, nil, &Damage{PartPath("tallies", p.Number, "tally"), otherRun}
	}
	return record, tally, err
}

// lists says whether these are the files of a part.
func (f *Folder) lists(p sim.Part, files []File) bool {
	for i, t := range f.tables {
		if !f.has(i, p) {
			continue
		}
		if len(files) == 0 || files[0].Path != PartPath(t.name, p.Number, "parquet") {
			return false
		}
		files = files[1:]
	}
	return len(files) == 0
}

// Damage says that a file is not what the folder says it is.
type Damage struct {
	File string // in the folder, with slashes
	How  string // "is missing", "is damaged", "is of another run", "is not a file"
}

func (d *Damage) Error() string { return d.File + " " + d.How }

// Missing says that the file is not there at all.
func (d *Damage) Missing() bool { return d.How == missing }

const (
	missing  = "is missing"
	damaged  = "is damaged"
	otherRun = "is of another run"
	noFile   = "is not a file"
)

// open opens a file of a run folder to be read. The error is a [*Damage] when there is none, or something else in its place:
// a folder, a link that leads nowhere, or a pipe, which would be waited for without end.
func open(dir, name string) (*os.File, error) {
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return nil, &Damage{name, "is not in the folder"}
	}
	path := filepath.Join(dir, local)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &Damage{name, missing}
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ELOOP), err == nil && !info.Mode().IsRegular():
		return nil, &Damage{name, noFile}
	case err != nil:
		return nil, err
	}
	return os.Open(path)
}

// ReadFile is what is in a file of a folder, named with slashes. The error is a [*Damage] when there is none, or something
// else in its place.
func ReadFile(dir, name string) ([]byte, error) {
	in, err := open(dir, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// Check reads a file of the folder to its last byte; the error is a [*Damage] when it is not as listed.
func (x File) Check(dir string) error { return copyFile(io.Discard, dir, x) }

// copyFile copies a file out of a run folder; the error is a [*Damage] when it is not as listed.
func copyFile(to io.Writer, dir string, x File) error {
	in, err := open(dir, x.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	sum := xxh3.New()
	n, err := io.Copy(io.MultiWriter(sum, to), in)
	if err != nil {
		return err
	}
	if got := sum.Sum128().Bytes(); n != x.Bytes || fmt.Sprintf("%x", got) != x.XXH3 {
		return &Damage{x.Path, damaged}
	}
	return nil
}

// ReadPart reads what the folder of a manifest has on record of a part, and, with the schema of its scenario, the part's
// tally. The tables are not read. The error is a [*Damage] when there is no such record, or not a whole one.
func (m *Manifest) ReadPart(dir string, part int, s *engine.Schema) (Record, *engine.Tally, error) {
	name := PartPath("tallies", part, "tally")
	text, err := ReadFile(dir, name)
	if err != nil {
		return Record{}, nil, err
	}
	line, stored, err := decodeRecord(text)
	if err != nil {
		return Record{}, nil, &Damage{name, damaged}
	}
	if line.Run != m.run() || line.Part != part {
		return Record{}, nil, &Damage{name, otherRun}
	}
	if s == nil {
		return line.Record, nil, nil
	}
	tally, err := sim.DecodeTally(s, stored)
	if err != nil {
		return Record{}, nil, &Damage{name, damaged}
	}
	return line.Record, tally, nil
}
