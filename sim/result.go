package sim

import (
	"fmt"

	"github.com/polemos-sim/polemos/engine"
)

// A Result is what the finished parts of a run came to.
type Result struct {
	Games       uint64        // in finished parts
	Tally       *engine.Tally // of those games
	Parts       int           // finished
	Kept        int           // of these, parts that the sink had before
	Interrupted bool          // stopped before all parts were finished
}

// Signature spells the tally's signature: equal signatures mean equal rows of games and wars.
func Signature(t *engine.Tally) string { return fmt.Sprintf("%016x", t.Signature) }

// A Note tells the user something about a run that is no error.
type Note struct {
	Code    string // stable, in snake_case
	Text    string // one sentence
	Warning bool   // something went, or may go, wrong: who wants only warnings wants to know
}

// A GameError is about a game that went wrong.
type GameError struct {
	Fault   *engine.Fault
	Command string // how to replay the game; "" when not known
}

func (e *GameError) Error() string {
	if e.Command == "" {
		return e.Fault.Error()
	}
	return e.Fault.Error() + "\nto see it turn by turn: " + e.Command
}

func (e *GameError) Unwrap() error { return e.Fault }
