package columns

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/zeebo/xxh3"
)

const magic = "PAR1"

// Writer writes one file after another. Without Close, which writes the footer, a file cannot be read at all.
// Not safe for concurrent use.
type Writer struct {
	schema *Schema
	out    io.Writer
	size   int64
	sum    xxh3.Hasher
	footer format.FileMetaData
	own    RowGroup // of WriteRowGroup
	err    error    // the first one; all later calls return it
}

var errClosed = errors.New("columns: the file is closed: Reset opens another")

// Reset opens another file of the same table on out and forgets the one before, closed or not.
func (w *Writer) Reset(out io.Writer) {
	w.out, w.size, w.err = out, 0, nil
	w.sum.Reset()
	rowGroups := w.footer.RowGroups[:0]
	w.footer = w.schema.footer
	w.footer.RowGroups = rowGroups
}

// WriteRowGroup encodes rows, as [Schema.Encode] does, and appends them. Values that cannot be written leave the file
// as it was.
func (w *Writer) WriteRowGroup(values []Values) error {
	if err := w.schema.Encode(&w.own, values); err != nil {
		return err
	}
	return w.Append(&w.own)
}

// Append writes a row group that this table's schema encoded; one without rows leaves no trace.
// After a failed write the file is lost and every later call fails.
func (w *Writer) Append(g *RowGroup) error {
	switch {
	case w.err != nil:
		return w.err
	case g.rows == 0:
		return nil
	case g.schema != w.schema:
		return errors.New("columns: the row group was encoded for another table")
	case len(w.footer.RowGroups) > math.MaxInt16:
		return fmt.Errorf("columns: a file holds at most %d row groups: use larger ones", math.MaxInt16+1)
	}
	if w.size == 0 {
		w.write([]byte(magic))
	}
	group := format.RowGroup{
		Columns:    make([]format.ColumnChunk, len(g.chunks)),
		NumRows:    int64(g.rows),
		FileOffset: w.size,
		Ordinal:    int16(len(w.footer.RowGroups)),
	}
	for i := range g.chunks {
		m := &group.Columns[i].MetaData
		*m = w.appendChunk(i, &g.chunks[i])
		m.NumValues = group.NumRows
		group.TotalByteSize += m.TotalUncompressedSize
		group.TotalCompressedSize += m.TotalCompressedSize
	}
	w.footer.RowGroups = append(w.footer.RowGroups, group)
	w.footer.NumRows += group.NumRows
	return w.err
}

// appendChunk writes a column's pages and tells where they are.
func (w *Writer) appendChunk(i int, c *chunk) format.ColumnMetaData {
	m := w.schema.columnMetadata(i, c)
	if c.encoding == format.RLEDictionary {
		dictionary := &c.dictionary
		if w.schema.cols[i].Kind == Enum {
			dictionary = &w.schema.names[i]
		}
		m.DictionaryPageOffset = w.size
		w.appendPage(&m, dictionary)
	}
	m.DataPageOffset = w.size
	w.appendPage(&m, &c.data)
	return m
}

func (w *Writer) appendPage(m *format.ColumnMetaData, p *page) {
	m.TotalUncompressedSize += int64(p.uncompressedSize())
	m.TotalCompressedSize += int64(p.size())
	w.write(p.header.Bytes())
	w.write(p.body)
}

// Close writes the footer; the caller closes what lies beneath. A file without a row is a file all the same.
// Closing twice is an error.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	if w.size == 0 {
		w.write([]byte(magic))
	}
	footer, err := thrift.Marshal(&protocol, &w.footer)
	if err != nil {
		w.err = fmt.Errorf("columns: footer: %w", err)
		return w.err
	}
	w.write(footer)
	w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), magic...))
	if w.err != nil {
		return w.err
	}
	w.err = errClosed
	return nil
}

// write sends bytes to the file and the checksum, unless an earlier write failed.
func (w *Writer) write(b []byte) {
	if w.err != nil {
		return
	}
	n, err := w.out.Write(b)
	w.sum.Write(b[:n])
	w.size += int64(n)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("columns: %w", err)
	}
}

// Size is the number of bytes written so far: of the whole file after Close.
func (w *Writer) Size() int64 { return w.size }

// Sum is the XXH3-128 checksum of the bytes written so far, in the byte order that xxhsum prints.
func (w *Writer) Sum() [16]byte { return w.sum.Sum128().Bytes() }
