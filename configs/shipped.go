package configs

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/policies"
)

//go:embed *.yaml
var files embed.FS

// shipped is the text of a shipped scenario, nil if there is none of the name.
func shipped(name string) []byte {
	data, err := files.ReadFile(name + ".yaml")
	if err != nil {
		return nil
	}
	return data
}

// A Listing is a shipped scenario.
type Listing struct{ Name, Title string }

// List names the shipped scenarios, by name.
func List() []Listing {
	entries, _ := files.ReadDir(".") // of what is built in
	var all []Listing
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".yaml")
		root, _ := parse(e.Name(), shipped(name), false)
		all = append(all, Listing{Name: name, Title: root.get("title").text})
	}
	slices.SortFunc(all, func(a, b Listing) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// New is a starter: the shipped scenario called like, comments and all, under
// another name.
func New(name, like string, t *policies.Table) ([]byte, error) {
	data := shipped(like)
	if data == nil {
		return nil, notFound(like)
	}
	if _, err := Parse(like+".yaml", data, t, []Setting{{"name", fmt.Sprintf("%q", name)}}); err != nil {
		return nil, err
	}
	root, _ := parse(like+".yaml", data, false)
	at := root.get("name")
	lines := bytes.SplitAfter(data, []byte("\n"))
	line := lines[at.line-1]
	start := at.col - 1
	lines[at.line-1] = append(append(append([]byte{}, line[:start]...), yamlString(name)...), line[start+len(at.text):]...)
	return bytes.Join(lines, nil), nil
}
