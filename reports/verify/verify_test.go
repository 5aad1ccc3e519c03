package verify

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/publish"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

const games = engine.BlockGames + 2000

// experiment is a run of two parts; patience is the Congress's.
func experiment(t *testing.T, patience string) sim.Experiment {
	t.Helper()
	c, err := configs.Load("inkopah", policies.Default(), []configs.Setting{{Key: "params.patience", Value: patience}})
	if err != nil {
		t.Fatal(err)
	}
	return sim.Experiment{
		Ruleset: c.Ruleset(), Name: c.Name, ID: [32]byte{7}, Seed: 1, Games: games, TurnsFor: games - 10, PartGames: engine.BlockGames,
		Keep: engine.Keep{Games: true, Wars: true, Turns: true}, Confidence: 0.99,
	}
}

func summarised(e sim.Experiment) func(*engine.Tally) (*summary.Summary, error) {
	return func(tally *engine.Tally) (*summary.Summary, error) {
		return findings.Of(findings.Run{Name: e.Name, Title: "Inkopah", SHA256: e.ID, Seed: e.Seed, Confidence: e.Confidence}, tally)
	}
}

// open is a folder of the experiment.
func open(t *testing.T, dir string, e sim.Experiment) *folder.Folder {
	t.Helper()
	f, err := folder.Open(dir, e, folder.Options{Scenario: []byte("name: inkopah\n"), Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// publishIn makes what is made after the last part, from a tally, and closes the folder.
func publishIn(t *testing.T, f *folder.Folder, e sim.Experiment, tally *engine.Tally) {
	t.Helper()
	s, err := summarised(e)(tally)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(publish.All(f, s, tally), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// check checks a folder as a run of the experiment.
func check(t *testing.T, dir string, e sim.Experiment) *Report {
	t.Helper()
	m, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Check(t.Context(), Run{Dir: dir, Manifest: m, Experiment: e, Summary: summarised(e), Sample: 500, Rerun: "run again", Redraw: "report"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finds checks that the first finding is about a file and says these things.
func finds(t *testing.T, what string, r *Report, file string, says ...string) {
	t.Helper()
	if r.Holds || len(r.Findings) == 0 {
		t.Errorf("%s: nothing is found", what)
		return
	}
	f := r.Findings[0]
	text := fmt.Sprintf("%s; %s; %s", f.Found, f.Expected, f.Mend)
	for _, s := range says {
		if f.File != file || !strings.Contains(text, s) {
			t.Errorf("%s: %s: %s\nwant %s: %s", what, f.File, text, file, s)
		}
	}
}

func TestWhatWasPlayedHolds(t *testing.T) {
	for _, keep := range []engine.Keep{{}, {Games: true}, {Games: true, Wars: true}, {Games: true, Wars: true, Turns: true}} {
		e := experiment(t, "64")
		e.Keep = keep
		dir := t.TempDir()
		f := open(t, dir, e)
		result, err := sim.Run(t.Context(), e, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		publishIn(t, f, e, result.Tally)
		r := check(t, dir, e)
		if !r.Holds || !r.Complete || r.Games != games || r.Parts != 2 || r.Signature != sim.Signature(result.Tally) || !r.FromSummary || r.FromRows != keep.Wars {
			t.Errorf("%+v: %+v", keep, r)
		}
		if wants := 500; keep.Games && r.Replayed != wants || !keep.Games && r.Replayed != 0 || len(r.Notes) != map[bool]int{true: 0, false: 1}[keep.Wars] {
			t.Errorf("%+v: %d replayed; notes %q", keep, r.Replayed, r.Notes)
		}
		if keep.Turns && (r.Rows["turns"] == 0 || r.Rows["wars"] != games || r.Rows["games"] != games) {
			t.Errorf("rows %v", r.Rows)
		}
	}
}

// The checksums of a run that was played by other rules are right; its games are not.
func TestGamesOfOtherRules(t *testing.T) {
	e, dir := experiment(t, "64"), t.TempDir()
	other := experiment(t, "40")
	f := open(t, dir, other)
	result, err := sim.Run(t.Context(), other, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	publishIn(t, f, other, result.Tally)
	r := check(t, dir, e)
	finds(t, "other rules", r, "games/part-00000.parquet", ", when it is played", "outcome ", "remove "+dir)
	if f := r.Findings[0]; f.Game == nil || len(r.Findings) > 2*gamesTold || !r.FromRows {
		t.Errorf("%+v", r)
	}
}

// Rows that are not those of the tally, though every checksum is right.
func TestRowsThatWereNotCounted(t *testing.T) {
	e := experiment(t, "64")
	e.Games = 2000
	right, wrong := e, e
	wrong.Seed = 2
	blocks := make([]*engine.Block, 2)
	for i, e := range []sim.Experiment{right, wrong} {
		blocks[i] = engine.NewBlock(e.Ruleset.Schema())
		blocks[i].Keep, blocks[i].TurnsFor = e.Keep, e.TurnsFor
		blocks[i].Begin(0, int(e.Games))
		if err := e.NewPlayer().Play(blocks[i]); err != nil {
			t.Fatal(err)
		}
	}
	for what, c := range map[string]struct {
		change     func(*engine.Block)
		file, says string
	}{
		"no change":        {func(*engine.Block) {}, "", ""},
		"games":            {func(b *engine.Block) { b.Games, b.Turns = blocks[1].Games, blocks[1].Turns }, "games/part-00000.parquet", "games end in victory after"},
		"an approval":      {func(b *engine.Block) { b.Games = changed(b.Games, 8) }, "games/part-00000.parquet", "another distribution of"},
		"wars":             {func(b *engine.Block) { b.Wars = blocks[1].Wars }, "wars/part-00000.parquet", "wars about inkopah end in"},
		"a war's turn":     {func(b *engine.Block) { b.Wars = changed(b.Wars, engine.WarDeclared) }, "wars/part-00000.parquet", "computed from the rows"},
		"a turn's number":  {func(b *engine.Block) { b.Turns = changed(b.Turns, engine.TurnTurn) }, "turns/part-00000.parquet", "is turn "},
		"turns' approvals": {func(b *engine.Block) { b.Turns = allChanged(b.Turns, engine.TurnFirst) }, "turns/part-00000.parquet", "when it is played"},
	} {
		dir := t.TempDir()
		f := open(t, dir, e)
		b := *blocks[0]
		c.change(&b)
		rows := f.NewRows()
		err := errors.Join(rows.Turns(&b), rows.Encode(&b))
		p := sim.Part{Games: e.Games}
		err = errors.Join(err, f.Put(p, rows), f.Done(p, canonical(blocks[0].Tally)), f.Flush())
		if err != nil {
			t.Fatal(err)
		}
		publishIn(t, f, e, blocks[0].Tally)
		if r := check(t, dir, e); c.file == "" {
			if !r.Holds {
				t.Errorf("%s: %+v", what, r.Findings)
			}
		} else {
			finds(t, what, r, c.file, c.says, "remove "+dir)
		}
	}
}

// canonical is the tally of a part: blocks merged.
func canonical(t *engine.Tally) *engine.Tally {
	all := engine.NewTally(t.Schema)
	all.Merge(t)
	return all
}

// changed are the rows with another value in a column of the row in the middle.
func changed(rows engine.Rows, column int) engine.Rows {
	rows.Col = append([][]int32(nil), rows.Col...)
	rows.Col[column] = append([]int32(nil), rows.Col[column]...)
	rows.Col[column][rows.N/2]++
	return rows
}

func allChanged(rows engine.Rows, column int) engine.Rows {
	rows.Col = append([][]int32(nil), rows.Col...)
	rows.Col[column] = append([]int32(nil), rows.Col[column]...)
	for i := range rows.Col[column] {
		rows.Col[column][i]++
	}
	return rows
}

// A summary or curves of another run are noticed, though the manifest has their checksums.
func TestSummaryOfAnotherRun(t *testing.T) {
	e := experiment(t, "64")
	e.Games = 3000
	other := e
	other.Seed = 2
	var tallies []*engine.Tally
	for _, e := range []sim.Experiment{e, other} {
		r, err := sim.Run(t.Context(), e, sim.NoRows(), nil)
		if err != nil {
			t.Fatal(err)
		}
		tallies = append(tallies, r.Tally)
	}
	dir := t.TempDir()
	f := open(t, dir, e)
	if _, err := sim.Run(t.Context(), e, f, nil); err != nil {
		t.Fatal(err)
	}
	publishIn(t, f, e, tallies[1])
	r := check(t, dir, e)
	finds(t, "another summary", r, "summary.json", "by the tallies", "report")
	last := r.Findings[len(r.Findings)-1]
	if last.File != "curves.parquet" || len(r.Findings) != valuesTold+2 {
		t.Errorf("%+v", r.Findings)
	}
}

func TestDifferencesOfJSON(t *testing.T) {
	var d differences
	d.compare("", map[string]any{"a": []any{1.0, 2.0}, "b": map[string]any{"c": "x"}, "d": nil, "f": 1 + 1e-12},
		map[string]any{"a": []any{1.0, 3.0}, "b": map[string]any{"c": "y"}, "e": []any{}, "d": 0.0, "f": 1.0})
	var got []string
	for _, x := range d {
		got = append(got, x.at+" "+x.is+" "+x.should)
	}
	if want := `a[1] 2 3|b.c "x" "y"|d null 0|e null a list of 0`; strings.Join(got, "|") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, "|"), want)
	}
}

func TestSampleIsSpread(t *testing.T) {
	e := experiment(t, "64")
	for _, n := range []uint64{1, 2, 3, 1000, 1 << 40} {
		c := &checker{Run: Run{Sample: n, Experiment: e}}
		parts := []*part{{Part: sim.Part{First: 0, Games: 50}}, {Part: sim.Part{Number: 3, First: 1000, Games: 70}}}
		c.report.Games = 120
		c.choose(parts)
		count := uint64(len(parts[0].sample) + len(parts[1].sample))
		if count != min(n, 120) || parts[0].sample[0] != 0 || n > 1 && parts[1].sample[len(parts[1].sample)-1] != 1069 {
			t.Errorf("%d: %v, %v", n, parts[0].sample, parts[1].sample)
		}
	}
}
