package studies

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What stands in the place of a file is no record of a point, and no manifest.
func TestWhatIsNoFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "s")
	f, err := Open(dir, "test", Identity{Kind: "sweep"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(recordName(0))), 0o777); err != nil {
		t.Fatal(err)
	}
	if p, err := f.Have(0); p != nil || err != nil || len(f.Notes()) != 1 {
		t.Errorf("%v, %v, %v", p, err, f.Notes())
	}
	name := filepath.Join(dir, manifestName)
	if err := errors.Join(f.Close(), os.Remove(name), os.Mkdir(name, 0o777)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, "test", Identity{Kind: "sweep"}, false); err == nil || !strings.Contains(err.Error(), manifestName+" is not a file: choose another with --out") {
		t.Error(err)
	}
}
