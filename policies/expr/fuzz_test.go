package expr

import (
	"testing"
	"unicode/utf8"
)

// Any text gives a condition or an error with a place and a word, never a panic.
func FuzzBool(f *testing.F) {
	for _, src := range []string{
		"won(inkopah) && approval >= 60", "not (turn > 3) or at_war", "fortresses(athens, attica) / turn % 3 == -1",
		"wild * wild - 1 < 1 / fervor", "!!--3", "((((", "1 < 2 < 3", "approval in 1..5 ? a : b", "won('x')", "a.b[c]{d}|e;f",
		"let x = 1; x", "all(#, .x)", "κρίση == 3", "// /* ??", "9223372036854775808", "0x1e3.5", "a not b", "\xff", "",
	} {
		f.Add(src)
	}
	vars, view := testVars(), testWorld()
	f.Fuzz(func(t *testing.T, src string) {
		got, err := Bool(src, vars)
		if err != nil {
			if err.Msg == "" || err.Column < 1 || err.Column > max(1, utf8.RuneCountInString(src)) {
				t.Errorf("%q: %#v", src, err)
			}
			return
		}
		value, fault := got.Eval(view)
		if got.Pure != nil && (fault != nil || got.Pure(view) != value) {
			t.Errorf("%q: Eval gives %v, %v; Pure gives %v", src, value, fault, !value)
		}
		if got.Constant && (fault != nil || value != got.Value) {
			t.Errorf("%q: Eval gives %v, %v; Value is %v", src, value, fault, got.Value)
		}
	})
}
