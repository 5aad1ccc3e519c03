package columns

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
)

// Reader reads a file of a table back, a whole column at a time. It decodes with parquet-go's own reader and shares
// nothing with the Writer but the metadata keys.
type Reader struct {
	file *parquet.File
	cols []Column
	meta []KeyValue
}

// NewReader opens a file of size bytes. It returns an error for anything that this package did not write. A damaged page
// may claim gigabytes, which parquet-go then asks for: compare the checksum first where damage is possible.
func NewReader(r io.ReaderAt, size int64) (_ *Reader, err error) {
	defer corrupt(&err)
	f, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("columns: not a whole Parquet file: %w", err)
	}
	text, ok := f.Lookup(keyColumns)
	if !ok {
		return nil, fmt.Errorf("columns: the Parquet file has no %q: another program wrote it", keyColumns)
	}
	var notes []columnNote
	if err := json.Unmarshal([]byte(text), &notes); err != nil {
		return nil, fmt.Errorf("columns: metadata %q: %w", keyColumns, err)
	}
	reader := &Reader{file: f}
	for _, kv := range f.Metadata().KeyValueMetadata {
		if kv.Key != keyColumns && kv.Key != keyPandas && kv.Key != keyArrow {
			reader.meta = append(reader.meta, KeyValue(kv))
		}
	}
	fields := f.Schema().Fields()
	if len(fields) != len(notes) {
		return nil, fmt.Errorf("columns: the file has %d columns and describes %d", len(fields), len(notes))
	}
	for i, n := range notes {
		if fields[i].Name() != n.Name {
			return nil, fmt.Errorf("columns: column %d is %q and described as %q", i, fields[i].Name(), n.Name)
		}
		kind, err := kindOf(fields[i], n)
		if err != nil {
			return nil, err
		}
		reader.cols = append(reader.cols, Column{Name: n.Name, Unit: n.Unit, Doc: n.Description, Kind: kind, Codes: n.Names})
	}
	return reader, nil
}

func kindOf(field parquet.Field, n columnNote) (Kind, error) {
	if !field.Leaf() || !field.Required() {
		return 0, fmt.Errorf("columns: column %q may be null or nested", n.Name)
	}
	switch field.Type().Kind() {
	case parquet.Int32:
		return Int32, nil
	case parquet.Int64:
		return Int64, nil
	case parquet.Double:
		return Float64, nil
	case parquet.ByteArray:
		if len(n.Names) > 0 {
			return Enum, nil
		}
		return String, nil
	}
	return 0, fmt.Errorf("columns: column %q is of the type %v", n.Name, field.Type())
}

// corrupt turns a panic into an error: parquet-go trusts sizes it finds inside a damaged file.
func corrupt(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("columns: the file is damaged: %v", r)
	}
}

// Columns are the table's columns as they were declared.
func (r *Reader) Columns() []Column { return slices.Clone(r.cols) }

// Meta is the metadata that the writer's caller gave, in the order of the keys' spelling.
func (r *Reader) Meta() []KeyValue { return slices.Clone(r.meta) }

// Rows counts the rows of the file.
func (r *Reader) Rows() int { return int(r.file.NumRows()) }

// Ints appends the values of an Int32 column, or the codes of an Enum in declared order, to dst.
func (r *Reader) Ints(dst []int32, name string) ([]int32, error) {
	return read(r, dst, name, []Kind{Int32, Enum}, func(dst []int32, c Column, page parquet.Page) ([]int32, error) {
		data, dictionary := page.Data(), page.Dictionary()
		switch {
		case dictionary != nil:
			entries, err := entriesOf(dictionary, c)
			if err != nil {
				return dst, err
			}
			for _, index := range data.Int32() {
				dst = append(dst, entries[index])
			}
			return dst, nil
		case c.Kind == Enum:
			return dst, errors.New("an enum without a dictionary")
		}
		return append(dst, data.Int32()...), nil
	})
}

// entriesOf are the integers, or the codes of the names, in a dictionary.
func entriesOf(d parquet.Dictionary, c Column) ([]int32, error) {
	entries := make([]int32, d.Len())
	for i := range entries {
		v := d.Index(int32(i))
		if c.Kind == Int32 {
			entries[i] = v.Int32()
			continue
		}
		code := slices.Index(c.Codes, v.String())
		if code < 0 {
			return nil, fmt.Errorf("%q is none of %s", v.String(), strings.Join(c.Codes, ", "))
		}
		entries[i] = int32(code)
	}
	return entries, nil
}

// Longs appends the values of an Int64 column to dst.
func (r *Reader) Longs(dst []int64, name string) ([]int64, error) {
	return read(r, dst, name, []Kind{Int64}, func(dst []int64, _ Column, page parquet.Page) ([]int64, error) {
		data := page.Data()
		return append(dst, data.Int64()...), nil
	})
}

// Floats appends the values of a Float64 column to dst.
func (r *Reader) Floats(dst []float64, name string) ([]float64, error) {
	return read(r, dst, name, []Kind{Float64}, func(dst []float64, _ Column, page parquet.Page) ([]float64, error) {
		data := page.Data()
		return append(dst, data.Double()...), nil
	})
}

// Texts appends the values of a String column, or the names of an Enum's, to dst.
func (r *Reader) Texts(dst []string, name string) ([]string, error) {
	if i := r.find(name); i >= 0 && r.cols[i].Kind == Enum {
		codes, err := r.Ints(nil, name)
		for _, code := range codes {
			dst = append(dst, r.cols[i].Codes[code])
		}
		return dst, err
	}
	return read(r, dst, name, []Kind{String}, func(dst []string, _ Column, page parquet.Page) ([]string, error) {
		return appendTexts(dst, page.Data()), nil
	})
}

func appendTexts(dst []string, v encoding.Values) []string {
	data, offsets := v.ByteArray()
	for i := range len(offsets) - 1 {
		dst = append(dst, string(data[offsets[i]:offsets[i+1]]))
	}
	return dst
}

func (r *Reader) find(name string) int {
	return slices.IndexFunc(r.cols, func(c Column) bool { return c.Name == name })
}

// read appends every page of a column to dst. On an error dst comes back as it was given.
func read[T any](r *Reader, dst []T, name string, kinds []Kind, add func([]T, Column, parquet.Page) ([]T, error)) (all []T, err error) {
	all = dst
	defer corrupt(&err)
	i := r.find(name)
	if i < 0 {
		return dst, fmt.Errorf("columns: no column %q: the file has %s", name, r.names())
	}
	c := r.cols[i]
	if !slices.Contains(kinds, c.Kind) {
		right := map[Kind]string{Int32: "Ints", Int64: "Longs", Enum: "Ints", Float64: "Floats", String: "Texts"}[c.Kind]
		return dst, fmt.Errorf("columns: column %q is %v: use %s to read it", name, c.Kind, right)
	}
	full := slices.Grow(dst, r.Rows())
	for _, group := range r.file.RowGroups() {
		if full, err = readChunk(full, c, group.ColumnChunks()[i], add); err != nil {
			return dst, fmt.Errorf("columns: column %q: %w", name, err)
		}
	}
	if got := len(full) - len(dst); got != r.Rows() {
		return dst, fmt.Errorf("columns: column %q has %d values for %d rows", name, got, r.Rows())
	}
	return full, nil
}

func readChunk[T any](dst []T, c Column, chunk parquet.ColumnChunk, add func([]T, Column, parquet.Page) ([]T, error)) ([]T, error) {
	pages := chunk.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return dst, nil
		}
		if err != nil {
			return dst, err
		}
		dst, err = add(dst, c, page)
		parquet.Release(page)
		if err != nil {
			return dst, err
		}
	}
}

func (r *Reader) names() string {
	names := make([]string, len(r.cols))
	for i, c := range r.cols {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}
