package stats_test

import (
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

func moments(values ...int64) (m stats.Moments) {
	for _, v := range values {
		m.Add(v)
	}
	return m
}

func TestMeanEqualsScipy(t *testing.T) {
	m := moments(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5)
	// scipy 1.17.1: t.interval(.99, 10, mean, sd/sqrt(11)).
	nearInterval(t, "mean", stats.Mean(m, .99), stats.Interval{Est: 4, Low: 1.7387047169010557, High: 6.261295283098944}, 1e-12)
	near(t, "sd", m.SD().Value, 2.3664319132398464, 1e-15)
}

// W. S. Gosset's own data (Student 1908; Cushny and Peebles' extra hours of
// sleep, in tenths of an hour): the mean paired difference is 1.58 hours with
// standard deviation 1.23 (n-1), t = 4.06; 95 %: 0.70 to 2.46 (as R's t.test
// prints for its data set sleep: 0.7001142, 2.4598858).
func TestPairedEqualsStudent(t *testing.T) {
	first := []int64{7, -16, -2, -12, -1, 34, 37, 8, 0, 20}
	second := []int64{19, 8, 11, 1, -1, 44, 55, 16, 46, 34}
	var d stats.Moments
	for i := range first {
		d.Add(second[i] - first[i])
	}
	nearInterval(t, "difference", stats.Paired(d, .95), stats.Interval{Est: 15.8, Low: 7.001142, High: 24.598858}, 1e-6)
}

func TestMeanThatCannotBeComputed(t *testing.T) {
	wantMissing(t, "mean", stats.Mean(stats.Moments{}, .99), "no values")
	wantMissing(t, "mean", stats.Mean(moments(5), .99), "one value has no spread: two are needed")
	wantMissing(t, "mean", stats.Mean(moments(5, 6), 0), "confidence 0 is not between 0 and 1: 0.99 asks for 99 % intervals")
	m := moments(1, 2)
	m.Squares = stats.SumOf(1)
	wantMissing(t, "mean", stats.Mean(m, .99), "the sum and the sum of squares contradict each other")
	if e := stats.Mean(moments(-4, -4, -4), .99); e != stats.Exact(-4) {
		t.Errorf("three equal values give %v", e)
	}
}

// A million games of 10^9 points more or less one: a float sum of squares has no
// digit left for the spread.
func TestMeanDoesNotCancel(t *testing.T) {
	var m stats.Moments
	for i := range int64(1_000_000) {
		m.Add(1_000_000_000 + 2*(i%2) - 1)
	}
	near(t, "sd", m.SD().Value, 1.0000005, 1e-12)
	nearInterval(t, "mean", stats.Mean(m, .95), stats.Interval{Est: 1e9, Low: 1e9 - .00195997, High: 1e9 + .00195997}, 1e-17)
}

func TestMomentsMerge(t *testing.T) {
	all, a, b := moments(1, -2, 3, 70, -5), moments(1, -2), moments(3, 70, -5)
	var sum stats.Moments
	for _, m := range []stats.Moments{{}, b, a, {}} {
		sum.Merge(m)
	}
	if sum != all {
		t.Errorf("the parts add up to %+v, want %+v", sum, all)
	}
}
