package terminal

import (
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/summary"
)

// wars prints one line about the length of wars and a small histogram.
func (p *printer) wars(s *summary.Summary) {
	l := s.Wars.Length
	if l.Wars == 0 {
		p.line("No war was declared.")
		p.line()
		return
	}
	if !l.Fought() {
		return
	}
	mean := summary.Number(l.Mean, l.Low, l.High)
	text := "war length: "
	if mean.Value != "" {
		text += "mean " + mean.Value + " turns " + interval(mean) + ", "
	}
	_, longest, _ := l.Shown()
	if l.RestrictedTells() {
		text += "mean within " + strconv.Itoa(s.Scenario.Turns) + " turns " + restricted(l) + ", "
	}
	text += "median " + l.MedianText() + ", longest " + strconv.Itoa(longest)
	if cut := l.CutOffText(); cut != "" {
		text += "; " + cut
	}
	for _, line := range Wrap(text, p.o.Width) {
		p.line(line)
	}
	var rows [][]string
	var shares []float64
	for _, b := range bins(l) {
		share := float64(b.wars) / float64(l.Wars)
		rows = append(rows, []string{b.name, summary.Count(b.wars), summary.Brief(share) + " %"})
		shares = append(shares, share)
	}
	p.table([]string{"turns", "wars", "share"}, []bool{true, true, true}, rows, shares)
}

// restricted is the restricted mean with its interval, or why it is not known.
func restricted(l summary.WarLength) string {
	if l.RestrictedMean == nil {
		return "not known (" + l.Reasons.Reasons["restricted_mean"] + ")"
	}
	mean := summary.Number(l.RestrictedMean, l.RestrictedLow, l.RestrictedHigh)
	return mean.Value + " " + interval(mean)
}

type bin struct {
	name string
	wars int64
}

// mostBins is how many rows the histogram of war lengths has at most, but for the one of those beyond.
const mostBins = 10

// bins are the lengths of wars in rows of equally many turns, up to the last worth showing, and a row for all beyond.
func bins(l summary.WarLength) (rows []bin) {
	last, _, beyond := l.Shown()
	first := last
	wars := make(map[int]int64, len(l.Histogram))
	for _, h := range l.Histogram {
		wars[h.Turns] = h.Wars
		first = min(first, h.Turns)
	}
	first = min(first, 1)
	wide := (last - first + mostBins) / mostBins
	for from := first; from <= last; from += wide {
		to := min(from+wide-1, last)
		b := bin{name: strconv.Itoa(from)}
		if to > from {
			b.name += "–" + strconv.Itoa(to)
		}
		for t := from; t <= to; t++ {
			b.wars += wars[t]
		}
		rows = append(rows, b)
	}
	if beyond > 0 {
		rows = append(rows, bin{strconv.Itoa(last+1) + " or more", beyond})
	}
	return rows
}

// final prints the measures at the end of the game.
func (p *printer) final(s *summary.Summary) {
	if len(s.Final) == 0 {
		return
	}
	var rows [][]string
	var same []string
	for _, f := range s.Final {
		if f.Min != nil && f.Max != nil && *f.Min == *f.Max {
			same = append(same, clean(summary.Words(f.Name))+" "+summary.Plain(*f.Min))
			continue
		}
		mean := summary.Number(f.Mean, f.Low, f.High)
		name := clean(summary.Words(f.Name))
		if f.Unit != "" {
			name += ", " + clean(f.Unit)
		}
		rows = append(rows, []string{clip(name, p.o.Width/2), orUnknown(mean.Value), interval(mean), quantile(f.P05), quantile(f.P50), quantile(f.P95)})
	}
	if len(rows) > 0 {
		p.table([]string{"at the end", "mean", "", "5 %", "median", "95 %"},
			[]bool{false, true, true, true, true, true}, rows, nil)
	}
	p.sameInEveryGame(same)
}

// sameInEveryGame names the measures that no game moves, with their values.
func (p *printer) sameInEveryGame(same []string) {
	if len(same) > 0 {
		p.paragraph("", "in every game: "+strings.Join(same, ", "))
		p.line()
	}
}

func quantile(x *float64) string {
	if x == nil {
		return "not known"
	}
	return summary.Plain(*x)
}

func orUnknown(t string) string {
	if t == "" {
		return "not known"
	}
	return t
}
