package configs

import (
	"embed"
	"fmt"
	"regexp"
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
// another name and title. Commands in its comments name the file, as a shell
// spells it.
func New(name, file, like string, t *policies.Table) ([]byte, error) {
	data := shipped(like)
	if data == nil {
		return nil, notFound(like)
	}
	if _, err := Parse(like+".yaml", data, t, []Setting{{"name", fmt.Sprintf("%q", name)}}); err != nil {
		return nil, err
	}
	root, _ := parse(like+".yaml", data, false)
	lines := strings.SplitAfter(string(data), "\n")
	put := func(key, value string) {
		at := root.get(key)
		lines[at.line-1] = exchange(lines[at.line-1], at.col-1, len(at.text), yamlString(value))
	}
	put("name", name)
	put("title", titleOf(name))
	return []byte(strings.Join(commandsOf(lines, like, file), "")), nil
}

// titleOf makes a title of a name: "My war" of my-war.
func titleOf(name string) string {
	words := strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' }), " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// commandsOf gives the commands in comments another scenario; what stands beside
// them stays in its column, if there is room. A command that makes a starter is
// left out of one.
func commandsOf(lines []string, like, file string) []string {
	command := regexp.MustCompile(`polemos [a-z]+ (` + regexp.QuoteMeta(like) + `)[" \n]`)
	var kept []string
	for _, line := range lines {
		comment := strings.HasPrefix(strings.TrimSpace(line), "#")
		switch {
		case comment && strings.Contains(line, "polemos new "):
			continue
		case comment:
			if at := command.FindStringSubmatchIndex(line); at != nil {
				line = exchange(line, at[2], len(like), file)
			}
		}
		kept = append(kept, line)
	}
	return kept
}

// exchange puts a word in the place of another in a line. The next gap takes up the
// difference, down to three spaces, so that columns stay.
func exchange(line string, at, length int, word string) string {
	before, after := line[:at]+word, line[at+length:]
	if gap := wideGap.FindStringIndex(after); gap != nil {
		room := max(gap[1]-gap[0]+length-len(word), 3)
		after = after[:gap[0]] + strings.Repeat(" ", room) + after[gap[1]:]
	}
	return before + after
}

var wideGap = regexp.MustCompile(` {3,}`)
