package findings

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

func wars(t *engine.Tally, confidence float64) (summary.Wars, error) {
	var w summary.Wars
	var err error
	if w.Length, err = warLength(t, measure.AllWars, confidence); err != nil {
		return w, err
	}
	for s, name := range t.Schema.Subjects {
		war := summary.War{}
		for e, ending := range t.Schema.Endings {
			n := int64(sum(t.Wars[s][e]))
			war.Declared += n
			war.Endings = append(war.Endings, summary.Entry[int64]{Key: ending, Value: n})
		}
		if war.Length, err = warLength(t, s, confidence); err != nil {
			return w, err
		}
		w.ByWar = append(w.ByWar, summary.Entry[summary.War]{Key: name, Value: war})
	}
	return w, nil
}

// warLength tells how long wars about a subject lasted.
func warLength(t *engine.Tally, subject int, confidence float64) (summary.WarLength, error) {
	var l summary.WarLength
	w, sums := measure.WarsAbout(t, subject)
	counts := append(w.Ended[:len(w.Ended):len(w.Ended)], w.Censored)
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
		for _, field := range []string{"mean", "low", "high", "sd", "restricted_mean", "restricted_low", "restricted_high", "median"} {
			because(&l.Reasons, field, "no war was declared")
		}
		return l, nil
	}
	l.Mean, l.Low, l.High = numbers(within(stats.Ratio(sums, confidence), h), &l.Reasons, "mean", "low", "high")
	l.SD = figure(h.SD(), &l.Reasons, "sd")

	curve, err := stats.KaplanMeier(w, confidence)
	if err != nil {
		return l, err
	}
	l.RestrictedMean, l.RestrictedLow, l.RestrictedHigh = numbers(curve.RestrictedMean(int(t.Schema.Horizon)), &l.Reasons,
		"restricted_mean", "restricted_low", "restricted_high")
	l.Median = figure(curve.Median().Est, &l.Reasons, "median")
	l.Survival = survival(curve)
	incidence, err := stats.AalenJohansen(w, confidence)
	if err != nil {
		return l, err
	}
	l.Causes = causes(incidence, counts, t.Schema.Endings)
	return l, nil
}

// survival is the curve of wars still on, from turn 1.
func survival(curve stats.Curve) []summary.SurvivalStep {
	var steps []summary.SurvivalStep
	for _, p := range curve.Points {
		if p.Turn > 0 && p.Known() {
			steps = append(steps, summary.SurvivalStep{
				Turn: p.Turn, AtRisk: int64(p.AtRisk), Ended: int64(p.Ended), Survival: p.Est, Low: &p.Low, High: &p.High,
			})
		}
	}
	return steps
}

// causes are the endings that occur, with their curves; counts are the wars by ending and length.
func causes(incidence [][]stats.Point, counts [][]uint64, endings []string) []summary.Cause {
	var list []summary.Cause
	for e, points := range incidence {
		n := sum(counts[e])
		if n == 0 {
			continue
		}
		cause := summary.Cause{Cause: endings[e], Wars: int64(n)}
		for _, p := range points {
			if p.Turn > 0 && p.Known() {
				cause.Incidence = append(cause.Incidence, summary.Incidence{Turn: p.Turn, Share: p.Est})
			}
		}
		list = append(list, cause)
	}
	return list
}
