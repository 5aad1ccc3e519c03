package columns

import (
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/snappy"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Compression is what becomes of a page after its encoding. The encodings leave little to gain: 18 columns of a
// republic's games took, on one core (BenchmarkWriter),
//
//	Uncompressed  6.5 bytes a row  77 million rows a second
//	Snappy        5.6              28
//	Zstd          5.4              33
type Compression uint8

const (
	Uncompressed Compression = iota
	Snappy
	Zstd // its fastest level
)

// Options are the choices of a table; the zero value is the one to take for big tables.
type Options struct {
	Compression Compression
}

// Schema is a declared table: it turns values into row groups and opens files for them.
// It never changes, so that many goroutines may share it.
type Schema struct {
	cols   []Column
	names  []page              // the dictionary of every enum, by column
	footer format.FileMetaData // but for the rows
	codec  compress.Codec      // nil: none
}

// NewSchema declares a table of the given columns, whose files all carry meta (seed, scenario and the like).
// It returns an error that names the column or key at fault.
func NewSchema(cols []Column, meta []KeyValue, opts Options) (*Schema, error) {
	if err := checkColumns(cols); err != nil {
		return nil, err
	}
	if err := checkMeta(meta); err != nil {
		return nil, err
	}
	pairs, err := fileMetadata(cols, meta)
	if err != nil {
		return nil, fmt.Errorf("columns: metadata: %w", err)
	}
	s := &Schema{cols: slices.Clone(cols), names: make([]page, len(cols))}
	switch opts.Compression {
	case Uncompressed:
	case Snappy:
		s.codec = new(snappy.Codec)
	case Zstd:
		s.codec = &zstd.Codec{Level: zstd.SpeedFastest}
	default:
		return nil, fmt.Errorf("columns: unknown compression %d", opts.Compression)
	}

	s.footer = format.FileMetaData{
		Version: 2,
		Schema: []format.SchemaElement{{
			Name:           "table",
			RepetitionType: thrift.New(format.Required),
			NumChildren:    thrift.New(int32(len(cols))),
		}},
		CreatedBy: "polemos",
	}
	for _, kv := range pairs {
		s.footer.KeyValueMetadata = append(s.footer.KeyValueMetadata, format.KeyValue(kv))
	}
	for i, c := range cols {
		s.footer.Schema = append(s.footer.Schema, schemaElement(c))
		s.footer.ColumnOrders = append(s.footer.ColumnOrders, format.ColumnOrder{Value: new(format.TypeDefinedOrder)})
		if c.Kind != Enum {
			continue
		}
		names := &s.names[i]
		for _, code := range c.Codes {
			names.raw = appendText(names.raw, code)
		}
		if err := names.finishDictionary(s.codec, len(c.Codes)); err != nil {
			return nil, fmt.Errorf("columns: column %q: %w", c.Name, err)
		}
	}
	return s, nil
}

// NewWriter opens a file on w.
func (s *Schema) NewWriter(w io.Writer) *Writer {
	writer := &Writer{schema: s}
	writer.Reset(w)
	return writer
}

// columnMetadata is what a file tells of a chunk but for sizes and places.
func (s *Schema) columnMetadata(i int, c *chunk) format.ColumnMetaData {
	m := format.ColumnMetaData{
		Type:          physicalType(s.cols[i].Kind),
		Encoding:      []format.Encoding{c.encoding},
		PathInSchema:  []string{s.cols[i].Name},
		Statistics:    c.stats,
		EncodingStats: []format.PageEncodingStats{{PageType: format.DataPage, Encoding: c.encoding, Count: 1}},
	}
	if s.codec != nil {
		m.Codec = s.codec.CompressionCodec()
	}
	if c.encoding == format.RLEDictionary {
		m.Encoding = append(m.Encoding, format.Plain)
		m.EncodingStats = append(m.EncodingStats, format.PageEncodingStats{PageType: format.DictionaryPage, Encoding: format.Plain, Count: 1})
	}
	return m
}

func physicalType(k Kind) format.Type {
	return [...]format.Type{Int32: format.Int32, Int64: format.Int64, Enum: format.ByteArray, Float64: format.Double, String: format.ByteArray}[k]
}

func schemaElement(c Column) format.SchemaElement {
	e := format.SchemaElement{
		Name:           c.Name,
		Type:           thrift.New(physicalType(c.Kind)),
		RepetitionType: thrift.New(format.Required),
	}
	if c.Kind == Enum || c.Kind == String { // plain strings both: pyarrow makes bytes of the logical type ENUM
		e.ConvertedType = thrift.New(deprecated.UTF8)
		e.LogicalType.Value = new(format.StringType)
	}
	return e
}
