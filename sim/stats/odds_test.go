package stats_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/polemos-sim/polemos/sim/stats"
)

// The first four are R. G. Newcombe's examples, Statistics in Medicine 17
// (1998), 857-872, table I (0.2553-0.3662, 0.0624-0.1605, 0-0.1611,
// 0.0061-0.1718 by Wilson); all digits are from scipy 1.17.1,
// binomtest(k, n).proportion_ci(conf, 'wilson' or 'exact').
var published = []struct {
	k, n          uint64
	conf          float64
	wilson, exact [2]float64
}{
	{k: 81, n: 263, conf: .95, wilson: [2]float64{0.2552885198782742, 0.36620957698280004}, exact: [2]float64{0.25273674558504267, 0.36762192260134746}},
	{k: 15, n: 148, conf: .95, wilson: [2]float64{0.06238639953073629, 0.16048724172330803}, exact: [2]float64{0.05784401008344801, 0.16165049034947895}},
	{k: 0, n: 20, conf: .95, wilson: [2]float64{0, 0.16112515805281935}, exact: [2]float64{0, 0.16843347098308548}},
	{k: 1, n: 29, conf: .95, wilson: [2]float64{0.006113214292762667, 0.17175521879320282}, exact: [2]float64{0.0008726468835971072, 0.17764429548841465}},
	{k: 29, n: 29, conf: .95, wilson: [2]float64{0.8830302015002592, 1}, exact: [2]float64{0.8805551309302788, 1}},
	{k: 1, n: 1000, conf: .99, wilson: [2]float64{0.00011741635361832165, 0.008460566219981695}, exact: [2]float64{5.0125292607668415e-06, 0.007406286938353162}},
	{k: 911223, n: 1000000, conf: .99, wilson: [2]float64{0.9104876474643877, 0.9119528957276479}, exact: [2]float64{0.910487920571641, 0.9119541636719831}},
}

func TestWilsonAndClopperPearsonEqualScipy(t *testing.T) {
	for _, c := range published {
		est := float64(c.k) / float64(c.n)
		nearInterval(t, "Wilson", stats.Wilson(c.k, c.n, c.conf), stats.Interval{Est: est, Low: c.wilson[0], High: c.wilson[1]}, 1e-12)
		nearInterval(t, "Clopper-Pearson", stats.ClopperPearson(c.k, c.n, c.conf), stats.Interval{Est: est, Low: c.exact[0], High: c.exact[1]}, 1e-9)
	}
}

// Expected values from scipy 1.17.1: binomtest for Wilson, beta.ppf for
// Clopper-Pearson. They are compared relative to their own size.
func TestOddsOfATrillionGames(t *testing.T) {
	const n = 1_000_000_000_000
	w := stats.Wilson(3, n, .99)
	near(t, "low", w.Low/7.577582885026944e-13, 1, 1e-9)
	near(t, "high", w.High/1.1877138312434689e-11, 1, 1e-12)
	nearInterval(t, "half", stats.Wilson(n/2, n, .99), stats.Interval{Est: .5, Low: 0.49999871208534824, High: 0.5000012879146518}, 1e-15)

	cp := stats.ClopperPearson(7, n, .99)
	near(t, "low", cp.Low/2.037337478703708e-12, 1, 2e-3)
	near(t, "high", cp.High/1.7133593268826532e-11, 1, 2e-3)
	near(t, "none", stats.ClopperPearson(0, n, .99).High/(-math.Log(.005)/n), 1, 1e-9)
}

func TestOppositeOddsMirror(t *testing.T) {
	for k := range uint64(51) {
		e, opposite := stats.Wilson(k, 101, .99), stats.Wilson(101-k, 101, .99)
		if opposite.High != 1-e.Low || opposite.Low != 1-e.High {
			t.Errorf("%d of 101 is %v, but the others are %v", k, e, opposite)
		}
	}
}

func TestOddsAtTheEnds(t *testing.T) {
	for name, f := range map[string]func(k, n uint64, conf float64) stats.Estimate{"Wilson": stats.Wilson, "Clopper-Pearson": stats.ClopperPearson} {
		for _, n := range []uint64{1, 2, 10, 1_000_000} {
			if e := f(0, n, .99); e.Low != 0 || e.Est != 0 || !(e.High > 0) {
				t.Errorf("%s of 0/%d is %v: its low end is 0 and its high end is not", name, n, e)
			}
			if e := f(n, n, .99); e.High != 1 || e.Est != 1 || !(e.Low < 1) {
				t.Errorf("%s of %d/%d is %v: its high end is 1 and its low end is not", name, n, n, e)
			}
		}
		wantMissing(t, name, f(0, 0, .99), "no games")
		wantMissing(t, name, f(7, 5, .99), "7 of 5 games cannot be")
		for _, conf := range []float64{0, 1, -1, 99, math.NaN()} {
			if e := f(1, 2, conf); e.Known() {
				t.Errorf("%s at confidence %v is %v, want it missing", name, conf, e)
			}
		}
	}
}

// Coverage is computed, not simulated: the binomial chance of all counts whose
// interval holds the true odds.
func coverage(f func(k, n uint64, conf float64) stats.Estimate, n uint64, p float64) float64 {
	var sum float64
	for k := range n + 1 {
		if e := f(k, n, .99); e.Low <= p && p <= e.High {
			sum += distuv.Binomial{N: float64(n), P: p}.Prob(float64(k))
		}
	}
	return sum
}

func TestCoverageOfOdds(t *testing.T) {
	for _, p := range []float64{.01, .05, .2, .5, .9, .97} {
		for _, n := range []uint64{300, 1000} {
			if c := coverage(stats.Wilson, n, p); c < .982 || c > .998 {
				t.Errorf("Wilson's 99 %% interval holds %v in %.2f %% of runs of %d games", p, 100*c, n)
			}
			if c := coverage(stats.ClopperPearson, n, p); c < .99-1e-9 || c > .9985 {
				t.Errorf("Clopper and Pearson's 99 %% interval holds %v in %.2f %% of runs of %d games", p, 100*c, n)
			}
		}
	}
}

func TestGamesFor(t *testing.T) {
	// z = 2.5758293035489 at 99 %: 6.634896601 / 4e-6 = 1658724.15.
	if n, err := stats.GamesFor(.001, .99); n != 1_658_725 || err != nil {
		t.Errorf("+-0.001 at 99 %% takes %d games (%v), want 1658725", n, err)
	}
	// 1.959963985^2 / 4 / 0.0025 = 384.15, the pollster's 385.
	if n, err := stats.GamesFor(.05, .95); n != 385 || err != nil {
		t.Errorf("+-0.05 at 95 %% takes %d games (%v), want 385", n, err)
	}
	for _, half := range []float64{.2, .05, .01} {
		n, _ := stats.GamesFor(half, .99)
		for k := range n + 1 {
			if w := stats.Wilson(k, n, .99); (w.High-w.Low)/2 > half {
				t.Fatalf("%d of %d games give %v, wider than +-%v", k, n, w, half)
			}
		}
	}
	for _, bad := range [][2]float64{{0, .99}, {-.1, .99}, {1, .99}, {math.NaN(), .99}, {1e-12, .99}, {.01, 1}, {.01, 0}} {
		if n, err := stats.GamesFor(bad[0], bad[1]); err == nil {
			t.Errorf("+-%v at %v takes %d games, want an error", bad[0], bad[1], n)
		}
	}
}
