package configs

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
)

// schema of a section: its keys with their descriptions, and no others.
func (s section) schema() engine.Object {
	properties := engine.Object{}
	required := []any{}
	for i := range s {
		properties = append(properties, engine.Field{Name: s[i].name, Value: described(&s[i])})
		if s[i].required {
			required = append(required, s[i].name)
		}
	}
	o := engine.Object{{Name: "type", Value: "object"}, {Name: "properties", Value: properties}}
	if len(required) > 0 {
		o = append(o, engine.Field{Name: "required", Value: required})
	}
	return append(o, engine.Field{Name: "additionalProperties", Value: false})
}

func described(k *key) engine.Object {
	return append(engine.Object{{Name: "description", Value: k.doc}}, k.value.schema()...)
}

// SchemaID names the JSON Schema of scenario files.
const SchemaID = "https://github.com/polemos-sim/polemos/scenario-1.schema.json"

// Schema is a JSON Schema (2020-12) of scenario files for editors, made from the
// same declarations as the loader, with the options of the table's policies. What
// one value alone cannot tell (names that must exist, expressions, dice that fall
// too low) only the loader finds.
func Schema(t *policies.Table) []byte {
	common := newFile(0, t)
	properties, required := engine.Object{}, []any{}
	add := func(s section, value func(*key) any) {
		for i := range s {
			if has(properties, s[i].name) {
				continue
			}
			properties = append(properties, engine.Field{Name: s[i].name, Value: value(&s[i])})
			if s[i].required {
				required = append(required, s[i].name)
			}
		}
	}
	whole := func(k *key) any { return described(k) }
	add(common.head(), whole)
	var branches []any
	for i, p := range parts {
		keys := newFile(i, t).part.keys()
		own, needed := engine.Object{}, []any{}
		for j := range keys {
			own = append(own, engine.Field{Name: keys[j].name, Value: described(&keys[j])})
			if keys[j].required {
				needed = append(needed, keys[j].name)
			}
			if !has(properties, keys[j].name) {
				properties = append(properties, engine.Field{Name: keys[j].name, Value: true})
			}
		}
		branches = append(branches, engine.Object{
			{Name: "if", Value: engine.Object{{Name: "properties", Value: engine.Object{{Name: "ruleset", Value: engine.Object{{Name: "const", Value: p.name}}}}}}},
			{Name: "then", Value: engine.Object{{Name: "properties", Value: own}, {Name: "required", Value: needed}}},
		})
	}
	add(common.tail(), whole)
	return jsonText(engine.Object{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "$id", Value: SchemaID},
		{Name: "title", Value: "polemos scenario"},
		{Name: "type", Value: "object"},
		{Name: "properties", Value: properties},
		{Name: "required", Value: required},
		{Name: "additionalProperties", Value: false},
		{Name: "allOf", Value: branches},
	})
}

func has(o engine.Object, name string) bool {
	for i := range o {
		if o[i].Name == name {
			return true
		}
	}
	return false
}
