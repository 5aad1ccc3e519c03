package configs

import (
	"fmt"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/ask"
)

// An answer is what a policy's question was answered with, to be given again to
// every further copy of the policy, and in canonical form.
type answer struct {
	value  any // int32, *engine.Dist, [][]int32
	given  bool
	absent bool // the default is none of the values: it cannot be written
	shown  any
}

// asked are a policy's questions and their answers, in order.
type asked struct {
	about   string
	keys    []string
	answers map[string]answer
	schemas engine.Object     // key -> JSON Schema
	docs    map[string]string // key -> what it means
	wanteds map[string]string // key -> its type in words
	probed  map[string]bool   // keys the policy asked about being given
}

func newAsked() *asked {
	return &asked{answers: map[string]answer{}, docs: map[string]string{}, wanteds: map[string]string{}, probed: map[string]bool{}}
}

// ask keeps a question. What the scenario does not give has its default.
func (a *asked) ask(key, doc string, s engine.Object, ans answer, wanted string) {
	if !slices.Contains(a.keys, key) {
		a.keys = append(a.keys, key)
		a.schemas = append(a.schemas, engine.Field{Name: key, Value: append(engine.Object{{Name: "description", Value: doc}}, s...)})
	}
	a.answers[key], a.docs[key], a.wanteds[key] = ans, doc, wanted
}

// write is the options in canonical form, with their defaults. An option whose
// absence means something stays absent.
func (a *asked) write(policy string) engine.Object {
	o := engine.Object{{Name: "policy", Value: policy}}
	for _, k := range a.keys {
		if ans := a.answers[k]; ans.given || !ans.absent && !a.probed[k] {
			o = append(o, engine.Field{Name: k, Value: ans.shown})
		}
	}
	return o
}

// questions answers a policy's constructor from a node of the scenario.
type questions struct {
	*asked
	r      *reader
	n      *node // the options; nil when none are given
	at     *node // where to point then
	path   string
	params *paramsValue
	names  map[policies.Level]nameSpace
}

// nameSpace is the names of the things of one level, in order.
type nameSpace struct {
	names []string
	known bool // false: they could not be read, so that any may be right
}

func (q *questions) option(key string) *node {
	if q.n == nil {
		return nil
	}
	n := q.n.get(key)
	if n != nil && n.isNull() {
		return nil
	}
	return n
}

func (q *questions) About(doc string) { q.about = doc }

func (q *questions) Int(key string, def, low, high int32, doc string) int32 {
	wanted := "a whole number " + span(int64(low), int64(high)) + ", or a param"
	number := engine.Object{{Name: "type", Value: "integer"}, {Name: "minimum", Value: int64(low)}, {Name: "maximum", Value: int64(high)}}
	schema := engine.Object{{Name: "anyOf", Value: []any{number, engine.Object{{Name: "type", Value: "string"}, {Name: "pattern", Value: namePattern}}}}}
	ans := answer{value: def, shown: int64(def), absent: def < low || def > high}
	if !ans.absent {
		schema = append(schema, engine.Field{Name: "default", Value: int64(def)})
	}
	if n := q.option(key); n != nil {
		ans = q.number(n, join(q.path, key), ans, low, high, wanted)
	}
	q.ask(key, doc, schema, ans, wanted)
	return ans.value.(int32)
}

// number reads an integer or the name of a param.
func (q *questions) number(n *node, path string, ans answer, low, high int32, wanted string) answer {
	if n.kind == scalar && !isNumeral(n.text) && plainWord.MatchString(n.text) && !n.broken {
		v, ok := q.params.value(n.text)
		switch {
		case !ok:
			q.r.unknown(n, path, "param", n.text, q.params.names())
		case v < int64(low) || v > int64(high):
			q.r.problem(n, path, fmt.Sprintf("the param %s is %d, which is out of range", n.text, v), span(int64(low), int64(high)))
		default:
			q.r.used[n.text] = true
			return answer{value: int32(v), given: true, shown: n.text}
		}
		q.r.used[n.text] = true
		return ans
	}
	if n.kind != scalar {
		q.r.wrong(n, path, wanted)
		return ans
	}
	if v, ok := q.r.integer(n, path, int64(low), int64(high)); ok {
		return answer{value: int32(v), given: true, shown: v}
	}
	return ans
}

func (q *questions) Chance(key, def, doc string) *engine.Dist {
	schema := engine.Object{{Name: "type", Value: "number"}, {Name: "minimum", Value: int64(0)}, {Name: "maximum", Value: int64(1)}, {Name: "default", Value: literal(def)}}
	wanted := "a probability from 0 to 1"
	d, _ := parseDecimal(def)
	ans := answer{shown: literal(d.text)}
	if n := q.option(key); n != nil {
		given := decimal{}
		fraction{into: &given, what: "a probability"}.read(q.r, n, join(q.path, key))
		if given.text != "" {
			d, ans = given, answer{given: true, shown: literal(given.text)}
		}
	}
	ans.value = chance(d)
	q.ask(key, doc, schema, ans, wanted)
	return ans.value.(*engine.Dist)
}

// chance is a probability as a draw that gives 1 with it.
func chance(d decimal) *engine.Dist {
	if d.den == 0 {
		d = decimal{num: 0, den: 1}
	}
	dist, err := engine.Chance(uint64(d.num), uint64(d.den))
	if err != nil { // a decimal from 0 to 1 with few digits is always possible
		panic(err)
	}
	return dist
}

func (q *questions) Given(key string) bool {
	q.probed[key] = true
	return q.option(key) != nil
}

func (q *questions) Fail(key, why string) {
	at := q.at
	if given := q.option(key); given != nil {
		at = given
	}
	q.r.problem(at, join(q.path, key), why, "")
}

func (q *questions) Rows(key, doc string, shape ...policies.Level) [][]int32 {
	wanted := nesting(shape)
	ans := answer{value: [][]int32(nil), absent: true}
	if n := q.option(key); n != nil {
		var rows [][]int32
		shown := q.rows(n, join(q.path, key), shape, nil, &rows)
		ans = answer{value: rows, given: true, shown: shown}
	}
	q.ask(key, doc, rowsSchema(shape), ans, wanted)
	return copyRows(ans.value.([][]int32))
}

// rows reads one level and those below it, each path down giving a row.
func (q *questions) rows(n *node, path string, shape []policies.Level, above []int32, rows *[][]int32) any {
	level, last := shape[0], len(shape) == 1
	short := func() {
		if len(above) > 0 {
			*rows = append(*rows, slices.Clone(above))
		}
	}
	switch {
	case last && level.Named():
		if n.kind != list {
			q.r.wrong(n, path, nesting(shape))
			return nil
		}
		shown := []any{}
		for _, item := range n.values {
			if i, ok := q.nameOf(item, path, level); ok {
				*rows = append(*rows, append(slices.Clone(above), i))
				shown = append(shown, item.text)
			}
		}
		if len(n.values) == 0 {
			short()
		}
		return shown
	case level == ask.Each:
		return q.each(n, path, shape, above, rows)
	case last:
		v, shown, ok := q.leaf(n, path, level)
		if ok {
			*rows = append(*rows, append(slices.Clone(above), v))
		}
		return shown
	case n.kind != mapping:
		q.r.wrong(n, path, nesting(shape))
		return nil
	}
	if len(n.keys) == 0 {
		short()
	}
	shown := engine.Object{}
	seen := map[int32]bool{}
	for i, k := range n.keys {
		v, ok := q.levelKey(k, path, level)
		name := k.text
		if !ok {
			continue
		}
		if seen[v] {
			q.r.problem(k, path, "the key "+k.text+" is given twice", "keep one of them")
			continue
		}
		seen[v] = true
		if !level.Named() {
			name = fmt.Sprint(v)
		}
		below := n.values[i]
		if below.isNull() {
			q.r.wrong(k, join(path, name), nesting(shape[1:]))
			continue
		}
		shown = append(shown, engine.Field{Name: name, Value: q.rows(below, join(path, name), shape[1:], append(slices.Clone(above), v), rows)})
	}
	return shown
}

// each reads a list, whose entries are numbered from 0.
func (q *questions) each(n *node, path string, shape []policies.Level, above []int32, rows *[][]int32) any {
	if n.kind != list {
		q.r.wrong(n, path, nesting(shape))
		return nil
	}
	if len(n.values) == 0 && len(above) > 0 {
		*rows = append(*rows, slices.Clone(above))
	}
	shown := []any{}
	for i, item := range n.values {
		shown = append(shown, q.rows(item, path, shape[1:], append(slices.Clone(above), int32(i)), rows))
	}
	return shown
}

func (q *questions) levelKey(k *node, path string, level policies.Level) (int32, bool) {
	if level.Named() {
		return q.nameOf(k, path, level)
	}
	low, high := levelRange(level)
	v, ok := q.r.numberKey(k, path, low, high)
	return int32(v), ok
}

// levelRange is what the numbers of a level may be.
func levelRange(level policies.Level) (low, high int64) {
	if level == policies.Turn {
		return 1, turnsMost
	}
	return 0, countMost
}

const (
	turnsMost = 1000   // as republic.TurnsMost
	countMost = 65_535 // as republic.UnitMost
)

func (q *questions) nameOf(n *node, path string, level policies.Level) (int32, bool) {
	space := q.names[level]
	if n.kind != scalar || n.isNull() {
		q.r.wrong(n, path, "the name of a "+string(level))
		return 0, false
	}
	i := slices.Index(space.names, n.text)
	if i < 0 {
		if space.known {
			q.r.unknown(n, path, string(level), n.text, space.names)
		}
		return 0, false
	}
	return int32(i), true
}

func (q *questions) leaf(n *node, path string, level policies.Level) (int32, any, bool) {
	if level == policies.Yes {
		v, ok := q.r.boolean(n, path)
		if v {
			return 1, true, ok
		}
		return 0, false, ok
	}
	low, high := levelRange(level)
	v, ok := q.r.integer(n, path, low, high)
	return int32(v), v, ok
}

// nesting names the type of a nested setting: "{turn: {crisis: {unit: count}}}".
func nesting(shape []policies.Level) string {
	last := shape[len(shape)-1]
	text := string(last)
	switch {
	case last.Named():
		text = "[" + text + ", ...]"
	case last == policies.Yes:
		text = "true or false"
	}
	for i := len(shape) - 2; i >= 0; i-- {
		if shape[i] == ask.Each {
			text = "[" + text + ", ...]"
			continue
		}
		text = "{" + string(shape[i]) + ": " + text + "}"
	}
	return text
}

func rowsSchema(shape []policies.Level) engine.Object {
	level := shape[0]
	if len(shape) == 1 {
		low, high := levelRange(level)
		switch {
		case level.Named():
			return engine.Object{{Name: "type", Value: "array"}, {Name: "items", Value: engine.Object{{Name: "type", Value: "string"}}}}
		case level == policies.Yes:
			return engine.Object{{Name: "type", Value: "boolean"}}
		}
		return engine.Object{{Name: "type", Value: "integer"}, {Name: "minimum", Value: low}, {Name: "maximum", Value: high}}
	}
	if level == ask.Each {
		return engine.Object{{Name: "type", Value: "array"}, {Name: "items", Value: rowsSchema(shape[1:])}}
	}
	pattern := namePattern
	if !level.Named() {
		pattern = numberPattern(0)
	}
	return engine.Object{
		{Name: "type", Value: "object"},
		{Name: "patternProperties", Value: engine.Object{{Name: pattern, Value: rowsSchema(shape[1:])}}},
		{Name: "additionalProperties", Value: false},
	}
}

func copyRows(rows [][]int32) [][]int32 {
	var copied [][]int32
	for _, row := range rows {
		copied = append(copied, slices.Clone(row))
	}
	return copied
}

// replies answers the same questions again. It only reads, so that players may be
// made on any goroutine.
type replies struct{ *asked }

func (p replies) About(string) {}

func (p replies) Int(key string, def, _, _ int32, _ string) int32 {
	if v, ok := p.answers[key].value.(int32); ok {
		return v
	}
	return def
}

func (p replies) Chance(key, def, _ string) *engine.Dist {
	if d, ok := p.answers[key].value.(*engine.Dist); ok {
		return d
	}
	d, _ := parseDecimal(def)
	return chance(d)
}

func (p replies) Rows(key, _ string, _ ...policies.Level) [][]int32 {
	rows, _ := p.answers[key].value.([][]int32)
	return copyRows(rows)
}

func (p replies) Given(key string) bool { return p.answers[key].given }
func (p replies) Fail(string, string)   {}
