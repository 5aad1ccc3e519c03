package plots

import (
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// fan shows a measure turn by turn over the games still on: nine games in ten lie in the light band, half in the dark one.
func fan(s *summary.Summary, key string, points []summary.CurvePoint) Picture {
	_, name := sideAndMeasure(key)
	m, _ := s.Measures.Get(name)
	title := FanTitle(s, key)
	on := StillOn(s, key)
	shown, notes := worthShowing(points, on)
	heading := summary.Words(name)
	if m.Unit != "" {
		heading += ", " + m.Unit
	}
	return Picture{
		Name: FileName(key), Title: title, Alt: fanAlt(s, title, on, shown), height: pictureHeight + 36 + noteHeight*vg.Length(len(notes)),
		draw: func(c draw.Canvas) {
			around := frame{title: title, scenario: s.Scenario.Title, footer: played(s), notes: notes}
			drawFan(around.draw(c), heading, on+" still on", shown)
		},
	}
}

// FanTitle is the heading of a curve: the side is named unless it is the ruleset's only one.
func FanTitle(s *summary.Summary, key string) string {
	side, name := sideAndMeasure(key)
	title := upperFirst(summary.Words(name))
	if side != "" && side != s.Scenario.Ruleset {
		title += " of " + summary.Words(side)
	}
	return title + ", turn by turn"
}

func sideAndMeasure(key string) (side, measure string) {
	side, measure, found := strings.Cut(key, ".")
	if !found {
		return "", key
	}
	return side, measure
}

// StillOn is what a curve is taken over: games, or wars where it is about one.
func StillOn(s *summary.Summary, key string) string {
	side, _ := sideAndMeasure(key)
	if _, war := s.Wars.ByWar.Get(side); war {
		return "wars"
	}
	return "games"
}

func fanAlt(s *summary.Summary, title, on string, p []summary.CurvePoint) string {
	at := func(p summary.CurvePoint) string {
		return "turn " + strconv.Itoa(p.Turn) + " median " + summary.Plain(p.P50) + ", nine " + on + " in ten from " + summary.Plain(p.P05) +
			" to " + summary.Plain(p.P95) + ", " + summary.Of(p.Games, strings.TrimSuffix(on, "s")) + " on"
	}
	text := title + ", over the " + on + " still on: " + at(p[0])
	if len(p) > 1 {
		text += "; " + at(p[len(p)-1])
	}
	return text + ". " + played(s) + "."
}

func upperFirst(t string) string { return strings.ToUpper(t[:1]) + t[1:] }

// FileName is the name of the picture of a curve: its key with everything but letters, digits, points and underscores turned into hyphens: it may hold any name of a scenario.
func FileName(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, key)
}

// reached cuts the turns that hardly any game reached.
func reached(points []summary.CurvePoint) []summary.CurvePoint {
	most := mostGames(points)
	last := len(points)
	for last > 1 && share(points[last-1].Games, most) < summary.Negligible {
		last--
	}
	return points[:last]
}

func mostGames(points []summary.CurvePoint) (most int64) {
	for _, p := range points {
		most = max(most, p.Games)
	}
	return most
}

// few is the share of games below which a turn of a fan tells of the longest games only.
const few = 0.1

// worthShowing cuts the turns that hardly any game reached, and says so; and it says from which
// turn on few are left.
func worthShowing(points []summary.CurvePoint, on string) (shown []summary.CurvePoint, notes []string) {
	shown = reached(points)
	last, most := shown[len(shown)-1], mostGames(points)
	if len(shown) < len(points) {
		notes = append(notes, "Shown to turn "+strconv.Itoa(last.Turn)+"; after it fewer than 0.1 % of the "+on+" are still on.")
	}
	left := func(p summary.CurvePoint) string { return summary.Brief(share(p.Games, most)) + " %" }
	if i := slices.IndexFunc(shown, func(p summary.CurvePoint) bool { return share(p.Games, most) < few }); i >= 0 {
		text := "Few " + on + " are left at the right: " + left(shown[i]) + " of them in turn " + strconv.Itoa(shown[i].Turn)
		if last.Turn > shown[i].Turn {
			text += ", " + left(last) + " in turn " + strconv.Itoa(last.Turn)
		}
		notes = append(notes, text+".")
	}
	return shown, append(notes, "Line: median. Dashed: mean. Light band: 5 % to 95 % of the "+on+" still on. Dark band: 25 % to 75 %.")
}

func drawFan(c draw.Canvas, text, below string, points []summary.CurvePoint) {
	const strip = 76 // points high: how many games are still on
	upper, lower := c, c
	upper.Min.Y, lower.Max.Y = c.Min.Y+strip+12, c.Min.Y+strip
	upper, lower = heading(upper, text), heading(lower, below)

	f := newFanPlotter(points)
	right := letters(footerSize, muted).Width(summary.Count(points[len(points)-1].Games))
	for _, l := range f.labels {
		right = max(right, bold(letters(footerSize, ink)).Width(l.text))
	}
	right += gapLabel
	v, n := newPlot(), newPlot()
	v.Y.Tick.Marker, v.Y.Min, v.Y.Max = f.valueTicks()
	first, last := points[0].Turn, points[len(points)-1].Turn
	most := mostGames(points)
	n.Y.Min, n.Y.Max = 0, float64(most)
	n.Y.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: float64(most), Label: summary.Count(most)}}
	for _, p := range []*plot.Plot{v, n} {
		p.Y.Padding = 5 // the curves start at the edge: keep the numbers off them
		p.X.Min, p.X.Max = float64(first), float64(last)
		if first == last { // a single turn has no length: show it as wide as a turn
			p.X.Min, p.X.Max = float64(first)-0.5, float64(last)+0.5
		}
		p.X.Tick.Marker = turnTicks(first, last)
	}
	v.X.Tick.Marker = plot.ConstantTicks{}
	n.X.Label.Text = "turn"
	v.Add(f)
	n.Add(gamesOn(points))
	drawAligned([]*plot.Plot{v, n}, []draw.Canvas{draw.Crop(upper, 0, -right, 0, 0), draw.Crop(lower, 0, -right, 0, 0)})
}

// fanPlotter is a plotter: two bands, the median and the mean, named at their ends.
type fanPlotter struct {
	points []summary.CurvePoint
	labels []endLabel
}

type endLabel struct {
	value float64
	text  string
	bold  bool
}

func newFanPlotter(points []summary.CurvePoint) fanPlotter {
	return fanPlotter{points, endLabels(points[len(points)-1])}
}

// endLabels names the quantiles where the curves end, lowest first; those that coincide share one
// name, and the median is always named.
func endLabels(p summary.CurvePoint) []endLabel {
	quantiles := []endLabel{{p.P05, "5 %", false}, {p.P25, "25 %", false}, {p.P50, "median", true}, {p.P75, "75 %", false}, {p.P95, "95 %", false}}
	var labels []endLabel
	for i := 0; i < len(quantiles); {
		j := i
		for j+1 < len(quantiles) && quantiles[j+1].value == quantiles[i].value {
			j++
		}
		q := quantiles[i]
		if j > i {
			q.text = strings.TrimSuffix(quantiles[i].text, " %") + " – " + quantiles[j].text
			q.bold = i <= 2 && 2 <= j
			if i < 2 && 2 < j {
				q.text = "median, " + q.text
			}
		}
		labels = append(labels, q)
		i = j + 1
	}
	mean := endLabel{p.Mean, "mean", false}
	at := slices.IndexFunc(labels, func(l endLabel) bool { return l.value > p.Mean })
	if at < 0 {
		return append(labels, mean)
	}
	return slices.Insert(labels, at, mean)
}

const gapLabel vg.Length = 8

func (f fanPlotter) valueTicks() (plot.Ticker, float64, float64) {
	low, high := f.points[0].P05, f.points[0].P95
	for _, p := range f.points {
		low, high = min(low, p.P05, p.Mean), max(high, p.P95, p.Mean)
	}
	return valueTicks(low, high, 1) // measures are whole numbers: nothing to mark between them
}

// fewTurns is how many turns a fan may have for every one of them to be marked with a dot: between dots nothing was measured.
const fewTurns = 25

// Plot draws the fan.
func (f fanPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	rules(c, p)
	x, y := p.Transforms(&c)
	line := func(value func(summary.CurvePoint) float64) []vg.Point {
		var l []vg.Point
		for _, pt := range f.points {
			l = append(l, vg.Point{X: x(float64(pt.Turn)), Y: y(value(pt))})
		}
		if len(l) == 1 {
			return []vg.Point{{X: c.Min.X, Y: l[0].Y}, {X: c.Max.X, Y: l[0].Y}}
		}
		return l
	}
	band := func(fill *paint, low, high []vg.Point) {
		slices.Reverse(high)
		c.FillPolygon(fill, append(low, high...))
	}
	band(blueWide, line(func(p summary.CurvePoint) float64 { return p.P05 }), line(func(p summary.CurvePoint) float64 { return p.P95 }))
	band(blueHalf, line(func(p summary.CurvePoint) float64 { return p.P25 }), line(func(p summary.CurvePoint) float64 { return p.P75 }))
	c.StrokeLines(draw.LineStyle{Color: vermilion, Width: 1.2, Dashes: []vg.Length{4, 2.5}}, line(func(p summary.CurvePoint) float64 { return p.Mean }))
	c.StrokeLines(draw.LineStyle{Color: blue, Width: 2}, line(func(p summary.CurvePoint) float64 { return p.P50 }))
	if len(f.points) <= fewTurns {
		for _, pt := range f.points {
			at := vg.Point{X: x(float64(pt.Turn)), Y: y(pt.P50)}
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: blue, Radius: 2.6, Shape: draw.CircleGlyph{}}, at)
		}
	}
	f.name(c, y)
}

// name writes the labels at the ends of the curves, moved apart where they would touch, with a thin line to where they belong.
func (f fanPlotter) name(c draw.Canvas, y func(float64) vg.Length) {
	ends := make([]vg.Length, len(f.labels))
	for i, l := range f.labels {
		ends[i] = y(l.value)
	}
	at := apart(ends, footerSize+2, c.Max.Y)
	for i, l := range f.labels {
		s := letters(footerSize, muted)
		if l.bold {
			s = bold(letters(footerSize, ink))
		}
		c.StrokeLines(draw.LineStyle{Color: axisLine, Width: 0.5}, []vg.Point{{X: c.Max.X + 1, Y: y(l.value)}, {X: c.Max.X + gapLabel - 1.5, Y: at[i]}})
		put(c, s, c.Max.X+gapLabel, at[i], l.text)
	}
}

// apart are heights, lowest first, moved so that none is nearer to the next than pitch and none above top.
func apart(heights []vg.Length, pitch, top vg.Length) []vg.Length {
	at := slices.Clone(heights)
	for i := 1; i < len(at); i++ {
		at[i] = max(at[i], at[i-1]+pitch)
	}
	limit := top
	for i := len(at) - 1; i >= 0; i-- { // what was pushed above the top comes down again
		at[i] = min(at[i], limit)
		limit = at[i] - pitch
	}
	return at
}

// gamesOn is a plotter: the number of games behind every turn of the fan.
type gamesOn []summary.CurvePoint

// Plot draws the steps.
func (o gamesOn) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	steps := []vg.Point{{X: c.Min.X, Y: y(0)}}
	for _, pt := range o {
		left, right := max(x(float64(pt.Turn)-0.5), c.Min.X), min(x(float64(pt.Turn)+0.5), c.Max.X)
		steps = append(steps, vg.Point{X: left, Y: y(float64(pt.Games))}, vg.Point{X: right, Y: y(float64(pt.Games))})
	}
	c.FillPolygon(grey, append(steps, vg.Point{X: c.Max.X, Y: y(0)}))
	last := o[len(o)-1]
	put(c, letters(footerSize, muted), c.Max.X+gapLabel, max(y(float64(last.Games)), c.Min.Y+4), summary.Count(last.Games))
}
