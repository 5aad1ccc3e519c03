package study

import (
	"context"
	"errors"
	"fmt"

	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
)

// scanExact levels are looked at first where that costs no games.
const scanExact = 65

// findExactly is false when some level cannot be told exactly.
func (s *search) findExactly(ctx context.Context) (bool, error) {
	s.answer.Exact = true
	look := func(level int) (told bool, err error) {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if _, ok := s.seen[level]; ok {
			return true, nil
		}
		e, m, err := s.experiment(level)
		if err != nil {
			return false, err
		}
		var beyond error // why there is no exact value
		seen, err := s.kept(level, e, m, func() (seen Seen, err error) {
			seen, beyond = s.exactly(level, e, m)
			return seen, beyond
		})
		switch {
		case err == nil:
			s.seen[level] = seen
			return true, nil
		case beyond != nil && !s.Only:
			return false, nil
		}
		return false, err
	}
	levels := spaced(s.answer.Axis.Len(), scanExact)
	for _, level := range levels {
		if told, err := look(level); !told || err != nil {
			return false, err
		}
	}
	for i := range levels[1:] {
		low, high := levels[i], levels[i+1]
		if s.Target.side(s.seen[low].Estimate) == s.Target.side(s.seen[high].Estimate) {
			continue
		}
		for high-low > 1 {
			middle := low + (high-low)/2
			if told, err := look(middle); !told || err != nil {
				return false, err
			}
			if s.Target.side(s.seen[middle].Estimate) == s.Target.side(s.seen[low].Estimate) {
				low = middle
			} else {
				high = middle
			}
		}
		s.answer.Crossings = append(s.answer.Crossings, s.crossing(s.seen[low], s.seen[high]))
	}
	return true, nil
}

// exactly is a level without games; the error says why it cannot be told so.
func (s *search) exactly(level int, e sim.Experiment, m measure.Measure) (Seen, error) {
	x, err := s.Exact(e, measure.Columns(e.Ruleset.Schema(), m))
	switch {
	case err != nil:
		return Seen{}, err
	case x.Unexplored > 0:
		return Seen{}, errors.New("the exact distribution is not complete")
	}
	v := measure.Exactly(x).Value(m, e.Confidence)
	if !v.Known() {
		return Seen{}, fmt.Errorf("%s: %s", m.Name, v.Missing)
	}
	return Seen{Level: level, Estimate: v}, nil
}
