//go:build unix

package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/sim"
)

func TestInterruptedRunGoesOn(t *testing.T) {
	e := experiment(6 * engine.BlockGames)
	want := straight(t, e)
	for _, after := range []uint64{1, 2, 3} {
		dir := t.TempDir()
		f, err := Open(dir, e, options)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		r, err := sim.Run(ctx, e, f, func(done, _ uint64) {
			if done >= after*engine.BlockGames {
				cancel()
			}
		})
		if err != nil || !r.Interrupted {
			t.Fatalf("interrupted %t, %v", r.Interrupted, err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		m, err := Read(dir)
		if err != nil || m.Complete || len(m.Parts) != r.Parts || m.Signature != sim.Signature(r.Tally) {
			t.Errorf("after %d parts the manifest has %d of %d, complete %t, %v", after, len(m.Parts), r.Parts, m.Complete, err)
		}
		again := e
		again.Workers = 1 + int(after)
		if notes := runIn(t, dir, again, options); len(notes) > 0 {
			t.Errorf("notes: %v", notes)
		}
		sameFiles(t, fmt.Sprint("interrupted after ", after), dir, want)
	}
}

// A moment is one writing or syncing of a file, counted from 1 over the files of that name.
type moment struct {
	name string // as in .tmp
	step int64
}

// moments are spread over a run of four parts.
var moments = []moment{
	{"games-part-00000.parquet", 1}, {"wars-part-00001.parquet", 3}, {"turns-part-00001.parquet", 2},
	{"tallies-part-00000.tally", 1}, {"tallies-part-00002.tally", 2}, {"manifest.json", 1}, {"curves.parquet", 2},
}

// failing is a file with which something happens at a moment, and from then on.
type failing struct {
	file
	steps *atomic.Int64
	at    int64
	do    func(io.Writer, []byte) error
}

func (x failing) step(b []byte) error {
	if x.steps.Add(1) >= x.at {
		return x.do(x.file, b)
	}
	return nil
}

func (x failing) Write(b []byte) (int, error) {
	if err := x.step(b); err != nil {
		return 0, err
	}
	return x.file.Write(b)
}

func (x failing) Sync() error {
	if err := x.step(nil); err != nil {
		return err
	}
	return x.file.Sync()
}

// openFailing opens a folder in which do happens at a moment.
func openFailing(dir string, e sim.Experiment, m moment, do func(io.Writer, []byte) error) (*Folder, error) {
	f, err := Open(dir, e, options)
	if err == nil {
		var steps atomic.Int64
		f.create = func(path string) (file, error) {
			out, err := createFile(path)
			if !strings.HasSuffix(path, m.name) {
				return out, err
			}
			return failing{out, &steps, m.step, do}, err
		}
	}
	return f, err
}

// noSpace is a disk that becomes full in the middle of a write.
func noSpace(m moment) func(io.Writer, []byte) error {
	return func(out io.Writer, b []byte) error {
		out.Write(b[:len(b)/2])
		return &os.PathError{Op: "write", Path: m.name, Err: syscall.ENOSPC}
	}
}

const killed = "POLEMOS_TEST_KILLED" // in the environment of the child: folder, file, step

// wholeParts checks that every file under games, wars and turns can be read to its last row.
func wholeParts(t *testing.T, dir string) {
	for name, data := range contents(t, dir) {
		if !strings.HasSuffix(name, ".parquet") || strings.HasPrefix(name, tempName) {
			continue
		}
		r, err := columns.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Errorf("%s is not whole: %v", name, err)
			continue
		}
		if _, err := r.Longs(nil, "game"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A child process kills itself in the middle of writing; the same run then goes on, and ends with the same bytes.
func TestKilledRunGoesOn(t *testing.T) {
	e := experiment(4 * engine.BlockGames)
	if child := strings.Split(os.Getenv(killed), "|"); len(child) == 3 {
		step, _ := strconv.ParseInt(child[2], 10, 64)
		f, err := openFailing(child[0], e, moment{child[1], step}, func(out io.Writer, b []byte) error {
			out.Write(b[:len(b)/2])
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		})
		if err != nil {
			t.Fatal(err)
		}
		finish(t, f, e)
		return
	}
	want := straight(t, e)
	for _, m := range moments {
		dir := t.TempDir()
		child := exec.Command(os.Args[0], "-test.run=^TestKilledRunGoesOn$")
		child.Env = append(os.Environ(), fmt.Sprintf("%s=%s|%s|%d", killed, dir, m.name, m.step))
		text, err := child.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%v: the child was not killed: %v\n%s", m, err, text)
		}
		wholeParts(t, dir)
		records, _ := filepath.Glob(filepath.Join(dir, "tallies", "*"))
		f, err := Open(dir, e, options)
		if err != nil {
			t.Fatal(err)
		}
		r, err := sim.Run(context.Background(), e, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Kept != len(records) || len(f.Notes()) > 0 {
			t.Errorf("%v: %d parts had a record and %d were kept; notes %v", m, len(records), r.Kept, f.Notes())
		}
		if err := errors.Join(f.WriteCurves(r.Tally), f.Close()); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, fmt.Sprint("killed at ", m), dir, want)
	}
}

// A full disk stops the run; finished parts stay, and with room the run goes on. In the bubble of synctest, a goroutine
// that is left behind fails the test.
func TestFullDisk(t *testing.T) {
	e := experiment(4 * engine.BlockGames)
	want := straight(t, e)
	for _, m := range moments[:len(moments)-1] { // the last is after the run
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			f, err := openFailing(dir, e, m, noSpace(m))
			if err != nil {
				t.Fatal(err)
			}
			r, err := sim.Run(context.Background(), e, f, nil)
			if r != nil || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the disk is full") || !strings.Contains(err.Error(), "the same command again") {
				t.Errorf("%v: %v", m, err)
			}
			f.Close()
		})
		wholeParts(t, dir)
		runIn(t, dir, e, options)
		sameFiles(t, fmt.Sprint("disk full at ", m), dir, want)
	}
}

// A record that vouches for files of another part or run is not believed.
func TestRecordOfAnotherRun(t *testing.T) {
	e := experiment(2 * engine.BlockGames)
	want := straight(t, e)
	other := e
	other.Seed = 5
	dir, foreign := t.TempDir(), t.TempDir()
	runIn(t, dir, e, options)
	runIn(t, foreign, other, options)
	for _, name := range []string{"games/part-00001.parquet", "wars/part-00001.parquet", "turns/part-00001.parquet", "tallies/part-00001.tally"} {
		data, err := os.ReadFile(filepath.Join(foreign, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if notes := runIn(t, dir, e, options); len(notes) != 1 || !strings.Contains(notes[0].Text, "of another run") {
		t.Errorf("notes: %v", notes)
	}
	sameFiles(t, "mended", dir, want)
}

// A join that is stopped, or whose disk is full, goes on where it was.
func TestStoppedJoinGoesOn(t *testing.T) {
	e := experiment(12 * engine.BlockGames)
	want := straight(t, e)
	dirs := []string{shard(t, e, 1, 3), shard(t, e, 2, 3), shard(t, e, 3, 3)}
	to := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r, err := join(ctx, to, e, false, dirs...); err != nil || !r.Interrupted {
		t.Errorf("%+v, %v", r, err)
	}
	for _, m := range []moment{{"games-part-00007.parquet", 2}, {"tallies-part-00002.tally", 1}, {"wars-part-00011.parquet", 1}} {
		to := t.TempDir()
		var sources []*Source
		for _, dir := range dirs {
			s, err := OpenSource(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			sources = append(sources, s)
		}
		f, err := openFailing(to, e, m, noSpace(m))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Adopt(t.Context(), sources, false, func(_, _ uint64) {}); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%v: %v", m, err)
		}
		f.Close()
		wholeParts(t, to)
		if _, err := join(t.Context(), to, e, false, dirs...); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, fmt.Sprint("disk full at ", m), to, want)
	}
}
