package expr

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxBytes = 4096
	maxDepth = 100 // brackets within brackets: the parser recurses, and Go cannot recover from a full stack
)

// token is a word, a number or a symbol of the source.
type token struct {
	text   string
	column int
}

// symbols of the language, and those of others with what to write instead.
// Longer ones come first.
var symbols = []struct{ text, instead string }{
	{"===", "write =="}, {"!==", "write !="},
	{"&&", ""}, {"||", ""}, {"==", ""}, {"!=", ""}, {"<=", ""}, {">=", ""},
	{"//", "write / for division of whole numbers"}, {"/*", "comments belong in the file, outside the expression"},
	{"**", "write a product"}, {"<>", "write !="}, {"=<", "write <="}, {"=>", "write >="},
	{"..", "write two comparisons: 1 <= turn && turn <= 5"}, {"??", allowed}, {"?.", allowed}, {"::", allowed},
	{"<", ""}, {">", ""}, {"!", ""}, {"+", ""}, {"-", ""}, {"*", ""}, {"/", ""}, {"%", ""}, {"(", ""}, {")", ""}, {",", ""},
	{"=", "write == to compare"}, {"&", "write &&"}, {"|", "write ||"}, {"?", "write && and ||"},
	{"'", "names stand without quotes"}, {`"`, "names stand without quotes"}, {"`", "names stand without quotes"},
	{"[", "brackets are ( and )"}, {"]", "brackets are ( and )"}, {"{", "brackets are ( and )"}, {"}", "brackets are ( and )"},
}

// keywords of the language.
var keywords = []string{"and", "or", "not", "true", "false"}

// foreign words mean something to the parser and nothing here.
var foreign = []string{"in", "matches", "contains", "startsWith", "endsWith", "let", "if", "else", "nil"}

// IsName tells whether an expression can mention something by this name: a
// letter or _, then letters, digits or _, and no word with a meaning of its own.
func IsName(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != "" && utf8.ValidString(name) &&
		!slices.Contains(keywords, strings.ToLower(name)) && !slices.Contains(foreign, name)
}

// scan cuts the source into tokens and refuses those the language lacks.
func scan(src string) ([]token, *Error) {
	if len(src) > maxBytes {
		return nil, &Error{1, fmt.Sprintf("the expression has %d bytes, more than %d", len(src), maxBytes), "split it"}
	}
	if !utf8.ValidString(src) {
		return nil, &Error{1, "the expression is not valid UTF-8", "save the file as UTF-8"}
	}
	var tokens []token
	text := []rune(src)
	for at := 0; at < len(text); {
		if strings.ContainsRune(" \t\r\n", text[at]) {
			at++
			continue
		}
		length, err := next(text[at:])
		if err != nil {
			err.Column = at + 1
			return nil, err
		}
		tokens = append(tokens, token{string(text[at : at+length]), at + 1})
		at += length
	}
	if len(tokens) == 0 {
		return nil, &Error{1, "the expression is empty", "write true or false for one that always or never holds"}
	}
	return tokens, nil
}

// next measures the first token of text, in characters.
func next(text []rune) (length int, _ *Error) {
	switch first := text[0]; {
	case first == '_' || unicode.IsLetter(first):
		length = run(text, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) })
		return length, checkWord(string(text[:length]))
	case '0' <= first && first <= '9':
		length = run(text, func(r rune) bool {
			return r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
		})
		return length, checkNumber(string(text[:length]))
	}
	for _, symbol := range symbols {
		length := len(symbol.text) // ASCII: a byte is a character
		if len(text) < length || string(text[:length]) != symbol.text {
			continue
		}
		if symbol.instead != "" {
			return 0, &Error{Msg: symbol.text + " is not part of the language", Hint: symbol.instead}
		}
		return length, nil
	}
	odd := string(text[0])
	if !unicode.IsGraphic(text[0]) || unicode.IsSpace(text[0]) {
		odd = fmt.Sprintf("%U", text[0])
	}
	return 0, &Error{Msg: odd + " is not part of the language", Hint: allowed}
}

func run(text []rune, in func(rune) bool) int {
	if end := slices.IndexFunc(text, func(r rune) bool { return !in(r) }); end >= 0 {
		return end
	}
	return len(text)
}

func checkWord(word string) *Error {
	lower := strings.ToLower(word)
	switch {
	case slices.Contains(keywords, lower) && word != lower:
		return &Error{Msg: word + " is not part of the language", Hint: "write " + lower}
	case slices.Contains(foreign, word):
		return &Error{Msg: word + " is not part of the language", Hint: allowed}
	}
	return nil
}

func checkNumber(digits string) *Error {
	plain := strings.ReplaceAll(digits, "_", "")
	switch {
	case strings.Trim(plain, "0123456789") != "":
		return &Error{Msg: digits + " is not a whole number", Hint: "write whole numbers in decimal"}
	case len(plain) > 1 && plain[0] == '0':
		return &Error{Msg: digits + " begins with 0", Hint: "write whole numbers in decimal"}
	}
	if _, err := strconv.ParseInt(plain, 10, 64); err != nil {
		return &Error{Msg: digits + " is too large", Hint: fmt.Sprintf("at most %d", int64(math.MaxInt64))}
	}
	return nil
}

// frame is an open bracket while its inside is read.
type frame struct {
	column   int
	compared bool // a < b was read, and nothing that would end it
}

// checkShape refuses, before the parser sees them, brackets that do not match or
// nest too deep, chains of comparisons, and calls of what is no function.
//
// Chains are refused because a < b < c reads differently in every language, and
// because the parser makes of it a tree whose branches share b: nested chains
// would take it time exponential in their depth.
func checkShape[V any](tokens []token, vars Vars[V]) *Error {
	open := []frame{{}}
	for i, t := range tokens {
		top := &open[len(open)-1]
		if vars.isFunction(t.text) && i+1 < len(tokens) && IsName(tokens[i+1].text) {
			return &Error{t.column, t.text + " stands without brackets", "write " + t.text + "(" + tokens[i+1].text + ")"}
		}
		switch t.text {
		case "(":
			if len(open) > maxDepth {
				return &Error{t.column, fmt.Sprintf("brackets nest more than %d deep", maxDepth), "split the expression"}
			}
			open = append(open, frame{column: t.column})
			if i > 0 {
				if err := checkCallee(tokens[i-1], vars); err != nil {
					return err
				}
			}
		case ")":
			if len(open) == 1 {
				return &Error{t.column, ") closes no bracket", ""}
			}
			if tokens[i-1].text == "," {
				return misplaced(t)
			}
			open = open[:len(open)-1]
		case "<", "<=", ">", ">=":
			if top.compared {
				return &Error{t.column, "comparisons do not chain", "write a < b && b < c"}
			}
			top.compared = true
		case "&&", "||", "and", "or", "==", "!=", ",":
			top.compared = false
		}
	}
	if last := open[len(open)-1]; last.column > 0 {
		return &Error{last.column, "( is not closed", ""}
	}
	return nil
}

// checkCallee looks at what stands before an opening bracket.
func checkCallee[V any](before token, vars Vars[V]) *Error {
	name := before.text
	switch {
	case !IsName(name) || vars.isFunction(name):
		return nil
	case vars.isValue(name):
		return &Error{before.column, name + " is not a function", "write " + name + " without brackets"}
	}
	return &Error{before.column, "unknown function " + name, suggest(name, vars.functions(), "functions")}
}

func misplaced(t token) *Error {
	return &Error{t.column, t.text + " is out of place", ""}
}
