package plots

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// A CurveSet is what one picture shows: a curve, or those of all sides that share a measure.
type CurveSet struct {
	ID     string // the curve's key, or the measure; the picture is FileName(ID)
	Title  string // heading of the picture
	Curves summary.Ordered[[]summary.CurvePoint]
}

// CurveSets sorts the curves of a summary into pictures, each where its first curve comes.
func CurveSets(s *summary.Summary) []CurveSet {
	var sets []CurveSet
	at := map[string]int{}
	for _, curve := range s.Curves {
		_, name := sideAndMeasure(curve.Key)
		i, there := at[name]
		if !there {
			i = len(sets)
			at[name] = i
			sets = append(sets, CurveSet{})
		}
		sets[i].Curves = append(sets[i].Curves, curve)
	}
	for i := range sets {
		set := &sets[i]
		set.ID, set.Title = set.Curves[0].Key, FanTitle(s, set.Curves[0].Key)
		if len(set.Curves) > 1 {
			_, set.ID = sideAndMeasure(set.ID)
			set.Title = upperFirst(summary.Words(set.ID)) + ", turn by turn"
		}
	}
	return sets
}

// SideOf names the side of a curve.
func SideOf(key string) string {
	side, _ := sideAndMeasure(key)
	return summary.Words(side)
}

// picture is the set's, and whether there is anything to see: a curve that moves.
func (set CurveSet) picture(s *summary.Summary) (p Picture, ok bool) {
	for _, curve := range set.Curves {
		ok = ok || moves(curve.Value)
	}
	switch {
	case !ok:
		return p, false
	case len(set.Curves) == 1:
		return fan(s, set.ID, set.Curves[0].Value), true
	}
	return sides(s, set), true
}

// Sizes of the panels, in points.
const (
	panelHeight vg.Length = 116
	panelGap    vg.Length = 20
	panelAxis   vg.Length = 14 // more where "turn" stands under it
)

// sides shows a measure of several sides, a panel for each of which it moves, two in a row.
func sides(s *summary.Summary, set CurveSet) Picture {
	m, _ := s.Measures.Get(set.ID)
	var panels []panel
	var alts, notes, still []string
	var left [][]string // by panel: which turns are left out or tell of few games
	legend := ""
	on := StillOn(s, set.Curves[0].Key)
	for _, curve := range set.Curves {
		side := SideOf(curve.Key)
		if !moves(curve.Value) {
			if len(curve.Value) > 0 {
				still = append(still, side+" "+summary.Plain(curve.Value[0].P50))
			}
			continue
		}
		points, about := worthShowing(curve.Value, on)
		last := len(about) - 1
		legend = about[last]
		left = append(left, about[:last])
		panels = append(panels, panel{heading: side, points: points})
		alts = append(alts, side+" "+panelAlt(points))
	}
	if slices.ContainsFunc(left, func(about []string) bool { return !slices.Equal(about, left[0]) }) {
		for i, about := range left {
			for _, note := range about {
				notes = append(notes, panels[i].heading+": "+note)
			}
		}
	} else {
		notes = append(notes, left[0]...)
	}
	notes = append(notes, legend)
	if !scaled(panels) {
		notes = append(notes, "Every panel has a scale of its own.")
	}
	if len(still) > 0 {
		notes = append(notes, "In nine games of ten or more, every turn: "+strings.Join(still, ", ")+".")
	}
	title := set.Title
	if m.Unit != "" {
		title += ", in " + m.Unit
	}
	rows := vg.Length((len(panels) + 1) / 2)
	return Picture{
		Name: FileName(set.ID), Title: title, Alt: title + ", over the " + on + " still on: " + strings.Join(alts, "; ") + ". " + played(s) + ".",
		height: 66 + rows*panelHeight + panelAxis + noteHeight*vg.Length(len(notes)),
		draw: func(c draw.Canvas) {
			around := frame{title: title, scenario: s.Scenario.Title, footer: played(s), notes: notes}
			drawPanels(around.draw(c), panels)
		},
	}
}

func panelAlt(p []summary.CurvePoint) string {
	first, last := p[0], p[len(p)-1]
	text := "turn " + strconv.Itoa(first.Turn) + " median " + summary.Plain(first.P50)
	if len(p) > 1 {
		text += ", turn " + strconv.Itoa(last.Turn) + " median " + summary.Plain(last.P50) + ", nine games in ten from " + summary.Plain(last.P05) + " to " + summary.Plain(last.P95)
	}
	return text
}

// A panel is the fan of one side.
type panel struct {
	heading string
	points  []summary.CurvePoint
	ticks   plot.Ticker
	from    float64
	to      float64
}

// low is the part of the largest values below which those of a side could no longer be read on a common scale.
const low = 0.25

// scaled gives the panels their vertical scales: a common one, unless a side's values are low on it. It says whether it
// is common.
func scaled(panels []panel) (common bool) {
	from, to, least := math.Inf(1), math.Inf(-1), math.Inf(1)
	for i := range panels {
		p := &panels[i]
		p.ticks, p.from, p.to = fanPlotter{points: p.points}.valueTicks()
		from, to, least = min(from, p.from), max(to, p.to), min(least, max(p.to, -p.from))
	}
	if least < low*max(to, -from) {
		return false
	}
	ticks, from, to := valueTicks(from, to, 1)
	for i := range panels {
		panels[i].ticks, panels[i].from, panels[i].to = ticks, from, to
	}
	return true
}

func drawPanels(c draw.Canvas, panels []panel) {
	first, last := panels[0].points[0].Turn, 0
	for _, p := range panels {
		first, last = min(first, p.points[0].Turn), max(last, p.points[len(p.points)-1].Turn)
	}
	width := c.Max.X - c.Min.X
	if len(panels) > 1 {
		width = (width - panelGap) / 2
	}
	for column := range 2 {
		var plots []*plot.Plot
		var areas []draw.Canvas
		for i := column; i < len(panels); i += 2 {
			p := panels[i]
			v := newPlot()
			v.Y.Tick.Marker, v.Y.Min, v.Y.Max = p.ticks, p.from, p.to
			v.Y.Padding = 5
			v.X.Min, v.X.Max = float64(first), float64(last)
			if first == last {
				v.X.Min, v.X.Max = float64(first)-0.5, float64(last)+0.5
			}
			v.X.Tick.Marker = turnTicks(first, last)
			v.Add(fanPlotter{points: p.points})

			area := c
			area.Min.X += vg.Length(column) * (width + panelGap)
			area.Max.X = area.Min.X + width
			area.Max.Y -= vg.Length(i/2) * panelHeight
			area.Min.Y = area.Max.Y - panelHeight + 8
			if i+2 >= len(panels) {
				v.X.Label.Text = "turn"
				area.Min.Y -= panelAxis
			}
			plots, areas = append(plots, v), append(areas, draw.Crop(panelHeading(area, p.heading), 0, -6, 0, 0))
		}
		if len(plots) > 0 {
			drawAligned(plots, areas)
		}
	}
}

// panelHeading names a panel and returns the area under the name.
func panelHeading(c draw.Canvas, t string) draw.Canvas {
	s := bold(letters(textSize, ink))
	put(c, s, c.Min.X, c.Max.Y-textSize/2, fit(s, upperFirst(t), c.Max.X-c.Min.X))
	c.Max.Y -= textSize + 7
	return c
}
