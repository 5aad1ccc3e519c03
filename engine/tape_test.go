package engine

import (
	"math"
	"strings"
	"testing"
)

// Two dice, the second rolled only after an even first: 3 + 3*6 paths, which have
// all the probability between them.
func TestOdometerWalksEveryPath(t *testing.T) {
	tape := &Tape{}
	s := NewTapeStream(tape)
	d := dice(t, "1d6")
	paths, sum, sevens := 0, 0.0, 0.0
	for more := true; more; more = tape.Advance() {
		total := s.Draw(d, 1, 1, 0)
		if total%2 == 0 {
			total += s.Draw(d, 2, 1, 0)
		}
		paths++
		sum += tape.Weight()
		if total == 7 {
			sevens += tape.Weight()
		}
	}
	if paths != 21 || math.Abs(sum-1) > 1e-15 || math.Abs(sevens-3.0/36) > 1e-15 {
		t.Errorf("%d paths of probability %v, sevens %v; want 21, 1, 3/36", paths, sum, sevens)
	}
}

func TestGivenResults(t *testing.T) {
	play := func(given ...int32) error {
		tape := Given(given)
		tape.Where = func(Site) string { return "the randomizer" }
		s := NewTapeStream(tape)
		d := dice(t, "2d10-11")
		for turn := range int32(2) {
			s.Draw(d, 1, turn+1, 0)
		}
		return tape.End()
	}
	if err := play(4, -5); err != nil {
		t.Error(err)
	}
	for want, given := range map[string][]int32{
		"draw 1 (the randomizer, turn 1): 10 is impossible: 2d10-11 gives -9 to 9":                                   {10, 0},
		"draw 2 (the randomizer, turn 2): the result is missing: 2d10-11 is asked for, but only 1 results are given": {4},
		"draw 3: the result 7 is one too many: the game asks for 2 draws":                                            {4, -5, 7},
	} {
		if err := play(given...); err == nil || err.Error() != want {
			t.Errorf("%v: %v\nwant %s", given, err, want)
		}
	}
}

func TestGivenResultsNameATable(t *testing.T) {
	d, err := NewDist("table", []int32{-3, 0, 3}, []uint64{1, 2, 1})
	if err != nil {
		t.Fatal(err)
	}
	tape := Given([]int32{1})
	s := NewTapeStream(tape)
	s.Draw(d, 1, 1, 0)
	if err := tape.Err(); err == nil || !strings.Contains(err.Error(), "1 is impossible: table gives -3, 0, 3") {
		t.Error(err)
	}
}
