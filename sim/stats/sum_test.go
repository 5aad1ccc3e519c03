package stats_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

func toBig(s stats.Sum) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(s.Hi), 64)
	return v.Add(v, new(big.Int).SetUint64(s.Lo))
}

func TestSumIsExact(t *testing.T) {
	r := random(1)
	for range 200 {
		var sum stats.Sum
		want := new(big.Int)
		for range 100 {
			a, b := int64(r.Uint64())>>r.IntN(64), int64(r.Uint64())>>(5+r.IntN(50))
			sum.AddProduct(a, b)
			want.Add(want, new(big.Int).Mul(big.NewInt(a), big.NewInt(b)))
			sum.Add(stats.SumOf(a))
			want.Add(want, big.NewInt(a))
		}
		if toBig(sum).Cmp(want) != 0 {
			t.Fatalf("the sum is %v, want %v", toBig(sum), want)
		}
	}
}

func TestSumAtTheEdgesOfInt64(t *testing.T) {
	var s stats.Sum
	s.AddProduct(math.MinInt64, math.MinInt64)
	if want := new(big.Int).Lsh(big.NewInt(1), 126); toBig(s).Cmp(want) != 0 {
		t.Errorf("(-2^63)^2 is %v, want %v", toBig(s), want)
	}
	s.AddProduct(math.MinInt64, math.MaxInt64)
	s.Add(stats.SumOf(math.MinInt64))
	if toBig(s).Sign() != 0 {
		t.Errorf("2^126 - 2^63 (2^63-1) - 2^63 is %v, want 0", toBig(s))
	}
}
