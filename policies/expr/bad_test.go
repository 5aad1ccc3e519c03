package expr

import (
	"strings"
	"testing"
)

func TestBadConditions(t *testing.T) {
	for _, c := range []struct {
		src       string
		column    int
		msg, hint string
	}{
		{"", 1, "the expression is empty", "write true or false for one that always or never holds"},
		{"  ", 1, "the expression is empty", "write true or false for one that always or never holds"},
		{"approval >", 10, "the expression ends after >", "something must follow it"},
		{"(approval > 3", 1, "( is not closed", ""},
		{"approval > 3)", 13, ") closes no bracket", ""},
		{"won(inkopah,)", 13, ") is out of place", ""},
		{"approval 3", 10, "3 is out of place", ""},
		{"approval > 3 AND at_war", 14, "AND is not part of the language", "write and"},
		{"approval = 3", 10, "= is not part of the language", "write == to compare"},
		{"approval & 3", 10, "& is not part of the language", "write &&"},
		{"at_war | at_war", 8, "| is not part of the language", "write ||"},
		{"approval // 2 > 3", 10, "// is not part of the language", "write / for division of whole numbers"},
		{"approval in 1..5", 10, "in is not part of the language", allowed},
		{"1 < approval < 5", 14, "comparisons do not chain", "write a < b && b < c"},
		{"approval > 3 ? at_war : false", 14, "? is not part of the language", "write && and ||"},
		{"approval > 1.5", 12, "1.5 is not a whole number", "write whole numbers in decimal"},
		{"approval > 1e3", 12, "1e3 is not a whole number", "write whole numbers in decimal"},
		{"approval > 0x10", 12, "0x10 is not a whole number", "write whole numbers in decimal"},
		{"approval > 010", 12, "010 begins with 0", "write whole numbers in decimal"},
		{"approval > 9223372036854775808", 12, "9223372036854775808 is too large", "at most 9223372036854775807"},
		{"approval > -9223372036854775808", 13, "9223372036854775808 is too large", "at most 9223372036854775807"},
		{"let x = 3; x > 2", 1, "let is not part of the language", allowed},
		{"all(approval)", 1, "unknown function all", "functions: fortresses, controls, lost, won"},
		{"len(approval) > 2", 1, "unknown function len", "functions: fortresses, controls, lost, won"},
		{"approval.x > 2", 9, ". is not part of the language", allowed},
		{"approval[0] > 2", 9, "[ is not part of the language", "brackets are ( and )"},
		{"$env", 1, "$ is not part of the language", allowed},
		{"at_war ?? true", 8, "?? is not part of the language", allowed},
		{"at_war == nil", 11, "nil is not part of the language", allowed},
		{"won('inkopah')", 5, "' is not part of the language", "names stand without quotes"},
		{"approval ** 2 > 3", 10, "** is not part of the language", "write a product"},
		{"+approval > 3", 1, "+approval is not part of the language", allowed},
		{"approval > 3; true", 13, "; is not part of the language", allowed},
		{"άπρ > 3", 1, "unknown variable άπρ", "variables: approval, fervor, still, turn, wild, at_war, huge, patience, zero; functions: fortresses, controls, lost, won"},
		{"at_war &&\u00a0at_war", 10, "U+00A0 is not part of the language", allowed},
		{"aproval > 3", 1, "unknown variable aproval", "did you mean approval?"},
		{"won(inkopa)", 5, "unknown crisis inkopa", "did you mean inkopah?"},
		{"won(athens)", 5, "athens is an area, not a crisis", "crisis names: inkopah, vallum, turn, κρίση"},
		{"won(approval)", 5, "approval is not a crisis", "crisis names: inkopah, vallum, turn, κρίση"},
		{"won(3)", 1, "won takes names, and 3 is none", "write won(crisis)"},
		{"won(won(inkopah))", 1, "won takes names, and won(inkopah) is none", "write won(crisis)"},
		{"won()", 1, "won takes 1 name, not 0", "write won(crisis)"},
		{"won(inkopah, vallum)", 1, "won takes 1 name, not 2", "write won(crisis)"},
		{"controls(athens)", 1, "controls takes 2 names, not 1", "write controls(city, area)"},
		{"controls(attica, athens)", 10, "attica is an area, not a city", "city names: athens, sparta"},
		{"fortresses(athens) > 1", 1, "fortresses takes 2 or more names, not 1", "write fortresses(city, area...)"},
		{"fortresses(athens, attica, sparta) > 1", 28, "sparta is a city, not an area", "area names: attica, laconia, athens"},
		{"wn", 1, "unknown variable wn", "did you mean won?"},
		{"won inkopah", 1, "won stands without brackets", "write won(inkopah)"},
		{"at_war && not won vallum", 15, "won stands without brackets", "write won(vallum)"},
		{"win(inkopah)", 1, "unknown function win", "did you mean won?"},
		{"xyzzy(inkopah)", 1, "unknown function xyzzy", "functions: fortresses, controls, lost, won"},
		{"approval(3) > 2", 1, "approval is not a function", "write approval without brackets"},
		{"inkopah(3) > 2", 1, "unknown function inkopah", "functions: fortresses, controls, lost, won"},
		{"won", 1, "won is a function", "write won(crisis)"},
		{"fortresses > 3", 1, "fortresses is a function", "write fortresses(city, area...)"},
		{"inkopah", 1, "inkopah is a crisis, which has no value of its own", "functions: lost(crisis), won(crisis)"},
		{"inkopah > 3", 1, "inkopah is a crisis, which has no value of its own", "functions: lost(crisis), won(crisis)"},
		{"attica", 1, "attica is an area, which has no value of its own", "functions: fortresses(city, area...), controls(city, area)"},
		{"true && 1 / 0 > 2", 11, "division by zero", "test the divisor first: x != 0 && ..."},
		{"approval && true", 10, "&& needs conditions, and approval is a number", "compare it: approval > 0"},
		{"true or approval + 1", 6, "or needs conditions, and approval + 1 is a number", "compare it: approval + 1 > 0"},
		{"won(inkopah) > 3", 14, "> compares numbers, and won(inkopah) is a condition", ""},
		{"won(inkopah) == 3", 14, "== compares two numbers or two conditions, not won(inkopah) with 3", ""},
		{"won(inkopah) + 1 > 3", 14, "+ needs numbers, and won(inkopah) is a condition", ""},
		{"-won(inkopah) > 3", 1, "- needs numbers, and won(inkopah) is a condition", ""},
		{"!approval", 1, "! needs conditions, and approval is a number", "compare it: approval > 0"},
		{"!approval > 3", 11, "> compares numbers, and !approval is a condition", "! binds first: write !(approval > 3)"},
		{"at_war == approval > 3", 20, "> compares numbers, and at_war == approval is a condition", "the left comparison binds first: write at_war == (approval > 3)"},
		{"approval", 1, "the expression is a number where a condition is wanted", "compare it: approval > 0"},
		{"approval + 1", 1, "the expression is a number where a condition is wanted", "compare it: approval + 1 > 0"},
		{"3", 1, "the expression is a number where a condition is wanted", "compare it: 3 > 0"},
		{"1 / 0 > 2", 3, "division by zero", "test the divisor first: x != 0 && ..."},
		{"turn / zero > 2", 6, "division by zero", "test the divisor first: x != 0 && ..."},
		{"turn % 0 > 2", 6, "division by zero", "test the divisor first: x != 0 && ..."},
		{"huge + 1 > 0", 6, "the result does not fit into 64 bits", ""},
		{"huge * huge > 0", 6, "the result does not fit into 64 bits", ""},
		{"at_war && 1 / 0 > 2", 13, "division by zero", "test the divisor first: x != 0 && ..."},
		{"turn / still > 2", 6, "division by zero", "test the divisor first: x != 0 && ..."},
		{"won(κρίση) && aproval > 3", 15, "unknown variable aproval", "did you mean approval?"}, // characters, not bytes
		{"at_war &&\n\taproval > 3", 12, "unknown variable aproval", "did you mean approval?"},  // a line break is one
		{"won(inkopah) && won(vallum) && approval + fervor * 2 && at_war", 29,
			"&& needs conditions, and approval + fervor * 2 is a number", "compare it: approval + fervor * 2 > 0"},
		{"at_war\xff", 1, "the expression is not valid UTF-8", "save the file as UTF-8"},
		{strings.Repeat("!", maxBytes) + "at_war", 1, "the expression has 4102 bytes, more than 4096", "split it"},
		{strings.Repeat("(", 500_000), 1, "the expression has 500000 bytes, more than 4096", "split it"},
		{strings.Repeat("(", maxDepth+1) + "at_war" + strings.Repeat(")", maxDepth+1), maxDepth + 1,
			"brackets nest more than 100 deep", "split the expression"},
		{strings.Repeat("(1 < ", 90) + "1" + strings.Repeat(" < 1)", 90), 453, // two branches each: 2 to the 90 steps in the parser's tree
			"comparisons do not chain", "write a < b && b < c"},
	} {
		_, err := Bool(c.src, testVars())
		if err == nil {
			t.Errorf("%.60q is accepted", c.src)
			continue
		}
		if got := (Error{c.column, c.msg, c.hint}); *err != got {
			t.Errorf("%.60q:\n got %#v\nwant %#v", c.src, *err, got)
		}
	}
}

func TestBadNumbers(t *testing.T) {
	for _, c := range []struct {
		src       string
		column    int
		msg, hint string
	}{
		{"won(inkopah)", 1, "the expression is a condition where a number is wanted", ""},
		{"turn > 3", 1, "the expression is a condition where a number is wanted", ""},
		{"1 + true", 3, "+ needs numbers, and true is a condition", ""},
		{"turn - patiense", 8, "unknown variable patiense", "did you mean patience?"},
		{"7 % (3 - 3)", 3, "division by zero", "test the divisor first: x != 0 && ..."},
		{"-huge - 2", 7, "the result does not fit into 64 bits", ""},
		{"inkopah", 1, "inkopah is a crisis, which has no value of its own", "functions: lost(crisis), won(crisis)"},
	} {
		_, err := Int(c.src, testVars())
		if err == nil {
			t.Errorf("%q is accepted", c.src)
			continue
		}
		if got := (Error{c.column, c.msg, c.hint}); *err != got {
			t.Errorf("%q:\n got %#v\nwant %#v", c.src, *err, got)
		}
	}
}

func TestSuggestions(t *testing.T) {
	many := Vars[*world]{Param: map[string]int64{}}
	for letter := 'a'; letter < 'n'; letter++ {
		many.Param[string(letter)] = 1
	}
	for _, c := range []struct {
		vars Vars[*world]
		want string
	}{
		{Vars[*world]{}, "there are no variables"},
		{many, "variables: a, b, c, d, e, f, g, h, i, j, k, l, ..."},
	} {
		if _, err := Bool("xyzzy", c.vars); err == nil || err.Hint != c.want {
			t.Errorf("got %v, want the hint %q", err, c.want)
		}
	}
}

func TestErrorText(t *testing.T) {
	_, err := Bool("won(inkopa)", testVars())
	if got, want := err.Error(), "column 5: unknown crisis inkopa (did you mean inkopah?)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := (&Error{3, "( is not closed", ""}).Error(), "column 3: ( is not closed"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIsName(t *testing.T) {
	for _, name := range []string{"inkopah", "_x", "limit_athens", "War2", "κρίση", "count", "all"} {
		if !IsName(name) {
			t.Errorf("%q is refused", name)
		}
	}
	for _, name := range []string{"", "2nd", "robber-baron", "a b", "and", "And", "true", "in", "let", "if", "nil", "$x", "a\xff"} {
		if IsName(name) {
			t.Errorf("%q is accepted", name)
		}
	}
}
