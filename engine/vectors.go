package engine

import "slices"

// A vectors numbers different vectors of whole numbers, from 0 in the order of
// coming. The zero vectors is empty.
type vectors struct {
	cells []int32 // the vectors, one after the other
	ends  []int   // where each ends in cells
	slots []uint64
}

// A slot is the upper half of a vector's hash over its number plus 1; 0 is free.
const (
	slotNumber  = 1<<32 - 1
	vectorsMost = slotNumber - 1
)

// reset empties the vectors and keeps their memory.
func (x *vectors) reset() {
	x.cells, x.ends = x.cells[:0], x.ends[:0]
	clear(x.slots)
}

func (x *vectors) len() int { return len(x.ends) }

// at is vector i. It is good until another is numbered.
func (x *vectors) at(i int32) []int32 {
	from := 0
	if i > 0 {
		from = x.ends[i-1]
	}
	return x.cells[from:x.ends[i]]
}

// number is the number of a vector, and whether it is new.
func (x *vectors) number(v []int32) (n int32, isNew bool) {
	if 4*len(x.ends) >= 3*len(x.slots) {
		x.grow()
	}
	h := hashOf(v)
	mask := uint64(len(x.slots) - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		slot := x.slots[at]
		if slot == 0 {
			x.slots[at] = h&^slotNumber | uint64(len(x.ends)+1)
			x.cells = append(x.cells, v...)
			x.ends = append(x.ends, len(x.cells))
			return int32(len(x.ends) - 1), true
		}
		if i := int32(slot&slotNumber - 1); (slot^h)&^slotNumber == 0 && slices.Equal(x.at(i), v) {
			return i, false
		}
	}
}

func (x *vectors) grow() {
	x.slots = make([]uint64, max(64, 2*len(x.slots)))
	mask := uint64(len(x.slots) - 1)
	for i := range x.ends {
		h := hashOf(x.at(int32(i)))
		at := h & mask
		for x.slots[at] != 0 {
			at = (at + 1) & mask
		}
		x.slots[at] = h&^slotNumber | uint64(i+1)
	}
}

// hashOf takes the numbers two by two, in two lanes that do not wait for each
// other.
func hashOf(v []int32) uint64 {
	a, b := uint64(len(v)), uint64(oddGame)
	for ; len(v) >= 4; v = v[4:] {
		a = (a ^ uint64(uint32(v[0])) ^ uint64(uint32(v[1]))<<32) * oddTurn
		b = (b ^ uint64(uint32(v[2])) ^ uint64(uint32(v[3]))<<32) * oddIndex
		a ^= a >> 29
		b ^= b >> 31
	}
	for _, n := range v {
		a = (a ^ uint64(uint32(n))) * oddTurn
		a ^= a >> 29
	}
	return mix(a + b*oddIndex)
}
