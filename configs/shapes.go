package configs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// integer is a whole number within a range.
type integer struct {
	into      *int32
	low, high int32
}

func (s integer) read(r *reader, n *node, path string) {
	if v, ok := r.integer(n, path, int64(s.low), int64(s.high)); ok {
		*s.into = int32(v)
	}
}

func (s integer) write() any     { return int64(*s.into) }
func (s integer) wanted() string { return "a whole number " + span(int64(s.low), int64(s.high)) }
func (s integer) schema() engine.Object {
	return engine.Object{{Name: "type", Value: "integer"}, {Name: "minimum", Value: int64(s.low)}, {Name: "maximum", Value: int64(s.high)}, {Name: "default", Value: s.write()}}
}

// truth is true or false.
type truth struct{ into *bool }

func (s truth) read(r *reader, n *node, path string) {
	if v, ok := r.boolean(n, path); ok {
		*s.into = v
	}
}

func (s truth) write() any     { return *s.into }
func (s truth) wanted() string { return "true or false" }
func (s truth) schema() engine.Object {
	return engine.Object{{Name: "type", Value: "boolean"}, {Name: "default", Value: *s.into}}
}

// choice is one of some words.
type choice struct {
	words []string
	get   func() int
	set   func(int)
}

// either is a choice of two words for false and true.
func either(into *bool, no, yes string) choice {
	return choice{words: []string{no, yes}, get: func() int {
		if *into {
			return 1
		}
		return 0
	}, set: func(i int) { *into = i == 1 }}
}

func (s choice) read(r *reader, n *node, path string) {
	word, ok := r.word(n, path, s.wanted())
	if !ok {
		return
	}
	if i := slices.Index(s.words, word); i >= 0 {
		s.set(i)
		return
	}
	r.unknown(n, path, path[strings.LastIndex(path, ".")+1:], word, s.words)
}

func (s choice) write() any {
	if i := s.get(); i >= 0 {
		return s.words[i]
	}
	return nil
}

func (s choice) wanted() string { return "one of " + enumerate(s.words) }
func (s choice) schema() engine.Object {
	o := engine.Object{{Name: "enum", Value: anys(s.words)}}
	if v := s.write(); v != nil {
		o = append(o, engine.Field{Name: "default", Value: v})
	}
	return o
}

// anys widens a list of words.
func anys(words []string) []any {
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	return list
}

// someOf is a list of words out of some, each a bool.
type someOf struct {
	words []string
	into  []bool
	what  string
}

func (s someOf) read(r *reader, n *node, path string) {
	if n.kind != list {
		r.wrong(n, path, s.wanted())
		return
	}
	for _, item := range n.values {
		word, ok := r.word(item, path, "one of "+enumerate(s.words))
		if !ok {
			continue
		}
		switch i := slices.Index(s.words, word); {
		case i < 0:
			r.unknown(item, path, s.what, word, s.words)
		case s.into[i]:
			r.problem(item, path, word+" is listed twice", "")
		default:
			s.into[i] = true
		}
	}
}

func (s someOf) write() any {
	words := []any{}
	for i, on := range s.into {
		if on {
			words = append(words, s.words[i])
		}
	}
	return words
}

func (s someOf) wanted() string { return "a list out of " + enumerate(s.words) }
func (s someOf) schema() engine.Object {
	return engine.Object{
		{Name: "type", Value: "array"},
		{Name: "items", Value: engine.Object{{Name: "enum", Value: anys(s.words)}}},
		{Name: "uniqueItems", Value: true},
	}
}

// text is any text on one line, or one that a pattern holds to.
type text struct {
	into    *string
	what    string
	pattern string // for editors; "" for any
	check   func(r *reader, n *node, path string) bool
}

func (s text) read(r *reader, n *node, path string) {
	if v, ok := r.word(n, path, s.what); ok && (s.check == nil || s.check(r, n, path)) {
		*s.into = v
	}
}

func (s text) write() any     { return *s.into }
func (s text) wanted() string { return s.what }
func (s text) schema() engine.Object {
	o := engine.Object{{Name: "type", Value: "string"}}
	if s.pattern != "" {
		o = append(o, engine.Field{Name: "pattern", Value: s.pattern})
	}
	return o
}

// fraction is an exact decimal number from 0 to 1.
type fraction struct {
	into  *decimal
	below bool // 1 itself is too much
	what  string
}

func (s fraction) read(r *reader, n *node, path string) {
	d, ok := r.decimal(n, path, s.wanted())
	switch {
	case !ok:
	case d.num < 0 || d.num > d.den || s.below && d.num == d.den:
		r.problem(n, path, n.text+" is out of range", s.wanted())
	default:
		*s.into = d
	}
}

// A number that is already written.
type literal string

func (s fraction) write() any {
	if s.into.text == "" {
		return nil
	}
	return literal(s.into.text)
}

func (s fraction) wanted() string {
	if s.below {
		return s.what + " from 0 to below 1"
	}
	return s.what + " from 0 to 1"
}

func (s fraction) schema() engine.Object {
	limit := "maximum"
	if s.below {
		limit = "exclusiveMaximum"
	}
	o := engine.Object{{Name: "type", Value: "number"}, {Name: "minimum", Value: int64(0)}, {Name: limit, Value: int64(1)}}
	if v := s.write(); v != nil {
		o = append(o, engine.Field{Name: "default", Value: v})
	}
	return o
}

// named is a map of things by name, in the file's order.
type named[T any] struct {
	into *[]T
	what string // "crisis"
	most int
	make func(name string, key, value *node) T
	keys func(*T) section
	name func(*T) string
}

func (s named[T]) read(r *reader, n *node, path string) {
	if n.kind != mapping {
		r.wrong(n, path, s.wanted())
		return
	}
	if len(n.keys) > s.most {
		r.problem(n.keys[s.most], path, fmt.Sprintf("%s is one %s too many", shown(n.keys[s.most].text), s.what), fmt.Sprintf("at most %d", s.most))
		n.keys, n.values = n.keys[:s.most], n.values[:s.most]
	}
	*s.into = make([]T, len(n.keys))
	for i, k := range n.keys {
		(*s.into)[i] = s.make(k.text, k, n.values[i])
		r.name(k, path, s.what)
	}
	for i, value := range n.values {
		at := join(path, n.keys[i].text)
		if value.isNull() {
			r.wrong(value.at(), at, s.keys(&(*s.into)[i]).wanted())
			continue
		}
		s.keys(&(*s.into)[i]).read(r, value, at)
	}
}

func (s named[T]) write() any {
	o := engine.Object{}
	for i := range *s.into {
		t := &(*s.into)[i]
		o = append(o, engine.Field{Name: s.name(t), Value: s.keys(t).write()})
	}
	return o
}

// things is a map of things that have names of their own.
type things interface {
	shape
	thing() (what string, keys shape)
}

func (s named[T]) thing() (string, shape) {
	one := s.make("NAME", &node{}, &node{})
	return s.what, s.keys(&one)
}

func (s named[T]) wanted() string { return "a map by the name of each " + s.what }

// Letters, and letters, digits and _, for the patterns of the schema: what is not
// ASCII counts as a letter there, since \p{L} is not known everywhere, and these
// classes mean the same in ECMA-262, Python and Go.
const (
	letterClass = `[^\x00-\x40\x5b-\x60\x7b-\x7f]`
	wordClass   = `[^\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]`
)

// namePattern is what a name may be.
const namePattern = `^` + letterClass + wordClass + `*$`

func (s named[T]) schema() engine.Object {
	one := s.make("NAME", &node{}, &node{})
	return engine.Object{
		{Name: "type", Value: "object"},
		{Name: "patternProperties", Value: engine.Object{{Name: namePattern, Value: s.keys(&one).schema()}}},
		{Name: "additionalProperties", Value: false},
		{Name: "maxProperties", Value: int64(s.most)},
	}
}

// entries is a list of maps with the same keys.
type entries[T any] struct {
	into *[]T
	what string
	most int
	make func(at *node) T
	keys func(*T) section
}

func (s entries[T]) read(r *reader, n *node, path string) {
	if n.kind != list {
		r.wrong(n, path, s.wanted())
		return
	}
	if len(n.values) > s.most {
		r.problem(n.values[s.most], path, fmt.Sprintf("%d entries are too many", len(n.values)), fmt.Sprintf("at most %d", s.most))
		n.values = n.values[:s.most]
	}
	*s.into = make([]T, len(n.values))
	for i, item := range n.values {
		(*s.into)[i] = s.make(item)
		s.keys(&(*s.into)[i]).read(r, item, join(path, strconv.Itoa(i)))
	}
}

func (s entries[T]) write() any {
	items := []any{}
	for i := range *s.into {
		items = append(items, s.keys(&(*s.into)[i]).write())
	}
	return items
}

func (s entries[T]) wanted() string { return "a list of " + s.what }
func (s entries[T]) schema() engine.Object {
	one := s.make(&node{})
	return engine.Object{
		{Name: "type", Value: "array"},
		{Name: "items", Value: s.keys(&one).schema()},
		{Name: "maxItems", Value: int64(s.most)},
	}
}

// counts is a map from names of things to numbers of them.
type counts struct {
	what  string
	names func() ([]string, bool) // in order; false when they could not be read
	into  []int32
	most  int32
}

func (s counts) read(r *reader, n *node, path string) {
	if n.kind != mapping {
		r.wrong(n, path, s.wanted())
		return
	}
	names, known := s.names()
	for i, k := range n.keys {
		at := slices.Index(names, k.text)
		if at < 0 {
			if known {
				r.unknown(k, path, s.what, k.text, names)
			}
			continue
		}
		if v, ok := r.integer(n.values[i], join(path, k.text), 0, int64(s.most)); ok {
			s.into[at] = int32(v)
		}
	}
}

func (s counts) write() any {
	o := engine.Object{}
	names, _ := s.names()
	for i, name := range names {
		if s.into[i] != 0 {
			o = append(o, engine.Field{Name: name, Value: int64(s.into[i])})
		}
	}
	return o
}

func (s counts) wanted() string { return "a map from the name of a " + s.what + " to how many" }
func (s counts) schema() engine.Object {
	return engine.Object{
		{Name: "type", Value: "object"},
		{Name: "patternProperties", Value: engine.Object{{Name: namePattern, Value: integer{into: new(int32), high: s.most}.schema()}}},
		{Name: "additionalProperties", Value: false},
	}
}

// byNumber is a map with whole numbers as keys. JSON has texts there.
type byNumber struct {
	into      *[][2]int32 // key and value, ascending by key
	key       string      // what the keys are
	value     string      // what the values are
	low, high int32       // of keys
	least     int32       // of values
	most      int32
}

func (s byNumber) read(r *reader, n *node, path string) {
	if n.kind != mapping {
		r.wrong(n, path, s.wanted())
		return
	}
	var rows [][2]int32
	for i, k := range n.keys {
		v, ok := r.numberKey(k, path, int64(s.low), int64(s.high))
		count, also := r.integer(n.values[i], join(path, k.text), int64(s.least), int64(s.most))
		if !ok || !also {
			continue
		}
		if slices.ContainsFunc(rows, func(row [2]int32) bool { return row[0] == int32(v) }) {
			r.problem(k, path, "the key "+k.text+" is given twice", "keep one of them")
			continue
		}
		rows = append(rows, [2]int32{int32(v), int32(count)})
	}
	slices.SortFunc(rows, func(a, b [2]int32) int { return int(a[0]) - int(b[0]) })
	*s.into = rows
}

// numberKey reads a key that is a whole number.
func (r *reader) numberKey(k *node, path string, low, high int64) (int64, bool) {
	plain := *k
	plain.quoted = false
	return r.integer(&plain, path, low, high)
}

func (s byNumber) write() any {
	o := engine.Object{}
	for _, row := range *s.into {
		o = append(o, engine.Field{Name: strconv.Itoa(int(row[0])), Value: int64(row[1])})
	}
	return o
}

func (s byNumber) wanted() string { return "a map from " + s.key + " to " + s.value }
func (s byNumber) schema() engine.Object {
	return engine.Object{
		{Name: "type", Value: "object"},
		{Name: "patternProperties", Value: engine.Object{{Name: numberPattern(s.low), Value: integer{into: new(int32), low: s.least, high: s.most}.schema()}}},
		{Name: "additionalProperties", Value: false},
	}
}

func numberPattern(low int32) string {
	if low < 0 {
		return `^-?(0|[1-9][0-9_]*)$`
	}
	return `^(0|[1-9][0-9_]*)$`
}
