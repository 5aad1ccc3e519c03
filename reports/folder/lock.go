package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// A Reading keeps a run folder from being written to until it is closed. Others may read at the same time.
type Reading struct{ lock *flock.Flock }

// Hold begins to read a run folder. Nothing is written: where there is no lock, as in a copy, none is made.
func Hold(dir string) (*Reading, error) {
	lock, err := lockOf(dir, flock.SetFlag(os.O_RDONLY))
	locked := false
	if err == nil {
		locked, err = lock.TryRLock()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Reading{}, nil
	case err != nil:
		return nil, fmt.Errorf("whether %s is being written to cannot be seen: %w", dir, err)
	case !locked:
		return nil, fmt.Errorf("another process is writing to %s: wait for it", dir)
	}
	return &Reading{lock}, nil
}

// lockOf is the lock of a folder. A pipe in its place would be waited for without end.
func lockOf(dir string, o flock.Option) (*flock.Flock, error) {
	path := filepath.Join(dir, lockName)
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil, fmt.Errorf("%s is a pipe, in the place of a file: remove it", path)
	}
	return flock.New(path, o), nil
}

// Close lets others write again.
func (r *Reading) Close() error {
	if r.lock == nil {
		return nil
	}
	return r.lock.Close()
}
