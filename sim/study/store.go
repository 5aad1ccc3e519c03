package study

import (
	"sync"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
)

// A Store keeps points that are done, so that a study goes on after an interruption.
type Store interface {
	// Have is point i as it was kept; nil when it was not.
	Have(i int) (*Point, error)
	// Keep makes point i last, with the counts of its games; the tally is nil when none were played. It is called by one
	// goroutine at a time, in no particular order.
	Keep(i int, p *Point, t *engine.Tally) error
}

// from is the part of a store that begins with point first; nil of none.
func from(s Store, first int) Store {
	if s == nil {
		return nil
	}
	return shifted{s, first}
}

type shifted struct {
	Store
	first int
}

func (s shifted) Have(i int) (*Point, error)                  { return s.Store.Have(s.first + i) }
func (s shifted) Keep(i int, p *Point, t *engine.Tally) error { return s.Store.Keep(s.first+i, p, t) }

// oneByOne keeps points for several goroutines.
type oneByOne struct {
	Store
	mu sync.Mutex
}

func (s *oneByOne) Keep(i int, p *Point, t *engine.Tally) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Store.Keep(i, p, t)
}

// looksMost is how many looks at levels one line of a tune keeps. None takes as many: what is beyond would be taken again.
const looksMost = 1000

// kept is what the next look at a level came to before the study was stopped, or else comes to now: looks come in the same
// order every time.
func (s *search) kept(level int, e sim.Experiment, m measure.Measure, look func() (Seen, error)) (Seen, error) {
	at := s.looks
	s.looks++
	if s.store == nil || at >= looksMost {
		return look()
	}
	if p, err := s.store.Have(at); err != nil {
		return Seen{}, err
	} else if p != nil && len(p.Values) == 1 {
		s.played(p.Games)
		return Seen{Level: level, Estimate: p.Values[0].Estimate, Games: p.Games}, nil
	}
	seen, err := look()
	if err != nil {
		return seen, err
	}
	p := &Point{
		Set: append(s.fixed[:len(s.fixed):len(s.fixed)], s.answer.Axis.Setting(level)), ID: e.ID, Games: seen.Games, Confidence: e.Confidence,
		Values: []Value{{Measure: m.Name, Unit: m.Unit, Estimate: seen.Estimate, Exact: seen.Games == 0}},
	}
	return seen, s.store.Keep(at, p, nil)
}
