package engine

// A CurveTally counts, for every turn, the games with each value at its end.
type CurveTally struct {
	curve *Curve
	turns int32    // horizon + 1
	steps []window // by turn
	lasts []window // likewise
	min   int32    // the values that are counted one by one
	max   int32
	// What lies outside them: below, then above, a turn each.
	stepsOut, lastsOut []uint64
	notes              *notebook // where counts are written down instead; nil: counted
}

// A window counts the values of one turn from lo on. It widens as values come: so a
// table takes the room of the values that occur in each turn, however far they go
// over all turns.
type window struct {
	lo    int32
	cells []uint64
}

// at is the number of the cell of v, beyond all cells if there is none: below lo it
// is the largest numbers.
func (w *window) at(v int32) int { return int(uint32(v - w.lo)) }

// Between the least and the largest value of a curve that are counted one by one lie
// at most this many cells over all turns.
const curveCells = 1 << 21

func newCurveTally(c *Curve, horizon int32) CurveTally {
	t := CurveTally{curve: c, turns: horizon + 1}
	most := max(curveCells/t.turns, 64)
	t.min, t.max = c.Min, c.Max
	if int64(t.max)-int64(t.min)+1 > int64(most) {
		// Values of the allowed width around the start, inside the domain.
		t.min = int32(max(int64(c.Min), int64(c.Start)-int64(most)/4))
		t.max = int32(min(int64(c.Max), int64(t.min)+int64(most)-1))
	}
	t.steps, t.lasts = make([]window, t.turns), make([]window, t.turns)
	t.stepsOut, t.lastsOut = make([]uint64, 2*t.turns), make([]uint64, 2*t.turns)
	return t
}

func (c *CurveTally) reset() {
	for turn := range c.steps {
		clear(c.steps[turn].cells)
		clear(c.lasts[turn].cells)
	}
	clear(c.stepsOut)
	clear(c.lastsOut)
}

// On counts a game with value v at the end of the turn.
func (c *CurveTally) On(turn, v int32) {
	w := &c.steps[turn]
	if i := w.at(v); i < len(w.cells) {
		w.cells[i]++
		return
	}
	*c.far(turn, v, false)++
}

// OnEach counts games with values at the ends of turns.
func (c *CurveTally) OnEach(turns, values []int32) {
	for at := countInside(c.steps, turns, values, 0, 1); at < len(values); at = countInside(c.steps, turns, values, at+1, 1) {
		*c.far(turns[at], values[at], false)++
	}
}

// Change counts, on a steady curve, a game whose value at the end of the turn
// differs from that at the end of the turn before.
func (c *CurveTally) Change(turn, from, to int32) {
	w := &c.steps[turn]
	cells := w.cells
	if i, j := w.at(from), w.at(to); i < len(cells) && j < len(cells) {
		cells[i]--
		cells[j]++
		return
	}
	*c.far(turn, from, false)--
	*c.far(turn, to, false)++
}

// starts counts n games that begin, on a steady curve.
func (c *CurveTally) starts(n uint64) { *c.far(1, c.curve.Start, false) += n }

// endColumn counts games whose last turn ended with the values of the curve's column.
func (c *CurveTally) endColumn(games *stage) {
	turns, values := games.filled()[GameTurns:], games.filled()[c.curve.Last:]
	for at := countInside(c.lasts, turns, values, 0, games.width); at < len(values); at = countInside(c.lasts, turns, values, at+games.width, games.width) {
		*c.far(turns[at], values[at], true)++
	}
}

// countInside counts every row-th value from the at-th on, up to the first that lies
// outside its turn's window, and says where that is. It calls nothing and stands
// alone, which keeps the loop in registers.
//
//go:noinline
func countInside(windows []window, turns, values []int32, at, row int) int {
	turns = turns[:len(values)]
	for ; at < len(values); at += row {
		w := &windows[turns[at]]
		i := w.at(values[at])
		if i >= len(w.cells) {
			break
		}
		w.cells[i]++
	}
	return at
}

// ends counts a war whose last turn ended with the value in the curve's column.
func (c *CurveTally) ends(turn int32, war []int32) {
	w, v := &c.lasts[turn], war[c.curve.Last]
	if i := w.at(v); i < len(w.cells) {
		w.cells[i]++
		return
	}
	*c.far(turn, v, true)++
}

// far is the cell of a turn and value, for which room is made.
func (c *CurveTally) far(turn, v int32, last bool) *uint64 {
	if c.notes != nil {
		return c.notes.cell(turn, v, last)
	}
	tables, out := c.steps, c.stepsOut
	if last {
		tables, out = c.lasts, c.lastsOut
	}
	w := &tables[turn]
	if i := w.at(v); i < len(w.cells) {
		return &w.cells[i]
	}
	switch {
	case v < c.min:
		return &out[2*turn]
	case v > c.max:
		return &out[2*turn+1]
	}
	w.widen(v, c.min, c.max)
	return &w.cells[v-w.lo]
}

// narrowest is the least room of a window, in values.
const narrowest = 8

// widen makes room for v, and some more on its side, from least to most.
func (w *window) widen(v, least, most int32) {
	if len(w.cells) == 0 {
		w.cover(max(least, v-narrowest/2), min(most, v+narrowest/2))
		return
	}
	from, to := min(v, w.lo), max(v, w.lo+int32(len(w.cells))-1)
	spare := (to - from + narrowest) / 2
	if v < w.lo {
		from = max(least, from-spare)
	} else {
		to = min(most, to+spare)
	}
	w.cover(from, to)
}

// cover moves the counts into room for the values from to to, which hold those
// there are.
func (w *window) cover(from, to int32) {
	cells := make([]uint64, to-from+1)
	if len(w.cells) > 0 {
		copy(cells[w.lo-from:], w.cells)
	}
	w.lo, w.cells = from, cells
}

// merge adds the counts of another window.
func (w *window) merge(u *window) {
	from, to := u.used()
	if from > to {
		return
	}
	switch last := w.lo + int32(len(w.cells)) - 1; {
	case len(w.cells) == 0:
		w.cover(from, to)
	case from < w.lo || to > last:
		w.cover(min(w.lo, from), max(last, to))
	}
	addAll(w.cells[from-w.lo:], u.cells[from-u.lo:to+1-u.lo])
}

// used are the least and the largest value with a count; least above largest when
// there is none.
func (w *window) used() (least, largest int32) {
	first, last := 0, len(w.cells)
	for first < last && w.cells[first] == 0 {
		first++
	}
	for last > first && w.cells[last-1] == 0 {
		last--
	}
	return w.lo + int32(first), w.lo + int32(last) - 1
}

func (c *CurveTally) merge(u *CurveTally) {
	for turn := range u.steps {
		c.steps[turn].merge(&u.steps[turn])
		c.lasts[turn].merge(&u.lasts[turn])
	}
	addAll(c.stepsOut, u.stepsOut)
	addAll(c.lastsOut, u.lastsOut)
}

// Basis says which games a turn's histogram is about.
type Basis uint8

const (
	// On counts the games (or wars) that were on in that turn.
	On Basis = iota
	// Carried counts also those that are over, with the last value they had.
	Carried
)

// Words spells the bases.
var Words = [...]string{On: "on", Carried: "carried"}

// Histograms are the curve's histograms of turns 1 to the horizon, trimmed.
func (c *CurveTally) Histograms(basis Basis) []Histogram {
	out := make([]Histogram, 0, c.turns-1)
	// Of a steady curve, steps hold changes: their running sum is the carried
	// basis, and what has ended before is taken off for the games still on. Of
	// another, steps are the games still on, and what has ended is added.
	running, ended, shown := c.newRow(), c.newRow(), c.newRow()
	for turn := int32(1); turn < c.turns; turn++ {
		if !c.curve.Steady {
			running.clear()
		}
		running.add(&c.steps[turn], c.stepsOut[2*turn:])
		copy(shown.cells, running.cells)
		h := Histogram{Lo: shown.lo, Counts: shown.cells, Below: running.out[0], Above: running.out[1]}
		switch {
		case c.curve.Steady && basis == On:
			for i, n := range ended.cells {
				h.Counts[i] -= n
			}
			h.Below -= ended.out[0]
			h.Above -= ended.out[1]
		case !c.curve.Steady && basis == Carried:
			addAll(h.Counts, ended.cells)
			h.Below += ended.out[0]
			h.Above += ended.out[1]
		}
		h.Trim()
		// A turn keeps the values that occur, not the width of the whole curve.
		h.Counts = append([]uint64(nil), h.Counts...)
		out = append(out, h)
		ended.add(&c.lasts[turn], c.lastsOut[2*turn:])
	}
	return out
}

// Lasts is the histogram of the last values, over all turns.
func (c *CurveTally) Lasts() Histogram {
	sum := c.newRow()
	for turn := range c.lasts {
		sum.add(&c.lasts[turn], c.lastsOut[2*turn:])
	}
	h := Histogram{Lo: sum.lo, Counts: sum.cells, Below: sum.out[0], Above: sum.out[1]}
	h.Trim()
	return h
}

// Final is the histogram of column i of Schema.Games at the end of the games.
func (t *Tally) Final(i int) Histogram {
	if !t.covered[i] {
		h := t.Finals[i]
		h.Counts = append([]uint64(nil), h.Counts...)
		h.Trim()
		return h
	}
	for _, c := range t.ofGame {
		if t.Schema.Curves[c].Last == GameFirst+i {
			return t.Curves[c].Lasts()
		}
	}
	return Histogram{}
}

// row is one window for all turns, and what lies outside.
type row struct {
	window
	out [2]uint64
}

func (c *CurveTally) newRow() row {
	var r row
	if least, largest, any := c.Range(); any {
		r.cover(least, largest)
	}
	return r
}

func (r *row) clear() {
	clear(r.cells)
	r.out = [2]uint64{}
}

func (r *row) add(w *window, out []uint64) {
	r.merge(w)
	r.out[0] += out[0]
	r.out[1] += out[1]
}

// Range is the least and the largest value of any turn that is counted one by one;
// false when there is none.
func (c *CurveTally) Range() (least, largest int32, any bool) {
	for _, tables := range [][]window{c.steps, c.lasts} {
		for turn := range tables {
			from, to := tables[turn].used()
			switch {
			case from > to:
			case !any:
				least, largest, any = from, to, true
			default:
				least, largest = min(least, from), max(largest, to)
			}
		}
	}
	return least, largest, any
}

// Table names one of the two tables of a curve, for storage.
type Table uint8

// The tables of a curve: the counts by value at the end of each turn, of a steady
// curve the changes of these; and the last values of games or wars, by their last
// turn.
const (
	Steps Table = iota
	Lasts
)

// Each visits the cells of a table that are not 0, turn by turn, by value.
func (c *CurveTally) Each(t Table, visit func(turn, v int32, n uint64)) {
	windows, _ := c.table(t)
	for turn := range windows {
		w := &windows[turn]
		for i, n := range w.cells {
			if n != 0 {
				visit(int32(turn), w.lo+int32(i), n)
			}
		}
	}
}

// Outside are the counts of a table below and above what is counted one by one, two
// a turn from turn 0 on. They are not copied.
func (c *CurveTally) Outside(t Table) []uint64 {
	_, out := c.table(t)
	return out
}

// Put fills a cell that is 0 from storage; false when the curve has no such cell.
func (c *CurveTally) Put(t Table, turn, v int32, n uint64) bool {
	if turn < 0 || turn >= c.turns || v < c.min || v > c.max {
		return false
	}
	*c.far(turn, v, t == Lasts) = n
	return true
}

func (c *CurveTally) table(t Table) (windows []window, out []uint64) {
	if t == Lasts {
		return c.lasts, c.lastsOut
	}
	return c.steps, c.stepsOut
}
