package sim

import (
	"sync"

	"github.com/polemos-sim/polemos/engine"
)

// An openPart is a part of which some blocks have been begun.
type openPart struct {
	Part
	mu      sync.Mutex
	tally   *engine.Tally
	waiting map[int]Rows // blocks that were played, by number
	put     int          // blocks that the sink has
	putting bool         // a worker is giving it the next
}

// add counts block i, whose rows wait for their turn.
func (p *openPart) add(i int, rows Rows, t *engine.Tally) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tally.Merge(t)
	p.waiting[i] = rows
}

// take is the block whose turn has come; the caller gives it to the sink, then says so with given.
func (p *openPart) take() (rows Rows, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.putting {
		return nil, false // whoever is putting takes the next one too
	}
	rows, ok = p.waiting[p.put]
	p.putting = ok
	return rows, ok
}

// given says whether the block was the last of the part.
func (p *openPart) given() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, p.put)
	p.put++
	p.putting = false
	return p.put == p.Blocks()
}

// openPart is the part as the workers share it.
func (r *run) openPart(p Part) *openPart {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := r.open[p.Number]
	if o == nil {
		o = &openPart{Part: p, waiting: make(map[int]Rows)}
		if last := len(r.spare) - 1; last >= 0 {
			o.tally, r.spare = r.spare[last], r.spare[:last]
		} else {
			o.tally = engine.NewTally(r.schema)
		}
		r.open[p.Number] = o
	}
	return o
}

// deliver counts block i of a part, and gives the sink the blocks whose turn has come.
func (r *run) deliver(p *openPart, i int, rows Rows, t *engine.Tally) error {
	p.add(i, rows, t)
	complete := false
	for rows, ok := p.take(); ok; rows, ok = p.take() {
		if err := r.sink.Put(p.Part, rows); err != nil {
			return err
		}
		r.free <- rows
		complete = p.given()
	}
	r.advance(t.Games)
	if complete {
		return r.finish(p)
	}
	return nil
}

func (r *run) finish(p *openPart) error {
	if err := r.sink.Done(p.Part, p.tally); err != nil {
		return err
	}
	r.count(p.Part, p.tally, false)
	p.tally.Reset()
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, p.Number)
	r.spare = append(r.spare, p.tally)
	return nil
}
