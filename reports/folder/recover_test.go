package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

func TestLostManifestIsMadeAnew(t *testing.T) {
	e := experiment(games)
	whole := t.TempDir()
	runIn(t, whole, e, options)
	want := contents(t, whole)
	text := string(want[manifestName])
	for what, damaged := range map[string]string{
		"cut": text[:len(text)/2], "empty": "", "of another seed": strings.Replace(text, `"seed": 1`, `"seed": 3`, 1),
		"of another format": strings.Replace(text, "polemos run", "polemos ruN", 1), "lost": "",
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, manifestName)
		if err := os.WriteFile(path, []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		if what == "lost" {
			os.Remove(path)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "the command that began the run writes the manifest anew") {
			t.Errorf("%s: %v", what, err)
		}
		other := e
		other.Seed = 2
		if _, err := Open(dir, other, options); err == nil || !strings.Contains(err.Error(), "holds another run: seed 1, and this run has 2") {
			t.Errorf("%s, and another run: %v", what, err)
		}
		stamp, _ := os.Stat(filepath.Join(dir, "games", "part-00001.parquet"))
		notes := runIn(t, dir, e, options)
		if codes(notes) != "[manifest_lost]" || !notes[0].Warning || !strings.Contains(notes[0].Text, "from the records of 4 parts") {
			t.Errorf("%s: notes %v", what, notes)
		}
		sameFiles(t, what, dir, want)
		if again, err := os.Stat(filepath.Join(dir, "games", "part-00001.parquet")); err != nil || !again.ModTime().Equal(stamp.ModTime()) {
			t.Errorf("%s: a part was played again (%v)", what, err)
		}
	}
}

// What records do not say is not guessed: fewer games, parts of another shard.
func TestLostManifestOfAnotherRun(t *testing.T) {
	e := experiment(5 * engine.BlockGames)
	dir := shard(t, e, 1, 2)
	if err := os.Remove(filepath.Join(dir, manifestName)); err != nil {
		t.Fatal(err)
	}
	for says, change := range map[string]func(*sim.Experiment){
		"shard 1/1, and this run has 1/3":         func(e *sim.Experiment) { e.Shard, e.Of = 1, 3 },
		"was asked for 327,680 games":             func(e *sim.Experiment) { e.Games -= 5; e.Shard, e.Of = 1, 2 },
		"another scenario than inkopah, or other": func(e *sim.Experiment) { e.ID[0]++ },
	} {
		other := e
		change(&other)
		if _, err := Open(dir, other, options); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
	}
	force := options
	force.Force = true
	other := e
	other.Seed = 5
	runIn(t, dir, other, force)
	sameFiles(t, "forced", dir, straight(t, other))
}

func TestFolderInThePlaceOfAFile(t *testing.T) {
	e := experiment(100)
	for _, name := range []string{"scenario.yaml", "curves.parquet", "games/part-00000.parquet", "tallies/part-00000.tally"} {
		dir := t.TempDir()
		f, err := Open(dir, e, options)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(name), "inside"), 0o777); err != nil {
			t.Fatal(err)
		}
		r, err := sim.Run(t.Context(), e, f, nil)
		if err == nil {
			err = f.WriteCurves(r.Tally)
		}
		f.Close()
		if err == nil {
			_, err = Open(dir, e, options)
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if want := "the run folder cannot be written: " + path + " is a folder, in the place of a file: move it away and give the same command again"; err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

func TestFileTakenAwayDuringTheRun(t *testing.T) {
	e := experiment(4 * engine.BlockGames)
	want := straight(t, e)
	for name, take := range map[string]func(string) error{
		"games/part-00000.parquet": os.Remove, "wars/part-00001.parquet": func(p string) error { return os.Truncate(p, 50) },
		"tallies/part-00000.tally": os.Remove,
	} {
		dir := t.TempDir()
		first := e
		first.Games /= 2
		runIn(t, dir, first, options)
		f, err := Open(dir, e, options)
		if err != nil {
			t.Fatal(err)
		}
		path, taken := filepath.Join(dir, filepath.FromSlash(name)), false
		_, err = sim.Run(t.Context(), e, f, func(done, all uint64) {
			if done > 2*engine.BlockGames && !taken {
				taken = true
				if err := take(path); err != nil {
					t.Error(err)
				}
			}
		})
		if err == nil || !strings.Contains(err.Error(), name+" in "+dir+" was taken away or changed during the run: the same command plays part ") {
			t.Errorf("%s: %v", name, err)
		}
		f.Close()
		if m, err := Read(dir); err != nil || m.Complete || len(m.Parts) != 3 {
			t.Errorf("%s: complete %t, %d parts, %v", name, m.Complete, len(m.Parts), err)
		}
		runIn(t, dir, e, options)
		sameFiles(t, name, dir, want)
	}
}

func TestLockFollowsTheUmask(t *testing.T) {
	e := experiment(100)
	dir := t.TempDir()
	runIn(t, dir, e, options)
	lock, err := os.Stat(filepath.Join(dir, lockName))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.Stat(filepath.Join(dir, manifestName))
	if err != nil || lock.Mode() != manifest.Mode() {
		t.Errorf("the lock's mode is %v, the manifest's %v (%v)", lock.Mode(), manifest.Mode(), err)
	}
}
