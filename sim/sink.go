package sim

import "github.com/polemos-sim/polemos/engine"

// A Sink keeps the parts of a run. The methods may be called from several goroutines at once, but for one part one after
// another. An error stops the run; parts that are done stay.
type Sink interface {
	// Have is the tally of a part that is kept already, whole and undamaged; nil when the part is to be played.
	Have(p Part) (*engine.Tally, error)
	// NewRows makes room for the rows of one block. A run makes a few, fills each with one block after another, and hands
	// it to Put in between. Nil when no rows are kept.
	NewRows() Rows
	// Put takes the rows of the part's next block, in game order. They are free for the next block when it returns.
	Put(p Part, r Rows) error
	// Done says that the part is complete, and what it came to. The tally is used again when it returns.
	Done(p Part, t *engine.Tally) error
	// Flush waits until every part that is done is safe. It is called once, last, also after errors.
	Flush() error
}

// Rows are the rows of one block in the form in which a sink keeps them. Workers fill them, so that encoding is done on
// all cores.
type Rows interface {
	// Turns takes the turn rows that a block has so far. It is called as often as they become many, and at the end of
	// the block; after each call they are taken out of the block.
	Turns(b *engine.Block) error
	// Encode takes the rows of games and wars when the block is played.
	Encode(b *engine.Block) error
}

// NoRows keeps nothing.
func NoRows() Sink { return noRows{} }

type noRows struct{}

func (noRows) Have(Part) (*engine.Tally, error) { return nil, nil }
func (noRows) NewRows() Rows                    { return nil }
func (noRows) Put(Part, Rows) error             { return nil }
func (noRows) Done(Part, *engine.Tally) error   { return nil }
func (noRows) Flush() error                     { return nil }
