package configs

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
)

// A key declares one key of a map in a scenario: its one declaration, from which
// the walk over a file, the resolved scenario, the JSON Schema and the reference
// are made.
type key struct {
	name     string
	doc      string // a phrase for people
	value    shape
	required bool
	needed   func() bool // required after all, as other keys tell; may be nil
}

// A shape is what the value of a key may be, and where it goes. Before it reads,
// what stands there is the default.
type shape interface {
	// read takes the value from a node and reports what is wrong.
	read(r *reader, n *node, path string)
	// write is the value in canonical form; nil leaves the key out.
	write() any
	// schema is the JSON Schema of the value.
	schema() engine.Object
	// wanted names the type in a few words: "a whole number from 1 to 1000".
	wanted() string
}

// section is a map with declared keys.
type section []key

func (s section) names() []string {
	names := make([]string, len(s))
	for i := range s {
		names[i] = s[i].name
	}
	return names
}

// read reads the keys in the order of their declaration, whatever their order in
// the file.
func (s section) read(r *reader, n *node, path string) {
	if n.kind != mapping {
		r.wrong(n, path, s.wanted())
		return
	}
	meant := map[string]bool{} // keys that another was mistaken for: not missing, too
	for _, k := range n.keys {
		if !s.has(k.text) {
			r.unknown(k, path, "key", k.text, s.names())
			meant[expr.Closest(k.text, s.names())] = true
		}
	}
	for i := range s {
		k := &s[i]
		switch value := n.get(k.name); {
		case value == nil && (k.required || k.needed != nil && k.needed()) && !meant[k.name]:
			r.missing(n, path, k.name, k.doc)
		case value == nil || value.broken:
		case value.isNull() && k.acceptsNull():
			k.value.(readsNull).readNull()
		case value.isNull() && k.required:
			r.problem(value.at(), join(path, k.name), "nothing is given", k.value.wanted())
		case value.isNull():
			r.problem(value.at(), join(path, k.name), "nothing is given", "leave the key out to have its default")
		default:
			k.value.read(r, value, join(path, k.name))
		}
	}
}

func (k *key) acceptsNull() bool {
	_, ok := k.value.(readsNull)
	return ok
}

func (s section) has(name string) bool {
	for i := range s {
		if s[i].name == name {
			return true
		}
	}
	return false
}

func (s section) write() any {
	var o engine.Object
	for i := range s {
		if v := s[i].value.write(); v != nil {
			o = append(o, engine.Field{Name: s[i].name, Value: v})
		}
	}
	return o
}

func (s section) wanted() string { return "a map with the keys " + enumerate(s.names()) }

// join adds a key to a dotted path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
