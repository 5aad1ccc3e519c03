package engine

// A CurveTally counts, for every turn, the games with each value at its end.
type CurveTally struct {
	curve *Curve
	turns int32 // horizon + 1
	steps []uint64
	lasts []uint64
	lo    int32 // the value of the first cell of a turn
	width int32 // cells a turn
	min   int32 // the window that is counted one by one
	max   int32
	// What lies outside the window: below, then above, a turn each.
	stepsOut, lastsOut []uint64
	notes              *notebook // where counts are written down instead; nil: counted
}

// The window of a curve holds at most this many cells over all turns.
const curveCells = 1 << 21

func newCurveTally(c *Curve, horizon int32) CurveTally {
	t := CurveTally{curve: c, turns: horizon + 1}
	most := max(curveCells/t.turns, 64)
	t.min, t.max = c.Min, c.Max
	if int64(t.max)-int64(t.min)+1 > int64(most) {
		// A window of the allowed width around the start, inside the domain.
		t.min = int32(max(int64(c.Min), int64(c.Start)-int64(most)/4))
		t.max = int32(min(int64(c.Max), int64(t.min)+int64(most)-1))
	}
	t.stepsOut, t.lastsOut = make([]uint64, 2*t.turns), make([]uint64, 2*t.turns)
	t.lo, t.width = c.Start, 0
	if from, to := max(t.min, c.Start-8), min(t.max, c.Start+8); from <= to {
		t.window(from, to)
	}
	return t
}

func (c *CurveTally) reset() {
	clear(c.steps)
	clear(c.lasts)
	clear(c.stepsOut)
	clear(c.lastsOut)
}

// On counts a game with value v at the end of the turn.
func (c *CurveTally) On(turn, v int32) {
	if i := v - c.lo; uint32(i) < uint32(c.width) {
		c.steps[turn*c.width+i]++
		return
	}
	*c.far(turn, v, false)++
}

// Change counts, on a steady curve, a game whose value at the end of the turn
// differs from that at the end of the turn before.
func (c *CurveTally) Change(turn, from, to int32) {
	*c.far(turn, from, false)--
	*c.far(turn, to, false)++
}

// starts counts n games that begin, on a steady curve.
func (c *CurveTally) starts(n uint64) { *c.far(1, c.curve.Start, false) += n }

// endColumn counts games whose last turn ended with the values of a column.
func (c *CurveTally) endColumn(games *stage, column int) {
	cells, row := games.filled(), games.width
	for at := c.endInside(cells, 0, row, column); at < len(cells); at = c.endInside(cells, at+row, row, column) {
		*c.far(cells[at+GameTurns], cells[at+column], true)++
	}
}

// endInside counts the rows from cells[at] on, up to the first whose value lies
// outside the window, and says where that row is. It calls nothing, which keeps the
// loop in registers.
func (c *CurveTally) endInside(cells []int32, at, row, column int) int {
	lasts, lo, width := c.lasts, c.lo, c.width
	for ; at < len(cells); at += row {
		i := cells[at+column] - lo
		if uint32(i) >= uint32(width) {
			break
		}
		lasts[cells[at+GameTurns]*width+i]++
	}
	return at
}

// ends counts a game, or war, whose last turn ended with value v.
func (c *CurveTally) ends(turn, v int32) {
	if i := v - c.lo; uint32(i) < uint32(c.width) {
		c.lasts[turn*c.width+i]++
		return
	}
	*c.far(turn, v, true)++
}

// far is the cell of a turn and value, for which room is made.
func (c *CurveTally) far(turn, v int32, last bool) *uint64 {
	if c.notes != nil {
		return c.notes.cell(turn, v, last)
	}
	cells, out := c.steps, c.stepsOut
	if last {
		cells, out = c.lasts, c.lastsOut
	}
	switch {
	case v < c.min:
		return &out[2*turn]
	case v > c.max:
		return &out[2*turn+1]
	case uint32(v-c.lo) >= uint32(c.width):
		c.widen(v)
		cells = c.steps
		if last {
			cells = c.lasts
		}
	}
	return &cells[turn*c.width+v-c.lo]
}

func (c *CurveTally) widen(v int32) {
	from, to := min(v, c.lo), max(v, c.lo+c.width-1)
	spare := (to - from + 16) / 2
	if v < c.lo {
		from = max(c.min, from-spare)
	} else {
		to = min(c.max, to+spare)
	}
	c.window(from, to)
}

// window moves the counts into tables for the values from to to.
func (c *CurveTally) window(from, to int32) {
	width := to - from + 1
	move := func(old []uint64) []uint64 {
		cells := make([]uint64, c.turns*width)
		if c.width > 0 {
			for turn := range c.turns {
				copy(cells[turn*width+c.lo-from:], old[turn*c.width:(turn+1)*c.width])
			}
		}
		return cells
	}
	c.steps, c.lasts = move(c.steps), move(c.lasts)
	c.lo, c.width = from, width
}

func (c *CurveTally) merge(u *CurveTally) {
	if u.width > 0 && (u.lo < c.lo || u.lo+u.width > c.lo+c.width) {
		c.window(min(c.lo, u.lo), max(c.lo+c.width, u.lo+u.width)-1)
	}
	for turn := range u.turns {
		at := turn*c.width + u.lo - c.lo
		addAll(c.steps[at:at+u.width], u.steps[turn*u.width:(turn+1)*u.width])
		addAll(c.lasts[at:at+u.width], u.lasts[turn*u.width:(turn+1)*u.width])
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
	running, ended, shown := newRow(c.width), newRow(c.width), newRow(c.width)
	for turn := int32(1); turn < c.turns; turn++ {
		if !c.curve.Steady {
			running.clear()
		}
		running.add(c.steps[turn*c.width:(turn+1)*c.width], c.stepsOut[2*turn:2*turn+2])
		copy(shown.cells, running.cells)
		h := Histogram{Lo: c.lo, Counts: shown.cells, Below: running.out[0], Above: running.out[1]}
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
		ended.add(c.lasts[turn*c.width:(turn+1)*c.width], c.lastsOut[2*turn:2*turn+2])
	}
	return out
}

// Lasts is the histogram of the last values, over all turns.
func (c *CurveTally) Lasts() Histogram {
	sum := newRow(c.width)
	for turn := range c.turns {
		sum.add(c.lasts[turn*c.width:(turn+1)*c.width], c.lastsOut[2*turn:2*turn+2])
	}
	h := Histogram{Lo: c.lo, Counts: sum.cells, Below: sum.out[0], Above: sum.out[1]}
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

type row struct {
	cells []uint64
	out   [2]uint64
}

func newRow(width int32) row { return row{cells: make([]uint64, width)} }

func (r *row) clear() {
	clear(r.cells)
	r.out = [2]uint64{}
}

func (r *row) add(cells, out []uint64) {
	addAll(r.cells, cells)
	r.out[0] += out[0]
	r.out[1] += out[1]
}

// Parts hands out the tables of a curve for storage, and takes them back with
// [CurveTally.Restore]: the steps, then the last values, each as rows of Width
// cells from value Lo, and what lies outside.
type Parts struct {
	Lo, Width          int32
	Steps, Lasts       []uint64
	StepsOut, LastsOut []uint64
}

// Parts are the curve's tables, not copied.
func (c *CurveTally) Parts() Parts {
	return Parts{c.lo, c.width, c.steps, c.lasts, c.stepsOut, c.lastsOut}
}

// Restore puts stored tables in the place of the curve's own; false when their
// sizes do not fit it.
func (c *CurveTally) Restore(p Parts) bool {
	cells := int64(p.Width) * int64(c.turns)
	if p.Width < 0 || int64(len(p.Steps)) != cells || int64(len(p.Lasts)) != cells ||
		len(p.StepsOut) != len(c.stepsOut) || len(p.LastsOut) != len(c.lastsOut) {
		return false
	}
	if p.Width > 0 && (p.Lo < c.min || int64(p.Lo)+int64(p.Width)-1 > int64(c.max)) {
		return false
	}
	c.lo, c.width = p.Lo, p.Width
	c.steps, c.lasts, c.stepsOut, c.lastsOut = p.Steps, p.Lasts, p.StepsOut, p.LastsOut
	return true
}
