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

// blockRows are the rows of one block, encoded: a row group for each table.
type blockRows struct {
	tables []*table
	groups [tableCount]columns.RowGroup
	values []columns.Values
}

// NewRows makes room for the rows of one block; nil when no table is kept.
func (f *Folder) NewRows() sim.Rows {
	if f.tables[tableGames] == nil {
		return nil
	}
	return &blockRows{tables: f.tables}
}

// Encode takes the rows out of a block that was played.
func (r *blockRows) Encode(b *engine.Block) error {
	for i, rows := range [...]*engine.Rows{tableGames: &b.Games, tableWars: &b.Wars, tableTurns: &b.Turns} {
		t := r.tables[i]
		if t == nil {
			continue
		}
		first, cols := int64(b.First), rows.Col
		if i == tableGames {
			r.values = append(r.values[:0], columns.Count(first, rows.N))
		} else {
			r.values = append(r.values[:0], columns.Offsets(first, cols[engine.WarGame]))
			cols = cols[1:]
		}
		for _, c := range cols {
			r.values = append(r.values, columns.Ints(c))
		}
		if err := t.schema.Encode(&r.groups[i], r.values); err != nil {
			return fmt.Errorf("table %s, games from %d: %w", t.name, b.First, err)
		}
	}
	return nil
}
