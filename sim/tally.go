package sim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"

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
		w.curve(t.Curves[i].Parts(), t.Schema.Curves[i].Steady)
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
	for i := 0; i < len(cells); {
		w.number(cells[i])
		from := i
		i++
		if cells[from] == 0 {
			for i < len(cells) && cells[i] == 0 {
				i++
			}
			w.number(uint64(i - from))
		}
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

// curve writes the tables without the columns that are empty in every turn at either end. The steps of a steady curve
// are differences modulo 2^64, small ones either way.
func (w *tallyWriter) curve(p engine.Parts, steady bool) {
	if turns := len(p.StepsOut) / 2; p.Width > 0 {
		width := int(p.Width)
		first, last := width, 0 // columns in use
		for turn := range turns {
			for _, table := range [][]uint64{p.Steps, p.Lasts} {
				row := table[turn*width : (turn+1)*width]
				for c := 0; c < first; c++ {
					if row[c] != 0 {
						first = c
					}
				}
				for c := width; c > last; c-- {
					if row[c-1] != 0 {
						last = c
					}
				}
			}
		}
		p = narrow(p, turns, first, max(first, last))
	}
	if p.Width == 0 {
		p.Lo = 0
	}
	w.signed(p.Lo)
	w.number(uint64(p.Width))
	if steady {
		p.Steps, p.StepsOut = folded(p.Steps), folded(p.StepsOut)
	}
	for _, table := range [][]uint64{p.Steps, p.Lasts, p.StepsOut, p.LastsOut} {
		w.cells(table)
	}
}

// narrow copies columns first to last-1 of both tables.
func narrow(p engine.Parts, turns, first, last int) engine.Parts {
	width := int(p.Width)
	cut := func(table []uint64) []uint64 {
		out := make([]uint64, 0, turns*(last-first))
		for turn := range turns {
			out = append(out, table[turn*width+first:turn*width+last]...)
		}
		return out
	}
	p.Steps, p.Lasts = cut(p.Steps), cut(p.Lasts)
	p.Lo, p.Width = p.Lo+int32(first), int32(last-first)
	return p
}

// folded maps small differences of either sign to small numbers; unfold is its inverse, in place.
func folded(d []uint64) []uint64 {
	out := make([]uint64, len(d))
	for i, v := range d {
		out[i] = v<<1 ^ uint64(int64(v)>>63)
	}
	return out
}

func unfold(d []uint64) {
	for i, v := range d {
		d[i] = v>>1 ^ -(v & 1)
	}
}

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
		r.curve(&t.Curves[i], t.Schema.Curves[i].Steady)
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
	for len(cells) > 0 && !r.bad {
		cells[0] = r.number()
		zeros := 1
		if cells[0] == 0 {
			zeros = r.atMost(uint64(len(cells)))
			clear(cells[:zeros])
		}
		cells = cells[max(zeros, 1):]
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

func (r *tallyReader) curve(c *engine.CurveTally, steady bool) {
	p := c.Parts()
	turns := len(p.StepsOut) / 2
	lo, width := r.signed(), r.atMost(uint64(curveCells/turns))
	if width > 0 {
		p.Lo, p.Width = lo, int32(width)
		p.Steps, p.Lasts = make([]uint64, turns*width), make([]uint64, turns*width)
		r.cells(p.Steps)
		r.cells(p.Lasts)
	}
	r.cells(p.StepsOut)
	r.cells(p.LastsOut)
	if steady {
		unfold(p.StepsOut)
		if width > 0 {
			unfold(p.Steps)
		}
	}
	if !c.Restore(p) {
		r.bad = true
	}
}
