package configs

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/sim/measure"
)

// An Expectation is a line of expect: what a measure of the scenario should be.
type Expectation struct {
	Measure   string  // "odds.victory", "war.length.mean"
	Low, High float64 // -Inf or +Inf where there is no bound; equal for equals
	Text      string  // "between 0.90 and 0.92", as it was written
	Line, Col int     // in the file; 0 in a setting
}

// expectation is a line as it is read.
type expectation struct {
	measure                 string
	between                 []decimal
	atLeast, atMost, equals decimal
	at, atMeasure           *node // the line, the name in it
	path                    string
}

const expectMost = 1000

func expectOf(into *[]expectation) entries[expectation] {
	return entries[expectation]{
		into: into, what: "{measure: NAME, between: [LOW, HIGH]}, at_least, at_most or equals", most: expectMost,
		make: func(at *node) expectation { return expectation{at: at} },
		keys: func(e *expectation) section {
			return section{
				{name: "measure", doc: "what is measured, such as odds.victory or war.length.mean", required: true, value: measureName{e}},
				{name: "between", doc: "it lies between two numbers", value: bounds{e}},
				{name: "at_least", doc: "it is at least this", value: number{&e.atLeast}},
				{name: "at_most", doc: "it is at most this", value: number{&e.atMost}},
				{name: "equals", doc: "it is exactly this", value: number{&e.equals}},
			}
		},
	}
}

// measureName is the dotted name of a measure.
type measureName struct{ e *expectation }

var spelling = regexp.MustCompile(`^[\pL\pN_]+(\.[\pL\pN_]+)+$`)

func (s measureName) read(r *reader, n *node, path string) {
	word, ok := r.word(n, path, s.wanted())
	switch {
	case !ok:
	case !spelling.MatchString(word):
		r.problem(n, path, shown(word)+" cannot be the name of a measure", "a measure is words joined by dots, such as odds.victory")
	default:
		s.e.measure, s.e.atMeasure, s.e.path = word, n, path
	}
}

func (s measureName) write() any     { return s.e.measure }
func (s measureName) wanted() string { return "the name of a measure, such as odds.victory" }
func (s measureName) schema() engine.Object {
	return engine.Object{{Name: "type", Value: "string"}, {Name: "pattern", Value: `^` + wordClass + `+(\.` + wordClass + `+)+$`}}
}

// number is any exact decimal number.
type number struct{ into *decimal }

func (s number) read(r *reader, n *node, path string) {
	if d, ok := r.decimal(n, path, s.wanted()); ok {
		*s.into = d
	}
}

func (s number) write() any {
	if s.into.text == "" {
		return nil
	}
	return literal(s.into.text)
}

func (s number) wanted() string        { return "a number" }
func (s number) schema() engine.Object { return engine.Object{{Name: "type", Value: "number"}} }

// bounds are two numbers, the lower first.
type bounds struct{ e *expectation }

func (s bounds) read(r *reader, n *node, path string) {
	if n.kind != list || len(n.values) != 2 {
		r.wrong(n, path, s.wanted())
		return
	}
	low, ok := r.decimal(n.values[0], path, "a number")
	high, also := r.decimal(n.values[1], path, "a number")
	switch {
	case !ok || !also:
	case low.float() > high.float():
		r.problem(n, path, "the lower bound "+low.text+" is above the upper bound "+high.text, "write ["+high.text+", "+low.text+"]")
	default:
		s.e.between = []decimal{low, high}
	}
}

func (s bounds) write() any {
	if s.e.between == nil {
		return nil
	}
	return []any{literal(s.e.between[0].text), literal(s.e.between[1].text)}
}

func (s bounds) wanted() string { return "a list of two numbers, [LOW, HIGH]" }
func (s bounds) schema() engine.Object {
	return engine.Object{
		{Name: "type", Value: "array"}, {Name: "items", Value: number{}.schema()},
		{Name: "minItems", Value: int64(2)}, {Name: "maxItems", Value: int64(2)},
	}
}

// expectations makes of the lines what others can check. Without outcomes nobody
// knows which there are.
func expectations(r *reader, lines []expectation, outcomes []string) []Expectation {
	var all []Expectation
	for i := range lines {
		e := &lines[i]
		if e.at.kind == mapping && e.given() != 1 {
			r.problem(e.at, join("expect", strconv.Itoa(i)), "each measure has one bound", "give one of between, at_least, at_most, equals")
		}
		if outcome, ok := strings.CutPrefix(e.measure, "odds."); ok && outcomes != nil && !slices.Contains(outcomes, outcome) {
			r.unknown(e.atMeasure, e.path, "outcome", outcome, outcomes)
		}
		bounds := e.bounds()
		if strings.HasPrefix(e.measure, "odds.") && (bounds.beyond(bounds.Low) || bounds.beyond(bounds.High)) {
			r.warn(e.at, "expect_beyond_odds", "Odds lie between 0 and 1: that "+e.measure+" is "+bounds.Text+" says something else (90 % is 0.90).")
		}
		all = append(all, bounds)
	}
	return all
}

// measured reports lines about what is no measure of the scenario.
func (r *reader) measured(lines []expectation, s *engine.Schema) {
	for i := range lines {
		e := &lines[i]
		m, err := measure.Parse(e.measure, s, expr.Closest)
		var unknown *measure.Unknown
		switch {
		case errors.As(err, &unknown):
			msg, hint := "there is no measure "+shown(e.measure), "list measures shows them all"
			if unknown.Why != "" {
				msg += ": " + unknown.Why
			}
			if unknown.Nearest != "" {
				hint = "did you mean " + unknown.Nearest + "?"
			}
			r.problem(e.atMeasure, e.path, msg, hint)
		case m.Kind == measure.Count:
			r.problem(e.atMeasure, e.path, e.measure+" grows with the games that are played: it is no property of the scenario", "")
		}
	}
}

// beyond says that a bound which was given is none of odds.
func (x Expectation) beyond(bound float64) bool {
	return !math.IsInf(bound, 0) && (bound < 0 || bound > 1)
}

// given is how many bounds the line has.
func (e *expectation) given() int {
	n := 0
	for _, k := range []string{"between", "at_least", "at_most", "equals"} {
		if e.at.get(k) != nil {
			n++
		}
	}
	return n
}

func (e *expectation) bounds() Expectation {
	x := Expectation{Measure: e.measure, Low: math.Inf(-1), High: math.Inf(1), Line: e.at.line, Col: e.at.col}
	switch {
	case e.between != nil:
		x.Low, x.High = e.between[0].float(), e.between[1].float()
		x.Text = "between " + e.between[0].text + " and " + e.between[1].text
	case e.atLeast.text != "":
		x.Low, x.Text = e.atLeast.float(), "at least "+e.atLeast.text
	case e.atMost.text != "":
		x.High, x.Text = e.atMost.float(), "at most "+e.atMost.text
	default:
		x.Low, x.High, x.Text = e.equals.float(), e.equals.float(), "equal to "+e.equals.text
	}
	return x
}
