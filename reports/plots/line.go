package plots

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// A Line is a measure over one setting.
type Line struct {
	Name, Title, Scenario, Footer string
	Notes                         []string
	X, Y                          string // the setting; the measure, with its unit
	Share                         bool   // the measure is a share, shown in percent
	Points                        []LinePoint
	Target                        *float64    // a level line
	Between                       *[2]float64 // a stretch of the setting that is marked
}

// A LinePoint is a value of the setting and the measure there.
type LinePoint struct {
	X         float64
	Label     string // of X on the axis where X only counts; "" where it is the value
	Y         float64
	Low, High float64 // the interval; both Y where there is none
}

// Picture draws the line with its band of intervals.
func (l Line) Picture() Picture {
	return Picture{
		Name: l.Name, Title: l.Title, Alt: l.alt(), height: pictureHeight + noteHeight*vg.Length(len(l.Notes)),
		draw: func(c draw.Canvas) {
			l.draw(frame{title: l.Title, scenario: l.Scenario, footer: l.Footer, notes: l.Notes}.draw(c))
		},
	}
}

func (l Line) alt() string {
	text := l.Title + ": "
	for i, p := range l.Points {
		if i == 0 || i == len(l.Points)-1 {
			text += l.value(p.Y) + " at " + l.X + " " + l.at(p) + "; "
		}
	}
	return text + l.Footer + "."
}

func (l Line) value(y float64) string { return valueText(y, l.Share) }

func valueText(y float64, share bool) string {
	if share {
		return summary.Brief(y) + " %"
	}
	return summary.Plain(y)
}

// targetText writes a target as it was asked for.
func targetText(y float64, share bool) string {
	if share {
		return summary.Plain(100*y) + " %"
	}
	return summary.Plain(y)
}

func (l Line) at(p LinePoint) string {
	if p.Label != "" {
		return p.Label
	}
	return summary.Plain(p.X)
}

// manyPoints is how many values of the setting are still marked each with a dot.
const manyPoints = 60

func (l Line) draw(c draw.Canvas) {
	c = heading(c, l.Y)
	p := newPlot()
	p.Y.Padding = 5
	low, high := math.Inf(1), math.Inf(-1)
	for _, pt := range l.Points {
		low, high = min(low, pt.Y, finite(pt.Low, pt.Y)), max(high, pt.Y, finite(pt.High, pt.Y))
	}
	if l.Target != nil {
		low, high = min(low, *l.Target), max(high, *l.Target)
	}
	p.Y.Tick.Marker, p.Y.Min, p.Y.Max = measureTicks(low, high, l.Share)
	first, last := l.Points[0].X, l.Points[len(l.Points)-1].X
	if first == last {
		first, last = first-0.5, last+0.5
	}
	p.X.Min, p.X.Max = first, last
	p.X.Tick.Marker = l.ticks(c.Max.X - c.Min.X)
	p.X.Label.Text = l.X
	p.Add(l)
	p.Draw(draw.Crop(c, 0, -12, 0, 0))
}

func finite(x, otherwise float64) float64 {
	if math.IsInf(x, 0) {
		return otherwise
	}
	return x
}

// measureTicks marks round values of a measure, and gives the range they span.
func measureTicks(low, high float64, share bool) (ticks plot.ConstantTicks, from, to float64) {
	if !share {
		return valueTicks(low, high, 1e-9)
	}
	if high-low < 1e-6 {
		low, high = max(low-0.01, 0), min(high+0.01, 1)
	}
	ticks, from, to = valueTicks(100*low, 100*high, 0.001)
	kept := ticks[:0]
	for _, t := range ticks {
		if t.Value > 100+1e-9 || t.Value < -1e-9 {
			continue
		}
		kept = append(kept, plot.Tick{Value: t.Value / 100, Label: t.Label + " %"})
	}
	return kept, max(from/100, 0), min(to/100, 1)
}

// ticks marks round values of the setting, or as many labels as there is room for.
func (l Line) ticks(width vg.Length) plot.ConstantTicks {
	if l.Points[0].Label == "" {
		finest := 1.0
		for _, p := range l.Points {
			if p.X != math.Round(p.X) {
				finest = 1e-9
			}
		}
		inside, _, _ := valueTicks(l.Points[0].X, l.Points[len(l.Points)-1].X, finest)
		return slices.DeleteFunc(inside, func(t plot.Tick) bool {
			return t.Value < l.Points[0].X || t.Value > l.Points[len(l.Points)-1].X
		})
	}
	labels := make([]string, len(l.Points))
	for i, p := range l.Points {
		labels[i] = p.Label
	}
	ticks := labelTicks(labels, width)
	for i := range ticks {
		ticks[i].Value = l.Points[int(ticks[i].Value)].X
	}
	return ticks
}

// labelTicks are labels at 0, 1, 2 and so on, as many as fit side by side.
func labelTicks(labels []string, width vg.Length) plot.ConstantTicks {
	style := letters(textSize, muted)
	widest := vg.Length(0)
	for _, t := range labels {
		widest = max(widest, style.Width(t))
	}
	most := max(int(width/(widest+10)), 1)
	var ticks plot.ConstantTicks
	for _, i := range labelsShown(labels, most) {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: labels[i]})
	}
	return ticks
}

// Plot draws band, line and marks.
func (l Line) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	inside := func(v float64) vg.Length { return y(min(max(v, p.Y.Min), p.Y.Max)) }
	if l.Between != nil {
		from, to := x(l.Between[0]), x(l.Between[1])
		if to-from < 2 {
			from, to = from-1, to+1
		}
		c.FillPolygon(grid, box(from, c.Min.Y, to, c.Max.Y))
	}
	rules(c, p)
	var low, high, middle []vg.Point
	for _, pt := range l.Points {
		low = append(low, vg.Point{X: x(pt.X), Y: inside(pt.Low)})
		high = append(high, vg.Point{X: x(pt.X), Y: inside(pt.High)})
		middle = append(middle, vg.Point{X: x(pt.X), Y: y(pt.Y)})
	}
	slices.Reverse(high)
	c.FillPolygon(blueWide, append(low, high...))
	c.StrokeLines(draw.LineStyle{Color: blue, Width: 2}, middle)
	if len(middle) <= manyPoints {
		for _, at := range middle {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: blue, Radius: 2.6, Shape: draw.CircleGlyph{}}, at)
		}
	}
	if l.Target != nil {
		at := y(*l.Target)
		c.StrokeLine2(draw.LineStyle{Color: vermilion, Width: 1.2, Dashes: []vg.Length{4, 2.5}}, c.Min.X, at, c.Max.X, at)
		put(c, aligned(letters(footerSize, vermilion), draw.XRight), c.Max.X, at+footerSize*0.75, "target "+targetText(*l.Target, l.Share))
	}
}
