package plots

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// A Heat is a measure over two settings.
type Heat struct {
	Name, Title, Scenario, Footer string
	Notes                         []string
	X, Y                          string   // the settings
	Columns, Rows                 []string // their values, in order
	Share                         bool     // the measure is a share, shown in percent
	Cells                         []HeatCell
	Target                        *float64 // where the contour runs; nil: none
}

// A HeatCell is the measure at two values, by their places; NaN where there is none.
type HeatCell struct {
	Column, Row int
	Value       float64
}

// Picture draws a cell for every combination, with a contour through those at the target. Where combinations are few out
// of many, they are dots.
func (h Heat) Picture() Picture {
	return Picture{
		Name: h.Name, Title: h.Title, Alt: h.alt(), height: pictureHeight + 60 + noteHeight*vg.Length(len(h.Notes)),
		draw: func(c draw.Canvas) {
			h.draw(frame{title: h.Title, scenario: h.Scenario, footer: h.Footer, notes: h.Notes}.draw(c))
		},
	}
}

func (h Heat) alt() string {
	text := h.Title + " over " + h.X + " and " + h.Y
	if low, high, ok := h.span(); ok {
		text += ": from " + valueText(low, h.Share) + " to " + valueText(high, h.Share)
	}
	return text + "; " + strconv.Itoa(len(h.Cells)) + " combinations. " + h.Footer + "."
}

// span is the range of the values.
func (h Heat) span() (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, c := range h.Cells {
		if !math.IsNaN(c.Value) {
			low, high, ok = min(low, c.Value), max(high, c.Value), true
		}
	}
	return low, high, ok
}

func (h Heat) draw(c draw.Canvas) {
	low, high, _ := h.span()
	ticks, from, to := measureTicks(low, high, h.Share)
	scale := newScale(from, to, h.Share)
	const barWidth = 66
	plotArea, barArea := c, c
	plotArea.Max.X, barArea.Min.X = c.Max.X-barWidth, c.Max.X-barWidth+14

	p := newPlot()
	p.X.Min, p.X.Max = -0.5, float64(len(h.Columns))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(len(h.Rows))-0.5
	p.X.Label.Text, p.Y.Label.Text = h.X, h.Y
	p.Y.Padding = 4
	p.Y.Tick.Marker = rowTicks(h.Rows, plotArea.Max.Y-plotArea.Min.Y-40)
	p.X.Tick.Marker = labelTicks(h.Columns, plotArea.Max.X-plotArea.Min.X-60)
	p.Add(heatCells{h, scale})
	p.Draw(plotArea)

	data := p.DataCanvas(plotArea)
	bar := newPlot()
	bar.HideX()
	bar.X.Min, bar.X.Max = 0, 1
	bar.Y.Min, bar.Y.Max = from, to
	bar.Y.Tick.Marker = plot.ConstantTicks{}
	bar.Add(colorBar{scale, ticks})
	barArea.Min.Y, barArea.Max.Y, barArea.Max.X = data.Min.Y, data.Max.Y, barArea.Min.X+12
	bar.Draw(barArea)
}

// rowTicks are labels one above the other, as many as fit.
func rowTicks(labels []string, height vg.Length) plot.ConstantTicks {
	most := max(int(height/(textSize+5)), 1)
	var ticks plot.ConstantTicks
	for _, i := range labelsShown(labels, most) {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: labels[i]})
	}
	return ticks
}

// A scale gives values colours: shares on two hues that part at a half, other measures from dark to light.
type scale struct {
	from, to float64
	at       func(v float64) color.NRGBA
}

func newScale(from, to float64, share bool) scale {
	s := scale{from: from, to: to}
	if share {
		// A half is always the middle, so that the hue tells who is favoured.
		reach := max(0.5-from, to-0.5, 0.05)
		m := moreland.SmoothBlueTan()
		m.SetMin(0.5 - reach)
		m.SetMax(0.5 + reach)
		s.at = func(v float64) color.NRGBA {
			c, err := m.At(min(max(v, 0.5-reach), 0.5+reach))
			if err != nil {
				return grey.light
			}
			return color.NRGBAModel.Convert(c).(color.NRGBA)
		}
		return s
	}
	s.at = func(v float64) color.NRGBA { return between(darkToLight, (v-from)/(to-from)) }
	return s
}

// darkToLight grows evenly in lightness and is told apart by every kind of colour vision: five colours of cividis (J. R.
// Nuñez, C. R. Anderton and R. S. Renslow, PLoS ONE 13 (2018), e0199239).
var darkToLight = []color.NRGBA{hex(0x00224e, 255), hex(0x434e6c, 255), hex(0x7d7c78, 255), hex(0xbcaf6f, 255), hex(0xfee838, 255)}

// between mixes neighbouring colours; u runs from 0, the first, to 1, the last.
func between(colors []color.NRGBA, u float64) color.NRGBA {
	at := min(max(u, 0), 1) * float64(len(colors)-1)
	i := min(int(at), len(colors)-2)
	part := at - float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + part*(float64(b)-float64(a)))) }
	a, b := colors[i], colors[i+1]
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// heatCells is a plotter.
type heatCells struct {
	Heat
	scale scale
}

// seam is how far cells lap over each other: no paper shines through, on screen or paper.
const seam vg.Length = 0.4

// Plot draws the cells, their values where there is room, and the contour.
func (h heatCells) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	width, height := x(1)-x(0), y(1)-y(0)
	dots := 2*len(h.Cells) < len(h.Columns)*len(h.Rows)
	for _, cell := range h.Cells {
		left, bottom := x(float64(cell.Column)-0.5), y(float64(cell.Row)-0.5)
		middle := vg.Point{X: left + width/2, Y: bottom + height/2}
		switch {
		case math.IsNaN(cell.Value):
			cross := min(width, height, 10) / 3
			line := draw.LineStyle{Color: muted, Width: 1}
			c.StrokeLine2(line, middle.X-cross, middle.Y-cross, middle.X+cross, middle.Y+cross)
			c.StrokeLine2(line, middle.X-cross, middle.Y+cross, middle.X+cross, middle.Y-cross)
		case dots:
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: axisLine, Radius: 5, Shape: draw.CircleGlyph{}}, middle)
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: h.scale.at(cell.Value), Radius: 4.4, Shape: draw.CircleGlyph{}}, middle)
		default:
			right, top := min(left+width+seam, c.Max.X), min(bottom+height+seam, c.Max.Y)
			c.FillPolygon(h.scale.at(cell.Value), box(left, bottom, right, top))
		}
	}
	if dots {
		if len(h.Cells) <= numbersMost {
			h.numberDots(c, x, y)
		}
		return
	}
	if h.Target != nil {
		h.contour(c, x, y)
	}
	if style := letters(footerSize, ink); width > style.Width("00.0")+4 && height > footerSize+3 {
		sign := ""
		if h.Share && width > style.Width("00.0 %")+4 {
			sign = " %"
		}
		for _, cell := range h.Cells {
			if !math.IsNaN(cell.Value) {
				text := aligned(style, draw.XCenter)
				text.Color = readable(h.scale.at(cell.Value))
				label := short(cell.Value, h.Share) + sign
				if text.Width(label)+4 > width {
					continue
				}
				at := vg.Point{X: x(float64(cell.Column)), Y: y(float64(cell.Row))}
				if h.Target != nil { // the contour stops at the number
					half := text.Width(label)/2 + 2
					c.FillPolygon(h.scale.at(cell.Value), box(at.X-half, at.Y-footerSize*0.6, at.X+half, at.Y+footerSize*0.6))
				}
				put(c, text, at.X, at.Y, label)
			}
		}
	}
}

// numbersMost is how many dots have their value beside them.
const numbersMost = 64

// numberDots writes the values beside the dots, on the side that has room.
func (h heatCells) numberDots(c draw.Canvas, x, y func(float64) vg.Length) {
	const gap = 7
	style := letters(footerSize, ink)
	for _, cell := range h.Cells {
		if math.IsNaN(cell.Value) {
			continue
		}
		label := short(cell.Value, h.Share)
		if h.Share {
			label += " %"
		}
		at, side, shift := x(float64(cell.Column)), draw.XLeft, vg.Length(gap)
		if at+gap+style.Width(label) > c.Max.X {
			side, shift = draw.XRight, -gap
		}
		put(c, aligned(style, side), at+shift, y(float64(cell.Row)), label)
	}
}

// readable is black or white, whichever stands out more on a colour.
func readable(c color.NRGBA) color.Color {
	if 0.299*float64(c.R)+0.587*float64(c.G)+0.114*float64(c.B) > 128 {
		return hex(0x1b2733, 255)
	}
	return hex(0xffffff, 255)
}

// short writes a value in a cell. A share that would look like none or all of it is written as "<0.1" or ">99.9".
func short(v float64, share bool) string {
	if !share {
		return summary.Plain(v)
	}
	v = summary.Snapped(v)
	text := strconv.FormatFloat(math.Abs(100*v), 'f', 1, 64)
	switch {
	case text == "0.0" && v > 0:
		return "<0.1"
	case text == "100.0" && v < 1:
		return ">99.9"
	}
	return text
}

// contour draws where the measure is at the target, straight between the middles of cells (marching squares).
func (h heatCells) contour(c draw.Canvas, x, y func(float64) vg.Length) {
	value := make([][]float64, len(h.Columns))
	for i := range value {
		value[i] = make([]float64, len(h.Rows))
		for j := range value[i] {
			value[i][j] = math.NaN()
		}
	}
	for _, cell := range h.Cells {
		value[cell.Column][cell.Row] = cell.Value - *h.Target
	}
	var lines [][]vg.Point
	for i := range len(h.Columns) - 1 {
		for j := range len(h.Rows) - 1 {
			// Corners counter-clockwise, and the points on the sides between them.
			corners := [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}
			var cuts []vg.Point
			for k := range corners {
				a, b := corners[k], corners[(k+1)%4]
				va, vb := value[a[0]][a[1]], value[b[0]][b[1]]
				if math.IsNaN(va) || math.IsNaN(vb) || (va < 0) == (vb < 0) {
					continue
				}
				part := va / (va - vb)
				cuts = append(cuts, vg.Point{
					X: x(float64(a[0]) + part*float64(b[0]-a[0])), Y: y(float64(a[1]) + part*float64(b[1]-a[1])),
				})
			}
			for k := 0; k+1 < len(cuts); k += 2 {
				lines = append(lines, cuts[k:k+2])
			}
		}
	}
	for _, l := range lines {
		c.StrokeLines(draw.LineStyle{Color: hex(0xffffff, 255), Width: 4}, l)
	}
	for _, l := range lines {
		c.StrokeLines(draw.LineStyle{Color: hex(0x1b2733, 255), Width: 1.8}, l)
	}
}

// colorBar is a plotter: the scale, with its values beside it.
type colorBar struct {
	scale scale
	ticks plot.ConstantTicks
}

// Plot draws the bar.
func (b colorBar) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	const steps = 64
	for i := range steps {
		low := b.scale.from + (b.scale.to-b.scale.from)*float64(i)/steps
		high := b.scale.from + (b.scale.to-b.scale.from)*float64(i+1)/steps
		c.FillPolygon(b.scale.at((low+high)/2), box(c.Min.X, y(low), c.Max.X, min(y(high)+seam, c.Max.Y)))
	}
	for _, t := range b.ticks {
		if t.Value >= p.Y.Min && t.Value <= p.Y.Max {
			put(c, letters(footerSize, muted), c.Max.X+5, y(t.Value), t.Label)
		}
	}
}
