package study

import (
	"context"
	"fmt"
	"math"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

// A Line is one thing that a scenario promises: a measure lies from Low to High, ends included; infinite ends bound
// nothing.
type Line struct {
	Measure   measure.Measure
	Low, High float64
}

// Checks asks whether a scenario keeps its promises.
type Checks struct {
	Experiment sim.Experiment // its Confidence is that with which all answers hold together
	Lines      []Line
	Looks      Looks // of which Games is the most that are played
	Workers    int   // 0: one for every core
	Progress   func(done, all uint64)
	// Exact computes the distribution of the experiment without sampling, with the columns of a game's row that are
	// marked; nil, as a function or as its result, where that is not possible.
	Exact func(e sim.Experiment, columns []bool) *engine.Exact
}

// Holds says whether a promise is kept.
type Holds uint8

// What can be said of a promise.
const (
	Undecided Holds = iota
	Pass
	Fail
)

// Checked is the answer to checks.
type Checked struct {
	Games      uint64 // played
	Looks      Looks
	Confidence float64
	Answers    []Answer // one a line
}

// An Answer says whether a line holds.
type Answer struct {
	Line
	Holds Holds
	// Value is the measure as it was when the answer was found, or at the last look.
	Value  stats.Estimate
	Exact  bool   // found without sampling
	Games  uint64 // that Value is about
	Needed uint64 // games in all after which the answer will be found, about; 0: found, or nobody knows
}

// Check answers every line, at the confidence of the experiment for all of them together: what the exact distribution
// tells first, then the others by playing, with a look now and then. The error that is allowed is shared out evenly over
// the lines that are played for, and over the looks as [Looks] says; so a true promise is said to fail, or a false one to
// pass, at most as often as the confidence leaves room for. The answer is the same whenever it is asked with the same
// seed, and for any number of workers.
func Check(ctx context.Context, c Checks) (*Checked, error) {
	looks, err := c.Looks.checked()
	if err != nil {
		return nil, err
	}
	answer := &Checked{Looks: looks, Confidence: c.Experiment.Confidence}
	for _, l := range c.Lines {
		if l.Measure.Kind == measure.Count {
			return nil, fmt.Errorf("%s grows with the games that are played: it is no property of the scenario", l.Measure.Name)
		}
		answer.Answers = append(answer.Answers, Answer{Line: l})
	}
	c.exactly(answer)
	open := answer.open()
	if len(open) == 0 {
		return answer, nil
	}
	t, err := newTeam(c.Workers, looks.Games, c.Progress, func() (worker, error) { return newChecker(c.Experiment), nil })
	if err != nil {
		return nil, err
	}
	tally := engine.NewTally(c.Experiment.Ruleset.Schema())
	shares := len(open)
	for i, games := range looks.At() {
		if err := t.play(ctx, answer.Games, games); err != nil {
			return nil, err
		}
		answer.Games = games
		for _, w := range t.workers {
			w.(*checker).handOver(tally)
		}
		r := measure.Read(tally)
		r.Guaranteed = true
		for _, a := range open {
			a.Value, a.Games = r.Value(a.Measure, looks.confidence(i, c.Experiment.Confidence, shares)), games
			a.answer(0)
		}
		if open = answer.open(); len(open) == 0 {
			break
		}
	}
	return answer, nil
}

// rounding is what an exact value may be off, of itself when it is above 1: a value as near to a bound as that is on it.
const rounding = 1e-9

// exactly answers the lines that the exact distribution tells.
func (c *Checks) exactly(answer *Checked) {
	if c.Exact == nil || len(c.Lines) == 0 {
		return
	}
	var measures []measure.Measure
	for _, l := range c.Lines {
		measures = append(measures, l.Measure)
	}
	x := c.Exact(c.Experiment, measure.Columns(c.Experiment.Ruleset.Schema(), measures...))
	if x == nil {
		return
	}
	source := measure.Exactly(x)
	for i := range answer.Answers {
		a := &answer.Answers[i]
		a.Value = source.Value(a.Measure, c.Experiment.Confidence)
		a.answer(rounding)
		a.Exact = a.Holds != Undecided
		if !a.Exact {
			a.Value = stats.Estimate{}
		}
	}
}

// answer says whether the line holds, if the value's interval tells.
func (a *Answer) answer(rounding float64) {
	v := a.Value
	rounding *= max(1, math.Abs(v.Est))
	a.Holds, a.Needed = Undecided, 0
	switch {
	case !v.Known(): // nothing tells
	case v.Low >= a.Low-rounding && v.High <= a.High+rounding:
		a.Holds = Pass
	case v.High < a.Low-rounding || v.Low > a.High+rounding:
		a.Holds = Fail
	default:
		distance := min(math.Abs(v.Est-a.Line.Low), math.Abs(v.Est-a.Line.High))
		a.Needed = moreGames(a.Games, (v.High-v.Low)/2, distance)
	}
}

// open are the answers that are not found yet.
func (c *Checked) open() []*Answer {
	var list []*Answer
	for i := range c.Answers {
		if c.Answers[i].Holds == Undecided {
			list = append(list, &c.Answers[i])
		}
	}
	return list
}

// Holds sums up: Fail when a line fails, else Undecided when one is, else Pass.
func (c *Checked) Holds() Holds {
	all := Pass
	for _, a := range c.Answers {
		switch {
		case a.Holds == Fail:
			return Fail
		case a.Holds == Undecided:
			all = Undecided
		}
	}
	return all
}

// A checker plays games and tallies them.
type checker struct {
	e      sim.Experiment
	player engine.Player
	block  *engine.Block
	tally  *engine.Tally
}

func newChecker(e sim.Experiment) *checker {
	s := e.Ruleset.Schema()
	return &checker{e: e, player: e.NewPlayer(), block: engine.NewBlock(s), tally: engine.NewTally(s)}
}

func (c *checker) play(first uint64, games int, quit func() bool) error {
	c.block.Begin(first, games)
	c.block.Quit = quit
	if err := c.player.Play(c.block); err != nil {
		return wentWrong(c.e, err)
	}
	c.tally.Merge(c.block.Tally)
	return nil
}

// handOver adds the checker's counts to a tally and begins anew.
func (c *checker) handOver(to *engine.Tally) {
	to.Merge(c.tally)
	c.tally.Reset()
}
