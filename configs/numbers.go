package configs

import (
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
)

// A Number is a value of a scenario that is a plain number, and a range around it over which it may sensibly be varied:
// a quarter less to a quarter more, at least 1 either way if it is whole, as far as the format allows.
type Number struct {
	Key       string // dotted path
	Value     string // as the scenario has it
	Low, High string // with as many decimals as the smallest of them needs
	Whole     bool   // only whole numbers will do
}

// unbounded is the magnitude from which a number that is as low or high as can be is none that anybody chose.
const unbounded = 1_000_000

// Numbers are the plain numbers of the scenario, defaults included, in the order of the resolved scenario. Dice, tables,
// the version of the format, expectations and options that name a param are none.
func (s *Scenario) Numbers(t *policies.Table) []Number {
	which := slices.Index(rulesetNames(), s.RulesetName)
	file := newFile(which, t)
	keys := slices.DeleteFunc(file.keys(), func(k key) bool { return k.name == "polemos" || k.name == "expect" || k.name == "confidence" })
	var list []Number
	s.numbers(s.resolved, keys.schema(), "", &list)
	return list
}

// numbers walks a value along with its schema.
func (s *Scenario) numbers(value any, schema engine.Object, path string, list *[]Number) {
	switch value := value.(type) {
	case engine.Object:
		for _, f := range value {
			if inner := valueSchema(schema, value, f.Name); inner != nil {
				s.numbers(f.Value, inner, join(path, f.Name), list)
			}
		}
	case []any:
		items, _ := lookUp(schema, "items").(engine.Object)
		for i, v := range value {
			s.numbers(v, items, join(path, strconv.Itoa(i)), list)
		}
	case int64:
		low, high, ok := schemaBounds(schema, "integer")
		if ok && !(abs(value) >= unbounded && (value == low || value == high)) {
			reach := max(1, (abs(value)+2)/4)
			*list = append(*list, Number{
				Key: path, Value: strconv.FormatInt(value, 10), Whole: true,
				Low: strconv.FormatInt(max(value-reach, low), 10), High: strconv.FormatInt(min(value+reach, high), 10),
			})
		}
	case literal:
		if n, ok := decimalNumber(path, string(value), schema); ok {
			*list = append(*list, n)
		}
	}
}

// valueSchema is the schema of a key in a map; nil when it has none that matters.
func valueSchema(schema, value engine.Object, name string) engine.Object {
	if properties, ok := lookUp(schema, "properties").(engine.Object); ok {
		if inner, ok := lookUp(properties, name).(engine.Object); ok {
			return inner
		}
	}
	if patterns, ok := lookUp(schema, "patternProperties").(engine.Object); ok {
		for _, p := range patterns {
			inner, isObject := p.Value.(engine.Object)
			if matches, err := regexp.MatchString(p.Name, name); isObject && err == nil && matches {
				return inner
			}
		}
	}
	// The options of a policy stand under the policy's name.
	branches, _ := lookUp(schema, "allOf").([]any)
	for _, b := range branches {
		branch, _ := b.(engine.Object)
		asks, _ := lookUp(branch, "if").(engine.Object)
		asked, _ := lookUp(asks, "properties").(engine.Object)
		then, _ := lookUp(branch, "then").(engine.Object)
		for _, f := range asked {
			if constant, _ := f.Value.(engine.Object); lookUp(constant, "const") == lookUp(value, f.Name) {
				return valueSchema(then, nil, name)
			}
		}
	}
	return nil
}

func lookUp(o engine.Object, name string) any {
	for i := range o {
		if o[i].Name == name {
			return o[i].Value
		}
	}
	return nil
}

// schemaBounds are the bounds that a schema sets to whole numbers, if these are what it asks for or one of the choices.
func schemaBounds(schema engine.Object, kind string) (low, high int64, ok bool) {
	choices, _ := lookUp(schema, "anyOf").([]any)
	for _, c := range choices {
		if choice, isObject := c.(engine.Object); isObject {
			if low, high, ok = schemaBounds(choice, kind); ok {
				return low, high, true
			}
		}
	}
	if lookUp(schema, "type") != kind {
		return 0, 0, false
	}
	low, has := lookUp(schema, "minimum").(int64)
	if !has {
		low = math.MinInt64
	}
	if high, has = lookUp(schema, "maximum").(int64); !has {
		high = math.MaxInt64
	}
	return low, high, true
}

// decimalNumber reads a decimal number that the schema asks for.
func decimalNumber(path, text string, schema engine.Object) (Number, bool) {
	low, high, ok := schemaBounds(schema, "number")
	d, isDecimal := parseDecimal(text)
	if !ok || !isDecimal {
		return Number{}, false
	}
	top, below := high, int64(0)
	if limit, exclusive := lookUp(schema, "exclusiveMaximum").(int64); exclusive {
		top, below = limit, 1
	}
	// In billionths, the finest that scenarios are read in.
	const unit = 1_000_000_000
	v := d.num * (unit / d.den)
	reach := max(v/4, unit/100)
	from, to := v-reach, v+reach
	if low != math.MinInt64 {
		from = max(from, low*unit)
	}
	if top != math.MaxInt64 {
		to = min(to, top*unit-below)
	}
	return Number{Key: path, Value: text, Low: billionths(from), High: billionths(to)}, true
}

// billionths writes n / 10^9 with at least one decimal, so that it does not look whole.
func billionths(n int64) string {
	sign := ""
	if n < 0 {
		n, sign = -n, "-"
	}
	digits := strconv.FormatInt(n, 10)
	for len(digits) < 10 {
		digits = "0" + digits
	}
	whole, part := digits[:len(digits)-9], digits[len(digits)-9:]
	for len(part) > 1 && part[len(part)-1] == '0' {
		part = part[:len(part)-1]
	}
	return sign + whole + "." + part
}

func abs(n int64) int64 { return max(n, -n) }
