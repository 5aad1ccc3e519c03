package hellas

import "math/bits"

// A Spaces is a set of spaces: a bit for each of the first 64, and for each of
// the others. As a struct of two words it stays in registers.
type Spaces struct{ low, high uint64 }

// Everywhere is the set of all spaces.
var Everywhere = Spaces{^uint64(0), ^uint64(0)}

// just is the set of one space.
func just(s Space) Spaces {
	one := uint64(1) << (s & 63)
	if s >= 64 {
		return Spaces{0, one}
	}
	return Spaces{one, 0}
}

// Has says whether space s is in the set.
func (x Spaces) Has(s Space) bool {
	word := x.low
	if s >= 64 {
		word = x.high
	}
	return word>>(s&63)&1 != 0
}

// Add puts space s into the set.
func (x *Spaces) Add(s Space) {
	if s < 64 {
		x.low |= 1 << (s & 63)
	} else {
		x.high |= 1 << (s & 63)
	}
}

func (x *Spaces) remove(s Space) {
	if s < 64 {
		x.low &^= 1 << (s & 63)
	} else {
		x.high &^= 1 << (s & 63)
	}
}

// add puts the spaces of another set in.
func (x *Spaces) add(y Spaces) {
	x.low |= y.low
	x.high |= y.high
}

// clear takes the spaces of another set out.
func (x *Spaces) clear(y Spaces) {
	x.low &^= y.low
	x.high &^= y.high
}

// put puts space s into the set, or takes it out.
func (x *Spaces) put(s Space, in bool) {
	one := just(s)
	x.clear(one)
	x.add(one.when(in))
}

func (x Spaces) and(y Spaces) Spaces { return Spaces{x.low & y.low, x.high & y.high} }

func (x Spaces) or(y Spaces) Spaces { return Spaces{x.low | y.low, x.high | y.high} }

func (x Spaces) without(y Spaces) Spaces { return Spaces{x.low &^ y.low, x.high &^ y.high} }

// bit is 1 for what is so, and 0 for what is not.
func bit(so bool) (b uint64) {
	if so {
		b = 1
	}
	return b
}

// when is the set, or the empty one.
func (x Spaces) when(so bool) Spaces {
	mask := -bit(so)
	return Spaces{x.low & mask, x.high & mask}
}

func (x Spaces) count() int32 { return int32(bits.OnesCount64(x.low) + bits.OnesCount64(x.high)) }

// Empty says whether there is no space in the set.
func (x Spaces) Empty() bool { return x.low|x.high == 0 }

// meets says whether any space is in both sets.
func (x Spaces) meets(y Spaces) bool { return x.low&y.low|x.high&y.high != 0 }

// first is the first space of the set, and the set without it; Nowhere when it is
// empty.
func (x Spaces) first() (Space, Spaces) {
	switch {
	case x.low != 0:
		return Space(bits.TrailingZeros64(x.low)), Spaces{x.low & (x.low - 1), x.high}
	case x.high != 0:
		return Space(64 + bits.TrailingZeros64(x.high)), Spaces{0, x.high & (x.high - 1)}
	}
	return Nowhere, x
}
