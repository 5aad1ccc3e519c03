package configs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// yamlText writes a value as canonical YAML: maps and lists whose values are all
// plain stand on one line, the others key by key. Whoever reads the bytes as YAML
// 1.1, YAML 1.2 or by eye reads the same values.
func yamlText(o engine.Object) []byte {
	var b bytes.Buffer
	writeMap(&b, o, 0)
	return b.Bytes()
}

func writeMap(b *bytes.Buffer, o engine.Object, indent int) {
	for _, f := range o {
		b.WriteString(strings.Repeat(" ", indent))
		b.WriteString(yamlKey(f.Name) + ":")
		writeUnder(b, f.Value, indent+2)
	}
}

// writeUnder writes a value after its key, and ends the line.
func writeUnder(b *bytes.Buffer, v any, indent int) {
	if flat(v) {
		b.WriteString(" " + flow(v) + "\n")
		return
	}
	b.WriteString("\n")
	switch v := v.(type) {
	case engine.Object:
		writeMap(b, v, indent)
	case []any:
		for _, item := range v {
			b.WriteString(strings.Repeat(" ", indent) + "- " + flow(item) + "\n")
		}
	}
}

// flat says that a value holds no maps or lists in its own.
func flat(v any) bool {
	switch v := v.(type) {
	case engine.Object:
		for _, f := range v {
			if !isScalar(f.Value) {
				return false
			}
		}
	case []any:
		for _, item := range v {
			if !isScalar(item) {
				return false
			}
		}
	}
	return true
}

func isScalar(v any) bool {
	switch v.(type) {
	case engine.Object, []any:
		return false
	}
	return true
}

func flow(v any) string {
	var parts []string
	switch v := v.(type) {
	case engine.Object:
		for _, f := range v {
			parts = append(parts, yamlKey(f.Name)+": "+flow(f.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		for _, item := range v {
			parts = append(parts, flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return yamlString(v)
	}
	return fmt.Sprint(v)
}

var (
	bareWord   = regexp.MustCompile(`^[\pL][\pL\pN_-]*$`)
	bareNumber = regexp.MustCompile(`^-?[0-9]+$`)
)

// yamlString leaves bare what no reader of YAML takes for anything but a text.
func yamlString(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
	default:
		if bareWord.MatchString(s) {
			return s
		}
	}
	return strconv.Quote(s)
}

// yamlKey leaves numbers bare, too: they are numbers as keys.
func yamlKey(s string) string {
	if bareNumber.MatchString(s) {
		return s
	}
	return yamlString(s)
}

// jsonText writes a value as JSON, keys in order.
func jsonText(v any) []byte {
	var b bytes.Buffer
	writeJSON(&b, v)
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, b.Bytes(), "", "  "); err != nil {
		return b.Bytes()
	}
	pretty.WriteByte('\n')
	return pretty.Bytes()
}

func writeJSON(b *bytes.Buffer, v any) {
	switch v := v.(type) {
	case engine.Object:
		b.WriteByte('{')
		for i, f := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, f.Name)
			b.WriteByte(':')
			writeJSON(b, f.Value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	case string:
		encoder := json.NewEncoder(b)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(v) // a string always has an encoding
		b.Truncate(b.Len() - 1)
	default:
		fmt.Fprint(b, v)
	}
}
