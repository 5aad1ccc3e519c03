package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// file is what is needed of a file that is being written.
type file interface {
	Write(b []byte) (int, error)
	Sync() error
	Close() error
}

func createFile(path string) (file, error) { return os.Create(path) }

// replace puts a file in its place, whole or not at all, whatever happens meanwhile.
func (f *Folder) replace(name string, data []byte) error {
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return explain(err)
	}
	if err := f.writeTemp(path, data); err != nil {
		return explain(err)
	}
	if err := os.Rename(f.temp(path), path); err != nil {
		return explain(err)
	}
	return explain(syncDir(filepath.Dir(path)))
}

// writeTemp writes and syncs what will be renamed to path.
func (f *Folder) writeTemp(path string, data []byte) error {
	out, err := f.create(f.temp(path))
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

// syncDir makes renames in a folder last. Windows has no such thing.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// explain says what to do about an error of the disk.
func explain(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path // without the packages that it came through
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("the disk is full: %w: finished parts are kept; make room and give the same command again, or choose another folder with --out", err)
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		return fmt.Errorf("the run folder cannot be written: %w: finished parts are kept; choose another folder with --out", err)
	}
	return fmt.Errorf("the run folder cannot be written: %w: finished parts are kept, and the same command goes on with them", err)
}
