package configs

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/policies/expr"
)

// A reader walks a scenario's tree and collects all that is wrong with it.
type reader struct {
	lines    []string // of the file, to find a place inside a text
	problems Problems
	warnings []Warning
	used     map[string]bool // params that something reads
}

func (r *reader) problem(n *node, path, msg, hint string) {
	if n.broken {
		return // its own problem is known
	}
	r.problems = append(r.problems, Problem{File: n.file, Line: n.line, Col: n.col, Path: path, Msg: msg, Hint: hint})
}

func (r *reader) warn(n *node, code, text string) {
	r.warnings = append(r.warnings, Warning{Code: code, Text: text, File: n.file, Line: n.line, Col: n.col})
}

// wrong reports a value of the wrong type.
func (r *reader) wrong(n *node, path, wanted string) {
	r.problem(n, path, "found "+n.describe()+", but "+wanted+" is wanted", "")
}

// missing reports a key that must be given in the map n.
func (r *reader) missing(n *node, path, key, doc string) {
	r.problem(n.at(), path, "the key "+key+" is missing", doc)
}

// unknown reports a name that is none of those there are.
func (r *reader) unknown(n *node, path, what, name string, known []string) {
	hint := "there is none"
	switch near := expr.Closest(name, known); {
	case near != "":
		hint = "did you mean " + near + "?"
	case len(known) == 1:
		hint = "there is " + known[0]
	case len(known) > 1:
		hint = "there are " + enumerate(known)
	}
	r.problem(n, path, "unknown "+what+" "+shown(name), hint)
}

// shown is a name in a message, in quotes where it is no plain word.
func shown(name string) string {
	if plainWord.MatchString(name) {
		return name
	}
	return quote(name)
}

// enumerate lists words, not too many of them.
func enumerate(words []string) string {
	const most = 24
	if len(words) > most {
		return strings.Join(words[:most], ", ") + ", ..."
	}
	return strings.Join(words, ", ")
}

var (
	wholeNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*(_[0-9]+)*)$`)
	decimalText = regexp.MustCompile(`^-?(0|[1-9][0-9]*(_[0-9]+)*)(\.[0-9]+)?$`)
	plainWord   = regexp.MustCompile(`^[\pL\pN_][\pL\pN_.-]*$`)
)

// integer reads a whole number: decimal digits, with _ between them if wanted.
func (r *reader) integer(n *node, path string, low, high int64) (int64, bool) {
	wanted := "a whole number " + span(low, high)
	if n.kind != scalar || n.isNull() || !n.quoted && !isNumeral(n.text) || n.quoted && !wholeNumber.MatchString(n.text) {
		r.wrong(n, path, wanted)
		return 0, false
	}
	if n.quoted {
		r.problem(n, path, "found "+n.describe()+", but "+wanted+" is wanted", "write "+n.text+" without quotes")
		return 0, false
	}
	if !wholeNumber.MatchString(n.text) {
		r.problem(n, path, notWhole(n.text), insteadOf(n.text, wanted))
		return 0, false
	}
	v, err := strconv.ParseInt(strings.ReplaceAll(n.text, "_", ""), 10, 64)
	if err != nil || v < low || v > high {
		r.problem(n, path, n.text+" is out of range", span(low, high))
		return 0, false
	}
	return v, true
}

// notWhole says why a numeral is refused.
func notWhole(text string) string {
	digits := strings.TrimLeft(text, "+-")
	switch {
	case strings.HasPrefix(digits, ".") && strings.Trim(digits, ".naifNAIF") == "":
		return text + " is no number to count with"
	case strings.HasPrefix(text, "+") && wholeNumber.MatchString(digits):
		return text + " has a sign that says nothing"
	case len(digits) > 1 && digits[0] == '0' && strings.Trim(digits[:2], "0123456789") == "":
		return text + " begins with 0, which some programs read as octal"
	case len(digits) > 1 && digits[0] == '0' && strings.ContainsAny(digits[1:2], "xXoObB"):
		return text + " is not decimal"
	case strings.Contains(digits, "_") && wholeNumber.MatchString(strings.ReplaceAll(text, "_", "")):
		return text + " has a _ that is not between digits"
	}
	return text + " is not a whole number"
}

// insteadOf is the plain spelling of a numeral, if it is a whole number.
func insteadOf(text, wanted string) string {
	digits := strings.ReplaceAll(strings.TrimPrefix(text, "+"), "_", "")
	if unsigned := strings.TrimLeft(digits, "-"); len(unsigned) > 1 && unsigned[0] == '0' && strings.Trim(unsigned, "0123456789") == "" {
		if v, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return "write " + strconv.FormatInt(v, 10)
		}
	}
	if v, err := strconv.ParseInt(digits, 0, 64); err == nil {
		return "write " + strconv.FormatInt(v, 10)
	}
	if v, ok := shortFloat(digits); ok && v.IsInt() {
		return "write " + v.Num().String()
	}
	return "write " + wanted
}

// shortFloat is the exact value of a numeral whose exponent is small.
func shortFloat(text string) (*big.Rat, bool) {
	if f, err := strconv.ParseFloat(text, 64); err != nil || f > 1e18 || f < -1e18 || f != 0 && f < 1e-12 && f > -1e-12 {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// span spells a range.
func span(low, high int64) string {
	return fmt.Sprintf("from %d to %d", low, high)
}

// A decimal is an exact fraction num / 10^k, written as text.
type decimal struct {
	num, den int64
	text     string
}

// digitsMost is how many decimals a number may have: enough, and prices times
// such a fraction still fit into 64 bits.
const digitsMost = 9

// decimal reads an exact decimal number.
func (r *reader) decimal(n *node, path, wanted string) (decimal, bool) {
	if n.kind != scalar || n.isNull() || n.quoted {
		r.wrong(n, path, wanted)
		return decimal{}, false
	}
	d, ok := parseDecimal(n.text)
	switch {
	case ok:
		return d, true
	case strings.HasSuffix(n.text, "%"):
		r.problem(n, path, "found "+n.text+", but "+wanted+" is wanted", "write 0.25 for 25 %")
	case !isNumeral(n.text):
		r.wrong(n, path, wanted)
	case decimalText.MatchString(n.text):
		r.problem(n, path, n.text+" has too many digits", fmt.Sprintf("at most %d before and %d after the point", digitsMost, digitsMost))
	default:
		hint := "write " + wanted
		if v, ok := shortFloat(strings.ReplaceAll(n.text, "_", "")); ok {
			hint = "write " + trimZeros(v.FloatString(12))
		}
		r.problem(n, path, n.text+" is not a plain decimal number", hint)
	}
	return decimal{}, false
}

func parseDecimal(text string) (decimal, bool) {
	if !decimalText.MatchString(text) {
		return decimal{}, false
	}
	text = trimZeros(strings.ReplaceAll(text, "_", ""))
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) > digitsMost || len(strings.TrimPrefix(whole, "-")) > digitsMost {
		return decimal{}, false
	}
	num, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil {
		return decimal{}, false
	}
	d := decimal{num: num, den: 1, text: text}
	for range fraction {
		d.den *= 10
	}
	return d, true
}

// trimZeros takes off what adds nothing: 0.250 is 0.25, 1.0 is 1, -0 is 0.
func trimZeros(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

func (d decimal) float() float64 { return float64(d.num) / float64(d.den) }

// boolean reads true or false.
func (r *reader) boolean(n *node, path string) (bool, bool) {
	if n.kind == scalar && !n.quoted {
		switch n.text {
		case "true":
			return true, true
		case "false":
			return false, true
		}
		switch strings.ToLower(n.text) {
		case "yes", "y", "on", "true":
			r.problem(n, path, "found "+n.describe()+", but true or false is wanted", "write true")
			return false, false
		case "no", "n", "off", "false":
			r.problem(n, path, "found "+n.describe()+", but true or false is wanted", "write false")
			return false, false
		}
	}
	r.wrong(n, path, "true or false")
	return false, false
}

// word reads a text on one line.
func (r *reader) word(n *node, path, wanted string) (string, bool) {
	if n.kind != scalar || n.isNull() {
		r.wrong(n, path, wanted)
		return "", false
	}
	if strings.TrimSpace(n.text) == "" {
		r.problem(n, path, "found an empty text, but "+wanted+" is wanted", "")
		return "", false
	}
	return n.text, true
}

// longest is how many characters a name may have: it becomes part of columns.
const longest = 40

// name reads the key of a thing that expressions and measures can mention.
func (r *reader) name(n *node, path, what string) bool {
	switch {
	case !expr.IsName(n.text) || strings.HasPrefix(n.text, "_"):
		r.problem(n, path, shown(n.text)+" cannot name a "+what, "a name is a letter, then letters, digits or _, and no word of expressions such as not")
	case len([]rune(n.text)) > longest:
		r.problem(n, path, shown(n.text)+" is too long to name a "+what, fmt.Sprintf("at most %d characters", longest))
	default:
		return true
	}
	return false
}

// inside is the place of a character, counted from 1, of the text of n; false
// when the text stands in the file in another form.
func (r *reader) inside(n *node, column int) (*node, bool) {
	if n.line < 1 || n.line > len(r.lines) {
		return n, false
	}
	at := n.col - 1
	if n.quoted {
		at++
	}
	line := []rune(strings.TrimSuffix(r.lines[n.line-1], "\r"))
	text := []rune(n.text)
	if at+len(text) > len(line) || string(line[at:at+len(text)]) != n.text {
		return n, false
	}
	place := *n
	place.col = at + column
	return &place, true
}
