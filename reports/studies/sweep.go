package studies

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

// A Sweep is the answer to a sweep as it is shown.
type Sweep struct {
	About
	*study.Swept
	// Shown are the measures of tables and pictures, the first of which the answer is about; files have all.
	Shown  []string
	Target *study.Target // whose contour is drawn; nil: that of even odds
	Notes  []sim.Note
}

// NewSweep prepares the answer. Without names the odds of the outcomes that occur are shown.
func NewSweep(a About, s *study.Swept, shown []string, target *study.Target) *Sweep {
	answer := &Sweep{About: a, Swept: s, Shown: shown, Target: target}
	if target != nil {
		answer.Shown = append([]string{target.Measure}, shown...)
	}
	taught := 3
	if answer.Shown = answer.expand(answer.Shown); len(answer.Shown) == 0 {
		answer.Shown, taught = answer.usual(), 1 // the odds of the others mirror the first
	}
	answer.Notes = s.Notes(answer.Shown[:min(len(answer.Shown), taught)]...)
	return answer
}

// expand turns beginnings of names into measures, each once.
func (s *Sweep) expand(names []string) []string {
	var list []string
	for _, name := range names {
		for _, m := range s.Measures {
			if (m.Name == name || strings.HasPrefix(m.Name, name+".")) && !contains(list, m.Name) {
				list = append(list, m.Name)
			}
		}
	}
	return list
}

func contains(list []string, name string) bool {
	for _, n := range list {
		if n == name {
			return true
		}
	}
	return false
}

// usual are the odds of the outcomes that occur at some point, else the first measure.
func (s *Sweep) usual() []string {
	var list []string
	for _, m := range s.Measures {
		if !strings.HasPrefix(m.Name, "odds.") {
			continue
		}
		for _, p := range s.Points {
			if v := p.Value(m.Name); v.Known() && v.Est > 0 {
				list = append(list, m.Name)
				break
			}
		}
	}
	if list == nil {
		list = []string{s.Measures[0].Name}
	}
	return list
}

// extremes are the points with the least and the largest value of a measure.
func (s *Sweep) extremes(name string) (least, most *study.Point) {
	for _, p := range s.Points {
		v := p.Value(name)
		if !v.Known() {
			continue
		}
		if least == nil || v.Est < least.Value(name).Est {
			least = p
		}
		if most == nil || v.Est > most.Value(name).Est {
			most = p
		}
	}
	return least, most
}

// Sentence is the answer in one sentence.
func (s *Sweep) Sentence() string {
	name := s.Shown[0]
	least, most := s.extremes(name)
	if least == nil {
		return name + " is known at none of the points."
	}
	low, high := least.Value(name), most.Value(name)
	if low.Est == high.Est {
		return fmt.Sprintf("%s is %s at every point.", name, shownValue(low.Estimate, low.Unit))
	}
	return fmt.Sprintf("%s runs from %s at %s to %s at %s.", name,
		shownBoth(low.Estimate, low.Unit, low.Exact), s.at(least), shownBoth(high.Estimate, high.Unit, high.Exact), s.at(most))
}

// at spells where a point is, with short keys.
func (s *Sweep) at(p *study.Point) string {
	keys := s.keys()
	var parts []string
	for i, set := range p.Set {
		parts = append(parts, keys[i]+" "+set.Value)
	}
	return strings.Join(parts, ", ")
}

func (s *Sweep) keys() []string {
	return shortKeys(axisKeys(s.Axes))
}

// exact says whether no games were played.
func (s *Sweep) exact() bool {
	for _, p := range s.Points {
		if p.Games > 0 {
			return false
		}
	}
	return true
}

func (s *Sweep) asked() string {
	var parts []string
	for _, a := range s.Axes {
		parts = append(parts, a.String())
	}
	return fmt.Sprintf("What comes of it with %s? %s.", strings.Join(parts, " and "), summary.Of(int64(len(s.Points)), "point"))
}

func (s *Sweep) told() string { return howTold(s.exact(), s.Games, s.Seed, s.Confidence) }

// rowsMost is how many points are shown in a terminal.
const rowsMost = 60

// Text writes the answer for a terminal.
func (s *Sweep) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s, %s\n\n%s\n\n", clean(s.Title), summary.Of(int64(len(s.Points)), "point"), s.told(), clean(s.Sentence()))
	if head, rows, ok := s.matrix(); ok && len(head) <= 26 {
		fmt.Fprintf(&b, "%s, %s down and %s across\n", s.Shown[0], s.keys()[0], s.keys()[1])
		table(&b, head, rows)
	} else {
		head, rows := s.rows()
		table(&b, head, rows[:min(len(rows), rowsMost)])
		if more := len(rows) - rowsMost; more > 0 {
			fmt.Fprintf(&b, "and %s more, in sweep.parquet\n", summary.Of(int64(more), "point"))
		}
	}
	legend(&b, s.keys(), axisKeys(s.Axes))
	ending(&b, s.Notes)
	return emit(w, &b)
}

// rows are the points, a line each.
func (s *Sweep) rows() (head []string, rows [][]string) {
	head = s.keys()
	for _, m := range s.Shown {
		head = append(head, m, "")
	}
	for _, p := range s.Points {
		var row []string
		for _, set := range p.Set {
			row = append(row, set.Value)
		}
		if p.Failed != "" {
			rows = append(rows, append(row, "failed", p.Failed))
			continue
		}
		for _, m := range s.Shown {
			v := p.Value(m)
			row = append(row, shownValue(v.Estimate, v.Unit), shownInterval(v.Estimate, v.Unit, v.Exact))
		}
		rows = append(rows, row)
	}
	return head, rows
}

// matrix is the first measure shown over the values of two settings, of a grid.
func (s *Sweep) matrix() (head []string, rows [][]string, ok bool) {
	if len(s.Axes) != 2 || s.Design.Kind != study.Grid {
		return nil, nil, false
	}
	head = []string{""}
	for j := range s.Axes[1].Len() {
		head = append(head, s.Axes[1].Value(j))
	}
	for i := range s.Axes[0].Len() {
		row := []string{s.Axes[0].Value(i)}
		for j := range s.Axes[1].Len() {
			p := s.Points[i*s.Axes[1].Len()+j]
			v := p.Value(s.Shown[0])
			switch {
			case p.Failed != "":
				row = append(row, "failed")
			case !v.Known():
				row = append(row, "–")
			case v.Unit == unitShare && v.Exact:
				row = append(row, summary.Brief(summary.Snapped(v.Est))+" %")
			default:
				row = append(row, shownWithin(v.Estimate, v.Unit))
			}
		}
		rows = append(rows, row)
	}
	return head, rows, true
}

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
		h.Notes = append(h.Notes, "The line runs where "+name+" is "+at+", straight between neighbouring points.")
	}
	return h
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

// Page writes report.html.
func (s *Sweep) Page(w io.Writer) error {
	p := page.Study{
		Scenario: s.Title, SHA256: s.SHA256, Program: s.Program, Title: "What " + strings.Join(s.keys(), " and ") + " do to " + s.Shown[0],
		Asked: s.asked(), Answer: s.Sentence(), Notes: pageNotes(s.Notes),
		Facts:    []page.Fact{{Name: "points", Value: summary.Count(int64(len(s.Points)))}, {Name: "design", Value: s.Design.String()}},
		Commands: []page.Command{{Line: s.Command, Does: "works out the same points again"}},
		Files:    "All measures of all points are in sweep.parquet; the points themselves, failed ones among them, in points.parquet.",
	}
	if len(s.Axes) == 1 {
		p.Title = "What " + s.keys()[0] + " does to " + s.Shown[0]
	}
	if s.exact() {
		p.Facts = append(p.Facts, page.Fact{Name: "numbers", Value: "exact"})
	} else {
		p.Facts = append(p.Facts, page.Fact{Name: "games a point", Value: summary.Count(int64(s.Games))},
			page.Fact{Name: "seed", Value: strconv.FormatUint(s.Seed, 10)}, page.Fact{Name: "intervals", Value: summary.Plain(100*s.Confidence) + " %"})
	}
	for _, picture := range s.Pictures() {
		p.Parts = append(p.Parts, page.Part{Title: picture.Title, Picture: &picture})
	}
	if head, rows, ok := s.matrix(); ok {
		p.Parts = append(p.Parts, page.Part{Title: "Table", Tables: []page.Table{{Caption: s.Shown[0] + ", " + s.keys()[0] + " down and " + s.keys()[1] + " across", Head: head, Rows: rows}}})
	}
	head, rows := s.rows()
	p.Parts = append(p.Parts, page.Part{Title: "Every point", Tables: []page.Table{{Caption: "Points", Head: head, Rows: rows}}})
	if keys := axisKeys(s.Axes); len(wholeKeys(s.keys(), keys)) > 0 {
		p.Parts = append(p.Parts, keysPart(s.keys(), keys))
	}
	return page.WriteStudy(w, p)
}
