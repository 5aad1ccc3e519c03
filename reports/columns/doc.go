// Package columns writes columns of integers as Parquet files that notebooks love.
//
// A table is declared once, as a [Schema]: its columns with unit, description and, for an enum, the names its
// numbers stand for. Values arrive as slices, a column each, and leave as one row group:
//
//	schema, err := columns.NewSchema(cols, meta, columns.Options{})
//	w := schema.NewWriter(file)
//	err = w.WriteRowGroup([]columns.Values{columns.Count(first, n), columns.Ints(turns), columns.Ints(outcome)})
//	err = w.Close()
//
// Encoding is the costly half and needs no file, so that many goroutines may each fill a [RowGroup] with
// [Schema.Encode] while one appends them in order with [Writer.Append].
//
// # What is in the file
//
// Every column is required (there are no nulls). Integers are packed, as indices into their range where it is narrow
// and as deltas elsewhere, and carry minimum and maximum; an enum is a dictionary of strings that holds all its names,
// used or not, in declared order; floats and strings are plain. A column chunk is one page. No column is narrower than
// 32 bits: "length - 5" of an unsigned byte is 253 in pandas.
//
// The key "polemos.columns" tells name, unit, description and names of every column as JSON. "ARROW:schema" makes
// pandas see categories and pyarrow see units; "PANDAS_ATTRS" fills the attrs of a data frame.
// The same rows, cut into the same row groups by the same build, give the same bytes.
//
// GenericWriter of parquet-go, on whose encodings this stands, takes rows as structs: three times slower on bare
// numbers, ten times on names, and it lists the names of an enum in the order in which they turn up.
package columns
