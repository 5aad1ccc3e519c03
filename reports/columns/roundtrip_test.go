package columns_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/polemos-sim/polemos/reports/columns"
)

// table is a row group of the table that the tests write: every kind of column and every way to give its values.
type table struct {
	Game     []int64 // Count
	War      []int64 // Offsets of WarFrom + WarStep
	ID       []int64 // Longs
	Outcome  []int32
	Only     []int32 // an enum with one name
	Turns    []int32 // a narrow range
	Constant []int32
	Edge     []int32 // the whole range
	Odds     []float64
	Note     []string

	WarFrom int64
	WarStep []int32
}

var tableColumns = []columns.Column{
	{Name: "game", Doc: "number of the game, from 0", Kind: columns.Int64},
	{Name: "war", Doc: "game the war belongs to", Kind: columns.Int64},
	{Name: "id", Kind: columns.Int64},
	{Name: "outcome", Doc: "how the game ended", Kind: columns.Enum, Codes: []string{"victory", "défaite", "never met", "unresolved"}},
	{Name: "only", Kind: columns.Enum, Codes: []string{"one"}},
	{Name: "turns", Unit: "turns", Doc: "length of the game", Kind: columns.Int32},
	{Name: "constant", Unit: "points", Kind: columns.Int32},
	{Name: "edge", Kind: columns.Int32},
	{Name: "odds", Unit: "1", Doc: "share of games", Kind: columns.Float64},
	{Name: "note", Kind: columns.String},
}

// newTable makes n rows, different for every first game.
func newTable(first int64, n int) table {
	r := rand.New(rand.NewPCG(uint64(first), uint64(n)))
	t := table{WarFrom: first}
	edges := []int32{math.MinInt32, math.MaxInt32, -1, 0, 1}
	longEdges := []int64{math.MinInt64, math.MaxInt64, -1, 0, math.MaxInt32 + 1}
	floatEdges := []float64{0, math.Copysign(0, -1), math.MaxFloat64, -math.SmallestNonzeroFloat64, 0.1}
	texts := []string{"", "Inkopah", "Ἑλλάς", "a \"quoted\" comma, and\nline", strings.Repeat("x", 300)}
	for i := range n {
		t.Game = append(t.Game, first+int64(i))
		t.WarStep = append(t.WarStep, int32(i/3))
		t.War = append(t.War, first+int64(i/3))
		t.ID = append(t.ID, longEdges[r.IntN(5)])
		t.Outcome = append(t.Outcome, []int32{0, 0, 1, 3}[r.IntN(4)])
		t.Only = append(t.Only, 0)
		t.Turns = append(t.Turns, r.Int32N(19)-9)
		t.Constant = append(t.Constant, -7)
		t.Edge = append(t.Edge, edges[r.IntN(5)])
		t.Odds = append(t.Odds, floatEdges[r.IntN(5)])
		t.Note = append(t.Note, texts[r.IntN(5)])
	}
	return t
}

func (t table) values() []columns.Values {
	var first int64
	if len(t.Game) > 0 {
		first = t.Game[0]
	}
	return []columns.Values{
		columns.Count(first, len(t.Game)), columns.Offsets(t.WarFrom, t.WarStep), columns.Longs(t.ID),
		columns.Ints(t.Outcome), columns.Ints(t.Only), columns.Ints(t.Turns), columns.Ints(t.Constant), columns.Ints(t.Edge),
		columns.Floats(t.Odds), columns.Texts(t.Note),
	}
}

func newSchema(t testing.TB, opts columns.Options) *columns.Schema {
	t.Helper()
	schema, err := columns.NewSchema(tableColumns, []columns.KeyValue{{Key: "seed", Value: "1"}}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// encode is the whole file of some row groups.
func encode(t testing.TB, schema *columns.Schema, groups ...table) []byte {
	t.Helper()
	var file bytes.Buffer
	w := schema.NewWriter(&file)
	for _, g := range groups {
		if err := w.WriteRowGroup(g.values()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Size() != int64(file.Len()) {
		t.Errorf("Size() = %d for a file of %d bytes", w.Size(), file.Len())
	}
	return file.Bytes()
}

// decode reads a file with Reader and compares it with the row groups it was made of.
func decode(t testing.TB, file []byte, groups ...table) {
	t.Helper()
	r, err := columns.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tableColumns, r.Columns()); diff != "" {
		t.Errorf("columns (-written +read):\n%s", diff)
	}
	var want table
	var outcomes []string
	for _, g := range groups {
		want.Game = append(want.Game, g.Game...)
		want.War = append(want.War, g.War...)
		want.ID = append(want.ID, g.ID...)
		want.Outcome = append(want.Outcome, g.Outcome...)
		want.Only = append(want.Only, g.Only...)
		want.Turns = append(want.Turns, g.Turns...)
		want.Constant = append(want.Constant, g.Constant...)
		want.Edge = append(want.Edge, g.Edge...)
		want.Odds = append(want.Odds, g.Odds...)
		want.Note = append(want.Note, g.Note...)
		for _, code := range g.Outcome {
			outcomes = append(outcomes, tableColumns[3].Codes[code])
		}
	}
	if r.Rows() != len(want.Game) {
		t.Errorf("%d rows, want %d", r.Rows(), len(want.Game))
	}
	same(t, "game", r.Longs, want.Game)
	same(t, "war", r.Longs, want.War)
	same(t, "id", r.Longs, want.ID)
	same(t, "outcome", r.Ints, want.Outcome)
	same(t, "outcome", r.Texts, outcomes)
	same(t, "only", r.Ints, want.Only)
	same(t, "turns", r.Ints, want.Turns)
	same(t, "constant", r.Ints, want.Constant)
	same(t, "edge", r.Ints, want.Edge)
	same(t, "note", r.Texts, want.Note)
	same(t, "odds", func(dst []uint64, name string) ([]uint64, error) { // bit for bit: -0 is not 0
		floats, err := r.Floats(nil, name)
		return append(dst, floatBits(floats)...), err
	}, floatBits(want.Odds))
}

func floatBits(v []float64) []uint64 {
	out := make([]uint64, len(v))
	for i, x := range v {
		out[i] = math.Float64bits(x)
	}
	return out
}

func same[T comparable](t testing.TB, name string, read func([]T, string) ([]T, error), want []T) {
	t.Helper()
	var mark T
	got, err := read([]T{mark}, name)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	got = got[1:]
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", name, len(got), len(want))
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: row %d is %v, want %v", name, i, got[i], want[i])
			return
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, compression := range []columns.Compression{columns.Uncompressed, columns.Snappy, columns.Zstd} {
		schema := newSchema(t, columns.Options{Compression: compression})
		for _, n := range []int{0, 1, 2, 7, 8, 9, 127, 128, 129, 130, 151, 152, 153, 65_536, 200_000} {
			t.Run(fmt.Sprintf("compression %d/%d rows", compression, n), func(t *testing.T) {
				g := newTable(int64(n), n)
				decode(t, encode(t, schema, g), g)
			})
		}
		t.Run("several row groups", func(t *testing.T) {
			groups := []table{newTable(0, 1000), newTable(0, 0), newTable(1000, 3), newTable(1003, 70_000)}
			decode(t, encode(t, schema, groups...), groups...)
		})
		t.Run("no row group", func(t *testing.T) { decode(t, encode(t, schema)) })
	}
}

// TestGenericReader reads rows with parquet-go's own row reader, without any of our reading code.
func TestGenericReader(t *testing.T) {
	type row struct {
		Game     int64   `parquet:"game"`
		War      int64   `parquet:"war"`
		ID       int64   `parquet:"id"`
		Outcome  string  `parquet:"outcome"`
		Only     string  `parquet:"only"`
		Turns    int32   `parquet:"turns"`
		Constant int32   `parquet:"constant"`
		Edge     int32   `parquet:"edge"`
		Odds     float64 `parquet:"odds"`
		Note     string  `parquet:"note"`
	}
	g := newTable(5, 1000)
	file := encode(t, newSchema(t, columns.Options{}), g)
	r := parquet.NewGenericReader[row](bytes.NewReader(file))
	defer r.Close()
	rows := make([]row, 1001)
	n, err := r.Read(rows)
	if n != 1000 || err != io.EOF {
		t.Fatalf("read %d rows: %v", n, err)
	}
	for i, got := range rows[:n] {
		want := row{
			g.Game[i], g.War[i], g.ID[i], tableColumns[3].Codes[g.Outcome[i]], "one", g.Turns[i], g.Constant[i],
			g.Edge[i], g.Odds[i], g.Note[i],
		}
		if got != want {
			t.Fatalf("row %d is %v, want %v", i, got, want)
		}
	}
}

// roundTripAny writes and reads columns of any integers, of any spread: the spread chooses the encoding.
func roundTripAny(t *rapid.T) {
	n := rapid.IntRange(0, 3000).Draw(t, "rows")
	low := rapid.Int32().Draw(t, "low")
	spread := rapid.SampledFrom([]int64{1, 2, 3, 16, 17, 255, 256, 257, 5000, 1 << 32}).Draw(t, "spread")
	codes := make([]string, rapid.SampledFrom([]int{1, 2, 3, 4, 5, 16, 17, 256, 257, 300}).Draw(t, "codes"))
	for i := range codes {
		codes[i] = fmt.Sprint("code ", i)
	}
	base := rapid.Int64Range(-1<<62, 1<<62).Draw(t, "base")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "values"), 0))
	ints, enum, longs := make([]int32, n), make([]int32, n), make([]int64, n)
	for i := range ints {
		ints[i] = int32(min(int64(low)+r.Int64N(spread), math.MaxInt32))
		enum[i] = r.Int32N(int32(len(codes)))
		longs[i] = int64(r.Uint64()) >> r.IntN(64)
	}
	schema, err := columns.NewSchema([]columns.Column{
		{Name: "int"}, {Name: "enum", Kind: columns.Enum, Codes: codes}, {Name: "long", Kind: columns.Int64},
		{Name: "offset", Kind: columns.Int64}, {Name: "count", Kind: columns.Int64},
	}, nil, columns.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := schema.NewWriter(&file)
	err = w.WriteRowGroup([]columns.Values{
		columns.Ints(ints), columns.Ints(enum), columns.Longs(longs), columns.Offsets(base, ints), columns.Count(base, n),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	read, err := columns.NewReader(bytes.NewReader(file.Bytes()), w.Size())
	if err != nil {
		t.Fatal(err)
	}
	offsets, counts := make([]int64, n), make([]int64, n)
	for i := range n {
		offsets[i], counts[i] = base+int64(ints[i]), base+int64(i)
	}
	for _, c := range []struct {
		name string
		read func([]int64, string) ([]int64, error)
		want []int64
	}{
		{"int", widen(read.Ints), widened(ints)}, {"enum", widen(read.Ints), widened(enum)},
		{"long", read.Longs, longs}, {"offset", read.Longs, offsets}, {"count", read.Longs, counts},
	} {
		got, err := c.read(nil, c.name)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 && !cmp.Equal(got, c.want) {
			t.Fatalf("%s: %s", c.name, cmp.Diff(c.want, got))
		}
	}
}

func widen(read func([]int32, string) ([]int32, error)) func([]int64, string) ([]int64, error) {
	return func(dst []int64, name string) ([]int64, error) {
		ints, err := read(nil, name)
		return append(dst, widened(ints)...), err
	}
}

func widened(v []int32) []int64 {
	out := make([]int64, len(v))
	for i, x := range v {
		out[i] = int64(x)
	}
	return out
}

func TestRoundTripAny(t *testing.T) { rapid.Check(t, roundTripAny) }
func FuzzRoundTrip(f *testing.F)    { f.Fuzz(rapid.MakeFuzz(roundTripAny)) }
