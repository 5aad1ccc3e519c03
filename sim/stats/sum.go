package stats

import (
	"math/big"
	"math/bits"
)

// Sum is an exact signed sum of 128 bits, Hi*2^64 + Lo in two's complement.
// The zero value is 0. Sums of up to 2^62 squares of values inside +-2^32 fit.
type Sum struct {
	Hi int64
	Lo uint64
}

// SumOf is x as a Sum.
func SumOf(x int64) Sum { return Sum{x >> 63, uint64(x)} }

// Add adds t to s.
func (s *Sum) Add(t Sum) {
	lo, carry := bits.Add64(s.Lo, t.Lo, 0)
	s.Lo, s.Hi = lo, s.Hi+t.Hi+int64(carry)
}

// AddProduct adds a*b to s.
func (s *Sum) AddProduct(a, b int64) {
	s.addProduct(magnitude(a), magnitude(b), (a < 0) != (b < 0))
}

func (s *Sum) addProduct(a, b uint64, negative bool) {
	hi, lo := bits.Mul64(a, b)
	if !negative {
		s.Add(Sum{int64(hi), lo})
		return
	}
	var borrow uint64
	s.Lo, borrow = bits.Sub64(s.Lo, lo, 0)
	s.Hi -= int64(hi) + int64(borrow)
}

// big is s as an integer of any size.
func (s Sum) big() *big.Int {
	v := new(big.Int).Lsh(big.NewInt(s.Hi), 64)
	return v.Add(v, new(big.Int).SetUint64(s.Lo))
}

// magnitude is |x|; the most negative int64 has one too, 2^63.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func bigUint(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

func product(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

// quotient is a/b, rounded once. b must not be 0.
func quotient(a, b *big.Int) float64 {
	q, _ := new(big.Rat).SetFrac(a, b).Float64()
	return q
}
