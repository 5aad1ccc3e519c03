package study_test

import (
	"math"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/sim/study"
)

func TestLooks(t *testing.T) {
	for _, c := range []struct {
		looks study.Looks
		want  []uint64
	}{
		{study.Looks{First: 65_536, Games: 1 << 18}, []uint64{65_536, 131_072, 262_144}},
		{study.Looks{First: 1000, Games: 5000}, []uint64{1000, 2000, 4000, 5000}},
		{study.Looks{First: 1000, Games: 1000}, []uint64{1000}},
		{study.Looks{First: 1000, Games: 10}, []uint64{10}},
	} {
		if got := c.looks.At(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.looks, got, c.want)
		}
	}
}

// Whatever is spent over all looks and statements is the error that is allowed, and half of it at the last of many.
func TestSpending(t *testing.T) {
	looks := study.Looks{First: 1 << 16, Games: 1 << 24}
	spent, last := 0., 0.
	for i := range looks.At() {
		last = 7 * (1 - study.LookConfidence(looks, i, 0.99, 7))
		spent += last
	}
	if math.Abs(spent-0.01) > 1e-12 || math.Abs(last-0.005) > 1e-12 {
		t.Errorf("%v is spent, %v at the last look", spent, last)
	}
}

func TestMoreGames(t *testing.T) {
	for _, c := range []struct {
		n              uint64
		half, distance float64
		want           uint64
	}{
		{1000, 0.2, 0.1, 4000}, {1000, 0.25, 0.1, 6300}, // 6250, two digits
		{1000, 0.1, 0, 0}, {1000, 0.1, -1, 0}, {1000, 0, 0.1, 0}, {0, 1, 1, 0}, {1000, 0.1, 1e-12, 0}, {1000, 1, 1, 1001},
	} {
		if got := study.MoreGames(c.n, c.half, c.distance); got != c.want {
			t.Errorf("after %d games +-%v against %v: %d, want %d", c.n, c.half, c.distance, got, c.want)
		}
	}
}
