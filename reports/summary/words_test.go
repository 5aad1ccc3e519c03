package summary

import "testing"

// What is nearly certain is told apart from what is: 1 - 3e-8 rounds to 1 in seven digits, and
// 1 - 1e-15 is 1 but for the rounding of a sum.
func TestExactlyKeepsNearlyApartFromAll(t *testing.T) {
	for x, want := range map[float64]string{
		0.91121528: "0.9112153", 0.625: "0.625", 1: "1", 1 - 3e-8: "> 0.9999999", 1 - 1e-15: "1", 0.9999999: "0.9999999",
		0: "0", 3e-9: "3e-09", 12.5: "12.5",
	} {
		if got := Exactly(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
}
