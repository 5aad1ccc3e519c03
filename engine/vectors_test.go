package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Equal vectors have one number, different ones different numbers, in the order of
// coming; so it stays when there are many, of any length.
func TestVectorsAreNumberedInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var x vectors
	for range 2 {
		known := map[string]int32{}
		for range 20_000 {
			v := make([]int32, r.IntN(9))
			name := ""
			for i := range v {
				v[i] = r.Int32N(5) - 2
				name += string('a' + v[i])
			}
			want, old := known[name]
			if !old {
				want = int32(len(known))
				known[name] = want
			}
			if n, isNew := x.number(v); n != want || isNew == old || !slices.Equal(x.at(n), v) {
				t.Fatalf("%v has number %d, new %t; want %d, new %t", v, n, isNew, want, !old)
			}
		}
		if x.len() != len(known) {
			t.Errorf("%d vectors, want %d", x.len(), len(known))
		}
		x.reset()
	}
}

// Vectors that differ in one place or in length only do not share a hash often.
func TestVectorHashesSpread(t *testing.T) {
	seen := map[uint64]bool{}
	n := 0
	for length := range 40 {
		v := make([]int32, length)
		for place := range v {
			for _, value := range []int32{1, -1, 2, 256, 1 << 30} {
				v[place] = value
				seen[hashOf(v)>>40] = true
				n++
			}
			v[place] = 0
		}
	}
	if len(seen) < n-5 {
		t.Errorf("%d of %d hashes differ in their upper 24 bits", len(seen), n)
	}
}

// 0.1 ten million times, where a plain sum is off by more than 1e-4.
func TestSumLosesNothing(t *testing.T) {
	var s sum
	for range 10_000_000 {
		s.add(0.1)
	}
	if s.value() != 1e6 {
		t.Errorf("%v", s.value())
	}
	var big sum
	for _, v := range []float64{1, 1e100, 1, -1e100} { // W. Kahan's and A. Neumaier's example
		big.add(v)
	}
	if big.value() != 2 {
		t.Errorf("%v, want 2", big.value())
	}
}
