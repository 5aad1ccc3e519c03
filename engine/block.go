package engine

import "errors"

// BlockGames is the number of games in a whole block: the unit of work, and one
// row group of a table.
const BlockGames = 1 << 16

// batchGames is how many games are played before their rows are tallied, while
// they are still in the cache: 256 rows of some 80 bytes.
const batchGames = 256

// A Block is a run of consecutive games to be played, and what came of it.
type Block struct {
	First    uint64 // number of the first game
	N        int    // games in the block
	TurnsFor uint64 // games with a lower number leave turn rows
	Keep     Keep   // which rows stay in the block
	// Quit, if not nil, is asked now and then whether to quit playing, so often that
	// nobody waits long for the slowest of games.
	Quit func() bool

	Games, Wars, Turns Rows // by column, in game order
	Tally              *Tally

	played             int // games begun
	quit               bool
	games, wars, turns stage
	views              [][]int32 // of Staged
}

// A stage holds the rows of the present batch one after the other, each as wide as
// its table.
type stage struct {
	cells    []int32
	width, n int
	at       int // where the last row begins
	widest   int // room that a writer of a row needs, from its first column
}

func (s *stage) reset(width, widest int) {
	s.width, s.widest, s.n = width, widest, 0
	if len(s.cells) < widest {
		s.cells = make([]int32, batchGames*width+widest)
	}
}

// add makes room for one more row; its columns hold anything.
func (s *stage) add() {
	s.at = s.n * s.width
	s.n++
	if s.at+s.widest > len(s.cells) {
		s.cells = append(s.cells, make([]int32, len(s.cells))...)
	}
}

// filled are all rows.
func (s *stage) filled() []int32 { return s.cells[:s.n*s.width] }

func (s *stage) row(i int) []int32 { return s.cells[i*s.width : (i+1)*s.width] }

// Keep says which rows stay in a block after its games are tallied.
type Keep struct{ Games, Wars, Turns bool }

// Rows is a table by columns.
type Rows struct {
	Col [][]int32
	N   int
}

func (r *Rows) reset(columns int) {
	if len(r.Col) != columns {
		r.Col = make([][]int32, columns)
	}
	for i := range r.Col {
		r.Col[i] = r.Col[i][:0]
	}
	r.N = 0
}

// NewBlock has room for the rows of one scenario; use it again and again.
func NewBlock(s *Schema) *Block { return &Block{Tally: NewTally(s)} }

// Begin empties the block for games first to first+n-1.
func (b *Block) Begin(first uint64, n int) {
	b.begin(first, n)
	b.Tally.Reset()
}

// begin leaves the tally as it is.
func (b *Block) begin(first uint64, n int) {
	s := b.Tally.Schema
	b.First, b.N, b.played, b.quit = first, n, 0, false
	games, wars, turns := GameFirst+len(s.Games), WarFirst+len(s.Wars), TurnFirst+len(s.Turns)
	b.Games.reset(games)
	b.Wars.reset(wars)
	b.Turns.reset(turns)
	b.games.reset(games, GameWidth)
	b.wars.reset(wars, WarWidth)
	b.turns.reset(turns, TurnWidth)
}

// Next is the number of the next game to play; false when the block is done.
func (b *Block) Next() (uint64, bool) {
	if b.games.n == batchGames || b.played == b.N {
		if b.Quitting() {
			return 0, false
		}
		b.flush()
		if b.played == b.N {
			return 0, false
		}
	}
	g := b.First + uint64(b.played)
	b.played++
	b.games.add()
	return g, true
}

// ErrQuit says that a block was not played to its end because its Quit said so. The
// block is of no use.
var ErrQuit = errors.New("playing was quit")

// Quitting asks whether to quit. A player whose games can be slow asks in the course
// of a game, too, and then plays no further.
func (b *Block) Quitting() bool {
	if b.Quit != nil && b.Quit() {
		b.quit = true
		b.N = b.played // Next gives no further game
	}
	return b.quit
}

// Err is ErrQuit when playing was quit.
func (b *Block) Err() error {
	if b.quit {
		return ErrQuit
	}
	return nil
}

// Game is the row of the game being played; every column of the table is to be
// filled before Next. What lies beyond the table's width belongs to other rows.
func (b *Block) Game() *[GameWidth]int32 {
	return (*[GameWidth]int32)(b.games.cells[b.games.at:])
}

// War adds a row about a war of the game being played, to be filled like Game's.
func (b *Block) War() *[WarWidth]int32 {
	b.wars.add()
	row := (*[WarWidth]int32)(b.wars.cells[b.wars.at:])
	row[WarGame] = int32(b.played - 1)
	return row
}

// Follows says whether the game being played leaves turn rows.
func (b *Block) Follows() bool {
	return b.Keep.Turns && b.First+uint64(b.played)-1 < b.TurnsFor
}

// Turn adds a row about a turn of the game being played; what is not filled is 0.
func (b *Block) Turn() *[TurnWidth]int32 {
	b.turns.add()
	clear(b.turns.row(b.turns.n - 1))
	row := (*[TurnWidth]int32)(b.turns.cells[b.turns.at:])
	row[TurnGame] = int32(b.played - 1)
	return row
}

// Again goes back to the beginning of the game being played, the block's first.
func (b *Block) Again() { b.wars.n, b.turns.n = 0, 0 }

// Staged are the row of the game being played and those of its wars, the block
// having no other game. They are good until the next is played.
func (b *Block) Staged() (game *[GameWidth]int32, wars [][]int32) {
	b.views = b.views[:0]
	for i := range b.wars.n {
		b.views = append(b.views, b.wars.row(i))
	}
	return b.Game(), b.views
}

// Walk plays a game, to its end or its fault, on every path of the tape, and hands on
// the rows of each as [Player.Walk] does.
func (b *Block) Walk(t *Tape, play func() *Fault, visit func(game *[GameWidth]int32, wars [][]int32) bool) error {
	b.Begin(0, 1)
	b.Next()
	for {
		b.Again()
		if fault := play(); fault != nil {
			return fault
		}
		game, wars := b.Staged()
		if !visit(game, wars) || !t.Advance() {
			return nil
		}
	}
}

// flush tallies the batch and turns the rows that are kept into columns.
func (b *Block) flush() {
	n := b.games.n
	if n == 0 {
		return
	}
	b.Tally.add(b.First+uint64(b.played-n), int32(b.played-n), &b.games, &b.wars)
	if b.Keep.Games {
		b.Games.take(&b.games)
	}
	if b.Keep.Wars {
		b.Wars.take(&b.wars)
	}
	b.Turns.take(&b.turns)
	b.games.n, b.wars.n, b.turns.n = 0, 0, 0
}

// take appends rows to columns.
func (r *Rows) take(s *stage) {
	for c := range r.Col {
		col := r.Col[c]
		for i := c; i < s.n*s.width; i += s.width {
			col = append(col, s.cells[i])
		}
		r.Col[c] = col
	}
	r.N += s.n
}
