package study

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/stats"
)

// A Tune asks which value of a setting brings a measure to a target: of one setting, or of one for each value of
// another, which gives a contour.
type Tune struct {
	Build  Build
	Axes   []Axis // one or two, numeric; the first is tuned
	Target Target
	How          // Games is the most that one value of the setting is played
	Store  Store // keeps looks at values as points; nil: nothing is kept
	// Progress is told the games played so far, of about as many as it may take at most; may be nil.
	Progress func(done, all uint64)
}

// Tuned is the answer for one setting.
type Tuned struct {
	Axis      Axis
	Target    Target
	Unit      string    // of the measure
	Fixed     []Setting // the other setting, on a contour
	Crossings []Crossing
	// Least and Most are the lowest and highest value seen: the range that can be reached.
	Least, Most Seen
	// Curve are the levels looked at, in order: where games were played, those of the search.
	Curve []Seen
	Exact bool
	// Seed is that of the search, Fresh that of the games which the crossings were measured on again.
	Seed, Fresh uint64
	Games       uint64 // played in all
	Confidence  float64
	Notes       []sim.Note
}

// A Crossing is where the measure passes the target: between two levels, with the answer's confidence.
type Crossing struct {
	Low, High Seen
	// Best is the level to take: the one that satisfies the target, or, of an equality, the nearer one.
	Best int
	// LowOpen and HighOpen say that an end of the interval is the end of the setting's range, for want of games.
	LowOpen, HighOpen bool
}

// Adjacent says whether no level lies between: nothing remains to be found out.
func (c Crossing) Adjacent() bool { return c.High.Level-c.Low.Level == 1 && !c.LowOpen && !c.HighOpen }

// Seen is the measure at a level.
type Seen struct {
	Level int
	stats.Estimate
	Games uint64 // 0: exact
}

// contourMost bounds the values of the second setting, and contourFree how many are taken where no step is given.
const (
	contourMost = 100
	contourFree = 21
)

// Run gives one answer, or, with two settings, one for every value of the second.
func (t Tune) Run(ctx context.Context) ([]*Tuned, error) {
	if err := checkAxes(t.Axes); err != nil {
		return nil, err
	}
	if len(t.Axes) > 2 {
		return nil, errors.New("one setting is tuned, or one for each value of another: name at most two")
	}
	for _, a := range t.Axes {
		if !a.Numeric() {
			return nil, fmt.Errorf("%s: a setting that is tuned takes numbers, in ascending order", a)
		}
	}
	if t.Axes[0].Len() < 2 {
		return nil, fmt.Errorf("%s: one value leaves nothing to tune", t.Axes[0])
	}
	t.Measures = []string{t.Target.Measure}
	if t.Store != nil {
		t.Store = &oneByOne{Store: t.Store}
	}
	if len(t.Axes) == 1 {
		answer, err := t.line(ctx, nil, t.Store, t.Progress)
		if err != nil {
			return nil, err
		}
		return []*Tuned{answer}, nil
	}
	return t.contour(ctx)
}

// contour tunes the first setting for every level of the second.
func (t Tune) contour(ctx context.Context) ([]*Tuned, error) {
	other := t.Axes[1]
	chosen := spaced(other.Len(), contourFree)
	if !other.free || other.Whole() {
		if other.Len() > contourMost {
			return nil, fmt.Errorf("%s has %d values, at most %d make a contour: give a larger step", other, other.Len(), contourMost)
		}
		chosen = spaced(other.Len(), other.Len())
	}
	workers := t.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	answers := make([]*Tuned, len(chosen))
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(workers)
	one := t
	one.Workers = max(1, workers/len(chosen))
	failures := make([]error, len(chosen))
	for i, level := range chosen {
		g.Go(func() error {
			fixed := []Setting{other.Setting(level)}
			answer, err := one.line(inner, fixed, from(t.Store, i*looksMost), nil)
			if errors.Is(err, ErrInterrupted) {
				return err
			}
			if err != nil {
				failures[i] = err
				answer = &Tuned{Axis: t.Axes[0], Target: t.Target, Notes: []sim.Note{{Code: "failed", Text: oneLine(err)}}}
			}
			answer.Fixed = fixed
			answers[i] = answer
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for _, err := range failures {
		if err == nil {
			return answers, nil
		}
	}
	return nil, failures[0]
}

// line tunes the first setting, the others being fixed.
func (t Tune) line(ctx context.Context, fixed []Setting, store Store, progress func(done, all uint64)) (*Tuned, error) {
	answer := &Tuned{Axis: t.Axes[0], Target: t.Target, Fixed: fixed, Seed: t.Seed, Fresh: t.Seed + 1}
	s := &search{Tune: t, answer: answer, fixed: fixed, seen: map[int]Seen{}, untold: map[int]bool{}, store: store, progress: progress}
	err := s.find(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ErrInterrupted
	case err != nil:
		return nil, err
	}
	s.conclude()
	return answer, nil
}

// spaced are about most of n levels, evenly, both ends among them.
func spaced(n, most int) []int {
	if n <= most || most < 2 {
		most = n
	}
	var levels []int
	for i := range most {
		levels = append(levels, i*(n-1)/max(most-1, 1))
	}
	return levels
}

// Satisfied says that the target, an inequality, holds at every level looked at.
func (t *Tuned) Satisfied() bool {
	if len(t.Curve) == 0 || t.Target.Relation == Equal {
		return false
	}
	for _, s := range t.Curve {
		if !t.Target.meets(t.Target.guess(s.Estimate)) {
			return false
		}
	}
	return true
}
