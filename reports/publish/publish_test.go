package publish

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

const games = 300

// published is a small run of inkopah with all its files.
func published(t *testing.T) (dir string, s *summary.Summary, tally *engine.Tally) {
	t.Helper()
	c, err := configs.Load("inkopah", policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := sim.Experiment{Ruleset: c.Ruleset(), Name: c.Name, ID: c.SHA256, Seed: 1, Games: games, Workers: 1, Keep: engine.Keep{Games: true}}
	dir = t.TempDir()
	to, err := folder.Open(dir, e, folder.Options{Scenario: []byte("name: inkopah\n"), Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := sim.Run(t.Context(), e, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = findings.Of(findings.Run{Name: c.Name, Title: c.Title, Seed: 1, Confidence: 0.99}, r.Tally); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(All(to, s, r.Tally), to.Close()); err != nil {
		t.Fatal(err)
	}
	return dir, s, r.Tally
}

func TestEveryFileIsWritten(t *testing.T) {
	dir, s, _ := published(t)
	for _, name := range []string{
		"curves.parquet", "summary.json", "summary.parquet", "report.html", "plots/victory-odds.svg", "plots/victory-odds.png",
		"plots/war-length.svg", "plots/republic.approval.png",
	} {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := os.Open(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	again, err := summary.Read(f)
	if err != nil || again.Games != games || again.Signature != s.Signature {
		t.Errorf("summary.json: %v", err)
	}
}

// The table has every measure with a value; what has no interval has its value at both ends.
func TestSummaryTable(t *testing.T) {
	dir, s, tally := published(t)
	data, err := os.ReadFile(filepath.Join(dir, "summary.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := columns.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	measure, err1 := r.Texts(nil, "measure")
	value, err2 := r.Floats(nil, "value")
	low, err3 := r.Floats(nil, "low")
	high, err4 := r.Floats(nil, "high")
	interval, err5 := r.Ints(nil, "interval")
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, v := range findings.Values(s, tally) {
		if v.Value != nil {
			known++
		}
	}
	if len(measure) != known {
		t.Errorf("%d rows, want %d", len(measure), known)
	}
	won := uint64(0)
	for _, n := range tally.Outcomes[0] {
		won += n
	}
	seen := 0
	for i, name := range measure {
		switch name {
		case "odds.victory":
			seen++
			if value[i] != float64(won)/games || interval[i] != 1 || !(low[i] < value[i] && value[i] < high[i]) {
				t.Errorf("%s is %v, from %v to %v", name, value[i], low[i], high[i])
			}
		case "war.inkopah.odds.victory", "turn.1.republic.approval.mean":
			seen++
			if interval[i] != 1 || !(low[i] < value[i] && value[i] < high[i]) {
				t.Errorf("%s has no interval", name)
			}
		case "war.length.median":
			seen++
			if interval[i] != 0 || low[i] != value[i] || high[i] != value[i] {
				t.Errorf("%s has an interval", name)
			}
		}
	}
	if seen != 4 {
		t.Errorf("%d of 4 measures are there", seen)
	}
}
