package configs

import (
	"bytes"
	"fmt"

	"github.com/polemos-sim/polemos/policies"
)

// A KeyDoc describes a key of scenario files, made from the same declaration as the
// loader.
type KeyDoc struct {
	Ruleset  string `json:"ruleset"`
	Key      string `json:"key"`              // dotted; NAME stands for any name, [] for an entry of a list
	Policy   string `json:"policy,omitempty"` // the key is an option of this policy
	Doc      string `json:"doc"`
	Type     string `json:"type"` // in words
	Default  string `json:"default,omitempty"`
	Required bool   `json:"required,omitempty"`
}

// Keys lists every key of a scenario, ruleset by ruleset; those of a seat are
// followed by its policies, each with its options.
func Keys(t *policies.Table) []KeyDoc {
	var list []KeyDoc
	for i, p := range parts {
		describe(&list, p.name, "", newFile(i, t).keys())
	}
	return list
}

// Reference is [Keys] for people.
func Reference(t *policies.Table) []byte {
	var b bytes.Buffer
	ruleset, policy := "", ""
	for _, k := range Keys(t) {
		if k.Ruleset != ruleset {
			ruleset = k.Ruleset
			fmt.Fprintf(&b, "ruleset: %s, %s\n\n", ruleset, rulesetDoc(ruleset))
		}
		indent := ""
		if k.Policy != "" {
			indent = "        "
			if k.Policy != policy {
				fmt.Fprintf(&b, "    policy: %s\n", k.Policy)
			}
		}
		policy = k.Policy
		fmt.Fprintf(&b, "%s%s\n%s    %s\n", indent, k.Key, indent, k.Doc)
		if k.Type == "" {
			continue
		}
		fmt.Fprintf(&b, "%s    %s", indent, k.Type)
		switch {
		case k.Required:
			fmt.Fprint(&b, "; required")
		case k.Default != "":
			fmt.Fprintf(&b, "; default %s", k.Default)
		}
		fmt.Fprintln(&b)
	}
	return b.Bytes()
}

func rulesetDoc(name string) string {
	for _, p := range parts {
		if p.name == name {
			return p.doc
		}
	}
	return ""
}

// nested is a shape that holds keys of its own, under a name or number of its own
// if there is a label.
type nested interface {
	within() (label string, keys section)
}

func (s section) within() (string, section) { return "", s }

func (s named[T]) within() (string, section) {
	one := s.make("NAME", &node{}, &node{})
	return "NAME", s.keys(&one)
}

func (s entries[T]) within() (string, section) {
	one := s.make(&node{})
	return "[]", s.keys(&one)
}

// decider is a shape that names a policy.
type decider interface {
	policies() []string
	options(policy string) *asked
}

func describe(list *[]KeyDoc, ruleset, path string, keys section) {
	for i := range keys {
		k := &keys[i]
		doc := KeyDoc{Ruleset: ruleset, Key: join(path, k.name), Doc: k.doc, Required: k.required}
		switch v := k.value.(type) {
		case decider:
			doc.Type = v.(shape).wanted()
			*list = append(*list, doc)
			for _, policy := range v.policies() {
				describeOptions(list, doc, policy, v.options(policy))
			}
		case nested:
			label, inner := v.within()
			at := doc.Key
			if label != "" {
				doc.Type = k.value.wanted()
				at = join(at, label)
			}
			*list = append(*list, doc)
			describe(list, ruleset, at, inner)
		default:
			doc.Type = k.value.wanted()
			if def := k.value.write(); !k.required && def != nil && def != "" && flow(def) != "{}" && flow(def) != "[]" {
				doc.Default = flow(def)
			}
			*list = append(*list, doc)
		}
	}
}

// describeOptions lists the policy itself, then what it can be told.
func describeOptions(list *[]KeyDoc, seat KeyDoc, policy string, a *asked) {
	*list = append(*list, KeyDoc{Ruleset: seat.Ruleset, Key: join(seat.Key, "policy"), Policy: policy, Doc: a.about, Type: policy})
	for _, option := range a.keys {
		doc := KeyDoc{Ruleset: seat.Ruleset, Key: join(seat.Key, option), Policy: policy, Doc: a.docs[option], Type: a.wanteds[option]}
		if ans := a.answers[option]; !ans.absent {
			doc.Default = flow(ans.shown)
		}
		*list = append(*list, doc)
	}
}
