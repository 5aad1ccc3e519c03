package engine

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
	s.Tally, s.Quit, s.Keep = b.Tally, b.Quit, Keep{Games: b.Keep.Games, Wars: b.Keep.Wars}
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
