package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The first 4096 points of SciPy 1.17.1, scipy.stats.qmc.Sobol(d, scramble=False), each coordinate times 2^30 folded
// into one number, and its last coordinate.
func TestSobolPointsAreThoseOfSciPy(t *testing.T) {
	for _, c := range []struct {
		dimensions int
		sum        uint64
		last       float64
	}{
		{1, 0xa08a3eae8fb05000, 0.000244140625},
		{2, 0x6a3778a1360a000, 0.941162109375},
		{8, 0xb6b78a5f2d828000, 0.390869140625},
		{21, 0xb7cfb131f1769000, 0.225830078125},
		{64, 0xe1a80da56c140000, 0.553466796875},
	} {
		points := sobol(c.dimensions, 4096)
		var sum uint64
		for _, p := range points {
			for _, x := range p {
				sum = sum*6364136223846793005 + uint64(x*(1<<30)) + 1442695040888963407
			}
		}
		if sum != c.sum || points[4095][c.dimensions-1] != c.last {
			t.Errorf("%d dimensions: sum %#x, last %v; want %#x, %v", c.dimensions, sum, points[4095][c.dimensions-1], c.sum, c.last)
		}
	}
	if got := sobol(4, 6)[5]; !slices.Equal(got, []float64{0.875, 0.875, 0.125, 0.375}) {
		t.Errorf("the sixth point in four dimensions is %v", got)
	}
}

// Every dimension of a Latin hypercube has one point in each slice, and the seed decides which.
func TestLatinHypercube(t *testing.T) {
	const n = 37
	points := latin(5, n, 1)
	for d := range 5 {
		seen := map[int]bool{}
		for _, p := range points {
			seen[int(p[d]*n)] = true
		}
		if len(seen) != n {
			t.Errorf("dimension %d: %d of %d slices have a point", d, len(seen), n)
		}
	}
	if slices.Equal(points[0], latin(5, n, 2)[0]) || !slices.Equal(points[0], latin(5, n, 1)[0]) {
		t.Error("the seed does not decide the points")
	}
}

func TestAxes(t *testing.T) {
	for _, c := range []struct{ text, values string }{
		{"v=8:30:4", "8 12 16 20 24 28"},
		{"v=3:5", "3 4 5"},
		{"v=-4:2:3", "-4 -1 2"},
		{"v=0.1:0.5:0.2", "0.1 0.3 0.5"},
		{"v=-0.5:0.5:0.25", "-0.50 -0.25 0.00 0.25 0.50"},
		{"v=1_000:3_000:1_000", "1000 2000 3000"},
		{"v=2d10-11, 2d6-7,{-1: 1, 1: 1}", "2d10-11 2d6-7 {-1: 1, 1: 1}"},
		{"v=7:7", "7"},
		{"policies.president.policy=all-in,reserve", "all-in reserve"},
	} {
		a, err := ParseAxis(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var values []string
		for i := range a.Len() {
			values = append(values, a.Value(i))
		}
		if got := strings.Join(values, " "); got != c.values {
			t.Errorf("%s has the values %s, want %s", c.text, got, c.values)
		}
		if again, err := ParseAxis(a.String()); err != nil || again.String() != a.String() || again.Len() != a.Len() {
			t.Errorf("%s is spelled %s, which reads as %v, %v", c.text, a, again, err)
		}
	}
	fine, err := ParseAxis("tax=0.00:0.50")
	if err != nil || fine.Len() != 501 || fine.Value(1) != "0.001" || fine.Whole() {
		t.Errorf("a range of decimal numbers without a step has %d levels, the second %s (%v); want 501, 0.001", fine.Len(), fine.Value(1), err)
	}
	for _, c := range []struct{ text, wrong string }{
		{"v", "write KEY=LOW:HIGH:STEP"}, {"v=", "write KEY=LOW:HIGH:STEP"}, {"=3:5", "write KEY=LOW:HIGH:STEP"},
		{"v=5:3", "low end is above"}, {"v=1:9:0", "step must be above 0"}, {"v=1:9:-1", "step must be above 0"},
		{"v=a,,b", "value 2 is empty"}, {"v=a,b,a", "a is listed twice"}, {"v=1:100_000_000", "at most"},
	} {
		if _, err := ParseAxis(c.text); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: error %v, want one that says %q", c.text, err, c.wrong)
		}
	}
}

func parse(t *testing.T, texts ...string) []Axis {
	t.Helper()
	var axes []Axis
	for _, text := range texts {
		a, err := ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, a)
	}
	return axes
}

func TestDesigns(t *testing.T) {
	grid, err := Design{}.Points(parse(t, "a=1:2", "b=x,y,z"), 1)
	if want := "[[0 0] [0 1] [0 2] [1 0] [1 1] [1 2]]"; err != nil || fmt.Sprint(grid) != want {
		t.Errorf("the grid is %v (%v), want %s", grid, err, want)
	}
	// Sobol's first eight points fall twice on each of four levels of one axis: four points.
	few, err := Design{Sobol, 8}.Points(parse(t, "a=1:4"), 1)
	if want := "[[0] [2] [3] [1]]"; err != nil || fmt.Sprint(few) != want {
		t.Errorf("Sobol's points on four levels are %v (%v), want %s", few, err, want)
	}
	for _, c := range []struct{ design, wrong string }{
		{"grid:3", "as many points as the values give"}, {"lhs", "how many points"}, {"lhs:0", "how many points"}, {"sobol:x", "how many points"}, {"halton:8", `no design "halton:8"`},
	} {
		if _, err := ParseDesign(c.design); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: error %v, want one that says %q", c.design, err, c.wrong)
		}
	}
	for _, text := range []string{"grid", "lhs:20", "sobol:64"} {
		if d, err := ParseDesign(text); err != nil || d.String() != text {
			t.Errorf("%s reads as %v (%v)", text, d, err)
		}
	}
	for _, c := range []struct {
		axes  []Axis
		wrong string
	}{
		{nil, "no setting varies"}, {parse(t, "a=1:2", "a=3:4"), "a varies twice"}, {parse(t, "a=0.0:1.0"), "needs a step"}, {parse(t, "a=1:1000", "b=1:1000"), "more than 100000 points"},
	} {
		if _, err := (Design{}).Points(c.axes, 1); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("error %v, want one that says %q", err, c.wrong)
		}
	}
}
