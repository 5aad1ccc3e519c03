package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/sim"
)

const games = 3*engine.BlockGames + 4321

func TestWorkersWriteTheSameBytes(t *testing.T) {
	for _, part := range []uint64{1, 2} {
		var want map[string][]byte
		for _, workers := range []int{1, 2, 3, 16} {
			e := experiment(games)
			e.Workers, e.PartGames = workers, part*engine.BlockGames
			dir := t.TempDir()
			if notes := runIn(t, dir, e, options); len(notes) > 0 {
				t.Errorf("notes: %v", notes)
			}
			if want == nil {
				want = contents(t, dir)
				continue
			}
			sameFiles(t, fmt.Sprint(workers, " workers"), dir, want)
		}
	}
}

func TestWhatIsInTheFolder(t *testing.T) {
	e := experiment(games)
	dir := t.TempDir()
	runIn(t, dir, e, options)
	names := []string{"manifest.json", "scenario.yaml", "curves.parquet"}
	for i := range 4 {
		for _, table := range []string{"games/part-0000%d.parquet", "wars/part-0000%d.parquet", "tallies/part-0000%d.tally"} {
			names = append(names, fmt.Sprintf(table, i))
		}
	}
	names = append(names, "turns/part-00000.parquet", "turns/part-00001.parquet") // 70,000 games
	files := contents(t, dir)
	for _, name := range names {
		if files[name] == nil {
			t.Errorf("%s is missing", name)
		}
		delete(files, name)
	}
	for name := range files {
		t.Errorf("there is %s too", name)
	}
	m, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	tally := tallyOf(t, dir, e)
	if m.Signature != sim.Signature(tally) || !m.Complete || tally.Games != games || m.Rows != "turns" || m.Scenario.SHA256[:6] != "010203" {
		t.Errorf("manifest %+v; the tally has signature %s", m, sim.Signature(tally))
	}
	files = contents(t, dir)
	rows := map[string]int64{}
	listed := m.Files
	for _, p := range m.Parts {
		listed = append(listed, p.Files...)
	}
	for _, x := range listed {
		if int64(len(files[x.Path])) != x.Bytes || sumOf(files[x.Path]) != x.XXH3 {
			t.Errorf("%s: %d bytes, %s; the manifest says %d, %s", x.Path, len(files[x.Path]), sumOf(files[x.Path]), x.Bytes, x.XXH3)
		}
		rows[filepath.Dir(x.Path)] += x.Rows
	}
	if rows["games"] != games || rows["wars"] != games {
		t.Errorf("%d rows of games and %d of wars, want %d of each", rows["games"], rows["wars"], games)
	}
}

// The tables, read by another reader, give the tally and the games that Replay tells.
func TestTablesHoldTheGames(t *testing.T) {
	e := experiment(games)
	e.TurnsFor, e.Workers = 190_000, 1 // so few rooms for rows that each is used again
	dir := t.TempDir()
	runIn(t, dir, e, options)
	table, wars, turns := readTable(t, dir, "games/*.parquet"), readTable(t, dir, "wars/*.parquet"), readTable(t, dir, "turns/*.parquet")
	tally := tallyOf(t, dir, e)

	outcomes := make(map[[2]int64]uint64)
	for g, game := range table["game"] {
		if game != int64(g) {
			t.Fatalf("row %d is game %d", g, game)
		}
		outcomes[[2]int64{table["outcome"][g], table["turns"][g]}]++
	}
	for o, lengths := range tally.Outcomes {
		for n, count := range lengths {
			if outcomes[[2]int64{int64(o), int64(n)}] != count {
				t.Errorf("outcome %d in %d turns: %d rows, %d counted", o, n, outcomes[[2]int64{int64(o), int64(n)}], count)
			}
		}
	}
	for i, game := range wars["game"] {
		// One war a game, from its first turn to its end; a surrender comes before the last turn's battle.
		length := table["turns"][i]
		if wars["ending"][i] == republic.Surrender {
			length--
		}
		if game != int64(i) || wars["length"][i] != length {
			t.Fatalf("war %d is of game %d and took %d turns, the game %d", i, game, wars["length"][i], table["turns"][i])
		}
	}
	row := 0
	for g := range 190_000 {
		for turn := int64(1); turn <= table["turns"][g]; turn++ {
			if turns["game"][row] != int64(g) || turns["turn"][row] != turn {
				t.Fatalf("row %d is turn %d of game %d; want turn %d of game %d", row, turns["turn"][row], turns["game"][row], turn, g)
			}
			row++
		}
		if turns["approval"][row-1] != table["final_approval"][g] {
			t.Fatalf("game %d ends with approval %d, its last turn with %d", g, table["final_approval"][g], turns["approval"][row-1])
		}
	}
	if row != len(turns["game"]) {
		t.Errorf("%d rows of turns, want %d", len(turns["game"]), row)
	}
	for _, g := range []uint64{0, 65_535, 65_536, 200_928} {
		c, err := sim.Replay(e, g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Outcome != e.Ruleset.Schema().Outcomes[table["outcome"][g]] || int64(c.Length) != table["turns"][g] || int64(c.Final[0].Value.(int32)) != table["final_approval"][g] {
			t.Errorf("game %d: told %s, %d turns, approval %v; the row has %d, %d, %d", g, c.Outcome, c.Length, c.Final[0].Value,
				table["outcome"][g], table["turns"][g], table["final_approval"][g])
		}
	}
}

// With the turns of all games, curves.parquet can be counted from the turns table.
func TestCurvesCountTheTurns(t *testing.T) {
	e := experiment(20_000)
	dir := t.TempDir()
	runIn(t, dir, e, options)
	turns, curves := readTable(t, dir, "turns/*.parquet"), readTable(t, dir, "curves.parquet")
	s := e.Ruleset.Schema()
	for i, c := range s.Curves {
		if turns[c.Name] == nil { // the war's running total
			continue
		}
		want := make(map[[3]int64]int64) // turn, basis, value
		for row, game := range turns["game"] {
			turn, v := turns["turn"][row], turns[c.Name][row]
			want[[3]int64{turn, int64(engine.On), v}]++
			last := turn
			if row+1 == len(turns["game"]) || turns["game"][row+1] != game {
				last = int64(s.Horizon)
			}
			for ; turn <= last; turn++ {
				want[[3]int64{turn, int64(engine.Carried), v}]++
			}
		}
		for row, m := range curves["measure"] {
			if m != int64(i) || curves["side"][row] != 0 {
				continue
			}
			key := [3]int64{curves["turn"][row], curves["basis"][row], curves["value"][row]}
			if want[key] != curves["games"][row] || curves["range"][row] != 0 {
				t.Errorf("%s, turn, basis and value %v: %d games, counted %d", c.Name, key, curves["games"][row], want[key])
			}
			delete(want, key)
		}
		if len(want) > 0 {
			t.Errorf("%s: %d values are not in the curves", c.Name, len(want))
		}
	}
}

func TestFewerTables(t *testing.T) {
	all, err := sim.Run(context.Background(), experiment(games), sim.NoRows(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		keep engine.Keep
		word string
	}{{engine.Keep{}, "none"}, {engine.Keep{Games: true}, "games"}, {engine.Keep{Games: true, Wars: true}, "wars"}} {
		e := experiment(games)
		e.Keep = c.keep
		dir := t.TempDir()
		runIn(t, dir, e, options)
		m, err := Read(dir)
		if err != nil || m.Rows != c.word || !m.Complete || m.Signature != sim.Signature(all.Tally) {
			t.Errorf("%s: %+v, %v; want signature %s", c.word, m, err, sim.Signature(all.Tally))
		}
		e.Games *= 2 // it goes on without tables, too
		f, err := Open(dir, e, options)
		if err != nil {
			t.Fatal(err)
		}
		r, err := sim.Run(context.Background(), e, f, nil)
		if err != nil || r.Kept != 3 {
			t.Errorf("%s: %d parts kept, %v", c.word, r.Kept, err)
		}
		f.Close()
	}
	e := experiment(10)
	e.Keep = engine.Keep{Turns: true}
	if _, err := Open(t.TempDir(), e, options); err == nil {
		t.Error("turns without games were accepted")
	}
}

func TestExtendedRunIsTheLongerRun(t *testing.T) {
	e := experiment(2 * games)
	want := straight(t, e)
	dir := t.TempDir()
	e.Games = games
	runIn(t, dir, e, options)
	e.Games = 2 * games
	notes := runIn(t, dir, e, options)
	if codes(notes) != "[extended extended_part]" || !strings.Contains(notes[1].Text, "part 3 held 4,321 of its 65,536 games") {
		t.Errorf("notes: %v", notes)
	}
	sameFiles(t, "extended", dir, want)
}

func TestOtherRunsAreRefused(t *testing.T) {
	dir := t.TempDir()
	runIn(t, dir, experiment(games), options)
	want := contents(t, dir)
	for _, c := range []struct {
		change func(*sim.Experiment)
		says   string
	}{
		{func(e *sim.Experiment) { e.Seed = 2 }, "seed 1, and this run has 2"},
		{func(e *sim.Experiment) { e.ID[0]++ }, "other settings of the scenario inkopah"},
		{func(e *sim.Experiment) { e.ID[0]++; e.Name = "alpine" }, "the scenario inkopah, and this run has alpine"},
		{func(e *sim.Experiment) { e.PartGames *= 2 }, "parts of 65536, and this run has 131072 games"},
		{func(e *sim.Experiment) { e.Keep.Turns = false }, "--rows turns, and this run has wars"},
		{func(e *sim.Experiment) { e.TurnsFor = 5 }, "--turns 70000, and this run has 5"},
		{func(e *sim.Experiment) { e.Shard, e.Of = 1, 2 }, "shard 1/1, and this run has 1/2"},
	} {
		e := experiment(games)
		c.change(&e)
		_, err := Open(dir, e, options)
		if err == nil {
			t.Fatalf("%s: accepted", c.says)
		}
		for _, part := range []string{dir + " holds another run: " + c.says, "--out", "--force"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not say %q", err, part)
			}
		}
	}
	if _, err := Open(dir, experiment(games-1), options); err == nil ||
		err.Error() != dir+" was asked for 200,929 games, of which 200,929 are kept: ask for at least 200,929, choose another folder with --out, or replace this one with --force" {
		t.Errorf("fewer games: %v", err)
	}
	sameFiles(t, "after refusals", dir, want)

	m, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.RulesVersion++
	e, err := experiment(games).Checked()
	if err != nil {
		t.Fatal(err)
	}
	asked, err := newManifest(&e, "test")
	if how := m.differs(asked); err != nil || how != fmt.Sprintf("rules version %d, and this run has %d", sim.RulesVersion+1, sim.RulesVersion) {
		t.Errorf("another rules version: %q, %v", how, err)
	}
}

// A run that came to an end before its first part is in nobody's way.
func TestARunWithoutPartsIsReplaced(t *testing.T) {
	for what, change := range map[string]func(*sim.Experiment){
		"a mended scenario": func(e *sim.Experiment) { e.ID[0]++ },
		"fewer games":       func(e *sim.Experiment) { e.Games-- },
	} {
		dir := t.TempDir()
		f, err := Open(dir, experiment(games), options)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		e := experiment(games)
		change(&e)
		runIn(t, dir, e, options)
		sameFiles(t, what, dir, straight(t, e))
	}
}

func TestForceReplacesARun(t *testing.T) {
	e := experiment(games)
	e.Seed, e.PartGames = 7, 2*engine.BlockGames
	want := straight(t, e)
	dir := t.TempDir()
	runIn(t, dir, experiment(2*games), options)
	notes := filepath.Join(dir, "my notes.txt")
	if err := os.WriteFile(notes, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	force := options
	force.Force = true
	runIn(t, dir, e, force)
	if text, err := os.ReadFile(notes); err != nil || string(text) != "mine" {
		t.Errorf("a file of the user's was touched: %q, %v", text, err)
	}
	os.Remove(notes)
	sameFiles(t, "forced", dir, want)
}

func TestOtherFoldersAreNotTouched(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report")
	os.WriteFile(file, []byte("mine"), 0o666)
	home, web, damaged := t.TempDir(), t.TempDir(), t.TempDir()
	os.WriteFile(filepath.Join(home, "thesis.txt"), []byte("mine"), 0o666)
	os.WriteFile(filepath.Join(web, manifestName), []byte(`{"name": "an extension", "format": "web"}`), 0o666)
	os.WriteFile(filepath.Join(damaged, manifestName), []byte(`{"format": "polemos ru`), 0o666)
	for _, c := range []struct{ dir, says string }{
		{file, "is a file"}, {filepath.Join(file, "below"), "--out"}, {home, "is not a run folder"},
		{web, "is not a run folder"}, {damaged, "is not a run folder"},
	} {
		for _, force := range []bool{false, true} {
			o := options
			o.Force = force
			if _, err := Open(c.dir, experiment(games), o); err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "--out") {
				t.Errorf("%s, force %t: %v", c.dir, force, err)
			}
		}
	}
	for _, dir := range []string{home, web, damaged} {
		if n := len(contents(t, dir)); n != 1 {
			t.Errorf("%d files in %s, want one", n, dir)
		}
		if _, err := os.Stat(filepath.Join(dir, lockName)); err == nil {
			t.Errorf("a lock was left in %s", dir)
		}
	}
}

// A process that dies before the manifest is there, or finds the disk full, leaves
// a folder in which the same command begins anew; a long name is no hindrance.
func TestFolderThatWasHardlyBegun(t *testing.T) {
	e := experiment(100)
	want := straight(t, e)
	dir := filepath.Join(t.TempDir(), strings.Repeat("x", 240))
	if err := os.MkdirAll(filepath.Join(dir, tempName), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, lockName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(dir, e, options)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < 4 {
		t.Fatalf("%v, %v", entries, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	runIn(t, dir, e, options)
	sameFiles(t, "hardly begun", dir, want)

	// The manifest is the first thing that is written, so that nothing else can
	// make the folder a stranger's.
	var first string
	broken := errors.New("broken")
	other := t.TempDir()
	g := &Folder{dir: other, temps: filepath.Join(other, tempName), e: e, schema: e.Ruleset.Schema(), manifest: &Manifest{}, create: func(path string) (file, error) {
		first = filepath.Base(path)
		return nil, broken
	}}
	if err := g.prepare(options); !errors.Is(err, broken) || first != manifestName {
		t.Errorf("%v, the first file is %s", err, first)
	}
	if left, _ := os.ReadDir(other); len(left) != 1 || left[0].Name() != tempName {
		t.Errorf("a run that could not begin leaves %v", left)
	}
}

func TestOneProcessAtATime(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(dir, experiment(games), options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, experiment(games), options); err == nil || !strings.Contains(err.Error(), "another process is writing") {
		t.Errorf("two at a time: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f, err = Open(dir, experiment(games), options)
	if err != nil {
		t.Fatalf("the lock stays: %v", err)
	}
	f.Close()
}

func TestDamageIsNoticedAndMended(t *testing.T) {
	e := experiment(games)
	whole := t.TempDir()
	runIn(t, whole, e, options)
	want := contents(t, whole)
	flip := func(path string) error {
		data, err := os.ReadFile(path)
		if err == nil {
			data[len(data)/3] ^= 4
			err = os.WriteFile(path, data, 0o666)
		}
		return err
	}
	for _, c := range []struct {
		name   string
		damage func(path string) error
		says   string
	}{
		{"games/part-00002.parquet", flip, "part 2 is played again: games/part-00002.parquet is damaged"},
		{"wars/part-00000.parquet", func(p string) error { return os.Truncate(p, 1000) }, "part 0 is played again: wars/part-00000.parquet is damaged"},
		{"turns/part-00001.parquet", os.Remove, "part 1 is played again: turns/part-00001.parquet is missing"},
		{"tallies/part-00003.tally", flip, "part 3 is played again: tallies/part-00003.tally is damaged"},
		{"tallies/part-00003.tally", func(p string) error { return os.Truncate(p, 3) }, "part 3 is played again: tallies/part-00003.tally is damaged"},
		{"tallies/part-00001.tally", os.Remove, ""},
		{"scenario.yaml", os.Remove, ""},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		if err := c.damage(filepath.Join(dir, filepath.FromSlash(c.name))); err != nil {
			t.Fatal(err)
		}
		notes := runIn(t, dir, e, options)
		if c.says == "" && len(notes) > 0 || c.says != "" && (len(notes) != 1 || notes[0] != sim.Note{Code: "damaged_part", Text: c.says, Warning: true}) {
			t.Errorf("%s: notes %v", c.name, notes)
		}
		sameFiles(t, c.name, dir, want)
	}
}

func TestWriteListsTheFile(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(dir, experiment(100), options)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"first", "<svg/>"} {
		if err := f.Write("plots/odds.svg", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	finish(t, f, experiment(100))
	m, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Files) != 2 || m.Files[1].Path != "plots/odds.svg" || m.Files[1].Bytes != 6 || !bytes.Equal(contents(t, dir)["plots/odds.svg"], []byte("<svg/>")) {
		t.Errorf("files %+v", m.Files)
	}
}
