package engine

import "strconv"

// A Ruleset is a loaded scenario, ready to be played. It is read-only and may be
// shared between goroutines.
type Ruleset interface {
	Schema() *Schema
	// NewPlayer makes a player of the games under a base seed. A player belongs
	// to one goroutine and keeps nothing from game to game.
	NewPlayer(seed uint64) Player
}

// A Player plays games.
type Player interface {
	// Play plays the games of a block that was begun. The error is a [*Fault], or
	// [ErrQuit].
	Play(b *Block) error
	// Tell plays game g and writes its chronicle; with a tape, the tape answers
	// every draw. The chronicle of a game that went wrong ends where it did.
	Tell(g uint64, t *Tape) (*Chronicle, error)
	// Walk plays the game once on every path of the tape, from its first, and
	// hands on the row of each and its wars'. It stops when visit returns false.
	Walk(t *Tape, visit func(game *[GameWidth]int32, wars [][]int32) bool) error
}

// A Fault stops a game: a policy acted against the rules or failed, or a value
// left the numbers that the rules can count with.
type Fault struct {
	Seat   string // who was asked; "" when nobody was
	Policy string // the policy in that seat
	Game   uint64 // counted from 0
	Turn   int32
	Why    string
	Panic  bool // the policy's own code failed, rather than acting against the rules
}

func (f *Fault) Error() string {
	where := "game " + strconv.FormatUint(f.Game, 10) + ", turn " + strconv.Itoa(int(f.Turn)) + ": "
	switch {
	case f.Seat == "":
		return where + f.Why
	case f.Panic:
		return where + "policy " + f.Policy + " of seat " + f.Seat + " failed: " + f.Why
	default:
		return where + "illegal action of seat " + f.Seat + " (policy " + f.Policy + "): " + f.Why
	}
}

// WhyPanic is what a policy's panic says.
func WhyPanic(cause any) string {
	switch c := cause.(type) {
	case error:
		return c.Error()
	case string:
		return c
	default:
		return "panic"
	}
}

// A Chronicle tells one game from beginning to end.
type Chronicle struct {
	Game    uint64
	Outcome string
	Length  int32    // turns played
	Turns   []Object // one a turn: the values at its end
	Wars    []Object // one a war, in the order in which they ended
	Events  []Event
	Final   Object
}

// An Event is one thing that happened.
type Event struct {
	Turn   int32
	Phase  string // of the rule text, in snake_case
	Kind   string
	Fields Object // in the order in which they are to be read
	Text   string // one sentence in the words of the rule text
}

// An Object is a list of named values in order: int32, int64, string, bool,
// Object, or a slice of these as []any.
type Object []Field

// A Field is a named value.
type Field struct {
	Name  string
	Value any
}
