package summary

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// SchemaID names the JSON Schema of summary.json; it changes with SchemaVersion.
const SchemaID = "https://github.com/polemos-sim/polemos/schema/summary-1.json"

// Schema returns the JSON Schema (2020-12) of summary.json, indented.
func Schema() []byte {
	s := schemaOf(reflect.TypeFor[Summary]())
	s = append(Ordered[any]{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", SchemaID},
		{"title", "polemos summary"},
		{"description", "What a run of polemos found. Shares are from 0 to 1; what cannot be computed is null, with its reason beside it."},
	}, s...)
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("summary: schema: " + err.Error()) // built of strings and numbers only
	}
	return append(b, '\n')
}

// object is what every Ordered type answers, whatever it holds.
type object interface{ element() reflect.Type }

func (o Ordered[V]) element() reflect.Type { return reflect.TypeFor[V]() }

func schemaOf(t reflect.Type) Ordered[any] {
	if o, ok := reflect.Zero(t).Interface().(object); ok {
		return Ordered[any]{{"type", "object"}, {"additionalProperties", schemaOf(o.element())}}
	}
	switch t.Kind() {
	case reflect.Struct:
		properties, required := fieldsOf(t)
		return Ordered[any]{{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}}
	case reflect.Slice:
		return Ordered[any]{{"type", "array"}, {"items", schemaOf(t.Elem())}}
	case reflect.Map:
		return Ordered[any]{{"type", "object"}, {"additionalProperties", schemaOf(t.Elem())}}
	case reflect.Pointer:
		return Ordered[any]{{"type", []string{"number", "null"}}}
	case reflect.String:
		return Ordered[any]{{"type", "string"}}
	case reflect.Float64:
		return Ordered[any]{{"type", "number"}}
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return Ordered[any]{{"type", "integer"}}
	}
	panic("summary: no schema for " + t.String())
}

func fieldsOf(t reflect.Type) (properties Ordered[any], required []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			p, r := fieldsOf(f.Type)
			properties, required = append(properties, p...), append(required, r...)
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		s := append(Ordered[any]{{"description", f.Tag.Get("doc")}}, schemaOf(f.Type)...)
		low, high, _ := strings.Cut(f.Tag.Get("range"), "..")
		if n, err := strconv.ParseFloat(low, 64); err == nil {
			s = append(s, Entry[any]{"minimum", n})
		}
		if n, err := strconv.ParseFloat(high, 64); err == nil {
			s = append(s, Entry[any]{"maximum", n})
		}
		properties = append(properties, Entry[any]{name, s})
		if option != "omitempty" {
			required = append(required, name)
		}
	}
	return properties, required
}
