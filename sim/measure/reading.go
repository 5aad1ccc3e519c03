package measure

import (
	"fmt"
	"math"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim/stats"
)

// A Source gives values of measures, each with the interval that holds the true value with a confidence between 0 and 1.
// What is known without error has an interval of no width; an end that nothing bounds is infinite. A value that cannot
// be had is missing, with the reason.
type Source interface {
	Value(m Measure, confidence float64) stats.Estimate
}

// A Reading reads measures from the counts of a run. It belongs to one goroutine and is good until the tally changes.
type Reading struct {
	// Guaranteed gives intervals for promises. Those of odds, and of means of two neighbouring values, are Clopper and
	// Pearson's, which hold at least as often as they say, in the place of Wilson's, which do so on average. A mean of
	// which fewer than 30 values differ from the commonest one is missing: it is not yet close to normal. One of which
	// none differs counts as known.
	Guaranteed bool

	t      *engine.Tally
	curves map[int][]engine.Histogram
}

var _ Source = (*Reading)(nil)

// Read reads measures of the tally's schema.
func Read(t *engine.Tally) *Reading { return &Reading{t: t, curves: map[int][]engine.Histogram{}} }

// Value is the measure over the games of the tally. Intervals take games as independent, and wars of one game as
// dependent. Those of means rest on the central limit theorem, those of odds and quantiles on nothing.
func (r *Reading) Value(m Measure, confidence float64) stats.Estimate {
	switch m.of {
	case ofOutcome:
		return r.odds(total(r.t.Outcomes[m.index]), confidence)
	case ofWars:
		return r.wars(m, confidence)
	case ofWarLength:
		return r.warLength(m, confidence)
	case ofGameLength:
		return r.ofHist(m, GameTurns(r.t), confidence)
	case ofColumn:
		if m.Kind == Odds {
			return r.odds(Some(Hist(r.t.Final(m.index))), confidence)
		}
		return r.ofHist(m, Hist(r.t.Final(m.index)), confidence)
	}
	if m.turn == 0 {
		return stats.Estimate{Missing: "no turn is named in the place of N"}
	}
	if r.curves[m.index] == nil {
		r.curves[m.index] = r.t.Curves[m.index].Histograms(engine.On)
	}
	h := Hist(r.curves[m.index][m.turn-1])
	if m.Kind == Count {
		return stats.Exact(float64(h.N()))
	}
	return r.ofHist(m, h, confidence)
}

func (r *Reading) odds(k uint64, confidence float64) stats.Estimate {
	if r.Guaranteed {
		return stats.ClopperPearson(k, r.t.Games, confidence)
	}
	return stats.Wilson(k, r.t.Games, confidence)
}

// wars is the mean number of wars in a game. When no game had two of them it is a share.
func (r *Reading) wars(m Measure, confidence float64) stats.Estimate {
	n, two := uint64(0), uint64(0)
	for e := range r.t.Wars[m.index] {
		if m.ending == every || m.ending == e {
			n += total(r.t.Wars[m.index][e])
		}
	}
	endings := len(r.t.Schema.Endings)
	for high, row := range r.t.Pairs[m.index] {
		for low, k := range row {
			if m.ending == every || high%endings == m.ending && low%endings == m.ending {
				two += k
			}
		}
	}
	if two == 0 && n <= r.t.Games {
		return r.odds(n, confidence)
	}
	if r.Guaranteed && n < fewest {
		return fewDiffer(n, "wars")
	}
	// The square of how many a game has is their number and twice the number of pairs.
	moments := stats.Moments{N: r.t.Games}
	moments.Sum.AddProduct(1, int64(n))
	moments.Squares.AddProduct(1, int64(n))
	moments.Squares.AddProduct(2, int64(two))
	return stats.Mean(moments, confidence)
}

func (r *Reading) warLength(m Measure, confidence float64) stats.Estimate {
	w, sums := WarsAbout(r.t, m.index)
	if sums.X == (stats.Sum{}) {
		return stats.Estimate{Missing: "no war was declared"}
	}
	if n := others(lengthsOf(w)); r.Guaranteed && m.Kind != Quantile && 0 < n && n < fewest {
		return fewDiffer(n, "wars")
	}
	switch m.Kind {
	case Ratio:
		return stats.Ratio(sums, confidence)
	case Spread:
		return stats.WarSD(w, confidence)
	}
	curve, err := stats.KaplanMeier(w, confidence)
	if err != nil {
		return stats.Estimate{Missing: err.Error()}
	}
	if m.Kind == Restricted {
		return curve.RestrictedMean(int(r.t.Schema.Horizon))
	}
	median := curve.Median()
	if !median.Est.Known() {
		return stats.Estimate{Missing: median.Est.Missing}
	}
	e := stats.Estimate{Interval: stats.Interval{Est: float64(median.Est.Value), Low: math.Inf(-1), High: math.Inf(1)}}
	if median.Low.Known() {
		e.Low = float64(median.Low.Value)
	}
	if median.High.Known() {
		e.High = float64(median.High.Value)
	}
	return e
}

// ofHist is a statistic of a number that every game counted has.
func (r *Reading) ofHist(m Measure, h stats.Hist, confidence float64) stats.Estimate {
	if m.Kind == Quantile {
		return stats.Quantile(h, m.percent, confidence)
	}
	moments, all := h.Moments()
	if !all {
		return stats.Estimate{Missing: h.Mean().Missing}
	}
	n := others(h)
	switch {
	case r.Guaranteed && m.Kind != Spread && n > 0 && neighbours(h):
		first, last := ends(h)
		e := stats.ClopperPearson(h.Counts[last], h.N(), confidence)
		low := float64(h.Lo + int64(first))
		return stats.Estimate{Interval: stats.Interval{Est: low + e.Est, Low: low + e.Low, High: low + e.High}, Missing: e.Missing}
	case r.Guaranteed && 0 < n && n < fewest:
		return fewDiffer(n, "games")
	case m.Kind == Spread:
		return stats.SD(h, confidence)
	}
	return stats.Mean(moments, confidence)
}

// Some counts the values above 0.
func Some(h stats.Hist) uint64 {
	n := h.Above
	for i, k := range h.Counts {
		if h.Lo+int64(i) > 0 {
			n += k
		}
	}
	return n
}

// fewest values must differ from the commonest before a mean is close to normal.
const fewest = 30

func fewDiffer(n uint64, what string) stats.Estimate {
	return stats.Estimate{Missing: fmt.Sprintf("only %d %s tell: an interval that is promised needs %d", n, what, fewest)}
}

// others counts the values that differ from the commonest one.
func others(h stats.Hist) uint64 {
	if len(h.Counts) == 0 {
		return 0
	}
	return total(h.Counts) - slices.Max(h.Counts)
}

// ends are where the first and the last value that occurs are counted.
func ends(h stats.Hist) (first, last int) {
	occurs := func(n uint64) bool { return n > 0 }
	first = slices.IndexFunc(h.Counts, occurs)
	for i, n := range h.Counts {
		if occurs(n) {
			last = i
		}
	}
	return first, last
}

// neighbours says whether two values occur, and one follows the other.
func neighbours(h stats.Hist) bool {
	first, last := ends(h)
	return last == first+1
}

// Hist is a histogram in the form in which statistics are taken of it.
func Hist(h engine.Histogram) stats.Hist {
	return stats.Hist{Lo: int64(h.Lo), Counts: h.Counts, Below: h.Below, Above: h.Above}
}

// GameTurns counts games by the turns that they took.
func GameTurns(t *engine.Tally) stats.Hist {
	h := stats.Hist{Counts: make([]uint64, t.Schema.Horizon+1)}
	for _, lengths := range t.Outcomes {
		for turns, k := range lengths {
			h.Counts[turns] += k
		}
	}
	return h
}

func total(counts []uint64) uint64 {
	n := uint64(0)
	for _, k := range counts {
		n += k
	}
	return n
}
