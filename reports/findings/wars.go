package findings

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/stats"
)

func wars(t *engine.Tally, confidence float64) (summary.Wars, error) {
	var w summary.Wars
	all := make([][]uint64, len(t.Schema.Endings))
	for e := range all {
		all[e] = make([]uint64, t.Schema.Horizon+1)
		for s := range t.Wars {
			for turns, k := range t.Wars[s][e] {
				all[e][turns] += k
			}
		}
	}
	var err error
	if w.Length, err = warLength(t, all, t.Pairs[len(t.Wars)], confidence); err != nil {
		return w, err
	}
	for s, name := range t.Schema.Subjects {
		war := summary.War{}
		for e, ending := range t.Schema.Endings {
			n := int64(sum(t.Wars[s][e]))
			war.Declared += n
			war.Endings = append(war.Endings, summary.Entry[int64]{Key: ending, Value: n})
		}
		if war.Length, err = warLength(t, t.Wars[s], t.Pairs[s], confidence); err != nil {
			return w, err
		}
		w.ByWar = append(w.ByWar, summary.Entry[summary.War]{Key: name, Value: war})
	}
	return w, nil
}

// warLength tells how long wars lasted, from counts by ending and length, and
// from the pairs of wars that were fought in one game.
func warLength(t *engine.Tally, counts [][]uint64, pairs engine.Pairs, confidence float64) (summary.WarLength, error) {
	var l summary.WarLength
	h := stats.Hist{Counts: make([]uint64, t.Schema.Horizon+1)}
	for _, lengths := range counts {
		for turns, k := range lengths {
			h.Counts[turns] += k
		}
	}
	l.Wars = int64(h.N())
	for turns, k := range h.Counts {
		if k > 0 {
			l.Histogram = append(l.Histogram, summary.WarTurns{Turns: turns, Wars: int64(k)})
		}
	}
	if l.Wars == 0 {
		for _, field := range []string{"mean", "low", "high", "sd", "median"} {
			because(&l.Reasons, field, "no war was declared")
		}
		return l, nil
	}
	l.Mean, l.Low, l.High = numbers(stats.Ratio(lengthSums(t, h, pairs), confidence), &l.Reasons, "mean", "low", "high")
	l.SD = figure(h.SD(), &l.Reasons, "sd")

	censored := t.Schema.Censored()
	w := stats.Wars{Ended: counts[:censored], Censored: counts[censored], Pairs: statsPairs(t, pairs)}
	curve, err := stats.KaplanMeier(w, confidence)
	if err != nil {
		return l, err
	}
	l.Median = figure(curve.Median().Est, &l.Reasons, "median")
	for _, p := range curve.Points {
		if p.Turn == 0 {
			continue
		}
		step := summary.SurvivalStep{Turn: p.Turn, AtRisk: int64(p.AtRisk), Ended: int64(p.Ended)}
		if p.Known() {
			step.Survival = p.Est
			low, high := p.Low, p.High
			step.Low, step.High = &low, &high
			l.Survival = append(l.Survival, step)
		}
	}
	incidence, err := stats.AalenJohansen(w, confidence)
	if err != nil {
		return l, err
	}
	for e, points := range incidence {
		n := sum(counts[e])
		if n == 0 {
			continue
		}
		cause := summary.Cause{Cause: t.Schema.Endings[e], Wars: int64(n)}
		for _, p := range points {
			if p.Turn > 0 && p.Known() {
				cause.Incidence = append(cause.Incidence, summary.Incidence{Turn: p.Turn, Share: p.Est})
			}
		}
		l.Causes = append(l.Causes, cause)
	}
	return l, nil
}

// lengthSums are the sums over games of the turns fought (Y) and the wars (X) in
// them. Every war adds to the squares by itself, and every pair of wars of one
// game twice.
func lengthSums(t *engine.Tally, h stats.Hist, pairs engine.Pairs) stats.RatioSums {
	r := stats.RatioSums{Games: t.Games}
	add := func(to *stats.Sum, value int64, times uint64) { to.AddProduct(value, int64(times)) }
	for turns, k := range h.Counts {
		l := int64(turns)
		add(&r.Y, l, k)
		add(&r.X, 1, k)
		add(&r.YY, l*l, k)
		add(&r.XX, 1, k)
		add(&r.YX, l, k)
	}
	eachPair(t, pairs, func(a, b stats.End, k uint64) {
		la, lb := int64(a.Length), int64(b.Length)
		add(&r.YY, 2*la*lb, k)
		add(&r.XX, 2, k)
		add(&r.YX, la+lb, k)
	})
	return r
}

func statsPairs(t *engine.Tally, pairs engine.Pairs) []stats.Pair {
	var list []stats.Pair
	eachPair(t, pairs, func(a, b stats.End, k uint64) { list = append(list, stats.Pair{A: a, B: b, Count: k}) })
	return list
}

func eachPair(t *engine.Tally, pairs engine.Pairs, visit func(a, b stats.End, k uint64)) {
	end := func(class int) stats.End {
		e := stats.End{Length: class / len(t.Schema.Endings), Cause: class % len(t.Schema.Endings)}
		if e.Cause == t.Schema.Censored() {
			e.Cause = stats.Unended
		}
		return e
	}
	for a, row := range pairs {
		for b, k := range row {
			if k > 0 {
				visit(end(a), end(b), k)
			}
		}
	}
}
