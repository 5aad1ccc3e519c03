package plots

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Effects show a measure over several settings, a panel each: every point as a dot over its value of the setting, and a line
// through the means of the points of each value (main effects). Panels share the measure's axis, so that a steep line in one is a
// greater effect than a flat one in another.
type Effects struct {
	Name, Title, Scenario, Footer string
	Notes                         []string
	Y                             string // the measure, with its unit
	Share                         bool   // the measure is a share, shown in percent
	Panels                        []EffectsPanel
	Target                        *float64 // a level line
}

// An EffectsPanel is one setting.
type EffectsPanel struct {
	Setting string
	Labels  []string // the setting's values, in order
	Points  []EffectsPoint
}

// An EffectsPoint is the measure at one point, by the place of its value of the setting.
type EffectsPoint struct {
	At int
	Y  float64
}

// Panels stand side by side, so many in a row at most, and so many in all: more would be too small to read.
const (
	panelsAbreast = 3
	panelsMost    = 12
)

// effectsHeight is that of a panel with its axis and the name of its setting.
const effectsHeight vg.Length = 150

func (e Effects) shown() []EffectsPanel { return e.Panels[:min(len(e.Panels), panelsMost)] }

// Picture draws the panels, from left to right and from top to bottom.
func (e Effects) Picture() Picture {
	rows := (len(e.shown()) + panelsAbreast - 1) / panelsAbreast
	notes := e.notes()
	return Picture{
		Name: e.Name, Title: e.Title, Alt: e.alt(), height: 76 + effectsHeight*vg.Length(max(rows, 1)) + noteHeight*vg.Length(len(notes)),
		draw: func(c draw.Canvas) {
			e.draw(frame{title: e.Title, scenario: e.Scenario, footer: e.Footer, notes: notes}.draw(c))
		},
	}
}

// notes are those given, and what is not shown.
func (e Effects) notes() []string {
	if len(e.Panels) <= panelsMost {
		return e.Notes
	}
	return append(slices.Clone(e.Notes), "The first "+strconv.Itoa(panelsMost)+" of "+strconv.Itoa(len(e.Panels))+" settings are shown.")
}

func (e Effects) alt() string {
	text := e.Title + ", mean over all points with the same value of a setting"
	for _, p := range e.shown() {
		if m := p.means(); len(m) > 0 {
			first, last := m[0], m[len(m)-1]
			text += "; " + p.Setting + ": " + valueText(first.Y, e.Share) + " at " + p.Labels[first.At] + ", " + valueText(last.Y, e.Share) + " at " + p.Labels[last.At]
		}
	}
	return text + ". " + e.Footer + "."
}

// means are the mean of the points at each value of the setting that has any.
func (p EffectsPanel) means() []EffectsPoint {
	sums, counts := make([]float64, len(p.Labels)), make([]float64, len(p.Labels))
	for _, pt := range p.Points {
		sums[pt.At] += pt.Y
		counts[pt.At]++
	}
	var list []EffectsPoint
	for at, n := range counts {
		if n > 0 {
			list = append(list, EffectsPoint{at, sums[at] / n})
		}
	}
	return list
}

func (e Effects) draw(c draw.Canvas) {
	c = heading(c, e.Y)
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range e.Panels {
		for _, pt := range p.Points {
			low, high = min(low, pt.Y), max(high, pt.Y)
		}
	}
	if e.Target != nil {
		low, high = min(low, *e.Target), max(high, *e.Target)
	}
	ticks, from, to := measureTicks(low, high, e.Share)
	width := (c.Max.X - c.Min.X) / panelsAbreast
	for i, panel := range e.shown() {
		area := c
		area.Min.X += width * vg.Length(i%panelsAbreast)
		area.Max.X = area.Min.X + width - 8
		area.Max.Y -= effectsHeight * vg.Length(i/panelsAbreast)
		area.Min.Y = area.Max.Y - effectsHeight + 10
		p := newPlot()
		p.X.Label.Text = fitStart(panel.Setting, area.Max.X-area.Min.X-30)
		p.X.Min, p.X.Max = -0.3, float64(max(len(panel.Labels), 1))-0.7
		p.X.Tick.Marker = labelTicks(panel.Labels, area.Max.X-area.Min.X-40)
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker = from, to, ticks
		p.Y.Padding = 4
		p.Add(effectsPanel{panel, e.Target})
		p.Draw(area)
	}
}

// effectsPanel is a plotter.
type effectsPanel struct {
	EffectsPanel
	target *float64
}

// Plot draws the dots, and over them the line through the means.
func (e effectsPanel) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	rules(c, p)
	if e.target != nil {
		at := y(*e.target)
		c.StrokeLine2(draw.LineStyle{Color: vermilion, Width: 1.2, Dashes: []vg.Length{4, 2.5}}, c.Min.X, at, c.Max.X, at)
	}
	for _, pt := range e.Points {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: axisLine, Radius: 1.6, Shape: draw.RingGlyph{}}, vg.Point{X: x(float64(pt.At)), Y: y(pt.Y)})
	}
	var line []vg.Point
	for _, m := range e.means() {
		line = append(line, vg.Point{X: x(float64(m.At)), Y: y(m.Y)})
	}
	c.StrokeLines(draw.LineStyle{Color: blue, Width: 2}, line)
	if len(line) <= manyPoints/panelsAbreast {
		for _, at := range line {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: blue, Radius: 2.6, Shape: draw.CircleGlyph{}}, at)
		}
	}
}
