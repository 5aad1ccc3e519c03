package policies

import (
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// The odds of 2d6-7 below -t, t = 0 to 5, are 15, 10, 6, 3, 1 and 0 of 36; of
// 1d10-6 below 5, 4, 3 ... -4, -5 they are 10, 9, 8 ... 1 and 0 of 10.
func TestSafeTotal(t *testing.T) {
	for _, c := range []struct {
		dice, risk string
		want       int32
	}{
		{"2d6-7", "0", 5},
		{"2d6-7", "0.0277", 5}, // 1/36 = 0.02777...
		{"2d6-7", "0.0278", 4},
		{"2d6-7", "0.05", 4},
		{"2d6-7", "0.1", 3},
		{"2d6-7", "0.17", 2},
		{"2d6-7", "0.5", 0},
		{"1d10-6", "0.1", 5}, // 1/10 is not under 1/10
		{"1d10-6", "0.100000000000000001", 4},
		{"1d10-6", "0.9", -3},
		{"1d10-6", "1", -4},
		{"1d1-3", "0.5", 2},
		{"-2", "0", 2},
		{"3", "1", -3},
	} {
		if got := safeTotal(dice(t, c.dice), chance(t, c.risk)); got != c.want {
			t.Errorf("%s, risk %s: got %d, want %d", c.dice, c.risk, got, c.want)
		}
	}
}

// The least safe sum is safe and the sum below it is not, in exact odds.
func TestSafeTotalIsTheLeast(t *testing.T) {
	weights := []uint64{1, 5, 2, 0, 7, 1 << 60}
	d, err := engine.NewDist("table", []int32{-9, -4, -3, 0, 2, 6}, weights)
	if err != nil {
		t.Fatal(err)
	}
	odds := func(sum int32) float64 { return float64(d.Below(-sum)) / float64(d.Total()) }
	for _, risk := range []string{"0.000000000000000001", "0.000000000000000006", "0.00000000000000001", "0.3", "1"} {
		dist := chance(t, risk)
		under := float64(dist.Total()-dist.Below(1)) / float64(dist.Total())
		need := safeTotal(engine.Amount{Dice: d}, dist)
		if odds(need) >= under || odds(need-1) < under {
			t.Errorf("risk %s: %d has odds %g, %d has %g", risk, need, odds(need), need-1, odds(need-1))
		}
	}
}
