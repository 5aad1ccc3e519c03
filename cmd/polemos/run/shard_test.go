package run

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrongShards(t *testing.T) {
	chdirTemp(t)
	const write = "not a shard; write --shard 2/4 for the second of four"
	for shard, message := range map[string]string{
		"1": write, "a/b": write, "": write, "-1/4": write, "1/2/3": write, "1.5/4": write, "1/": write,
		"0/4":  "shards are counted from 1; the first is --shard 1/4",
		"+1/4": write, "1+2/4": write, "1+1": write,
		"4+1/4":     "there are only 4; choose from 1/4 to 4/4",
		"5/4":       "there are only 4; choose from 1/4 to 4/4",
		"1/0":       "there can be 1 to 1_000_000 shards; write --shard 2/4 for the second of four",
		"1/1000001": "there can be 1 to 1_000_000 shards; write --shard 2/4 for the second of four",
	} {
		fails(t, polemos(t, "run", "inkopah", "--shard", shard), Usage, fmt.Sprintf("--shard %q: %s", shard, message))
	}
	if left := folderBytes(t, "."); len(left) > 0 {
		t.Errorf("wrong usage left files: %v", left)
	}
}

// inParts is a run of eight small parts, the last of them cut short.
func inParts(more ...string) []string {
	return append(append(spread, "run", "inkopah", "--games", strconv.Itoa(7*perPart+99), "--turns", "70_000", "--seed", "3"), more...)
}

func TestShardsMergedAreTheRun(t *testing.T) {
	chdirTemp(t)
	want := done(t, inParts("--out", "whole", "--format", "json")...)
	random := rand.New(rand.NewPCG(6, 6))
	for _, of := range []int{1, 2, 7, 64} {
		var dirs []string
		for i := 1; i <= of; i++ {
			dir := filepath.Join("runs", fmt.Sprintf("inkopah-3-shard-%d-of-%d", i, of))
			dirs = append(dirs, dir)
			args := inParts("--shard", fmt.Sprintf("%d/%d", i, of), "--format", "json")
			if i%3 == 1 && of < 10 { // on another machine
				c := child(t, args...)
				c.Env = append(c.Env, "GOMAXPROCS=1")
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				continue
			}
			out := done(t, append(args, "--workers", strconv.Itoa(1+i%4))...)
			var got portion
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatal(err)
			}
			if of == 1 || got.Folder == dir && got.Complete && got.Shard == uint64(i) && got.Of == uint64(of) && (i > 8) == (got.Games == 0) && (i > 8) == (len(got.Parts) == 0) {
				continue
			}
			t.Errorf("shard %d of %d: %s", i, of, out)
		}
		random.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
		joined := fmt.Sprintf("joined-%d", of)
		if got := done(t, append([]string{"merge", "--out", joined, "--format", "json", "--quiet"}, dirs...)...); got != want {
			t.Errorf("%d shards joined show another result (-want +got):\n%s", of, cmp.Diff(want, got))
		}
		sameFolder(t, fmt.Sprint(of, " shards joined"), joined, "whole")

		// In groups, and groups of groups.
		for len(dirs) > 1 {
			n := min(len(dirs), 2+random.IntN(3))
			group := fmt.Sprintf("group-%d-%d", of, len(dirs))
			done(t, append([]string{"merge", "--partial", "--out", group, "--quiet"}, dirs[:n]...)...)
			dirs = append(dirs[n:], group)
		}
		if of > 1 {
			sameFolder(t, fmt.Sprint(of, " shards in groups"), dirs[0], "whole")
		}
	}
	// Without --out it is where the run itself would be, and report draws it again.
	done(t, "merge", "runs/inkopah-3-shard-2-of-2", "runs/inkopah-3-shard-1-of-2")
	done(t, "report", "runs/inkopah-3")
	sameFolder(t, "the usual folder", filepath.Join("runs", "inkopah-3"), "whole")
}

func TestShardShowsNoResult(t *testing.T) {
	chdirTemp(t)
	out := done(t, inParts("--shard", "2/3")...)
	want := `inkopah   shard 2 of 3   seed 3

games       131,171 of 458,851
parts       3 of 8
signature   XXXXXXXXXXXXXXXX, of these games
folder      runs/inkopah-3-shard-2-of-3

Odds, pictures and report are made of all games: when the 3 shards are there, join them with
  polemos merge runs/inkopah-3-shard-*-of-3
`
	at := strings.Index(out, "signature   ") + len("signature   ")
	if diff := cmp.Diff(want, out[:at]+"XXXXXXXXXXXXXXXX"+out[at+16:]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	dir := filepath.Join("runs", "inkopah-3-shard-2-of-3")
	if is := signature(t, dir); is != out[at:at+16] {
		t.Errorf("the manifest has signature %s, %s is shown", is, out[at:at+16])
	}
	for _, name := range []string{"summary.json", "report.html", "plots", "curves.parquet"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("a shard has %s", name)
		}
	}
	fails(t, polemos(t, "report", dir), Usage, dir+" is shard 2 of 3 of a run, and a report is about all games: join the shards with polemos merge")
	out = done(t, inParts("--shard", "1/3", "--out", "mine")...)
	if !strings.HasSuffix(out, "\n  polemos merge mine and the folders of the others\n") {
		t.Error(out)
	}
	// The same command does nothing; a shard grows as a run does.
	if again := polemos(t, inParts("--shard", "1/3", "--out", "mine")...); again.out != out || again.err != "" {
		t.Errorf("again: %q, %q", again.out, again.err)
	}
	done(t, inParts("--shard", "1/3", "--out", "mine", "--games", "600_000")...)
	done(t, inParts("--shard", "1/3", "--out", "more", "--games", "600_000")...)
	sameFolder(t, "a shard that was extended", "mine", "more")
}

func TestPrecisionOfShards(t *testing.T) {
	chdirTemp(t)
	args := append(spread, "run", "inkopah", "--precision", "0.004", "--rows", "none")
	done(t, append(args, "--out", "whole")...)
	for _, shard := range []string{"1/2", "2/2"} {
		done(t, append(args, "--shard", shard)...)
	}
	done(t, "merge", "runs/inkopah-1-shard-1-of-2", "runs/inkopah-1-shard-2-of-2")
	sameFolder(t, "shards of a precision", filepath.Join("runs", "inkopah-1"), "whole")
}
