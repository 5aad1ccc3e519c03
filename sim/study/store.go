package study

import (
	"sync"

	"github.com/polemos-sim/polemos/engine"
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
