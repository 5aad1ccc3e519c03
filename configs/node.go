package configs

import (
	"errors"
	"strconv"
	"strings"
)

// A node is a value of a scenario file and where it stands.
type node struct {
	kind   nodeKind
	text   string  // of a scalar
	quoted bool    // a scalar in quotes, or a block of text
	keys   []*node // of a map, beside values
	values []*node // of a map or list
	broken bool    // its text was refused: it is not read
	key    *node   // under which the node stands in a map; nil in a list

	file      string // or the setting, "--set turns=0"
	line, col int    // from 1; 0 in a setting
}

type nodeKind uint8

const (
	scalar nodeKind = iota
	list
	mapping
)

// get is the value under a key, nil if there is none.
func (n *node) get(key string) *node {
	for i, k := range n.keys {
		if k.text == key {
			return n.values[i]
		}
	}
	return nil
}

// find is the value under a path of keys, nil if there is none.
func (n *node) find(keys ...string) *node {
	for _, k := range keys {
		if n == nil {
			return nil
		}
		n = n.get(k)
	}
	return n
}

// isNull says that nothing was written.
func (n *node) isNull() bool {
	if n.kind != scalar || n.quoted {
		return false
	}
	switch n.text {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

// at is where to point when something is missing in n: at its key, if any.
func (n *node) at() *node {
	if n.key != nil {
		return n.key
	}
	return n
}

// describe says what was found.
func (n *node) describe() string {
	switch {
	case n.kind == mapping:
		return "a map"
	case n.kind == list:
		return "a list"
	case n.isNull():
		return "nothing"
	case !n.quoted && (n.text == "true" || n.text == "false" || isNumeral(n.text)):
		return n.text
	}
	return "the text " + quote(n.text)
}

// quote puts a text in quotes, cut so that a message stays one line.
func quote(s string) string {
	const most = 40
	if letters := []rune(s); len(letters) > most {
		s = string(letters[:most]) + "..."
	}
	return strconv.Quote(s)
}

// isNumeral says that a text can only be meant as a number.
func isNumeral(s string) bool {
	s = strings.ToLower(strings.ReplaceAll(strings.TrimLeft(s, "+-"), "_", ""))
	if s == "" || s[0] != '.' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	if s == ".nan" || s == ".inf" {
		return true
	}
	_, decimal := strconv.ParseFloat(s, 64)
	_, based := strconv.ParseInt(s, 0, 64)
	return decimal == nil || based == nil || errors.Is(decimal, strconv.ErrRange)
}
