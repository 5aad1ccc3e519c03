package verdicts

import (
	"io"

	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

type checkJSON struct {
	Scenario     string            `json:"scenario"`
	Verdict      string            `json:"verdict"`
	Seed         uint64            `json:"seed"`
	Games        uint64            `json:"games"`
	GamesMost    uint64            `json:"games_most"`
	Looks        []uint64          `json:"looks"`
	Confidence   float64           `json:"confidence"`
	Command      string            `json:"command"`
	Expectations []expectationJSON `json:"expectations"`
}

type expectationJSON struct {
	Measure  string   `json:"measure"`
	Expected string   `json:"expected"`
	AtLeast  *float64 `json:"at_least"`
	AtMost   *float64 `json:"at_most"`
	Verdict  string   `json:"verdict"`
	answers.Estimate
	Exact       bool   `json:"exact"`
	Games       uint64 `json:"games"`
	GamesNeeded uint64 `json:"games_needed,omitempty"`
	File        string `json:"file"`
	Line        int    `json:"line,omitempty"`
	Column      int    `json:"column,omitempty"`
	Text        string `json:"text"`
}

// WriteJSON writes the answers as a list of scenarios.
func WriteJSON(w io.Writer, checks []Check) error {
	list := []checkJSON{}
	for i := range checks {
		c := &checks[i]
		j := checkJSON{
			Scenario: c.Scenario, Verdict: holds[c.Holds()], Seed: c.Seed, Games: c.Games, GamesMost: c.Looks.Games, Looks: c.Looks.At(),
			Confidence: c.Confidence, Command: c.Replay, Expectations: []expectationJSON{},
		}
		for k, a := range c.Answers {
			at := c.Places[k]
			j.Expectations = append(j.Expectations, expectationJSON{
				Measure: a.Measure.Name, Expected: at.Expected, AtLeast: answers.Finite(a.Line.Low), AtMost: answers.Finite(a.Line.High), Verdict: holds[a.Holds],
				Estimate: answers.Of(a.Value), Exact: a.Exact, Games: a.Games, GamesNeeded: a.Needed,
				File: at.File, Line: at.Line, Column: at.Col, Text: c.sentence(k),
			})
		}
		list = append(list, j)
	}
	return answers.Write(w, list)
}

type comparisonJSON struct {
	Sides       []string         `json:"sides"`
	Seed        uint64           `json:"seed"`
	Games       uint64           `json:"games"`
	GamesMost   uint64           `json:"games_most"`
	Looks       []uint64         `json:"looks"`
	Confidence  float64          `json:"confidence"`
	Differences []differenceJSON `json:"differences"`
	Unshared    []string         `json:"outcomes_not_shared"`
}

type differenceJSON struct {
	Measure    string           `json:"measure"`
	Unit       string           `json:"unit"`
	First      string           `json:"first"`
	Side       string           `json:"side"`
	FirstValue *float64         `json:"first_value"`
	SideValue  *float64         `json:"side_value"`
	Difference answers.Estimate `json:"difference"` // side - first
	Within     *float64         `json:"within"`
	Verdict    string           `json:"verdict"` // higher, lower, no_difference, alike, undecided
	Better     *bool            `json:"better"`  // null where that is not known
	Differ     uint64           `json:"games_that_differ"`
	Settled    uint64           `json:"games_used"`
	Needed     uint64           `json:"games_needed,omitempty"`
}

// verdictWords spell what a comparison says.
var verdictWords = [...]string{study.Open: "undecided", study.Higher: "higher", study.Lower: "lower", study.Within: "no_difference", study.Alike: "alike"}

// WriteComparisonJSON writes a comparison.
func WriteComparisonJSON(w io.Writer, seed uint64, c *study.Compared) error {
	j := comparisonJSON{
		Sides: c.Names, Seed: seed, Games: c.Games, GamesMost: c.Looks.Games, Looks: c.Looks.At(), Confidence: c.Confidence,
		Differences: []differenceJSON{}, Unshared: append([]string{}, c.Unshared...),
	}
	known := func(f stats.Figure[float64]) *float64 {
		if !f.Known() {
			return nil
		}
		return &f.Value
	}
	for _, d := range c.Differences {
		x := differenceJSON{
			Measure: d.Measure.Name, Unit: d.Measure.Unit, First: c.Names[0], Side: c.Names[d.Side], FirstValue: known(d.Base), SideValue: known(d.Of),
			Difference: answers.Of(d.Estimate), Verdict: verdictWords[d.Verdict], Differ: d.Differ, Settled: d.Settled, Needed: d.Needed,
		}
		if d.Better() != 0 {
			better := d.Better() > 0
			x.Better = &better
		}
		if d.Settled == 0 {
			x.Settled = c.Games
		}
		if d.Within > 0 {
			x.Within = &d.Within
		}
		j.Differences = append(j.Differences, x)
	}
	return answers.Write(w, j)
}
