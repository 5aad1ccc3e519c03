package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shards plays the shards of a small run and returns their folders.
func shards(t *testing.T, more ...string) []string {
	t.Helper()
	var dirs []string
	for _, number := range []string{"1", "2", "3"} {
		dir := "s" + number
		done(t, inParts(append([]string{"--shard", number + "/3", "--out", dir, "--quiet"}, more...)...)...)
		dirs = append(dirs, dir)
	}
	return dirs
}

func TestWrongMerges(t *testing.T) {
	chdirTemp(t)
	shards(t)
	done(t, inParts("--shard", "2/3", "--out", "seed", "--seed", "4")...)
	done(t, inParts("--shard", "1/2", "--out", "half")...)
	done(t, inParts("--shard", "2/3", "--out", "set", "--set", "params.patience=30")...)
	done(t, "run", "inkopah", "--games", "2000", "--out", "other")
	if err := os.CopyFS(filepath.Join("other", "games", "s1"), os.DirFS("s1")); err != nil {
		t.Fatal(err)
	}
	before := folderBytes(t, ".")
	for _, c := range []struct{ line, message string }{
		{"merge", "merge needs the folders of the shards: polemos merge runs/inkopah-1-shard-*-of-4"},
		{"merge nowhere", "nowhere is not a run folder: it has no manifest.json"},
		{"merge s1 seed s3", "seed cannot be joined with s1, as it holds another run: seed 4, and s1 has 3"},
		{"merge s1 set s3", "set cannot be joined with s1, as it holds another run: other settings of the scenario inkopah"},
		{"merge s1 s2 s1", "s1 and s1 both are shard 1 of 3: leave one of them away"},
		{"merge s1 s2 s3 --out other", "other holds another run: seed 1, and this run has 3: choose another folder with --out, or replace this one with --force"},
		{"merge s1 s2 s3 --out s3", "s3 holds another run: shard 3/3, and this run has 1/1: choose another folder with --out, or replace this one with --force"},
		{"merge s1 s2 s3 --out s3 --force", "--force would remove s3, which is to be joined: choose another folder with --out"},
		{"merge other/games/s1 s2 s3 --out other --force", "other/games/s1 lies in other, where the run is to be kept: choose another folder with --out"},
		{"merge s1 half --out new", "s1 (shard 1 of 3) and half (shard 1 of 2) both have part 0: leave one of them away"},
		{"merge s1 s3 --out new", "shard 2 of 3 is missing: nothing was joined; --partial joins what there is"},
		{"merge s3 --out new", "shards 1 and 2 of 3 are missing: nothing was joined; --partial joins what there is"},
	} {
		t.Run(c.line, func(t *testing.T) { fails(t, polemos(t, strings.Fields(c.line)...), Usage, c.message) })
	}
	for name, text := range folderBytes(t, ".") {
		if was, there := before[name]; !there || was != text {
			t.Errorf("%s is new, or was touched", name)
		}
	}
	done(t, "merge", "s1", "s2", "s3", "--out", "other", "--force")
	done(t, inParts("--out", "whole")...)
	sameFolder(t, "a folder taken by --force", "other", "whole")
}

// A damaged shard is told with the command that mends it; that command does.
func TestDamagedShardIsMended(t *testing.T) {
	chdirTemp(t)
	shards(t, "--turns", "all", "--rows", "wars")
	name := filepath.Join("s2", "wars", "part-00004.parquet")
	if err := os.Truncate(name, 500); err != nil {
		t.Fatal(err)
	}
	const mend = "polemos run s2/scenario.yaml --seed 3 --games 458_851 --rows wars --turns all --part-games 65_536 --shard 2/3 --out s2"
	fails(t, polemos(t, "merge", "s1", "s2", "s3", "--out", "joined"), Broken,
		"part 4 of s2 (shard 2 of 3) cannot be joined: wars/part-00004.parquet is damaged: to play it again: "+mend)
	if o := polemos(t, strings.Fields(mend)[1:]...); o.status != Done || o.err != "note: part 4 is played again: wars/part-00004.parquet is damaged\n" {
		t.Errorf("status %d, %q", o.status, o.err)
	}
	done(t, "merge", "s1", "s2", "s3", "--out", "joined")
	done(t, inParts("--turns", "all", "--rows", "wars", "--out", "whole")...)
	sameFolder(t, "mended and joined", "joined", "whole")
}

// What was joined of a run is a run that is not finished: run goes on with it.
func TestSomeShardsGoOnAsARun(t *testing.T) {
	chdirTemp(t)
	shards(t)
	out := done(t, "merge", "s1", "s3", "--partial", "--out", "some")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	rerun := strings.TrimSpace(lines[len(lines)-1])
	if !strings.HasPrefix(out, "inkopah   not all of it   seed 3\n") || !strings.Contains(out, "\nparts       5 of 8\n") ||
		rerun != "polemos run some/scenario.yaml --seed 3 --games 458_851 --turns 70_000 --part-games 65_536 --out some" {
		t.Error(out)
	}
	fails(t, polemos(t, "report", "some"), Usage, "the run in some is not finished: the command that began it goes on with it")
	fails(t, polemos(t, "merge", "some", "--out", "new"), Usage, "parts 1, 4 and 7 are missing: nothing was joined; --partial joins what there is")
	done(t, strings.Fields(rerun)[1:]...)
	done(t, inParts("--out", "whole")...)
	sameFolder(t, "some shards, and the rest played", "some", "whole")
}
