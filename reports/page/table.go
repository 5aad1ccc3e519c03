package page

import (
	"math"
	"slices"
	"strconv"

	"github.com/polemos-sim/polemos/reports/summary"
)

// A table has a name in its first column and numbers in the others.
type table struct {
	Caption string
	Head    []string
	Rows    [][]cell
	Folded  bool // shown only when asked for
}

// A cell shows a number as far as it is known; Full, where there is one, is the number in full, under the name that commands know it by.
type cell struct{ Text, Full string }

func (t table) folded() table {
	t.Folded = true
	return t
}

func plain(text string) cell { return cell{Text: text} }
func count(n int64) cell     { return cell{Text: summary.Count(n)} }
func share(part, whole int64) cell {
	return cell{Text: percentSign(summary.Brief(float64(part) / float64(whole)))}
}
func value(x float64) cell           { return cell{Text: summary.Plain(x)} }
func percentSign(text string) string { return text + " %" }

// known is x under its name, or why there is none.
func known(text, name string, x *float64, reasons summary.Reasons, field string) cell {
	if x == nil {
		return cell{Text: "not known", Full: reasons.Reasons[field]}
	}
	return cell{Text: text, Full: name + " = " + strconv.FormatFloat(*x, 'g', -1, 64)}
}

func plainOf(x *float64) string {
	if x == nil {
		return ""
	}
	return summary.Plain(*x)
}

func between(r summary.Rounded, unit string) cell {
	if r.Low == "" {
		return plain("")
	}
	return plain(r.Low + " – " + r.High + unit)
}

func odds(s *summary.Summary) table {
	t := table{Caption: "Outcomes", Head: []string{"outcome", "games", "odds", summary.Plain(100*s.Confidence) + " % interval"}}
	exact := false
	for _, o := range s.Outcomes {
		exact = exact || o.Exact != nil
	}
	if exact {
		t.Head = append(t.Head, "exact")
	}
	for _, o := range s.Outcomes {
		r := summary.Percent(o.Odds, o.Low, o.High)
		row := []cell{plain(o.Name), count(o.Games), known(percentSign(r.Value), "odds."+o.Name, o.Odds, o.Reasons, "odds"), between(r, " %")}
		if exact {
			text := ""
			if o.Exact != nil {
				text = percentSign(summary.Share(*o.Exact))
			}
			row = append(row, known(text, "exact odds", o.Exact, o.Reasons, "exact"))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// byTurn is the share of games that had ended in each outcome by each turn.
func byTurn(s *summary.Summary) table {
	t := table{Caption: "Share of games that had ended so by each turn", Head: []string{"turn"}}
	last := 0
	for _, o := range s.Outcomes {
		t.Head = append(t.Head, o.Name)
		last = max(last, len(o.ByTurn))
	}
	for i := range last {
		row := []cell{count(int64(i + 1))}
		for _, o := range s.Outcomes {
			text := ""
			if i < len(o.ByTurn) {
				text = percentSign(summary.Brief(o.ByTurn[i].Share))
			}
			row = append(row, plain(text))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// events is how often what is counted in a game happens.
func events(s *summary.Summary) table {
	t := table{Caption: "Events of a game", Head: []string{"event", "games with it", "share", "times a game", "interval", "most"}}
	for _, e := range s.Game.Events {
		any, mean := summary.Percent(e.Any, e.AnyLow, e.AnyHigh), summary.Number(e.Mean, e.Low, e.High)
		t.Rows = append(t.Rows, []cell{
			plain(e.Doc), count(e.Some), known(percentSign(any.Value), "game."+e.Name+".any", e.Any, e.Reasons, "any"),
			known(mean.Value, "game."+e.Name+".mean", e.Mean, e.Reasons, "mean"), between(mean, ""), known(plainOf(e.Max), "game."+e.Name+".max", e.Max, e.Reasons, "max"),
		})
	}
	return t
}

// length is how long wars last, with the restricted mean where it differs from the plain one.
func length(l summary.WarLength, horizon int) table {
	t := table{Caption: "Length of " + summary.Of(l.Wars, "war") + ", in turns", Head: []string{"", "turns", "interval"}}
	if !l.Fought() {
		return t
	}
	mean := summary.Number(l.Mean, l.Low, l.High)
	_, longest, _ := l.Shown()
	t.Rows = [][]cell{
		{plain("mean"), known(mean.Value, "war.length.mean", l.Mean, l.Reasons, "mean"), between(mean, "")},
		{plain("median"), median(l), plain("")},
		{plain("standard deviation"), known(plainOf(l.SD), "war.length.sd", l.SD, l.Reasons, "sd"), plain("")},
		{plain("longest"), count(int64(longest)), plain("")},
	}
	if l.RestrictedTells() {
		within := summary.Number(l.RestrictedMean, l.RestrictedLow, l.RestrictedHigh)
		t.Rows = slices.Insert(t.Rows, 1, []cell{
			plain("mean within " + summary.Of(int64(horizon), "turn") + ", had each war been watched so long"),
			known(within.Value, "war.length.restricted_mean", l.RestrictedMean, l.Reasons, "restricted_mean"), between(within, ""),
		})
	}
	for _, c := range l.Causes {
		if c.Cause == summary.CutOff {
			t.Rows = append(t.Rows, []cell{plain("wars cut off by the end of the game"), count(c.Wars), plain("")})
		}
	}
	return t
}

// median is the number of turns within which half of the wars are over, or that it is not reached.
func median(l summary.WarLength) cell {
	if l.Median == nil {
		return plain(l.MedianText())
	}
	return known(l.MedianText(), "war.length.median", l.Median, l.Reasons, "median")
}

func steps(l summary.WarLength) table {
	t := table{Caption: "War turn by war turn", Head: []string{"turn", "wars of that length", "share", "still on after it", "interval"}}
	wars := map[int]int64{}
	for _, h := range l.Histogram {
		wars[h.Turns] = h.Wars
	}
	_, longest, _ := l.Shown()
	for _, s := range l.Survival {
		if s.Turn > longest {
			break
		}
		still := summary.Percent(&s.Survival, s.Low, s.High)
		t.Rows = append(t.Rows, []cell{count(int64(s.Turn)), count(wars[s.Turn]), share(wars[s.Turn], l.Wars), plain(percentSign(still.Value)), between(still, " %")})
	}
	return t
}

func endings(s *summary.Summary) table {
	t := table{Caption: "How each war ended", Head: []string{"war", "declared", "mean length"}}
	var names []string
	for _, w := range s.Wars.ByWar {
		for _, e := range w.Value.Endings {
			if e.Value > 0 && !slices.Contains(names, e.Key) {
				names = append(names, e.Key)
			}
		}
	}
	for _, n := range names {
		t.Head = append(t.Head, summary.Words(n))
	}
	for _, w := range s.Wars.ByWar {
		l := w.Value.Length
		mean := summary.Number(l.Mean, l.Low, l.High)
		row := []cell{plain(w.Key), count(w.Value.Declared), known(mean.Value, "war."+w.Key+".length.mean", l.Mean, l.Reasons, "mean")}
		for _, n := range names {
			ended, _ := w.Value.Endings.Get(n)
			row = append(row, count(ended))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func causes(l summary.WarLength) table {
	t := table{Caption: "Why wars ended: share that had ended so by each turn of theirs", Head: []string{"turn"}}
	for _, c := range l.Causes {
		t.Head = append(t.Head, summary.Words(c.Cause))
	}
	shares := map[int][]cell{}
	for i, c := range l.Causes {
		for _, x := range c.Incidence {
			if shares[x.Turn] == nil {
				shares[x.Turn] = make([]cell, len(l.Causes))
			}
			shares[x.Turn][i] = plain(percentSign(summary.Brief(x.Share)))
		}
	}
	_, longest, _ := l.Shown()
	for _, s := range l.Survival {
		if row := shares[s.Turn]; row != nil && s.Turn <= longest {
			t.Rows = append(t.Rows, append([]cell{count(int64(s.Turn))}, row...))
		}
	}
	return t
}

func points(caption, games string, list []summary.CurvePoint) table {
	t := table{Caption: caption, Head: []string{"turn", games, "mean", "5 %", "25 %", "median", "75 %", "95 %"}}
	decimals := meanDecimals(list)
	for _, p := range list {
		mean := plain(strconv.FormatFloat(p.Mean, 'f', decimals, 64))
		t.Rows = append(t.Rows, []cell{count(int64(p.Turn)), count(p.Games), mean, value(p.P05), value(p.P25), value(p.P50), value(p.P75), value(p.P95)})
	}
	return t
}

// meanDecimals are the decimals of all means of a curve, so that they line up: none of whole numbers, else as many as make five
// digits of the largest, 3 at most.
func meanDecimals(list []summary.CurvePoint) int {
	whole, largest := true, 0.0
	for _, p := range list {
		whole = whole && p.Mean == math.Trunc(p.Mean)
		largest = max(largest, math.Abs(p.Mean))
	}
	if whole {
		return 0
	}
	decimals := 3
	for bound := 100.0; decimals > 0 && largest >= bound; bound *= 10 {
		decimals--
	}
	return decimals
}

func final(s *summary.Summary) table {
	t := table{Caption: "Measures when the game is over", Head: []string{"measure", "mean", "interval", "sd", "least", "5 %", "25 %", "median", "75 %", "95 %", "most"}}
	for _, f := range s.Final {
		name := summary.Words(f.Name)
		if f.Unit != "" {
			name += ", " + f.Unit
		}
		mean := summary.Number(f.Mean, f.Low, f.High)
		row := []cell{plain(name), known(mean.Value, "final."+f.Name+".mean", f.Mean, f.Reasons, "mean"), between(mean, "")}
		for _, q := range []struct {
			field string
			x     *float64
		}{{"sd", f.SD}, {"min", f.Min}, {"p05", f.P05}, {"p25", f.P25}, {"p50", f.P50}, {"p75", f.P75}, {"p95", f.P95}, {"max", f.Max}} {
			row = append(row, known(plainOf(q.x), "final."+f.Name+"."+q.field, q.x, f.Reasons, q.field))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func gameLength(l summary.GameLength) table {
	t := table{Caption: "Length of games, in turns", Head: []string{"", "turns", "interval"}}
	if l.Mean == nil {
		return t
	}
	mean := summary.Number(l.Mean, l.Low, l.High)
	t.Rows = [][]cell{
		{plain("mean"), known(mean.Value, "game.length.mean", l.Mean, l.Reasons, "mean"), between(mean, "")},
		{plain("median"), known(plainOf(l.Median), "game.length.median", l.Median, l.Reasons, "median"), plain("")},
		{plain("standard deviation"), known(plainOf(l.SD), "game.length.sd", l.SD, l.Reasons, "sd"), plain("")},
	}
	return t
}
