package configs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A Problem is one thing that is wrong with a scenario.
type Problem struct {
	File      string // or the setting, "--set turns=0"
	Line, Col int    // from 1, columns in characters; 0 in a setting
	Path      string // the dotted key, such as "republic.crises.inkopah.at"; may be empty
	Msg       string // what was found
	Hint      string // what would do; may be empty
}

// Error gives "inkopah.yaml:3:8: turns: 0 is out of range (from 1 to 1000)".
func (p Problem) Error() string {
	text := place(p.File, p.Line, p.Col)
	if p.Path != "" {
		text += p.Path + ": "
	}
	text += p.Msg
	if p.Hint != "" {
		text += " (" + p.Hint + ")"
	}
	return text
}

// Problems are all that is wrong with a scenario, in the order of the file. They
// are an error, one a line.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].Error()
	}
	return strings.Join(lines, "\n")
}

// sorted puts settings first, then the file from top to bottom, each problem
// once.
func (p Problems) sorted() Problems {
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return slices.Compact(p)
}

// A Warning is something in a scenario that can be played, but can hardly be
// meant. Everything that is warned of is certain.
type Warning struct {
	Code      string // snake_case, one for each kind of warning
	Text      string // one sentence
	File      string // or the setting, "--set params.idle=3"
	Line, Col int    // in the file; 0 in a setting
}

// String gives "inkopah.yaml:44:5: warning: The spoils of inkopah can never join."
func (w Warning) String() string {
	return place(w.File, w.Line, w.Col) + "warning: " + w.Text
}

// place is where something stands, before what is said of it.
func place(file string, line, col int) string {
	if line == 0 {
		return file + ": "
	}
	return file + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(col) + ": "
}
