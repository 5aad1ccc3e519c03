package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

const (
	// Format is what manifest.json says it is.
	Format = "polemos run"
	// FormatVersion rises when a reader of the manifest or of a part's record would go wrong.
	FormatVersion = 1
	// SchemaVersion rises when a table's leading columns or the meaning of a column changes.
	SchemaVersion = 1
)

// A Manifest is manifest.json: what a run folder holds.
type Manifest struct {
	Format        string   `json:"format"`
	FormatVersion int      `json:"format_version"`
	Program       string   `json:"program"` // its version
	SchemaVersion int      `json:"schema_version"`
	RulesVersion  int      `json:"rules_version"`
	Scenario      Scenario `json:"scenario"`
	Seed          uint64   `json:"seed"`
	Games         uint64   `json:"games"` // of the run, all shards together
	PartGames     uint64   `json:"part_games"`
	TurnsFor      uint64   `json:"turns_for"` // games below this have turn rows
	Rows          string   `json:"rows"`      // none, games, wars or turns: the last table that is kept
	Shard         uint64   `json:"shard"`     // from 1
	Of            uint64   `json:"of"`
	Complete      bool     `json:"complete"`  // every part of the shard is there
	Signature     string   `json:"signature"` // of the parts that are there
	Parts         []Record `json:"parts"`
	Files         []File   `json:"files"` // written after the last part: curves, summary, plots, report

	text        []byte // that was read
	fromRecords bool   // made of the records, without knowing what only a manifest says
}

// Scenario says which scenario was played.
type Scenario struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the resolved scenario
}

// A Record is what is known of a part.
type Record struct {
	Part      int    `json:"part"`
	First     uint64 `json:"first"` // its first game
	Games     uint64 `json:"games"`
	Signature string `json:"signature"`
	Files     []File `json:"files"`
}

// A File is a file of the folder.
type File struct {
	Path  string `json:"path"`           // in the folder, with slashes
	Rows  int64  `json:"rows,omitempty"` // of a part's table
	Bytes int64  `json:"bytes"`
	XXH3  string `json:"xxh3"` // XXH3-128, as xxhsum -H2 prints it
}

const manifestName = "manifest.json"

// Read reads the manifest of a run folder. One that says otherwise than all records of its parts is not believed.
func Read(dir string) (*Manifest, error) {
	text, err := ReadFile(dir, manifestName)
	if damage, ok := errors.AsType[*Damage](err); ok {
		if info, err := os.Stat(dir); err == nil && info.IsDir() && !damage.Missing() {
			return nil, noRun(dir, "its "+damage.Error())
		}
		return nil, noRun(dir, "it has no "+manifestName)
	}
	if err != nil {
		return nil, err
	}
	m := &Manifest{text: text}
	if err := json.Unmarshal(text, m); err != nil || m.Format != Format {
		return nil, noRun(dir, "its "+manifestName+" says something else")
	}
	if m.FormatVersion != FormatVersion {
		return nil, fmt.Errorf("%s was written by another version of the program (%s): its format is %d, and this one reads %d", dir, m.Program, m.FormatVersion, FormatVersion)
	}
	if err := m.possible(); err != nil {
		return nil, noRun(dir, fmt.Sprintf("its %s cannot be right: %v", manifestName, err))
	}
	if m.contradicted(dir) {
		return nil, noRun(dir, "its "+manifestName+" and the records of its parts are about different runs")
	}
	return m, nil
}

// encode is what manifest.json has.
func (m *Manifest) encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", " ")
	return append(text, '\n'), err
}

// AsWritten says that manifest.json was, when it was read, to the byte what is written of what it says.
func (m *Manifest) AsWritten() bool {
	text, err := m.encode()
	return err == nil && bytes.Equal(text, m.text)
}

// SameRules says why the run in a folder is not one that this program goes on with, joins or plays again: its games were
// played by other rules, or are kept in another form.
func (m *Manifest) SameRules(dir string) error {
	what, is, here := "rules", m.RulesVersion, sim.RulesVersion
	if is == here {
		what, is, here = "schema", m.SchemaVersion, SchemaVersion
	}
	if is == here {
		return nil
	}
	return fmt.Errorf("%s is of %s version %d, and this program has %d: use the program that made it (version %s), or make the run anew in another folder", dir, what, is, here, m.Program)
}

// possible says why there is no such run.
func (m *Manifest) possible() error {
	if !slices.Contains([]string{"none", "games", "wars", "turns"}, m.Rows) {
		return fmt.Errorf("its rows are %q, not none, games, wars or turns", m.Rows)
	}
	e := sim.Experiment{Games: m.Games, PartGames: m.PartGames, Shard: m.Shard, Of: m.Of}
	return e.Dealt()
}

// orderly says why the parts that are listed cannot be those of the run.
func (m *Manifest) orderly(dir string) error {
	next := 0
	for _, r := range m.Parts {
		if r.Part < next || r.First != uint64(r.Part)*m.PartGames || r.Games > m.PartGames || r.First+r.Games > m.Games {
			return noRun(dir, fmt.Sprintf("its %s lists part %d, with %d games from game %d, where it cannot be", manifestName, r.Part, r.Games, r.First))
		}
		next = r.Part + 1
	}
	return nil
}

// noRun says why a folder is none of a run, or what makes it one again.
func noRun(dir, why string) error {
	if names, _ := filepath.Glob(filepath.Join(dir, "tallies", "*.tally")); len(names) > 0 {
		return fmt.Errorf("%s is damaged: %s: the command that began the run writes the manifest anew", dir, why)
	}
	return fmt.Errorf("%s is not a run folder: %s", dir, why)
}

// newManifest describes a run without parts.
func newManifest(e *sim.Experiment, program string) (*Manifest, error) {
	rows, err := rowsWord(e.Keep)
	return &Manifest{
		Format: Format, FormatVersion: FormatVersion, Program: program, SchemaVersion: SchemaVersion,
		RulesVersion: sim.RulesVersion,
		Scenario:     Scenario{Name: e.Name, SHA256: fmt.Sprintf("%x", e.ID)},
		Seed:         e.Seed, Games: e.Games, PartGames: e.PartGames, TurnsFor: e.TurnsFor, Rows: rows,
		Shard: e.Shard, Of: e.Of, Signature: Signature(nil), Parts: []Record{}, Files: []File{},
	}, err
}

// Signature is that of the tallies of parts, merged, which is the sum of theirs.
func Signature(parts []Record) string {
	all := new(engine.Tally)
	for _, r := range parts {
		s, _ := strconv.ParseUint(r.Signature, 16, 64) // 0 of what is no signature
		all.Signature += s
	}
	return sim.Signature(all)
}

// rowsWord spells which tables are kept.
func rowsWord(k engine.Keep) (string, error) {
	switch k {
	case engine.Keep{}:
		return "none", nil
	case engine.Keep{Games: true}:
		return "games", nil
	case engine.Keep{Games: true, Wars: true}:
		return "wars", nil
	case engine.Keep{Games: true, Wars: true, Turns: true}:
		return "turns", nil
	}
	return "", errors.New("a run folder keeps the games, the games and wars, or the games, wars and turns")
}

// kept is the number of games in the parts that are there.
func (m *Manifest) kept() uint64 {
	games := uint64(0)
	for _, r := range m.Parts {
		games += r.Games
	}
	return games
}

// differs says how the run in a folder is another than the one asked for, whatever the number of games; "" when it may
// go on.
func (m *Manifest) differs(asked *Manifest) string { return m.differsFrom(asked, "this run") }

// differsFrom says the same of a run that is spoken of by another name.
func (m *Manifest) differsFrom(asked *Manifest, name string) string {
	of := func(what string, is, want any) string {
		return fmt.Sprintf("%s %v, and %s has %v", what, is, name, want)
	}
	switch {
	case m.Scenario.SHA256 != asked.Scenario.SHA256:
		switch m.Scenario.Name {
		case "":
			return "another scenario than " + asked.Scenario.Name + ", or other settings of it"
		case asked.Scenario.Name:
			return "other settings of the scenario " + m.Scenario.Name
		}
		return of("the scenario", m.Scenario.Name, asked.Scenario.Name)
	case m.Seed != asked.Seed:
		return of("seed", m.Seed, asked.Seed)
	case m.RulesVersion != asked.RulesVersion:
		return of("rules version", m.RulesVersion, asked.RulesVersion)
	case m.SchemaVersion != asked.SchemaVersion:
		return of("schema version", m.SchemaVersion, asked.SchemaVersion)
	case m.PartGames != asked.PartGames:
		return of("parts of", m.PartGames, fmt.Sprint(asked.PartGames, " games (--part-games)"))
	case m.Rows != asked.Rows:
		return of("--rows", m.Rows, asked.Rows)
	case m.TurnsFor != asked.TurnsFor:
		return of("--turns", m.TurnsFor, asked.TurnsFor)
	case m.Shard != asked.Shard || m.Of != asked.Of:
		return of("shard", fmt.Sprintf("%d/%d", m.Shard, m.Of), fmt.Sprintf("%d/%d", asked.Shard, asked.Of))
	}
	return ""
}
