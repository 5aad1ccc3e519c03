package plots

import (
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Tornado shows how far each setting by itself moves a measure from what it is.
type Tornado struct {
	Name, Title, Scenario, Footer string
	Notes                         []string
	X                             string // the measure, with its unit
	Share                         bool   // the measure is a share, shown in percent
	Base                          float64
	Bars                          []TornadoBar // the widest first
}

// A TornadoBar is the measure at the low and the high end of a setting.
type TornadoBar struct {
	Setting             string
	LowLabel, HighLabel string // the setting's values
	Low, High           float64
}

// Picture draws the bars, one below the other.
func (t Tornado) Picture() Picture {
	const around, row = 104, 22
	return Picture{
		Name: t.Name, Title: t.Title, Alt: t.alt(), height: around + row*vg.Length(max(len(t.Bars), 2)) + noteHeight*vg.Length(len(t.Notes)),
		draw: func(c draw.Canvas) {
			t.draw(frame{title: t.Title, scenario: t.Scenario, footer: t.Footer, notes: t.Notes}.draw(c))
		},
	}
}

func (t Tornado) alt() string {
	text := t.Title + ": " + valueText(t.Base, t.Share) + " as it is"
	for _, b := range t.Bars {
		text += "; " + b.Setting + " " + valueText(b.Low, t.Share) + " at " + b.LowLabel + ", " + valueText(b.High, t.Share) + " at " + b.HighLabel
	}
	return text + ". " + t.Footer + "."
}

func (t Tornado) draw(c draw.Canvas) {
	p := newPlot()
	low, high := t.Base, t.Base
	for _, b := range t.Bars {
		low, high = min(low, b.Low, b.High), max(high, b.Low, b.High)
	}
	room := (high - low) * 0.14 // for the labels at the ends of the bars
	p.X.Tick.Marker, p.X.Min, p.X.Max = measureTicks(low-room, high+room, t.Share)
	p.X.Label.Text = t.X
	p.Y.Min, p.Y.Max = -0.5, float64(max(len(t.Bars), 1))-0.5
	p.Y.Tick.Label = aligned(letters(footerSize, ink), draw.XRight)
	p.Y.Tick.Label.YAlign = draw.YCenter
	names := (c.Max.X - c.Min.X) * 0.42
	var ticks plot.ConstantTicks
	for i, b := range t.Bars {
		ticks = append(ticks, plot.Tick{Value: float64(len(t.Bars) - 1 - i), Label: fitStart(b.Setting, names)})
	}
	p.Y.Tick.Marker = ticks
	p.Y.Padding = 4
	p.Add(t)
	p.Draw(draw.Crop(c, 0, -14, 0, 0))
}

// fitStart shortens a dotted key at its beginning, to whole names where one fits: its end tells more.
func fitStart(key string, w vg.Length) string {
	s := letters(footerSize, ink)
	if s.Width(key) <= w {
		return key
	}
	r := []rune(key)
	for len(r) > 1 && s.Width("…"+string(r)) > w {
		r = r[1:]
	}
	if _, names, ok := strings.Cut(string(r), "."); ok && names != "" {
		return "…" + names
	}
	return "…" + string(r)
}

// Plot draws the bars: blue to the high end of a setting, grey to the low.
func (t Tornado) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		c.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.7}, x(tick.Value), c.Min.Y, x(tick.Value), c.Max.Y)
	}
	base := x(t.Base)
	for i, b := range t.Bars {
		at := y(float64(len(t.Bars) - 1 - i))
		half := min((y(1)-y(0))*0.32, 8)
		ends := []struct {
			value float64
			label string
			fill  *paint
		}{{b.Low, b.LowLabel, grey}, {b.High, b.HighLabel, blue}}
		if math.Abs(b.High-t.Base) > math.Abs(b.Low-t.Base) { // the shorter one on top, should both lie on one side
			ends[0], ends[1] = ends[1], ends[0]
		}
		reach := map[bool]vg.Length{}
		for _, e := range ends {
			end := x(e.value)
			c.FillPolygon(e.fill, box(base, at-half, end, at+half))
			right := e.value > t.Base
			if _, taken := reach[right]; taken {
				right = !right
				end = base
			}
			reach[right] = end
			style, gap := letters(footerSize, muted), vg.Length(4)
			if !right {
				style, gap = aligned(style, draw.XRight), -gap
			}
			put(c, style, end+gap, at, e.label)
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1.2}, base, c.Min.Y, base, c.Max.Y)
}
