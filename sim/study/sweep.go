package study

import (
	"context"
	"errors"
	"fmt"

	"github.com/polemos-sim/polemos/sim"
)

// A Sweep asks what comes of a scenario as settings vary.
type Sweep struct {
	Build  Build
	Axes   []Axis
	Design Design
	How
	Store    Store                  // nil: nothing is kept
	Progress func(done, all uint64) // told the points that are done; may be nil
}

// Swept is the answer to a sweep.
type Swept struct {
	Axes        []Axis
	Design      Design
	Levels      [][]int // of each point, by axis
	Points      []*Point
	Measures    []Measured // of any point, in the order in which points first have them
	Seed, Games uint64
	Confidence  float64
}

// Measured is a measure that points have.
type Measured struct{ Name, Unit string }

// ErrInterrupted is the error of a study that was stopped: what it kept is good, and the same again goes on from there.
var ErrInterrupted = errors.New("interrupted")

// Run works out every point. A point that goes wrong is reported as failed and the rest stand; only when none goes right
// is there an error, that of the first.
func (s Sweep) Run(ctx context.Context) (*Swept, error) {
	levels, err := s.Design.Points(s.Axes, s.Seed)
	if err != nil {
		return nil, err
	}
	sets := make([][]Setting, len(levels))
	for i := range levels {
		sets[i] = settings(s.Axes, levels[i])
	}
	points, err := s.points(ctx, s.Build, sets, s.Store, s.Progress)
	switch {
	case ctx.Err() != nil:
		return nil, ErrInterrupted
	case err != nil:
		return nil, err
	}
	answer := &Swept{Axes: s.Axes, Design: s.Design, Levels: levels, Points: points, Seed: s.Seed, Games: s.Games}
	answer.collect()
	if len(answer.Measures) == 0 {
		return nil, fmt.Errorf("none of %d points can be worked out. %s: %s", len(points), spell(points[0].Set), points[0].Failed)
	}
	return answer, nil
}

func (s *Swept) collect() {
	seen := map[string]bool{}
	for _, p := range s.Points {
		for _, v := range p.Values {
			if !seen[v.Measure] {
				seen[v.Measure] = true
				s.Measures = append(s.Measures, Measured{v.Measure, v.Unit})
			}
		}
		if p.Failed == "" {
			s.Confidence = p.Confidence
		}
	}
}

// Failed counts the points that went wrong.
func (s *Swept) Failed() int {
	n := 0
	for _, p := range s.Points {
		if p.Failed != "" {
			n++
		}
	}
	return n
}

// spell writes settings as they are given on a command line.
func spell(set []Setting) string {
	text := ""
	for i, s := range set {
		if i > 0 {
			text += ", "
		}
		text += s.Key + "=" + s.Value
	}
	return text
}

// Notes tell what the values of a measure teach: of settings that hardly move it, of responses that go up and down, of
// points that failed.
func (s *Swept) Notes(measures ...string) []sim.Note {
	var notes []sim.Note
	if n := s.Failed(); n > 0 {
		first := 0
		for s.Points[first].Failed == "" {
			first++
		}
		notes = append(notes, sim.Note{Code: "points_failed", Text: fmt.Sprintf("%d of %d points failed; the first, %s: %s",
			n, len(s.Points), spell(s.Points[first].Set), s.Points[first].Failed)})
	}
	for _, m := range measures {
		for k := range s.Axes {
			notes = append(notes, s.shape(k, m)...)
		}
	}
	return notes
}
