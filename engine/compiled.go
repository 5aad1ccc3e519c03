package engine

import "math/bits"

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

	begun   bool
	first   edge // to the first draw of every game
	gone    bool // the table does not pay: nothing is looked up any more
	lately  economy
	entries uint64 // made so far

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
	if !c.begun {
		c.begun = true
		c.first = c.automaton.begin()
	}
	for b.played < b.N {
		c.batch, c.games = b.First+uint64(b.played), min(walked, b.N-b.played)
		c.walk(b.Tally)
		if err := c.keep(b); err != nil {
			return err
		}
		b.played += c.games
		c.lately.games += uint64(c.games)
	}
	c.automaton.count(b.Tally)
	c.gone = c.auto && !c.pays()
	return nil
}

// What an entry of the table costs, in games that could be stepped instead, and
// how many entries are made before asking whether they pay.
const (
	entryCost     = 6
	entriesBefore = 1 << 15
)

// pays looks whether the table was worth it lately.
func (c *compiled) pays() bool {
	if c.lately.games < 1<<13 {
		return true
	}
	l := c.lately
	c.entries += l.made
	c.lately = economy{}
	return 2*l.stepped < l.games && (c.entries < entriesBefore || 2*entryCost*l.made < l.games)
}

// walk takes the games of the batch to their ends.
func (c *compiled) walk(t *Tally) {
	n := c.games
	for i := range n {
		c.stream.Game(c.batch + uint64(i))
		c.key[i], c.row[i], c.slot[i] = c.stream.key, c.first.row, int32(i)
	}
	clear(c.nWars[:n])
	c.longest, c.ended, c.steps = t.Longest.Turns, 0, 0
	c.automaton.counts[c.first.place&^marked] += uint32(n)
	if c.first.place&marked != 0 {
		for i := range n {
			c.look(t, int32(i), c.first.place&^marked)
		}
	}
	if c.first.row < 0 {
		n = 0
	}
	for n > 0 {
		live, marks := c.level(n)
		n = c.sort(t, live, c.marks[:marks])
	}
	c.firsts(t)
}

// sort looks at the games that came to marked places, and returns how many games
// are on when those that wait for an entry of the table have it.
func (c *compiled) sort(t *Tally, live int, marks []mark) int {
	signature, longest := uint64(0), c.longest
	ends := c.automaton.ends
	for _, m := range marks {
		at := m.place &^ marked
		e := &ends[at]
		if e.length < 0 || c.nWars[m.slot] > 0 {
			if at == unknown {
				place := c.make(m, &live)
				ends = c.automaton.ends
				if place&marked == 0 {
					continue
				}
				at = place &^ marked
			}
			c.look(t, m.slot, at)
			continue
		}
		game := c.batch + uint64(m.slot) + 1
		signature += mix(e.game + game*oddGame)
		if e.length > 0 {
			signature += mix(e.war + game*oddTurn)
		}
		longest = max(longest, e.length)
		c.ended |= 1 << (e.outcome & 63)
		c.over[m.slot&(walked-1)] = at
	}
	t.Signature += signature
	c.longest = max(c.longest, longest)
	return live
}

// level takes n games past one draw each. It returns how many are still on, and
// how many edges want a look.
func (c *compiled) level(n int) (live, marks int) {
	heads, edges, picks, counts := c.automaton.heads, c.automaton.edges, c.automaton.picks, c.automaton.counts
	for i := range n {
		i &= walked - 1 // which it is: it saves the look whether it is
		key, slot := c.key[i], c.slot[i]
		h := &heads[c.row[i]]
		w := mix(key + h.addr)
		at, low := bits.Mul64(w, h.ways)
		if low < h.ways {
			at = redraw(w, h.ways)
		}
		var pick uint32
		if h.ways != 0 {
			pick = uint32(picks[h.picks+uint32(at)])
		} else {
			pick = c.automaton.pickOf(c.row[i], w)
		}
		e := edges[h.first+pick]
		counts[e.place&^marked]++
		to := live & (walked - 1)
		c.key[to], c.row[to], c.slot[to] = key, e.row, slot
		c.marks[marks&(walked-1)] = mark{slot, h.first + pick, e.place}
		live += int(^uint32(e.row) >> 31)
		marks += int(e.place >> 31)
	}
	return live, marks
}

// pick is which result of the draw of a head is at word w.
func (t *automaton) pick(row int32, w uint64) uint32 {
	h := &t.heads[row]
	if h.ways == 0 {
		return t.pickOf(row, w)
	}
	at, low := bits.Mul64(w, h.ways)
	if low < h.ways {
		at = redraw(w, h.ways)
	}
	return uint32(t.picks[h.picks+uint32(at)])
}

// pickOf is pick for dice that can be rolled in too many ways for a table.
func (t *automaton) pickOf(row int32, w uint64) uint32 {
	d := t.draws[row].dist
	return uint32(d.pick(d.alias(w)))
}

// make makes the entry that a game lacked, unless another game has done so, and
// lets the game go on if it does. It returns the place.
func (c *compiled) make(m mark, live *int) uint32 {
	t := c.automaton
	if t.edges[m.edge].place == unknown|marked {
		t.fill(m.edge)
		c.lately.made++
	}
	e := t.edges[m.edge]
	t.counts[e.place&^marked]++
	if e.row >= 0 {
		c.stream.Game(c.batch + uint64(m.slot))
		c.key[*live], c.row[*live], c.slot[*live] = c.stream.key, e.row, m.slot
		*live++
	}
	return e.place
}

// look takes note of wars and of the game that ended.
func (c *compiled) look(t *Tally, slot int32, at uint32) {
	if at == stepped {
		c.leave(t, slot)
		return
	}
	p := &c.automaton.places[at]
	game := c.batch + uint64(slot) + 1
	for _, w := range p.wars {
		t.Signature += mix(w.hash + game*oddTurn)
		c.longest = max(c.longest, c.automaton.rows[w.at+WarLength])
	}
	if !p.over {
		c.remember(slot, p.wars)
		return
	}
	t.Signature += mix(p.game.hash + game*oddGame)
	c.ended |= 1 << (c.automaton.rows[p.game.at+GameOutcome] & 63)
	c.over[slot] = at
	if c.nWars[slot] == tooMany {
		c.leave(t, slot)
		return
	}
	c.pairs(t, slot, p.wars)
}

// tooMany stands for more wars than are remembered.
const tooMany = warsMost + 1

// remember keeps wars of a game that goes on.
func (c *compiled) remember(slot int32, wars []hashedRow) {
	n := int(c.nWars[slot])
	if n+len(wars) > warsMost {
		c.nWars[slot] = tooMany
		return
	}
	copy(c.wars[slot][n:], wars)
	c.nWars[slot] += uint8(len(wars))
}

// pairs counts the pairs of wars of a game that is over, the last of which ended
// with it.
func (c *compiled) pairs(t *Tally, slot int32, last []hashedRow) {
	before := c.wars[slot][:c.nWars[slot]]
	for i, w := range before {
		for _, v := range before[:i] {
			t.addPair(c.automaton.warRow(v), c.automaton.warRow(w))
		}
	}
	for i, w := range last {
		for _, v := range before {
			t.addPair(c.automaton.warRow(v), c.automaton.warRow(w))
		}
		for _, v := range last[:i] {
			t.addPair(c.automaton.warRow(v), c.automaton.warRow(w))
		}
	}
}

// leave takes back what a game has counted, so that it can be stepped.
func (c *compiled) leave(t *Tally, slot int32) {
	c.over[slot] = stepped
	c.steps++
	game := c.batch + uint64(slot) + 1
	c.retrace(slot, func(at uint32) {
		c.automaton.counts[at]--
		p := &c.automaton.places[at]
		for _, w := range p.wars {
			t.Signature -= mix(w.hash + game*oddTurn)
		}
		if p.over {
			t.Signature -= mix(p.game.hash + game*oddGame)
		}
	})
}

// retrace visits the places of a game from its start to its end, or to where it
// leaves the table.
func (c *compiled) retrace(slot int32, visit func(at uint32)) {
	t := c.automaton
	c.stream.Game(c.batch + uint64(slot))
	for e := c.first; e.place&^marked >= placesFirst; {
		visit(e.place &^ marked)
		if e.row < 0 {
			return
		}
		h := &t.heads[e.row]
		w := mix(c.stream.key + h.addr)
		e = t.edges[h.first+t.pick(e.row, w)]
	}
}

// firsts finds the first game of an outcome, and of the longest war, if the batch
// has one that the block had not. Games that are to be stepped see to themselves.
func (c *compiled) firsts(t *Tally) {
	known := ^uint64(0)
	for o, first := range t.First {
		if first == NoGame {
			known &^= 1 << (o & 63)
		}
	}
	if c.ended&^known != 0 {
		for slot, at := range c.over[:c.games] {
			if at != stepped {
				o := c.automaton.rows[c.automaton.places[at].game.at+GameOutcome]
				t.First[o] = min(t.First[o], c.batch+uint64(slot))
			}
		}
	}
	if c.longest == t.Longest.Turns {
		return
	}
	for slot := range int32(c.games) {
		if c.over[slot] == stepped {
			continue
		}
		length := int32(0)
		c.retrace(slot, func(at uint32) {
			for _, w := range c.automaton.places[at].wars {
				length = max(length, c.automaton.rows[w.at+WarLength])
			}
		})
		if length > t.Longest.Turns {
			t.longest(length, c.batch+uint64(slot))
		}
	}
}

// keep steps what is to be stepped and puts the rows of the batch into the block,
// in game order.
func (c *compiled) keep(b *Block) error {
	c.lately.stepped += uint64(c.steps)
	if c.steps == 0 {
		c.keepRows(b, 0, c.games)
		return nil
	}
	from := 0
	for slot, at := range c.over[:c.games] {
		if at != stepped {
			continue
		}
		c.keepRows(b, from, slot)
		from = slot + 1
		if err := c.step(b, slot); err != nil {
			return err
		}
	}
	c.keepRows(b, from, c.games)
	return nil
}

// keepRows puts the rows of some games of the batch into the block's columns.
func (c *compiled) keepRows(b *Block, from, to int) {
	rows := c.automaton.rows
	if b.Keep.Games {
		at := c.rowAt[:0]
		for _, place := range c.over[from:to] {
			at = append(at, c.automaton.places[place].game.at)
		}
		b.Games.gather(rows, at, 0)
		c.rowAt = at
	}
	if b.Keep.Wars {
		at := c.rowAt[:0]
		for slot := from; slot < to; slot++ {
			n := len(at)
			for _, w := range c.wars[slot][:c.nWars[slot]] {
				at = append(at, w.at)
			}
			for _, w := range c.automaton.places[c.over[slot]].wars {
				at = append(at, w.at)
			}
			for range len(at) - n {
				b.Wars.Col[WarGame] = append(b.Wars.Col[WarGame], int32(b.played+slot))
			}
		}
		b.Wars.gather(rows, at, WarGame+1)
		c.rowAt = at
	}
}

// gather appends rows, found by where they begin in cells, to the columns after the
// first skip.
func (r *Rows) gather(cells []int32, at []int32, skip int) {
	for c := skip; c < len(r.Col); c++ {
		col := r.Col[c]
		for _, at := range at {
			col = append(col, cells[int(at)+c])
		}
		r.Col[c] = col
	}
	r.N += len(at)
}

// step plays one game of the batch without the table.
func (c *compiled) step(b *Block, slot int) error {
	s := &c.single
	s.Tally, s.Keep = b.Tally, Keep{Games: b.Keep.Games, Wars: b.Keep.Wars}
	s.begin(c.batch+uint64(slot), 1)
	if err := c.Player.Play(s); err != nil {
		return err
	}
	for i := range s.Wars.Col[WarGame] {
		s.Wars.Col[WarGame][i] = int32(b.played + slot)
	}
	b.Games.append(&s.Games)
	b.Wars.append(&s.Wars)
	return nil
}

func (r *Rows) append(from *Rows) {
	for c := range r.Col {
		r.Col[c] = append(r.Col[c], from.Col[c]...)
	}
	r.N += from.N
}
