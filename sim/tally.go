package sim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/polemos-sim/polemos/engine"
)

// tallyVersion is the first byte of a stored tally.
const tallyVersion = 1

// AppendTally appends the tally in its stored form: equal counts give equal bytes, whatever room the tally has. Numbers
// are varints, and a run of zeros is a zero and its length. It carries neither checksum nor schema: see to both where it
// is kept.
func AppendTally(dst []byte, t *engine.Tally) []byte {
	w := tallyWriter{append(dst, tallyVersion)}
	w.number(t.Games)
	w.b = binary.LittleEndian.AppendUint64(w.b, t.Signature)
	for o, lengths := range t.Outcomes {
		w.number(t.First[o] + 1) // none: 0
		w.cells(lengths)
	}
	for i := range t.Finals {
		if counted(t, i) {
			w.histogram(t.Finals[i])
		}
	}
	for _, endings := range t.Wars {
		for _, lengths := range endings {
			w.cells(lengths)
		}
	}
	for _, pairs := range t.Pairs {
		w.pairs(pairs)
	}
	w.number(t.Longest.Game+1, uint64(t.Longest.Turns))
	for i := range t.Curves {
		w.curve(&t.Curves[i], t.Schema.Horizon+1, t.Schema.Curves[i].Steady)
	}
	return w.b
}

// counted says whether Finals[i] has counts.
func counted(t *engine.Tally, i int) bool {
	c := &t.Schema.Games[i]
	return c.Measure != "" && c.Codes == nil && !t.Covered(i)
}

type tallyWriter struct{ b []byte }

func (w *tallyWriter) number(v ...uint64) {
	for _, v := range v {
		w.b = binary.AppendUvarint(w.b, v)
	}
}

func (w *tallyWriter) signed(v int32) { w.b = binary.AppendVarint(w.b, int64(v)) }

// cells are written without their number.
func (w *tallyWriter) cells(cells []uint64) {
	next := 0
	for i, n := range cells {
		if n != 0 {
			w.zeros(i - next)
			w.number(n)
			next = i + 1
		}
	}
	w.zeros(len(cells) - next)
}

// zeros are a run of cells with nothing in them.
func (w *tallyWriter) zeros(n int) {
	if n > 0 {
		w.number(0, uint64(n))
	}
}

// pairs are written as the lengths of the rows, then the rows.
func (w *tallyWriter) pairs(p engine.Pairs) {
	lengths := make([]uint64, len(p))
	for i, row := range p {
		lengths[i] = uint64(len(trimEnd(row)))
	}
	w.cells(lengths)
	for i, row := range p {
		w.cells(row[:lengths[i]])
	}
}

func (w *tallyWriter) histogram(h engine.Histogram) {
	h.Trim()
	w.number(h.Below, h.Above, uint64(len(h.Counts)))
	w.signed(h.Lo)
	w.cells(h.Counts)
}

// curve writes the tables as rows of equally many cells, a turn each, without the columns that are empty in every turn at
// either end. The steps of a steady curve are differences modulo 2^64, small ones either way.
func (w *tallyWriter) curve(c *engine.CurveTally, turns int32, steady bool) {
	least, largest, any := c.Range()
	width := 0
	if any {
		width = int(largest-least) + 1
	}
	w.signed(least)
	w.number(uint64(width))
	folds := func(t engine.Table) bool { return steady && t == engine.Steps }
	for _, t := range []engine.Table{engine.Steps, engine.Lasts} {
		next := 0
		c.Each(t, func(turn, v int32, n uint64) {
			at := int(turn)*width + int(v-least)
			w.zeros(at - next)
			if folds(t) {
				n = folded(n)
			}
			w.number(n)
			next = at + 1
		})
		w.zeros(int(turns)*width - next)
	}
	for _, t := range []engine.Table{engine.Steps, engine.Lasts} {
		out := slices.Clone(c.Outside(t))
		if folds(t) {
			for i, n := range out {
				out[i] = folded(n)
			}
		}
		w.cells(out)
	}
}

// folded maps small differences of either sign to small numbers, and 0 to 0; unfolded is its inverse.
func folded(d uint64) uint64   { return d<<1 ^ uint64(int64(d)>>63) }
func unfolded(d uint64) uint64 { return d>>1 ^ -(d & 1) }

func trimEnd(row []uint64) []uint64 {
	for len(row) > 0 && row[len(row)-1] == 0 {
		row = row[:len(row)-1]
	}
	return row
}

var errTally = errors.New("these bytes are no tally of this scenario")

// DecodeTally reads a stored tally of the same schema. Bytes that [AppendTally] would not have written are an error.
func DecodeTally(s *engine.Schema, b []byte) (*engine.Tally, error) {
	if len(b) == 0 || b[0] != tallyVersion {
		return nil, errTally
	}
	t := engine.NewTally(s)
	r := tallyReader{b: b[1:]}
	r.tally(t)
	if r.bad || len(r.b) > 0 || !bytes.Equal(AppendTally(nil, t), b) {
		return nil, errTally
	}
	return t, nil
}

// tallyReader takes numbers off the front of b. After something impossible it is bad and gives zeros.
type tallyReader struct {
	b   []byte
	bad bool
}

func (r *tallyReader) tally(t *engine.Tally) {
	t.Games = r.number()
	if len(r.b) < 8 {
		r.bad = true
		return
	}
	t.Signature, r.b = binary.LittleEndian.Uint64(r.b), r.b[8:]
	for o := range t.Outcomes {
		t.First[o] = r.number() - 1
		r.cells(t.Outcomes[o])
	}
	for i := range t.Finals {
		if counted(t, i) {
			t.Finals[i] = r.histogram()
		}
	}
	for s := range t.Wars {
		for e := range t.Wars[s] {
			r.cells(t.Wars[s][e])
		}
	}
	for i := range t.Pairs {
		r.pairs(t.Pairs[i])
	}
	t.Longest.Game = r.number() - 1
	t.Longest.Turns = int32(r.atMost(math.MaxInt32))
	for i := range t.Curves {
		r.curve(&t.Curves[i], t.Schema.Horizon+1, t.Schema.Curves[i].Steady)
	}
}

func (r *tallyReader) number() uint64 {
	v, n := binary.Uvarint(r.b)
	if r.bad || n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *tallyReader) atMost(most uint64) int {
	v := r.number()
	if v > most {
		r.bad = true
		return 0
	}
	return int(v)
}

func (r *tallyReader) signed() int32 {
	v, n := binary.Varint(r.b)
	if r.bad || n <= 0 || v != int64(int32(v)) {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return int32(v)
}

func (r *tallyReader) cells(cells []uint64) {
	clear(cells)
	r.each(len(cells), func(i int, n uint64) { cells[i] = n })
}

// each visits those of so many cells that are not 0.
func (r *tallyReader) each(cells int, visit func(i int, n uint64)) {
	for i := 0; i < cells && !r.bad; {
		if n := r.number(); n != 0 {
			visit(i, n)
			i++
		} else {
			i += max(1, r.atMost(uint64(cells-i)))
		}
	}
}

func (r *tallyReader) pairs(p engine.Pairs) {
	lengths := make([]uint64, len(p))
	r.cells(lengths)
	for high, n := range lengths {
		if r.bad = r.bad || n > uint64(high+1); r.bad {
			return
		}
		if n > 0 {
			p[high] = make([]uint64, n)
			r.cells(p[high])
		}
	}
}

func (r *tallyReader) histogram() engine.Histogram {
	h := engine.Histogram{Below: r.number(), Above: r.number()}
	h.Counts = make([]uint64, r.atMost(engine.WindowMost))
	h.Lo = r.signed()
	if h.Lo < -engine.WindowMost/2 || int(h.Lo)+len(h.Counts) > engine.WindowMost/2 {
		r.bad = true
	}
	r.cells(h.Counts)
	return h
}

// curveCells is above the most cells that a curve's table has.
const curveCells = 1 << 22

func (r *tallyReader) curve(c *engine.CurveTally, turns int32, steady bool) {
	least, width := r.signed(), r.atMost(uint64(curveCells/turns))
	stored := func(t engine.Table, n uint64) uint64 {
		if steady && t == engine.Steps {
			return unfolded(n)
		}
		return n
	}
	for _, t := range []engine.Table{engine.Steps, engine.Lasts} {
		r.each(int(turns)*width, func(i int, n uint64) {
			if !c.Put(t, int32(i/width), least+int32(i%width), stored(t, n)) {
				r.bad = true
			}
		})
	}
	for _, t := range []engine.Table{engine.Steps, engine.Lasts} {
		out := c.Outside(t)
		r.cells(out)
		for i, n := range out {
			out[i] = stored(t, n)
		}
	}
}
