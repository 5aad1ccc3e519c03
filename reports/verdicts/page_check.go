package verdicts

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/study"
)

// WritePage writes the answers as a page that stands by itself: every expectation of every scenario with its bounds.
func WritePage(w io.Writer, a About, checks []Check) error {
	var all [3]int
	answer := ""
	var looks uint64
	for i := range checks {
		c := &checks[i]
		for h, n := range c.counts() {
			all[h] += n
		}
		for j := range c.Answers {
			if c.Answers[j].Holds == study.Fail && answer == "" {
				answer = "; " + c.sentence(j)
			}
		}
		looks = max(looks, c.Looks.Games)
	}
	p := page.Study{
		Scenario: a.heading(), SHA256: a.sha256(), Program: a.Program, Title: "Does it keep what it promises?",
		Asked:  fmt.Sprintf("Do the %s of %s hold?", summary.Of(int64(all[study.Pass]+all[study.Fail]+all[study.Undecided]), "expectation"), summary.Of(int64(len(checks)), "scenario")),
		Answer: sumUp(all) + answer + ".",
		Facts:  []page.Fact{fact("pass", strconv.Itoa(all[study.Pass])), fact("fail", strconv.Itoa(all[study.Fail])), fact("undecided", strconv.Itoa(all[study.Undecided])), fact("games at most", summary.Count(int64(looks)))},
	}
	for i := range checks {
		p.Parts = append(p.Parts, checks[i].part(i))
		p.Commands = append(p.Commands, page.Command{Line: checks[i].Replay, Does: "checks " + checks[i].Scenario + " again"})
	}
	if len(a.Scenarios) > 1 {
		list := page.Table{Caption: "Scenarios", Head: []string{"name", "title", "SHA-256"}}
		for _, s := range a.Scenarios {
			list.Rows = append(list.Rows, []string{s.Name, s.Title, s.SHA256})
		}
		p.Parts = append(p.Parts, page.Part{Title: "What was checked", Tables: []page.Table{list}})
	}
	return page.WriteStudy(w, p)
}

// part is the picture and the tables of scenario i.
func (c *Check) part(i int) page.Part {
	title := Scenario{Name: c.Scenario, Title: c.Title}.called()
	if len(c.Answers) == 0 {
		return page.Part{Title: title, Tables: []page.Table{{Caption: c.played(), Head: []string{"measure"}, Rows: [][]string{{"Nothing is expected of this scenario."}}}}}
	}
	rows := page.Table{Caption: c.played(), Head: []string{"measure", "answer", "is", "interval", "expected", "games", "at"}}
	exactly := page.Table{Caption: "In full, as --format json writes them", Head: []string{"measure", "value", "low", "high", "at least", "at most"}, Folded: true}
	for j := range c.Answers {
		a, at := &c.Answers[j], c.Places[j]
		games := summary.Count(int64(a.Games))
		if a.Exact {
			games = "exact"
		}
		if a.Needed > 0 {
			games += ", needs about " + summary.Count(int64(a.Needed))
		}
		rows.Rows = append(rows.Rows, []string{a.Measure.Name, holds[a.Holds], number(a.Value), unbracketed(interval(a.Value)), at.Expected, games, at.spot()})
		exactly.Rows = append(exactly.Rows, append(append([]string{a.Measure.Name}, fullCells(a.Value)...), full(answers.Finite(a.Line.Low)), full(answers.Finite(a.Line.High))))
	}
	picture := c.picture(i, title)
	return page.Part{Title: title, Picture: &picture, Tables: []page.Table{rows, exactly}}
}

var checkTones = [...]plots.Tone{study.Pass: plots.Told, study.Fail: plots.Bad, study.Undecided: plots.Open}

// picture shows each expectation's bounds, and what is known of the measure.
func (c *Check) picture(i int, title string) plots.Picture {
	v := plots.Intervals{
		Name: plots.FileName(fmt.Sprintf("expected-%d", i+1)), Title: "What is expected, and what is", Scenario: title, Footer: c.played(),
		Notes: []string{"Shaded: what is expected. Dot and line: what is, and its interval. Every row has a scale of its own."},
	}
	for j := range c.Answers {
		a := &c.Answers[j]
		r := plots.IntervalRow{
			Name: a.Measure.Name, Under: c.Places[j].Expected, Value: number(a.Value), Beside: strings.TrimSpace(holds[a.Holds] + " " + interval(a.Value)),
			Bounds: [2]float64{a.Line.Low, a.Line.High}, Tone: checkTones[a.Holds],
		}
		r.Est, r.Low, r.High = drawn(a.Value, 1)
		v.Rows = append(v.Rows, r)
	}
	return v.Picture()
}
