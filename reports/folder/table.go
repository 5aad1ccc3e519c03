package folder

import (
	"fmt"
	"strconv"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/sim"
)

// The tables, in the order in which a part's files are listed.
const (
	tableGames = iota
	tableWars
	tableTurns
	tableCount
)

// A table is one kind of row.
type table struct {
	name   string // of its folder
	schema *columns.Schema
}

func newTables(s *engine.Schema, e *sim.Experiment) ([]*table, error) {
	tables := make([]*table, tableCount)
	for i, t := range []struct {
		name    string
		kept    bool
		columns []engine.Column
	}{
		tableGames: {"games", e.Keep.Games, s.GameColumns()},
		tableWars:  {"wars", e.Keep.Wars, s.WarColumns()},
		tableTurns: {"turns", e.Keep.Turns, s.TurnColumns()},
	} {
		if !t.kept {
			continue
		}
		schema, err := columns.NewSchema(columnsOf(t.columns), about(s, e), columns.Options{})
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.name, err)
		}
		tables[i] = &table{t.name, schema}
	}
	return tables, nil
}

func columnsOf(declared []engine.Column) []columns.Column {
	cols := []columns.Column{{Name: "game", Doc: "number of the game, from 0", Kind: columns.Int64}}
	for _, c := range declared {
		kind := columns.Int32
		if c.Codes != nil {
			kind = columns.Enum
		}
		cols = append(cols, columns.Column{Name: c.Name, Unit: c.Unit, Doc: c.Doc, Kind: kind, Codes: c.Codes})
	}
	return cols
}

// about is what every file says of the run. It names neither the number of games nor the shard nor the program: the part
// is the same in all of them.
func about(s *engine.Schema, e *sim.Experiment) []columns.KeyValue {
	return []columns.KeyValue{
		{Key: "polemos.scenario", Value: e.Name},
		{Key: "polemos.scenario_sha256", Value: fmt.Sprintf("%x", e.ID)},
		{Key: "polemos.ruleset", Value: s.Ruleset},
		{Key: "polemos.rules_version", Value: strconv.Itoa(sim.RulesVersion)},
		{Key: "polemos.seed", Value: strconv.FormatUint(e.Seed, 10)},
	}
}

// blockRows are the rows of one block, encoded: a row group of games, one of wars, and of turns as many as need be.
type blockRows struct {
	tables []*table
	games  columns.RowGroup
	wars   columns.RowGroup
	turns  []columns.RowGroup
	used   int // of turns
	values []columns.Values
}

// NewRows makes room for the rows of one block; nil when no table is kept.
func (f *Folder) NewRows() sim.Rows {
	if f.tables[tableGames] == nil {
		return nil
	}
	return &blockRows{tables: f.tables}
}

// Encode takes the rows of games and wars out of a block that was played.
func (r *blockRows) Encode(b *engine.Block) error {
	r.values = append(r.values[:0], columns.Count(int64(b.First), b.Games.N))
	if err := r.encode(tableGames, &r.games, b.Games.Col, b); err != nil {
		return err
	}
	if r.tables[tableWars] == nil {
		return nil
	}
	r.values = append(r.values[:0], columns.Offsets(int64(b.First), b.Wars.Col[engine.WarGame]))
	return r.encode(tableWars, &r.wars, b.Wars.Col[engine.WarGame+1:], b)
}

// Turns takes turn rows out of a block.
func (r *blockRows) Turns(b *engine.Block) error {
	if r.used == len(r.turns) {
		r.turns = append(r.turns, columns.RowGroup{})
	}
	r.used++
	r.values = append(r.values[:0], columns.Offsets(int64(b.First), b.Turns.Col[engine.TurnGame]))
	return r.encode(tableTurns, &r.turns[r.used-1], b.Turns.Col[engine.TurnGame+1:], b)
}

// encode encodes a table whose first column is in values, followed by cols.
func (r *blockRows) encode(table int, to *columns.RowGroup, cols [][]int32, b *engine.Block) error {
	for _, c := range cols {
		r.values = append(r.values, columns.Ints(c))
	}
	if err := r.tables[table].schema.Encode(to, r.values); err != nil {
		return fmt.Errorf("table %s, games from %d: %w", r.tables[table].name, b.First, err)
	}
	return nil
}
