package run

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// On a terminal no line of a list is wider than it, and nothing is lost; elsewhere every entry is a line.
func TestListsAreWrapped(t *testing.T) {
	listed := func(width int) string {
		var out, err bytes.Buffer
		a := newApp(&out, &err)
		a.outWidth = width
		if status := a.run(t.Context(), []string{"list", "measures", "inkopah"}); status != Done {
			t.Fatal(status, err.String())
		}
		return out.String()
	}
	wide, narrow := listed(0), listed(72)
	for line := range strings.Lines(narrow) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 72 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if strings.Join(strings.Fields(wide), " ") != strings.Join(strings.Fields(narrow), " ") {
		t.Error("wrapping changes the words")
	}
	if !strings.Contains(wide, " 5 % of games have at most this value") || strings.Contains(wide, "05 %") || strings.Contains(wide, "battle N") {
		t.Error("measures are told in odd words")
	}
}
