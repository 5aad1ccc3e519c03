package configs

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
)

// seat is a seat under policies: the name of a policy and its options. R are the
// rules that policies of the seat are made for, P is what they are.
type seat[R, P any] struct {
	name, doc string
	policy    string // the default, before a file is read
	table     map[string]func(R, policies.Options) (P, error)
	empty     R    // rules without anything, for those who only ask for options
	vacant    bool // a constructor may return nobody

	n     *node // what the file gives
	path  string
	asked *asked
}

// read keeps the node: policies are made when the rules are complete.
func (s *seat[R, P]) read(r *reader, n *node, path string) {
	s.n, s.path = n, path
	if n.kind != mapping {
		s.n = nil
		if n.kind == scalar && !n.isNull() && s.table[n.text] != nil {
			r.problem(n, path, "found "+n.describe()+", but a map is wanted", "write {policy: "+n.text+"}")
			return
		}
		r.wrong(n, path, s.wanted())
		return
	}
	policy := n.get("policy")
	if policy == nil {
		s.n = nil
		r.missing(n, path, "policy", "one of "+enumerate(s.policies()))
		return
	}
	word, ok := r.word(policy, join(path, "policy"), "the name of a policy")
	switch {
	case ok && s.table[word] == nil:
		s.n = nil
		r.unknown(policy, join(path, "policy"), "policy", word, s.policies())
	case ok:
		s.policy = word
	default:
		s.n = nil
	}
}

// policies lists the names of the seat's policies.
func (s *seat[R, P]) policies() []string { return slices.Sorted(maps.Keys(s.table)) }

// make makes the policy once, which tells its options, and reports what is wrong
// with them.
func (s *seat[R, P]) make(r *reader, f *scenarioFile, rules R, names map[policies.Level]nameSpace) {
	s.asked = newAsked()
	construct := s.table[s.policy]
	if construct == nil {
		r.problem(f.root, "policies."+s.name, "there is no policy "+s.policy+", the default of this seat", "there are "+enumerate(s.policies()))
		return
	}
	q := &questions{asked: s.asked, r: r, n: s.n, at: f.root, path: s.path, params: &f.params, names: names}
	if s.n != nil {
		q.at = s.n
	}
	before := len(r.problems)
	policy, err := attempt(construct, rules, q)
	if err == nil && any(policy) == nil && !s.vacant {
		err = errors.New("its constructor returns nothing")
	}
	if err != nil && len(r.problems) == before {
		r.problem(q.at, s.path, "policy "+s.policy+": "+err.Error(), "")
	}
	if s.n == nil {
		return
	}
	for i, k := range s.n.keys {
		switch {
		case k.text == "policy":
		case !slices.Contains(s.asked.keys, k.text):
			s.noOption(r, k)
		case s.n.values[i].isNull():
			r.problem(k, join(s.path, k.text), "nothing is given", "leave the key out to have its default")
		}
	}
}

// noOption reports an option that the policy lacks: one that was left over, or
// misspelt.
func (s *seat[R, P]) noOption(r *reader, k *node) {
	hint := "it takes no options"
	switch near := expr.Closest(k.text, s.asked.keys); {
	case s.n.get("policy").file != k.file:
		hint = "it is left over from another policy: write --set " + s.path + "='{policy: " + s.policy + "}'"
	case near != "":
		hint = "did you mean " + near + "?"
	case len(s.asked.keys) > 0:
		hint = "there are " + enumerate(s.asked.keys)
	}
	r.problem(k, s.path, s.policy+" has no option "+shown(k.text), hint)
}

// attempt makes a policy; one that fails badly is an error, too.
func attempt[R, P any](construct func(R, policies.Options) (P, error), rules R, o policies.Options) (policy P, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("it failed when it was made: %v", cause)
		}
	}()
	return construct(rules, o)
}

// fresh is a new policy with the options that were read. The scenario is known
// to be without mistakes by then.
func (s *seat[R, P]) fresh(rules R) P {
	policy, _ := s.table[s.policy](rules, replies{s.asked})
	return policy
}

func (s *seat[R, P]) write() any     { return s.asked.write(s.policy) }
func (s *seat[R, P]) wanted() string { return "a map, {policy: " + s.policy + "}" }

// options asks every policy of the seat for its options.
func (s *seat[R, P]) options(policy string) *asked {
	a := newAsked()
	attempt(s.table[policy], s.empty, &questions{asked: a, r: &reader{used: map[string]bool{}}, at: &node{}, params: &paramsValue{}})
	return a
}

func (s *seat[R, P]) schema() engine.Object {
	var branches, docs []any
	for _, name := range s.policies() {
		a := s.options(name)
		docs = append(docs, name+": "+a.about)
		properties := append(engine.Object{{Name: "policy", Value: true}}, a.schemas...)
		branches = append(branches, engine.Object{
			{Name: "if", Value: engine.Object{
				{Name: "properties", Value: engine.Object{{Name: "policy", Value: engine.Object{{Name: "const", Value: name}}}}},
				{Name: "required", Value: []any{"policy"}},
			}},
			{Name: "then", Value: engine.Object{{Name: "properties", Value: properties}, {Name: "additionalProperties", Value: false}}},
		})
	}
	o := engine.Object{
		{Name: "type", Value: "object"},
		{Name: "properties", Value: engine.Object{{Name: "policy", Value: engine.Object{
			{Name: "description", Value: lines(docs)}, {Name: "enum", Value: anys(s.policies())},
		}}}},
		{Name: "required", Value: []any{"policy"}},
	}
	if len(branches) > 0 {
		o = append(o, engine.Field{Name: "allOf", Value: branches})
	}
	return o
}

func lines(texts []any) string {
	all := ""
	for i, t := range texts {
		if i > 0 {
			all += "\n"
		}
		all += t.(string)
	}
	return all
}
