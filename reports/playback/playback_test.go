package playback

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

func inkopah(t *testing.T) *configs.Scenario {
	t.Helper()
	s, err := configs.Load("inkopah", policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// kept is a run of two parts, the second of 500 games, with the rows of games and wars.
func kept(t *testing.T, keep engine.Keep) (dir string, m *folder.Manifest) {
	t.Helper()
	s := inkopah(t)
	e := sim.Experiment{
		Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256, Seed: 1, Games: engine.BlockGames + 500, PartGames: engine.BlockGames,
		Workers: 1, Keep: keep,
	}
	dir = t.TempDir()
	to, err := folder.Open(dir, e, folder.Options{Scenario: []byte("name: inkopah\n"), Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = sim.Run(t.Context(), e, to, nil)
	if err := errors.Join(err, to.Close()); err != nil {
		t.Fatal(err)
	}
	if m, err = folder.Read(dir); err != nil {
		t.Fatal(err)
	}
	return dir, m
}

// A block across the border of two parts is the block that the rules play.
func TestBlocksAreThoseThatWerePlayed(t *testing.T) {
	dir, m := kept(t, engine.Keep{Games: true, Wars: true})
	rules := inkopah(t).Ruleset()
	run, err := Open(dir, m, rules.Schema())
	if err != nil {
		t.Fatal(err)
	}
	if lacks := run.Lacks(); lacks.Wars || !lacks.Turns {
		t.Errorf("it lacks %+v, want turns only", lacks)
	}
	fill, play := run.NewPlayer(), rules.NewPlayer(1)
	for _, first := range []uint64{engine.BlockGames - 70, 0, engine.BlockGames + 300} {
		played := engine.NewBlock(rules.Schema())
		played.Keep, played.TurnsFor = engine.Keep{Games: true, Wars: true}, math.MaxUint64
		played.Begin(first, 200)
		if err := play.Play(played); err != nil {
			t.Fatal(err)
		}
		given := engine.NewBlock(rules.Schema())
		given.Begin(first, 200)
		if err := fill(given); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			what        string
			given, want engine.Rows
		}{{"games", given.Games, played.Games}, {"wars", given.Wars, played.Wars}} {
			if c.given.N != c.want.N || c.want.N == 0 {
				t.Errorf("from game %d: %d %s, want %d", first, c.given.N, c.what, c.want.N)
			}
			for i := range c.given.Col {
				if !slices.Equal(c.given.Col[i], c.want.Col[i]) {
					t.Errorf("from game %d: column %d of %s is another", first, i, c.what)
				}
			}
		}
	}
}

func TestWhatCannotBeGivenBack(t *testing.T) {
	dir, m := kept(t, engine.Keep{Games: true})
	schema := inkopah(t).Ruleset().Schema()
	for _, c := range []struct {
		change func(*folder.Manifest)
		wrong  string
	}{
		{func(m *folder.Manifest) { m.Complete = false }, "is not finished"},
		{func(m *folder.Manifest) { m.Of = 3 }, "join the shards first"},
		{func(m *folder.Manifest) { m.Rows = "none" }, "has kept no rows"},
	} {
		other := *m
		c.change(&other)
		if _, err := Open(dir, &other, schema); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("error %v, want one that says %q", err, c.wrong)
		}
	}
	run, err := Open(dir, m, schema)
	if err != nil {
		t.Fatal(err)
	}
	if !run.Lacks().Wars {
		t.Error("a run without rows of wars lacks none")
	}
	b := engine.NewBlock(schema)
	b.Begin(engine.BlockGames, 600) // a hundred more than there are
	if err := run.NewPlayer()(b); err == nil || !strings.Contains(err.Error(), "has no game ") {
		t.Errorf("games that were not played: error %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "games", "*.parquet"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(files[0], data, 0o666); err != nil {
		t.Fatal(err)
	}
	b.Begin(0, 100)
	if err := run.NewPlayer()(b); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("a damaged file: error %v", err)
	}
}
