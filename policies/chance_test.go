package policies

import "testing"

func TestParseChance(t *testing.T) {
	for _, c := range []struct {
		text     string
		ones, of uint64
	}{
		{"0", 0, 1}, {"1", 1, 1}, {"1.0", 1, 1}, {"0.5", 1, 2}, {".25", 1, 4}, {"0.10", 1, 10},
		{"0.000000000000000001", 1, 1e18}, {"0.333333333333333333", 333333333333333333, 1e18},
	} {
		d, err := ParseChance(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if ones := d.Total() - d.Below(1); ones != c.ones || d.Total() != c.of {
			t.Errorf("%s: %d of %d, want %d of %d", c.text, ones, d.Total(), c.ones, c.of)
		}
	}
	for _, text := range []string{"", ".", "1.01", "2", "-0.1", "50%", "1e-3", "0.1.2", "0.0000000000000000001", "+0.5", "1_0"} {
		if _, err := ParseChance(text); err == nil {
			t.Errorf("%q is taken for a probability", text)
		}
	}
}
