package configs

import (
	"bytes"
	"fmt"

	"github.com/polemos-sim/polemos/policies"
)

// Reference lists every key of a scenario with its type, its default and what it
// means, made from the same declarations as the loader; then the policies of each
// seat with their options.
func Reference(t *policies.Table) []byte {
	var b bytes.Buffer
	for i, p := range parts {
		fmt.Fprintf(&b, "ruleset: %s, %s\n\n", p.name, p.doc)
		describe(&b, "", newFile(i, t).keys())
	}
	return b.Bytes()
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

func describe(b *bytes.Buffer, path string, keys section) {
	for i := range keys {
		k := &keys[i]
		at := join(path, k.name)
		fmt.Fprintf(b, "%s\n    %s\n", at, k.doc)
		switch v := k.value.(type) {
		case decider:
			for _, name := range v.policies() {
				describePolicy(b, name, v.options(name))
			}
		case nested:
			label, inner := v.within()
			if label != "" {
				fmt.Fprintf(b, "    %s\n", k.value.wanted())
				at = join(at, label)
			}
			describe(b, at, inner)
		default:
			fmt.Fprintf(b, "    %s", k.value.wanted())
			if k.required {
				fmt.Fprint(b, "; required")
			} else if def := k.value.write(); def != nil && def != "" && flow(def) != "{}" && flow(def) != "[]" {
				fmt.Fprintf(b, "; default %s", flow(def))
			}
			fmt.Fprintln(b)
		}
	}
}

func describePolicy(b *bytes.Buffer, name string, a *asked) {
	fmt.Fprintf(b, "    policy: %s\n        %s\n", name, a.about)
	for _, k := range a.keys {
		fmt.Fprintf(b, "        %s: %s\n            %s", k, a.docs[k], a.wanteds[k])
		if ans := a.answers[k]; !ans.absent {
			fmt.Fprintf(b, "; default %s", flow(ans.shown))
		}
		fmt.Fprintln(b)
	}
}
