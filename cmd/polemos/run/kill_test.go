package run

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// killedRun is a run of eight small parts.
func killedRun(dir string) []string {
	return append(spread, "run", "two-fronts", "--games", "520_000", "--turns", "20_000", "--workers", "2", "--quiet", "--out", dir)
}

// A process that is killed at any instant, from its first to its last, leaves a folder in which the same command comes to
// the bytes of a run that was not killed, and plays no part twice.
func TestKilledAtAnyInstant(t *testing.T) {
	chdirTemp(t)
	began := time.Now()
	if out, err := child(t, killedRun("calm")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	whole := time.Since(began)
	random := rand.New(rand.NewPCG(9, 9))
	dead, resumed := 0, 0
	for range size(3, 5, 200) {
		dir := t.TempDir()
		run := filepath.Join(dir, "r")
		c := child(t, killedRun(run)...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(whole))))
		_ = c.Process.Kill() // unless it has ended
		_ = c.Wait()
		if !c.ProcessState.Success() {
			dead++
		} else {
			whole /= 2 // the calm run was held up by something else
		}
		stamps := map[string]time.Time{}
		for _, name := range tallies(run) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			stamps[name] = info.ModTime()
		}
		if len(stamps) > 0 && len(stamps) < 8 {
			resumed++
		}
		done(t, killedRun(run)...)
		sameFolder(t, "a run that was killed", run, "calm")
		for name, was := range stamps {
			if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(was) {
				t.Errorf("%s was made again (%v)", name, err)
			}
		}
		if t.Failed() {
			break
		}
		os.RemoveAll(dir)
	}
	t.Logf("%d were killed before their end, %d with some parts done", dead, resumed)
	if dead == 0 {
		t.Error("not one run was killed before its end")
	}
}

// The same for a merge, whose shards stay as they are.
func TestKilledMergeGoesOn(t *testing.T) {
	chdirTemp(t)
	dirs := []string{"s1", "s2", "s3"}
	for i, dir := range dirs {
		done(t, append(killedRun(dir), "--shard", string(rune('1'+i))+"/3")...)
	}
	done(t, killedRun("calm")...)
	merge := func(to string) []string { return append([]string{"merge", "--quiet", "--out", to}, dirs...) }
	began := time.Now()
	if out, err := child(t, merge("first")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	whole := time.Since(began)
	sameFolder(t, "a merge", "first", "calm")
	random := rand.New(rand.NewPCG(3, 9))
	for range size(2, 4, 50) {
		run := filepath.Join(t.TempDir(), "r")
		c := child(t, merge(run)...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(whole))))
		_ = c.Process.Kill()
		_ = c.Wait()
		done(t, merge(run)...)
		sameFolder(t, "a merge that was killed", run, "calm")
	}
}

// A bit that is flipped anywhere in a folder is mended by the same command, or the folder is refused; never is a wrong
// number shown as right.
func TestFlippedBits(t *testing.T) {
	chdirTemp(t)
	args := append(spread, "run", "inkopah", "--games", "70_000", "--turns", "2000", "--quiet", "--format", "json", "--out", "r")
	want := done(t, args...)
	whole := folderBytes(t, "r")
	var names []string
	for name := range whole {
		if name != ".lock" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	random := rand.New(rand.NewPCG(4, 2))
	refused := 0
	try := func(name string) {
		t.Helper()
		data := []byte(whole[name])
		bit := random.IntN(8 * len(data))
		data[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(filepath.Join("r", filepath.FromSlash(name)), data, 0o666); err != nil {
			t.Fatal(err)
		}
		if o := polemos(t, "verify", "r", "--sample", "10"); o.status == Done && name != "manifest.json" {
			t.Errorf("%s, bit %d: verify finds nothing", name, bit)
		}
		o := polemos(t, args...)
		if o.status != Done {
			refused++
			if o.out != "" || o.status != Usage || name != "manifest.json" || !strings.Contains(o.err, "r ") {
				t.Errorf("%s, bit %d: status %d, %s", name, bit, o.status, o.err)
			}
			if err := os.WriteFile(filepath.Join("r", name), []byte(whole[name]), 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
		if o.out != want {
			t.Errorf("%s, bit %d: another result", name, bit)
		}
		for name, text := range folderBytes(t, "r") {
			if whole[name] != text {
				t.Errorf("%s, bit %d: %s is another", name, bit, name)
			}
		}
	}
	for i, name := range names {
		if !strings.HasPrefix(name, "plots/") || i%size(20, 20, 1) == 0 {
			try(name)
		}
	}
	for range size(3, 15, 300) {
		try("manifest.json")
	}
	t.Logf("%d flips in the manifest were refused", refused)
}

// A file that is taken out of the folder while the run goes on is noticed at its end.
func TestFileRemovedInMidRun(t *testing.T) {
	chdirTemp(t)
	c := child(t, append(spread, "run", "long-peace", "--games", "400_000", "--turns", "1000", "--rows", "games", "--workers", "1", "--out", "r")...)
	var err bytes.Buffer
	c.Stderr = &err
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	for deadline := time.Now().Add(time.Minute); len(tallies("r")) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no part in a minute")
		}
	}
	if err := os.Remove(filepath.Join("r", "games", "part-00000.parquet")); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if c.ProcessState.ExitCode() != Broken || !strings.Contains(err.String(), "polemos: games/part-00000.parquet in r was taken away or changed during the run: the same command plays part 0 again\n") {
		t.Errorf("status %d, %s", c.ProcessState.ExitCode(), err.String())
	}
}
