package folder

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/sim"
)

const curvesName = "curves.parquet"

// ranges are what the column "range" of curves.parquet says of a row's value.
var ranges = []string{"exact", "below", "above"}

// The values of rows that count what lay outside the range in which values are counted one by one.
const (
	belowAll = math.MinInt32
	aboveAll = math.MaxInt32
)

// WriteCurves writes curves.parquet, if there is a curve.
func (f *Folder) WriteCurves(t *engine.Tally) error {
	data, err := Curves(&f.e, t)
	if err != nil || data == nil {
		return err
	}
	return f.Write(curvesName, data)
}

// Curves are the bytes of curves.parquet: for every curve, turn and basis, the exact number of games with each value. Nil
// when the ruleset has no curve.
func Curves(e *sim.Experiment, t *engine.Tally) ([]byte, error) {
	var sides, measures []string
	for i := range t.Schema.Curves {
		c := &t.Schema.Curves[i]
		if !slices.Contains(sides, c.Side) {
			sides = append(sides, c.Side)
		}
		if !slices.Contains(measures, c.Name) {
			measures = append(measures, c.Name)
		}
	}
	if len(sides) == 0 {
		return nil, nil
	}
	schema, err := columns.NewSchema([]columns.Column{
		{Name: "side", Doc: "whose value it is", Kind: columns.Enum, Codes: sides},
		{Name: "measure", Doc: "which value of that side", Kind: columns.Enum, Codes: measures},
		{Name: "turn", Unit: "turn", Doc: "the turn, at whose end the value was taken", Kind: columns.Int32},
		{Name: "basis", Doc: "on: the games or wars still on in that turn; carried: also those that are over, with their last value", Kind: columns.Enum, Codes: engine.Words[:]},
		{Name: "value", Doc: "the value; -2147483648 where range is below, 2147483647 where it is above", Kind: columns.Int32},
		{Name: "range", Doc: "exact: games with this value; below, above: games whose values were outside those counted one by one", Kind: columns.Enum, Codes: ranges},
		{Name: "games", Unit: "games", Doc: "games, or wars, with the value", Kind: columns.Int64},
	}, about(t.Schema, e), columns.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", curvesName, err)
	}
	var out bytes.Buffer
	w := schema.NewWriter(&out)
	for i := range t.Curves {
		c := &t.Schema.Curves[i]
		rows := curveRows{side: int32(slices.Index(sides, c.Side)), measure: int32(slices.Index(measures, c.Name))}
		for basis := range engine.Basis(len(engine.Words)) {
			for turn, h := range t.Curves[i].Histograms(basis) {
				rows.add(int32(turn+1), int32(basis), h)
			}
		}
		if err := w.WriteRowGroup(rows.values()); err != nil {
			return nil, fmt.Errorf("%s: %w", curvesName, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("%s: %w", curvesName, err)
	}
	return out.Bytes(), nil
}

// curveRows are the rows of one curve: a row group.
type curveRows struct {
	side, measure      int32
	turn, basis, value []int32
	within             []int32
	games              []int64
}

func (r *curveRows) add(turn, basis int32, h engine.Histogram) {
	row := func(value, within int32, games uint64) {
		if games > 0 {
			r.turn, r.basis, r.value = append(r.turn, turn), append(r.basis, basis), append(r.value, value)
			r.within, r.games = append(r.within, within), append(r.games, int64(games))
		}
	}
	row(belowAll, 1, h.Below)
	for i, n := range h.Counts {
		row(h.Lo+int32(i), 0, n)
	}
	row(aboveAll, 2, h.Above)
}

func (r *curveRows) values() []columns.Values {
	n := len(r.turn)
	return []columns.Values{
		columns.Ints(slices.Repeat([]int32{r.side}, n)), columns.Ints(slices.Repeat([]int32{r.measure}, n)), columns.Ints(r.turn),
		columns.Ints(r.basis), columns.Ints(r.value), columns.Ints(r.within), columns.Longs(r.games),
	}
}
