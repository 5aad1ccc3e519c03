package terminal

import (
	"io"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/exact"
	"github.com/polemos-sim/polemos/reports/summary"
)

// WriteExact prints exact odds: outcomes with bars, how long games and wars last, wars by ending, measures at the end. Where the
// budget did not suffice it prints the bounds of the odds only.
func WriteExact(w io.Writer, r *exact.Result, o Options) error {
	p := newPrinter(o)
	p.exactHeading(r)
	p.exactOdds(r)
	if r.Complete {
		p.exactLengths(r)
		p.exactWars(r)
		p.exactFinal(r)
	}
	return p.writeTo(w)
}

func (p *printer) exactHeading(r *exact.Result) {
	facts := "exact   " + summary.Of(int64(r.States), "state")
	if !r.Complete {
		facts = "bounds   " + summary.Share(r.Unexplored) + " % of games not followed to their end"
	}
	title := clean(r.Scenario.Title)
	if gap := p.o.Width - columns(title) - len(facts); gap >= 3 {
		p.line(p.style(boldOn, title), strings.Repeat(" ", gap), facts)
	} else {
		for _, l := range Wrap(title, p.o.Width) {
			p.line(p.style(boldOn, l))
		}
		p.line(facts)
	}
	p.line()
}

func (p *printer) exactOdds(r *exact.Result) {
	head, right := []string{"outcome", "odds"}, []bool{false, true}
	if !r.Complete {
		head, right = []string{"outcome", "at least", "at most"}, []bool{false, true, true}
	}
	var rows [][]string
	var shares []float64
	for _, o := range r.Outcomes {
		row := []string{clip(clean(o.Name), p.o.Width/2), precise(o.Low)}
		if !r.Complete {
			row = append(row, precise(o.High))
		}
		rows, shares = append(rows, row), append(shares, o.Low)
	}
	p.table(head, right, rows, shares)
}

// precise writes a probability in percent to 6 decimals; a rarer one with its order of magnitude,
// and one that would look like all of it as "> 99.999999 %".
func precise(p float64) string {
	switch p = summary.Snapped(p); {
	case p == 0:
		return "0 %"
	case p < 1e-6:
		return strconv.FormatFloat(100*p, 'e', 2, 64) + " %"
	case p < 1 && p > 1-5e-9:
		return "> 99.999999 %"
	}
	return strconv.FormatFloat(100*p, 'f', 6, 64) + " %"
}

// exactLengths are games and wars by length, up to the last turn worth showing.
func (p *printer) exactLengths(r *exact.Result) {
	for _, l := range []struct {
		name string
		exact.Length
	}{{"game length", r.Length}, {"war length", r.Wars}} {
		if len(l.Turns) == 0 || l.Turns[len(l.Turns)-1].Turns == 0 {
			continue // there is none, or none lasts a turn
		}
		text := l.name
		if l.Mean != nil {
			text += ": mean " + strconv.FormatFloat(*l.Mean, 'f', 6, 64) + " turns"
		}
		p.line(text)
		all := 0.0
		for _, t := range l.Turns {
			all += t.P
		}
		var rows [][]string
		var shares []float64
		rest := all
		for i, t := range l.Turns {
			if i == mostBins && len(l.Turns) > mostBins+1 {
				rows, shares = append(rows, []string{strconv.Itoa(t.Turns) + " or more", precise(rest / all)}), append(shares, rest/all)
				break
			}
			rest -= t.P
			rows, shares = append(rows, []string{strconv.Itoa(t.Turns), precise(t.P / all)}), append(shares, t.P/all)
		}
		p.table([]string{"turns", "share"}, []bool{true, true}, rows, shares)
	}
}

func (p *printer) exactWars(r *exact.Result) {
	var rows [][]string
	for _, w := range r.ByWar {
		for _, e := range w.Value.Endings {
			mean := ""
			if l, _ := w.Value.Length.Get(e.Key); l.Mean != nil {
				mean = strconv.FormatFloat(*l.Mean, 'f', 4, 64)
			}
			rows = append(rows, []string{clip(clean(w.Key), p.o.Width/3), summary.Words(e.Key), precise(e.Value), mean})
		}
	}
	if len(rows) > 0 {
		p.table([]string{"war", "ending", "odds", "mean turns"}, []bool{false, false, true, true}, rows, nil)
	}
}

// exactFinal shows each measure by its mean and the smallest values that a share of the games does
// not exceed; those that are the same in every game are named below.
func (p *printer) exactFinal(r *exact.Result) {
	var rows [][]string
	var same []string
	for _, m := range r.Final {
		if m.Value.Mean == nil {
			continue
		}
		name, values := summary.Words(clean(strings.TrimPrefix(m.Key, "game."))), m.Value.Values
		if len(values) == 1 {
			same = append(same, name+" "+strconv.Itoa(int(values[0].Value)))
			continue
		}
		if m.Value.Unit != "" {
			name += ", " + clean(m.Value.Unit)
		}
		row := []string{clip(name, p.o.Width/3), strconv.FormatFloat(*m.Value.Mean, 'f', 4, 64)}
		for _, q := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
			row = append(row, strconv.Itoa(int(valueAt(values, q))))
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		p.table([]string{"at the end", "mean", "5 %", "25 %", "median", "75 %", "95 %"},
			[]bool{false, true, true, true, true, true, true}, rows, nil)
	}
	p.sameInEveryGame(same)
}

func valueAt(values []exact.Value, q float64) int32 {
	sum := 0.0
	for _, v := range values {
		if sum += v.P; sum >= q {
			return v.Value
		}
	}
	return values[len(values)-1].Value
}
