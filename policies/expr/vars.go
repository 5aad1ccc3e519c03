package expr

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Vars is what an expression over a view of type V may mention. V should be a
// pointer, so that handing it on costs nothing.
//
// A plain name is looked up in Int, then Bool, then Param: give them different
// names. Names that functions take live apart and may equal any other.
// All of them should satisfy IsName: others can never be mentioned.
type Vars[V any] struct {
	Int    map[string]Number[V]           // approval
	Bool   map[string]Flag[V]             // at_war
	IntOf  map[string]Function[Number[V]] // bellicosity(athens)
	BoolOf map[string]Function[Flag[V]]   // won(inkopah)
	Names  map[string]map[string]int      // name space -> name -> number
	Param  map[string]int64               // named constants
}

// Number is an integer that can be read from a view.
type Number[V any] struct {
	Get      func(V) int64 // must not fail, allocate or draw chance
	Bounded  bool          // every value lies in Min..Max; else any 64-bit value
	Min, Max int64         // only read when Bounded
	Reads    uint64        // the caller's bits for what Get looks at
	Doc      string
}

// Flag is a condition that can be read from a view.
type Flag[V any] struct {
	Get   func(V) bool // must not fail, allocate or draw chance
	Reads uint64       // the caller's bits for what Get looks at
	Doc   string
}

// Function makes a Number or a Flag out of names: won of one crisis,
// fortresses of one city and any number of areas.
type Function[R any] struct {
	Of       []string // the name space of each argument, in order
	Variadic bool     // the last of Of, which must not be empty, may be repeated
	// Bind is called once per mention, at load, with the numbers of the names.
	// What depends on them alone should be settled here, outside Get.
	Bind func(args []int) R
	Doc  string
}

// signature is how a call is written: fortresses(city, area...).
func (f Function[R]) signature(name string) string {
	dots := ""
	if f.Variadic {
		dots = "..."
	}
	return name + "(" + strings.Join(f.Of, ", ") + dots + ")"
}

// space is the name space of argument i of a call that has not too many.
func (f Function[R]) space(i int) string {
	return f.Of[min(i, len(f.Of)-1)]
}

// isFunction tells whether the name can be called.
func (v Vars[V]) isFunction(name string) bool {
	_, number := v.IntOf[name]
	_, flag := v.BoolOf[name]
	return number || flag
}

// isValue tells whether the name stands for a value of its own.
func (v Vars[V]) isValue(name string) bool {
	_, number := v.Int[name]
	_, flag := v.Bool[name]
	_, param := v.Param[name]
	return number || flag || param
}

// values and functions list what there is in an order that does not depend on
// the maps, since suggestions break ties by it.
func (v Vars[V]) values() []string {
	return slices.Concat(sorted(v.Int), sorted(v.Bool), sorted(v.Param))
}

func (v Vars[V]) functions() []string {
	return slices.Concat(sorted(v.IntOf), sorted(v.BoolOf))
}

// namesIn lists the names of a space by their numbers: the order of the file.
func (v Vars[V]) namesIn(space string) []string {
	numbers := v.Names[space]
	return slices.SortedFunc(maps.Keys(numbers), func(a, b string) int {
		return cmp.Or(cmp.Compare(numbers[a], numbers[b]), cmp.Compare(a, b))
	})
}

// spaceOf finds the name space that a name belongs to, "" if none.
func (v Vars[V]) spaceOf(name string) string {
	for _, space := range sorted(v.Names) {
		if _, ok := v.Names[space][name]; ok {
			return space
		}
	}
	return ""
}

// takers lists how the functions that take names of a space are written.
func (v Vars[V]) takers(space string) []string {
	var list []string
	for _, name := range sorted(v.IntOf) {
		if f := v.IntOf[name]; slices.Contains(f.Of, space) {
			list = append(list, f.signature(name))
		}
	}
	for _, name := range sorted(v.BoolOf) {
		if f := v.BoolOf[name]; slices.Contains(f.Of, space) {
			list = append(list, f.signature(name))
		}
	}
	return list
}

func sorted[T any](m map[string]T) []string {
	return slices.Sorted(maps.Keys(m))
}
