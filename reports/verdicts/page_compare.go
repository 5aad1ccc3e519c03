package verdicts

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/study"
)

// WriteComparisonPage writes a comparison as a page that stands by itself: every difference with its interval around zero.
func WriteComparisonPage(w io.Writer, a About, seed uint64, c *study.Compared) error {
	alike := alikeEverywhere(c)
	var differ []*study.Difference
	for i := range c.Differences {
		if d := &c.Differences[i]; !slices.Contains(alike, d.Measure.Name) {
			differ = append(differ, d)
		}
	}
	p := page.Study{
		Scenario: a.heading(), SHA256: a.sha256(), Program: a.Program, Title: "What differs, on the same dice", Asked: comparedAsked(c), Answer: comparedAnswer(c, differ),
		Facts: []page.Fact{
			fact("games of each", summary.Count(int64(c.Games))), fact("seed", strconv.FormatUint(seed, 10)),
			fact("confidence, of all together", summary.Plain(100*c.Confidence)+" %"), fact("measures", strconv.Itoa(len(c.Differences)/max(len(c.Names)-1, 1))),
		},
		Commands: []page.Command{{Line: a.Command, Does: "plays and compares the same games again"}},
	}
	told := fmt.Sprintf("%s of each on the same dice, seed %d, all intervals together at %s %% confidence", summary.Of(int64(c.Games), "game"), seed, summary.Plain(100*c.Confidence))
	for _, odds := range []bool{true, false} {
		if v, ok := differences(c, differ, odds); ok {
			v.Scenario, v.Footer = a.heading(), told
			picture := v.Picture()
			p.Parts = append(p.Parts, page.Part{Title: v.Title, Picture: &picture})
		}
	}
	p.Parts = append(p.Parts, page.Part{Title: "Every measure", Tables: comparedTables(c, differ, alike)}, page.Part{Title: "What was compared", Tables: []page.Table{sidesTable(a, c)}})
	return page.WriteStudy(w, p)
}

func comparedAsked(c *study.Compared) string {
	if len(c.Names) == 2 {
		return fmt.Sprintf("How does B, %s, differ from A, %s?", c.Names[1], c.Names[0])
	}
	return fmt.Sprintf("How do %d others differ from A, %s?", len(c.Names)-1, c.Names[0])
}

// comparedAnswer tells the first difference that is clear, and how many there are.
func comparedAnswer(c *study.Compared, differ []*study.Difference) string {
	if len(differ) == 0 {
		return "All is alike in every game."
	}
	var n [study.Alike + 1]int
	for i := range c.Differences {
		n[c.Differences[i].Verdict]++
	}
	clear := func(d *study.Difference) bool { return d.Verdict == study.Higher || d.Verdict == study.Lower }
	text := "No measure is seen to differ"
	if i := slices.IndexFunc(differ, clear); i >= 0 {
		d := differ[i]
		is, bounds := changed(d)
		text = fmt.Sprintf("%s is %s in A and %s in %s, by %s %s", d.Measure.Name, level(d, d.Base), level(d, d.Of), letter(d.Side), is, bounds)
		if d.Better() != 0 {
			text += ", so " + brief(d)
		}
	}
	var parts []string
	for _, x := range []struct {
		n    int
		what string
	}{
		{n[study.Higher] + n[study.Lower], "clear"}, {n[study.Within], "no larger than what does not matter"}, {n[study.Open], "undecided"}, {n[study.Alike], "alike in every game"},
	} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	return fmt.Sprintf("%s; of %s: %s.", text, summary.Of(int64(len(c.Differences)), "difference"), strings.Join(parts, ", "))
}

// brief is a verdict in so few words as a picture has room for.
func brief(d *study.Difference) string {
	if d.Verdict == study.Within {
		return "no difference that matters"
	}
	text, _, _ := strings.Cut(verdict(d, d.Settled), ":")
	return text
}

// rowName names a difference's measure, and its side where there are several.
func rowName(c *study.Compared, d *study.Difference) string {
	name := d.Measure.Name
	if len(c.Names) > 2 {
		name += " (" + letter(d.Side) + ")"
	}
	return name
}

// drawnMost is how many differences a picture shows: the clear ones come first when there are more.
const drawnMost = 40

// differences are the rows of one picture: the odds on one scale, or the others, whose units are not alike.
func differences(c *study.Compared, differ []*study.Difference, odds bool) (plots.Intervals, bool) {
	v := plots.Intervals{Name: "differences", Title: "Differences from A", Zero: true, Notes: []string{"Right of the line: more than A. Every row has a scale of its own."}}
	if odds {
		v = plots.Intervals{Name: "differences-odds", Title: "Differences of odds from A", Zero: true, Axis: "percentage points", Notes: []string{"Right of the line: more likely than in A."}}
	}
	var list []*study.Difference
	shaded := false
	for _, d := range differ {
		if (d.Measure.Kind == measure.Odds) == odds {
			list = append(list, d)
			shaded = shaded || d.Within > 0
		}
	}
	if shaded {
		v.Notes[0] += " Shaded: what does not matter."
	}
	if left := len(list) - drawnMost; left > 0 {
		slices.SortStableFunc(list, func(a, b *study.Difference) int { return urgency(a) - urgency(b) })
		list = list[:drawnMost]
		v.Notes = append(v.Notes, fmt.Sprintf("The clear ones first; %d more are in the table.", left))
	}
	for _, d := range list {
		by, _ := scale(d)
		is, bounds := changed(d)
		r := plots.IntervalRow{Name: rowName(c, d), Value: strings.TrimSpace(is + " " + bounds), Beside: brief(d), Bounds: plots.Unbounded, Tone: toneOf(d)}
		if d.Measure.Kind != measure.Odds {
			r.Under = d.Measure.Unit
		}
		if d.Within > 0 {
			r.Bounds = [2]float64{-by * d.Within, by * d.Within}
		}
		r.Est, r.Low, r.High = drawn(d.Estimate, by)
		v.Rows = append(v.Rows, r)
	}
	return v, len(list) > 0
}

// urgency orders what is clear before what is not.
func urgency(d *study.Difference) int {
	if d.Verdict == study.Higher || d.Verdict == study.Lower {
		return 0
	}
	return 1
}

func toneOf(d *study.Difference) plots.Tone {
	switch {
	case d.Better() > 0:
		return plots.Good
	case d.Better() < 0:
		return plots.Bad
	case d.Verdict == study.Higher || d.Verdict == study.Lower:
		return plots.Told
	}
	return plots.Open
}

// comparedTables are the differences as they are shown, and in full.
func comparedTables(c *study.Compared, differ []*study.Difference, alike []string) []page.Table {
	other := "B"
	if len(c.Names) > 2 {
		other = "other"
	}
	shown := page.Table{Caption: "Differences from A; pp: percentage points", Head: []string{"measure", "verdict", "A", other, "difference", "interval", "games"}}
	exactly := page.Table{Caption: "In full, as --format json writes them, odds as shares", Head: []string{"measure", "difference", "low", "high", "games that differ"}, Folded: true}
	for _, d := range differ {
		name := rowName(c, d)
		exactly.Rows = append(exactly.Rows, append(append([]string{name}, fullCells(d.Estimate)...), strconv.FormatUint(d.Differ, 10)))
		if d.Measure.Kind != measure.Odds && d.Measure.Unit != "" {
			name += ", " + d.Measure.Unit
		}
		is, bounds := changed(d)
		if !d.Known() {
			bounds = d.Missing
		}
		shown.Rows = append(shown.Rows, []string{name, brief(d), level(d, d.Base), level(d, d.Of), is, unbracketed(bounds), gamesOf(c, d)})
	}
	tables := []page.Table{shown, exactly}
	for _, list := range []struct {
		caption string
		names   []string
	}{{"Alike in every game", alike}, {"Outcomes not compared, since not all have them", c.Unshared}} {
		t := page.Table{Caption: list.caption, Head: []string{"measure"}, Folded: true}
		for _, name := range list.names {
			t.Rows = append(t.Rows, []string{name})
		}
		tables = append(tables, t)
	}
	return tables
}

// gamesOf is after how many games a verdict was reached, or what would help to one.
func gamesOf(c *study.Compared, d *study.Difference) string {
	switch {
	case d.Settled > 0:
		return summary.Count(int64(d.Settled))
	case d.Needed > 0:
		return summary.Count(int64(c.Games)) + ", needs about " + summary.Count(int64(d.Needed))
	case d.Known():
		return summary.Count(int64(c.Games)) + ", needs --within"
	}
	return summary.Count(int64(c.Games))
}

// sidesTable says which letter is what.
func sidesTable(a About, c *study.Compared) page.Table {
	t := page.Table{Caption: "Sides", Head: []string{"", "side", "scenario", "SHA-256"}}
	for i, name := range c.Names {
		row := []string{letter(i), name, "", ""}
		if i < len(a.Scenarios) {
			row[2], row[3] = a.Scenarios[i].called(), a.Scenarios[i].SHA256
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
