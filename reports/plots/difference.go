package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// Intervals show what is known of several numbers, a row each: differences around zero, or values and their bounds.
type Intervals struct {
	Name, Title, Scenario, Footer string
	Notes                         []string
	Axis                          string // what the scale of all rows shows, with its unit; "": every row has its own scale
	Zero                          bool   // 0 is in the middle of every row, and a line runs through it
	Rows                          []IntervalRow
}

// An IntervalRow is a number with its interval, in the row's own unit, and what is written beside it.
type IntervalRow struct {
	Name, Under    string // what the number is, and a remark
	Value, Beside  string // the number as it is written, and a remark
	Est, Low, High float64
	// Bounds shade a stretch; an infinite end bounds nothing. Both infinite: nothing is shaded.
	Bounds [2]float64
	Tone   Tone
}

// Unbounded shades nothing.
var Unbounded = [2]float64{math.Inf(-1), math.Inf(1)}

// A Tone says with a colour how a row is to be taken; the row's words say it, too.
type Tone uint8

// Tones: of what is open, told, good and bad.
const (
	Open Tone = iota
	Told
	Good
	Bad
)

var tones = [...]*paint{Open: grey, Told: blue, Good: green, Bad: vermilion}

const (
	intervalRow  vg.Length = 30
	intervalAxis vg.Length = 34 // tick labels and what the axis shows
)

// Picture draws the rows, one below the other.
func (v Intervals) Picture() Picture {
	height := 64 + intervalRow*vg.Length(max(len(v.Rows), 1)) + noteHeight*vg.Length(len(v.Notes))
	if v.Axis != "" {
		height += intervalAxis
	}
	return Picture{
		Name: v.Name, Title: v.Title, Alt: v.alt(), height: height,
		draw: func(c draw.Canvas) {
			v.draw(frame{title: v.Title, scenario: v.Scenario, footer: v.Footer, notes: v.Notes}.draw(c))
		},
	}
}

func (v Intervals) alt() string {
	words := v.Title
	for i, r := range v.Rows {
		words += map[bool]string{true: ": ", false: "; "}[i == 0] + r.Name
		for _, more := range []string{r.Under, r.Value, r.Beside} {
			if more != "" {
				words += ", " + more
			}
		}
	}
	return words + ". " + v.Footer + "."
}

// A stretch lays numbers out between 0 and 1. It divides by unit first, so that no number is too large to subtract from.
type stretch struct{ unit, from, to float64 }

func (s stretch) at(x float64) float64 { return (x/s.unit - s.from) / (s.to - s.from) }

// stretchOf holds all numbers of the rows, with room around them.
func (v Intervals) stretchOf(rows ...IntervalRow) stretch {
	s := stretch{from: math.Inf(1), to: math.Inf(-1)}
	var numbers []float64
	for _, r := range rows {
		for _, x := range []float64{r.Est, r.Low, r.High, r.Bounds[0], r.Bounds[1]} {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				numbers = append(numbers, x)
				s.unit = max(s.unit, math.Abs(x))
			}
		}
	}
	if s.unit == 0 {
		s.unit = 1
	}
	if v.Zero {
		s.from, s.to = -1.1, 1.1
		return s
	}
	if len(numbers) == 0 {
		numbers = []float64{0}
	}
	for _, x := range numbers {
		s.from, s.to = min(s.from, x/s.unit), max(s.to, x/s.unit)
	}
	room := (s.to - s.from) * 0.3
	if room == 0 {
		room = 0.1
	}
	s.from, s.to = s.from-room, s.to+room
	return s
}

func (v Intervals) draw(c draw.Canvas) {
	name, under := letters(textSize, ink), letters(footerSize, muted)
	value := bold(name)
	width := c.Max.X - c.Min.X
	var left, right vg.Length
	for _, r := range v.Rows {
		left = max(left, name.Width(r.Name), under.Width(r.Under))
		right = max(right, value.Width(r.Value), under.Width(r.Beside))
	}
	left, right = min(left, width*0.37), min(right, width*0.33)
	field := draw.Crop(c, left+10, -right-10, 0, 0)
	if v.Axis != "" {
		field.Min.Y += intervalAxis
		v.axis(c, field)
	}
	for i, r := range v.Rows {
		top := field.Max.Y - intervalRow*vg.Length(i)
		row := field
		row.Max.Y, row.Min.Y = top, top-intervalRow
		s := v.stretchOf(r)
		if v.Axis != "" {
			s = v.stretchOf(v.Rows...)
		}
		r.draw(row, s)
		upper, lower := top-intervalRow*0.32, top-intervalRow*0.70
		put(c, name, c.Min.X, upper, fit(name, r.Name, left))
		put(c, under, c.Min.X, lower, fit(under, r.Under, left))
		put(c, value, field.Max.X+10, upper, fit(value, r.Value, right))
		put(c, under, field.Max.X+10, lower, fit(under, r.Beside, right))
	}
	if v.Zero {
		middle := (field.Min.X + field.Max.X) / 2
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1.2}, middle, field.Min.Y, middle, field.Max.Y)
	}
}

// axis draws the grid of the scale that all rows share, labels as many of its ticks as there is room for, and names it.
func (v Intervals) axis(c, field draw.Canvas) {
	s := v.stretchOf(v.Rows...)
	ticks, _, _ := valueTicks(s.from*s.unit, s.to*s.unit, 0)
	label := aligned(letters(footerSize, muted), draw.XCenter)
	x := func(t plot.Tick) vg.Length { return field.Min.X + vg.Length(s.at(t.Value))*field.Size().X }
	every := 1
	if len(ticks) > 1 {
		widest, apart := vg.Length(0), x(ticks[1])-x(ticks[0])
		for _, t := range ticks {
			widest = max(widest, label.Width(t.Label))
		}
		every = max(int(math.Ceil(float64((widest+8)/apart))), 1)
	}
	zero := 0 // labels are counted from the tick at zero, or the first
	for i, t := range ticks {
		if t.Value == 0 {
			zero = i
		}
	}
	for i, t := range ticks {
		if at := s.at(t.Value); at < 0 || at > 1 {
			continue
		}
		c.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.7}, x(t), field.Min.Y, x(t), field.Max.Y)
		if (i-zero)%every == 0 {
			put(c, label, x(t), field.Min.Y-9, summary.Plain(t.Value))
		}
	}
	name := aligned(letters(footerSize, muted), draw.XCenter)
	put(c, name, (field.Min.X+field.Max.X)/2, field.Min.Y-22, v.Axis)
}

// draw paints the bounds, the interval and the number. An interval without an end runs to the edge.
func (r IntervalRow) draw(c draw.Canvas, s stretch) {
	x := func(v float64) vg.Length {
		return c.Min.X + vg.Length(min(max(s.at(v), 0), 1))*c.Size().X
	}
	middle := (c.Min.Y + c.Max.Y) / 2
	if r.Bounds != Unbounded {
		low, high := x(r.Bounds[0]), x(r.Bounds[1])
		c.FillPolygon(blueWide, box(low, middle-10, high, middle+10))
		for _, end := range r.Bounds {
			if !math.IsInf(end, 0) {
				c.StrokeLine2(draw.LineStyle{Color: blue, Width: 1}, x(end), middle-10, x(end), middle+10)
			}
		}
	}
	if math.IsNaN(r.Est) {
		return
	}
	line := draw.LineStyle{Color: tones[r.Tone], Width: 2}
	c.StrokeLine2(line, x(r.Low), middle, x(r.High), middle)
	if r.Low < r.High {
		for _, end := range []float64{r.Low, r.High} {
			if !math.IsInf(end, 0) {
				c.StrokeLine2(line, x(end), middle-4, x(end), middle+4)
			}
		}
	}
	c.FillPolygon(tones[r.Tone], disc(x(r.Est), middle, 3))
}

// disc is a round as a polygon of as many corners as show.
func disc(x, y, radius vg.Length) []vg.Point {
	const corners = 24
	points := make([]vg.Point, corners)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = vg.Point{X: x + radius*vg.Length(cos), Y: y + radius*vg.Length(sin)}
	}
	return points
}
