package studies

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/page"
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

	first []string // measures shown that notes are about, and tables of two settings: those that were named, or the first
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
	answer.first = answer.telling(taught)
	answer.Notes = s.Notes(answer.first...)
	return answer
}

// telling are the first few measures shown, those that are the same at every point only where nothing else is shown: that
// settings have no effect on what never happens teaches nothing.
func (s *Sweep) telling(most int) (names []string) {
	for i, name := range s.Shown {
		least, largest := s.extremes(name)
		if i == 0 || least == nil || least.Value(name).Est != largest.Value(name).Est {
			names = append(names, name)
		}
	}
	return names[:min(len(names), most)]
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

// rowsMost is how many points are shown in a terminal, columnsMost how many values of a setting side by side.
const (
	rowsMost    = 60
	columnsMost = 25
)

// Text writes the answer for a terminal.
func (s *Sweep) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s, %s\n\n", clean(s.Title), summary.Of(int64(len(s.Points)), "point"), s.told())
	paragraph(&b, s.Sentence())
	b.WriteByte('\n')
	if s.isMatrix() && s.Axes[1].Len() <= columnsMost {
		for i, name := range s.first {
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%s, %s down and %s across\n", name, s.keys()[0], s.keys()[1])
			head, rows := s.matrix(name)
			table(&b, head, rows)
		}
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

// isMatrix says whether the points are all combinations of two settings.
func (s *Sweep) isMatrix() bool { return len(s.Axes) == 2 && s.Design.Kind == study.Grid }

// matrix is a measure over the values of two settings, one down and one across.
func (s *Sweep) matrix(name string) (head []string, rows [][]string) {
	head = []string{""}
	for j := range s.Axes[1].Len() {
		head = append(head, s.Axes[1].Value(j))
	}
	for i := range s.Axes[0].Len() {
		row := []string{s.Axes[0].Value(i)}
		for j := range s.Axes[1].Len() {
			p := s.Points[i*s.Axes[1].Len()+j]
			v := p.Value(name)
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
	return head, rows
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
	if s.isMatrix() {
		head, rows := s.matrix(s.Shown[0])
		p.Parts = append(p.Parts, page.Part{Title: "Table", Tables: []page.Table{{Caption: s.Shown[0] + ", " + s.keys()[0] + " down and " + s.keys()[1] + " across", Head: head, Rows: rows}}})
	}
	head, rows := s.rows()
	p.Parts = append(p.Parts, page.Part{Title: "Every point", Tables: []page.Table{{Caption: "Points", Head: head, Rows: rows}}})
	if keys := axisKeys(s.Axes); len(wholeKeys(s.keys(), keys)) > 0 {
		p.Parts = append(p.Parts, keysPart(s.keys(), keys))
	}
	return page.WriteStudy(w, p)
}
