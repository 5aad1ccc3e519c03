package engine

import "math/bits"

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
