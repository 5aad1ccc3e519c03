package engine

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
)

// A Dist is the exact distribution of one draw: whole results with whole
// weights. It is read-only after it is made and may be shared.
type Dist struct {
	name    string
	results []int32  // ascending, each once
	weights []uint64 // of the results, each at least 1, without a common divisor
	total   uint64

	table []int32    // one entry per unit of weight; nil when the total is too large
	rows  []aliasRow // the same distribution by A. J. Walker's alias method (1977), in integers
}

// aliasRow is one of len(results) equal columns of height total: below keep it
// gives its own result, from there on the other.
type aliasRow struct {
	keep       uint64
	own, other int32
}

const (
	// tableMost is the largest total weight held as a table: 16 KiB, so that a
	// table stays in the first-level cache beside the rest of a game.
	tableMost = 4096
	// ResultsMost bounds the different results of one Dist.
	ResultsMost = 1 << 16
)

// NewDist makes the distribution that gives result[i] with weight[i]. Equal
// results are added up and results of weight 0 left out. The name is how the
// dice are spelled in a message.
func NewDist(name string, result []int32, weight []uint64) (*Dist, error) {
	if len(result) != len(weight) {
		return nil, errors.New("as many weights as results are needed")
	}
	order := make([]int, 0, len(result))
	for i := range result {
		if weight[i] > 0 {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return nil, errors.New("no result has a weight above 0")
	}
	slices.SortFunc(order, func(a, b int) int { return int(result[a]) - int(result[b]) })
	d := &Dist{name: name}
	for _, i := range order {
		last := len(d.results) - 1
		if last >= 0 && d.results[last] == result[i] {
			d.weights[last] += weight[i]
		} else {
			d.results = append(d.results, result[i])
			d.weights = append(d.weights, weight[i])
		}
		sum, carry := bits.Add64(d.total, weight[i], 0)
		if carry != 0 {
			return nil, errors.New("the weights add up to more than 64 bits")
		}
		d.total = sum
	}
	if len(d.results) > ResultsMost {
		return nil, errors.New("more than " + strconv.Itoa(ResultsMost) + " different results")
	}
	common := d.total
	for _, w := range d.weights {
		common = gcd(common, w)
	}
	d.total /= common
	for i := range d.weights {
		d.weights[i] /= common
	}
	if hi, _ := bits.Mul64(d.total, uint64(len(d.results))); hi != 0 {
		return nil, errors.New("too many ways to roll to count them exactly in 64 bits")
	}
	if d.total <= tableMost {
		for i, w := range d.weights {
			for range w {
				d.table = append(d.table, d.results[i])
			}
		}
	} else {
		d.rows = aliasRows(d.results, d.weights, d.total)
	}
	return d, nil
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// aliasRows is M. D. Vose's construction (1991), exact in integers: each of the n
// rows holds total units, and every result has weight*n of them.
func aliasRows(results []int32, weights []uint64, total uint64) []aliasRow {
	n := uint64(len(results))
	rows := make([]aliasRow, n)
	left := make([]uint64, n)
	var small, large []int
	for i, w := range weights {
		left[i] = w * n
		rows[i] = aliasRow{keep: total, own: results[i], other: results[i]}
		if left[i] < total {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		rows[s].keep, rows[s].other = left[s], results[l]
		left[l] -= total - left[s]
		if left[l] < total {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	return rows
}

// rare is the result at word w where that is not simply an entry of the table.
func (d *Dist) rare(w uint64) int32 {
	if d.table != nil {
		return d.table[redraw(w, uint64(len(d.table)))]
	}
	return d.alias(w)
}

// alias is the result at word w. The column and the height in it are the digits
// of one exact uniform number below n*total, w*n*total/2^64.
func (d *Dist) alias(w uint64) int32 {
	n := uint64(len(d.rows))
	column, rest := bits.Mul64(w, n)
	height, low := bits.Mul64(rest, d.total)
	if low < n*d.total {
		u := redraw(w, n*d.total)
		column, height = u/d.total, u%d.total
	}
	row := &d.rows[column]
	if height < row.keep {
		return row.own
	}
	return row.other
}

// pick is the number of a result.
func (d *Dist) pick(result int32) int {
	i, _ := slices.BinarySearch(d.results, result)
	return i
}

// Name is how the dice are spelled, "2d10-11".
func (d *Dist) Name() string { return d.name }

// Results lists what can come up, ascending. Do not change it.
func (d *Dist) Results() []int32 { return d.results }

// Weight is the weight of the i-th result, and Total the sum of all weights.
func (d *Dist) Weight(i int) uint64 { return d.weights[i] }

// Total is the sum of all weights: the number of equally likely ways to roll.
func (d *Dist) Total() uint64 { return d.total }

// Min is the lowest result.
func (d *Dist) Min() int32 { return d.results[0] }

// Max is the highest result.
func (d *Dist) Max() int32 { return d.results[len(d.results)-1] }

// Below is the exact number of the Total ways to roll that give less than v.
func (d *Dist) Below(v int32) uint64 {
	var ways uint64
	for i, r := range d.results {
		if r >= v {
			break
		}
		ways += d.weights[i]
	}
	return ways
}

// Chance gives 1 with probability num/den, else 0.
func Chance(num, den uint64) (*Dist, error) {
	if den == 0 || num > den {
		return nil, errors.New("a probability lies between 0 and 1")
	}
	return NewDist("chance "+strconv.FormatUint(num, 10)+"/"+strconv.FormatUint(den, 10), []int32{0, 1}, []uint64{den - num, num})
}

// OneOf gives 0 to n-1, each as likely.
func OneOf(n int) (*Dist, error) {
	result, weight := make([]int32, n), make([]uint64, n)
	for i := range result {
		result[i], weight[i] = int32(i), 1
	}
	return NewDist("one of "+strconv.Itoa(n), result, weight)
}
