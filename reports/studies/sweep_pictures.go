package studies

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/study"
)

// Pictures are, for each measure shown, a line over one setting, a map over two, and a panel for each of more.
func (s *Sweep) Pictures() []plots.Picture {
	var list []plots.Picture
	for _, name := range s.Shown {
		switch len(s.Axes) {
		case 1:
			if l, ok := s.line(name); ok {
				list = append(list, l.Picture())
			}
		case 2:
			list = append(list, s.heat(name).Picture())
		default:
			list = append(list, s.effects(name).Picture())
		}
	}
	return list
}

func (s *Sweep) unit(name string) string {
	for _, m := range s.Measures {
		if m.Name == name {
			return m.Unit
		}
	}
	return ""
}

// axisText is a measure with its unit, as an axis has it.
func axisText(name, unit string) string {
	switch unit {
	case "":
		return name
	case unitShare:
		return name + ", share of games"
	}
	return name + ", " + unit
}

func (s *Sweep) target(name string) *float64 {
	if s.Target != nil && s.Target.Measure == name {
		return &s.Target.Value
	}
	if s.Target == nil && strings.HasPrefix(name, "odds.") && len(s.Axes) == 2 {
		return new(0.5)
	}
	return nil
}

func (s *Sweep) line(name string) (plots.Line, bool) {
	unit := s.unit(name)
	l := plots.Line{
		Name: plots.FileName(name), Title: name + " over " + s.keys()[0], Scenario: s.Title, Footer: s.told(), X: s.Axes[0].Key, Y: axisText(name, unit),
		Share: unit == unitShare, Target: s.target(name),
	}
	byLevel := map[int]*study.Point{}
	for i, p := range s.Points {
		byLevel[s.Levels[i][0]] = p
	}
	missing := 0
	for level := range s.Axes[0].Len() {
		p := byLevel[level]
		if p == nil {
			continue
		}
		v := p.Value(name)
		if !v.Known() {
			missing++
			continue
		}
		x, label := float64(level), s.Axes[0].Value(level)
		if s.Axes[0].Numeric() {
			x, _ = s.Axes[0].Number(level)
			label = ""
		}
		l.Points = append(l.Points, plots.LinePoint{X: x, Label: label, Y: v.Est, Low: v.Low, High: v.High})
	}
	if missing > 0 {
		l.Notes = append(l.Notes, summary.Of(int64(missing), "point")+" without a value left out.")
	}
	return l, len(l.Points) > 0
}

// heat is a map that lies as the table does: the first setting down, the second across.
func (s *Sweep) heat(name string) plots.Heat {
	unit := s.unit(name)
	h := plots.Heat{
		Name: plots.FileName(name), Title: axisText(name, unit), Scenario: s.Title,
		Footer: howPlayed(s.exact(), s.Games, s.Seed), X: s.Axes[1].Key, Y: s.Axes[0].Key,
		Share: unit == unitShare, Target: s.target(name),
	}
	column, row := map[int]int{}, map[int]int{}
	h.Columns, h.Rows = used(s, 1, column), used(s, 0, row)
	slices.Reverse(h.Rows) // upwards: the first value is on top, as in the table
	for i, p := range s.Points {
		c := plots.HeatCell{Column: column[s.Levels[i][1]], Row: len(h.Rows) - 1 - row[s.Levels[i][0]], Value: math.NaN()}
		if v := p.Value(name); v.Known() {
			c.Value = v.Est
		}
		h.Cells = append(h.Cells, c)
	}
	if h.Target != nil && s.Design.Kind == study.Grid {
		at := summary.Plain(*h.Target)
		if h.Share {
			at = summary.Plain(100**h.Target) + " %"
		}
		h.Notes = append(h.Notes, s.lineNote(name, *h.Target, at))
	}
	return h
}

// lineNote says where the line of a map runs, or why there is none.
func (s *Sweep) lineNote(name string, target float64, at string) string {
	below, others := false, false
	for _, p := range s.Points {
		if v := p.Value(name); v.Known() {
			below, others = below || v.Est < target, others || v.Est >= target
		}
	}
	switch {
	case below && others:
		return "The line runs where " + name + " is " + at + ", straight between neighbouring points."
	case below:
		return "No line: " + name + " is below " + at + " at every point."
	}
	return "No line: " + name + " is nowhere below " + at + "."
}

// binsMost is how many values of a setting have a mean of their own where a measure is shown over three settings and more:
// of a design that is no grid, neighbouring values share one, or hardly two points would.
const binsMost = 8

// effects are the main effects of all settings.
func (s *Sweep) effects(name string) plots.Effects {
	unit := s.unit(name)
	e := plots.Effects{
		Name: plots.FileName(name), Title: name + " over each of " + strconv.Itoa(len(s.Axes)) + " settings", Scenario: s.Title,
		Footer: howPlayed(s.exact(), s.Games, s.Seed), Y: axisText(name, unit), Share: unit == unitShare, Target: s.target(name),
		Notes: []string{"Dots: all points. Line: the mean of those with the same value of the setting, whatever the others."},
	}
	for k, axis := range s.Axes {
		of, labels := bins(axis, s.Design.Kind == study.Grid)
		p := plots.EffectsPanel{Setting: axis.Key, Labels: labels}
		for i, point := range s.Points {
			if v := point.Value(name); v.Known() {
				p.Points = append(p.Points, plots.EffectsPoint{At: of(s.Levels[i][k]), Y: v.Est})
			}
		}
		e.Panels = append(e.Panels, p)
	}
	return e
}

// bins puts the values of a setting together where they are too many, and names them.
func bins(a study.Axis, grid bool) (of func(level int) int, labels []string) {
	n := a.Len()
	if !grid {
		n = min(n, binsMost)
	}
	of = func(level int) int { return level * n / a.Len() }
	begins := func(bin int) int { return (bin*a.Len() + n - 1) / n } // the first level of a bin
	for bin := range n {
		first, last := begins(bin), begins(bin+1)-1
		label := a.Value(first)
		if last > first {
			label += "–" + a.Value(last)
		}
		labels = append(labels, label)
	}
	return of, labels
}

// manyLevels is how many values of a setting are still told apart on a map of points that are no grid.
const manyLevels = 2000

// used are the values of axis k that some point has, and the place of each of their levels. Points that are no grid
// stand where they belong among all values.
func used(s *Sweep, k int, place map[int]int) []string {
	there := map[int]bool{}
	if s.Design.Kind != study.Grid && s.Axes[k].Len() <= manyLevels {
		for level := range s.Axes[k].Len() {
			there[level] = true
		}
	}
	for _, l := range s.Levels {
		there[l[k]] = true
	}
	var values []string
	for level := range s.Axes[k].Len() {
		if there[level] {
			place[level] = len(values)
			values = append(values, s.Axes[k].Value(level))
		}
	}
	return values
}
