package configs

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
)

// formula is the text of a condition, compiled when all names are known.
type formula struct {
	text string
	at   *node
	path string
}

// formulaOf is a formula where a file has one.
type formulaOf struct{ into *formula }

func (s formulaOf) read(r *reader, n *node, path string) {
	switch {
	case n.kind != scalar || n.isNull() || !n.quoted && isNumeral(n.text) || strings.TrimSpace(n.text) == "":
		r.wrong(n, path, s.wanted())
	default:
		*s.into = formula{text: strings.TrimSpace(n.text), at: n, path: path}
	}
}

func (s formulaOf) write() any {
	if s.into.text == "" {
		return nil
	}
	return s.into.text
}

func (s formulaOf) wanted() string { return "a condition such as won(inkopah) && approval >= 60" }
func (s formulaOf) schema() engine.Object {
	return engine.Object{{Name: "type", Value: []any{"string", "boolean"}}}
}

// compile compiles a formula and reports what is wrong where it stands. Params
// that it mentions count as read.
func compile[V any](r *reader, f *formula, vars expr.Vars[V]) (expr.Compiled[V, bool], bool) {
	c, err := expr.Bool(f.text, vars)
	if err != nil {
		r.fault(f, err)
		return c, false
	}
	for _, p := range c.Params {
		r.used[p] = true
	}
	return c, true
}

// fault reports an error inside a formula.
func (r *reader) fault(f *formula, err *expr.Error) {
	leading := len([]rune(f.at.text)) - len([]rune(strings.TrimLeft(f.at.text, " \t\n")))
	if at, ok := r.inside(f.at, err.Column+leading); ok {
		r.problem(at, f.path, err.Msg, err.Hint)
		return
	}
	r.problem(f.at, f.path, fmt.Sprintf("column %d of the condition: %s", err.Column, err.Msg), err.Hint)
}

// ending is one line of victory: the outcome and its condition.
type ending struct {
	outcome string
	at      *node // the line
	when    formula
}

// endingsMost bounds the lines of victory.
const endingsMost = 64

func endingsOf(into *[]ending) entries[ending] {
	return entries[ending]{
		into: into, what: "{outcome: NAME, when: CONDITION}", most: endingsMost,
		make: func(at *node) ending { return ending{at: at} },
		keys: func(e *ending) section {
			return section{
				{name: "outcome", doc: "the outcome that the game ends with", required: true, value: text{
					into: &e.outcome, what: "the name of an outcome, in snake_case", pattern: outcomeWord.String(), check: checkOutcome,
				}},
				{name: "when", doc: "the condition that is tested at the end of each turn", required: true, value: formulaOf{&e.when}},
			}
		},
	}
}

var outcomeWord = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

func checkOutcome(r *reader, n *node, path string) bool {
	switch {
	case n.text == engine.Unresolved:
		r.problem(n, path, engine.Unresolved+" is reserved for games that are still on after the last turn", "choose another name")
	case !outcomeWord.MatchString(n.text):
		hint := "lower-case letters and digits, joined by _"
		if word := snake(n.text); outcomeWord.MatchString(word) && word != engine.Unresolved {
			hint = "write " + word
		}
		r.problem(n, path, shown(n.text)+" is no word in snake_case", hint)
	case len(n.text) > longest:
		r.problem(n, path, shown(n.text)+" is too long to name an outcome", fmt.Sprintf("at most %d characters", longest))
	default:
		return true
	}
	return false
}

// snake is a text in snake_case, as far as that can be guessed.
func snake(s string) string {
	var b strings.Builder
	for i, c := range s {
		switch {
		case c >= 'A' && c <= 'Z':
			if i > 0 && !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
			b.WriteRune(c + 'a' - 'A')
		case c == ' ' || c == '-':
			b.WriteByte('_')
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// outcomes lists the outcomes of the lines, each once, and the reserved one last.
func outcomes(endings []ending) []string {
	var words []string
	for i := range endings {
		if o := endings[i].outcome; o != "" && !slices.Contains(words, o) {
			words = append(words, o)
		}
	}
	return append(words, engine.Unresolved)
}

// judge reports conditions that can never hold, and warns of those that can
// never decide a game because of an earlier one.
func judge[V any](r *reader, endings []ending, compiled []expr.Compiled[V, bool], fine []bool) {
	always := ""
	seen := map[string]string{}
	for i := range endings {
		e := &endings[i]
		if !fine[i] {
			continue
		}
		name := shown(e.outcome)
		switch text := strings.ReplaceAll(e.when.text, " ", ""); {
		case compiled[i].Constant && !compiled[i].Value:
			r.problem(e.when.at, e.when.path, "this condition can never hold, so that no game can end with "+name, "take the line out, or mend the condition")
		case always != "":
			r.warn(e.at, "outcome_unreachable", "This line for "+name+" is never reached: the line for "+always+" before it always holds.")
		case compiled[i].Constant:
			always = name
			r.warn(e.at, "condition_always", "The condition for "+name+" always holds: no game is longer than one turn.")
		case seen[text] != "":
			r.warn(e.at, "outcome_unreachable", "This line for "+name+" is never reached: the line for "+seen[text]+" before it has the same condition.")
		default:
			seen[text] = name
		}
	}
}

// variableNames are the names that expressions give a meaning.
func variableNames[V any](vars expr.Vars[V]) []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(vars.Int)), slices.Collect(maps.Keys(vars.Bool)))))
}
