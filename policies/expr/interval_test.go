package expr

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// edgy draws integers with the ends of int64 and the neighbourhood of 0 often.
var edgy = rapid.OneOf(rapid.Int64(), rapid.Int64Range(-3, 3),
	rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 1, math.MaxInt64}))

// The exact operations agree with integers of any size.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom(sorted(operations)).Draw(t, "op")
		a, b := edgy.Draw(t, "a"), edgy.Draw(t, "b")
		got, ok := operations[op].exact(a, b)
		want, _ := onNumbers(op, big.NewInt(a), big.NewInt(b)).(*big.Int)
		if ok != (want != nil) || ok && got != want.Int64() {
			t.Fatalf("%d %s %d = %d, %v; want %v", a, op, b, got, ok, want)
		}
	})
}

// Results lie in the interval of results, which says it is exact only where
// each of them is.
func TestSpan(t *testing.T) {
	span := rapid.Custom(func(t *rapid.T) interval {
		a, b := edgy.Draw(t, "a"), edgy.Draw(t, "b")
		return interval{min(a, b), max(a, b)}
	})
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom(sorted(operations)).Draw(t, "op")
		a, b := span.Draw(t, "left"), span.Draw(t, "right")
		x, y := rapid.Int64Range(a.lo, a.hi).Draw(t, "x"), rapid.Int64Range(b.lo, b.hi).Draw(t, "y")
		z, ok := operations[op].exact(x, y)
		all, exact := operations[op].span(a, b)
		if exact && !ok {
			t.Fatalf("%v %s %v is called exact, and %d %s %d is not", a, op, b, x, op, y)
		}
		if ok && (z < all.lo || z > all.hi) {
			t.Fatalf("%d %s %d = %d lies outside %v", x, op, y, z, all)
		}
	})
}

// On small intervals every pair can be tried: the interval is the tightest
// (for % it may be wider), and exact exactly when every pair is.
func TestSpanIsTight(t *testing.T) {
	const reach = 4
	for op, operation := range operations {
		for alo := int64(-reach); alo <= reach; alo++ {
			for ahi := alo; ahi <= reach; ahi++ {
				for blo := int64(-reach); blo <= reach; blo++ {
					for bhi := blo; bhi <= reach; bhi++ {
						tried, every := interval{math.MaxInt64, math.MinInt64}, true
						for x := alo; x <= ahi; x++ {
							for y := blo; y <= bhi; y++ {
								z, ok := operation.exact(x, y)
								if ok {
									tried = interval{min(tried.lo, z), max(tried.hi, z)}
								}
								every = every && ok
							}
						}
						got, exact := operation.span(interval{alo, ahi}, interval{blo, bhi})
						if exact != every {
							t.Fatalf("%d..%d %s %d..%d: exact %v, want %v", alo, ahi, op, blo, bhi, exact, every)
						}
						if op != "%" && tried.lo <= tried.hi && got != tried {
							t.Fatalf("%d..%d %s %d..%d: %v, want %v", alo, ahi, op, blo, bhi, got, tried)
						}
						if op == "%" && tried.lo <= tried.hi && (got.lo > tried.lo || got.hi < tried.hi) {
							t.Fatalf("%d..%d %% %d..%d: %v leaves out part of %v", alo, ahi, blo, bhi, got, tried)
						}
					}
				}
			}
		}
	}
}

// A comparison is known exactly when every pair of values agrees on it.
func TestCompareIntervals(t *testing.T) {
	const reach = 3
	holds := map[string]func(x, y int64) bool{
		"==": func(x, y int64) bool { return x == y }, "!=": func(x, y int64) bool { return x != y },
		"<": func(x, y int64) bool { return x < y }, "<=": func(x, y int64) bool { return x <= y },
	}
	for op, hold := range holds {
		for alo := int64(0); alo <= reach; alo++ {
			for ahi := alo; ahi <= reach; ahi++ {
				for blo := int64(0); blo <= reach; blo++ {
					for bhi := blo; bhi <= reach; bhi++ {
						some, every := false, true
						for x := alo; x <= ahi; x++ {
							for y := blo; y <= bhi; y++ {
								some, every = some || hold(x, y), every && hold(x, y)
							}
						}
						value, known := interval{alo, ahi}.compare(op, interval{blo, bhi})
						if known != (some == every) || known && value != every {
							t.Fatalf("%d..%d %s %d..%d: %v, %v", alo, ahi, op, blo, bhi, value, known)
						}
					}
				}
			}
		}
	}
}
