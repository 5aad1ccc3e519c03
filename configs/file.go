package configs

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
)

// A part is what one ruleset adds to scenario files. A part reads one scenario.
type part interface {
	// keys are the keys beside those that every scenario has: the section that is
	// called like the ruleset, policies, victory.
	keys() section
	// names are the names that expressions give a meaning: no param has them.
	names() []string
	// finish makes the rules when all keys are read, and reports and warns of
	// what only several keys together tell.
	finish(r *reader, f *scenarioFile)
	// outcomes are those of the game, "unresolved" last.
	outcomes() []string
	// ruleset is what is played, if nothing was reported.
	ruleset() engine.Ruleset
}

// parts are the rulesets there are.
var parts = []struct {
	name, doc string
	open      func(*policies.Table) part
}{
	{"republic", "crisis wars of a Republic", func(t *policies.Table) part { return newRepublicPart(t) }},
	{"hellas", "wars of Greek city-states", func(t *policies.Table) part { return newHellasPart(t) }},
}

// scenarioFile is a scenario as it is read.
type scenarioFile struct {
	format     int32
	name       string
	title      string
	which      int // of parts
	turns      int32
	params     paramsValue
	part       part
	root       *node
	expect     []expectation
	confidence decimal
}

const formatVersion = 1

func newFile(which int, t *policies.Table) *scenarioFile {
	f := &scenarioFile{format: formatVersion, which: which, turns: republic.Defaults().Turns, part: parts[which].open(t)}
	f.confidence, _ = parseDecimal("0.99")
	f.params.reserved = f.part.names()
	return f
}

func rulesetNames() []string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// keys are the keys of a whole scenario.
func (f *scenarioFile) keys() section {
	return slices.Concat(f.head(), f.part.keys(), f.tail())
}

func (f *scenarioFile) head() section {
	return section{
		{name: "polemos", doc: "version of this format: 1", required: true, value: format{&f.format}},
		{name: "name", doc: "name of the scenario: letters, digits, _ . and -", required: true, value: text{
			into: &f.name, what: "the name of the scenario", pattern: nameOfScenario.String(), check: checkScenarioName,
		}},
		{name: "title", doc: "title for people; left out: the name", value: text{into: &f.title, what: "a title"}},
		{name: "ruleset", doc: "the rules that are played", required: true, value: choice{
			words: rulesetNames(), get: func() int { return f.which }, set: func(int) {},
		}},
		{name: "turns", doc: "the horizon: a game still on after this turn is unresolved", value: integer{&f.turns, 1, republic.TurnsMost}},
		{name: "params", doc: "named whole numbers, for expressions and options of policies", value: &f.params},
	}
}

func (f *scenarioFile) tail() section {
	return section{
		{name: "expect", doc: "what the scenario should come to; see the verb check", value: expectOf(&f.expect)},
		{name: "confidence", doc: "confidence of intervals and of expectations", value: confidence{&f.confidence}},
	}
}

// outcomes are those of the game; nil when the key victory seems to be misspelt.
func (f *scenarioFile) outcomes() []string {
	if f.root.get("victory") == nil {
		names := f.keys().names()
		for _, k := range f.root.keys {
			if !slices.Contains(names, k.text) && expr.Closest(k.text, names) == "victory" {
				return nil
			}
		}
	}
	return f.part.outcomes()
}

// write is the resolved scenario.
func (f *scenarioFile) write() engine.Object {
	return f.keys().write().(engine.Object)
}

// format is the version of the format.
type format struct{ into *int32 }

func (s format) read(r *reader, n *node, path string) {
	v, ok := r.integer(n, path, 0, 1<<31-1)
	if ok && v != formatVersion {
		r.problem(n, path, fmt.Sprintf("format %d is unknown", v), fmt.Sprintf("this program reads format %d", formatVersion))
	}
}

func (s format) write() any     { return int64(*s.into) }
func (s format) wanted() string { return "1" }
func (s format) schema() engine.Object {
	return engine.Object{{Name: "const", Value: int64(formatVersion)}}
}

var nameOfScenario = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*$`)

// checkScenarioName keeps names fit for folders.
func checkScenarioName(r *reader, n *node, path string) bool {
	switch {
	case !nameOfScenario.MatchString(n.text):
		r.problem(n, path, shown(n.text)+" cannot name a scenario", "letters, digits, _ . and -, a letter or digit first; title takes any text")
	case len(n.text) > 2*longest:
		r.problem(n, path, "the name is too long", fmt.Sprintf("at most %d characters; title takes any text", 2*longest))
	default:
		return true
	}
	return false
}

// confidence lies above 0.5 and below 1.
type confidence struct{ into *decimal }

func (s confidence) read(r *reader, n *node, path string) {
	d, ok := r.decimal(n, path, s.wanted())
	switch {
	case !ok:
	case 2*d.num < d.den || d.num >= d.den:
		r.problem(n, path, n.text+" is out of range", s.wanted())
	default:
		*s.into = d
	}
}

func (s confidence) write() any     { return literal(s.into.text) }
func (s confidence) wanted() string { return "a number from 0.5 to below 1, such as 0.99" }
func (s confidence) schema() engine.Object {
	return engine.Object{{Name: "type", Value: "number"}, {Name: "minimum", Value: literal("0.5")}, {Name: "exclusiveMaximum", Value: int64(1)}, {Name: "default", Value: s.write()}}
}
