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
	if err := rename(f.temp(path), path); err != nil {
		return explain(err)
	}
	return explain(syncDir(filepath.Dir(path)))
}

// rename puts a whole file in its place.
func rename(from, to string) error {
	err := os.Rename(from, to)
	if info, lstat := os.Lstat(to); err != nil && lstat == nil && info.IsDir() {
		return inTheWay(to)
	}
	return err
}

// inTheWay is a folder where a file belongs.
type inTheWay string

func (path inTheWay) Error() string { return string(path) + " is a folder, in the place of a file" }

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

// explained is an error of the disk that says what to do about it.
type explained struct{ error }

func (e explained) Unwrap() error { return e.error }

// explain says what to do about an error of the disk.
func explain(err error) error {
	if err == nil {
		return nil
	}
	if told, ok := errors.AsType[explained](err); ok {
		return told
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path // without the packages that it came through
	}
	folder, inWay := errors.AsType[inTheWay](err)
	switch {
	case inWay:
		return explained{fmt.Errorf("the run folder cannot be written: %w: move it away and give the same command again", folder)}
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return explained{fmt.Errorf("the disk is full: %w: finished parts are kept; make room and give the same command again, or choose another folder with --out", err)}
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		return explained{fmt.Errorf("the run folder cannot be written: %w: finished parts are kept; choose another folder with --out", err)}
	}
	return explained{fmt.Errorf("the run folder cannot be written: %w: finished parts are kept, and the same command goes on with them", err)}
}
