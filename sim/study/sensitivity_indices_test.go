package study

import (
	"math"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

// ishigami is the function of T. Ishigami and T. Homma (1990) with a = 7 and b = 0.1; u runs from 0 to 1.
func ishigami(u []float64) float64 {
	x := func(i int) float64 { return -math.Pi + 2*math.Pi*u[i] }
	return math.Sin(x(0)) + 7*math.Pow(math.Sin(x(1)), 2) + 0.1*math.Pow(x(2), 4)*math.Sin(x(0))
}

// gFunction is Sobol's g-function with a = 0, 1, 4.5, 9.
func gFunction(u []float64) float64 {
	y := 1.0
	for i, a := range []float64{0, 1, 4.5, 9} {
		y *= (math.Abs(4*u[i]-2) + a) / (1 + a)
	}
	return y
}

func evaluated(settings, n int, f func([]float64) float64) [][]float64 {
	var rows [][]float64
	for _, row := range saltelli(settings, n) {
		var y []float64
		for _, u := range row {
			y = append(y, f(u))
		}
		rows = append(rows, y)
	}
	return rows
}

// The values are those of SALib 1.6.0, SALib.analyze.sobol.analyze(calc_second_order=False), on the design made of
// unscrambled points of SciPy 1.17.1.
func TestSobolIndicesAreThoseOfSALib(t *testing.T) {
	for _, c := range []struct {
		n            int
		first, total [3]float64
	}{
		{64, [3]float64{0.29279252173876275, 0.6089431308141572, -0.02409980012130604}, [3]float64{0.5759383396698098, 0.46052746955039076, 0.19280110990916818}},
		{4096, [3]float64{0.31410641868894057, 0.44247275212021153, -6.487942625889069e-05}, [3]float64{0.5574345763096967, 0.4424541534958444, 0.24329312192218316}},
	} {
		for k, x := range indicesOf(evaluated(3, c.n, ishigami), 0.95, 0, 1) {
			if math.Abs(x.First.Est-c.first[k]) > 1e-12 || math.Abs(x.Total.Est-c.total[k]) > 1e-12 {
				t.Errorf("%d rows, x%d: first %v, total %v; want %v, %v", c.n, k+1, x.First.Est, x.Total.Est, c.first[k], c.total[k])
			}
		}
	}
}

// The indices are known by formula: of Ishigami's function S1 = 0.3139, 0.4424, 0 and ST = 0.5576, 0.4424, 0.2437 (A.
// Saltelli and others, "Global Sensitivity Analysis. The Primer" (2008), section 4.6 with V = a^2/8 + b pi^4/5 + b^2
// pi^8/18 + 1/2); of the g-function with Vi = 1/(3 (1 + ai)^2) and V = (1 + V1)...(1 + V4) - 1.
func TestSobolIndicesFindTheKnownValues(t *testing.T) {
	near := func(what string, got stats.Interval, want float64) {
		t.Helper()
		if math.Abs(got.Est-want) > 0.005 || want < got.Low-0.001 || want > got.High+0.001 {
			t.Errorf("%s is %v, want %.4f", what, got, want)
		}
	}
	first, total := []float64{0.3139, 0.4424, 0}, []float64{0.5576, 0.4424, 0.2437}
	for k, x := range indicesOf(evaluated(3, 4096, ishigami), 0.99, 200, 1) {
		near("Ishigami's first index", x.First, first[k])
		near("Ishigami's total index", x.Total, total[k])
	}
	v, all := []float64{}, 1.0
	for _, a := range []float64{0, 1, 4.5, 9} {
		v = append(v, 1/(3*(1+a)*(1+a)))
		all *= 1 + v[len(v)-1]
	}
	for k, x := range indicesOf(evaluated(4, 4096, gFunction), 0.99, 200, 1) {
		near("the g-function's first index", x.First, v[k]/(all-1))
		near("the g-function's total index", x.Total, v[k]*all/(1+v[k])/(all-1))
	}
}

func TestBootstrapIntervalsHoldTheEstimateAndAreRepeatable(t *testing.T) {
	rows := evaluated(3, 64, ishigami)
	a, b, c := indicesOf(rows, 0.99, 300, 1), indicesOf(rows, 0.99, 300, 1), indicesOf(rows, 0.99, 300, 2)
	same := true
	for k := range a {
		if a[k] != b[k] {
			t.Error("the same seed gives other intervals")
		}
		same = same && a[k] == c[k]
		if !(a[k].Total.Low < a[k].Total.Est && a[k].Total.Est < a[k].Total.High) {
			t.Errorf("the interval of a total index is %v", a[k].Total)
		}
	}
	if same {
		t.Error("another seed gives the same intervals")
	}
}

// The design and the values are those of SALib 1.6.0: SALib.sample.morris.sample(N=4, num_levels=4, seed=5) on
// Ishigami's function, and SALib.analyze.morris.analyze.
func TestElementaryEffectsAreThoseOfSALib(t *testing.T) {
	axes := parse(t, "a=0:3", "b=0:3", "c=0:3")
	designs := [][][]int{
		{{3, 1, 2}, {3, 1, 0}, {1, 1, 0}, {1, 3, 0}}, {{2, 2, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}},
		{{3, 1, 2}, {3, 1, 0}, {3, 3, 0}, {1, 3, 0}}, {{3, 1, 3}, {3, 3, 3}, {3, 3, 1}, {1, 3, 1}},
	}
	moved := [][]int{{2, 0, 1}, {1, 2, 0}, {2, 1, 0}, {1, 2, 0}}
	want := []Effects{
		{4, 7.704054111593103, 7.704054111593103, 7.215488224740919},
		{4, -3.9375, 7.875, 7.875},
		{4, -3.124398051666559, 3.1243980516665597, 6.248796103333117},
	}
	effects := make([][]float64, 3)
	for i, design := range designs {
		w := walk{design, moved[i]}
		var values []Value
		for _, levels := range design {
			u := []float64{float64(levels[0]) / 3, float64(levels[1]) / 3, float64(levels[2]) / 3}
			values = append(values, Value{Estimate: stats.Exact(ishigami(u))})
		}
		for k, e := range w.effects(axes, values) {
			effects[k] = append(effects[k], e...)
		}
	}
	for k := range want {
		got := effectsOf(effects[k])
		if got.N != want[k].N || math.Abs(got.Mean-want[k].Mean) > 1e-12 || math.Abs(got.MeanAbs-want[k].MeanAbs) > 1e-12 || math.Abs(got.Spread-want[k].Spread) > 1e-12 {
			t.Errorf("x%d: %+v, want %+v", k+1, got, want[k])
		}
	}
}

// Walks stay on the levels, move every setting once, and by half of its places.
func TestWalks(t *testing.T) {
	axes := parse(t, "two=0:1", "three=5:7", "many=0:30", "words=1,4,9")
	starts := map[int]int{}
	for _, w := range morris(axes, 200, 1) {
		if len(w.points) != 5 {
			t.Fatalf("a walk over 4 settings has %d points", len(w.points))
		}
		times := make([]int, len(axes))
		for i, k := range w.moved {
			times[k]++
			for j := range axes {
				from, to := w.points[i][j], w.points[i+1][j]
				if from < 0 || to < 0 || from >= axes[j].Len() || to >= axes[j].Len() || (from != to) != (j == k) {
					t.Fatalf("step %d goes from %v to %v and says it moves setting %d", i, w.points[i], w.points[i+1], k)
				}
			}
			if k == 2 {
				starts[w.points[i][2]]++
				if d := w.points[i+1][2] - w.points[i][2]; d != 20 && d != -20 {
					t.Errorf("a step of %d in 31 levels, want 20", d)
				}
			}
		}
		for k, n := range times {
			if n != 1 {
				t.Errorf("setting %d moves %d times", k, n)
			}
		}
	}
	for _, place := range []int{0, 10, 20, 30} {
		if starts[place] < 25 {
			t.Errorf("place %d of 0, 10, 20, 30 is the start of %d steps in 200", place, starts[place])
		}
	}
}
