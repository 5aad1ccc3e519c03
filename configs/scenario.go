package configs

import (
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
)

// A Scenario is a scenario file, read, checked and ready to be played. It is
// read-only and may be shared between goroutines.
type Scenario struct {
	Name        string
	Title       string // the name, if the file gives none
	RulesetName string // "republic"
	// SHA256 is the hash of what decides the games and their measures: the
	// resolved scenario without title, expect and confidence.
	SHA256     [32]byte
	Rules      *republic.Rules // of the ruleset republic, else nil
	Turns      int32           // the horizon
	Params     []Param         // in the file's order
	Expect     []Expectation   // in the file's order
	Confidence float64
	Warnings   []Warning // in the file's order

	resolved engine.Object
	ruleset  engine.Ruleset
}

// Load reads a scenario: the file of that name, or the shipped scenario. The
// settings are applied in order. The error is [Problems] when the scenario is not
// valid; otherwise the file cannot be read.
func Load(name string, t *policies.Table, set []Setting) (*Scenario, error) {
	data, err := source(name)
	if err != nil {
		return nil, err
	}
	if !isFile(name) {
		name += ".yaml"
	}
	return Parse(name, data, t, set)
}

// isFile says whether a name is that of a file rather than of a shipped scenario.
func isFile(name string) bool {
	return filepath.Base(name) != name || filepath.Ext(name) != "" || shipped(name) == nil
}

// source is the text of a scenario, no more of it than can be read.
func source(name string) ([]byte, error) {
	if !isFile(name) {
		return shipped(name), nil
	}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, notFound(name)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, bytesMost+1))
}

// notFound names the shipped scenarios, and the nearest of them.
func notFound(name string) error {
	var names []string
	for _, l := range List() {
		names = append(names, l.Name)
	}
	hint := "shipped: " + strings.Join(names, ", ")
	if near := beside(name, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return Problems{{File: name, Msg: "there is no such file and no shipped scenario of this name", Hint: hint}}
}

// beside is a scenario that is there and has nearly that name: a file with another
// ending, or a shipped scenario.
func beside(name string, names []string) string {
	bare := strings.TrimSuffix(name, filepath.Ext(name))
	for _, ending := range []string{".yaml", ".yml", ".json"} {
		for _, file := range []string{bare + ending, name + ending} {
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
				return file
			}
		}
	}
	if slices.Contains(names, bare) {
		return bare
	}
	return expr.Closest(name, names)
}

// Parse reads a scenario from YAML or JSON; filename is for messages. The error
// is [Problems]: all that is wrong.
func Parse(filename string, data []byte, t *policies.Table, set []Setting) (*Scenario, error) {
	root, problems := parse(filename, data, false)
	if root == nil {
		return nil, problems.sorted()
	}
	r := &reader{lines: strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n"), problems: problems, used: map[string]bool{}}
	f := open(r, root, t)
	var top []string
	if len(set) > 0 {
		top = topKeys(t)
	}
	for _, s := range set {
		if p, ok := s.misplaced(top, func() []string { return pathsWithout(filename, data, t) }); ok {
			r.problems = append(r.problems, p)
			continue
		}
		r.problems = append(r.problems, s.apply(root, f.keys())...)
		if s.Key == "ruleset" {
			f = open(r, root, t)
		}
	}
	f = open(r, root, t)
	f.keys().read(r, root, "")
	if root.kind == mapping {
		f.part.finish(r, f)
		f.params.unused(r)
	}
	expect := expectations(r, f.expect, f.outcomes())
	if len(r.problems) > 0 {
		return nil, r.problems.sorted()
	}
	if f.title == "" {
		f.title = f.name
	}
	s := &Scenario{
		Name: f.name, Title: f.title, RulesetName: parts[f.which].name, Turns: f.turns, Params: f.params.list,
		Expect: expect, Confidence: f.confidence.float(), Warnings: r.warnings, resolved: f.write(), ruleset: f.part.ruleset(),
	}
	if p, ok := f.part.(*republicPart); ok {
		s.Rules = &p.rules
	}
	if r.measured(f.expect, s.ruleset.Schema()); len(r.problems) > 0 {
		return nil, r.problems.sorted()
	}
	s.SHA256 = sha256.Sum256(yamlText(slices.DeleteFunc(slices.Clone(s.resolved), func(f engine.Field) bool {
		return f.Name == "title" || f.Name == "expect" || f.Name == "confidence"
	})))
	slices.SortStableFunc(s.Warnings, func(a, b Warning) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return s, nil
}

// topKeys are the first keys of scenarios, whatever their ruleset.
func topKeys(t *policies.Table) []string {
	var names []string
	for i := range parts {
		names = append(names, newFile(i, t).keys().names()...)
	}
	return names
}

// pathsWithout are the paths of a scenario without settings, its defaults
// included; none if it is not valid.
func pathsWithout(filename string, data []byte, t *policies.Table) []string {
	s, err := Parse(filename, data, t, nil)
	if err != nil {
		return nil
	}
	return pathsOf(s.resolved, "")
}

// open chooses the ruleset that the file names. When it names none that there
// is, the first one serves to find more mistakes.
func open(r *reader, root *node, t *policies.Table) *scenarioFile {
	which := 0
	if n := root.get("ruleset"); n != nil {
		which = max(slices.Index(rulesetNames(), n.text), 0)
	}
	f := newFile(which, t)
	f.root = root
	return f
}

// Ruleset is the scenario ready to be played. Each of its players has policies of
// its own.
func (s *Scenario) Ruleset() engine.Ruleset { return s.ruleset }

// Resolved is the scenario as canonical YAML: settings applied, every default
// written out, comments gone. Read again it gives the same rules and the same
// SHA256.
func (s *Scenario) Resolved() []byte { return yamlText(s.resolved) }
