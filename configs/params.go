package configs

import (
	"slices"

	"github.com/polemos-sim/polemos/engine"
)

// A Param is a named number of a scenario.
type Param struct {
	Name   string
	Value  int64
	Unread bool // by any policy or expression: there is a warning
}

// paramMost bounds params: any number that a rule compares with is smaller.
const (
	paramMost  = 1_000_000_000
	paramsMost = 64
)

// paramsValue is the map of params, in the file's order.
type paramsValue struct {
	list     []Param
	at       []*node  // the keys
	reserved []string // names that expressions give another meaning
}

func (s *paramsValue) read(r *reader, n *node, path string) {
	if n.kind != mapping {
		r.wrong(n, path, s.wanted())
		return
	}
	if len(n.keys) > paramsMost {
		r.problem(n.keys[paramsMost], path, "more than 64 params", "")
		return
	}
	for i, k := range n.keys {
		p := Param{Name: k.text}
		if !r.name(k, path, "param") {
			continue
		}
		if slices.Contains(s.reserved, k.text) {
			r.problem(k, path, k.text+" already has a meaning in expressions", "choose another name, such as my_"+k.text)
			continue
		}
		p.Value, _ = r.integer(n.values[i], join(path, k.text), -paramMost, paramMost)
		s.list, s.at = append(s.list, p), append(s.at, k)
	}
}

func (s *paramsValue) value(name string) (int64, bool) {
	for i := range s.list {
		if s.list[i].Name == name {
			return s.list[i].Value, true
		}
	}
	return 0, false
}

func (s *paramsValue) names() []string {
	var names []string
	for i := range s.list {
		names = append(names, s.list[i].Name)
	}
	return names
}

// unused warns of params that nothing reads.
func (s *paramsValue) unused(r *reader) {
	for i := range s.list {
		if s.list[i].Unread = !r.used[s.list[i].Name]; s.list[i].Unread {
			r.warn(s.at[i], "param_unused", "Nothing reads the param "+s.list[i].Name+": no policy and no expression.")
		}
	}
}

func (s *paramsValue) write() any {
	o := engine.Object{}
	for _, p := range s.list {
		o = append(o, engine.Field{Name: p.Name, Value: p.Value})
	}
	return o
}

func (s *paramsValue) wanted() string { return "a map from names to whole numbers" }
func (s *paramsValue) schema() engine.Object {
	return engine.Object{
		{Name: "type", Value: "object"},
		{Name: "patternProperties", Value: engine.Object{{Name: namePattern, Value: engine.Object{
			{Name: "type", Value: "integer"}, {Name: "minimum", Value: int64(-paramMost)}, {Name: "maximum", Value: int64(paramMost)},
		}}}},
		{Name: "additionalProperties", Value: false},
	}
}
