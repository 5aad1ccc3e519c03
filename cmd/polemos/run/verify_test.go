package run

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/reports/verify"
	"github.com/polemos-sim/polemos/sim"
)

func TestVerifyTells(t *testing.T) {
	chdirTemp(t)
	done(t, inParts("--out", "r")...)
	before := folderBytes(t, "r")
	out := done(t, "verify", "r")
	lines := strings.Split(out, "\n")
	want := []string{
		"inkopah   seed 3   r", "",
		"games       458,851 of 458,851, in 8 of 8 parts",
		"rows        458,851 of games, 458,851 of wars, ", // and of turns
		"signature   " + signature(t, "r") + ", of what was counted and of the rows",
		"replayed    1,000 games",
		"summary     computed again from what was counted, as are the curves", "",
		"all of it holds", "",
	}
	at := 0
	for _, line := range lines {
		if at < len(want) && strings.HasPrefix(line, want[at]) {
			at++
		}
	}
	if at != len(want) {
		t.Errorf("%q is not said in\n%s", want[at], out)
	}
	for name, text := range folderBytes(t, "r") {
		if before[name] != text {
			t.Errorf("%s was touched", name)
		}
	}

	var r verify.Report
	if err := json.Unmarshal([]byte(done(t, "verify", "r", "--format", "json", "--sample", "7")), &r); err != nil {
		t.Fatal(err)
	}
	if !r.Holds || !r.Complete || r.Replayed != 7 || r.Parts != 8 || r.Rows["games"] != 458_851 || !r.FromRows || !r.FromSummary || len(r.Findings) != 0 {
		t.Errorf("%+v", r)
	}

	done(t, inParts("--shard", "3/7", "--out", "s")...)
	if out := done(t, "verify", "s"); !strings.Contains(out, "inkopah   seed 3   shard 3 of 7   s\n") || !strings.HasSuffix(out, "\nall of it holds\n") {
		t.Error(out)
	}
	done(t, inParts("--shard", "30/64", "--out", "empty")...)
	done(t, "verify", "empty")
	done(t, "merge", "s", "--partial", "--out", "some")
	const more = "the run is not finished: 7 of 8 parts are missing; to go on: polemos run some/scenario.yaml --seed 3 --games 458_851 --turns 70_000 --part-games 65_536 --out some\n"
	if out := done(t, "verify", "some"); !strings.Contains(out, "games       65,536 of 458,851, in 1 of 8 parts\n") || !strings.Contains(out, more) {
		t.Error(out)
	}
	if err := replaced(fmt.Sprintf(`"rules_version": %d`, sim.RulesVersion), `"rules_version": 0`)(filepath.Join("empty", "manifest.json")); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"verify", "merge"} {
		fails(t, polemos(t, verb, "empty"), Usage, fmt.Sprintf("empty is of rules version 0, and this program has %d: use the program that made it (version %s), or make the run anew in another folder", sim.RulesVersion, version()))
	}
	fails(t, polemos(t, "verify", "nowhere"), Usage, "nowhere is not a run folder: it has no manifest.json")
	fails(t, polemos(t, "verify"), Usage, "verify needs the folder of a run: polemos verify runs/inkopah-1")
}

// What is damaged in a folder is told with the command that mends it, and that command does.
func TestVerifyFindsDamageAndWhatMendsIt(t *testing.T) {
	chdirTemp(t)
	args := append(spread, "run", "inkopah", "--games", "70_000", "--seed", "3", "--turns", "500", "--out", "r")
	done(t, args...)
	whole := folderBytes(t, "r")
	const again = "polemos run r/scenario.yaml --seed 3 --games 70_000 --turns 500 --part-games 65_536 --out r"
	for _, c := range []struct {
		file   string
		damage func(string) error
		found  string
		mend   string
	}{
		{"games/part-00001.parquet", flipped(1000), "is damaged", again},
		{"wars/part-00000.parquet", os.Remove, "is missing", again},
		{"turns/part-00000.parquet", func(p string) error { return os.Truncate(p, 10) }, "is damaged", again},
		{"tallies/part-00001.tally", flipped(50), "is damaged", again},
		{"tallies/part-00000.tally", os.Remove, "is missing", again},
		{"summary.json", flipped(2000), "is damaged", "polemos report r"},
		{"curves.parquet", os.Remove, "is missing", "polemos report r"},
		{"plots/victory-odds.svg", flipped(77), "is damaged", "polemos report r"},
		{"games/part-00007.parquet", func(p string) error { return os.WriteFile(p, nil, 0o666) }, "a file that no part of the run has", "remove r/games/part-00007.parquet"},
		{"scenario.yaml", flipped(300), "", "give the command that began the run"},
		{"manifest.json", replaced(`"signature": "`+signature(t, "r"), `"signature": "0000000000000000`), "signature 0000000000000000", again},
		{"manifest.json", replaced(`"rows": 65536`, `"rows": 65537`), "part 0: games 0 to 65535, ", again},
	} {
		if err := c.damage(filepath.Join("r", filepath.FromSlash(c.file))); err != nil {
			t.Fatal(err)
		}
		o := polemos(t, "verify", "r", "--format", "json")
		var r verify.Report
		if err := json.Unmarshal([]byte(o.out), &r); err != nil || o.status != Failed || o.err != "" || r.Holds {
			t.Fatalf("%s: status %d, %q, %v\n%s", c.file, o.status, o.err, err, o.out)
		}
		if f := r.Findings[0]; f.File != c.file || !strings.Contains(f.Found, c.found) || f.Mend != c.mend || len(r.Findings) > 1 {
			t.Errorf("%s: %+v", c.file, r.Findings)
		}
		if o := polemos(t, "verify", "r"); o.status != Failed || !strings.HasSuffix(o.out, "; to mend it: "+c.mend+"\n1 thing does not hold\n") {
			t.Errorf("%s: status %d\n%s", c.file, o.status, o.out)
		}
		switch words := strings.Fields(c.mend); words[0] {
		case "polemos":
			done(t, words[1:]...)
		case "remove":
			os.Remove(filepath.FromSlash(words[1]))
		default:
			done(t, args...)
		}
		done(t, "verify", "r")
		if got := folderBytes(t, "r"); !cmp.Equal(got, whole) {
			t.Errorf("%s is not mended", c.file)
		}
	}
}

// flipped damages a bit of a byte of a file.
func flipped(at int) func(string) error {
	return func(path string) error {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		data[at%len(data)] ^= 1
		return os.WriteFile(path, data, 0o666)
	}
}

// replaced changes a text in a file, once.
func replaced(from, to string) func(string) error {
	return func(path string) error {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(strings.Replace(string(data), from, to, 1)), 0o666)
	}
}
