package columns_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/zeebo/xxh3"

	"github.com/polemos-sim/polemos/reports/columns"
)

// TestLayout holds the footer to the bytes: the chunks lie one behind the other from the magic to the footer, and sizes
// and rows add up.
func TestLayout(t *testing.T) {
	for _, compression := range []columns.Compression{columns.Uncompressed, columns.Snappy, columns.Zstd} {
		file := encode(t, newSchema(t, columns.Options{Compression: compression}), newTable(0, 2000), newTable(2000, 10))
		f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		m := f.Metadata()
		if m.NumRows != 2010 || m.CreatedBy != "polemos" || len(m.RowGroups) != 2 {
			t.Errorf("%d rows by %q in %d groups", m.NumRows, m.CreatedBy, len(m.RowGroups))
		}
		at := int64(len("PAR1"))
		for i, g := range m.RowGroups {
			if g.FileOffset != at || g.Ordinal != int16(i) || g.NumRows != []int64{2000, 10}[i] {
				t.Errorf("group %d: offset %d (want %d), ordinal %d, %d rows", i, g.FileOffset, at, g.Ordinal, g.NumRows)
			}
			var raw, stored int64
			for j, c := range g.Columns {
				start := c.MetaData.DataPageOffset
				if c.MetaData.DictionaryPageOffset > 0 {
					start = c.MetaData.DictionaryPageOffset
				}
				if start != at {
					t.Errorf("group %d, column %d starts at %d, want %d", i, j, start, at)
				}
				at += c.MetaData.TotalCompressedSize
				raw += c.MetaData.TotalUncompressedSize
				stored += c.MetaData.TotalCompressedSize
				if compression == columns.Uncompressed && c.MetaData.TotalUncompressedSize != c.MetaData.TotalCompressedSize {
					t.Errorf("group %d, column %d: %d bytes became %d without compression", i, j, c.MetaData.TotalUncompressedSize, c.MetaData.TotalCompressedSize)
				}
				if c.MetaData.NumValues != g.NumRows {
					t.Errorf("group %d, column %d: %d values", i, j, c.MetaData.NumValues)
				}
			}
			if g.TotalByteSize != raw || g.TotalCompressedSize != stored {
				t.Errorf("group %d: sizes %d and %d, want %d and %d", i, g.TotalByteSize, g.TotalCompressedSize, raw, stored)
			}
		}
		footer := int64(file[len(file)-8]) | int64(file[len(file)-7])<<8 | int64(file[len(file)-6])<<16
		if at+footer+8 != int64(len(file)) {
			t.Errorf("pages end at %d, the footer takes %d, the file %d", at, footer, len(file))
		}
	}
}

// TestEncodings shows which encoding meets which integers, by the first encoding of each chunk.
func TestEncodings(t *testing.T) {
	narrow, wide := make([]int32, 4096), make([]int32, 4096)
	for i := range narrow {
		narrow[i], wide[i] = int32(i%256)-128, int32(i%257)-128
	}
	schema, err := columns.NewSchema([]columns.Column{{Name: "a"}}, nil, columns.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		ints []int32
		want format.Encoding
	}{
		{"256 values", narrow, format.RLEDictionary},
		{"257 values", wide, format.DeltaBinaryPacked},
		{"as many rows as eight times the values", narrow[:2048], format.RLEDictionary},
		{"fewer", narrow[:2047], format.DeltaBinaryPacked},
		{"one value", make([]int32, 8), format.RLEDictionary},
	} {
		var file bytes.Buffer
		w := schema.NewWriter(&file)
		if err := errors.Join(w.WriteRowGroup([]columns.Values{columns.Ints(c.ints)}), w.Close()); err != nil {
			t.Fatal(err)
		}
		f, err := parquet.OpenFile(bytes.NewReader(file.Bytes()), w.Size())
		if err != nil {
			t.Fatal(err)
		}
		chunk := f.Metadata().RowGroups[0].Columns[0].MetaData
		if chunk.Encoding[0] != c.want {
			t.Errorf("%s: %v, want %v", c.name, chunk.Encoding[0], c.want)
		}
		low, high := chunk.Statistics.MinValue, chunk.Statistics.MaxValue
		if parquet.Int32.Value(low).Int32() != slices.Min(c.ints) || parquet.Int32.Value(high).Int32() != slices.Max(c.ints) {
			t.Errorf("%s: statistics %v to %v", c.name, low, high)
		}
	}
}

func TestMetadata(t *testing.T) {
	schema, err := columns.NewSchema([]columns.Column{
		{Name: "turns", Unit: "turns", Doc: "length, >= 1"},
		{Name: "outcome", Doc: "how it ended", Kind: columns.Enum, Codes: []string{"victory", "defeat"}},
	}, []columns.KeyValue{{"zeal", "é"}, {"seed", "1"}}, columns.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := encode(t, schema)
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"zeal": "é",
		"seed": "1",
		"polemos.columns": `[{"name":"turns","unit":"turns","description":"length, >= 1"},` +
			`{"name":"outcome","unit":"","description":"how it ended","names":["victory","defeat"]}]`,
		"PANDAS_ATTRS": `{"columns":{"outcome":{"name":"outcome","unit":"","description":"how it ended","names":["victory","defeat"]},` +
			`"turns":{"name":"turns","unit":"turns","description":"length, >= 1"}},"seed":"1","zeal":"é"}`,
	}
	for key, value := range want {
		if got, _ := f.Lookup(key); got != value {
			t.Errorf("metadata %s: %s, want %s", key, got, value)
		}
	}
	if got := f.Metadata().KeyValueMetadata; len(got) != len(want)+1 { // and ARROW:schema
		t.Errorf("metadata %q", got)
	}
	r, err := columns.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if want := []columns.KeyValue{{"seed", "1"}, {"zeal", "é"}}; !slices.Equal(r.Meta(), want) {
		t.Errorf("Meta() = %q, want %q", r.Meta(), want)
	}
}

// TestSameBytes writes the same groups with fresh and with used memory, one after the other and side by side.
func TestSameBytes(t *testing.T) {
	for _, compression := range []columns.Compression{columns.Uncompressed, columns.Snappy, columns.Zstd} {
		schema := newSchema(t, columns.Options{Compression: compression})
		groups := []table{newTable(0, 9001), newTable(9001, 70), newTable(9071, 5000)}
		want := encode(t, newSchema(t, columns.Options{Compression: compression}), groups...)

		var file bytes.Buffer
		w := schema.NewWriter(io.Discard)
		for range 2 { // the second time after another file, left open
			file.Reset()
			if err := w.WriteRowGroup(newTable(77, 12_000).values()); err != nil {
				t.Fatal(err)
			}
			w.Reset(&file)
			for _, g := range groups {
				if err := w.WriteRowGroup(g.values()); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(file.Bytes(), want) {
				t.Errorf("compression %d: used memory gives other bytes", compression)
			}
			w.Reset(io.Discard)
		}

		encoded := make([]columns.RowGroup, len(groups))
		var wait sync.WaitGroup
		for i := range groups {
			wait.Go(func() {
				if err := schema.Encode(&encoded[i], groups[i].values()); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		file.Reset()
		w.Reset(&file)
		for i := range encoded {
			if err := w.Append(&encoded[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(file.Bytes(), want) {
			t.Errorf("compression %d: groups encoded side by side give other bytes", compression)
		}
	}
}

func TestSum(t *testing.T) {
	var file bytes.Buffer
	w := newSchema(t, columns.Options{}).NewWriter(&file)
	// XXH3_128bits of nothing, from the sanity vectors of xxHash.
	if sum := w.Sum(); hex.EncodeToString(sum[:]) != "99aa06d3014798d86001c324468d497f" {
		t.Errorf("checksum of nothing: %x", sum)
	}
	if err := errors.Join(w.WriteRowGroup(newTable(0, 5000).values()), w.Close()); err != nil {
		t.Fatal(err)
	}
	if sum, want := w.Sum(), xxh3.Hash128(file.Bytes()).Bytes(); sum != want {
		t.Errorf("checksum %x, want %x", sum, want)
	}
	w.Reset(io.Discard)
	if sum := w.Sum(); sum != xxh3.Hash128(nil).Bytes() || w.Size() != 0 {
		t.Errorf("after Reset: checksum %x, size %d", sum, w.Size())
	}
}

// TestAllocations: none for a row, only some for a row group.
func TestAllocations(t *testing.T) {
	schema := newSchema(t, columns.Options{})
	var g columns.RowGroup
	allocations := func(n int) float64 {
		values := newTable(0, n).values()
		return testing.AllocsPerRun(5, func() {
			if err := schema.Encode(&g, values); err != nil {
				t.Fatal(err)
			}
		})
	}
	many := allocations(50_000)
	if few := allocations(5_000); many > few || many > 200 {
		t.Errorf("%v allocations for 50,000 rows, %v for 5,000", many, few)
	}
}

func TestSchemaErrors(t *testing.T) {
	enum := func(codes ...string) columns.Column {
		return columns.Column{Name: "outcome", Kind: columns.Enum, Codes: codes}
	}
	for _, c := range []struct {
		cols []columns.Column
		meta []columns.KeyValue
		opts columns.Options
		want string
	}{
		{nil, nil, columns.Options{}, "columns: a table needs at least one column"},
		{[]columns.Column{{Name: "a"}, {}}, nil, columns.Options{}, "columns: column 1 has no name"},
		{[]columns.Column{{Name: "a"}, {Name: "a"}}, nil, columns.Options{}, `columns: two columns are named "a"`},
		{[]columns.Column{{Name: "a", Kind: 9}}, nil, columns.Options{}, `columns: column "a" is of an unknown kind, Kind(9)`},
		{[]columns.Column{{Name: "a", Doc: "\xff"}}, nil, columns.Options{}, `columns: name, unit or description of column "a" is not UTF-8`},
		{[]columns.Column{{Name: "a", Codes: []string{"x", "y"}}}, nil, columns.Options{}, `columns: column "a" has codes (x, y) but is no enum: a 32-bit integer`},
		{[]columns.Column{enum()}, nil, columns.Options{}, `columns: enum "outcome" has no codes: give the name of every value`},
		{[]columns.Column{enum("a", "b", "a")}, nil, columns.Options{}, `columns: codes 0 and 2 of enum "outcome" are both "a"`},
		{[]columns.Column{enum("a", "\xff")}, nil, columns.Options{}, `columns: code 1 of enum "outcome" is not UTF-8: "\xff"`},
		{[]columns.Column{{Name: "a"}}, []columns.KeyValue{{"ARROW:schema", ""}}, columns.Options{}, `columns: the metadata key "ARROW:schema" is written by this package: choose another`},
		{[]columns.Column{{Name: "a"}}, []columns.KeyValue{{"k", "1"}, {"k", "2"}}, columns.Options{}, `columns: the metadata key "k" is given twice`},
		{[]columns.Column{{Name: "a"}}, []columns.KeyValue{{"", "1"}}, columns.Options{}, `columns: metadata "1" has no key`},
		{[]columns.Column{{Name: "a"}}, []columns.KeyValue{{"k", "\xff"}}, columns.Options{}, `columns: the metadata "k" is not UTF-8`},
		{[]columns.Column{{Name: "a"}}, []columns.KeyValue{{"columns", "3"}}, columns.Options{}, `columns: the metadata key "columns" is written by this package: choose another`},
		{[]columns.Column{{Name: "a"}}, nil, columns.Options{Compression: 7}, "columns: unknown compression 7"},
	} {
		if _, err := columns.NewSchema(c.cols, c.meta, c.opts); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func TestValueErrors(t *testing.T) {
	schema, err := columns.NewSchema([]columns.Column{
		{Name: "game", Kind: columns.Int64},
		{Name: "outcome", Kind: columns.Enum, Codes: []string{"victory", "defeat"}},
		{Name: "odds", Kind: columns.Float64},
		{Name: "note", Kind: columns.String},
	}, nil, columns.Options{})
	if err != nil {
		t.Fatal(err)
	}
	game, outcome := columns.Count(0, 3), columns.Ints([]int32{0, 1, 0})
	odds, note := columns.Floats([]float64{0, 1, math.Inf(1)}), columns.Texts([]string{"", "a", "b"})
	good := []columns.Values{game, outcome, odds, note}
	var file bytes.Buffer
	w := schema.NewWriter(&file)
	for _, c := range []struct {
		values []columns.Values
		want   string
	}{
		{good[:3], "columns: values for 3 columns, but the table has 4"},
		{[]columns.Values{outcome, outcome, odds, note}, `columns: column "game" is a 64-bit integer: Ints cannot fill it`},
		{[]columns.Values{game, {}, odds, note}, `columns: column "outcome" is an enum: no values cannot fill it`},
		{[]columns.Values{columns.Count(0, 4), outcome, odds, note}, `columns: column "outcome" has 3 rows, but "game" has 4`},
		{[]columns.Values{columns.Count(1<<62+1, 3), outcome, odds, note}, `columns: column "game" starts at 4611686018427387905, more than 2^62 away from 0`},
		{[]columns.Values{game, columns.Ints([]int32{0, 2, -1}), odds, note}, `columns: column "outcome", row 1: 2 stands for nothing; 0 to 1 stand for victory, defeat`},
		{[]columns.Values{game, columns.Ints([]int32{0, 1, -1}), odds, note}, `columns: column "outcome", row 2: -1 stands for nothing; 0 to 1 stand for victory, defeat`},
		{[]columns.Values{game, outcome, columns.Floats([]float64{0, math.NaN(), 0}), note}, `columns: column "odds", row 1: NaN would drop the row from DuckDB's filters: leave the row out instead`},
		{[]columns.Values{game, outcome, odds, columns.Texts([]string{"", "\xff", ""})}, `columns: column "note", row 1: "\xff" is not UTF-8`},
	} {
		if err := w.WriteRowGroup(c.values); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	if file.Len() > 0 {
		t.Errorf("refused values left %d bytes", file.Len())
	}
	if err := errors.Join(w.WriteRowGroup(good), w.Close()); err != nil {
		t.Errorf("after refused values: %v", err)
	}
	if err := w.WriteRowGroup(good); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("writing to a closed file: %v", err)
	}
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("closing twice: %v", err)
	}
	var g columns.RowGroup
	if err := newSchema(t, columns.Options{}).Encode(&g, newTable(0, 3).values()); err != nil {
		t.Fatal(err)
	}
	w.Reset(&file)
	if err := w.Append(&g); err == nil || !strings.Contains(err.Error(), "another table") {
		t.Errorf("a row group of another table: %v", err)
	}
}

// full is a disk with room for some bytes.
type full struct{ room int }

var errFull = errors.New("no space left on device")

func (f *full) Write(b []byte) (int, error) {
	n := min(len(b), f.room)
	f.room -= n
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

func TestFullDisk(t *testing.T) {
	schema, g := newSchema(t, columns.Options{}), newTable(0, 100)
	size := len(encode(t, schema, g))
	for room := 0; room < size; room += 53 {
		w := schema.NewWriter(&full{room})
		_ = w.WriteRowGroup(g.values())
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Fatalf("with room for %d of %d bytes Close returned %v", room, size, err)
		}
		if w.Size() != int64(room) {
			t.Fatalf("size %d with room for %d", w.Size(), room)
		}
	}
}

func TestReaderErrors(t *testing.T) {
	file := encode(t, newSchema(t, columns.Options{}), newTable(0, 100))
	r, err := columns.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Ints(nil, "outcom"); err == nil || err.Error() != `columns: no column "outcom": the file has game, war, id, outcome, only, turns, constant, edge, odds, note` {
		t.Errorf("unknown column: %v", err)
	}
	if _, err := r.Longs(nil, "turns"); err == nil || err.Error() != `columns: column "turns" is a 32-bit integer: use Ints to read it` {
		t.Errorf("wrong kind: %v", err)
	}

	var other bytes.Buffer
	foreign := parquet.NewGenericWriter[struct{ A int32 }](&other)
	if err := foreign.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := columns.NewReader(bytes.NewReader(other.Bytes()), int64(other.Len())); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("a file of another program: %v", err)
	}
}

// TestDamage reads files that were cut, or have a byte changed in the footer or at a chunk's end: an error or other
// values, never a panic.
func TestDamage(t *testing.T) {
	file := encode(t, newSchema(t, columns.Options{}), newTable(0, 300))
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(file); n += 7 {
		if readAll(file[:n]) == nil {
			t.Errorf("the first %d of %d bytes were read without complaint", n, len(file))
		}
	}
	var places []int
	end := len("PAR1")
	for _, c := range f.Metadata().RowGroups[0].Columns {
		end += int(c.MetaData.TotalCompressedSize)
		places = append(places, end-4, end-2, end-1)
	}
	for i := end; i < len(file); i += 5 {
		places = append(places, i)
	}
	complaints := 0
	for _, i := range places {
		for _, flip := range []byte{0x01, 0x80, 0xFF} {
			damaged := slices.Clone(file)
			damaged[i] ^= flip
			if readAll(damaged) != nil {
				complaints++
			}
		}
	}
	if complaints == 0 {
		t.Errorf("none of %d damaged files was refused", 3*len(places))
	}
}

// readAll reads every column of a file.
func readAll(file []byte) error {
	r, err := columns.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	for _, c := range r.Columns() {
		switch c.Kind {
		case columns.Int32, columns.Enum:
			_, err = r.Ints(nil, c.Name)
		case columns.Int64:
			_, err = r.Longs(nil, c.Name)
		case columns.Float64:
			_, err = r.Floats(nil, c.Name)
		case columns.String:
			_, err = r.Texts(nil, c.Name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
