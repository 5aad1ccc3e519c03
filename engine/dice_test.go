package engine

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func dice(t testing.TB, text string) *Dist {
	t.Helper()
	a, err := ParseDice(text)
	if err != nil {
		t.Fatal(err)
	}
	return a.Dice
}

func TestParseDice(t *testing.T) {
	for _, c := range []struct {
		text     string
		min, max int32
		total    uint64
		at       int32 // a result
		ways     uint64
	}{
		{"2d6", 2, 12, 36, 7, 6},
		{"d6", 1, 6, 6, 3, 1},
		{"2d10-11", -9, 9, 100, 0, 10},
		{"3d20-11", -8, 49, 8000, -8, 1},
		{"10d6", 10, 60, 60466176, 35, 4395456}, // the most likely sum of ten dice, by convolution
		{"2d6+1d4", 3, 16, 144, 3, 1},
		{"1d4-1d4", -3, 3, 16, 0, 4},
		{" 3D6 + 4 ", 7, 22, 216, 14, 27},
		{"1d1", 1, 1, 1, 1, 1},
	} {
		d := dice(t, c.text)
		i := slices.Index(d.Results(), c.at)
		if d.Min() != c.min || d.Max() != c.max || d.Total() != c.total || i < 0 || d.Weight(i) != c.ways {
			t.Errorf("%q: %d to %d, total %d, weight of %d is %d; want %+v", c.text, d.Min(), d.Max(), d.Total(), c.at, d.Weight(max(i, 0)), c)
		}
	}
	if a, err := ParseDice("7"); err != nil || a.Dice != nil || a.Plain != 7 {
		t.Errorf("a plain number: %v, %v", a, err)
	}
}

func TestParseDiceRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"0d6":       "0 dice roll nothing",
		"2d0":       "a die with 0 sides cannot be rolled",
		"1000000d6": "the number of dice 1000000 is too large: at most 1000",
		"1000d6":    "too many ways to roll",
		"2d":        "the number of sides is missing after d",
		"":          "nothing to roll",
		"2d6 3":     `a + or - is missing before`,
		"2x6":       `a + or - is missing before "x6"`,
		"2d6+":      "a number or dice are missing",
		"--1":       "a number or dice are missing",
		"1d99999":   "a die with 99999 sides is too large",
		"99999999":  "the number 99999999 is too large",
		"nan":       "missing where",
		"1d20000d2": "too large",
	} {
		_, err := ParseDice(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want ... %s ...", text, err, want)
		}
	}
}

// A die of many sides is drawn from alias rows. Every result must own exactly its
// weight times the number of rows: the method is exact, not nearly so.
func TestAliasRowsAreExact(t *testing.T) {
	for _, text := range []string{"10d6", "3d20-11", "7d9+2d4", "1d5000"} {
		d := dice(t, text)
		if d.rows == nil {
			t.Fatalf("%s has a table of %d", text, len(d.table))
		}
		owned := map[int32]uint64{}
		for _, r := range d.rows {
			owned[r.own] += r.keep
			owned[r.other] += d.total - r.keep
		}
		for i, v := range d.results {
			if owned[v] != d.weights[i]*uint64(len(d.rows)) {
				t.Errorf("%s: %d owns %d of %d", text, v, owned[v], d.weights[i]*uint64(len(d.rows)))
			}
		}
	}
}

// Pearson's chi-square of a million draws, table and alias, against the exact
// weights: its standard normal approximation (Wilson and Hilferty 1931) stays
// within 4.
func TestDrawsFollowTheWeights(t *testing.T) {
	for _, text := range []string{"2d10-11", "2d6", "10d6", "3d20", "1d4096", "1d5000"} {
		d := dice(t, text)
		count := map[int32]float64{}
		s := NewStream(7)
		const n = 1_000_000
		for g := range uint64(n) {
			s.Game(g)
			count[s.Draw(d, NewSite("test"), 1, 0)]++
		}
		chi, df := 0.0, -1.0
		for i, v := range d.results {
			want := float64(d.weights[i]) / float64(d.total) * n
			if want < 5 {
				continue
			}
			chi += (count[v] - want) * (count[v] - want) / want
			df++
		}
		z := (math.Cbrt(chi/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df))
		if math.Abs(z) > 4 {
			t.Errorf("%s: chi-square %.1f on %.0f degrees of freedom, z %.2f", text, chi, df, z)
		}
	}
}

// The few words that would favour some results are hashed on.
func TestRedraw(t *testing.T) {
	const n = 3 // 2^64 mod 3 is 1: only the word 0 is left over
	if redraw(0, n) != redraw(mix(oddGame), n) {
		t.Error("word 0 is not hashed on")
	}
	if got := redraw(1<<63, n); got != 1 {
		t.Errorf("the middle of the words gives %d, want 1", got)
	}
}

func TestBelow(t *testing.T) {
	d := dice(t, "2d6")
	for v, want := range map[int32]uint64{2: 0, 3: 1, 7: 15, 13: 36} {
		if got := d.Below(v); got != want {
			t.Errorf("ways below %d: %d, want %d", v, got, want)
		}
	}
}

func TestNewDistRefuses(t *testing.T) {
	if _, err := NewDist("", []int32{1}, []uint64{0}); err == nil {
		t.Error("no weight above 0 was taken")
	}
	if _, err := NewDist("", []int32{1, 2}, []uint64{math.MaxUint64, 5}); err == nil {
		t.Error("weights above 64 bits were taken")
	}
	if _, err := Chance(3, 2); err == nil {
		t.Error("a probability above 1 was taken")
	}
	d, err := NewDist("", []int32{4, 2, 4}, []uint64{10, 20, 30})
	if err != nil || !slices.Equal(d.results, []int32{2, 4}) || !slices.Equal(d.weights, []uint64{1, 2}) {
		t.Errorf("equal results are added and a common divisor taken out: %v %v %v", d.results, d.weights, err)
	}
}

func FuzzParseDice(f *testing.F) {
	for _, s := range []string{"2d6", "10d6", "3d20-11", "0d6", "1000d6+1d4", "-d6", "1d1+1d1", "٣d6"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseDice(text)
		if err != nil || a.Dice == nil {
			return
		}
		sum := uint64(0)
		for i := range a.Dice.Results() {
			if i > 0 && a.Dice.Results()[i] <= a.Dice.Results()[i-1] {
				t.Fatal("results are not ascending")
			}
			sum += a.Dice.Weight(i)
		}
		if sum != a.Dice.Total() {
			t.Fatalf("weights add up to %d, not %d", sum, a.Dice.Total())
		}
		s := NewStream(1)
		for range 50 {
			if _, ok := slices.BinarySearch(a.Dice.Results(), s.Draw(a.Dice, 1, 1, 0)); !ok {
				t.Fatal("a draw is not among the results")
			}
		}
	})
}
