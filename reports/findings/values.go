package findings

import (
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
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

// Values are all measures of a summary, in a fixed order.
func Values(s *summary.Summary) []Value {
	var list []Value
	add := func(name, unit string, value, low, high *float64) {
		list = append(list, Value{name, unit, value, low, high})
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
		add(measure.WarLength(subject, "sd"), "turns", l.SD, nil, nil)
		add(measure.WarLength(subject, "median"), "turns", l.Median, nil, nil)
	}
	length("", &s.Wars.Length)
	for _, w := range s.Wars.ByWar {
		war := w.Value
		share := func(n int64) *float64 {
			if s.Games == 0 {
				return nil
			}
			v := float64(n) / float64(s.Games)
			return &v
		}
		add(measure.Declared(w.Key), "wars a game", share(war.Declared), nil, nil)
		for _, e := range war.Endings {
			add(measure.WarOdds(w.Key, e.Key), "wars a game", share(e.Value), nil, nil)
		}
		length(w.Key, &war.Length)
	}
	for i := range s.Final {
		f := &s.Final[i]
		add(measure.Final(f.Name, "mean"), f.Unit, f.Mean, f.Low, f.High)
		add(measure.Final(f.Name, "sd"), f.Unit, f.SD, nil, nil)
		for _, q := range []struct {
			stat  string
			value *float64
		}{{"min", f.Min}, {"p05", f.P05}, {"p10", f.P10}, {"p25", f.P25}, {"p50", f.P50}, {"p75", f.P75}, {"p90", f.P90}, {"p95", f.P95}, {"max", f.Max}} {
			add(measure.Final(f.Name, q.stat), f.Unit, q.value, nil, nil)
		}
	}
	for _, c := range s.Curves {
		for i := range c.Value {
			p := &c.Value[i]
			games := float64(p.Games)
			add(measure.Turn(p.Turn, c.Key, "games"), "games", &games, nil, nil)
			for _, q := range []struct {
				stat  string
				value *float64
			}{{"mean", &p.Mean}, {"p05", &p.P05}, {"p10", &p.P10}, {"p25", &p.P25}, {"p50", &p.P50}, {"p75", &p.P75}, {"p90", &p.P90}, {"p95", &p.P95}} {
				add(measure.Turn(p.Turn, c.Key, q.stat), "", q.value, nil, nil)
			}
		}
	}
	return list
}
