package run

import (
	"sync"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// partCount is how a run stands, by its parts.
type partCount struct {
	asked, looked, kept, done int    // parts: there are, were looked for, were there already, are done (kept ones too)
	games, keptGames          uint64 // asked for, and in parts that were there already
}

// watched is a sink of an experiment that tells a reporter of its parts.
type watched struct {
	sim.Sink
	to reporter

	mu    sync.Mutex
	count partCount
}

func watch(s sim.Sink, e *sim.Experiment, to reporter) *watched {
	w := &watched{Sink: s, to: to}
	for _, p := range e.Parts() {
		w.count.asked++
		w.count.games += p.Games
	}
	to.parts(w.count)
	return w
}

func (w *watched) Have(p sim.Part) (*engine.Tally, error) {
	t, err := w.Sink.Have(p)
	w.change(func(c *partCount) {
		c.looked++
		if t != nil {
			c.kept++
			c.done++
			c.keptGames += p.Games
		}
	})
	return t, err
}

func (w *watched) Done(p sim.Part, t *engine.Tally) error {
	err := w.Sink.Done(p, t)
	if err == nil {
		w.change(func(c *partCount) { c.done++ })
	}
	return err
}

// change tells one count after the other, though parts are done by many.
func (w *watched) change(by func(*partCount)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	by(&w.count)
	w.to.parts(w.count)
}
