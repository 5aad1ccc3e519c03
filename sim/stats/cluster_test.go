package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// randomGames have up to four wars each, alike in length within a game; three
// causes, at most 9 turns.
func randomGames(r *rand.Rand, n int) [][]stats.End {
	games := make([][]stats.End, n)
	for g := range games {
		hazard := .1 + .5*r.Float64()
		for range r.IntN(5) {
			e := stats.End{Length: 1, Cause: r.IntN(3)}
			for horizon := 1 + r.IntN(9); r.Float64() > hazard; e.Length++ {
				if e.Length == horizon {
					e.Cause = stats.Unended
					break
				}
			}
			games[g] = append(games[g], e)
		}
	}
	return games
}

// weighted is the product-limit estimate from single wars of unequal weight, one
// weight a game: the plain formulas, once more and in another way.
func weighted(games [][]stats.End, weight []float64, cause, turn int) (survival, incidence float64) {
	survival = 1
	for t := range turn + 1 {
		var atRisk, ended, by float64
		for g, game := range games {
			for _, e := range game {
				if e.Length >= t {
					atRisk += weight[g]
				}
				if e.Length == t && e.Cause != stats.Unended {
					ended += weight[g]
				}
				if e.Length == t && e.Cause == cause {
					by += weight[g]
				}
			}
		}
		incidence += survival * by / atRisk
		survival *= 1 - ended/atRisk
	}
	return survival, incidence
}

// jackknife is the variance as the sum over games of the squared derivative in
// the weight of the whole game, by central differences.
func jackknife(games [][]stats.End, f func(weight []float64) float64) float64 {
	weight := make([]float64, len(games))
	for g := range weight {
		weight[g] = 1
	}
	var v float64
	for g := range weight {
		const step = 1e-4
		weight[g] = 1 + step
		up := f(weight)
		weight[g] = 1 - step
		down := f(weight)
		weight[g] = 1
		d := (up - down) / (2 * step)
		v += d * d
	}
	return v
}

// deviation takes the standard deviation back out of a log(-log) interval at 99 %
// around the chance never to end: log(-log) is symmetric there.
func deviation(never stats.Interval) float64 {
	transform := func(p float64) float64 { return math.Log(-math.Log(p)) }
	half := (transform(never.Low) - transform(never.High)) / 2
	return half * never.Est * -math.Log(never.Est) / 2.5758293035489
}

func complement(e stats.Estimate) stats.Interval {
	return stats.Interval{Est: 1 - e.Est, Low: 1 - e.High, High: 1 - e.Low}
}

func TestClusteredVarianceIsTheJackknifeOverGames(t *testing.T) {
	games := randomGames(random(5), 60)
	w := tally(3, 10, games)
	curve := kaplanMeier(t, w, .99)
	incidence, err := stats.AalenJohansen(w, .99)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range []int{1, 2, 4, 7} {
		survives := func(weight []float64) float64 { s, _ := weighted(games, weight, 0, turn); return s }
		near(t, "deviation of survival", deviation(curve.Points[turn].Interval), math.Sqrt(jackknife(games, survives)), 1e-8)
		for cause := range 3 {
			ends := func(weight []float64) float64 { _, f := weighted(games, weight, cause, turn); return f }
			near(t, "deviation of incidence", deviation(complement(incidence[cause][turn].Estimate)), math.Sqrt(jackknife(games, ends)), 1e-8)
		}
	}
	area := func(weight []float64) (sum float64) {
		for turn := range 7 {
			s, _ := weighted(games, weight, 0, turn)
			sum += s
		}
		return sum
	}
	m := curve.RestrictedMean(7)
	near(t, "deviation of the restricted mean", (m.High-m.Low)/2/2.5758293035489, math.Sqrt(jackknife(games, area)), 1e-8)
}

// Without pairs the influences must add up to Greenwood's sum.
func TestIndependentVarianceIsGreenwood(t *testing.T) {
	w := tally(3, 10, randomGames(random(6), 500))
	w.Pairs = nil
	var sum float64
	for _, p := range kaplanMeier(t, w, .99).Points[:9] {
		n, d := float64(p.AtRisk), float64(p.Ended)
		sum += d / (n * (n - d))
		if p.Turn > 0 {
			near(t, "Greenwood's deviation", deviation(p.Interval), p.Est*math.Sqrt(sum), 1e-12)
		}
	}
}

// Without censoring the curve at t is the ratio of wars that outlast t to wars,
// and the clustered variance is Cochran's but for n-1 and n.
func TestClusteredSurvivalIsARatio(t *testing.T) {
	games := randomGames(random(7), 300)
	for _, game := range games {
		for i := range game {
			game[i].Cause = max(0, game[i].Cause)
		}
	}
	curve := kaplanMeier(t, tally(3, 10, games), .99)
	for _, turn := range []int{1, 3, 6} {
		var r stats.RatioSums
		for _, game := range games {
			var longer int64
			for _, e := range game {
				if e.Length > turn {
					longer++
				}
			}
			r.Add(longer, int64(len(game)))
		}
		ratio := stats.Ratio(r, .99)
		n := float64(len(games))
		const studentT = 2.5923718841194776 // scipy 1.17.1: t.ppf(.995, 299)
		near(t, "survival", curve.Points[turn].Est, ratio.Est, 1e-14)
		near(t, "deviation", deviation(curve.Points[turn].Interval), (ratio.High-ratio.Low)/2/studentT*math.Sqrt((n-1)/n), 1e-9)
	}
}

// Games of m equal wars are worth one war each, at the ends of the curve too.
func TestEqualWarsCountOnce(t *testing.T) {
	single := make([][]stats.End, 100)
	triple := make([][]stats.End, 100)
	for g := range single {
		e := stats.End{Length: 2 + g%3}
		single[g] = []stats.End{e}
		triple[g] = []stats.End{e, e, e}
	}
	want, got := kaplanMeier(t, tally(1, 6, single), .99), kaplanMeier(t, tally(1, 6, triple), .99)
	for turn, p := range want.Points {
		nearInterval(t, "survival", got.Points[turn].Estimate, p.Interval, 1e-14)
	}
	nearInterval(t, "restricted mean", got.RestrictedMean(5), want.RestrictedMean(5).Interval, 1e-14)
}
