package exact

import (
	"io"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/summary"
)

// A Result is what can come of a scenario, exactly or, when the budget did not
// suffice, within bounds. Probabilities lie within 0..1.
type Result struct {
	Scenario summary.Scenario `json:"scenario"`
	// Complete says that every game was followed to its end: low and high are
	// the same. Otherwise Unexplored is the probability of those that were not,
	// and all distributions are of the others.
	Complete   bool    `json:"complete"`
	Unexplored float64 `json:"unexplored"`
	States     uint64  `json:"states"`
	Turns      uint64  `json:"turns_played"`

	Outcomes []Outcome                     `json:"outcomes"`
	Length   Length                        `json:"length"`     // of games
	Wars     Length                        `json:"war_length"` // of all wars; "p" is the expected number of wars
	ByWar    summary.Ordered[War]          `json:"wars"`
	Final    summary.Ordered[Distribution] `json:"final"` // by measure, without "final."
}

// An Outcome is one way in which games end.
type Outcome struct {
	Name string   `json:"name"`
	Odds *float64 `json:"odds"` // null when only bounds are known
	Low  float64  `json:"low"`
	High float64  `json:"high"`
}

// A Length is how long games or wars last.
type Length struct {
	Mean  *float64 `json:"mean"` // turns; null when there are none, or not all are known
	Turns []Turns  `json:"distribution"`
}

// Turns is the probability of a length.
type Turns struct {
	Turns int     `json:"turns"`
	P     float64 `json:"p"`
}

// A War is one war that may come.
type War struct {
	Declared float64                  `json:"declared"` // expected number in a game: a probability, where it can come once
	Endings  summary.Ordered[float64] `json:"endings"`  // likewise
	Length   summary.Ordered[Length]  `json:"length"`   // by ending
}

// A Distribution is that of a measure at the end of the game.
type Distribution struct {
	Unit   string   `json:"unit"`
	Mean   *float64 `json:"mean"`
	Values []Value  `json:"distribution"`
}

// A Value is the probability of a value.
type Value struct {
	Value int32   `json:"value"`
	P     float64 `json:"p"`
}

// Of names what was computed.
func Of(s summary.Scenario, x *engine.Exact) *Result {
	r := &Result{Scenario: s, Complete: x.Crowd == nil, Unexplored: x.Unexplored, States: x.States, Turns: x.Runs}
	for o, name := range x.Schema.Outcomes {
		out := Outcome{Name: name}
		out.Low, out.High = x.Odds(o)
		if r.Complete {
			out.Odds = &out.Low
		}
		r.Outcomes = append(r.Outcomes, out)
	}
	r.Length = length(x.Length(), r.Complete)
	r.Wars = length(x.WarLength(), r.Complete)
	for i, name := range x.Schema.Subjects {
		w := War{Endings: summary.Ordered[float64]{}, Length: summary.Ordered[Length]{}}
		for e, ending := range x.Schema.Endings {
			sum := 0.0
			for _, p := range x.Wars[i][e] {
				sum += p
			}
			if sum > 0 {
				w.Declared += sum
				w.Endings = append(w.Endings, summary.Entry[float64]{Key: ending, Value: sum})
				w.Length = append(w.Length, summary.Entry[Length]{Key: ending, Value: length(x.Wars[i][e], r.Complete)})
			}
		}
		r.ByWar = append(r.ByWar, summary.Entry[War]{Key: name, Value: w})
	}
	r.Final = summary.Ordered[Distribution]{}
	for i, shares := range x.Finals {
		if shares == nil {
			continue
		}
		d := Distribution{Unit: x.Schema.Games[i].Unit}
		mean := 0.0
		for _, s := range shares {
			d.Values = append(d.Values, Value{s.Value, s.P})
			mean += float64(s.Value) * s.P
		}
		if r.Complete {
			d.Mean = &mean
		}
		r.Final = append(r.Final, summary.Entry[Distribution]{Key: strings.TrimPrefix(x.Schema.Games[i].Measure, "final."), Value: d})
	}
	return r
}

func length(p []float64, complete bool) Length {
	l := Length{Turns: []Turns{}}
	for turns, p := range p {
		if p > 0 {
			l.Turns = append(l.Turns, Turns{turns, p})
		}
	}
	if mean, ok := engine.Mean(p); ok && complete {
		l.Mean = &mean
	}
	return l
}

// Write writes the result as indented JSON.
func (r *Result) Write(w io.Writer) error { return answers.Write(w, r) }
