package studies

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

// A Sensitivity is the answer to which settings matter, as it is shown.
type Sensitivity struct {
	About
	*study.Sensed
	whole, keys []string // of the settings; keys are the short ones
}

// NewSensitivity prepares the answer.
func NewSensitivity(a About, s *study.Sensed) *Sensitivity {
	answer := &Sensitivity{About: a, Sensed: s}
	for i := range s.Factors {
		answer.whole = append(answer.whole, s.Factors[i].Axis.Key)
	}
	answer.keys = shortKeys(answer.whole)
	return answer
}

func (s *Sensitivity) told() string { return howTold(s.Exact, s.Games, s.Seed, s.Confidence) }

// Sentence is the answer in one sentence.
func (s *Sensitivity) Sentence() string {
	var matter []string
	none := 0
	for i := range s.Factors {
		f := &s.Factors[i]
		switch {
		case f.None():
			none++
		case len(matter) < 3:
			text := s.keys[i]
			if s.shares() && f.Indices != nil {
				x := index(f.Indices.Total)
				text += " (" + x.Value + " of the variance, from " + x.Low + " to " + x.High + ", alone or with others)"
			}
			matter = append(matter, text)
		}
	}
	if len(matter) == 0 {
		return fmt.Sprintf("None of %s moves %s.", summary.Of(int64(len(s.Factors)), "setting"), s.Measure)
	}
	text := fmt.Sprintf("What moves %s most is %s", s.Measure, strings.Join(matter, ", then "))
	if none > 0 {
		text += fmt.Sprintf("; %d of %d settings do not move it at all", none, len(s.Factors))
	}
	return text + "."
}

// shares says whether the variance is shared between settings: all of it is a lone one's.
func (s *Sensitivity) shares() bool { return len(s.Factors) > 1 }

// index rounds a share of the variance, which estimates may leave, to what is known of it.
func index(x stats.Interval) summary.Rounded {
	share := func(v float64) *float64 { return new(min(max(v, 0), 1)) }
	return summary.Number(share(x.Est), share(x.Low), share(x.High))
}

func (s *Sensitivity) head() []string {
	head := []string{"setting", "from", "to", "at low end", "at high end", "mean effect", "absolute", "spread"}
	if s.shares() {
		head = append(head, "alone", "", "in all", "")
	}
	return head
}

func (s *Sensitivity) rows() [][]string {
	var rows [][]string
	scaled := func(x float64) string {
		if s.Unit == unitShare {
			return strconv.FormatFloat(100*x, 'f', 2, 64) + " pp" // means over a few dozen moves: more would be noise
		}
		return exactNumber(x)
	}
	cells := func(x stats.Interval) []string {
		r := index(x)
		return []string{r.Value, r.Low + " – " + r.High}
	}
	for i := range s.Factors {
		f := &s.Factors[i]
		row := []string{s.keys[i], f.Axis.Value(0), f.Axis.Value(f.Axis.Len() - 1), shownWithin(f.Low.Estimate, s.Unit), shownWithin(f.High.Estimate, s.Unit)}
		switch {
		case f.None():
			row = append(row, "no effect")
		case f.Effects.N == 0:
			row = append(row, "not known")
		default:
			row = append(row, scaled(f.Effects.Mean), scaled(f.Effects.MeanAbs), scaled(f.Effects.Spread))
		}
		if s.shares() && f.Indices != nil {
			row = append(append(row, cells(f.Indices.First)...), cells(f.Indices.Total)...)
		}
		rows = append(rows, row)
	}
	return rows
}

// legend explains the columns.
func (s *Sensitivity) legend() string {
	text := "mean, absolute and spread: elementary effects of a move over a setting's whole range, all others anywhere in theirs (Morris)."
	if s.Unit == unitShare {
		text += " pp: percentage points."
	}
	if s.shares() {
		text += " alone, in all: share of the variance that a setting is behind, by itself and with others (Sobol)."
	}
	return text
}

// Text writes the answer for a terminal.
func (s *Sensitivity) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s at %s, %s\n\n", clean(s.Title), s.Measure, shownBoth(s.Base.Estimate, s.Unit, s.Base.Exact), s.told())
	paragraph(&b, s.Sentence())
	b.WriteByte('\n')
	head := s.head()
	var rows [][]string
	var short, whole []string
	indices := false
	for i, row := range s.rows() {
		if !s.Factors[i].None() { // those are in a note
			rows = append(rows, row)
			short, whole = append(short, s.keys[i]), append(whole, s.whole[i])
		}
		indices = indices || len(row) > 8
	}
	if !indices {
		head = head[:min(len(head), 8)]
	}
	table(&b, head, rows)
	b.WriteByte('\n')
	paragraph(&b, s.legend())
	legend(&b, short, whole)
	ending(&b, s.Notes)
	return emit(w, &b)
}

// barsMost is how many settings a tornado shows.
const barsMost = 15

// Pictures are the tornado of the settings that move the measure by themselves.
func (s *Sensitivity) Pictures() []plots.Picture {
	t := plots.Tornado{
		Name: plots.FileName("tornado-" + s.Measure), Title: "What moves " + s.Measure + ", one setting at a time", Scenario: s.Title, Footer: howPlayed(s.Exact, s.Games, s.Seed),
		X: axisText(s.Measure, s.Unit), Share: s.Unit == unitShare, Base: s.Base.Est,
		Notes: []string{"Blue: towards the high end of the setting's range. Grey: towards the low end."},
	}
	width := func(i int) float64 {
		f := &s.Factors[i]
		if !f.Low.Known() || !f.High.Known() {
			return 0
		}
		low, high := min(f.Low.Est, f.High.Est, s.Base.Est), max(f.Low.Est, f.High.Est, s.Base.Est)
		return high - low
	}
	left := 0
	for _, i := range widestFirst(len(s.Factors), width) {
		f := &s.Factors[i]
		switch {
		case width(i) <= 0:
		case len(t.Bars) == barsMost:
			left++
		default:
			t.Bars = append(t.Bars, plots.TornadoBar{
				Setting: s.keys[i], LowLabel: f.Axis.Value(0), HighLabel: f.Axis.Value(f.Axis.Len() - 1), Low: f.Low.Est, High: f.High.Est,
			})
		}
	}
	if left > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d more settings move it less.", left))
	}
	if len(t.Bars) == 0 {
		return nil
	}
	return []plots.Picture{t.Picture()}
}

// Page writes report.html.
func (s *Sensitivity) Page(w io.Writer) error {
	p := page.Study{
		Scenario: s.Title, SHA256: s.SHA256, Program: s.Program, Title: "Which settings move " + s.Measure,
		Asked:  fmt.Sprintf("Which of %s move %s, each within its range?", summary.Of(int64(len(s.Factors)), "setting"), s.Measure),
		Answer: s.Sentence(), Notes: pageNotes(s.Notes),
		Facts: []page.Fact{
			{Name: "as it is", Value: shownBoth(s.Base.Estimate, s.Unit, s.Base.Exact)}, {Name: "points", Value: summary.Count(int64(s.Points))},
			{Name: "trajectories", Value: strconv.Itoa(s.Trajectories)}, {Name: "rows for indices", Value: strconv.Itoa(s.Samples)}, {Name: "numbers", Value: s.told()},
		},
		Commands: []page.Command{{Line: s.Command, Does: "asks the same again"}},
		Files:    "The answer in full is in sensitivity.json.",
	}
	for _, picture := range s.Pictures() {
		p.Parts = append(p.Parts, page.Part{Title: picture.Title, Picture: &picture})
	}
	rows := s.rows()
	for i := range rows {
		for len(rows[i]) < len(s.head()) {
			rows[i] = append(rows[i], "")
		}
	}
	p.Parts = append(p.Parts, page.Part{Title: "Every setting", Tables: []page.Table{{Caption: strings.ReplaceAll(s.legend(), "\n", " "), Head: s.head(), Rows: rows}}})
	if len(wholeKeys(s.keys, s.whole)) > 0 {
		p.Parts = append(p.Parts, keysPart(s.keys, s.whole))
	}
	return page.WriteStudy(w, p)
}

type intervalJSON struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type factorJSON struct {
	Setting string           `json:"setting"`
	From    string           `json:"from"`
	To      string           `json:"to"`
	Effect  bool             `json:"effect"` // false: it has none
	AtLow   answers.Estimate `json:"at_low"`
	AtHigh  answers.Estimate `json:"at_high"`
	Morris  morrisJSON       `json:"morris"`
	First   *intervalJSON    `json:"sobol_first"`
	Total   *intervalJSON    `json:"sobol_total"`
}

type morrisJSON struct {
	Effects int     `json:"effects"`
	Mu      float64 `json:"mu"`
	MuStar  float64 `json:"mu_star"`
	Sigma   float64 `json:"sigma"`
}

// JSON writes the answer in full.
func (s *Sensitivity) JSON(w io.Writer) error {
	j := struct {
		Scenario     scenarioJSON     `json:"scenario"`
		Command      string           `json:"command"`
		Measure      string           `json:"measure"`
		Unit         string           `json:"unit"`
		Base         answers.Estimate `json:"base"`
		Answer       string           `json:"answer"`
		Trajectories int              `json:"trajectories"`
		Samples      int              `json:"samples"`
		Points       int              `json:"points"`
		Seed         uint64           `json:"seed"`
		Games        uint64           `json:"games"`
		Exact        bool             `json:"exact"`
		Confidence   float64          `json:"confidence"`
		Settings     []factorJSON     `json:"settings"`
		Warnings     []noteJSON       `json:"warnings"`
	}{
		scenarioJSON{s.Name, s.SHA256}, s.Command, s.Measure, s.Unit, answers.Of(s.Base.Estimate), s.Sentence(), s.Trajectories, s.Samples, s.Points,
		s.Seed, s.Games, s.Exact, s.Confidence, nil, notesOf(s.Notes),
	}
	for i := range s.Factors {
		f := &s.Factors[i]
		line := factorJSON{
			Setting: f.Axis.Key, From: f.Axis.Value(0), To: f.Axis.Value(f.Axis.Len() - 1), Effect: !f.None(),
			AtLow: answers.Of(f.Low.Estimate), AtHigh: answers.Of(f.High.Estimate),
			Morris: morrisJSON{f.Effects.N, f.Effects.Mean, f.Effects.MeanAbs, f.Effects.Spread},
		}
		if x := f.Indices; x != nil {
			line.First, line.Total = &intervalJSON{x.First.Est, x.First.Low, x.First.High}, &intervalJSON{x.Total.Est, x.Total.Low, x.Total.High}
		}
		j.Settings = append(j.Settings, line)
	}
	return answers.Write(w, j)
}

// Publish writes the answer's files.
func (s *Sensitivity) Publish(to *Folder) error {
	return publish(to, "sensitivity.json", s.JSON, s.Page, s.Pictures())
}
