package plots

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// victoryOdds is a bar for every outcome, its number and interval beside it.
func victoryOdds(s *summary.Summary) Picture {
	title := "How games end"
	const above, row, below = 34, 30, 74
	var notes []string
	for _, o := range s.Outcomes {
		if o.Exact != nil {
			notes = []string{"The tall line across a bar stands at the exact odds, computed without sampling."}
		}
	}
	height := vg.Length(above + below + row*max(len(s.Outcomes), 2))
	height += noteHeight * vg.Length(len(notes))
	return Picture{
		Name: "victory-odds", Title: title, Alt: oddsAlt(s), height: height,
		draw: func(c draw.Canvas) { drawOdds(frameOf(s, title, notes).draw(c), s) },
	}
}

func oddsAlt(s *summary.Summary) string {
	var parts []string
	for _, o := range s.Outcomes {
		text := o.Name + " unknown"
		if r := summary.Percent(o.Odds, o.Low, o.High); r.Value != "" {
			text = o.Name + " " + r.Value + " % (" + r.Low + " to " + r.High + ")"
		}
		parts = append(parts, text)
	}
	return "Share of games by outcome: " + strings.Join(parts, ", ") + ". " + footer(s) + "."
}

func drawOdds(c draw.Canvas, s *summary.Summary) {
	p := newPlot()
	p.X.Min, p.X.Max = 0, 1
	p.X.Tick.Marker = percentTicks(0.25)
	p.X.Label.Text = "share of games"
	p.Y.Min, p.Y.Max = -0.5, float64(len(s.Outcomes))-0.5
	p.Y.LineStyle.Width = 0.7
	p.Y.Tick.Label = aligned(letters(textSize, ink), draw.XRight)
	p.Y.Tick.Label.YAlign = draw.YCenter

	names := (c.Max.X - c.Min.X) * 0.36
	var ticks plot.ConstantTicks
	var b bars
	for i, o := range s.Outcomes {
		at := float64(len(s.Outcomes) - 1 - i) // the first outcome on top
		ticks = append(ticks, plot.Tick{Value: at, Label: fit(p.Y.Tick.Label, o.Name, names)})
		bar := bar{at: at, odds: o, number: "not known"}
		if r := summary.Percent(o.Odds, o.Low, o.High); r.Value != "" {
			bar.number = r.Value + " %"
			if r.Low != "" {
				bar.interval = "(" + r.Low + " – " + r.High + ")"
			}
		}
		b = append(b, bar)
	}
	p.Y.Tick.Marker = ticks
	p.Add(b)
	area := p.DataCanvas(c)
	p.Draw(draw.Crop(c, 0, b.length(area.Max.X-area.Min.X)-(area.Max.X-area.Min.X), 0, 0))
}

// length is how long the axis from 0 to 100 % may be within room, so that what stands beside the bars still fits.
func (b bars) length(room vg.Length) vg.Length {
	length := room - 4
	for _, bar := range b {
		reach := 0.0
		for _, x := range []*float64{bar.odds.Odds, bar.odds.High, bar.odds.Exact} {
			if x != nil {
				reach = max(reach, *x)
			}
		}
		if reach > 0 {
			length = min(length, (room-bar.width())/vg.Length(reach))
		}
	}
	return length
}

// bars is a plotter: horizontal bars from 0, with interval, number and exact odds.
type bars []bar

type bar struct {
	at               float64 // row
	odds             summary.Outcome
	number, interval string
}

// Gaps in points: from the end of a bar to its number, and from there to its interval.
const (
	gapNumber   vg.Length = 6
	gapInterval vg.Length = 7
)

func (b bar) width() vg.Length {
	return gapNumber + bold(letters(textSize, ink)).Width(b.number) + gapInterval + letters(textSize, muted).Width(b.interval)
}

// Plot draws the bars and what stands beside them.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Value > 0 {
			c.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.7}, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	for _, bar := range b {
		middle := y(bar.at)
		half := min((y(1)-y(0))*0.3, 9)
		end := x(0)
		if o := bar.odds; o.Odds != nil {
			fill := blue
			if o.Name == summary.Unresolved {
				fill = grey
			}
			end = x(*o.Odds)
			if *o.Odds > 0 {
				end = max(end, x(0)+0.8) // the rarest outcome seen still shows
			}
			c.FillPolygon(fill, box(x(0), middle-half, end, middle+half))
			if o.Low != nil && o.High != nil {
				end = max(end, interval(c, x(*o.Low), x(*o.High), middle, half*0.45))
			}
			if o.Exact != nil && *o.Exact > 0 {
				c.StrokeLine2(draw.LineStyle{Color: vermilion, Width: 1.4}, x(*o.Exact), middle-half-2, x(*o.Exact), middle+half+2)
				end = max(end, x(*o.Exact))
			}
		}
		number, spread := bold(letters(textSize, ink)), letters(textSize, muted)
		end += gapNumber
		put(c, number, end, middle, bar.number)
		put(c, spread, end+number.Width(bar.number)+gapInterval, middle, bar.interval)
	}
}

// interval draws a whisker with caps and returns where it ends. Where it is narrower than it could be seen, the bar's end says it.
func interval(c draw.Canvas, low, high, y, cap vg.Length) vg.Length {
	if high-low < 2 {
		return high
	}
	line := draw.LineStyle{Color: ink, Width: 1.1}
	c.StrokeLine2(line, low, y, high, y)
	c.StrokeLine2(line, low, y-cap, low, y+cap)
	c.StrokeLine2(line, high, y-cap, high, y+cap)
	return high
}

func box(x0, y0, x1, y1 vg.Length) []vg.Point {
	return []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}
