package configs

import (
	"fmt"

	"github.com/polemos-sim/polemos/engine"
)

// readsNull is a shape for which null is a value.
type readsNull interface{ readNull() }

// reference names a thing, or null: nothing. It is left out when there is none.
type reference struct {
	into *string
	what string
}

func (s reference) read(r *reader, n *node, path string) {
	if v, ok := r.word(n, path, s.wanted()); ok {
		*s.into = v
	}
}

func (s reference) readNull() { *s.into = "" }

func (s reference) write() any {
	if *s.into == "" {
		return nil
	}
	return *s.into
}

func (s reference) wanted() string { return "the name of " + s.what }
func (s reference) schema() engine.Object {
	return engine.Object{{Name: "type", Value: []any{"string", "null"}}}
}

// orNone is a choice for which null is the first word.
type orNone struct{ choice }

func (s orNone) readNull() { s.set(0) }

func (s orNone) schema() engine.Object {
	return engine.Object{{Name: "enum", Value: append(anys(s.words), literal("null"))}, {Name: "default", Value: s.words[0]}}
}

// orNobody names a city-state, or null: nobody, which is written out.
type orNobody struct{ into *string }

func (s orNobody) read(r *reader, n *node, path string) {
	reference{s.into, "a city-state"}.read(r, n, path)
}

func (s orNobody) readNull() { *s.into = "" }

func (s orNobody) write() any {
	if *s.into == "" {
		return literal("null")
	}
	return *s.into
}

func (s orNobody) wanted() string        { return "the name of a city-state, or null" }
func (s orNobody) schema() engine.Object { return reference{}.schema() }

// optional is a value that may be left out.
type optional[T any] struct {
	value T
	given bool
}

func (o *optional[T]) pointer() *T {
	if !o.given {
		return nil
	}
	return &o.value
}

// perhaps is the shape of an optional value.
type perhaps[T any] struct {
	into *optional[T]
	of   func(*T) shape
}

func may[T any](into *optional[T], of func(*T) shape) shape { return perhaps[T]{into, of} }

func (s perhaps[T]) read(r *reader, n *node, path string) {
	s.into.given = true
	s.of(&s.into.value).read(r, n, path)
}

func (s perhaps[T]) readNull() {
	if null, ok := s.of(&s.into.value).(readsNull); ok {
		s.into.given = true
		null.readNull()
	}
}

func (s perhaps[T]) write() any {
	if !s.into.given {
		return nil
	}
	return s.of(&s.into.value).write()
}

func (s perhaps[T]) wanted() string { return s.of(&s.into.value).wanted() }
func (s perhaps[T]) schema() engine.Object {
	var o engine.Object
	for _, f := range s.of(&s.into.value).schema() {
		if f.Name != "default" { // leaving it out has a meaning of its own
			o = append(o, f)
		}
	}
	return o
}

// nameList is a list of names.
type nameList struct {
	into *[]string
	what string
}

func (s nameList) read(r *reader, n *node, path string) {
	if n.kind != list {
		r.wrong(n, path, s.wanted())
		return
	}
	*s.into = nil
	for _, item := range n.values {
		if v, ok := r.word(item, path, "a name"); ok {
			*s.into = append(*s.into, v)
		}
	}
}

func (s nameList) write() any     { return anys(*s.into) }
func (s nameList) wanted() string { return "a list of " + s.what }
func (s nameList) schema() engine.Object {
	return engine.Object{{Name: "type", Value: "array"}, {Name: "items", Value: engine.Object{{Name: "type", Value: "string"}}}}
}

// byKey is a map with keys of the file's own, in its order.
type byKey[T any] struct {
	into  *[]keyed[T]
	what  string // what the keys are
	most  int
	value func(*T) shape
}

func (s byKey[T]) read(r *reader, n *node, path string) {
	if n.kind != mapping {
		r.wrong(n, path, s.wanted())
		return
	}
	if len(n.keys) > s.most {
		r.problem(n.keys[s.most], path, fmt.Sprintf("%d entries are too many", len(n.keys)), fmt.Sprintf("at most %d", s.most))
		return
	}
	*s.into = make([]keyed[T], len(n.keys))
	for i, k := range n.keys {
		entry := &(*s.into)[i]
		entry.key = k.text
		of := s.value(&entry.value)
		if n.values[i].isNull() {
			r.wrong(n.values[i].at(), join(path, k.text), of.wanted())
			continue
		}
		of.read(r, n.values[i], join(path, k.text))
	}
}

func (s byKey[T]) write() any {
	o := engine.Object{}
	for i := range *s.into {
		entry := &(*s.into)[i]
		o = append(o, engine.Field{Name: entry.key, Value: s.value(&entry.value).write()})
	}
	return o
}

func (s byKey[T]) wanted() string { return "a map by " + s.what }
func (s byKey[T]) schema() engine.Object {
	return engine.Object{
		{Name: "type", Value: "object"},
		{Name: "additionalProperties", Value: s.value(new(T)).schema()},
		{Name: "maxProperties", Value: int64(s.most)},
	}
}

// sparse is a section of numbers that leaves 0 out.
type sparse struct{ section }

func (s sparse) write() any {
	o := engine.Object{}
	for i := range s.section {
		if v := s.section[i].value.write(); v != nil && v != int64(0) {
			o = append(o, engine.Field{Name: s.section[i].name, Value: v})
		}
	}
	return o
}

// phasesShape is a list that replaces the default.
type phasesShape struct{ someOf }

func (s phasesShape) read(r *reader, n *node, path string) {
	clear(s.into)
	s.someOf.read(r, n, path)
}

// momentEnding is a line of victory with the moment of its test.
type momentEnding struct {
	ending
	economic bool
}

func momentEndings(into *[]momentEnding) entries[momentEnding] {
	var none []ending
	plain := endingsOf(&none)
	return entries[momentEnding]{
		into: into, what: "{outcome: NAME, when: CONDITION, at: political}", most: endingsMost,
		make: func(at *node) momentEnding { return momentEnding{ending: plain.make(at)} },
		keys: func(e *momentEnding) section {
			return append(plain.keys(&e.ending), key{name: "at", doc: "the phase at whose end it is tested", value: either(&e.economic, "political", "economic")})
		},
	}
}
