package run

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type comparison struct {
	Sides       []string
	Seed, Games uint64
	Differences []struct {
		Measure, Verdict      string
		FirstValue, SideValue float64
		Difference            struct{ Value, Low, High float64 }
		GamesThatDiffer       uint64 `json:"games_that_differ"`
	}
}

func compared(t *testing.T, args ...string) comparison {
	t.Helper()
	var c comparison
	if err := json.Unmarshal([]byte(done(t, append([]string{"compare", "--format", "json", "--quiet"}, args...)...)), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// Two files, a variant, and two folders of runs: the same games, and so the same answer.
func TestCompareWaysToAsk(t *testing.T) {
	chdirTemp(t)
	const v = "republic.crises.inkopah.victory_points=14"
	done(t, "new", "a.yaml")
	done(t, "run", "inkopah", "--games", "150_000", "--part-games", "65_536", "--rows", "wars", "--out", "a", "--seed", "4")
	done(t, "run", "inkopah", "--games", "150_000", "--part-games", "131_072", "--out", "b", "--seed", "4", "--set", v)
	variant := compared(t, "inkopah", "--with", v, "--seed", "4", "--games", "150_000", "--once")
	folders := compared(t, "a", "b")
	files := compared(t, "a.yaml", filepath.Join("b", "scenario.yaml"), "--seed", "4", "--games", "150_000", "--once")
	if variant.Games != 150_000 || variant.Seed != 4 || variant.Differences[0].Verdict != "lower" || len(variant.Differences) < 20 {
		t.Errorf("%+v", variant)
	}
	if diff := cmp.Diff(variant.Differences, folders.Differences); diff != "" {
		t.Errorf("played and kept:\n%s", diff)
	}
	if diff := cmp.Diff(variant.Differences, files.Differences); diff != "" {
		t.Errorf("variant and file:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a", "b"}, folders.Sides); diff != "" || folders.Seed != 4 {
		t.Errorf("%+v", folders)
	}
}

func TestCompareText(t *testing.T) {
	out := done(t, "compare", "inkopah", "--with", "republic.crises.inkopah.victory_points=14", "--with", "params.patience=30; turns=20", "--quiet", "--measure", "odds", "--games", "70_000")
	for _, line := range []string{
		"A  inkopah\nB  inkopah with republic.crises.inkopah.victory_points=14\nC  inkopah with params.patience=30; turns=20\n",
		"B is lower\n", "C is higher\n", "alike in every game: odds.declined, odds.unresolved",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is not in\n%s", line, out)
		}
	}
}

// A file that is damaged is not compared.
func TestCompareDamagedFolders(t *testing.T) {
	chdirTemp(t)
	for _, dir := range []string{"a", "b"} {
		done(t, "run", "inkopah", "--games", "1000", "--quiet", "--out", dir)
	}
	file := filepath.Join("b", "wars", "part-00000.parquet")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	fails(t, polemos(t, "compare", "a", "b"), Usage, "wars/part-00000.parquet in b is damaged: polemos report b plays that part again")
	done(t, "report", "b")
	done(t, "compare", "a", "b")
}

func TestWrongComparisons(t *testing.T) {
	chdirTemp(t)
	for _, line := range []string{"--seed 1 --out a", "--seed 2 --out b", "--games 200 --out c", "--rows none --out d", "--rows games --out e"} {
		done(t, append([]string{"run", "inkopah", "--quiet"}, strings.Fields("--games 100 "+line)...)...)
	}
	for _, c := range []struct{ line, message string }{
		{"compare", "compare needs scenarios: polemos compare inkopah my-war.yaml"},
		{"compare inkopah", "compare needs two scenarios, or one and --with KEY=VALUE: polemos compare inkopah --with turns=20"},
		{"compare inkopah two-fronts --with turns=20", "--with makes variants of one scenario, and there are 2: give all of them a setting with --set"},
		{"compare inkopah --with turns", `--with "turns": write KEY=VALUE, several parted by semicolons, such as --with "turns=20; params.patience=30"`},
		{"compare inkopah --with turns=20 --within odds=x", "--within odds=x: write a number above 0, or MEASURE=NUMBER, such as --within odds=0.001"},
		{"compare inkopah --with turns=20 --within -1", "--within -1: write a number above 0, or MEASURE=NUMBER, such as --within odds=0.001"},
		{"compare inkopah --with turns=20 --measure odds.vitory", `there is no measure "odds.vitory" (did you mean odds.victory?)`},
		{"compare inkopah a", "compare takes scenarios or run folders, not both: a folder's scenario.yaml can be played"},
		{"compare a", "compare needs two run folders, found one: a"},
		{"compare a b", "a was played with seed 1 and b with seed 2: only games on the same dice are compared"},
		{"compare a c", "a has 100 games and c has 200: run the shorter one again with --games 200, which extends it"},
		{"compare a d", "the run in d has kept no rows of its games: run it with --rows games, or wars"},
		{"compare a e --measure war.length.mean", "war.length.mean is told by rows that e does not have"},
		{"compare a e --seed 3", "--seed does not go with run folders: their games have been played"},
	} {
		fails(t, polemos(t, strings.Fields(c.line)...), Usage, c.message)
	}
	if c := compared(t, "a", "e"); len(c.Differences) < 10 {
		t.Errorf("games only: %+v", c)
	}
}

// The page tells the numbers that JSON tells, and how to ask again.
func TestPagesOfCompareAndCheck(t *testing.T) {
	chdirTemp(t)
	const with = "turns=20; params.patience=30"
	c := compared(t, "inkopah", "--with", with, "--measure", "odds", "--games", "3000", "--once", "--html", "c.html")
	page, err := os.ReadFile("c.html")
	if err != nil {
		t.Fatal(err)
	}
	text := html.UnescapeString(string(page))
	for _, want := range []string{
		"polemos compare inkopah --with '" + with + "' --measure odds --games 3_000 --once", "<svg ",
		"<td>" + strconv.FormatFloat(c.Differences[0].Difference.Low, 'f', -1, 64) + "</td>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the page of compare", want)
		}
	}
	done(t, "check", "inkopah", "--quiet", "--html", "k.html")
	if page, err = os.ReadFile("k.html"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Revolution in the Kingdom of Inkopah", "polemos check inkopah --seed 1", "0.9112153", "<svg "} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is not on the page of check", want)
		}
	}
	o := polemos(t, "compare", "inkopah", "--with", with, "--games", "100", "--quiet", "--html", filepath.Join("no", "page.html"))
	if o.status != Broken || !strings.HasPrefix(o.err, "polemos: the page cannot be written: ") || o.out != "" {
		t.Errorf("status %d, %q", o.status, o.err)
	}
}
