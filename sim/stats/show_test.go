package stats_test

import (
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

func interval(est, low, high float64) stats.Estimate {
	return stats.Estimate{Interval: stats.Interval{Est: est, Low: low, High: high}}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		e    stats.Estimate
		want string
	}{
		{interval(.911223, .910488, .911953), "91.12 %  (91.04 - 91.20)"},
		{interval(.9112, .9105, .9120), "91.12 %  (91.05 - 91.20)"},
		{interval(.0886, .0879, .0894), "8.86 %  (8.79 - 8.94)"},
		{interval(.5, .4, .6), "50 %  (40 - 60)"},
		{interval(.5, .49, .51), "50 %  (49 - 51)"},
		{interval(.3, .29, .31), "30 %  (29 - 31)"}, // 100 * .29 is 28.999999999999996
		{interval(.47, .33, .61), "47 %  (33 - 61)"},
		{interval(.499, .498, .5), "49.9 %  (49.8 - 50.0)"},
		{interval(.0003, .00005, .0023), "< 0.1 %  (0.0 - 0.3)"},
		{interval(.9997, .9977, .99995), "> 99.9 %  (99.7 - 100.0)"},
		{interval(.0003, .0001, .0007), "0.03 %  (0.01 - 0.07)"},
		{interval(0, 0, .000663), "0.00 %  (0.00 - 0.07)"},
		{interval(1, .999337, 1), "100.00 %  (99.93 - 100.00)"},
		{interval(.003, .0004, .03), "< 1 %  (0 - 3)"},
		{stats.Exact(.91122), "91.122 %"},
		{stats.Exact(.000001), "< 0.001 %"},
		{stats.Exact(.9999999), "> 99.999 %"},
		{stats.Exact(0), "0.000 %"},
		{stats.Exact(1), "100.000 %"},
		{stats.Estimate{Missing: "no games"}, "- (no games)"},
	} {
		if got := stats.Percent(c.e); got != c.want {
			t.Errorf("%v is shown as %q, want %q", c.e, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		e    stats.Estimate
		want string
	}{
		{interval(2.5863, 2.5841, 2.5889), "2.586  (2.584 - 2.589)"},
		{interval(123456, 122730, 124190), "123500  (122700 - 124200)"},
		{interval(60.4, 57, 63.2), "60  (57 - 64)"},
		{interval(-.04, -.3, .32), "0.0  (-0.3 to 0.4)"},
		{interval(-2.5, -3.1, -1.9), "-2.5  (-3.1 to -1.9)"},
		{interval(5, 5, 5), "5"},
		{interval(2.586, 2.586, 2.586), "2.586"},
		{interval(100, 100, 100), "100"},
		{interval(1e9, 1e9-.5, 1e9+.5), "1000000000.0  (999999999.5 - 1000000000.5)"},
		{stats.Estimate{Missing: "no wars"}, "- (no wars)"},
	} {
		if got := stats.Number(c.e); got != c.want {
			t.Errorf("%v is shown as %q, want %q", c.e, got, c.want)
		}
	}
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		e    stats.Estimate
		want string
	}{
		{interval(.0123, .0081, .0166), "+1.2 points  (0.8 - 1.7)"},
		{interval(-.0123, -.0166, -.0081), "-1.2 points  (-1.7 to -0.8)"},
		{interval(.0001, -.002, .0021), "0.0 points  (-0.2 to 0.3)"},
		{stats.Exact(0), "0.000 points"},
		{stats.Estimate{Missing: "no pairs of games"}, "- (no pairs of games)"},
	} {
		if got := stats.Points(c.e); got != c.want {
			t.Errorf("%v is shown as %q, want %q", c.e, got, c.want)
		}
	}
}
