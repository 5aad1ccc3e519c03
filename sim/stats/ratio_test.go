package stats_test

import (
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// lengths is a small set of wars by game, some games with several alike.
var lengths = [][]int64{{3, 4}, {2}, {5, 5, 6}, {1, 1}, {4}, {2, 3, 2, 7}, {6, 1}, {3}}

func ratioOf(games [][]int64) (r stats.RatioSums) {
	for _, game := range games {
		var turns int64
		for _, l := range game {
			turns += l
		}
		r.Add(turns, int64(len(game)))
	}
	return r
}

// statsmodels 0.15.0: OLS(length ~ 1).fit(cov_type='cluster', groups=game,
// use_t=True).conf_int(.01).
func TestRatioEqualsClusteredRegression(t *testing.T) {
	nearInterval(t, "mean length", stats.Ratio(ratioOf(lengths), .99), stats.Interval{Est: 3.4375, Low: 1.64483424, High: 5.23016576}, 1e-8)
}

func TestRatioOfOneWarAGameIsTheMean(t *testing.T) {
	var r stats.RatioSums
	var m stats.Moments
	for _, v := range []int64{3, 1, 4, 1, 5, 9, 2, 6} {
		r.Add(v, 1)
		m.Add(v)
	}
	nearInterval(t, "ratio", stats.Ratio(r, .99), stats.Mean(m, .99).Interval, 1e-14)
}

func TestRatioMergesAndSurvivesATrillionGames(t *testing.T) {
	all, one := stats.RatioSums{}, ratioOf(lengths)
	for range 40 { // doubling: 8 * 2^40 games
		one.Merge(one)
	}
	all.Merge(one)
	all.Merge(stats.RatioSums{})
	small, big := stats.Ratio(ratioOf(lengths), .99), stats.Ratio(all, .99)
	if big.Est != small.Est || all.Games != 8<<40 {
		t.Errorf("the mean of %d games is %v, want %v", all.Games, big.Est, small.Est)
	}
	// The standard error falls with the root of the number, and n-1 becomes n:
	// 0.51226584 (statsmodels 0.15.0) * sqrt(7/8) / 2^20, times z.
	near(t, "half-width", (big.High-big.Low)/2/(2.5758293035489*0.51226584*0.9354143466934853/(1<<20)), 1, 1e-7)
}

func TestRatioThatCannotBeComputed(t *testing.T) {
	wantMissing(t, "ratio", stats.Ratio(stats.RatioSums{}, .99), "no games")
	wantMissing(t, "ratio", stats.Ratio(ratioOf([][]int64{{}, {}, {}}), .99), "nothing to take the mean of in 3 games")
	wantMissing(t, "ratio", stats.Ratio(ratioOf([][]int64{{3, 4}}), .99), "one game has no spread: two are needed")
	bad := ratioOf(lengths)
	bad.YY = stats.SumOf(1)
	wantMissing(t, "ratio", stats.Ratio(bad, .99), "the sums and the sums of squares contradict each other")
}
