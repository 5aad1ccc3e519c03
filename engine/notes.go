package engine

// notes are what a turn counts on curves, written down rather than counted, so
// that it can be counted for any number of games later.
type notes []note

// A note is one change of a count: of the games (or wars) with a value at the end
// of a turn, or, if last, of those for which it was the last.
type note struct {
	curve, turn, value int32
	last               bool
	n                  uint64 // modulo 2^64
}

// A notebook is where a curve writes notes.
type notebook struct {
	*notes // nil: nothing is written down
	curve  int32
	spare  uint64
}

func (b *notebook) cell(turn, v int32, last bool) *uint64 {
	if b.notes == nil {
		return &b.spare
	}
	*b.notes = append(*b.notes, note{curve: b.curve, turn: turn, value: v, last: last})
	return &(*b.notes)[len(*b.notes)-1].n
}

// takeNotes makes the curves of a tally write notes from now on, and count
// nothing: without room in a window every value is far. With nil nothing is written down
// either.
func (t *Tally) takeNotes(to *notes) {
	none := make([]window, t.Schema.Horizon+1)
	for i := range t.Curves {
		c := &t.Curves[i]
		c.steps, c.lasts = none, none
		c.notes = &notebook{notes: to, curve: int32(i)}
	}
}
