package study

import "math/bits"

// sobolMost is the number of dimensions that there are direction numbers for.
var sobolMost = len(joeKuo) + 1

// sobolBits is how finely the unit interval is cut: more points than 2^32 repeat.
const sobolBits = 32

// sobol are the first n points of Sobol's sequence in the unit cube of some
// dimensions, at most sobolMost, not scrambled; the first is the origin. Any 2^k of
// them from the first on are spread evenly. They come in the order of Gray codes, in
// which each differs from the one before by one direction number.
//
// I. M. Sobol, USSR Computational Mathematics and Mathematical Physics 7 (1967),
// 86-112; I. A. Antonov and V. M. Saleev, the same 19 (1979), 252-256.
func sobol(dimensions, n int) [][]float64 {
	directions := make([][sobolBits]uint32, dimensions)
	for d := range directions {
		directions[d] = directionsOf(d)
	}
	points := make([][]float64, n)
	at := make([]uint32, dimensions)
	for i := range points {
		if i > 0 {
			changes := bits.TrailingZeros32(uint32(i))
			for d := range at {
				at[d] ^= directions[d][changes]
			}
		}
		points[i] = make([]float64, dimensions)
		for d, x := range at {
			points[i][d] = float64(x) / (1 << sobolBits)
		}
	}
	return points
}

// directionsOf are the direction numbers of dimension d, counted from 0, as binary
// fractions. All m of the first dimension are 1; those of another follow from its
// first by the recurrence that its polynomial gives.
func directionsOf(d int) (v [sobolBits]uint32) {
	var m [sobolBits]uint32
	if d == 0 {
		for j := range m {
			m[j] = 1
		}
	} else {
		p := joeKuo[d-1]
		degree := copy(m[:], p.m)
		for j := degree; j < sobolBits; j++ {
			m[j] = m[j-degree]
			for k := 1; k <= degree; k++ {
				if p.polynomial>>(degree-k)&1 == 1 {
					m[j] ^= m[j-k] << k
				}
			}
		}
	}
	for j := range v {
		v[j] = m[j] << (sobolBits - 1 - j)
	}
	return v
}
