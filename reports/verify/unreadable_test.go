//go:build linux

package verify

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

// A disk that fails is no finding: nobody knows what is in the file. Reading the first bytes of a process' memory fails as
// that of a bad disk does, whoever reads.
func TestWhatCannotBeRead(t *testing.T) {
	e, dir := experiment(t, "64"), t.TempDir()
	e.Games = 2000
	f := open(t, dir, e)
	result, err := sim.Run(t.Context(), e, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	publishIn(t, f, e, result.Tally)
	m, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"plots/victory-odds.svg", "games/part-00000.parquet", "tallies/part-00000.tally"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.Remove(path), os.Symlink("/proc/self/mem", path)); err != nil {
			t.Fatal(err)
		}
		_, err := Check(t.Context(), Run{Dir: dir, Manifest: m, Experiment: e, Summary: summarised(e)})
		if read, ok := errors.AsType[*fs.PathError](err); !ok || read.Path != path {
			t.Errorf("%s cannot be read: %v", name, err)
		}
	}
}
