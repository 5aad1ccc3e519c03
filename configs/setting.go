package configs

import (
	"fmt"
	"strconv"
	"strings"
)

// A Setting changes one value of a scenario before it is read: "turns" = "20",
// "republic.crises.inkopah.victory_points" = "2d6+6".
type Setting struct{ Key, Value string }

// ParseSetting reads "KEY=VALUE".
func ParseSetting(text string) (Setting, error) {
	key, value, ok := strings.Cut(text, "=")
	key = strings.TrimSpace(key)
	if !ok || key == "" {
		return Setting{}, Problem{File: "--set " + text, Msg: "KEY=VALUE is wanted", Hint: "such as --set turns=20"}
	}
	return Setting{key, value}, nil
}

func (s Setting) file() string { return "--set " + s.Key + "=" + s.Value }

// apply changes the tree. Keys that the tree lacks are added: whether they may be
// there, the walk tells.
func (s Setting) apply(root *node) Problems {
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
			at = at.values[n]
		case mapping:
			j := at.index(part)
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

// index is where a key stands in a map, -1 if it does not.
func (n *node) index(key string) int {
	for i, k := range n.keys {
		if k.text == key {
			return i
		}
	}
	return -1
}
