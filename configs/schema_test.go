package configs

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/policies"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaOf compiles the schema of the ready-made policies.
func schemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema(policies.Default())))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance is a tree as a JSON program sees it.
func instance(n *node) any {
	switch n.kind {
	case mapping:
		m := map[string]any{}
		for i, k := range n.keys {
			m[k.text] = instance(n.values[i])
		}
		return m
	case list:
		items := []any{}
		for _, v := range n.values {
			items = append(items, instance(v))
		}
		return items
	}
	switch {
	case n.isNull():
		return nil
	case n.quoted:
	case n.text == "true" || n.text == "false":
		return n.text == "true"
	case json.Valid([]byte(n.text)):
		return json.Number(n.text)
	}
	return n.text
}

// TestSchemaAccepts validates everything that the loader takes, as it was written
// and as it is resolved.
func TestSchemaAccepts(t *testing.T) {
	schema := schemaOf(t)
	accept := func(name string, data []byte) {
		root, problems := parse(name, data, false)
		if problems != nil {
			t.Fatal(problems)
		}
		if err := schema.Validate(instance(root)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, l := range List() {
		accept(l.Name, shipped(l.Name))
		accept(l.Name+", resolved", load(t, l.Name).Resolved())
	}
	var cases []ruleCase
	readCases(t, "republic.json", &cases)
	for _, c := range cases {
		if c.Expected["error"] == "invalid scenario" {
			continue
		}
		accept(c.Name, c.Scenario)
	}
}

// onlyLoader are the bad files that a schema cannot tell from good ones, by what
// they are about: names that must exist, expressions, several values together,
// and spellings that are gone when a number is read.
var onlyLoader = []string{
	"after-type", "approval-bounds", "approval-start", "at-with-after", "at-with-chance", "condition-division", "condition-folded",
	"condition-syntax", "condition-type", "condition-unknown-crisis", "condition-unknown-name", "crisis-name",
	"dice-no-sides", "dice-none", "dice-table-weightless", "dice-too-many", "duplicate-number-spelled", "expect-measures",
	"kind-missing", "outcome-never", "outcome-never-params", "outcome-reserved",
	"param-reserved", "policy-list", "policy-list-not-sold", "policy-param-unknown", "spoils-unit",
	"tax-rate-exponent", "tax-rate-long", "turns-exponent", "turns-float", "unit-name-case", "unit-name-taken", "v-dice-negative", "war-costs", "when-missing",
}

// TestSchemaRefuses validates every bad file that is well-formed: the schema
// refuses it, unless it is known that it cannot.
func TestSchemaRefuses(t *testing.T) {
	schema := schemaOf(t)
	paths, _ := filepath.Glob("testdata/bad/*.yaml")
	refused := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		root, problems := parse(path, data, false)
		if problems != nil {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(path), ".yaml")
		switch err, only := schema.Validate(instance(root)), slices.Contains(onlyLoader, name); {
		case err == nil && !only:
			t.Errorf("the schema accepts %s", name)
		case err != nil && only:
			t.Errorf("the schema refuses %s after all: %v", name, err)
		case err != nil:
			refused++
		}
	}
	if refused < 40 {
		t.Errorf("%d bad files are refused", refused)
	}
}

// TestReference wants the schema to be the loader's own table: every key of the
// reference is in it, described.
func TestReference(t *testing.T) {
	schema := string(Schema(policies.Default()))
	text := string(Reference(policies.Default()))
	keys := Keys(policies.Default())
	for _, k := range keys {
		if key := k.Key[strings.LastIndex(k.Key, ".")+1:]; !strings.Contains(schema, `"`+key+`": {`) && k.Key != key {
			t.Errorf("the schema has no key %s", k.Key)
		}
		if k.Doc == "" || !strings.Contains(text, k.Key+"\n") || !strings.Contains(text, k.Doc) {
			t.Errorf("the reference does not tell of %+v", k)
		}
	}
	for _, option := range []string{"peace_below", "declare_above", "shopping-list", "default exceeds", "default 0.5"} {
		if !strings.Contains(text, option) {
			t.Errorf("the reference says nothing of %s", option)
		}
	}
	if len(keys) < 70 {
		t.Errorf("%d keys in the reference", len(keys))
	}
}

// TestSchemaPatterns wants patterns that every reader of JSON Schema knows: classes
// of letters such as \\p{L} are not in Python's re. They match the same names as the
// loader, of those that somebody may write.
func TestSchemaPatterns(t *testing.T) {
	text := string(Schema(policies.Default()))
	if at := strings.Index(text, `\\p`); at >= 0 {
		t.Errorf("a pattern that not all know: %s", text[at:at+40])
	}
	name := regexp.MustCompile(namePattern)
	for text, want := range map[string]bool{
		"inkopah": true, "War_2": true, "Ποτίδαια": true, "z": true, "Z": true, "a0": true,
		"": false, "_x": false, "2nd": false, "a-b": false, "a b": false, "a.b": false, "[a": false, "a`": false, "a{": false, "a@": false, "a/": false, "a:": false, "a^": false,
	} {
		if name.MatchString(text) != want {
			t.Errorf("%q as a name: %v", text, !want)
		}
	}
}
