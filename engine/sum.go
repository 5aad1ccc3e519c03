package engine

import "math"

// A sum adds float64 with A. Neumaier's compensation (1974).
type sum struct{ s, lost float64 }

func (x *sum) add(v float64) {
	t := x.s + v
	if math.Abs(x.s) >= math.Abs(v) {
		x.lost += (x.s - t) + v
	} else {
		x.lost += (v - t) + x.s
	}
	x.s = t
}

func (x *sum) value() float64 { return x.s + x.lost }

func sums(rows, columns int) [][]sum {
	t := make([][]sum, rows)
	for i := range t {
		t[i] = make([]sum, columns)
	}
	return t
}

func values(sums [][]sum) [][]float64 {
	t := make([][]float64, len(sums))
	for i, row := range sums {
		for j := range row {
			t[i] = append(t[i], row[j].value())
		}
	}
	return t
}
