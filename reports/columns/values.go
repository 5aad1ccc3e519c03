package columns

// Values are the values of one column in one row group. They point at the caller's slices, which must stay as they
// are until the call that was given them returns.
type Values struct {
	form   form
	n      int
	base   int64
	ints   []int32
	longs  []int64
	floats []float64
	texts  []string
}

type form uint8

const (
	formNone form = iota
	formInts
	formLongs
	formCount
	formOffsets
	formFloats
	formTexts
)

// Ints are the values of an Int32 column, or the codes of an Enum.
func Ints(v []int32) Values { return Values{form: formInts, n: len(v), ints: v} }

// Longs are the values of an Int64 column.
func Longs(v []int64) Values { return Values{form: formLongs, n: len(v), longs: v} }

// Count gives an Int64 column first, first+1, ... for n rows: the games of a block.
func Count(first int64, n int) Values { return Values{form: formCount, n: n, base: first} }

// Offsets gives an Int64 column base + v[i]: the game that war i of a block belongs to.
func Offsets(base int64, v []int32) Values {
	return Values{form: formOffsets, n: len(v), base: base, ints: v}
}

// Floats are the values of a Float64 column.
func Floats(v []float64) Values { return Values{form: formFloats, n: len(v), floats: v} }

// Texts are the values of a String column.
func Texts(v []string) Values { return Values{form: formTexts, n: len(v), texts: v} }

// fits tells whether values of this form may fill a column of that kind.
func (f form) fits(k Kind) bool {
	switch f {
	case formInts:
		return k == Int32 || k == Enum
	case formLongs, formCount, formOffsets:
		return k == Int64
	case formFloats:
		return k == Float64
	case formTexts:
		return k == String
	}
	return false
}

func (f form) String() string {
	return [...]string{
		formNone: "no values", formInts: "Ints", formLongs: "Longs", formCount: "Count",
		formOffsets: "Offsets", formFloats: "Floats", formTexts: "Texts",
	}[f]
}
