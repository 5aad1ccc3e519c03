package study

import "math/rand/v2"

// latin are n points of a Latin hypercube: each of n equal slices of every dimension holds exactly one.
//
// M. D. McKay, R. J. Beckman and W. J. Conover, Technometrics 21 (1979), 239-245.
func latin(dimensions, n int, seed uint64) [][]float64 {
	r := random(seed, "latin hypercube")
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, dimensions)
	}
	for d := range dimensions {
		for i, slice := range r.Perm(n) {
			points[i][d] = (float64(slice) + r.Float64()) / float64(n)
		}
	}
	return points
}

// random is a fixed stream of random numbers for one purpose of a study. The dice of games come from elsewhere.
func random(seed uint64, purpose string) *rand.Rand {
	stream := uint64(0xcbf29ce484222325) // FNV-1a
	for _, b := range []byte(purpose) {
		stream = (stream ^ uint64(b)) * 0x100000001b3
	}
	return rand.New(rand.NewPCG(seed, stream))
}
