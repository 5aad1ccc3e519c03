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

// endingsSpread says whether games end in different turns, so that there is something to see turn by turn.
func endingsSpread(s *summary.Summary) bool {
	turns := 0
	if len(s.Outcomes) == 0 {
		return false
	}
	for i := range s.Outcomes[0].ByTurn {
		for _, o := range s.Outcomes {
			if i < len(o.ByTurn) && o.ByTurn[i].Games > 0 {
				turns++
				break
			}
		}
	}
	return turns > 1
}

// endings is the cumulative incidence of every outcome that came: the share of games that had ended so by each turn.
func endings(s *summary.Summary) Picture {
	title := "How games end, turn by turn"
	var lines incidence
	var alts []string
	for i, o := range s.Outcomes {
		if o.Games == 0 || len(o.ByTurn) == 0 {
			continue
		}
		l := line{outcome: o, style: lineStyles[i%len(lineStyles)]}
		if o.Name == summary.Unresolved {
			l.style = draw.LineStyle{Color: grey, Width: 2}
		}
		lines = append(lines, l)
		alts = append(alts, endingAlt(o))
	}
	notes := []string{"Share of all games that had ended so by the end of the turn (cumulative incidence)."}
	if lines.wide() {
		notes = append(notes, "Shaded: "+summary.Plain(100*s.Confidence)+" % intervals.")
	}
	return Picture{
		Name: "endings", Title: title, Alt: title + ": " + strings.Join(alts, "; ") + ". " + footer(s) + ".",
		height: max(pictureHeight, 110+vg.Length(len(lines))*endPitch) + 20 + noteHeight*vg.Length(len(notes)),
		draw:   func(c draw.Canvas) { drawEndings(frameOf(s, title, notes).draw(c), lines) },
	}
}

func endingAlt(o summary.Outcome) string {
	half := int64(0)
	for _, t := range o.ByTurn {
		if half += t.Games; 2*half >= o.Games {
			return o.Name + " " + summary.Brief(o.ByTurn[len(o.ByTurn)-1].Share) + " % in all, half of it by turn " + strconv.Itoa(t.Turn)
		}
	}
	return o.Name
}

// lineStyles tell lines apart by colour, and in grey by how light they are and how they are broken.
var lineStyles = []draw.LineStyle{
	{Color: blue, Width: 2},
	{Color: vermilion, Width: 2, Dashes: []vg.Length{6, 2.5}},
	{Color: green, Width: 2, Dashes: []vg.Length{2, 2}},
	{Color: orange, Width: 2},
	{Color: ink, Width: 1.4, Dashes: []vg.Length{8, 2, 2, 2}},
	{Color: purple, Width: 2, Dashes: []vg.Length{4, 2}},
	{Color: muted, Width: 1.4},
	{Color: blue, Width: 1.4, Dashes: []vg.Length{1.5, 2.5}},
}

// incidence is a plotter: the stepped lines of outcomes, named at their ends.
type incidence []line

type line struct {
	outcome summary.Outcome
	style   draw.LineStyle
}

// end is the share of games in the last turn.
func (l line) end() float64 { return l.outcome.ByTurn[len(l.outcome.ByTurn)-1].Share }

func (l line) label() string { return l.outcome.Name + "  " + summary.Brief(l.end()) + " %" }

// wide says whether some interval can be seen.
func (x incidence) wide() bool {
	for _, l := range x {
		for _, t := range l.outcome.ByTurn {
			if t.Low != nil && t.High != nil && *t.High-*t.Low > 0.012 {
				return true
			}
		}
	}
	return false
}

const endPitch = footerSize + 3

// Lengths in points: of the piece of a line before its name, and from there to the name.
const (
	pieceOfLine vg.Length = 13
	gapPiece    vg.Length = 3
)

func drawEndings(c draw.Canvas, lines incidence) {
	c = heading(c, "share of games")
	top, right := 0.0, vg.Length(0)
	for _, l := range lines {
		top = max(top, l.end())
		right = max(right, letters(footerSize, ink).Width(l.label()))
	}
	right = min(right, (c.Max.X-c.Min.X)*0.4) + gapLabel + pieceOfLine + gapPiece
	p := newPlot()
	ticks, _, most := valueTicks(0, 100*top, 0.001)
	for i := range ticks {
		ticks[i].Value /= 100
		ticks[i].Label += " %"
	}
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, most/100, ticks
	last := lines[0].outcome.ByTurn[len(lines[0].outcome.ByTurn)-1].Turn
	p.X.Min, p.X.Max = 0, float64(last)+0.4
	p.X.Tick.Marker = turnTicks(1, last)
	p.X.Label.Text = "turn"
	p.Add(lines)
	p.Draw(draw.Crop(c, 0, -right, 0, 0))
}

// Plot draws the lines.
func (x incidence) Plot(c draw.Canvas, p *plot.Plot) {
	rules(c, p)
	toX, toY := p.Transforms(&c)
	wide := x.wide()
	stepped := func(l line, value func(summary.OutcomeTurn) float64) []vg.Point {
		curve := []vg.Point{{X: toX(0), Y: toY(0)}}
		for _, t := range l.outcome.ByTurn {
			curve = step(curve, toX(float64(t.Turn)), toY(value(t)))
		}
		return append(curve, vg.Point{X: c.Max.X, Y: curve[len(curve)-1].Y})
	}
	for _, l := range x {
		if !wide {
			break
		}
		low := stepped(l, func(t summary.OutcomeTurn) float64 { return *t.Low })
		high := stepped(l, func(t summary.OutcomeTurn) float64 { return *t.High })
		slices.Reverse(high)
		c.FillPolygon(shade, append(low, high...))
	}
	for _, l := range x {
		c.StrokeLines(l.style, stepped(l, func(t summary.OutcomeTurn) float64 { return t.Share }))
	}
	x.name(c, toY)
}

// name writes the outcomes where their lines end, moved apart where they would touch, with a piece of the line.
func (x incidence) name(c draw.Canvas, y func(float64) vg.Length) {
	order := slices.Clone(x)
	slices.SortStableFunc(order, func(a, b line) int { return int(a.outcome.Games - b.outcome.Games) })
	ends := make([]vg.Length, len(order))
	for i, l := range order {
		ends[i] = y(l.end())
	}
	at := apart(ends, endPitch, c.Max.Y)
	for i, l := range order {
		from := c.Max.X + gapLabel
		c.StrokeLines(draw.LineStyle{Color: axisLine, Width: 0.5}, []vg.Point{{X: c.Max.X + 1, Y: ends[i]}, {X: from - 1, Y: at[i]}})
		c.StrokeLines(l.style, []vg.Point{{X: from, Y: at[i]}, {X: from + pieceOfLine, Y: at[i]}})
		name := from + pieceOfLine + gapPiece
		put(c, letters(footerSize, ink), name, at[i], fit(letters(footerSize, ink), l.label(), pictureWidth-margin-name))
	}
}
