package expr

import (
	"fmt"
	"strings"
)

// Error says what is wrong with an expression, where, and what would do.
type Error struct {
	Column int    // in characters from 1; line breaks count as one
	Msg    string // what was found
	Hint   string // what would do; may be empty
}

// Error gives "column 5: unknown crisis inkopa (did you mean inkopah?)".
func (e *Error) Error() string {
	text := fmt.Sprintf("column %d: %s", e.Column, e.Msg)
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

const allowed = "allowed: whole numbers, names, functions of names, brackets, + - * / %, == != < <= > >=, && || ! or and, or, not"

// suggest names the nearest candidate, or a few of them when none is near.
func suggest(word string, candidates []string, what string) string {
	if near := Closest(word, candidates); near != "" {
		return "did you mean " + near + "?"
	}
	if len(candidates) == 0 {
		return "there are no " + what
	}
	const most = 12
	if len(candidates) > most {
		return what + ": " + strings.Join(candidates[:most], ", ") + ", ..."
	}
	return what + ": " + strings.Join(candidates, ", ")
}

// a gives a noun its article.
func a(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
