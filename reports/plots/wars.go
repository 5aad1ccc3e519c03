package plots

import (
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// warLengths is the histogram of war lengths over the survival curve, on one axis of turns.
func warLengths(s *summary.Summary) Picture {
	title := "How long wars last"
	l := s.Wars.Length
	last, notes := lastTurn(l)
	if grey := greyText(l); grey != "" {
		notes = append(notes, grey)
	}
	return Picture{
		Name: "war-length", Title: title, Alt: warsAlt(s, l), height: pictureHeight + 80 + noteHeight*vg.Length(len(notes)),
		draw: func(c draw.Canvas) { drawWars(frameOf(s, title, notes).draw(c), l, last, s) },
	}
}

// greyText says what the grey parts of the bars are, "" when there are none.
func greyText(l summary.WarLength) string {
	cut, on := l.CutOffText(), len(stillOn(l)) > 0
	switch {
	case cut != "" && on:
		return "Grey: " + cut + ", others were still on at the horizon; their turns so far."
	case cut != "":
		return "Grey: " + cut + ", with their turns so far."
	case on:
		return "Grey: wars still on at the horizon, with their turns so far."
	}
	return ""
}

func warsAlt(s *summary.Summary, l summary.WarLength) string {
	text := "Histogram of war lengths and share of wars still on, turn by turn. " + summary.Of(l.Wars, "war")
	if r := summary.Number(l.Mean, l.Low, l.High); r.Value != "" {
		text += ", mean " + r.Value + " turns"
	}
	text += ", " + medianText(l)
	if cut := l.CutOffText(); cut != "" {
		text += "; " + cut
	}
	return text + ". " + footer(s) + "."
}

func medianText(l summary.WarLength) string {
	if l.Median == nil {
		return "median not reached"
	}
	if *l.Median == 1 {
		return "median 1 turn"
	}
	return "median " + summary.Plain(*l.Median) + " turns"
}

// lastTurn is the last turn to show, and the note that says what is left out.
func lastTurn(l summary.WarLength) (int, []string) {
	var notes []string
	last, longest, beyond := l.Shown()
	if beyond > 0 {
		notes = []string{"Shown to turn " + strconv.Itoa(last) + "; " + summary.Of(beyond, "war") + " (" + summary.Brief(share(beyond, l.Wars)) +
			" %) lasted longer, the longest " + strconv.Itoa(longest) + " turns."}
	}
	return last, notes
}

func share(part, whole int64) float64 { return float64(part) / float64(whole) }

func drawWars(c draw.Canvas, l summary.WarLength, last int, s *summary.Summary) {
	upper, lower := c, c
	split := c.Min.Y + (c.Max.Y-c.Min.Y)*0.52
	upper.Min.Y, lower.Max.Y = split+4, split-8
	upper = heading(upper, "wars by length, share of "+summary.Of(l.Wars, "war"))
	lower = heading(lower, "wars still on after so many turns")

	h, sv := newPlot(), newPlot()
	bars := histogram{l: l, last: last}
	var ticks plot.ConstantTicks
	highest := bars.highest()
	ticks, _, _ = valueTicks(0, 100*highest, 0.001)
	h.Y.Min, h.Y.Max = 0, highest*1.12 // room for the number above the highest bar
	for i := range ticks {
		ticks[i].Value /= 100
		ticks[i].Label += " %"
		if ticks[i].Value <= highest {
			h.Y.Max = max(h.Y.Max, ticks[i].Value)
		}
	}
	h.Y.Tick.Marker = ticks
	sv.Y.Min, sv.Y.Max = 0, 1
	sv.Y.Tick.Marker = percentTicks(0.25)
	for _, p := range []*plot.Plot{h, sv} {
		p.X.Min, p.X.Max = 0, float64(last)+0.5
		if len(l.Histogram) > 0 && l.Histogram[0].Turns == 0 {
			p.X.Min = -0.5 // room for the bar of wars that lasted no turn
		}
		p.X.Tick.Marker = turnTicks(1, last)
	}
	sv.X.Label.Text = "turns since declared"
	h.Add(bars)
	sv.Add(survival{l: l, last: last, confidence: summary.Plain(100 * s.Confidence)})
	drawAligned([]*plot.Plot{h, sv}, []draw.Canvas{upper, lower})
}

// drawAligned draws plots one above the other with their vertical axes in one line.
func drawAligned(plots []*plot.Plot, areas []draw.Canvas) {
	var left, right vg.Length
	right = areas[0].Max.X
	data := make([]draw.Canvas, len(plots))
	for i, p := range plots {
		data[i] = p.DataCanvas(areas[i])
		left, right = max(left, data[i].Min.X), min(right, data[i].Max.X)
	}
	for i, p := range plots {
		p.Draw(draw.Crop(areas[i], left-data[i].Min.X, right-data[i].Max.X, 0, 0))
	}
}

// rules draws the light lines across, at the ticks of the vertical axis.
func rules(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Value > p.Y.Min && t.Value <= p.Y.Max {
			c.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.7}, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}

// histogram is a plotter: one bar a turn, with its share above where there is room for all.
type histogram struct {
	l    summary.WarLength
	last int
}

func (h histogram) highest() float64 {
	top := 0.0
	for _, b := range h.l.Histogram {
		top = max(top, share(b.Wars, h.l.Wars))
	}
	return top
}

// numbers says whether there is room for the shares above all bars, and whether for the sign of percent behind them.
func (h histogram) numbers(style text.Style, room vg.Length) (sign string, ok bool) {
	for _, sign := range []string{" %", ""} {
		fit := true
		for _, b := range h.l.Histogram {
			fit = fit && (b.Turns > h.last || style.Width(summary.Brief(share(b.Wars, h.l.Wars))+sign) < room)
		}
		if fit {
			return sign, true
		}
	}
	return "", false
}

// Plot draws the bars.
func (h histogram) Plot(c draw.Canvas, p *plot.Plot) {
	rules(c, p)
	x, y := p.Transforms(&c)
	pitch := x(1) - x(0)
	half := min(pitch*0.36, 22)
	if pitch < 4 {
		half = pitch / 2 // bars so thin that gaps would make stripes of them
	}
	number := aligned(letters(footerSize, ink), draw.XCenter)
	sign, numbered := h.numbers(number, pitch*0.96)
	running := notOver(h.l)
	var over, on vg.Path
	for _, b := range h.l.Histogram {
		if b.Turns > h.last {
			continue
		}
		at, left := x(float64(b.Turns)), running[b.Turns]
		cut, top := y(share(b.Wars-left, h.l.Wars)), y(share(b.Wars, h.l.Wars))
		if b.Wars > left {
			over = append(over, closed(box(at-half, y(0), at+half, max(cut, y(0)+0.6)))...)
		}
		if left > 0 {
			on = append(on, closed(box(at-half, cut, at+half, max(top, cut+0.6)))...)
		}
		if numbered {
			put(c, number, at, top+7, summary.Brief(share(b.Wars, h.l.Wars))+sign)
		}
	}
	c.SetColor(blue)
	c.Fill(over)
	c.SetColor(grey)
	c.Fill(on)
}

// stillOn counts by length the wars that were not over at the horizon: they are in the histogram but did not end.
func stillOn(l summary.WarLength) map[int]int64 {
	ended := map[int]int64{}
	for _, c := range l.Causes {
		ended[0] += c.Wars // less those of turn 1 on, with which the curve starts
	}
	for _, t := range l.Survival {
		ended[t.Turn] = t.Ended
		ended[0] -= t.Ended
	}
	on := map[int]int64{}
	for _, b := range l.Histogram {
		if n := b.Wars - ended[b.Turns]; n > 0 {
			on[b.Turns] = n
		}
	}
	return on
}

// notOver counts by length the wars that did not come to an end of their own: still on at the
// horizon, or cut off by the end of the game.
func notOver(l summary.WarLength) map[int]int64 {
	n := stillOn(l)
	for turns, cut := range l.CutOffBy() {
		n[turns] += cut
	}
	return n
}

func closed(corners []vg.Point) (p vg.Path) {
	p.Move(corners[0])
	for _, c := range corners[1:] {
		p.Line(c)
	}
	p.Close()
	return p
}

// survival is a plotter: the stepped curve of wars still on, its band, and the median.
type survival struct {
	l          summary.WarLength
	last       int
	confidence string
}

// Plot draws the curve.
func (s survival) Plot(c draw.Canvas, p *plot.Plot) {
	rules(c, p)
	x, y := p.Transforms(&c)
	end := x(p.X.Max)
	start := vg.Point{X: x(0), Y: y(1)}
	curve, low, high := []vg.Point{start}, []vg.Point{start}, []vg.Point{start}
	wide := false
	for _, t := range s.l.Survival {
		if t.Turn > s.last {
			break
		}
		at := x(float64(t.Turn))
		curve = step(curve, at, y(t.Survival))
		l, h := t.Survival, t.Survival
		if t.Low != nil && t.High != nil {
			l, h = *t.Low, *t.High
		}
		wide = wide || y(h)-y(l) > 3
		low, high = step(low, at, y(l)), step(high, at, y(h))
	}
	curve, low, high = step(curve, end, y(0))[:len(curve)+1], step(low, end, y(0))[:len(low)+1], step(high, end, y(0))[:len(high)+1]
	for i := len(high) - 1; i >= 0; i-- {
		low = append(low, high[i])
	}
	c.FillPolygon(blueWide, low)
	s.median(c, x, y)
	c.StrokeLines(draw.LineStyle{Color: blue, Width: 1.8}, curve)
	label := aligned(letters(footerSize, muted), draw.XRight)
	if wide {
		put(c, label, end, y(1)-2-footerSize, "shaded: "+s.confidence+" % band")
	}
}

// step goes level to x, then straight to y.
func step(line []vg.Point, x, y vg.Length) []vg.Point {
	return append(line, vg.Point{X: x, Y: line[len(line)-1].Y}, vg.Point{X: x, Y: y})
}

func (s survival) median(c draw.Canvas, x, y func(float64) vg.Length) {
	dashed := draw.LineStyle{Color: muted, Width: 0.9, Dashes: []vg.Length{3, 2.5}}
	label := letters(textSize, ink)
	text := medianText(s.l)
	if s.l.Median == nil || *s.l.Median > float64(s.last) {
		c.StrokeLine2(dashed, x(0), y(0.5), c.Max.X, y(0.5))
		put(c, label, x(0)+6, y(0.5)-textSize*0.8, text)
		return
	}
	at := x(*s.l.Median)
	c.StrokeLines(dashed, []vg.Point{{X: x(0), Y: y(0.5)}, {X: at, Y: y(0.5)}, {X: at, Y: y(0)}})
	if at+6+label.Width(text) > c.Max.X {
		put(c, aligned(label, draw.XRight), at-6, y(0.5)-textSize*0.8, text)
		return
	}
	put(c, label, at+6, y(0.5)+textSize*0.8, text)
}
