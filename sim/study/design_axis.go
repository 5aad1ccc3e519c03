package study

import (
	"fmt"
	"strconv"
	"strings"
)

// An Axis is a setting and the values that it takes, its levels, in order.
type Axis struct {
	Key string

	words []string // of a list
	// Of a range: level i is (low + i*step) / 10^decimals.
	low, step int64
	n         int
	decimals  int
	free      bool // no step was given: the levels are as fine as makes sense
}

// maxLevels bounds the levels of an axis.
const maxLevels = 1_000_000

// fineLevels are what a range of decimal numbers has at least when no step is given.
const fineLevels = 200

// ParseAxis reads KEY=LOW:HIGH:STEP, KEY=LOW:HIGH or KEY=a,b,c. A range whose numbers
// are all whole has whole levels only; one of decimal numbers without a step has
// levels at least as fine as its ends are written, and at least [fineLevels].
func ParseAxis(text string) (Axis, error) {
	key, values, ok := strings.Cut(text, "=")
	key, values = strings.TrimSpace(key), strings.TrimSpace(values)
	if !ok || key == "" || values == "" {
		return Axis{}, fmt.Errorf("%q: write KEY=LOW:HIGH:STEP or KEY=a,b,c, such as params.patience=20:60:5", text)
	}
	if parts := strings.Split(values, ":"); len(parts) == 2 || len(parts) == 3 {
		numbers := make([]decimal, len(parts))
		fits := true
		for i, part := range parts {
			var isNumber bool
			numbers[i], isNumber = parseDecimal(strings.TrimSpace(part))
			fits = fits && isNumber
		}
		if fits {
			return rangeAxis(key, values, numbers)
		}
	}
	a := Axis{Key: key, words: splitList(values)}
	for i, w := range a.words {
		if w == "" {
			return Axis{}, fmt.Errorf("%s=%s: value %d is empty", key, values, i+1)
		}
		for _, before := range a.words[:i] {
			if before == w {
				return Axis{}, fmt.Errorf("%s=%s: %s is listed twice", key, values, w)
			}
		}
	}
	return a, nil
}

func rangeAxis(key, text string, numbers []decimal) (Axis, error) {
	a := Axis{Key: key, free: len(numbers) == 2}
	for _, x := range numbers {
		a.decimals = max(a.decimals, x.decimals)
	}
	low, high := numbers[0].scaled(a.decimals), numbers[1].scaled(a.decimals)
	if low > high {
		return Axis{}, fmt.Errorf("%s=%s: the low end is above the high end", key, text)
	}
	a.step = 1
	if a.free {
		for a.decimals > 0 && a.decimals < maxDecimals && high-low < fineLevels {
			a.decimals, low, high = a.decimals+1, 10*low, 10*high
		}
	} else if a.step = numbers[2].scaled(a.decimals); a.step <= 0 {
		return Axis{}, fmt.Errorf("%s=%s: the step must be above 0", key, text)
	}
	levels := (high-low)/a.step + 1
	if levels > maxLevels {
		return Axis{}, fmt.Errorf("%s=%s has %d values, and at most %d are possible: give a larger step", key, text, levels, maxLevels)
	}
	a.low, a.n = low, int(levels)
	return a, nil
}

// splitList splits at commas that stand outside of brackets and quotes.
func splitList(text string) []string {
	var list []string
	depth, from := 0, 0
	quote := rune(0)
	for i, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case r == '{' || r == '[' || r == '(':
			depth++
		case r == '}' || r == ']' || r == ')':
			depth--
		case r == ',' && depth <= 0:
			list = append(list, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(list, strings.TrimSpace(text[from:]))
}

// Len is the number of levels.
func (a Axis) Len() int {
	if a.words != nil {
		return len(a.words)
	}
	return a.n
}

// Value spells level i as a setting's value.
func (a Axis) Value(i int) string {
	if a.words != nil {
		return a.words[i]
	}
	return decimal{a.low + int64(i)*a.step, a.decimals}.String()
}

// Number is level i as a number; false when it is none.
func (a Axis) Number(i int) (float64, bool) {
	if a.words != nil {
		d, ok := parseDecimal(a.words[i])
		return d.float(), ok
	}
	return decimal{a.low + int64(i)*a.step, a.decimals}.float(), true
}

// Numeric says whether all levels are numbers in ascending order.
func (a Axis) Numeric() bool {
	for i := range a.words {
		x, ok := a.Number(i)
		if !ok {
			return false
		}
		if i > 0 {
			if before, _ := a.Number(i - 1); before >= x {
				return false
			}
		}
	}
	return true
}

// Whole says whether all levels are whole numbers.
func (a Axis) Whole() bool {
	if a.words == nil {
		return a.decimals == 0
	}
	for _, w := range a.words {
		if d, ok := parseDecimal(w); !ok || d.decimals > 0 {
			return false
		}
	}
	return true
}

// String spells the axis as ParseAxis reads it.
func (a Axis) String() string {
	if a.words != nil {
		return a.Key + "=" + strings.Join(a.words, ",")
	}
	text := a.Key + "=" + a.Value(0) + ":" + a.Value(a.n-1)
	if a.free {
		return text
	}
	return text + ":" + decimal{a.step, a.decimals}.String()
}

// at is the level at a coordinate from 0 to below 1: each has an equal share.
func (a Axis) at(u float64) int { return min(int(u*float64(a.Len())), a.Len()-1) }

// Setting is the setting of level i.
func (a Axis) Setting(i int) Setting { return Setting{Key: a.Key, Value: a.Value(i)} }

// A decimal is an exact decimal number: n / 10^decimals.
type decimal struct {
	n        int64
	decimals int
}

// maxDecimals is how many digits scenarios read after a decimal point.
const maxDecimals = 9

// parseDecimal reads "-12", "1_000" or "0.25".
func parseDecimal(text string) (decimal, bool) {
	whole, fraction, point := strings.Cut(text, ".")
	digits := strings.TrimPrefix(whole, "-")
	if digits == "" || point && fraction == "" || len(fraction) > maxDecimals || len(digits) > 12 ||
		strings.Trim(digits, "0123456789_") != "" || strings.Trim(fraction, "0123456789") != "" ||
		strings.HasPrefix(digits, "_") || strings.HasSuffix(digits, "_") {
		return decimal{}, false
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(digits, "_", "")+fraction, 10, 64)
	if err != nil {
		return decimal{}, false
	}
	if whole != digits {
		n = -n
	}
	return decimal{n, len(fraction)}, true
}

func (d decimal) scaled(decimals int) int64 {
	n := d.n
	for range decimals - d.decimals {
		n *= 10
	}
	return n
}

func (d decimal) String() string {
	n, sign := d.n, ""
	if n < 0 {
		n, sign = -n, "-"
	}
	digits := strconv.FormatInt(n, 10)
	if d.decimals == 0 {
		return sign + digits
	}
	if missing := d.decimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - d.decimals
	return sign + digits[:point] + "." + digits[point:]
}

// float is the nearest float64, as reading the spelling would give.
func (d decimal) float() float64 {
	x, _ := strconv.ParseFloat(d.String(), 64) // digits and a point
	return x
}
