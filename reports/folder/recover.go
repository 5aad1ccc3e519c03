package folder

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/polemos-sim/polemos/sim"
)

// contradicted says that records of the parts that the manifest lists can be read, and not one is of its run.
func (m *Manifest) contradicted(dir string) bool {
	others := false
	for _, r := range m.Parts {
		text, err := ReadFile(dir, PartPath("tallies", r.Part, "tally"))
		if err != nil {
			continue
		}
		line, _, err := decodeRecord(text)
		if err == nil && line.Run == m.run() {
			return false
		}
		others = others || err == nil
	}
	return others
}

// recovered makes a manifest of the records in a folder: of the run that is asked for, or else of the first that is found;
// nil when there is none. What records do not say, shard and program, is taken to be as asked where that can be.
func recovered(dir string, asked *Manifest) *Manifest {
	runs := make(map[string][]Record)
	first := ""
	names, _ := filepath.Glob(filepath.Join(dir, "tallies", "*.tally")) // in the order of their numbers
	for _, name := range names {
		text, err := ReadFile(dir, "tallies/"+filepath.Base(name))
		if err != nil {
			continue
		}
		line, _, err := decodeRecord(text)
		if err != nil || filepath.Base(name) != filepath.Base(PartPath("", line.Part, "tally")) {
			continue
		}
		if first == "" {
			first = line.Run
		}
		runs[line.Run] = append(runs[line.Run], line.Record)
	}
	if runs[asked.run()] != nil {
		first = asked.run()
	}
	m := &Manifest{Format: Format, FormatVersion: FormatVersion, Program: asked.Program, Files: []File{}, fromRecords: true}
	if m.setRun(first) != nil {
		return nil
	}
	m.Parts = runs[first]
	slices.SortFunc(m.Parts, func(a, b Record) int { return a.Part - b.Part })
	m.Shard, m.Of = 1, 1
	if !slices.ContainsFunc(m.Parts, func(r Record) bool { return sim.ShardOf(r.Part, asked.Of) != asked.Shard }) {
		m.Shard, m.Of = asked.Shard, asked.Of
	}
	for _, r := range m.Parts {
		m.Games = max(m.Games, r.First+r.Games)
	}
	if m.Scenario.SHA256 == asked.Scenario.SHA256 {
		m.Scenario.Name = asked.Scenario.Name
	}
	return m
}

// runForm is how a run is spelled in the records of its parts.
const runForm = "%s seed %d rules %d schema %d parts %d turns %d rows %s"

// run identifies the games and bytes of a part: parts of two folders with the same run are the same.
func (m *Manifest) run() string {
	return fmt.Sprintf(runForm, m.Scenario.SHA256, m.Seed, m.RulesVersion, m.SchemaVersion, m.PartGames, m.TurnsFor, m.Rows)
}

// setRun is the reverse of run.
func (m *Manifest) setRun(run string) error {
	_, err := fmt.Sscanf(run, runForm, &m.Scenario.SHA256, &m.Seed, &m.RulesVersion, &m.SchemaVersion, &m.PartGames, &m.TurnsFor, &m.Rows)
	return err
}
