package findings

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

// A Value is one measure under its one spelling, the same in expectations,
// targets, tables and files.
type Value struct {
	Name string // "odds.victory", "final.approval.p10", "turn.5.republic.approval.mean"
	Unit string
	// Value is nil when it cannot be computed; Low and High are nil when it has
	// no interval.
	Value, Low, High *float64
}

// Values are all measures of a summary, in a fixed order; the tally it was made of has the intervals
// of how often wars come and end and of the means of curves, which the summary has not.
func Values(s *summary.Summary, t *engine.Tally) []Value {
	var list []Value
	add := func(name, unit string, value, low, high *float64) {
		list = append(list, Value{name, unit, value, low, high})
	}
	counts, known := measure.Read(t), map[string]measure.Measure{}
	for _, m := range measure.List(t.Schema) {
		known[m.Name] = m
	}
	for _, o := range s.Outcomes {
		add(measure.OddsOf(o.Name), "share", o.Odds, o.Low, o.High)
	}
	g := &s.Game.Length
	add(measure.GameLength("mean"), "turns", g.Mean, g.Low, g.High)
	add(measure.GameLength("sd"), "turns", g.SD, nil, nil)
	add(measure.GameLength("median"), "turns", g.Median, nil, nil)
	length := func(subject string, l *summary.WarLength) {
		add(measure.WarLength(subject, "mean"), "turns", l.Mean, l.Low, l.High)
		add(measure.WarLength(subject, "restricted_mean"), "turns", l.RestrictedMean, l.RestrictedLow, l.RestrictedHigh)
		add(measure.WarLength(subject, "sd"), "turns", l.SD, nil, nil)
		add(measure.WarLength(subject, "median"), "turns", l.Median, nil, nil)
	}
	length("", &s.Wars.Length)
	for _, w := range s.Wars.ByWar {
		war := w.Value
		often := func(name string, n int64) {
			if s.Games == 0 {
				add(name, "wars a game", nil, nil, nil)
				return
			}
			share := float64(n) / float64(s.Games)
			e := counts.Value(known[name], s.Confidence)
			if !e.Known() {
				add(name, "wars a game", &share, nil, nil)
				return
			}
			low := max(e.Low, 0)
			add(name, "wars a game", &share, &low, &e.High)
		}
		often(measure.Declared(w.Key), war.Declared)
		for _, e := range war.Endings {
			often(measure.WarOdds(w.Key, e.Key), e.Value)
		}
		length(w.Key, &war.Length)
	}
	distribution := func(f *summary.Final, spell func(name, stat string) string) {
		add(spell(f.Name, "mean"), f.Unit, f.Mean, f.Low, f.High)
		add(spell(f.Name, "sd"), f.Unit, f.SD, nil, nil)
		for _, q := range []struct {
			stat  string
			value *float64
		}{{"min", f.Min}, {"p05", f.P05}, {"p10", f.P10}, {"p25", f.P25}, {"p50", f.P50}, {"p75", f.P75}, {"p90", f.P90}, {"p95", f.P95}, {"max", f.Max}} {
			add(spell(f.Name, q.stat), f.Unit, q.value, nil, nil)
		}
	}
	for i := range s.Game.Events {
		e := &s.Game.Events[i]
		add(measure.Events(e.Name, "any"), "share", e.Any, e.AnyLow, e.AnyHigh)
		distribution(&e.Final, measure.Events)
	}
	for i := range s.Final {
		distribution(&s.Final[i], measure.Final)
	}
	for k, c := range s.Curves {
		byTurn := t.Curves[k].Histograms(engine.On)
		for i := range c.Value {
			p := &c.Value[i]
			games := float64(p.Games)
			add(measure.Turn(p.Turn, c.Key, "games"), "games", &games, nil, nil)
			h := measure.Hist(byTurn[p.Turn-1])
			moments, _ := h.Moments() // all games are counted: else the point had no mean
			mean := within(stats.Mean(moments, s.Confidence), h)
			if mean.Known() {
				add(measure.Turn(p.Turn, c.Key, "mean"), "", &p.Mean, &mean.Low, &mean.High)
			} else {
				add(measure.Turn(p.Turn, c.Key, "mean"), "", &p.Mean, nil, nil)
			}
			for _, q := range []struct {
				stat  string
				value *float64
			}{{"p05", &p.P05}, {"p10", &p.P10}, {"p25", &p.P25}, {"p50", &p.P50}, {"p75", &p.P75}, {"p90", &p.P90}, {"p95", &p.P95}} {
				add(measure.Turn(p.Turn, c.Key, q.stat), "", q.value, nil, nil)
			}
		}
	}
	return list
}
