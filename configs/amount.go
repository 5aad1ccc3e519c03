package configs

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// amount is a number that may be rolled: 13, dice such as 2d10-11, or a table of
// results and weights.
type amount struct {
	into      *engine.Amount
	given     *bool
	low, high int32
	tooLow    string // what a result below low would mean; "" for a plain range
}

// weightMost is the largest weight of one result in a table.
const weightMost = 1_000_000

func (s amount) read(r *reader, n *node, path string) {
	*s.given = true
	var a engine.Amount
	switch {
	case n.kind == list || n.isNull():
		r.wrong(n, path, s.wanted())
		return
	case n.kind == mapping:
		dist, ok := r.table(n, path, s)
		if !ok {
			return
		}
		a.Dice = dist
	case !n.quoted && isNumeral(n.text):
		low := int64(s.low)
		if s.tooLow != "" && wholeNumber.MatchString(n.text) {
			low = -lowest
		}
		v, ok := r.integer(n, path, low, int64(s.high))
		if !ok {
			return
		}
		a.Plain = int32(v)
	default:
		var err error
		if a, err = engine.ParseDice(spellDice(n.text)); err != nil {
			_, err = engine.ParseDice(n.text) // in the file's own spelling
			r.problem(n, path, err.Error(), "")
			return
		}
		if low, high, ok := asRange(n.text); ok {
			r.problem(n, path, n.text+" is a subtraction, and looks like a range", "one number, dice such as 2d6+6, or a table; to try all from "+low+" to "+high+": --vary "+path+"="+low+":"+high)
			return
		}
	}
	switch {
	case a.Min() < s.low && a.Dice == nil:
		r.problem(n, path, fmt.Sprintf("%d is below %d", a.Plain, s.low), s.tooLow)
	case a.Min() < s.low && s.tooLow != "":
		r.problem(n, path, fmt.Sprintf("%s can be as low as %d", s.spell(a), a.Min()), s.tooLow)
	case a.Min() < s.low || a.Max() > s.high:
		r.problem(n, path, fmt.Sprintf("%s is out of range", s.spell(a)), span(int64(s.low), int64(s.high)))
	default:
		*s.into = a
	}
}

var rangeText = regexp.MustCompile(`^ *([0-9]+) *- *([0-9]+) *$`)

// asRange reads "8-40" as somebody may mean it: from 8 to 40.
func asRange(text string) (low, high string, ok bool) {
	ends := rangeText.FindStringSubmatch(text)
	if ends == nil {
		return "", "", false
	}
	return ends[1], ends[2], true
}

// spellDice is the canonical spelling of dice: they name themselves by it.
func spellDice(text string) string {
	return strings.ToLower(strings.ReplaceAll(text, " ", ""))
}

func (s amount) spell(a engine.Amount) string {
	if a.Dice == nil {
		return a.String()
	}
	return "a roll of " + a.String()
}

const tableName = "a table"

// table reads {value: weight, ...}.
func (r *reader) table(n *node, path string, s amount) (*engine.Dist, bool) {
	var rows [][2]int32
	before := len(r.problems)
	byNumber{into: &rows, low: min(s.low, -lowest), high: s.high, least: 0, most: weightMost}.read(r, n, path)
	if len(r.problems) > before {
		return nil, false
	}
	var results []int32
	var weights []uint64
	for _, row := range rows {
		results, weights = append(results, row[0]), append(weights, uint64(row[1]))
	}
	dist, err := engine.NewDist(tableName, results, weights)
	if err != nil {
		r.problem(n, path, "this table cannot be rolled: "+err.Error(), "such as {-1: 1, 0: 2, 1: 1}: results and their weights")
		return nil, false
	}
	return dist, true
}

// lowest is how far below 0 an amount is read at all.
const lowest = 1_000_000

func (s amount) write() any {
	switch {
	case !*s.given:
		return nil
	case s.into.Dice == nil:
		return int64(s.into.Plain)
	case s.into.Dice.Name() != tableName:
		return s.into.Dice.Name()
	}
	o := engine.Object{}
	for i, result := range s.into.Dice.Results() {
		o = append(o, engine.Field{Name: fmt.Sprint(result), Value: int64(s.into.Dice.Weight(i))})
	}
	return o
}

func (s amount) wanted() string {
	return "a whole number, dice such as 2d10-11, or a table {value: weight}"
}

func (s amount) schema() engine.Object {
	return engine.Object{{Name: "anyOf", Value: []any{
		engine.Object{{Name: "type", Value: "integer"}, {Name: "minimum", Value: int64(s.low)}, {Name: "maximum", Value: int64(s.high)}},
		engine.Object{{Name: "type", Value: "string"}, {Name: "pattern", Value: `^ *[-+]? *([0-9]*[dD][0-9]+|[0-9]+)( *[-+] *([0-9]*[dD][0-9]+|[0-9]+))* *$`}},
		engine.Object{
			{Name: "type", Value: "object"},
			{Name: "patternProperties", Value: engine.Object{{Name: numberPattern(s.low), Value: integer{into: new(int32), high: weightMost}.schema()}}},
			{Name: "additionalProperties", Value: false},
			{Name: "minProperties", Value: int64(1)},
		},
	}}}
}
