package columns

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// RowGroup is the encoded form of some rows, ready to be appended to a file. Its memory is used again by the next
// Encode. The zero value is an empty one; it belongs to one goroutine at a time.
type RowGroup struct {
	schema *Schema
	rows   int
	chunks []chunk
	raw    []byte  // a page before compression
	longs  []int64 // values of an Offsets
}

// chunk is a column of a RowGroup.
type chunk struct {
	dictionary page // used only where the values are small integers: an enum's dictionary is the schema's
	data       page
	encoding   format.Encoding // of data
	stats      format.Statistics
}

// Encode fills g with rows: one Values for each column, in the order of the schema, all equally long.
// On an error, which names the column and the row at fault, g is left empty.
func (s *Schema) Encode(g *RowGroup, values []Values) error {
	g.schema, g.rows = s, 0
	if len(values) != len(s.cols) {
		return fmt.Errorf("columns: values for %d columns, but the table has %d", len(values), len(s.cols))
	}
	rows := values[0].n
	for i, v := range values {
		switch c := s.cols[i]; {
		case !v.form.fits(c.Kind):
			return fmt.Errorf("columns: column %q is a %v: %v cannot fill it", c.Name, c.Kind, v.form)
		case v.n != rows:
			return fmt.Errorf("columns: column %q has %d rows, but %q has %d", c.Name, v.n, s.cols[0].Name, rows)
		case v.base < -maxBase || v.base > maxBase:
			return fmt.Errorf("columns: column %q starts at %d, more than 2^62 away from 0", c.Name, v.base)
		}
	}
	if rows < 0 || rows > math.MaxInt32 {
		return fmt.Errorf("columns: a row group of %d rows is not possible", rows)
	}
	if rows == 0 {
		return nil
	}
	g.chunks = slices.Grow(g.chunks[:0], len(values))[:len(values)]
	for i, v := range values {
		if err := g.encode(&g.chunks[i], &s.cols[i], v); err != nil {
			return fmt.Errorf("columns: column %q, %w", s.cols[i].Name, err)
		}
	}
	g.rows = rows
	return nil
}

// maxBase keeps the sums of Count and Offsets far from overflow.
const maxBase = 1 << 62

// Rows tells how many rows g holds.
func (g *RowGroup) Rows() int { return g.rows }

func (g *RowGroup) encode(chunk *chunk, c *Column, v Values) (err error) {
	chunk.stats = format.Statistics{}
	g.raw = g.raw[:0]
	switch c.Kind {
	case Int32:
		err = g.encodeInts(chunk, v.ints)
	case Int64:
		err = g.encodeLongs(chunk, v)
	case Enum:
		err = g.encodeCodes(chunk, v.ints, c.Codes)
	case Float64:
		err = g.encodeFloats(chunk, v.floats)
	case String:
		err = g.encodeTexts(chunk, v.texts)
	}
	if err != nil {
		return err
	}
	return chunk.data.fillData(g.schema.codec, &g.raw, v.n, chunk.encoding)
}

// encodeInts packs integers of a narrow range, as nearly all measures of a game are, as indices into the list of that
// range: half the time of delta encoding, and a bit less for each value. The list must be short against the rows.
func (g *RowGroup) encodeInts(chunk *chunk, values []int32) (err error) {
	least, most := bounds(parquet.Int32Type, len(values), encoding.Int32Values(values))
	low, high := least.Int32(), most.Int32()
	chunk.stats.MinValue = binary.LittleEndian.AppendUint32(nil, uint32(low))
	chunk.stats.MaxValue = binary.LittleEndian.AppendUint32(nil, uint32(high))

	entries := int64(high) - int64(low) + 1
	if entries > maxPacked || 8*entries > int64(len(values)) {
		chunk.encoding = format.DeltaBinaryPacked
		g.raw, err = new(delta.BinaryPackedEncoding).EncodeInt32(g.raw, values)
		return err
	}
	chunk.encoding = format.RLEDictionary
	for i := range int32(entries) {
		g.raw = binary.LittleEndian.AppendUint32(g.raw, uint32(low+i))
	}
	if err := chunk.dictionary.fillDictionary(g.schema.codec, &g.raw, int(entries)); err != nil {
		return err
	}
	g.raw = appendIndices(g.raw[:0], values, low, int(entries), low == high)
	return nil
}

func (g *RowGroup) encodeLongs(chunk *chunk, v Values) (err error) {
	chunk.encoding = format.DeltaBinaryPacked
	if v.form == formCount {
		setBounds64(&chunk.stats, v.base, v.base+int64(v.n)-1)
		g.raw = appendCount(g.raw, v.base, v.n)
		return nil
	}
	longs := v.longs
	if v.form == formOffsets {
		g.longs = slices.Grow(g.longs[:0], v.n)[:v.n]
		for i, offset := range v.ints {
			g.longs[i] = v.base + int64(offset)
		}
		longs = g.longs
	}
	least, most := bounds(parquet.Int64Type, v.n, encoding.Int64Values(longs))
	setBounds64(&chunk.stats, least.Int64(), most.Int64())
	g.raw, err = new(delta.BinaryPackedEncoding).EncodeInt64(g.raw, longs)
	return err
}

func (g *RowGroup) encodeCodes(chunk *chunk, values []int32, codes []string) (err error) {
	least, most := bounds(parquet.Int32Type, len(values), encoding.Int32Values(values))
	low, high := least.Int32(), most.Int32()
	if low < 0 || int(high) >= len(codes) {
		row := slices.IndexFunc(values, func(v int32) bool { return v < 0 || int(v) >= len(codes) })
		return fmt.Errorf("row %d: %d stands for nothing; 0 to %d stand for %s", row, values[row], len(codes)-1, strings.Join(codes, ", "))
	}
	chunk.encoding = format.RLEDictionary
	if len(codes) > maxPacked {
		g.raw, err = new(rle.DictionaryEncoding).EncodeInt32(g.raw, values)
		return err
	}
	g.raw = appendIndices(g.raw, values, 0, len(codes), low == high)
	return nil
}

func (g *RowGroup) encodeFloats(chunk *chunk, values []float64) (err error) {
	if row := slices.IndexFunc(values, math.IsNaN); row >= 0 {
		return fmt.Errorf("row %d: NaN would drop the row from DuckDB's filters: leave the row out instead", row)
	}
	chunk.encoding = format.Plain
	g.raw, err = new(plain.Encoding).EncodeDouble(g.raw, values)
	return err
}

func (g *RowGroup) encodeTexts(chunk *chunk, values []string) error {
	chunk.encoding = format.Plain
	for row, text := range values {
		if !utf8.ValidString(text) {
			return fmt.Errorf("row %d: %q is not UTF-8", row, text)
		}
		g.raw = appendText(g.raw, text)
	}
	return nil
}

// bounds are the least and the greatest of n > 0 values, found by the library's vector code: a loop in Go would cost
// as much as the encoding.
func bounds(t parquet.Type, n int, v encoding.Values) (least, most parquet.Value) {
	least, most, _ = t.NewPage(0, n, v).Bounds()
	return least, most
}

func setBounds64(s *format.Statistics, low, high int64) {
	s.MinValue = binary.LittleEndian.AppendUint64(nil, uint64(low))
	s.MaxValue = binary.LittleEndian.AppendUint64(nil, uint64(high))
}
