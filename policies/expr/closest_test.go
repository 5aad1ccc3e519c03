package expr

import "testing"

func TestClosest(t *testing.T) {
	for _, c := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"inkopa", []string{"vallum", "inkopah"}, "inkopah"},   // a letter left out
		{"inkoopah", []string{"vallum", "inkopah"}, "inkopah"}, // one too many
		{"inkopeh", []string{"vallum", "inkopah"}, "inkopah"},  // a wrong one
		{"inkpoah", []string{"vallum", "inkopah"}, "inkopah"},  // two swapped
		{"INKOPAH", []string{"vallum", "inkopah"}, "inkopah"},
		{"κρίσι", []string{"κρίση"}, "κρίση"}, // letters, not bytes
		{"cat", []string{"bat", "hat"}, "bat"},
		{"cat", []string{"hat", "bat"}, "hat"},
		{"hats", []string{"hat", "hats"}, "hats"},
		{"xyzzy", []string{"vallum", "inkopah"}, ""},
		{"x", []string{"y"}, ""}, // nothing in common
		{"wars", []string{"turn"}, ""},
		{"", []string{"turn"}, ""},
		{"turn", nil, ""},
	} {
		if got := Closest(c.word, c.candidates); got != c.want {
			t.Errorf("Closest(%q, %q) = %q, want %q", c.word, c.candidates, got, c.want)
		}
	}
}

// The values are those in the literature on string distances: kitten/sitting
// is Wagner and Fischer's problem, ca/abc the example that sets optimal string
// alignment (3) apart from the unrestricted distance (2).
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     int
	}{
		{"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"ca", "abc", 3}, {"ab", "ba", 1}, {"abcd", "acbd", 1},
		{"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
	} {
		if got := distance([]rune(c.from), []rune(c.to)); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.from, c.to, got, c.want)
		}
	}
}
