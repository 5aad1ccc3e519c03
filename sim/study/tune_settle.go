package study

import (
	"context"

	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
)

// freshFirst are the games of the first look at a level on fresh games.
const freshFirst = 1024

// settle measures a crossing on fresh games. Each end of its interval is a level that is on its side of the target for
// certain: where a level is too near to tell, the end moves outwards by one, two, four levels and so on, and in again
// where that went too far. An interval that misses the crossing has one wrong end: so each end may have the whole error.
// It is shared out over the levels that the end may come to stand at, most of it to the first, which is mostly the last,
// and evenly over the looks.
func (s *search) settle(ctx context.Context, low, high int, of side) (Crossing, error) {
	share := &shares{}
	left, err := s.end(ctx, share, low, -1, of)
	if err != nil {
		return Crossing{}, err
	}
	right := end{}
	if left.beyond != nil { // the other end was found on the way
		right.at = *left.beyond
	} else {
		share = &shares{}
		if right, err = s.end(ctx, share, high, 1, -of); err != nil {
			return Crossing{}, err
		}
		if right.beyond != nil {
			left = end{at: *right.beyond}
		}
	}
	for right.at.Level-left.at.Level > 1 && !left.open && !right.open {
		middle := left.at.Level + (right.at.Level-left.at.Level)/2
		if s.untold[middle] { // all its games were played, and with less of the error they tell no more
			break
		}
		found, is, err := s.fresh(ctx, middle, share.next())
		if err != nil {
			return Crossing{}, err
		}
		if is == unknown {
			break
		}
		if is == of {
			left.at = found
		} else {
			right.at = found
		}
	}
	c := s.crossing(left.at, right.at)
	c.LowOpen, c.HighOpen = left.open, right.open
	return c, nil
}

// An end is one end of an interval.
type end struct {
	at     Seen
	open   bool  // the range ends before the games tell
	beyond *Seen // the last level that was found to be on the other side for certain; nil if none was
}

// end moves outwards from a level until one is on its side for certain.
func (s *search) end(ctx context.Context, share *shares, level, direction int, of side) (end, error) {
	var e end
	for step := 1; ; step *= 2 {
		found, is, err := s.fresh(ctx, level, share.next())
		if err != nil {
			return e, err
		}
		e.at = found
		if is == of {
			return e, nil
		}
		if is == -of {
			e.beyond = &found
		}
		next := min(max(level+direction*step, 0), s.answer.Axis.Len()-1)
		if next == level {
			e.open = true
			return e, nil
		}
		level = next
	}
}

// shares are parts of an error: 0.75 of it, then half of what is left, and so on.
type shares struct{ spent float64 }

func (s *shares) next() float64 {
	part := (1 - s.spent) / 2
	if s.spent == 0 {
		part = 0.75
	}
	s.spent += part
	return part
}

// fresh plays a level on fresh games, with a look after [freshFirst] and each time they have doubled, until it is on one
// side of the target for certain, with a share of the error that is allowed; unknown when all games do not tell.
func (s *search) fresh(ctx context.Context, level int, share float64) (Seen, side, error) {
	e, m, err := s.experiment(level)
	if err != nil {
		return Seen{}, unknown, err
	}
	e.Seed = s.answer.Fresh
	found, err := s.kept(level, e, m, func() (Seen, error) { return s.surely(ctx, level, e, m, share) })
	if err != nil {
		return found, unknown, err
	}
	is := s.Target.side(found.Estimate)
	if is == unknown {
		s.untold[level] = true
	}
	return found, is, nil
}

// surely plays games until the level is on one side for certain, or all are played.
func (s *search) surely(ctx context.Context, level int, e sim.Experiment, m measure.Measure, share float64) (Seen, error) {
	p, err := newPrefix(e, s.Workers, s.Games)
	if err != nil {
		return Seen{}, err
	}
	at := Looks{First: freshFirst, Games: s.Games}.At()
	// One end of the interval counts: its error may be twice that of a side.
	confidence := 1 - 2*(1-e.Confidence)*share/float64(len(at))
	for i, games := range at {
		if err := s.extend(ctx, p, games); err != nil {
			return Seen{}, err
		}
		r := measure.Read(p.tally)
		r.Guaranteed = true
		v := r.Value(m, confidence)
		if s.Target.side(v) != unknown || i == len(at)-1 {
			return Seen{Level: level, Estimate: v, Games: games}, nil
		}
	}
	panic("there is a last look")
}
