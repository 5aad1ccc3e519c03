package folder

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// shard plays a shard of an experiment in a folder of its own.
func shard(t testing.TB, e sim.Experiment, number, of uint64) string {
	t.Helper()
	e.Shard, e.Of = number, of
	dir := filepath.Join(t.TempDir(), fmt.Sprintf("%d-of-%d", number, of))
	f, err := Open(dir, e, options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sim.Run(context.Background(), e, f, nil); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// join joins run folders in another, and writes the curves when the run is whole.
func join(ctx context.Context, to string, e sim.Experiment, partial bool, dirs ...string) (r *sim.Result, err error) {
	var sources []*Source
	for _, dir := range dirs {
		s, err := OpenSource(dir)
		if err != nil {
			return nil, err
		}
		defer s.Close()
		sources = append(sources, s)
	}
	if err := Joinable(sources); err != nil {
		return nil, err
	}
	f, err := Open(to, e, options)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r, err = f.Adopt(ctx, sources, partial, func(_, _ uint64) {})
	if err == nil && f.manifest.kept() == e.Games {
		err = f.WriteCurves(r.Tally)
	}
	return r, err
}

func TestShardsJoinedAreOneRun(t *testing.T) {
	e := experiment(6*engine.BlockGames + 4321)
	want := straight(t, e)
	random := rand.New(rand.NewPCG(1, 2))
	for _, of := range []uint64{1, 2, 7, 64} {
		var dirs []string
		for n := range of {
			s := e
			s.Workers = 1 + int(n)%3
			dirs = append(dirs, shard(t, s, n+1, of))
		}
		random.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
		joined := filepath.Join(t.TempDir(), "new", "joined")
		r, err := join(t.Context(), joined, e, false, dirs...)
		if err != nil || r.Kept != 0 || r.Games != e.Games || r.Interrupted {
			t.Fatalf("%d shards: %+v, %v", of, r, err)
		}
		sameFiles(t, fmt.Sprint(of, " shards"), joined, want)

		// Some of them first, the others into the same folder or with it into another.
		some, whole := filepath.Join(t.TempDir(), "some"), filepath.Join(t.TempDir(), "whole")
		half := len(dirs) / 2
		if _, err := join(t.Context(), some, e, true, dirs[:half]...); err != nil {
			t.Fatal(err)
		}
		if _, err := join(t.Context(), whole, e, false, append([]string{some}, dirs[half:]...)...); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, fmt.Sprint("a group of ", of, " shards"), whole, want)
		if r, err = join(t.Context(), some, e, false, dirs[half:]...); err != nil || half > 3 && r.Kept == 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		sameFiles(t, fmt.Sprint("more of ", of, " shards"), some, want)
	}
}

func TestWhatCannotBeJoined(t *testing.T) {
	e := experiment(5 * engine.BlockGames)
	first, second, third := shard(t, e, 1, 3), shard(t, e, 2, 3), shard(t, e, 3, 3)
	changed := func(change func(*sim.Experiment)) string {
		other := e
		change(&other)
		return shard(t, other, 2, 3)
	}
	unfinished := t.TempDir()
	if err := os.CopyFS(unfinished, os.DirFS(second)); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(unfinished, "tallies", "part-00004.tally"))
	half := shard(t, e, 1, 2)
	pair := filepath.Join(t.TempDir(), "pair")
	if _, err := join(t.Context(), pair, e, true, first, second); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		dirs []string
		says string
	}{
		"another seed":        {[]string{first, changed(func(e *sim.Experiment) { e.Seed = 9 })}, " cannot be joined with " + first + ", as it holds another run: seed 9, and " + first + " has 1"},
		"another scenario":    {[]string{first, changed(func(e *sim.Experiment) { e.ID[3] = 9 })}, "other settings of the scenario inkopah"},
		"more games":          {[]string{first, changed(func(e *sim.Experiment) { e.Games++ })}, "327,681 games, and " + first + " has 327,680"},
		"other rows":          {[]string{first, changed(func(e *sim.Experiment) { e.Keep.Turns = false })}, "--rows wars, and " + first + " has turns"},
		"turns of more games": {[]string{first, changed(func(e *sim.Experiment) { e.TurnsFor = 5 })}, "--turns 5, and"},
		"other parts":         {[]string{first, changed(func(e *sim.Experiment) { e.PartGames *= 2 })}, "parts of 131072, and"},
		"a shard twice":       {[]string{first, third, first}, first + " and " + first + " both are shard 1 of 3: leave one of them away"},
		"overlapping shards":  {[]string{first, half}, first + " (shard 1 of 3) and " + half + " (shard 1 of 2) both have part 0: leave one of them away"},
		"overlapping groups":  {[]string{pair, second}, pair + " and " + second + " (shard 2 of 3) both have part 1: leave one of them away"},
		"a missing shard":     {[]string{third, first}, "shard 2 of 3 is missing"},
		"missing shards":      {[]string{third}, "shards 1 and 2 of 3 are missing"},
		"an unfinished shard": {[]string{unfinished, first}, "shard 3 of 3 is missing; " + unfinished + " (shard 2 of 3) is not finished: it lacks part 4"},
		"a group of shards":   {[]string{pair}, "part 2 is missing"},
		"no run":              {[]string{first, t.TempDir()}, "is not a run folder: it has no manifest.json"},
	} {
		to := filepath.Join(t.TempDir(), "to")
		_, err := join(t.Context(), to, e, false, c.dirs...)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v\nwant %s", what, err, c.says)
		}
		if parts, _ := filepath.Glob(filepath.Join(to, "*", "part-*")); len(parts) > 0 {
			t.Errorf("%s: %q were copied", what, parts)
		}
	}
}

func TestDamageIsNotJoined(t *testing.T) {
	e := experiment(4 * engine.BlockGames)
	want := straight(t, e)
	dirs := []string{shard(t, e, 1, 2), shard(t, e, 2, 2)}
	for name, says := range map[string]string{
		"games/part-00001.parquet": "games/part-00001.parquet is damaged",
		"wars/part-00003.parquet":  "wars/part-00003.parquet is damaged",
		"tallies/part-00003.tally": "tallies/part-00003.tally is damaged",
	} {
		to, path := t.TempDir(), filepath.Join(dirs[1], filepath.FromSlash(name))
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damaged := append([]byte(nil), whole...)
		damaged[len(damaged)/2] ^= 16
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err = join(t.Context(), to, e, false, dirs...)
		var part *DamagedPart
		if !errors.As(err, &part) || part.Source.Dir != dirs[1] || !strings.Contains(err.Error(), dirs[1]+" (shard 2 of 2) cannot be joined: "+says) {
			t.Errorf("%s: %v", name, err)
		}
		if temps, _ := filepath.Glob(filepath.Join(to, tempName)); len(temps) > 0 {
			t.Errorf("%s: left behind: %q", name, temps)
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := join(t.Context(), to, e, false, dirs...); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, name+" mended", to, want)
	}

	// What is damaged here is copied again.
	to := t.TempDir()
	if _, err := join(t.Context(), to, e, true, dirs[1]); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(to, "games", "part-00003.parquet"), 99); err != nil {
		t.Fatal(err)
	}
	var part *DamagedPart
	if _, err := join(t.Context(), to, e, true, dirs[0]); !errors.As(err, &part) || part.Source.Dir != to || part.Part != 3 {
		t.Errorf("damaged where it is joined: %v", err)
	}
	if r, err := join(t.Context(), to, e, false, dirs...); err != nil || r.Kept != 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	sameFiles(t, "copied again", to, want)
}

func TestNobodyReadsWhatIsWritten(t *testing.T) {
	e := experiment(engine.BlockGames)
	dir := shard(t, e, 1, 2)
	e.Shard, e.Of = 1, 2
	f, err := Open(dir, e, options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSource(dir); err == nil || err.Error() != "another process is writing to "+dir+": wait for it" {
		t.Errorf("read while it is written: %v", err)
	}
	f.Close()
	for range 2 { // readers do not mind each other
		s, err := OpenSource(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
	}
	if _, err := Open(dir, e, options); err == nil || !strings.Contains(err.Error(), "another process is writing to "+dir+", or reads it") {
		t.Errorf("written while it is read: %v", err)
	}
	// A copy may lack the lock, and gets none.
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(copied, lockName))
	s, err := OpenSource(copied)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := os.Stat(filepath.Join(copied, lockName)); err == nil {
		t.Error("a lock was made by reading")
	}
}

func TestListed(t *testing.T) {
	many := make([]int, 100)
	for i := range many {
		many[i] = i
	}
	for want, numbers := range map[string][]int{
		"part 4": {4}, "parts 0 and 3": {0, 3}, "parts 1, 2 and 9": {1, 2, 9},
		"parts 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 88 more": many,
	} {
		if got := listed("part", numbers); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
