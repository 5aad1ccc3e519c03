package columns

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind is what the values of a column are.
type Kind uint8

const (
	Int32   Kind = iota // 32-bit signed integers
	Int64               // 64-bit signed integers, for ids
	Enum                // small numbers that stand for names; a reader sees the names
	Float64             // 64-bit floats, never NaN
	String              // UTF-8 texts, for small tables only
)

// String is the kind as a message names it.
func (k Kind) String() string {
	names := [...]string{Int32: "a 32-bit integer", Int64: "a 64-bit integer", Enum: "an enum", Float64: "a float", String: "a string"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Column declares one column of a table.
type Column struct {
	Name  string   // snake_case, unique in the table
	Unit  string   // "turns", "points"; empty for a pure number or a name
	Doc   string   // one sentence for whoever meets the column in a notebook
	Kind  Kind     // what its values are
	Codes []string // Enum only: value i is spelled Codes[i]
}

// KeyValue is one entry of a file's own metadata: a seed, a scenario's name.
type KeyValue struct{ Key, Value string }

func checkColumns(cols []Column) error {
	if len(cols) == 0 {
		return fmt.Errorf("columns: a table needs at least one column")
	}
	seen := make(map[string]bool)
	for i, c := range cols {
		switch {
		case c.Name == "":
			return fmt.Errorf("columns: column %d has no name", i)
		case seen[c.Name]:
			return fmt.Errorf("columns: two columns are named %q", c.Name)
		case c.Kind > String:
			return fmt.Errorf("columns: column %q is of an unknown kind, %v", c.Name, c.Kind)
		case !utf8.ValidString(c.Name + c.Unit + c.Doc):
			return fmt.Errorf("columns: name, unit or description of column %q is not UTF-8", c.Name)
		}
		if err := checkCodes(c); err != nil {
			return err
		}
		seen[c.Name] = true
	}
	return nil
}

func checkCodes(c Column) error {
	if c.Kind != Enum {
		if len(c.Codes) > 0 {
			return fmt.Errorf("columns: column %q has codes (%s) but is no enum: %v", c.Name, strings.Join(c.Codes, ", "), c.Kind)
		}
		return nil
	}
	if len(c.Codes) == 0 {
		return fmt.Errorf("columns: enum %q has no codes: give the name of every value", c.Name)
	}
	for i, code := range c.Codes {
		if !utf8.ValidString(code) {
			return fmt.Errorf("columns: code %d of enum %q is not UTF-8: %q", i, c.Name, code)
		}
		if j := slices.Index(c.Codes, code); j < i {
			return fmt.Errorf("columns: codes %d and %d of enum %q are both %q", j, i, c.Name, code)
		}
	}
	return nil
}

func checkMeta(meta []KeyValue) error {
	reserved := []string{keyColumns, keyPandas, keyArrow, attrsColumns}
	seen := make(map[string]bool)
	for _, kv := range meta {
		switch {
		case kv.Key == "":
			return fmt.Errorf("columns: metadata %q has no key", kv.Value)
		case slices.Contains(reserved, kv.Key):
			return fmt.Errorf("columns: the metadata key %q is written by this package: choose another", kv.Key)
		case seen[kv.Key]:
			return fmt.Errorf("columns: the metadata key %q is given twice", kv.Key)
		case !utf8.ValidString(kv.Key + kv.Value):
			return fmt.Errorf("columns: the metadata %q is not UTF-8", kv.Key)
		}
		seen[kv.Key] = true
	}
	return nil
}
