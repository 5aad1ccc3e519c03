package configs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
)

// A Setting changes one value of a scenario before it is read: "turns" = "20",
// "republic.crises.inkopah.victory_points" = "2d6+6".
type Setting struct{ Key, Value string }

func (s Setting) file() string { return "--set " + s.Key + "=" + s.Value }

// apply changes the tree, whose keys have the shape. Keys that the tree lacks are
// added: whether they may be there, the walk tells. Only things with a name, such
// as crises, are not begun by one value of theirs: the name is misspelt then.
func (s Setting) apply(root *node, keys section) Problems {
	file := s.file()
	fail := func(path []string, msg, hint string) Problems {
		return Problems{{File: file, Path: strings.Join(path, "."), Msg: msg, Hint: hint}}
	}
	value, problems := parse(file, []byte(s.Value), true)
	if value == nil && strings.TrimSpace(s.Value) == "" {
		return fail(nil, "there is no value after =", `--set title='""' sets an empty text`)
	}
	if problems != nil {
		return problems
	}
	path := strings.Split(s.Key, ".")
	at := root
	var within shape = keys // what is below at; nil: not known
	for i, part := range path {
		last := i == len(path)-1
		if part == "" {
			return fail(path, "an empty name between dots", "")
		}
		if at.kind == scalar && at.isNull() {
			at.kind, at.text = mapping, ""
		}
		switch at.kind {
		case scalar:
			return fail(path[:i], fmt.Sprintf("%s has no keys: it is %s", strings.Join(path[:i], "."), at.describe()), "")
		case list:
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 || n >= len(at.values) {
				return fail(path[:i], fmt.Sprintf("there is no entry %s in a list of %d", shown(part), len(at.values)), "entries are counted from 0")
			}
			if last {
				at.values[n] = value
				return nil
			}
			at, within = at.values[n], nil
		case mapping:
			j := at.index(part)
			what, below := under(within, part)
			if within = below; j < 0 && what != "" && !last {
				return fail(path[:i+1], "there is no "+what+" "+shown(part), begin(what, part, strings.Join(path[:i+1], "."), at))
			}
			if j < 0 {
				at.keys = append(at.keys, &node{text: part, file: file})
				at.values = append(at.values, &node{kind: mapping, file: file})
				j = len(at.keys) - 1
			}
			if last { // what is missing in the value is missing in the setting
				at.keys[j], at.values[j] = &node{text: part, file: file}, value
			}
			at.values[j].key = at.keys[j]
			at = at.values[j]
		}
	}
	return nil
}

// under is the shape below a key; for a key that names a thing also what it is.
func under(s shape, key string) (what string, below shape) {
	switch s := s.(type) {
	case section:
		for i := range s {
			if s[i].name == key {
				return "", s[i].value
			}
		}
	case things:
		return s.thing()
	}
	return "", nil
}

// begin says what would do where a thing is not there.
func begin(what, name, path string, at *node) string {
	var names []string
	for _, k := range at.keys {
		names = append(names, k.text)
	}
	if near := expr.Closest(name, names); near != "" {
		return "did you mean " + near + "?"
	}
	return "a new " + what + " is set as a whole: --set " + path + "='{...}'"
}

// Nearest are the paths that somebody may mean who wrote a few of their last keys,
// spelt right or nearly so; of several those with the fewest keys.
func Nearest(key string, paths []string) []string {
	var ends []string // of each path, as many keys as key has
	length := strings.Count(key, ".")
	for _, path := range paths {
		parts := strings.Split(path, ".")
		ends = append(ends, strings.Join(parts[max(len(parts)-1-length, 0):], "."))
	}
	if !slices.Contains(ends, key) {
		if key = expr.Closest(key, ends); key == "" {
			return nil
		}
	}
	var near []string
	for i, path := range paths {
		if ends[i] != key {
			continue
		}
		if len(near) > 0 && strings.Count(path, ".") < strings.Count(near[0], ".") {
			near = nil
		}
		if len(near) == 0 || strings.Count(path, ".") == strings.Count(near[0], ".") {
			near = append(near, path)
		}
	}
	return near
}

// misplaced reports a setting whose first key is none of a scenario, and which
// seems to be the end of a longer one of the scenario as it is without settings.
func (s Setting) misplaced(top []string, paths func() []string) (Problem, bool) {
	first, _, _ := strings.Cut(s.Key, ".")
	if slices.Contains(top, first) {
		return Problem{}, false
	}
	all := paths()
	near := Nearest(s.Key, all)
	exactly := len(near) > 0 && strings.HasSuffix(near[0], "."+s.Key)
	if len(near) == 0 || !exactly && expr.Closest(first, top) != "" {
		return Problem{}, false // the walk tells
	}
	const most = 4
	return Problem{
		File: s.file(), Msg: "a scenario has no key " + shown(first),
		Hint: "did you mean " + strings.Join(near[:min(len(near), most)], " or ") + "?",
	}, true
}

// pathsOf are the dotted paths of a value, in order.
func pathsOf(v any, path string) []string {
	var list []string
	if path != "" {
		list = append(list, path)
	}
	if o, ok := v.(engine.Object); ok {
		for _, f := range o {
			list = append(list, pathsOf(f.Value, join(path, f.Name))...)
		}
	}
	return list
}

// index is where a key stands in a map, -1 if it does not.
func (n *node) index(key string) int {
	for i, k := range n.keys {
		if k.text == key {
			return i
		}
	}
	return -1
}
