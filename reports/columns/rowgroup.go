package columns

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
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
			return fmt.Errorf("columns: column %q is %v: %v cannot fill it", c.Name, c.Kind, v.form)
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
	chunk.data.raw = chunk.data.raw[:0]
	switch c.Kind {
	case Int32:
		err = chunk.encodeInts(v.ints, g.schema.codec)
	case Int64:
		err = chunk.encodeLongs(v, &g.longs)
	case Enum:
		err = chunk.encodeCodes(v.ints, c.Codes)
	case Float64:
		err = chunk.encodeFloats(v.floats)
	case String:
		err = chunk.encodeTexts(v.texts)
	}
	if err != nil {
		return err
	}
	return chunk.data.finishData(g.schema.codec, v.n, chunk.encoding)
}

// encodeInts packs integers of a narrow range, as nearly all measures of a game are, as indices into the list of that
// range: half the time of delta encoding, and a bit less for each value. The list must be short against the rows.
func (c *chunk) encodeInts(values []int32, codec compress.Codec) (err error) {
	least, most := bounds(parquet.Int32Type, len(values), encoding.Int32Values(values))
	low, high := least.Int32(), most.Int32()
	c.stats.MinValue = binary.LittleEndian.AppendUint32(nil, uint32(low))
	c.stats.MaxValue = binary.LittleEndian.AppendUint32(nil, uint32(high))

	entries := int64(high) - int64(low) + 1
	if entries > maxPacked || 8*entries > int64(len(values)) {
		c.encoding = format.DeltaBinaryPacked
		c.data.raw, err = new(delta.BinaryPackedEncoding).EncodeInt32(c.data.raw, values)
		return err
	}
	c.encoding = format.RLEDictionary
	c.dictionary.raw = c.dictionary.raw[:0]
	for i := range int32(entries) {
		c.dictionary.raw = binary.LittleEndian.AppendUint32(c.dictionary.raw, uint32(low+i))
	}
	if err := c.dictionary.finishDictionary(codec, int(entries)); err != nil {
		return err
	}
	c.data.raw = appendIndices(c.data.raw, values, low, int(entries), low == high)
	return nil
}

func (c *chunk) encodeLongs(v Values, room *[]int64) (err error) {
	c.encoding = format.DeltaBinaryPacked
	if v.form == formCount {
		setBounds64(&c.stats, v.base, v.base+int64(v.n)-1)
		c.data.raw = appendCount(c.data.raw, v.base, v.n)
		return nil
	}
	longs := v.longs
	if v.form == formOffsets {
		longs = slices.Grow((*room)[:0], v.n)[:v.n]
		for i, offset := range v.ints {
			longs[i] = v.base + int64(offset)
		}
		*room = longs
	}
	least, most := bounds(parquet.Int64Type, v.n, encoding.Int64Values(longs))
	setBounds64(&c.stats, least.Int64(), most.Int64())
	c.data.raw, err = new(delta.BinaryPackedEncoding).EncodeInt64(c.data.raw, longs)
	return err
}

func (c *chunk) encodeCodes(values []int32, codes []string) (err error) {
	least, most := bounds(parquet.Int32Type, len(values), encoding.Int32Values(values))
	low, high := least.Int32(), most.Int32()
	if low < 0 || int(high) >= len(codes) {
		row := slices.IndexFunc(values, func(v int32) bool { return v < 0 || int(v) >= len(codes) })
		return fmt.Errorf("row %d: %d stands for nothing; 0 to %d stand for %s", row, values[row], len(codes)-1, strings.Join(codes, ", "))
	}
	c.encoding = format.RLEDictionary
	if len(codes) > maxPacked {
		c.data.raw, err = new(rle.DictionaryEncoding).EncodeInt32(c.data.raw, values)
		return err
	}
	c.data.raw = appendIndices(c.data.raw, values, 0, len(codes), low == high)
	return nil
}

func (c *chunk) encodeFloats(values []float64) (err error) {
	if row := slices.IndexFunc(values, math.IsNaN); row >= 0 {
		return fmt.Errorf("row %d: NaN would drop the row from DuckDB's filters: leave the row out instead", row)
	}
	c.encoding = format.Plain
	c.data.raw, err = new(plain.Encoding).EncodeDouble(c.data.raw, values)
	return err
}

func (c *chunk) encodeTexts(values []string) error {
	c.encoding = format.Plain
	for row, text := range values {
		if !utf8.ValidString(text) {
			return fmt.Errorf("row %d: %q is not UTF-8", row, text)
		}
		c.data.raw = appendText(c.data.raw, text)
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
