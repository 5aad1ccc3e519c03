package stats

import "fmt"

// Hist is an exact histogram of whole values: Counts[i] games had the value
// Lo+i. Below and Above count the values outside, which are not told apart.
// Values lie inside +-2^32. The zero Hist is empty and is Merge's identity.
type Hist struct {
	Lo           int64
	Counts       []uint64
	Below, Above uint64
}

// N is the number of values counted.
func (h Hist) N() uint64 {
	n := h.Below + h.Above
	for _, c := range h.Counts {
		n += c
	}
	return n
}

// Moments are the exact sums of the values. ok is false when some lie outside
// the histogram, since their sum is not known.
func (h Hist) Moments() (m Moments, ok bool) {
	for i, c := range h.Counts {
		v := h.Lo + int64(i)
		size := magnitude(v)
		m.N += c
		m.Sum.addProduct(size, c, v < 0)
		m.Squares.addProduct(size*size, c, false)
	}
	return m, h.Below == 0 && h.Above == 0
}

// Mean is the plain mean of the values.
func (h Hist) Mean() Figure[float64] {
	m, why := h.moments()
	if why != "" {
		return noFigure[float64]("%s", why)
	}
	return m.Mean()
}

// SD is the sample standard deviation of the values (n-1 below the line), SQL's
// stddev_samp.
func (h Hist) SD() Figure[float64] {
	m, why := h.moments()
	if why != "" {
		return noFigure[float64]("%s", why)
	}
	return m.SD()
}

func (h Hist) moments() (Moments, string) {
	m, ok := h.Moments()
	if !ok {
		return m, fmt.Sprintf("%d values lie below %d and %d above %d, where they are counted but not told apart",
			h.Below, h.Lo, h.Above, h.hi())
	}
	return m, ""
}

func (h Hist) hi() int64 { return h.Lo + int64(len(h.Counts)) - 1 }

// Quantile is the smallest value v such that at least percent % of the values
// are at most v: a value that occurs, never one between two. percent is whole,
// 0 (the smallest value) to 100 (the largest), so that the rank is exact.
//
// Definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical
// packages", The American Statistician 50 (1996), 361-365.
func (h Hist) Quantile(percent int) Figure[int64] {
	n := h.N()
	switch {
	case n == 0:
		return noFigure[int64]("no values")
	case percent < 0 || percent > 100:
		return noFigure[int64]("there is no %d %% quantile: 0 to 100", percent)
	}
	rank := max(1, percentOf(n, percent))
	if rank <= h.Below {
		return noFigure[int64]("it lies below %d, where values are counted but not told apart", h.Lo)
	}
	seen := h.Below
	for i, c := range h.Counts {
		if seen += c; rank <= seen {
			return Figure[int64]{Value: h.Lo + int64(i)}
		}
	}
	return noFigure[int64]("it lies above %d, where values are counted but not told apart", h.hi())
}

// percentOf is percent % of n, rounded up, without overflow.
func percentOf(n uint64, percent int) uint64 {
	p := uint64(percent)
	return n/100*p + (n%100*p+99)/100
}

// Merge adds the counts of o to h. Two histograms of different range do not
// merge, unless one of them is the zero Hist.
func (h *Hist) Merge(o Hist) error {
	if o.Counts == nil && o.N() == 0 {
		return nil
	}
	if h.Counts == nil && h.N() == 0 {
		h.Lo, h.Counts = o.Lo, make([]uint64, len(o.Counts))
	}
	if h.Lo != o.Lo || len(h.Counts) != len(o.Counts) {
		return fmt.Errorf("a histogram of %d..%d does not merge with one of %d..%d", h.Lo, h.hi(), o.Lo, o.hi())
	}
	for i, c := range o.Counts {
		h.Counts[i] += c
	}
	h.Below += o.Below
	h.Above += o.Above
	return nil
}
