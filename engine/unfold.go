package engine

// An Unfolder is a player whose games can be taken apart into positions: what the
// rest of a game depends on, as a list of whole numbers. Equal positions have the
// same future, however they were reached, and may be treated as one.
//
// Games are unfolded by playing turns, each from its start, with given results
// for some of its draws. So no step of the rules need be interruptible.
type Unfolder interface {
	Player
	// Unfold prepares for Load, Turn and Save, which ask chance of t and write
	// rows and counts to b. With nil, positions keep all that the rows of games
	// and wars and the curves depend on. Otherwise measures marks the columns of
	// Schema.Games that are asked for, and what neither they nor any rule,
	// condition or policy can read has one value in all positions.
	//
	// It returns the names of the numbers of a position, in order.
	Unfold(t *Tape, b *Block, measures []bool) (names []string)
	// Save writes the present position: between turns, or at a draw that a rule
	// asks for, never inside a policy's call.
	Save(v []int32)
	// Load sets the game up between turns; the zero number of turns is the
	// start, which is asked for with nil.
	Load(v []int32)
	// Turn plays one turn. The error is a [*Fault]; a player that meets one
	// closes the tape at once.
	Turn() (over bool, err error)
}

// A Whole is a player whose games cannot be taken apart, and that says why.
type Whole interface {
	Player
	// Whole continues "exact odds are not to be had, for ".
	Whole() string
}

// An unfolding plays turns up to the first draw for which no result is given.
type unfolding struct {
	u      Unfolder
	schema *Schema
	tape   Tape
	block  *Block
	notes  notes
	names  []string

	// Of the present run.
	picks   []uint16 // of the results of the turn's draws, as far as they are given
	given   int
	stopped bool
	warsAt  int // rows and notes from the last given result on
	notesAt int
	came    arrival
}

// addressed is the number of numbers that tell a draw from others at the same
// position.
const addressed = 4

// An arrival is where a run came to.
type arrival struct {
	kind position
	// at is the position; of a draw, with its address. Inside a policy's call
	// there is none: the policy may remember its earlier draws.
	at    []int32
	draw  draw
	wars  [][]int32 // rows of the wars that ended since the last given result
	notes []note    // counts since then
	game  []int32   // the row of a game that is over
	fault error
}

type position uint8

const (
	atDraw   position = iota // of a rule
	inPolicy                 // a draw inside a policy's call
	between                  // turns
	atEnd                    // of the game
	atFault
)

// A draw is a distribution and the rest of an address.
type draw struct {
	dist  *Dist
	at    Site
	turn  int32
	index int32
}

// unfold takes the games of a ruleset apart; nil when its players cannot.
func unfold(rs Ruleset, seed uint64, measures []bool) *unfolding {
	player, ok := rs.NewPlayer(seed).(Unfolder)
	if !ok {
		return nil
	}
	u := &unfolding{u: player, schema: rs.Schema(), block: NewBlock(rs.Schema())}
	u.tape.unfolds = u
	if measures == nil {
		u.block.Tally.takeNotes(&u.notes)
	} else {
		u.block.Tally.takeNotes(nil)
	}
	u.block.Begin(0, 1)
	u.block.Next()
	u.names = player.Unfold(&u.tape, u.block, measures)
	u.came.at = make([]int32, len(u.names)+addressed)
	return u
}

// run plays one turn from a position between turns; the picks are the results of
// its first draws. What it returns is good until the next run.
func (u *unfolding) run(from []int32, picks []uint16) *arrival {
	u.picks, u.given, u.stopped, u.tape.closed = picks, 0, false, false
	u.warsAt, u.notesAt, u.notes = 0, 0, u.notes[:0]
	u.block.Again()
	u.u.Load(from)
	over, err := u.u.Turn()
	came := &u.came
	if u.stopped {
		// The turn went on to its end with some results or other; nothing in
		// it counts after the stop, not even a fault.
		return came
	}
	u.leave()
	came.game, came.fault = nil, nil
	switch {
	case err != nil:
		came.kind, came.fault = atFault, err
	case over:
		came.kind = atEnd
		came.game = u.block.Game()[:GameFirst+len(u.schema.Games)]
	default:
		came.kind = between
		u.save(draw{}, 0)
	}
	return came
}

// ask is asked for each draw of a run.
func (u *unfolding) ask(d draw, policys bool) int32 {
	if u.given < len(u.picks) {
		pick := u.picks[u.given]
		u.given++
		if u.given == len(u.picks) {
			_, wars := u.block.Staged()
			u.warsAt, u.notesAt = len(wars), len(u.notes)
		}
		return d.dist.results[pick]
	}
	// After a fault the turn only comes to rest.
	if !u.stopped && !u.tape.closed {
		u.stopped = true
		u.leave()
		u.came.draw, u.came.kind = d, atDraw
		if policys {
			u.came.kind = inPolicy
		} else {
			u.save(d, u.given)
		}
	}
	return d.dist.results[0]
}

// leave keeps what was written since the last given result.
func (u *unfolding) leave() {
	_, wars := u.block.Staged()
	u.came.wars = wars[u.warsAt:]
	u.came.notes = u.notes[u.notesAt:len(u.notes):len(u.notes)]
}

func (u *unfolding) save(d draw, depth int) {
	at := u.came.at
	n := len(u.names)
	u.u.Save(at[:n])
	at[n], at[n+1], at[n+2], at[n+3] = int32(d.at), int32(d.at>>32), d.index, int32(depth)
}
