package engine

// Engine says how games are played. The games are the same.
type Engine uint8

// The engines.
const (
	Auto     Engine = iota // Compiled while that pays, else Step
	Step                   // turn by turn, by the rules
	Compiled               // by looking up what the rules did at the same place before
)

// Engines spells the engines.
var Engines = [...]string{Auto: "auto", Step: "step", Compiled: "compiled"}

// TableBytes is about how much memory the table of a compiled player may take.
const TableBytes = 24 << 20

// NewPlayer makes a player of the ruleset's games under a base seed. Whatever the
// engine, game K is the same; false when the players of the ruleset cannot be
// compiled and the engine says that they must.
func NewPlayer(rs Ruleset, seed uint64, e Engine, tableBytes int) (Player, bool) {
	player := rs.NewPlayer(seed)
	if e == Step {
		return player, true
	}
	u := unfold(rs, seed, nil)
	if u == nil {
		return player, e == Auto
	}
	return &compiled{Player: player, automaton: newAutomaton(u, tableBytes), stream: NewStream(seed), auto: e == Auto}, true
}

// LooksUp says whether a player looks games up at present, rather than stepping
// them.
func LooksUp(p Player) bool {
	c, ok := p.(*compiled)
	return ok && !c.gone
}

// compiled plays games by a table of what the rules do between two draws. What
// the table lacks is added when a game comes there; what it has no room for is
// played without it.
//
// Many games are walked at once, draw by draw: the work of one does not wait for
// the random words of another, and the games that are over are sorted out without
// a branch that could be mispredicted.
type compiled struct {
	Player    // plays what is not in the table
	automaton *automaton
	stream    Stream
	auto      bool
	single    Block // for a game that is stepped

	begun          bool
	first          edge // to the first draw of every game
	gone           bool // the table does not pay: nothing is looked up any more
	lately, before economy
	entries        uint64 // made so far

	key     [walked]uint64 // of the games that are on
	row     [walked]int32  // head that they have come to
	slot    [walked]int32  // which of the batch
	marks   [walked]mark   // edges of this level that want a look
	over    [walked]uint32 // by slot: the place where the game ended
	nWars   [walked]uint8  // by slot: wars remembered
	wars    [walked][warsMost]hashedRow
	rowAt   []int32 // scratch
	batch   uint64  // number of the first game of the batch
	games   int     // of the batch
	steps   int     // games of the batch that are to be stepped
	longest int32   // war of the batch
	ended   uint64  // outcomes of the batch, by bit; more than 64 share them
}

const (
	walked = 1024 // games that are walked together
	// warsMost is how many wars of one game are remembered. A game that has more
	// is stepped.
	warsMost = 16
)

// A mark is a game at an edge that wants a look.
type mark struct {
	slot  int32
	edge  uint32
	place uint32
}

// economy counts what happened since the last look at whether the table pays.
type economy struct{ games, made, stepped uint64 }

// Play plays the games of a block.
func (c *compiled) Play(b *Block) error {
	if b.Keep.Turns && b.First+uint64(b.played) < b.TurnsFor {
		// Games that leave turn rows are stepped.
		n := b.N
		b.N = int(min(uint64(n), b.TurnsFor-b.First))
		err := c.Player.Play(b)
		b.N = n
		if err != nil || b.played == n {
			return err
		}
	}
	if c.gone {
		return c.Player.Play(b)
	}
	c.automaton.quit = b.Quit
	if !c.begun {
		c.begun = true
		c.first = c.automaton.begin()
	}
	for b.played < b.N && !c.gone {
		if b.Quitting() {
			clear(c.automaton.counts)
			return ErrQuit
		}
		c.batch, c.games = b.First+uint64(b.played), min(walked, b.N-b.played, c.untilLook())
		c.walk(b.Tally)
		if err := c.keep(b); err != nil {
			clear(c.automaton.counts)
			return err
		}
		b.played += c.games
		c.lately.games += uint64(c.games)
		pays := c.pays()
		c.gone = c.auto && !pays
	}
	c.automaton.count(b.Tally)
	if c.gone {
		c.automaton = nil // its memory is wanted elsewhere
		return c.Player.Play(b)
	}
	return nil
}

const (
	// entryCost is what an entry of the table costs, in games that could be
	// stepped instead.
	entryCost = 6
	// entriesBefore are made before it is asked whether they pay.
	entriesBefore = 1 << 13
	firstLook     = 128 // games
)

// untilLook is how many games are left before the next look at whether the table
// pays: after 128 games, after twice as many more, and so on.
func (c *compiled) untilLook() int {
	return int(max(firstLook, 2*c.before.games) - c.lately.games)
}

// pays looks whether the table is worth it. Either few games leave the table and
// few entries are made; or fewer are made, by a fifth or more, from one time to the
// next.
func (c *compiled) pays() bool {
	if c.untilLook() > 0 {
		return true
	}
	l, before := c.lately, c.before
	c.lately, c.before = economy{}, l
	c.entries += l.made
	promises := c.entries < entriesBefore || 5*l.made*before.games < 4*before.made*l.games
	return 2*l.stepped < l.games && (2*entryCost*l.made < l.games || promises)
}
