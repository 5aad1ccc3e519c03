package folder

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/sim"
)

// weary declares every war and wants peace below an Approval Rating.
type weary struct{ below int32 }

func (c weary) Declare(*republic.View, int) bool   { return true }
func (c weary) Peace(v *republic.View, _ int) bool { return v.Approval() < c.below }

// allIn deploys every unit in the first war that allows it.
type allIn struct{}

func (allIn) Deploy(v *republic.View, o *republic.Orders) {
	for u := range v.Rules().Units {
		for w := range v.Wars() {
			if n := o.OnStation(u); n > 0 && v.Usable(w, u) {
				o.Deploy(u, n, w)
			}
		}
	}
}

// rules are one war, with the numbers of the Inkopah example.
func rules() *republic.Rules {
	r := republic.Defaults()
	r.Name = "inkopah"
	r.Approval = republic.Gauge{Start: 60, Min: 0, Max: 100}
	r.Treasury, r.Income, r.TaxNum, r.TaxDen = 100, 30, 1, 4
	r.Units = []republic.Unit{
		{Name: "cavalry", Kind: republic.Cavalry, BattlePoints: 3, Purchase: 12, Support: 2, Start: 2},
		{Name: "infantry", Kind: republic.Infantry, BattlePoints: 2, Purchase: 8, Support: 1, Arrives: []republic.Arrival{{Turn: 3, Units: 1}}},
		{Name: "navy", Kind: republic.Navy, BattlePoints: 4, Purchase: 20, Support: 3},
	}
	r.Randomizer, _ = engine.ParseDice("2d10-11")
	r.Crises = []republic.Crisis{{
		Name: "inkopah", At: 1, VictoryPoints: engine.Amount{Plain: 13}, Exclude: [3]bool{republic.Navy: true},
		Spoils: republic.Spoils{Effect: republic.Effect{Income: 5}, Territories: 1}, Penalty: republic.Effect{Approval: -24},
	}}
	is := func(s ...republic.Standing) republic.Expression {
		return republic.Expression{Reads: republic.ReadsCrisis(0), Holds: func(v *republic.View) (bool, error) {
			return slices.Contains(s, v.Standing(0)), nil
		}}
	}
	r.Outcomes = []string{"victory", "defeat", engine.Unresolved}
	r.Victory = []republic.Condition{
		{Outcome: 0, When: is(republic.Won)},
		{Outcome: 1, When: is(republic.Defeated, republic.Surrendered)},
	}
	return &r
}

var everything = engine.Keep{Games: true, Wars: true, Turns: true}

func experiment(games uint64) sim.Experiment {
	return sim.Experiment{
		Ruleset: republic.New(rules(), func() republic.Seats {
			return republic.Seats{Congress: weary{below: 64}, President: allIn{}, Names: [3]string{"weary", "", "all-in"}}
		}),
		Name: "inkopah", ID: [32]byte{1, 2, 3}, Seed: 1, Games: games, TurnsFor: 70_000, PartGames: engine.BlockGames, Keep: everything, Workers: 2,
	}
}

var options = Options{Scenario: []byte("name: inkopah\n"), Program: "test"}

// runIn runs the experiment in a folder, to the end.
func runIn(t testing.TB, dir string, e sim.Experiment, o Options) []sim.Note {
	t.Helper()
	f, err := Open(dir, e, o)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, f, e)
	return f.Notes()
}

func finish(t testing.TB, f *Folder, e sim.Experiment) {
	t.Helper()
	r, err := sim.Run(context.Background(), e, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.WriteCurves(r.Tally); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// tallyOf is the tally of a run that is in a folder.
func tallyOf(t testing.TB, dir string, e sim.Experiment) *engine.Tally {
	t.Helper()
	f, err := Open(dir, e, options)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := sim.Run(context.Background(), e, f, nil)
	if err != nil || r.Kept != r.Parts {
		t.Fatalf("%d of %d parts were kept, %v", r.Kept, r.Parts, err)
	}
	return r.Tally
}

// contents are all files of a folder but the lock.
func contents(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == lockName {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sameFiles compares folders byte by byte.
func sameFiles(t testing.TB, what, dir string, want map[string][]byte) {
	t.Helper()
	got := contents(t, dir)
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: there is a file %s too many", what, name)
		}
	}
	for name, bytesWanted := range want {
		if data, ok := got[name]; !ok {
			t.Errorf("%s: %s is missing", what, name)
		} else if !bytes.Equal(data, bytesWanted) {
			t.Errorf("%s: %s differs: %d bytes, want %d", what, name, len(data), len(bytesWanted))
		}
	}
}

// straight is the folder of a run without incident.
func straight(t testing.TB, e sim.Experiment) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	runIn(t, dir, e, options)
	return contents(t, dir)
}

// readTable reads every integer column of the parts of a table.
func readTable(t testing.TB, dir, name string) map[string][]int64 {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, name))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no files (%v)", name, err)
	}
	table := make(map[string][]int64)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := columns.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, c := range r.Columns() {
			if c.Kind == columns.Int64 {
				if table[c.Name], err = r.Longs(table[c.Name], c.Name); err != nil {
					t.Fatal(err)
				}
				continue
			}
			ints, err := r.Ints(nil, c.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range ints {
				table[c.Name] = append(table[c.Name], int64(v))
			}
		}
	}
	return table
}

func codes(notes []sim.Note) string {
	var s []string
	for _, n := range notes {
		s = append(s, n.Code)
	}
	return fmt.Sprint(s)
}
