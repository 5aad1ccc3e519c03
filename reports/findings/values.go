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
	var l values
	for _, o := range s.Outcomes {
		l.add(measure.OddsOf(o.Name), "share", o.Odds, o.Low, o.High)
	}
	g := &s.Game.Length
	l.add(measure.GameLength("mean"), "turns", g.Mean, g.Low, g.High)
	l.add(measure.GameLength("sd"), "turns", g.SD, nil, nil)
	l.add(measure.GameLength("median"), "turns", g.Median, nil, nil)
	l.wars(s, t)
	for i := range s.Game.Events {
		e := &s.Game.Events[i]
		l.add(measure.Events(e.Name, "any"), "share", e.Any, e.AnyLow, e.AnyHigh)
		l.distribution(&e.Final, measure.Events)
	}
	for i := range s.Final {
		l.distribution(&s.Final[i], measure.Final)
	}
	for k, c := range s.Curves {
		byTurn := t.Curves[k].Histograms(engine.On)
		for i := range c.Value {
			p := &c.Value[i]
			l.point(c.Key, p, measure.Hist(byTurn[p.Turn-1]), s.Confidence)
		}
	}
	return l
}

// values are a list that grows.
type values []Value

func (l *values) add(name, unit string, value, low, high *float64) {
	*l = append(*l, Value{name, unit, value, low, high})
}

// wars are how long wars last, and of each how often it comes and how it ends.
func (l *values) wars(s *summary.Summary, t *engine.Tally) {
	counts, known := measure.Read(t), map[string]measure.Measure{}
	for _, m := range measure.List(t.Schema) {
		known[m.Name] = m
	}
	often := func(name string, n int64) {
		if s.Games == 0 {
			l.add(name, "wars a game", nil, nil, nil)
			return
		}
		share := float64(n) / float64(s.Games)
		e := counts.Value(known[name], s.Confidence)
		if !e.Known() {
			l.add(name, "wars a game", &share, nil, nil)
			return
		}
		low := max(e.Low, 0)
		l.add(name, "wars a game", &share, &low, &e.High)
	}
	l.warLength("", &s.Wars.Length)
	for _, w := range s.Wars.ByWar {
		often(measure.Declared(w.Key), w.Value.Declared)
		for _, e := range w.Value.Endings {
			often(measure.WarOdds(w.Key, e.Key), e.Value)
		}
		l.warLength(w.Key, &w.Value.Length)
	}
}

func (l *values) warLength(subject string, w *summary.WarLength) {
	l.add(measure.WarLength(subject, "mean"), "turns", w.Mean, w.Low, w.High)
	l.add(measure.WarLength(subject, "restricted_mean"), "turns", w.RestrictedMean, w.RestrictedLow, w.RestrictedHigh)
	l.add(measure.WarLength(subject, "sd"), "turns", w.SD, nil, nil)
	l.add(measure.WarLength(subject, "median"), "turns", w.Median, nil, nil)
}

func (l *values) distribution(f *summary.Final, spell func(name, stat string) string) {
	l.add(spell(f.Name, "mean"), f.Unit, f.Mean, f.Low, f.High)
	l.add(spell(f.Name, "sd"), f.Unit, f.SD, nil, nil)
	for _, q := range []struct {
		stat  string
		value *float64
	}{{"min", f.Min}, {"p05", f.P05}, {"p10", f.P10}, {"p25", f.P25}, {"p50", f.P50}, {"p75", f.P75}, {"p90", f.P90}, {"p95", f.P95}, {"max", f.Max}} {
		l.add(spell(f.Name, q.stat), f.Unit, q.value, nil, nil)
	}
}

// point is a turn of a curve; h are its values.
func (l *values) point(curve string, p *summary.CurvePoint, h stats.Hist, confidence float64) {
	games := float64(p.Games)
	l.add(measure.Turn(p.Turn, curve, "games"), "games", &games, nil, nil)
	moments, _ := h.Moments() // all games are counted: else the point had no mean
	mean := within(stats.Mean(moments, confidence), h)
	if mean.Known() {
		l.add(measure.Turn(p.Turn, curve, "mean"), "", &p.Mean, &mean.Low, &mean.High)
	} else {
		l.add(measure.Turn(p.Turn, curve, "mean"), "", &p.Mean, nil, nil)
	}
	for _, q := range []struct {
		stat  string
		value *float64
	}{{"p05", &p.P05}, {"p10", &p.P10}, {"p25", &p.P25}, {"p50", &p.P50}, {"p75", &p.P75}, {"p90", &p.P90}, {"p95", &p.P95}} {
		l.add(measure.Turn(p.Turn, curve, q.stat), "", q.value, nil, nil)
	}
}
