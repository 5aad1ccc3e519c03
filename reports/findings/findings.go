package findings

import (
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

// A Run is what was played, beside its tally.
type Run struct {
	Program    summary.Program
	Name       string   // of the scenario
	Title      string   // of the scenario
	SHA256     [32]byte // of the resolved scenario
	Seed       uint64
	Confidence float64 // of every interval, within 0..1
	Warnings   []summary.Warning
}

// Of is the summary of a run. An error means that the tally contradicts itself.
func Of(r Run, t *engine.Tally) (*summary.Summary, error) {
	s := &summary.Summary{
		SchemaVersion: summary.SchemaVersion,
		Program:       r.Program,
		Scenario: summary.Scenario{
			Name: r.Name, Title: r.Title, SHA256: hex.EncodeToString(r.SHA256[:]),
			Ruleset: t.Schema.Ruleset, Turns: int(t.Schema.Horizon),
		},
		Seed:       r.Seed,
		Games:      int64(t.Games),
		Confidence: r.Confidence,
		Signature:  fmt.Sprintf("%016x", t.Signature),
	}
	s.Outcomes = outcomes(t, r.Confidence)
	s.Game.Length = gameLength(t, r.Confidence)
	s.Game.Events = events(t, r.Confidence)
	var err error
	if s.Wars, err = wars(t, r.Confidence); err != nil {
		return nil, fmt.Errorf("findings: %w", err)
	}
	s.Measures = measures(t.Schema)
	s.Final = finals(t, r.Confidence)
	s.Curves = curves(t, engine.On)
	s.CurvesCarried = curves(t, engine.Carried)
	s.Exemplars = exemplars(t)
	s.Warnings = append(append(s.Warnings, r.Warnings...), warnings(t, s)...)
	return s, s.Check()
}

func outcomes(t *engine.Tally, confidence float64) []summary.Outcome {
	var list []summary.Outcome
	for i, name := range t.Schema.Outcomes {
		o := summary.Outcome{Name: name, Games: int64(sum(t.Outcomes[i]))}
		e := stats.Wilson(uint64(o.Games), t.Games, confidence)
		o.Odds, o.Low, o.High = numbers(e, &o.Reasons, "odds", "low", "high")
		o.ByTurn = byTurn(t, i, confidence)
		list = append(list, o)
	}
	return list
}

func sum(counts []uint64) uint64 {
	n := uint64(0)
	for _, k := range counts {
		n += k
	}
	return n
}

// numbers are an estimate's three numbers, or nothing and the reason under the
// names of the fields that stay null.
func numbers(e stats.Estimate, r *summary.Reasons, fields ...string) (value, low, high *float64) {
	if !e.Known() {
		for _, f := range fields {
			because(r, f, e.Missing)
		}
		return nil, nil, nil
	}
	return &e.Est, &e.Low, &e.High
}

// within keeps the interval of a mean to the values that occur: beyond them no mean can lie as far
// as was seen, whatever the formula says. All values must have been counted one by one.
func within(e stats.Estimate, h stats.Hist) stats.Estimate {
	least, most := h.Quantile(0), h.Quantile(100)
	if e.Known() && least.Known() && most.Known() {
		e.Low, e.High = max(e.Low, float64(least.Value)), min(e.High, float64(most.Value))
	}
	return e
}

func because(r *summary.Reasons, field, why string) {
	if r.Reasons == nil {
		r.Reasons = map[string]string{}
	}
	r.Reasons[field] = why
}

// figure is a single number, or nothing and the reason.
func figure[T int | int64 | float64](f stats.Figure[T], r *summary.Reasons, field string) *float64 {
	if !f.Known() {
		because(r, field, f.Missing)
		return nil
	}
	v := float64(f.Value)
	return &v
}

func gameLength(t *engine.Tally, confidence float64) summary.GameLength {
	var l summary.GameLength
	h := measure.GameTurns(t)
	moments, _ := h.Moments()
	l.Mean, l.Low, l.High = numbers(within(stats.Mean(moments, confidence), h), &l.Reasons, "mean", "low", "high")
	l.SD = figure(h.SD(), &l.Reasons, "sd")
	l.Median = figure(h.Quantile(50), &l.Reasons, "median")
	for turns, k := range h.Counts {
		if k > 0 {
			l.Histogram = append(l.Histogram, summary.GameTurns{Turns: turns, Games: int64(k)})
		}
	}
	return l
}

func measures(s *engine.Schema) summary.Ordered[summary.Measure] {
	var list summary.Ordered[summary.Measure]
	add := func(name, unit, doc string) {
		if _, there := list.Get(name); !there {
			list = append(list, summary.Entry[summary.Measure]{Key: name, Value: summary.Measure{Unit: unit, Doc: doc}})
		}
	}
	for _, c := range s.Games {
		if name, ok := finalName(c); ok {
			add(name, c.Unit, c.Doc)
		}
	}
	for i := range s.Curves {
		add(s.Curves[i].Name, s.Curves[i].Unit, s.Curves[i].Doc)
	}
	return list
}

// finalName is the name under final, of a column that is a measure there.
func finalName(c engine.Column) (string, bool) {
	const prefix = "final."
	if len(c.Measure) > len(prefix) && c.Measure[:len(prefix)] == prefix && c.Codes == nil {
		return c.Measure[len(prefix):], true
	}
	return "", false
}

func finals(t *engine.Tally, confidence float64) []summary.Final {
	var list []summary.Final
	for i, c := range t.Schema.Games {
		name, ok := finalName(c)
		if !ok {
			continue
		}
		list = append(list, final(t, i, name, confidence))
	}
	return list
}

// final is column i of the games at their end.
func final(t *engine.Tally, i int, name string, confidence float64) summary.Final {
	h := measure.Hist(t.Final(i))
	f := summary.Final{Name: name, Unit: t.Schema.Games[i].Unit, Games: int64(t.Games)}
	if moments, ok := h.Moments(); ok {
		f.Mean, f.Low, f.High = numbers(within(stats.Mean(moments, confidence), h), &f.Reasons, "mean", "low", "high")
	} else {
		outside := h.Mean().Missing
		for _, field := range []string{"mean", "low", "high"} {
			because(&f.Reasons, field, outside)
		}
	}
	f.SD = figure(h.SD(), &f.Reasons, "sd")
	for _, q := range []struct {
		to      **float64
		percent int
		field   string
	}{
		{&f.Min, 0, "min"}, {&f.P05, 5, "p05"}, {&f.P10, 10, "p10"}, {&f.P25, 25, "p25"}, {&f.P50, 50, "p50"},
		{&f.P75, 75, "p75"}, {&f.P90, 90, "p90"}, {&f.P95, 95, "p95"}, {&f.Max, 100, "max"},
	} {
		*q.to = figure(h.Quantile(q.percent), &f.Reasons, q.field)
	}
	return f
}

func curves(t *engine.Tally, basis engine.Basis) summary.Ordered[[]summary.CurvePoint] {
	var list summary.Ordered[[]summary.CurvePoint]
	for i := range t.Curves {
		var points []summary.CurvePoint
		for turn, h := range t.Curves[i].Histograms(basis) {
			if p, ok := point(turn+1, measure.Hist(h)); ok {
				points = append(points, p)
			}
		}
		list = append(list, summary.Entry[[]summary.CurvePoint]{Key: t.Schema.Curves[i].Key(), Value: points})
	}
	return list
}

// point is a curve at a turn; a turn that no game reached has none, and neither
// has one whose mean or quantile lies outside what is counted one by one.
func point(turn int, h stats.Hist) (summary.CurvePoint, bool) {
	p := summary.CurvePoint{Turn: turn, Games: int64(h.N())}
	mean := h.Mean()
	if !mean.Known() {
		return p, false
	}
	p.Mean = mean.Value
	for _, q := range []struct {
		to      *float64
		percent int
	}{{&p.P05, 5}, {&p.P10, 10}, {&p.P25, 25}, {&p.P50, 50}, {&p.P75, 75}, {&p.P90, 90}, {&p.P95, 95}} {
		*q.to = float64(h.Quantile(q.percent).Value)
	}
	return p, true
}

func exemplars(t *engine.Tally) []summary.Exemplar {
	var list []summary.Exemplar
	if t.Longest.Turns > 0 {
		list = append(list, summary.Exemplar{What: fmt.Sprintf("the longest war, %d turns", t.Longest.Turns), Game: int64(t.Longest.Game)})
	}
	for o, name := range t.Schema.Outcomes {
		if t.First[o] != engine.NoGame {
			list = append(list, summary.Exemplar{What: "the first game that ends in " + name, Game: int64(t.First[o])})
		}
	}
	return list
}

// never warns of an outcome in which no game ended.
func never(o summary.Outcome) summary.Warning {
	return summary.Warning{
		Code: "outcome_never",
		Text: fmt.Sprintf("no game ended in %s: its odds are below %s %%", o.Name, summary.Percent(o.Odds, o.Low, o.High).High),
	}
}

// SetExact puts the exact odds, by outcome, beside the sampled ones. An outcome that cannot come
// needs no warning that it did not.
func SetExact(s *summary.Summary, odds func(outcome int) float64) {
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		p := odds(i)
		o.Exact = &p
		if p == 0 && o.Games == 0 && o.Odds != nil {
			needless := never(*o)
			s.Warnings = slices.DeleteFunc(s.Warnings, func(w summary.Warning) bool { return w == needless })
		}
	}
}

// warnings are what the counts tell a reader to beware of.
func warnings(t *engine.Tally, s *summary.Summary) []summary.Warning {
	var list []summary.Warning
	warn := func(code, text string) { list = append(list, summary.Warning{Code: code, Text: text}) }
	if t.Games > 0 && t.Games < 1000 {
		warn("few_games", fmt.Sprintf("%d games are few: intervals are wide; 1,000,000 take a second", t.Games))
	}
	for _, o := range s.Outcomes {
		switch {
		case t.Games == 0 || o.Name == engine.Unresolved:
		case o.Games == 0:
			list = append(list, never(o))
		case o.Games < 10:
			warn("outcome_rare", fmt.Sprintf("only %d games ended in %s: its odds are known poorly", o.Games, o.Name))
		}
	}
	if s.Wars.Length.Fought() && s.Wars.Length.Median == nil {
		warn("median_not_reached", "more than half of the wars were still on at the horizon: their median length is not reached")
	}
	if s.Wars.Length.Wars == 0 && t.Games > 0 {
		warn("no_wars", "no war was declared in any game")
	}
	for i := range t.Curves {
		for turn, h := range t.Curves[i].Histograms(engine.Carried) {
			if h.Below+h.Above > 0 {
				warn("outside_window", fmt.Sprintf("%s leaves the range that is counted value by value from turn %d on: its mean is not shown there", t.Schema.Curves[i].Key(), turn+1))
				break
			}
		}
	}
	return list
}
