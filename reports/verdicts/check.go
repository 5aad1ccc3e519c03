package verdicts

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

// A Check is what came of the expectations of one scenario.
type Check struct {
	Scenario string // its name
	Title    string
	Seed     uint64
	Replay   string // the command that asks again
	Places   []Place
	*study.Checked
}

// A Place is where an expectation is written, one for each answer.
type Place struct {
	File      string
	Line, Col int    // from 1; 0 in a setting
	Expected  string // "between 0.90 and 0.92", as it is written
}

// holds spells what can be said of an expectation.
var holds = [...]string{study.Pass: "pass", study.Fail: "fail", study.Undecided: "undecided"}

// number writes an estimate to as many digits as its interval supports.
func number(e stats.Estimate) string {
	switch {
	case !e.Known():
		return "unknown"
	case e.Low == e.High:
		return summary.Exactly(e.Est)
	case math.IsInf(e.Low, 0) || math.IsInf(e.High, 0):
		return summary.Plain(e.Est)
	}
	return summary.Number(&e.Est, &e.Low, &e.High).Value
}

// interval writes the interval of an estimate, "" when it has none.
func interval(e stats.Estimate) string {
	switch {
	case !e.Known() || e.Low == e.High:
		return ""
	case math.IsInf(e.Low, 0) && math.IsInf(e.High, 0):
		return "(no bounds)"
	case math.IsInf(e.Low, 0):
		return "(at most " + summary.Plain(e.High) + ")"
	case math.IsInf(e.High, 0):
		return "(at least " + summary.Plain(e.Low) + ")"
	}
	r := summary.Number(&e.Est, &e.Low, &e.High)
	return "(" + r.Low + " to " + r.High + ")"
}

// sentence says how a measure stands to what is expected of it.
func (c *Check) sentence(i int) string {
	a, expected := &c.Answers[i], c.Places[i].Expected
	name := a.Measure.Name
	is := name + " is " + number(a.Value)
	if bounds := interval(a.Value); bounds != "" {
		is += " " + bounds
	}
	switch {
	case a.Exact && a.Value.Low == a.Value.High:
		is += ", not sampled"
	case a.Exact:
		is += " without sampling, as far as it was computed"
	case a.Value.Known():
		is += " after " + summary.Of(int64(a.Games), "game")
	}
	switch a.Holds {
	case study.Pass:
		return is + ": " + expected + ", as expected"
	case study.Fail:
		return is + ": not " + expected
	}
	if !a.Value.Known() {
		return name + " cannot be told after " + summary.Of(int64(a.Games), "game") + ": " + a.Value.Missing
	}
	if a.Needed == 0 {
		return is + ": too near a bound to say whether it is " + expected
	}
	return fmt.Sprintf("%s: it needs about %s to say whether it is %s (--games %d)", is, summary.Of(int64(a.Needed), "game"), expected, a.Needed)
}

// counts are how many expectations pass, fail and are undecided.
func (c *Check) counts() (n [3]int) {
	for _, a := range c.Answers {
		n[a.Holds]++
	}
	return n
}

// played says how the answers were found.
func (c *Check) played() string {
	how := "no game was played"
	if c.Games > 0 {
		how = summary.Of(int64(c.Games), "game") + " played"
	}
	return fmt.Sprintf("%s, seed %d, all answers together at %s %% confidence", how, c.Seed, summary.Plain(100*c.Confidence))
}

// WriteText lists the answers, a line each, and sums up.
func WriteText(w io.Writer, checks []Check) error {
	var b strings.Builder
	var all [3]int
	for i := range checks {
		c := &checks[i]
		fmt.Fprintf(&b, "%s: %s\n", c.Scenario, c.played())
		for j := range c.Answers {
			fmt.Fprintf(&b, "  %-9s  %s\n", holds[c.Answers[j].Holds], c.sentence(j))
		}
		for h, n := range c.counts() {
			all[h] += n
		}
	}
	fmt.Fprintln(&b, sumUp(all))
	_, err := io.WriteString(w, b.String())
	return err
}

// sumUp says how many expectations came out how.
func sumUp(n [3]int) string {
	text := fmt.Sprintf("%d of %s hold", n[study.Pass], summary.Of(int64(n[study.Pass]+n[study.Fail]+n[study.Undecided]), "expectation"))
	if n[study.Fail] > 0 {
		text += fmt.Sprintf(", %d fail", n[study.Fail])
	}
	if n[study.Undecided] > 0 {
		text += fmt.Sprintf(", %d undecided", n[study.Undecided])
	}
	return text
}
