package verdicts

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/stats"
)

// An About is what a page says of how it came about.
type About struct {
	Program   string     // version
	Command   string     // what asks again, of a comparison
	Scenarios []Scenario // those checked, or the sides compared, in order
}

// A Scenario is one that a page is about.
type Scenario struct{ Name, Title, SHA256 string }

// heading is a title for all scenarios: theirs where they share one, else how many there are.
func (a About) heading() string {
	if len(a.Scenarios) == 0 {
		return ""
	}
	for _, s := range a.Scenarios[1:] {
		if s.called() != a.Scenarios[0].called() {
			return summary.Of(int64(len(a.Scenarios)), "scenario")
		}
	}
	return a.Scenarios[0].called()
}

// called is the title, or the name where there is none.
func (s Scenario) called() string {
	if s.Title == "" {
		return s.Name
	}
	return s.Title
}

// sha256 is that of the scenario that is alone, else "": a table has them all.
func (a About) sha256() string {
	if len(a.Scenarios) == 1 {
		return a.Scenarios[0].SHA256
	}
	return ""
}

// full spells a number as JSON does.
func full(v *float64) string {
	if v == nil {
		return "–"
	}
	text, err := json.Marshal(*v)
	if err != nil { // only what is no number, which no answer is
		return "–"
	}
	return string(text)
}

// fullCells are an estimate as JSON has it: value, low, high.
func fullCells(e stats.Estimate) []string {
	v := answers.Of(e)
	return []string{full(v.Value), full(v.Low), full(v.High)}
}

// drawn are the numbers of an estimate for a picture; NaN where nothing is known.
func drawn(e stats.Estimate, by float64) (est, low, high float64) {
	if !e.Known() {
		return math.NaN(), math.NaN(), math.NaN()
	}
	return by * e.Est, by * e.Low, by * e.High
}

// unbracketed takes the brackets off an interval.
func unbracketed(text string) string { return strings.TrimSuffix(strings.TrimPrefix(text, "("), ")") }

func fact(name, value string) page.Fact { return page.Fact{Name: name, Value: value} }
