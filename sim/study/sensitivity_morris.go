package study

import "math"

// Effects sum up what happens to a measure when one setting moves and the others stay: elementary effects, in the
// measure's unit per whole range of the setting.
//
// M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33 (1991), 161-174;
// F. Campolongo, J. Cariboni and A. Saltelli, Environmental Modelling & Software 22 (2007), 1509-1518 (the mean of
// absolute values).
type Effects struct {
	N       int     // effects that were found; without any the rest is 0 and means nothing
	Mean    float64 // near 0 in spite of a large MeanAbs: the setting works both ways
	MeanAbs float64
	Spread  float64 // their standard deviation: large where the effect depends on other settings, or bends
}

// A walk is a trajectory: each point differs from the one before it in one setting, and in the end all have moved.
type walk struct {
	points [][]int
	moved  []int // the axis that point i+1 moved
}

// morrisLevels are the places, evenly over its range, that a setting takes in the screening if it has so many levels.
const morrisLevels = 4

// morris are random walks. Every step is half of the places of its setting, up or down.
func morris(axes []Axis, n int, seed uint64) []walk {
	r := random(seed, "morris")
	walks := make([]walk, n)
	for i := range walks {
		w := &walks[i]
		at, to := make([]int, len(axes)), make([]int, len(axes))
		for k, a := range axes {
			places := spaced(a.Len(), min(a.Len(), morrisLevels))
			jump := len(places) / 2
			from := r.IntN(len(places) - jump)
			at[k], to[k] = places[from], places[from+jump]
			if r.IntN(2) == 1 {
				at[k], to[k] = to[k], at[k]
			}
		}
		w.points = append(w.points, append([]int(nil), at...))
		w.moved = r.Perm(len(axes))
		for _, k := range w.moved {
			at[k] = to[k]
			w.points = append(w.points, append([]int(nil), at...))
		}
	}
	return walks
}

// effects are the elementary effects of a walk, by axis; none where a value is missing.
func (w *walk) effects(axes []Axis, values []Value) [][]float64 {
	effects := make([][]float64, len(axes))
	for i, k := range w.moved {
		before, after := values[i], values[i+1]
		if !before.Known() || !after.Known() {
			continue
		}
		part := float64(w.points[i+1][k]-w.points[i][k]) / float64(axes[k].Len()-1) // of the range
		effects[k] = append(effects[k], (after.Est-before.Est)/part)
	}
	return effects
}

func effectsOf(list []float64) Effects {
	e := Effects{N: len(list)}
	if e.N == 0 {
		return e
	}
	n := float64(e.N)
	for _, x := range list {
		e.Mean += x / n
		e.MeanAbs += math.Abs(x) / n
	}
	if e.N > 1 {
		squares := 0.0
		for _, x := range list {
			squares += (x - e.Mean) * (x - e.Mean)
		}
		e.Spread = math.Sqrt(squares / (n - 1))
	}
	return e
}
