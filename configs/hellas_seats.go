package configs

import (
	"maps"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

// citySeats are the seats of the major city-states, whose names the position
// tells.
type citySeats struct {
	table map[string]func(*hellas.Rules, ask.Options) (hellas.Seat, error)
	n     *node
	path  string
	of    map[string]*seat[*hellas.Rules, hellas.Seat]
	order []string
}

// read keeps the node: which seats there are is known when the position is.
func (s *citySeats) read(_ *reader, n *node, path string) { s.n, s.path = n, path }

// one is a seat with its default policy.
func (s *citySeats) one(name string, alone bool) *seat[*hellas.Rules, hellas.Seat] {
	policy := "mix"
	if alone {
		policy = "passive"
	}
	return &seat[*hellas.Rules, hellas.Seat]{name: name, doc: "decides for " + name, policy: policy, table: s.table, empty: &hellas.Rules{}}
}

// finish makes the seats' policies.
func (s *citySeats) finish(r *reader, f *scenarioFile, rules *hellas.Rules, alone bool) {
	s.of = map[string]*seat[*hellas.Rules, hellas.Seat]{}
	for m := range rules.NMajors {
		name := rules.Cities[m].Name
		s.order = append(s.order, name)
		s.of[name] = s.one(name, alone)
	}
	if s.n != nil && s.n.kind != mapping {
		r.wrong(s.n, s.path, s.wanted())
		return
	}
	if s.n != nil {
		for i, k := range s.n.keys {
			one := s.of[k.text]
			switch {
			case one == nil:
				r.unknown(k, s.path, "major city-state", k.text, s.order)
			case s.n.values[i].isNull():
				r.problem(k, join(s.path, k.text), "nothing is given", "leave the key out to have its default")
			default:
				one.read(r, s.n.values[i], join(s.path, k.text))
			}
		}
	}
	names := cityNameSpaces(rules)
	for _, name := range s.order {
		s.of[name].make(r, f, rules, names)
	}
}

// cityNameSpaces are the names that nested options may use.
func cityNameSpaces(rules *hellas.Rules) map[ask.Level]nameSpace {
	var cities, spaces []string
	for i := range rules.Cities {
		cities = append(cities, rules.Cities[i].Name)
	}
	for i := range rules.Spaces {
		spaces = append(spaces, rules.Spaces[i].Name)
	}
	return map[ask.Level]nameSpace{
		ask.City: {cities, true}, ask.Space: {spaces, true},
		ask.Intent: {hellas.IntentNames[:], true}, ask.SPs: {hellas.KindNames[:], true},
	}
}

func (s *citySeats) write() any {
	o := engine.Object{}
	for _, name := range s.order {
		o = append(o, engine.Field{Name: name, Value: s.of[name].write()})
	}
	return o
}

func (s *citySeats) wanted() string { return "a map by major city-state" }

func (s *citySeats) schema() engine.Object {
	return engine.Object{{Name: "type", Value: "object"}, {Name: "additionalProperties", Value: s.one("NAME", false).schema()}}
}

// policies and options make the seats a decider, whose policies are described.
func (s *citySeats) policies() []string           { return slices.Sorted(maps.Keys(s.table)) }
func (s *citySeats) options(policy string) *asked { return s.one("NAME", false).options(policy) }
