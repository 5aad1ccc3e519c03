package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/zeebo/xxh3"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// Have is the tally of a part that is in the folder, whole and undamaged. Every byte of it is read.
func (f *Folder) Have(p sim.Part) (*engine.Tally, error) {
	if !f.existing {
		return nil, nil
	}
	record, tally, err := f.check(f.dir, p)
	switch {
	case errors.Is(err, errAbsent):
	case err != nil:
		f.note(p.Number, "damaged_part", fmt.Sprintf("part %d is played again: %v", p.Number, err))
	case record.Games < p.Games:
		f.note(p.Number, "extended_part", fmt.Sprintf("part %d held %d of its %d games and is played again", p.Number, record.Games, p.Games))
	case record.Games == p.Games:
		f.list(record)
		return tally, nil
	}
	f.unlist(p.Number)
	return nil, nil
}

// errAbsent: there is no such part.
var errAbsent = errors.New("there is no such part")

// check reads a part of this run in a run folder and compares every checksum.
func (f *Folder) check(dir string, p sim.Part) (Record, *engine.Tally, error) {
	text, err := os.ReadFile(filepath.Join(dir, partPath("tallies", p.Number, "tally")))
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, nil, errAbsent
	}
	if err != nil {
		return Record{}, nil, err
	}
	line, stored, err := decodeRecord(text)
	if err != nil {
		return Record{}, nil, err
	}
	if line.Run != f.manifest.run() || line.Part != p.Number {
		return Record{}, nil, errors.New("its record is of another run")
	}
	tally, err := sim.DecodeTally(f.schema, stored)
	if err != nil {
		return Record{}, nil, err
	}
	for _, x := range line.Files {
		if err := checkFile(dir, x); err != nil {
			return Record{}, nil, err
		}
	}
	return line.Record, tally, nil
}

func checkFile(dir string, x File) error {
	in, err := os.Open(filepath.Join(dir, filepath.FromSlash(x.Path)))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", x.Path)
	}
	if err != nil {
		return err
	}
	defer in.Close()
	sum := xxh3.New()
	n, err := io.Copy(sum, in)
	if err != nil {
		return err
	}
	if got := sum.Sum128().Bytes(); n != x.Bytes || fmt.Sprintf("%x", got) != x.XXH3 {
		return fmt.Errorf("%s is damaged", x.Path)
	}
	return nil
}
