package stats_test

import (
	"math"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

const repetitions = 2000

// holds counts how often an interval held the truth.
type holds struct {
	what  string
	truth float64
	n     int
}

func (h *holds) see(t *testing.T, e stats.Estimate) {
	t.Helper()
	if !e.Known() || !(e.Low <= e.Est && e.Est <= e.High) {
		t.Fatalf("%s is %+v", h.what, e)
	}
	if e.Low <= h.truth && h.truth <= e.High {
		h.n++
	}
}

// check wants 99 % intervals to hold in 98.2 .. 99.8 % of the repetitions, over
// three standard deviations of the count either way.
func (h *holds) check(t *testing.T) {
	t.Helper()
	share := 100 * float64(h.n) / repetitions
	t.Logf("%s: %.2f %%", h.what, share)
	if share < 98.2 || share > 99.8 {
		t.Errorf("99 %% intervals of %s hold %v in %.2f %% of the runs", h.what, h.truth, share)
	}
}

// tooNarrow wants the opposite: the trap that the clustered interval avoids.
func (h *holds) tooNarrow(t *testing.T) {
	t.Helper()
	share := 100 * float64(h.n) / repetitions
	t.Logf("%s: %.2f %%", h.what, share)
	if share > 97 {
		t.Errorf("99 %% intervals of %s hold in %.2f %% of the runs: the wars of this test do not depend on each other", h.what, share)
	}
}

// The world of these tests: half of the games are stubborn. A stubborn game has
// four wars that end at 10 % a turn, another has one or two that end at 40 %; a
// fifth of the ends are victories when stubborn, else four fifths. Within a game
// the first two wars share their end altogether.
const (
	worldTurns  = 12
	worldGames  = 250
	slow, fast  = .1, .4
	slowVictory = .2
	fastVictory = .8
)

// A war is of a stubborn game with chance 4 / (4 + 1.5).
const slowShare = 4 / 5.5

// world plays games; a war may be cut off after 4 .. 11 turns unless whole.
func world(seed uint64, whole bool) [][]stats.End {
	r := random(seed)
	games := make([][]stats.End, worldGames)
	for g := range games {
		wars, hazard, victory := 4, slow, slowVictory
		if r.IntN(2) == 0 {
			wars, hazard, victory = 1+r.IntN(2), fast, fastVictory
		}
		war := func() stats.End {
			horizon := worldTurns - 1 - r.IntN(8)
			e := stats.End{Length: 1}
			for ; r.Float64() >= hazard; e.Length++ {
				if e.Length == horizon && !whole {
					e.Cause = stats.Unended
					return e
				}
			}
			if r.Float64() >= victory {
				e.Cause = 1
			}
			return e
		}
		for i := range wars {
			if i == 1 {
				games[g] = append(games[g], games[g][0])
				continue
			}
			games[g] = append(games[g], war())
		}
	}
	return games
}

func lasts(turn int) float64 {
	t := float64(turn)
	return slowShare*math.Pow(1-slow, t) + (1-slowShare)*math.Pow(1-fast, t)
}

func TestCoverageOfRatio(t *testing.T) {
	truth := slowShare/slow + (1-slowShare)/fast
	clustered := holds{what: "the mean length", truth: truth}
	naive := holds{what: "the mean length of wars taken as independent", truth: truth}
	for rep := range repetitions {
		var r stats.RatioSums
		var m stats.Moments
		for _, game := range world(uint64(1_000_000+rep), true) {
			var turns int64
			for _, e := range game {
				turns += int64(e.Length)
				m.Add(int64(e.Length))
			}
			r.Add(turns, int64(len(game)))
		}
		clustered.see(t, stats.Ratio(r, .99))
		naive.see(t, stats.Mean(m, .99))
	}
	clustered.check(t)
	naive.tooNarrow(t)
}

func TestCoverageOfCurves(t *testing.T) {
	const turn = 6
	area := 0.
	for u := range turn {
		area += lasts(u)
	}
	byVictory := slowShare*slowVictory*(1-math.Pow(1-slow, turn)) + (1-slowShare)*fastVictory*(1-math.Pow(1-fast, turn))
	clustered := holds{what: "survival", truth: lasts(turn)}
	late := holds{what: "late survival", truth: lasts(10)}
	naive := holds{what: "survival of wars taken as independent", truth: lasts(turn)}
	mean := holds{what: "the restricted mean", truth: area}
	victory := holds{what: "victories", truth: byVictory}
	for rep := range repetitions {
		w := tally(2, worldTurns, world(uint64(2_000_000+rep), false))
		c := kaplanMeier(t, w, .99)
		clustered.see(t, c.Points[turn].Estimate)
		late.see(t, c.Points[10].Estimate)
		mean.see(t, c.RestrictedMean(turn))
		causes, err := stats.AalenJohansen(w, .99)
		if err != nil {
			t.Fatal(err)
		}
		victory.see(t, causes[0][turn].Estimate)
		w.Pairs = nil
		naive.see(t, kaplanMeier(t, w, .99).Points[turn].Estimate)
	}
	clustered.check(t)
	late.check(t)
	mean.check(t)
	victory.check(t)
	naive.tooNarrow(t)
}

// Pairs of games that mostly agree: 3 % gained, 1 % lost.
func TestCoverageOfPairedDifferences(t *testing.T) {
	score := holds{what: "a paired difference of odds", truth: .02}
	student := holds{what: "a paired difference", truth: .02}
	for rep := range repetitions {
		r := random(uint64(3_000_000 + rep))
		var gained, lost uint64
		var d stats.Moments
		for range 1000 {
			switch u := r.Float64(); {
			case u < .03:
				gained++
				d.Add(1)
			case u < .04:
				lost++
				d.Add(-1)
			default:
				d.Add(0)
			}
		}
		score.see(t, stats.PairedOdds(gained, lost, 1000, .99))
		student.see(t, stats.Paired(d, .99))
	}
	score.check(t)
	student.check(t)
}
