package study

import (
	"fmt"
	"strconv"
	"strings"
)

// A Design chooses the points of a sweep.
type Design struct {
	Kind DesignKind
	N    int // points, of a Latin hypercube or Sobol's sequence
}

// DesignKind is a way to choose points.
type DesignKind uint8

// The ways to choose points.
const (
	Grid  DesignKind = iota // every combination of levels; the last axis moves fastest
	Latin                   // a Latin hypercube
	Sobol                   // the first points of Sobol's sequence
)

// maxPoints is more than anybody looks at.
const maxPoints = 100_000

// ParseDesign reads "grid", "lhs:N" or "sobol:N".
func ParseDesign(text string) (Design, error) {
	const wanted = "choose grid, lhs:N or sobol:N, such as sobol:64"
	name, number, ok := strings.Cut(text, ":")
	var d Design
	switch name {
	case "grid":
		if ok {
			return d, fmt.Errorf("a grid has as many points as the values give; %s", wanted)
		}
		return d, nil
	case "lhs":
		d.Kind = Latin
	case "sobol":
		d.Kind = Sobol
	default:
		return d, fmt.Errorf("there is no design %q; %s", text, wanted)
	}
	n, err := strconv.Atoi(strings.ReplaceAll(number, "_", ""))
	if err != nil || n < 1 || n > maxPoints {
		return d, fmt.Errorf("%q does not say how many points, from 1 to %d; %s", text, maxPoints, wanted)
	}
	d.N = n
	return d, nil
}

func (d Design) String() string {
	switch d.Kind {
	case Latin:
		return "lhs:" + strconv.Itoa(d.N)
	case Sobol:
		return "sobol:" + strconv.Itoa(d.N)
	}
	return "grid"
}

// Points are the levels of each point, in the order of the axes. Points of a Latin
// hypercube and of Sobol's sequence that fall on the same levels are one point: so
// there may be fewer than N.
func (d Design) Points(axes []Axis, seed uint64) ([][]int, error) {
	if err := checkAxes(axes); err != nil {
		return nil, err
	}
	switch d.Kind {
	case Latin:
		return levels(axes, latin(len(axes), d.N, seed)), nil
	case Sobol:
		if len(axes) > sobolMost {
			return nil, fmt.Errorf("%d settings are too many for Sobol's points, which have at most %d dimensions: choose lhs:%d", len(axes), sobolMost, d.N)
		}
		return levels(axes, sobol(len(axes), d.N)), nil
	}
	n := 1
	for _, a := range axes {
		if a.free && a.decimals > 0 {
			return nil, fmt.Errorf("%s needs a step in a grid: %s:0.1", a, a)
		}
		if n *= a.Len(); n > maxPoints {
			return nil, fmt.Errorf("the grid has more than %d points: choose larger steps, or a design such as sobol:256", maxPoints)
		}
	}
	points := make([][]int, n)
	for i := range points {
		points[i] = make([]int, len(axes))
		rest := i
		for k := len(axes) - 1; k >= 0; k-- {
			points[i][k], rest = rest%axes[k].Len(), rest/axes[k].Len()
		}
	}
	return points, nil
}

func checkAxes(axes []Axis) error {
	if len(axes) == 0 {
		return fmt.Errorf("no setting varies: name one, such as params.patience=20:60:5")
	}
	for i, a := range axes {
		for _, before := range axes[:i] {
			if before.Key == a.Key {
				return fmt.Errorf("%s varies twice: name it once, with all its values", a.Key)
			}
		}
	}
	return nil
}

// levels turns points of the unit cube into levels.
func levels(axes []Axis, cube [][]float64) [][]int {
	var points [][]int
	seen := map[string]bool{}
	for _, u := range cube {
		p := make([]int, len(axes))
		for k, a := range axes {
			p[k] = a.at(u[k])
		}
		if name := fmt.Sprint(p); !seen[name] {
			seen[name] = true
			points = append(points, p)
		}
	}
	return points
}

// settings are the settings of a point.
func settings(axes []Axis, point []int) []Setting {
	set := make([]Setting, len(axes))
	for k, a := range axes {
		set[k] = a.Setting(point[k])
	}
	return set
}
