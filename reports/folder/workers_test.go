package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// admitted is a folder that takes parts of workers.
func admitted(t *testing.T, dir string, e sim.Experiment) (f *Folder, ticket string) {
	t.Helper()
	f, err := Open(dir, e, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if ticket, err = f.Admit(); err != nil {
		t.Fatal(err)
	}
	return f, ticket
}

// playAs plays some parts, or all, as a worker that has joined the folder.
func playAs(dir, ticket string, e sim.Experiment, parts ...int) (*sim.Result, *Worker, error) {
	if len(parts) > 0 {
		e.Only = func(part int) bool { return slices.Contains(parts, part) }
	}
	w, err := Join(dir, ticket, e, options.Program)
	if err != nil {
		return nil, nil, err
	}
	r, err := sim.Run(context.Background(), e, w, nil)
	return r, w, err
}

// gathered ends the run of the workers.
func gathered(t *testing.T, f *Folder, ticket string, e sim.Experiment) {
	t.Helper()
	r, err := f.Gather(ticket)
	if err != nil {
		t.Fatal(err)
	}
	if r.Interrupted || r.Games != e.Games || r.Tally.Games != e.Games {
		t.Errorf("%d games in %d parts, a tally of %d, interrupted %t", r.Games, r.Parts, r.Tally.Games, r.Interrupted)
	}
	if err := f.WriteCurves(r.Tally); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestWorkersOfOneFolder(t *testing.T) {
	e := experiment(5*engine.BlockGames + 77)
	want := straight(t, e)
	dir := t.TempDir()
	f, ticket := admitted(t, dir, e)
	// Some parts are played by two at once, as when a worker that was given up is still alive.
	var all sync.WaitGroup
	for _, parts := range [][]int{{0, 3}, {1, 2, 3}, {3, 4, 5}, {5}} {
		all.Go(func() {
			if r, _, err := playAs(dir, ticket, e, parts...); err != nil || r.Parts != len(parts) {
				t.Errorf("parts %d: %v, %v", parts, r, err)
			}
		})
	}
	all.Wait()
	if games := f.Finished(); games != e.Games {
		t.Errorf("%d games are finished, want %d", games, e.Games)
	}
	gathered(t, f, ticket, e)
	sameFiles(t, "workers", dir, want)
	if _, err := os.Stat(filepath.Join(dir, tempName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left: %v", tempName, err)
	}
}

func TestWorkersFindWhatIsFinished(t *testing.T) {
	e := experiment(4 * engine.BlockGames)
	want := straight(t, e)
	dir := t.TempDir()
	f, ticket := admitted(t, dir, e)
	if r, _, err := playAs(dir, ticket, e, 0, 1, 2); err != nil || r.Kept != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	damaged := filepath.Join(dir, "wars", "part-00001.parquet")
	text, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(damaged, text, 0o666); err != nil {
		t.Fatal(err)
	}
	r, w, err := playAs(dir, ticket, e)
	if err != nil || r.Parts != 4 || r.Kept != 2 || codes(w.Notes()) != "[damaged_part]" {
		t.Errorf("%+v, %v, notes %v", r, err, w.Notes())
	}
	gathered(t, f, ticket, e)
	sameFiles(t, "a second attempt", dir, want)
}

// A worker of a run that has ended, or that another has replaced, cannot put anything into the folder.
func TestTicketIsTakenBack(t *testing.T) {
	e := experiment(2 * engine.BlockGames)
	for name, end := range map[string]func(t *testing.T, f *Folder, dir, ticket string){
		"gathered": func(t *testing.T, f *Folder, _, ticket string) {
			if r, err := f.Gather(ticket); err != nil || !r.Interrupted || r.Parts != 1 {
				t.Errorf("%+v, %v", r, err)
			}
		},
		"closed": func(_ *testing.T, f *Folder, _, _ string) { f.Close() },
		"opened again": func(t *testing.T, f *Folder, dir, _ string) {
			f.lock.Close() // as if its process were killed
			admitted(t, dir, e)
		},
		"replaced": func(t *testing.T, f *Folder, dir, _ string) {
			f.lock.Close()
			forced := options
			forced.Force = true
			other := e
			other.Seed++
			g, err := Open(dir, other, forced)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { g.Close() })
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f, ticket := admitted(t, dir, e)
			if _, _, err := playAs(dir, ticket, e, 0); err != nil {
				t.Fatal(err)
			}
			late, err := Join(dir, ticket, e, options.Program)
			if err != nil {
				t.Fatal(err)
			}
			end(t, f, dir, ticket)
			before := contents(t, dir)
			if _, err := sim.Run(context.Background(), e, late, nil); err == nil {
				t.Error("a worker went on")
			}
			if _, _, err := playAs(dir, ticket, e); !errors.Is(err, ErrGone) {
				t.Errorf("a worker came late: %v", err)
			}
			sameFiles(t, "after a late worker", dir, before)
		})
	}
}

func TestWhoMayNotJoin(t *testing.T) {
	e := experiment(engine.BlockGames)
	dir := t.TempDir()
	_, ticket := admitted(t, dir, e)
	other := e
	other.Seed++
	for name, c := range map[string]struct {
		dir, program string
		e            sim.Experiment
		says         string
	}{
		"another build":    {dir, "another", e, "give every worker the same build"},
		"another run":      {dir, options.Program, other, "takes no more parts"},
		"no disk":          {filepath.Join(dir, "none"), options.Program, e, "under the same path"},
		"no ticket":        {dir, options.Program, e, "takes no more parts"},
		"impossible games": {dir, options.Program, sim.Experiment{}, "no ruleset"},
	} {
		with := ticket
		if name == "no ticket" {
			with = "workers-of-old"
		}
		if _, err := Join(c.dir, with, c.e, c.program); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

func TestMessages(t *testing.T) {
	e := experiment(engine.BlockGames)
	dir := t.TempDir()
	f, ticket := admitted(t, dir, e)
	if message, err := f.Delivered(ticket); message != nil || err != nil {
		t.Errorf("%q, %v before it was delivered", message, err)
	}
	for i := range 2 { // when it is tried again
		want := fmt.Append(nil, "message ", i)
		if err := Deliver(dir, ticket, want); err != nil {
			t.Fatal(err)
		}
		if message, err := f.Delivered(ticket); !bytes.Equal(message, want) || err != nil {
			t.Errorf("%q, %v, want %q", message, err, want)
		}
	}
	if _, err := f.Gather(ticket); err != nil {
		t.Fatal(err)
	}
	if err := Deliver(dir, ticket, nil); !errors.Is(err, ErrGone) {
		t.Errorf("a message after the end: %v", err)
	}
}
