package findings

import (
	"fmt"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
)

// A Value is one measure under its one spelling, the same in expectations,
// targets, tables and files.
type Value struct {
	Name      string // "odds.victory", "final.approval.p10", "turn.5.republic.approval.mean"
	Unit, Doc string
	// Value is nil when it cannot be computed; Low and High are nil when it has
	// no interval.
	Value, Low, High *float64
}

// Values are all measures of a summary, in a fixed order.
func Values(s *summary.Summary) []Value {
	var list []Value
	add := func(name, unit, doc string, value, low, high *float64) {
		list = append(list, Value{name, unit, doc, value, low, high})
	}
	for _, o := range s.Outcomes {
		add("odds."+o.Name, "share", "share of games that end in "+o.Name, o.Odds, o.Low, o.High)
	}
	g := &s.Game.Length
	add("game.length.mean", "turns", "turns that a game takes", g.Mean, g.Low, g.High)
	add("game.length.sd", "turns", "their standard deviation between games", g.SD, nil, nil)
	add("game.length.median", "turns", "half of the games take no more", g.Median, nil, nil)
	length := func(name, of string, l *summary.WarLength) {
		add(name+".length.mean", "turns", "mean length of "+of+", turns so far included", l.Mean, l.Low, l.High)
		add(name+".length.sd", "turns", "its standard deviation between wars", l.SD, nil, nil)
		add(name+".length.median", "turns", "half of these wars are over by then", l.Median, nil, nil)
	}
	length("war", "a war", &s.Wars.Length)
	for _, w := range s.Wars.ByWar {
		name, war := "war."+w.Key, w.Value
		share := func(n int64) *float64 {
			if s.Games == 0 {
				return nil
			}
			v := float64(n) / float64(s.Games)
			return &v
		}
		add(name+".declared", "wars a game", "how many times the war about "+w.Key+" is declared in a game", share(war.Declared), nil, nil)
		for _, e := range war.Endings {
			add(name+".odds."+e.Key, "wars a game", "how many wars about "+w.Key+" end in "+e.Key+" in a game", share(e.Value), nil, nil)
		}
		length(name, "the war about "+w.Key, &war.Length)
	}
	for i := range s.Final {
		f := &s.Final[i]
		m, _ := s.Measures.Get(f.Name)
		name := "final." + f.Name + "."
		add(name+"mean", f.Unit, m.Doc, f.Mean, f.Low, f.High)
		add(name+"sd", f.Unit, "its standard deviation between games", f.SD, nil, nil)
		for _, q := range []struct {
			suffix string
			value  *float64
		}{{"min", f.Min}, {"p05", f.P05}, {"p10", f.P10}, {"p25", f.P25}, {"p50", f.P50}, {"p75", f.P75}, {"p90", f.P90}, {"p95", f.P95}, {"max", f.Max}} {
			add(name+q.suffix, f.Unit, quantileDoc(q.suffix), q.value, nil, nil)
		}
	}
	for _, c := range s.Curves {
		for i := range c.Value {
			p := &c.Value[i]
			name := fmt.Sprintf("turn.%d.%s.", p.Turn, c.Key)
			games := float64(p.Games)
			add(name+"games", "games", "games still on", &games, nil, nil)
			for _, q := range pointValues(p) {
				add(name+q.suffix, "", "at the end of the turn, over games still on", q.value, nil, nil)
			}
		}
	}
	return list
}

type pointValue struct {
	suffix string
	value  *float64
}

func pointValues(p *summary.CurvePoint) []pointValue {
	return []pointValue{{"mean", &p.Mean}, {"p05", &p.P05}, {"p10", &p.P10}, {"p25", &p.P25}, {"p50", &p.P50}, {"p75", &p.P75}, {"p90", &p.P90}, {"p95", &p.P95}}
}

func quantileDoc(suffix string) string {
	switch suffix {
	case "min":
		return "the smallest value in any game"
	case "max":
		return "the largest value in any game"
	default:
		return suffix[1:] + " % of games have at most this value"
	}
}

// Names are the measures that a scenario has; N stands for a turn.
func Names(s *engine.Schema) ([]Value, error) {
	empty, err := Of(Run{Confidence: 0.99}, engine.NewTally(s))
	if err != nil {
		return nil, err
	}
	list := Values(empty)
	for i := range s.Curves {
		c := &s.Curves[i]
		name := "turn.N." + c.Key() + "."
		list = append(list, Value{Name: name + "games", Unit: "games", Doc: "games still on in turn N"})
		list = append(list, Value{Name: name + "mean", Unit: c.Unit, Doc: c.Doc + " N, over the games still on"})
		for _, q := range []string{"p05", "p10", "p25", "p50", "p75", "p90", "p95"} {
			list = append(list, Value{Name: name + q, Unit: c.Unit, Doc: quantileDoc(q)})
		}
	}
	return list, nil
}
