package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// A manifest of a run that cannot be is not believed, and one that was touched is known.
func TestManifestsByHand(t *testing.T) {
	dir := shard(t, experiment(engine.BlockGames), 1, 2)
	path := filepath.Join(dir, manifestName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(dir)
	if err != nil || !m.AsWritten() || m.SameRules(dir) != nil {
		t.Fatal(err, m)
	}
	for _, c := range []struct{ from, to, says string }{
		{`"games": 65536`, `"games": 0`, "0 games cannot be played"},
		{`"games": 65536`, `"games": 18446744073709551615`, "18446744073709551615 games cannot be played"},
		{`"part_games": 65536`, `"part_games": 0`, "parts of 0 games are not possible"},
		{`"part_games": 65536`, `"part_games": 65537`, "parts of 65537 games are not possible"},
		{`"shard": 1`, `"shard": 3`, "there is no shard 3 of 2"},
		{`"of": 2`, `"of": 0`, "there is no shard 1 of 0"},
		{`"rows": "turns"`, `"rows": "most"`, `its rows are "most"`},
		{`"program": `, `"Program": `, ""},
		{`"complete": true`, `"complete":  true`, ""},
	} {
		text := strings.Replace(string(whole), c.from, c.to, 1)
		if text == string(whole) {
			t.Fatalf("there is no %s", c.from)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		switch m, err := Read(dir); {
		case c.says == "" && (err != nil || m.AsWritten()):
			t.Errorf("%s: %v", c.to, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), "its manifest.json cannot be right: "+c.says)):
			t.Errorf("%s: %v", c.to, err)
		}
	}
}

// A manifest that lists a part twice, or one that there is not, is written anew from the records.
func TestPartsListedByHand(t *testing.T) {
	e := experiment(3*engine.BlockGames - 5)
	want := straight(t, e)
	dir := t.TempDir()
	runIn(t, dir, e, options)
	path := filepath.Join(dir, manifestName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to string }{
		{`"part": 1,`, `"pa": 1,`}, // it is 0 then
		{`"part": 1,`, `"part": 2,`},
		{`"part": 2,`, `"part": 7,`},
		{`"part": 0,`, `"part": -1,`},
		{`"first": 131072,`, `"first": 65536,`},
		{`"games": 65531,`, `"games": 65536,`},
	} {
		text := strings.Replace(string(whole), c.from, c.to, 1)
		if text == string(whole) {
			t.Fatalf("there is no %s", c.from)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		runIn(t, dir, e, options)
		sameFiles(t, c.to, dir, want)
	}
}

func TestOtherRulesAreNotJoined(t *testing.T) {
	dir := shard(t, experiment(engine.BlockGames), 1, 2)
	for _, other := range []func(*Manifest){func(m *Manifest) { m.RulesVersion-- }, func(m *Manifest) { m.SchemaVersion++ }} {
		m, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		other(m)
		if err := Joinable([]*Source{{Dir: dir, Manifest: m}}); err == nil || !strings.HasPrefix(err.Error(), dir+" is of ") || !strings.Contains(err.Error(), "use the program that made it (version ") {
			t.Error(err)
		}
	}
}
