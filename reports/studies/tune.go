package studies

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

// A Tune is the answer to a tuning as it is shown: one line, or a line for each value of a second setting.
type Tune struct {
	About
	Axes  []study.Axis
	Lines []*study.Tuned
}

func (t *Tune) keys() []string {
	return shortKeys(axisKeys(t.Axes))
}

// Games are all that were played.
func (t *Tune) Games() uint64 {
	n := uint64(0)
	for _, l := range t.Lines {
		n += l.Games
	}
	return n
}

func (t *Tune) exact() bool {
	for _, l := range t.Lines {
		if !l.Exact && len(l.Curve) > 0 {
			return false
		}
	}
	return true
}

// Reached says whether the target is reached anywhere.
func (t *Tune) Reached() bool {
	for _, l := range t.Lines {
		if len(l.Crossings) > 0 || l.Satisfied() {
			return true
		}
	}
	return false
}

func (t *Tune) told() string {
	first := t.Lines[0]
	if t.exact() {
		return "exact, computed without sampling"
	}
	return fmt.Sprintf("%s in all, searched on seed %d, measured again on seed %d, %s %% confidence", summary.Of(int64(t.Games()), "game"), first.Seed, first.Fresh, summary.Plain(100*first.Confidence))
}

// Sentence is the answer in one sentence.
func (t *Tune) Sentence() string {
	if len(t.Lines) == 1 {
		return t.sentence(t.Lines[0])
	}
	reached := 0
	var first, last *study.Tuned
	for _, l := range t.Lines {
		if len(l.Crossings) > 0 {
			if reached++; first == nil {
				first = l
			}
			last = l
		}
	}
	if reached == 0 {
		return fmt.Sprintf("The target %s is crossed at no value of %s.", t.Lines[0].Target, t.Axes[1].Key)
	}
	text := fmt.Sprintf("The target %s is crossed at %d of %d values of %s: with %s at %s %s", first.Target, reached, len(t.Lines), t.keys()[1],
		t.keys()[1], first.Fixed[0].Value, t.where(first))
	if last != first {
		text += fmt.Sprintf(", at %s %s", last.Fixed[0].Value, t.where(last))
	}
	return text + "."
}

// where says where a line crosses the target first.
func (t *Tune) where(l *study.Tuned) string {
	c := l.Crossings[0]
	return fmt.Sprintf("it is %s between %s and %s", t.keys()[0], l.Axis.Value(c.Low.Level), l.Axis.Value(c.High.Level))
}

func (t *Tune) sentence(l *study.Tuned) string {
	key := t.keys()[0]
	seen := func(s study.Seen) string { return shownBoth(s.Estimate, l.Unit, s.Games == 0) }
	low, high := l.Axis.Value(0), l.Axis.Value(l.Axis.Len()-1)
	switch {
	case len(l.Curve) == 0:
		return "No value could be worked out."
	case len(l.Crossings) == 0 && l.Satisfied():
		return fmt.Sprintf("Every value of %s from %s to %s satisfies %s: it runs from %s to %s.", key, low, high, l.Target, seen(l.Least), seen(l.Most))
	case len(l.Crossings) == 0 && l.Least.Est == l.Most.Est:
		return fmt.Sprintf("No value of %s from %s to %s reaches %s: %s is %s at all of them.", key, low, high, l.Target, l.Target.Measure, seen(l.Least))
	case len(l.Crossings) == 0:
		return fmt.Sprintf("No value of %s from %s to %s reaches %s: %s runs from %s (at %s) to %s (at %s).", key, low, high, l.Target,
			l.Target.Measure, seen(l.Least), l.Axis.Value(l.Least.Level), seen(l.Most), l.Axis.Value(l.Most.Level))
	}
	c := l.Crossings[0]
	text := fmt.Sprintf("With %s %s it is %s, with %s %s", key, l.Axis.Value(c.Low.Level), seen(c.Low), l.Axis.Value(c.High.Level), seen(c.High))
	switch {
	case !c.Adjacent():
		text += fmt.Sprintf(": %s is crossed in between", l.Target)
	case l.Target.Relation == study.Equal:
		text += fmt.Sprintf(": %s comes nearest to %s", l.Axis.Value(c.Best), l.Target)
	default:
		text += fmt.Sprintf(": %s satisfies %s, its neighbour does not", l.Axis.Value(c.Best), l.Target)
	}
	switch more := len(l.Crossings) - 1; {
	case more == 1:
		text += "; it is crossed once more"
	case more > 1:
		text += fmt.Sprintf("; it is crossed %d more times", more)
	}
	return text + "."
}

func (t *Tune) asked() string {
	text := fmt.Sprintf("Which %s between %s and %s gives %s", t.Axes[0].Key, t.Axes[0].Value(0), t.Axes[0].Value(t.Axes[0].Len()-1), t.Lines[0].Target)
	if len(t.Axes) == 2 {
		text += ", for each " + t.Axes[1].Key
	}
	return text + "?"
}

func (t *Tune) notes() []sim.Note {
	var list []sim.Note
	for _, l := range t.Lines {
		for _, n := range l.Notes {
			if len(t.Lines) > 1 {
				n.Text = t.keys()[1] + " " + l.Fixed[0].Value + ": " + n.Text
			}
			list = append(list, n)
		}
	}
	return list
}

// Text writes the answer for a terminal.
func (t *Tune) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", clean(t.Title), t.told())
	paragraph(&b, t.Sentence())
	b.WriteByte('\n')
	head, rows := t.rows()
	table(&b, head, rows)
	legend(&b, t.keys(), axisKeys(t.Axes))
	ending(&b, t.notes())
	return emit(w, &b)
}

// rows are the levels looked at, or the crossing of each line.
func (t *Tune) rows() (head []string, rows [][]string) {
	first := t.Lines[0]
	if len(t.Axes) == 2 {
		head = []string{t.keys()[1], t.keys()[0], "", first.Target.Measure, "", "best"}
		for _, l := range t.Lines {
			if len(l.Crossings) == 0 {
				rows = append(rows, []string{l.Fixed[0].Value, "", "", t.sentence(l)})
				continue
			}
			for _, c := range l.Crossings {
				rows = append(rows, []string{
					l.Fixed[0].Value, l.Axis.Value(c.Low.Level), l.Axis.Value(c.High.Level),
					shownWithin(c.Low.Estimate, l.Unit), shownWithin(c.High.Estimate, l.Unit), l.Axis.Value(c.Best),
				})
			}
		}
		return head, rows
	}
	head = []string{t.keys()[0], first.Target.Measure, "interval", "games"}
	row := func(s study.Seen, mark string) {
		games := "none"
		if s.Games > 0 {
			games = summary.Count(int64(s.Games))
		}
		rows = append(rows, []string{first.Axis.Value(s.Level), shownValue(s.Estimate, first.Unit), shownInterval(s.Estimate, first.Unit, s.Games == 0), games, mark})
	}
	for _, s := range first.Curve {
		row(s, "")
	}
	if !first.Exact {
		for _, c := range first.Crossings {
			row(c.Low, "measured again on fresh games")
			row(c.High, "measured again on fresh games")
		}
	}
	return head, rows
}

// Pictures are the curve around the answer, or where it lies over a second setting.
func (t *Tune) Pictures() []plots.Picture {
	first := t.Lines[0]
	if len(t.Axes) == 2 {
		return t.contour()
	}
	if len(first.Curve) == 0 {
		return nil
	}
	l := plots.Line{
		Name: plots.FileName("tune-" + first.Target.Measure), Title: first.Target.Measure + " over " + t.keys()[0], Scenario: t.Title, Footer: t.told(),
		X: first.Axis.Key, Y: axisText(first.Target.Measure, first.Unit), Share: first.Unit == unitShare, Target: &first.Target.Value,
	}
	for _, s := range first.Curve {
		x, _ := first.Axis.Number(s.Level)
		l.Points = append(l.Points, plots.LinePoint{X: x, Y: s.Est, Low: s.Low, High: s.High})
	}
	if len(first.Crossings) > 0 {
		c := first.Crossings[0]
		from, _ := first.Axis.Number(c.Low.Level)
		to, _ := first.Axis.Number(c.High.Level)
		l.Between = &[2]float64{from, to}
		l.Notes = []string{"Grey: where the target is crossed."}
	}
	return []plots.Picture{l.Picture()}
}

// contour is the tuned setting over the second, as a band between neighbouring values.
func (t *Tune) contour() []plots.Picture {
	l := plots.Line{
		Name: plots.FileName("tune-" + t.Lines[0].Target.Measure), Title: "Where " + t.Lines[0].Target.String(), Scenario: t.Title, Footer: t.told(),
		X: t.Axes[1].Key, Y: t.Axes[0].Key, Notes: []string{"Band: the interval of " + t.keys()[0] + ". Values of " + t.keys()[1] + " without a crossing are left out."},
	}
	for _, line := range t.Lines {
		if len(line.Crossings) == 0 {
			continue
		}
		c := line.Crossings[0]
		low, _ := line.Axis.Number(c.Low.Level)
		high, _ := line.Axis.Number(c.High.Level)
		best, _ := line.Axis.Number(c.Best)
		x, err := strconv.ParseFloat(line.Fixed[0].Value, 64)
		if err != nil || math.IsNaN(x) {
			continue
		}
		l.Points = append(l.Points, plots.LinePoint{X: x, Y: best, Low: low, High: high})
	}
	if len(l.Points) == 0 {
		return nil
	}
	return []plots.Picture{l.Picture()}
}

// Page writes report.html.
func (t *Tune) Page(w io.Writer) error {
	first := t.Lines[0]
	p := page.Study{
		Scenario: t.Title, SHA256: t.SHA256, Program: t.Program, Title: t.keys()[0] + " for " + first.Target.String(),
		Asked: t.asked(), Answer: t.Sentence(), Notes: pageNotes(t.notes()),
		Commands: []page.Command{{Line: t.Command, Does: "asks the same again"}},
		Files:    "The answer in full is in tune.json.",
	}
	if t.exact() {
		p.Facts = append(p.Facts, page.Fact{Name: "numbers", Value: "exact"})
	} else {
		p.Facts = append(p.Facts, page.Fact{Name: "games in all", Value: summary.Count(int64(t.Games()))}, page.Fact{Name: "seed of the search", Value: strconv.FormatUint(first.Seed, 10)},
			page.Fact{Name: "seed of the answer", Value: strconv.FormatUint(first.Fresh, 10)}, page.Fact{Name: "confidence", Value: summary.Plain(100*first.Confidence) + " %"})
	}
	for _, picture := range t.Pictures() {
		p.Parts = append(p.Parts, page.Part{Title: picture.Title, Picture: &picture})
	}
	head, rows := t.rows()
	for i := range rows {
		for len(rows[i]) < len(head) {
			rows[i] = append(rows[i], "")
		}
		if len(rows[i]) > len(head) {
			head = append(head, "")
		}
	}
	p.Parts = append(p.Parts, page.Part{Title: "What was looked at", Tables: []page.Table{{Caption: "Values", Head: head, Rows: rows}}})
	if keys := axisKeys(t.Axes); len(wholeKeys(t.keys(), keys)) > 0 {
		p.Parts = append(p.Parts, keysPart(t.keys(), keys))
	}
	return page.WriteStudy(w, p)
}

type seenJSON struct {
	Setting string `json:"setting"`
	answers.Estimate
	Games uint64 `json:"games"`
}

type crossingJSON struct {
	Low      seenJSON `json:"low"`
	High     seenJSON `json:"high"`
	Best     string   `json:"best"`
	Adjacent bool     `json:"adjacent"`
}

type lineJSON struct {
	Fixed     orderedText    `json:"fixed"`
	Reached   bool           `json:"reached"`
	Crossings []crossingJSON `json:"crossings"`
	Least     *seenJSON      `json:"least"`
	Most      *seenJSON      `json:"most"`
	Curve     []seenJSON     `json:"curve"`
	Exact     bool           `json:"exact"`
	Games     uint64         `json:"games"`
	Warnings  []noteJSON     `json:"warnings"`
}

// JSON writes the answer in full.
func (t *Tune) JSON(w io.Writer) error {
	first := t.Lines[0]
	j := struct {
		Scenario   scenarioJSON `json:"scenario"`
		Command    string       `json:"command"`
		Target     string       `json:"target"`
		Settings   []string     `json:"settings"`
		Answer     string       `json:"answer"`
		Seed       uint64       `json:"seed"`
		FreshSeed  uint64       `json:"fresh_seed"`
		Games      uint64       `json:"games"`
		Confidence float64      `json:"confidence"`
		Lines      []lineJSON   `json:"lines"`
	}{
		Scenario: scenarioJSON{t.Name, t.SHA256}, Command: t.Command, Target: first.Target.String(), Answer: t.Sentence(),
		Seed: first.Seed, FreshSeed: first.Fresh, Games: t.Games(), Confidence: first.Confidence,
	}
	for _, a := range t.Axes {
		j.Settings = append(j.Settings, a.String())
	}
	for _, l := range t.Lines {
		seen := func(s study.Seen) seenJSON {
			return seenJSON{l.Axis.Value(s.Level), answers.Of(s.Estimate), s.Games}
		}
		line := lineJSON{
			Fixed: orderedText(l.Fixed), Reached: len(l.Crossings) > 0 || l.Satisfied(), Crossings: []crossingJSON{}, Curve: []seenJSON{},
			Exact: l.Exact, Games: l.Games, Warnings: notesOf(l.Notes),
		}
		for _, c := range l.Crossings {
			line.Crossings = append(line.Crossings, crossingJSON{seen(c.Low), seen(c.High), l.Axis.Value(c.Best), c.Adjacent()})
		}
		for _, s := range l.Curve {
			line.Curve = append(line.Curve, seen(s))
		}
		if len(l.Curve) > 0 {
			line.Least, line.Most = new(seen(l.Least)), new(seen(l.Most))
		}
		j.Lines = append(j.Lines, line)
	}
	return answers.Write(w, j)
}

// Publish writes the answer's files.
func (t *Tune) Publish(to *Folder) error {
	return publish(to, "tune.json", t.JSON, t.Page, t.Pictures())
}

func publish(to *Folder, name string, json, page func(io.Writer) error, pictures []plots.Picture) error {
	for _, x := range []struct {
		name  string
		write func(io.Writer) error
	}{{name, json}, {"report.html", page}} {
		data, err := written(x.write)
		if err != nil {
			return err
		}
		if err := to.Write(x.name, data); err != nil {
			return err
		}
	}
	return publishPictures(to, pictures)
}
