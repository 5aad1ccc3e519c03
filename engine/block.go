package engine

// BlockGames is the number of games in a whole block: the unit of work, and one
// row group of a table.
const BlockGames = 1 << 16

// batchGames is how many games are played before their rows are tallied, while
// they are still in the cache: 256 rows of 128 bytes.
const batchGames = 256

// A Block is a run of consecutive games to be played, and what came of it.
type Block struct {
	First    uint64 // number of the first game
	N        int    // games in the block
	TurnsFor uint64 // games with a lower number leave turn rows
	Keep     Keep   // which rows stay in the block

	Games, Wars, Turns Rows // by column, in game order
	Tally              *Tally

	played int // games begun
	staged int // games of the present batch
	games  [batchGames][GameWidth]int32
	wars   [][WarWidth]int32
	turns  [][TurnWidth]int32
	hash   [batchGames]uint64
}

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
	s := b.Tally.Schema
	b.First, b.N, b.played, b.staged = first, n, 0, 0
	b.Games.reset(GameFirst + len(s.Games))
	b.Wars.reset(WarFirst + len(s.Wars))
	b.Turns.reset(TurnFirst + len(s.Turns))
	b.wars, b.turns = b.wars[:0], b.turns[:0]
	b.Tally.Reset()
}

// Next is the number of the next game to play; false when the block is done.
func (b *Block) Next() (uint64, bool) {
	if b.staged == batchGames || b.played == b.N {
		b.flush()
		if b.played == b.N {
			return 0, false
		}
	}
	g := b.First + uint64(b.played)
	b.played++
	b.staged++
	return g, true
}

// Game is the row of the game being played, to be filled before Next.
func (b *Block) Game() *[GameWidth]int32 { return &b.games[b.staged-1] }

// War adds a row about a war of the game being played.
func (b *Block) War() *[WarWidth]int32 {
	if len(b.wars) == cap(b.wars) {
		b.wars = append(b.wars, [WarWidth]int32{})
	} else {
		b.wars = b.wars[:len(b.wars)+1]
	}
	row := &b.wars[len(b.wars)-1]
	row[WarGame] = int32(b.played - 1)
	return row
}

// Follows says whether the game being played leaves turn rows.
func (b *Block) Follows() bool {
	return b.Keep.Turns && b.First+uint64(b.played)-1 < b.TurnsFor
}

// Turn adds a row about a turn of the game being played.
func (b *Block) Turn() *[TurnWidth]int32 {
	b.turns = append(b.turns, [TurnWidth]int32{TurnGame: int32(b.played - 1)})
	return &b.turns[len(b.turns)-1]
}

// Again goes back to the beginning of the game being played.
func (b *Block) Again() { b.wars, b.turns = b.wars[:0], b.turns[:0] }

// Staged are the rows written since the last Next: the game's and its wars'.
func (b *Block) Staged() (*[GameWidth]int32, [][WarWidth]int32) { return b.Game(), b.wars }

// flush tallies the batch and turns the rows that are kept into columns.
func (b *Block) flush() {
	games := b.games[:b.staged]
	first := b.First + uint64(b.played-b.staged)
	b.Tally.add(first, int32(b.played-b.staged), games, b.wars, b.hash[:len(games)])
	if b.Keep.Games {
		keep(&b.Games, games)
	}
	if b.Keep.Wars {
		keep(&b.Wars, b.wars)
	}
	keep(&b.Turns, b.turns)
	b.staged, b.wars, b.turns = 0, b.wars[:0], b.turns[:0]
}

// keep appends rows to columns.
func keep[R [GameWidth]int32 | [WarWidth]int32 | [TurnWidth]int32](to *Rows, rows []R) {
	for c := range to.Col {
		col := to.Col[c]
		for i := range rows {
			col = append(col, rows[i][c])
		}
		to.Col[c] = col
	}
	to.N += len(rows)
}
