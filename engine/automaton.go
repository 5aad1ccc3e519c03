package engine

import (
	"math/bits"
	"slices"
)

// An automaton is a table of a ruleset's games, as far as they have been: for
// every draw and each of its results, what the game does until the next draw. An
// entry is made by the rules themselves, the first time it is needed.
type automaton struct {
	u      *unfolding
	budget int         // bytes
	quit   func() bool // of the block being played; may be nil
	full   bool

	heads []head
	draws []unfoldedDraw // by head
	edges []edge
	picks []uint16 // by Dist: for each way to roll, which result
	dists map[*Dist]uint32

	known  vectors // positions, at draws and between turns
	headOf []int32 // by known position; -1 between turns

	stretches vectors // what happens between two draws, each once
	places    []place
	ends      []end    // by place
	counts    []uint32 // games that came by, by place
	rows      []int32  // of games and wars, one after the other
	gameWidth int32
	warWidth  int32

	picked []uint16 // of the run being made
	notes  []note
	wars   [][]int32
	spell  []int32
}

// A head is a draw as the walk needs it. Its edges are those from first on, one for
// each result.
type head struct {
	addr  uint64 // of the draw, to which a game's key is added
	ways  uint64 // equally likely ways to roll; 0: only the Dist can tell
	first uint32
	picks uint32
}

// unfoldedDraw says how a draw is reached: from a position between turns, by the
// results of the draws before it.
type unfoldedDraw struct {
	dist *Dist
	from int32
	by   []uint16
}

// An edge leads on from a draw: to the head in row, none if the game is over; and
// it counts as place. Marked places want a look: wars or the game have ended.
type edge struct {
	row   int32
	place uint32
}

const marked = 1 << 31

// Places that are not in the table.
const (
	unknown = iota // not made yet
	stepped        // games that come here are played without the table
	placesFirst
)

// A place is what happens on the way from one draw to the next.
type place struct {
	row   int32
	notes []note
	wars  []hashedRow // that ended
	over  bool        // the game is
	game  hashedRow
}

// An end is what the walk needs of a place where a game is over, with one war at
// most that ended on the way.
type end struct {
	game, war uint64 // hashes of their rows
	length    int32  // of the war; 0: there was none, -1: the place is no such end
	outcome   int32
}

// A hashedRow is the row of a game or war, by where it begins in table.rows, and
// its hash, to which that of the game's number is added.
type hashedRow struct {
	at   int32
	hash uint64
}

func newAutomaton(u *unfolding, budget int) *automaton {
	t := &automaton{
		u: u, budget: budget, dists: make(map[*Dist]uint32),
		gameWidth: int32(GameFirst + len(u.schema.Games)), warWidth: int32(WarFirst + len(u.schema.Wars)),
	}
	t.places = make([]place, placesFirst)
	t.ends = []end{unknown: {length: -1}, stepped: {length: -1}}
	t.counts = make([]uint32, placesFirst)
	return t
}

// begin makes the way from the start of a game to its first draw.
func (t *automaton) begin() edge {
	t.u.u.Load(nil)
	t.u.save(draw{}, 0)
	return t.follow(t.know(t.u.came.at), nil)
}

// know is the number of a position.
func (t *automaton) know(at []int32) int32 {
	n, isNew := t.known.number(at)
	if isNew {
		t.headOf = append(t.headOf, -1)
	}
	return n
}

// fill makes an edge: the turn is played from its start with the results that lead
// there.
func (t *automaton) fill(e uint32) {
	h, found := slices.BinarySearchFunc(t.heads, e, func(h head, e uint32) int { return int(int64(h.first) - int64(e)) })
	if !found {
		h--
	}
	d := &t.draws[h]
	t.picked = append(append(t.picked[:0], d.by...), uint16(e-t.heads[h].first))
	made := t.follow(d.from, t.picked) // edges may move meanwhile
	t.edges[e] = made
}

// follow plays on from a position between turns, with the picks as the first
// results, until a draw or the end of the game.
func (t *automaton) follow(from int32, picks []uint16) edge {
	t.notes, t.wars = t.notes[:0], t.wars[:0]
	for {
		if t.quit != nil && t.quit() {
			return edge{-1, stepped | marked} // which is soon over
		}
		came := t.u.run(t.known.at(from), picks)
		t.notes = append(t.notes, came.notes...)
		for _, w := range came.wars {
			t.wars = append(t.wars, slices.Clone(w))
		}
		switch came.kind {
		case atFault:
			return edge{-1, stepped | marked}
		case between:
			from, picks = t.know(came.at), nil
		case atEnd:
			return t.arrive(-1, came.game)
		default:
			row, ok := t.headAt(came, from, picks)
			if !ok {
				return edge{-1, stepped | marked}
			}
			return t.arrive(row, nil)
		}
	}
}

// headAt is the head of the draw where a run came to; false when the table is full.
func (t *automaton) headAt(came *arrival, from int32, picks []uint16) (int32, bool) {
	n := int32(-1)
	if came.kind != inPolicy {
		if n = t.know(came.at); t.headOf[n] >= 0 {
			return t.headOf[n], true
		}
	}
	if t.full = t.full || t.size() > t.budget; t.full {
		return 0, false
	}
	d := came.draw
	h := head{
		addr:  uint64(d.at) + uint64(d.turn)*oddTurn + uint64(d.index)*oddIndex,
		first: uint32(len(t.edges)),
	}
	if d.dist.table != nil {
		h.ways, h.picks = uint64(len(d.dist.table)), t.picksOf(d.dist)
	}
	row := int32(len(t.heads))
	t.heads = append(t.heads, h)
	t.draws = append(t.draws, unfoldedDraw{d.dist, from, slices.Clone(picks)})
	for range d.dist.results {
		t.edges = append(t.edges, edge{-1, unknown | marked})
	}
	if n >= 0 {
		t.headOf[n] = row
	}
	return row, true
}

// picksOf is where the results of a Dist begin, by ways to roll.
func (t *automaton) picksOf(d *Dist) uint32 {
	at, ok := t.dists[d]
	if !ok {
		at = uint32(len(t.picks))
		t.dists[d] = at
		for i, weight := range d.weights {
			for range weight {
				t.picks = append(t.picks, uint16(i))
			}
		}
	}
	return at
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

// arrive is the edge to a head, or to the end of the game, with what was noted on
// the way.
func (t *automaton) arrive(row int32, game []int32) edge {
	s := append(t.spell[:0], row, int32(len(t.wars)), int32(len(game)))
	for _, w := range t.wars {
		s = append(s, w[WarSubject:]...)
	}
	s = append(s, game...)
	for _, n := range t.notes {
		s = append(s, n.curve, n.turn, n.value, int32(n.n))
		if n.last {
			s = append(s, 1)
		}
	}
	t.spell = s
	n, isNew := t.stretches.number(s)
	at := uint32(n) + placesFirst
	if isNew {
		p := place{row: row, notes: slices.Clone(t.notes)}
		for _, w := range t.wars {
			p.wars = append(p.wars, hashedRow{t.keep(w), warHash(w)})
		}
		if game != nil {
			p.over, p.game = true, hashedRow{t.keep(game), gameHash(game)}
		}
		t.places, t.ends, t.counts = append(t.places, p), append(t.ends, t.endOf(&p)), append(t.counts, 0)
	}
	if game != nil || len(t.wars) > 0 {
		at |= marked
	}
	return edge{row, at}
}

func (t *automaton) endOf(p *place) end {
	if !p.over || len(p.wars) > 1 {
		return end{length: -1}
	}
	e := end{game: p.game.hash, outcome: t.rows[p.game.at+GameOutcome]}
	if len(p.wars) > 0 {
		e.war, e.length = p.wars[0].hash, t.rows[p.wars[0].at+WarLength]
		if e.length == 0 {
			e.length = -1 // ended before it was fought
		}
	}
	return e
}

func (t *automaton) keep(row []int32) int32 {
	at := len(t.rows)
	t.rows = append(t.rows, row...)
	return int32(at)
}

func (t *automaton) gameRow(r hashedRow) []int32 { return t.rows[r.at : r.at+t.gameWidth] }
func (t *automaton) warRow(r hashedRow) []int32  { return t.rows[r.at : r.at+t.warWidth] }

// size is about how many bytes the table takes.
func (t *automaton) size() int {
	return 4*(cap(t.known.cells)+cap(t.stretches.cells)+cap(t.rows)) + 16*(cap(t.known.ends)+cap(t.stretches.ends)) +
		8*cap(t.edges) + 64*cap(t.heads) + 256*cap(t.places)
}

// count adds the games that came by to the tally, and forgets them.
func (t *automaton) count(to *Tally) {
	for i := placesFirst; i < len(t.places); i++ {
		n := uint64(t.counts[i])
		if n == 0 {
			continue
		}
		t.counts[i] = 0
		p := &t.places[i]
		for j := range p.notes {
			to.addNote(&p.notes[j], n)
		}
		for j := range p.wars {
			to.addWar(t.warRow(p.wars[j]), n)
		}
		if p.over {
			to.addGame(t.gameRow(p.game), n)
		}
	}
	t.counts[unknown], t.counts[stepped] = 0, 0
}
