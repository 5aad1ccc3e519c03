package expr

import (
	"math"
	"slices"
)

// interval holds every value a number can take, both ends included.
type interval struct{ lo, hi int64 }

var anything = interval{math.MinInt64, math.MaxInt64}

// operation is one of + - * / %.
//
// exact gives the result and whether it is one: where it is not, the value is
// the nearest end of int64 after an overflow and 0 after a division by zero.
// span gives the interval of results and whether all of them are exact.
type operation struct {
	exact func(a, b int64) (int64, bool)
	span  func(a, b interval) (interval, bool)
}

var operations = map[string]operation{
	"+": {add, func(a, b interval) (interval, bool) { return extremes(add, a, b.lo, b.hi) }},
	"-": {subtract, func(a, b interval) (interval, bool) { return extremes(subtract, a, b.lo, b.hi) }},
	"*": {multiply, func(a, b interval) (interval, bool) { return extremes(multiply, a, b.lo, b.hi) }},
	"/": {divide, divideSpan},
	"%": {remainder, remainderSpan},
}

func add(a, b int64) (int64, bool) {
	sum := a + b
	if (a < 0) == (b < 0) && (sum < 0) != (a < 0) {
		return overflown(a < 0), false
	}
	return sum, true
}

func subtract(a, b int64) (int64, bool) {
	difference := a - b
	if (a < 0) != (b < 0) && (difference < 0) != (a < 0) {
		return overflown(a < 0), false
	}
	return difference, true
}

func multiply(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	// Go's MinInt64 / -1 wraps back to MinInt64, so that the check by division
	// would let that one product through.
	product := a * b
	if product/b != a || a == math.MinInt64 && b == -1 {
		return overflown((a < 0) != (b < 0)), false
	}
	return product, true
}

func divide(a, b int64) (int64, bool) {
	switch {
	case b == 0:
		return 0, false
	case a == math.MinInt64 && b == -1:
		return math.MaxInt64, false
	}
	return a / b, true
}

func remainder(a, b int64) (int64, bool) {
	if b == 0 {
		return 0, false
	}
	return a % b, true // MinInt64 % -1 is 0 in Go
}

func overflown(negative bool) int64 {
	if negative {
		return math.MinInt64
	}
	return math.MaxInt64
}

// extremes tries both ends of a against the given values of b. It bounds every
// operation that is monotone in a and, between neighbours of bs, in b.
func extremes(exact func(a, b int64) (int64, bool), a interval, bs ...int64) (interval, bool) {
	span, all := interval{math.MaxInt64, math.MinInt64}, true
	for _, x := range [2]int64{a.lo, a.hi} {
		for _, y := range bs {
			z, ok := exact(x, y)
			span = interval{min(span.lo, z), max(span.hi, z)}
			all = all && ok
		}
	}
	return span, all
}

// divideSpan looks at the negative and the positive divisors apart: quotients
// are monotone within each.
func divideSpan(a, b interval) (interval, bool) {
	ends := slices.DeleteFunc([]int64{b.lo, -1, 1, b.hi}, func(y int64) bool {
		return y == 0 || y < b.lo || y > b.hi
	})
	if len(ends) == 0 {
		return interval{}, false
	}
	span, exact := extremes(divide, a, ends...)
	return span, exact && (b.lo > 0 || b.hi < 0)
}

// remainderSpan: the remainder has the sign of the dividend, is no larger, and
// is smaller than the divisor.
func remainderSpan(a, b interval) (interval, bool) {
	nonzero := b.lo > 0 || b.hi < 0
	if nonzero && a.lo == a.hi && b.lo == b.hi {
		return interval{a.lo % b.lo, a.lo % b.lo}, true
	}
	most := int64(0)
	if b.hi > 0 {
		most = b.hi - 1
	}
	if b.lo < 0 {
		most = max(most, -(b.lo + 1)) // -b.lo would overflow for MinInt64
	}
	return interval{max(min(a.lo, 0), -most), min(max(a.hi, 0), most)}, nonzero
}

// compare decides a comparison that holds, or fails, for every pair of values.
func (a interval) compare(op string, b interval) (value, known bool) {
	switch op {
	case "<":
		return a.hi < b.lo, a.hi < b.lo || a.lo >= b.hi
	case "<=":
		return a.hi <= b.lo, a.hi <= b.lo || a.lo > b.hi
	case "!=":
		equal, known := a.compare("==", b)
		return !equal, known
	}
	apart := a.hi < b.lo || b.hi < a.lo
	one := a.lo == a.hi && a == b
	return one, one || apart
}
