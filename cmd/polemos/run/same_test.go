package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/reports/columns"
)

// spread makes a run of several parts, each of one block.
var spread = []string{"--part-games", "65_536"}

// perPart is how many games such a part has.
const perPart = 65_536

func TestWorkersChangeNothing(t *testing.T) {
	chdirTemp(t)
	for scenario, turns := range map[string]int{"inkopah": perPart + 10_000, "long-peace": size(1000, 5000, perPart+10_000)} {
		var first string
		for _, workers := range []string{"1", "2", "3", "16"} {
			dir := scenario + "-" + workers
			games := perPart + size(1000, perPart+20_000, 2*perPart)
			done(t, append(spread, "run", scenario, "--games", strconv.Itoa(games), "--turns", strconv.Itoa(turns), "--workers", workers, "--out", dir)...)
			if first == "" {
				first = dir
				checkWhatIsThere(t, dir)
				continue
			}
			sameFolder(t, scenario+" by "+workers+" workers", dir, first)
		}
	}
}

// checkWhatIsThere makes sure that the comparison is about something.
func checkWhatIsThere(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{
		"manifest.json", "scenario.yaml", "summary.json", "summary.parquet", "curves.parquet", "report.html",
		"games/part-00001.parquet", "wars/part-00001.parquet", "turns/part-00000.parquet", "plots/*.svg", "plots/*.png",
	} {
		if found, err := filepath.Glob(filepath.Join(dir, name)); err != nil || len(found) == 0 {
			t.Errorf("there is no %s in %s", name, dir)
		}
	}
}

func TestMoreGamesBeginWithTheFewer(t *testing.T) {
	chdirTemp(t)
	const some, twice = 90_000, 180_000
	run := func(dir string, games int, more ...string) {
		t.Helper()
		done(t, append(append(spread, "run", "two-fronts", "--games", fmt.Sprint(games), "--out", dir), more...)...)
	}
	run("some", some)
	fewer := games(t, "some")
	run("some", twice)
	run("fresh", twice)
	sameFolder(t, "a run that was extended", "some", "fresh")
	more := games(t, "fresh")
	if len(fewer) != some || len(more) != twice {
		t.Fatalf("%d and %d games", len(fewer), len(more))
	}
	for i := range fewer {
		if fewer[i] != more[i] {
			t.Fatalf("game %d is %s in a run of %d games and %s in one of %d", i, fewer[i], some, more[i], twice)
		}
	}
	// Which tables are kept, and how they are cut, moves no game.
	run("whole", twice, "--part-games", "262_144", "--rows", "none")
	if a, b := signature(t, "whole"), signature(t, "fresh"); a != b {
		t.Errorf("signature %s with other files, want %s", a, b)
	}
	run("other", twice, "--seed", "2")
	if signature(t, "other") == signature(t, "fresh") {
		t.Error("seeds 1 and 2 have one signature")
	}
}

func signature(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^ "signature": "([0-9a-f]{16})"`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("no signature in %s", text)
	}
	return string(found[1])
}

// record is a row of a table by column; words for enumerations.
type record map[string]any

// rows reads a table of a run, all parts of it, as far as keep says.
func rows(t *testing.T, dir, table string, keep func(game int64) bool) []record {
	t.Helper()
	var all []record
	files, err := filepath.Glob(filepath.Join(dir, table, "*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no table %s in %s: %v", table, dir, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := columns.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		ids, err := r.Longs(nil, "game")
		if err != nil {
			t.Fatal(err)
		}
		var kept []record
		var at []int
		for i, id := range ids {
			if keep(id) {
				kept, at = append(kept, record{"game": id}), append(at, i)
			}
		}
		for _, c := range r.Columns()[1:] {
			var values []int32
			var words []string
			if c.Kind == columns.Enum {
				words, err = r.Texts(nil, c.Name)
			} else {
				values, err = r.Ints(nil, c.Name)
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, from := range at {
				if words != nil {
					kept[i][c.Name] = words[from]
				} else {
					kept[i][c.Name] = values[from]
				}
			}
		}
		all = append(all, kept...)
	}
	return all
}

// games spells the games of a run.
func games(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	for _, row := range rows(t, dir, "games", func(int64) bool { return true }) {
		all = append(all, fmt.Sprint(row))
	}
	return all
}

// told is what replay --format json says, as far as the tables say it too.
type told struct {
	Game            int64
	Outcome         string
	Length          int32
	Approval, Turns []map[string]any
	Wars            []map[string]any
	Final           map[string]any
}

// number is how JSON reads what a table has.
func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int32:
		return float64(v)
	}
	return -1e300
}

func TestReplayTellsTheGamesOfTheTables(t *testing.T) {
	chdirTemp(t)
	for scenario, count := range map[string]int{"inkopah": perPart + 1000, "two-fronts": perPart + 1000, "long-peace": size(1000, 5000, perPart+1000)} {
		done(t, append(spread, "run", scenario, "--games", strconv.Itoa(count), "--turns", "all", "--seed", "9", "--out", scenario)...)
		for _, game := range []int64{0, 17, 999, perPart - 1, perPart, int64(count) - 1} {
			if game >= int64(count) {
				continue
			}
			var g told
			out := done(t, "replay", scenario, "--seed", "9", "--game", fmt.Sprint(game), "--format", "json")
			if err := json.Unmarshal([]byte(out), &g); err != nil {
				t.Fatal(err)
			}
			this := func(id int64) bool { return id == game }
			replayedGame(t, g, rows(t, scenario, "games", this))
			replayedWars(t, g, rows(t, scenario, "wars", this))
			replayedTurns(t, g, rows(t, scenario, "turns", this))
			if t.Failed() {
				t.Fatalf("%s, game %d:\n%s", scenario, game, out)
			}
		}
	}
}

func replayedGame(t *testing.T, g told, table []record) {
	t.Helper()
	if len(table) != 1 {
		t.Fatalf("%d rows of one game", len(table))
	}
	row := table[0]
	want := map[string]any{"outcome": g.Outcome, "turns": g.Length, "game": g.Game, "wars": int32(len(g.Wars)), "spoils_due": int32(len(g.Final["spoils_due"].([]any)))}
	for name, v := range want {
		if row[name] != v {
			t.Errorf("%s is %v in the table and %v in the replay", name, row[name], v)
		}
	}
	final := map[string]any{}
	for _, from := range []any{g.Final, g.Final["ledger"], g.Final["units"]} {
		for name, v := range from.(map[string]any) {
			final[name] = v
		}
	}
	compared := 0
	for name, v := range row {
		if _, other := want[name]; other {
			continue
		}
		compared++
		told, ok := final[strings.TrimPrefix(name, "final_")]
		if name == "tax" && !ok {
			told = 0.0
			for _, turn := range g.Turns {
				told = told.(float64) + number(turn["tax"])
			}
		}
		if number(told) != number(v) {
			t.Errorf("%s is %v in the table and %v in the replay", name, v, told)
		}
	}
	if compared < 9 {
		t.Errorf("only %d columns", compared)
	}
}

func replayedWars(t *testing.T, g told, table []record) {
	t.Helper()
	type war struct {
		crisis, ending   string
		declared, length float64
	}
	tables, tale := map[war]int{}, map[war]int{}
	for _, w := range table {
		tables[war{w["war"].(string), w["ending"].(string), number(w["declared"]), number(w["length"])}]++
	}
	for _, w := range g.Wars {
		tale[war{w["crisis"].(string), w["outcome"].(string), number(w["declared"]), number(w["length"])}]++
	}
	if len(tables) != len(tale) {
		t.Errorf("wars %v in the table, %v in the replay", tables, tale)
	}
	for w, n := range tale {
		if tables[w] != n {
			t.Errorf("war %v is told %d times and stands %d times in the table", w, n, tables[w])
		}
	}
}

func replayedTurns(t *testing.T, g told, table []record) {
	t.Helper()
	if len(table) != len(g.Turns) {
		t.Fatalf("%d turns in the table, %d in the replay", len(table), len(g.Turns))
	}
	for i, row := range table {
		turn := g.Turns[i]
		running := 0.0
		for crisis, w := range turn["wars"].(map[string]any) {
			battle := w.(map[string]any)
			standing := map[any]string{"on": "running", "victory": "won", "defeat": "defeated", "surrender": "surrendered", "declined": "declined"}[battle["result"]]
			if row[crisis+"_standing"] != standing {
				t.Errorf("turn %d: %s is %v in the table and %v in the replay", i+1, crisis, row[crisis+"_standing"], battle["result"])
			}
			if standing == "running" {
				running++
				if number(row[crisis+"_total"]) != number(battle["total"]) {
					t.Errorf("turn %d: the total of %s is %v in the table and %v in the replay", i+1, crisis, row[crisis+"_total"], battle["total"])
				}
			}
		}
		want := map[string]float64{"wars": running}
		for name, v := range turn["units"].(map[string]any) {
			want[name] = number(v)
		}
		for _, name := range []string{"turn", "approval", "fervor", "treasury", "support", "territories"} {
			want[name] = number(turn[name])
		}
		got := map[string]float64{}
		for name := range want {
			got[name] = number(row[name])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("turn %d (-replay +table):\n%s", i+1, diff)
		}
	}
}
