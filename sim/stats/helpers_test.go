package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// near fails unless got and want agree to tolerance, relative above 1.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func nearInterval(t *testing.T, what string, got stats.Estimate, want stats.Interval, tolerance float64) {
	t.Helper()
	if !got.Known() {
		t.Errorf("%s is missing (%s), want %v", what, got.Missing, want)
		return
	}
	near(t, what+" estimate", got.Est, want.Est, tolerance)
	near(t, what+" low", got.Low, want.Low, tolerance)
	near(t, what+" high", got.High, want.High, tolerance)
}

func wantMissing(t *testing.T, what string, got stats.Estimate, why string) {
	t.Helper()
	if got != (stats.Estimate{Missing: why}) {
		t.Errorf("%s is %+v, want it missing because %q", what, got, why)
	}
}

func random(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(20, stream)) }

// tally counts games as a simulation would: by end, and in pairs within a game.
func tally(causes, turns int, games [][]stats.End) stats.Wars {
	w := stats.Wars{Ended: make([][]uint64, causes), Censored: make([]uint64, turns)}
	for c := range w.Ended {
		w.Ended[c] = make([]uint64, turns)
	}
	index := func(e stats.End) int { return e.Length*(causes+1) + e.Cause + 1 }
	ends := turns * (causes + 1)
	pairs := make([]uint64, ends*ends)
	for _, game := range games {
		for i, a := range game {
			if a.Cause == stats.Unended {
				w.Censored[a.Length]++
			} else {
				w.Ended[a.Cause][a.Length]++
			}
			for _, b := range game[:i] {
				pairs[index(a)*ends+index(b)]++
			}
		}
	}
	end := func(i int) stats.End { return stats.End{Length: i / (causes + 1), Cause: i%(causes+1) - 1} }
	for i, n := range pairs {
		if n > 0 {
			w.Pairs = append(w.Pairs, stats.Pair{A: end(i / ends), B: end(i % ends), Count: n})
		}
	}
	return w
}
