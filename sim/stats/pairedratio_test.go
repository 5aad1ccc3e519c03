package stats_test

import (
	"math"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// Written down anew, in floating point: the linearised difference of every pair, and its spread.
func TestPairedRatioIsTheLinearisedDifference(t *testing.T) {
	r := random(7)
	var sums stats.PairedRatioSums
	var pairs [][4]float64
	for range 50 {
		p := [4]int64{int64(r.IntN(9)) - 2, int64(r.IntN(3)), int64(r.IntN(12)), 1 + int64(r.IntN(2))}
		sums.Add(p[0], p[1], p[2], p[3])
		pairs = append(pairs, [4]float64{float64(p[0]), float64(p[1]), float64(p[2]), float64(p[3])})
	}
	var s [4]float64
	for _, p := range pairs {
		for i := range s {
			s[i] += p[i]
		}
	}
	a, b := s[0]/s[1], s[2]/s[3]
	squares := 0.
	for _, p := range pairs {
		d := (p[2]-b*p[3])/s[3] - (p[0]-a*p[1])/s[1]
		squares += d * d
	}
	half := 2.0095752371 * math.Sqrt(squares*50/49) // Student's t of 49 degrees of freedom at 95 %, from R 4.3: qt(0.975, 49)
	nearInterval(t, "the difference", stats.PairedRatio(sums, .95), stats.Interval{Est: b - a, Low: b - a - half, High: b - a + half}, 1e-9)
}

// With one thing a game it is the plain paired difference, and with the same game on both sides nothing is left.
func TestPairedRatioOfPlainNumbers(t *testing.T) {
	r := random(8)
	var ratio, same stats.PairedRatioSums
	var plain stats.Moments
	for range 200 {
		a, b := int64(r.IntN(20)), int64(r.IntN(25))
		ratio.Add(a, 1, b, 1)
		plain.Add(b - a)
		same.Add(a, b, a, b)
	}
	want := stats.Paired(plain, .99)
	nearInterval(t, "the difference", stats.PairedRatio(ratio, .99), want.Interval, 1e-12)
	if got := stats.PairedRatio(same, .99); !got.Known() || got.Interval != (stats.Interval{}) {
		t.Errorf("the same games differ by %+v", got)
	}
	var none stats.PairedRatioSums
	none.Add(0, 0, 1, 1)
	none.Add(0, 0, 1, 1)
	wantMissing(t, "no wars", stats.PairedRatio(none, .99), "nothing to take the mean of in 2 games")
}

// The lengths of wars of two worlds that share their luck but for a turn that stubborn wars of B gain: 1 in 4 games.
func TestCoverageOfPairedRatio(t *testing.T) {
	truth := slowShare
	paired := holds{what: "a paired difference of mean lengths", truth: truth}
	apart, together := 0., 0.
	for rep := range repetitions {
		var sums stats.PairedRatioSums
		for _, game := range world(uint64(7_000_000+rep), true) {
			var a, b int64
			for _, e := range game {
				a += int64(e.Length)
				b += int64(e.Length)
				if len(game) == 4 {
					b++
				}
			}
			sums.Add(a, int64(len(game)), b, int64(len(game)))
		}
		e := stats.PairedRatio(sums, .99)
		paired.see(t, e)
		// Two separate runs: the trap.
		x, y := stats.Ratio(sums.A, .99), stats.Ratio(sums.B, .99)
		apart += math.Hypot(x.High-x.Low, y.High-y.Low)
		together += e.High - e.Low
	}
	paired.check(t)
	if apart < 4*together {
		t.Errorf("intervals that ignore the pairing are only %.1f times as wide", apart/together)
	}
}
