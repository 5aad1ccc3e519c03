package verify

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

// part is the check of one part.
type part struct {
	*checker
	sim.Part
	record folder.Record
	sample []uint64 // games to replay, in order

	findings []Finding
	tally    *engine.Tally
	files    int
	bytes    int64
	rows     map[string]int64
	replayed int
	fromRows bool // the signature was computed from the rows
}

// kept is the file of one table.
type kept struct {
	file   folder.File
	reader *columns.Reader
	ids    []int64   // the column game
	cols   [][]int32 // the others
}

// find takes down that something in a file does not hold.
func (p *part) find(file, found, expected, mend string) {
	p.findings = append(p.findings, Finding{File: file, Found: found, Expected: expected, Mend: mend})
}

func (p *part) check() error {
	p.rows = map[string]int64{}
	var schema *engine.Schema
	if p.Lost == nil {
		schema = p.Experiment.Ruleset.Schema()
	}
	record, tally, err := p.Manifest.ReadPart(p.Dir, p.Number, schema)
	if damage, ok := errors.AsType[*folder.Damage](err); ok {
		p.find(damage.File, damage.How, "the record of the part", p.Rerun)
		return nil
	}
	if err != nil {
		return err
	}
	p.tally = tally
	p.files++
	if info, err := os.Stat(filepath.Join(p.Dir, filepath.FromSlash(recordName(p.Number)))); err == nil {
		p.bytes += info.Size()
	}
	for _, x := range record.Files {
		err := x.Check(p.Dir)
		damage, ok := errors.AsType[*folder.Damage](err)
		switch {
		case ok:
			p.find(x.Path, damage.How, recorded(x), p.Rerun)
		case err != nil:
			return err
		}
		p.files++
		p.bytes += x.Bytes
	}
	if len(p.findings) > 0 || schema == nil {
		return nil // what is damaged is not worth reading
	}
	if is := sim.Signature(tally); is != record.Signature || tally.Games != record.Games {
		p.find(recordName(p.Number), fmt.Sprintf("signature %s and %d games", record.Signature, record.Games), fmt.Sprintf("%s and %d, as tallied", is, tally.Games), p.anew(p.Number))
		return nil
	}
	return p.tables(schema)
}

// tables compares the tables' rows with the tally and with the sample.
func (p *part) tables(s *engine.Schema) error {
	tables := make(map[string]*kept)
	for _, x := range p.record.Files {
		name, _, _ := strings.Cut(x.Path, "/")
		t, why := p.open(x, map[string][]engine.Column{"games": s.GameColumns(), "wars": s.WarColumns(), "turns": s.TurnColumns()}[name])
		if why != "" {
			p.find(x.Path, why, "the table "+name+" as the scenario has it", p.anew(p.Number))
			return nil
		}
		tables[name] = t
		p.rows[name] = int64(t.reader.Rows())
	}
	want := p.wanted(tables)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if t := tables[name]; t == nil || p.rows[name] != t.file.Rows || t.file.Rows != want[name] {
			p.find(tableName(name, p.Number), fmt.Sprintf("%d rows", p.rows[name]), fmt.Sprintf("%d", want[name]), p.anew(p.Number))
		}
	}
	if len(p.findings) > 0 || tables["games"] == nil {
		return nil
	}
	p.compareTally(s, tables["games"], tables["wars"])
	if len(p.findings) == 0 {
		p.compareTurns(s, tables["games"], tables["turns"])
	}
	if len(p.findings) == 0 {
		p.replay(s, tables)
	}
	return nil
}

// open reads the columns of a table; of turns, which are many, only the ids.
func (p *part) open(x folder.File, declared []engine.Column) (*kept, string) {
	data, err := os.ReadFile(filepath.Join(p.Dir, filepath.FromSlash(x.Path)))
	if err != nil {
		return nil, err.Error()
	}
	r, err := columns.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err.Error()
	}
	cols := r.Columns()
	if len(cols) != len(declared)+1 || cols[0].Name != "game" {
		return nil, fmt.Sprintf("%d columns", len(cols))
	}
	t := &kept{file: x, reader: r, cols: make([][]int32, len(declared))}
	if t.ids, err = r.Longs(nil, "game"); err != nil {
		return nil, err.Error()
	}
	for i, c := range declared {
		if is := cols[i+1]; is.Name != c.Name || !slices.Equal(is.Codes, c.Codes) {
			return nil, fmt.Sprintf("the column %s %s", is.Name, strings.Join(is.Codes, ", "))
		}
		if strings.HasPrefix(x.Path, "turns/") {
			continue
		}
		if t.cols[i], err = r.Ints(nil, c.Name); err != nil {
			return nil, err.Error()
		}
	}
	return t, ""
}

// wanted is how many rows each table should have.
func (p *part) wanted(tables map[string]*kept) map[string]int64 {
	want := map[string]int64{}
	if p.Experiment.Keep.Games {
		want["games"] = int64(p.Games)
	}
	if p.Experiment.Keep.Wars {
		want["wars"] = 0
		for _, endings := range p.tally.Wars {
			for _, lengths := range endings {
				for _, n := range lengths {
					want["wars"] += int64(n)
				}
			}
		}
	}
	if games := tables["games"]; games != nil && p.Experiment.Keep.Turns && p.First < p.Experiment.TurnsFor {
		sides := int64(len(p.tally.Schema.Sides))
		turns := games.cols[engine.GameTurns]
		for _, n := range turns[:min(uint64(len(turns)), p.Experiment.TurnsFor-p.First)] {
			want["turns"] += int64(n) * sides
		}
	}
	return want
}

// compareTally counts the rows once more.
func (p *part) compareTally(s *engine.Schema, games, wars *kept) {
	for i, id := range games.ids {
		if uint64(id) != p.First+uint64(i) {
			p.find(games.file.Path, fmt.Sprintf("row %d is game %d", i, id), fmt.Sprintf("game %d", p.First+uint64(i)), p.anew(p.Number))
			return
		}
	}
	rows, warRows := engine.Rows{Col: games.cols, N: len(games.ids)}, engine.Rows{Col: make([][]int32, engine.WarFirst)}
	if wars != nil {
		at := make([]int32, len(wars.ids))
		for i, id := range wars.ids {
			if id < int64(p.First) || id >= int64(p.First+p.Games) {
				p.find(wars.file.Path, fmt.Sprintf("row %d is of game %d", i, id), fmt.Sprintf("games %d to %d", p.First, p.First+p.Games-1), p.anew(p.Number))
				return
			}
			at[i] = int32(id - int64(p.First))
		}
		warRows = engine.Rows{Col: append([][]int32{at}, wars.cols...), N: len(at)}
	}
	counted, ok := engine.Recount(s, p.First, rows, warRows)
	if !ok {
		p.find(games.file.Path, "values, here or in the wars, that no game can have", "those of games", p.anew(p.Number))
		return
	}
	p.compareCounts(s, games.file.Path, counted)
	if wars != nil && len(p.findings) == 0 {
		p.compareWars(s, wars.file.Path, counted)
	}
}

func (p *part) compareCounts(s *engine.Schema, file string, counted *engine.Tally) {
	for o, name := range s.Outcomes {
		for turns, n := range counted.Outcomes[o] {
			if want := p.tally.Outcomes[o][turns]; n != want {
				p.find(file, fmt.Sprintf("%d games end in %s after %d turns", n, name, turns), fmt.Sprintf("%d, as tallied", want), p.anew(p.Number))
			}
		}
	}
	for i, c := range s.Games {
		if c.Measure == "" || c.Codes != nil {
			continue
		}
		is, want := counted.Final(i), p.tally.Final(i)
		if is.Lo != want.Lo || is.Below != want.Below || is.Above != want.Above || !slices.Equal(is.Counts, want.Counts) {
			p.find(file, "another distribution of "+c.Name, "that of the tally", p.anew(p.Number))
		}
	}
}

func (p *part) compareWars(s *engine.Schema, file string, counted *engine.Tally) {
	for subject, name := range s.Subjects {
		for ending, word := range s.Endings {
			for turns, n := range counted.Wars[subject][ending] {
				if want := p.tally.Wars[subject][ending][turns]; n != want {
					p.find(file, fmt.Sprintf("%d wars about %s end in %s after %d turns", n, name, word, turns), fmt.Sprintf("%d, as tallied", want), p.anew(p.Number))
				}
			}
		}
	}
	if is, want := sim.Signature(counted), sim.Signature(p.tally); is != want {
		p.find(file, "signature "+is+", computed from the rows of games and wars", want+", as tallied", p.anew(p.Number))
		return
	}
	p.fromRows = true
	// What is left: pairs and longest wars. The curves' steps are not in the rows.
	counted.Curves = p.tally.Curves
	if !bytes.Equal(sim.AppendTally(nil, counted), sim.AppendTally(nil, p.tally)) {
		p.find(recordName(p.Number), "another tally than that of the rows", "the same", p.anew(p.Number))
	}
}

// compareTurns looks whether there is a row for every game, turn and side, in this order.
func (p *part) compareTurns(s *engine.Schema, games, turns *kept) {
	if turns == nil {
		return
	}
	number, err := turns.reader.Ints(nil, "turn")
	side, err2 := turns.reader.Ints(nil, "side")
	if err != nil || err2 != nil {
		p.find(turns.file.Path, "the columns turn and side cannot be read", "a table of turns", p.anew(p.Number))
		return
	}
	at := 0
	for i, n := range games.cols[engine.GameTurns] {
		game := p.First + uint64(i)
		if game >= p.Experiment.TurnsFor {
			return
		}
		for turn := int32(1); turn <= n; turn++ {
			for who := range s.Sides {
				if uint64(turns.ids[at]) != game || number[at] != turn || side[at] != int32(who) {
					p.find(turns.file.Path, fmt.Sprintf("row %d is turn %d of game %d, side %s", at, number[at], turns.ids[at], s.Sides[side[at]]),
						fmt.Sprintf("turn %d of game %d, side %s", turn, game, s.Sides[who]), p.anew(p.Number))
					return
				}
				at++
			}
		}
	}
}
