//go:build unix

package folder

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// What stands in the place of a file is told, and a pipe is not waited for.
func TestWhatIsNoFile(t *testing.T) {
	e := experiment(engine.BlockGames)
	one := shard(t, e, 1, 1)
	for what, put := range map[string]func(path string) error{
		"a folder":         func(path string) error { return os.Mkdir(path, 0o777) },
		"a pipe":           func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a link to itself": func(path string) error { return os.Symlink(filepath.Base(path), path) },
	} {
		for _, name := range []string{manifestName, "tallies/part-00000.tally", "games/part-00000.parquet"} {
			dir := t.TempDir()
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := errors.Join(os.CopyFS(dir, os.DirFS(one)), os.Remove(path), put(path)); err != nil {
				t.Fatal(err)
			}
			_, err := join(t.Context(), t.TempDir(), e, false, dir)
			part, ok := errors.AsType[*DamagedPart](err)
			if err == nil || !strings.Contains(err.Error(), name+" is not a file") || ok != (name != manifestName) || ok && part.Source.Dir != dir {
				t.Errorf("%s in the place of %s: %v", what, name, err)
			}
		}
	}
	lock := filepath.Join(one, lockName)
	if err := errors.Join(os.Remove(lock), syscall.Mkfifo(lock, 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(one); err == nil || !strings.Contains(err.Error(), lock+" is a pipe") {
		t.Errorf("a pipe in the place of the lock: %v", err)
	}
	if _, err := Open(one, e, Options{}); err == nil || !strings.Contains(err.Error(), lock+" is a pipe") {
		t.Errorf("a pipe in the place of the lock: %v", err)
	}
}

// A disk that cannot be read is not one that cannot be written. Reading the first bytes of a process' memory fails as that
// of a bad disk does.
func TestSourceThatCannotBeRead(t *testing.T) {
	if _, err := os.Stat("/proc/self/mem"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("the system has no file that cannot be read")
	}
	e := experiment(engine.BlockGames)
	one := shard(t, e, 1, 1)
	path := filepath.Join(one, "games", "part-00000.parquet")
	if err := errors.Join(os.Remove(path), os.Symlink("/proc/self/mem", path)); err != nil {
		t.Fatal(err)
	}
	_, err := join(t.Context(), t.TempDir(), e, false, one)
	if part, ok := errors.AsType[*DamagedPart](err); !ok || part.Source.Dir != one || strings.Contains(err.Error(), "cannot be written") {
		t.Error(err)
	}
}

// The manifest lists no file outside the folder.
func TestFilesOutside(t *testing.T) {
	for _, name := range []string{"../x", "/dev/zero", ""} {
		err := File{Path: name}.Check(t.TempDir())
		if damage, ok := errors.AsType[*Damage](err); !ok || damage.How != "is not in the folder" {
			t.Errorf("%q: %v", name, err)
		}
	}
}
