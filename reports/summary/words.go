package summary

import (
	"math"
	"strconv"
	"strings"
)

// A Rounded is an estimate and its interval as text, all three with as many decimals as the interval supports:
// the last digit shown is no finer than half of the interval's width.
type Rounded struct{ Value, Low, High string }

// exactDecimals is how many decimals a number gets that carries no uncertainty.
const exactDecimals = 3

// Number rounds an estimate to what its interval supports. Without an estimate all three texts are empty.
func Number(value, low, high *float64) Rounded {
	if value == nil {
		return Rounded{}
	}
	if low == nil || high == nil {
		return Rounded{Value: Plain(*value)}
	}
	d := decimals(*low, *high)
	return Rounded{fixed(*value, d), fixed(*low, d), fixed(*high, d)}
}

// Percent rounds odds to what their interval supports and writes them in percent, without the sign.
// Odds of exactly 0 or 1 that were only estimated come as "< HIGH" or "> LOW": what was never seen may still happen.
func Percent(odds, low, high *float64) Rounded {
	if odds == nil || low == nil || high == nil {
		return Number(scaled(odds), scaled(low), scaled(high))
	}
	r := Number(scaled(odds), scaled(low), scaled(high))
	switch {
	case *odds == 0 && *high > 0:
		r.Value, r.Low = "< "+r.High, "0"
	case *odds == 1 && *low < 1:
		r.Value, r.High = "> "+r.Low, "100"
	}
	return r
}

// Share writes a share in percent, without the sign, to 4 decimals at most; a share that would look like none or all of it is
// written as "< 0.0001" or "> 99.9999".
func Share(x float64) string {
	const d = 4
	text := trimmed(fixed(100*x, d))
	switch {
	case x > 0 && text == "0":
		return "< 0.0001"
	case x < 1 && text == "100":
		return "> 99.9999"
	}
	return text
}

// rounding is what the sum of exact probabilities may be off.
const rounding = 1e-12

// Snapped is an exact share without what rounding did to its sum: one as near to none or all is
// just that.
func Snapped(x float64) float64 {
	if math.Abs(x-math.Round(x)) < rounding {
		return math.Round(x)
	}
	return x
}

// Exactly writes a number that carries no uncertainty in seven digits. A share that would look
// like all of it is written as "> 0.9999999" instead.
func Exactly(x float64) string {
	x = Snapped(x)
	text := strconv.FormatFloat(x, 'g', 7, 64)
	if x < 1 && text == "1" {
		return "> 0.9999999"
	}
	return text
}

// Brief writes a share in percent, without the sign, in two or three digits as a reader takes in at a glance; like Share it keeps
// a rare one apart from none.
func Brief(x float64) string {
	p := 100 * x
	switch {
	case p == 0, p == 100:
		return fixed(p, 0)
	case p < 0.01:
		return "< 0.01"
	case p > 99.99:
		return "> 99.99"
	case p < 1, p > 99:
		return fixed(p, 2)
	}
	return fixed(p, 1)
}

// Plain writes a number with 3 decimals at most and no trailing zeros.
func Plain(x float64) string { return trimmed(fixed(x, exactDecimals)) }

// Count writes a whole number with commas between thousands.
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Of writes "1 game" or "3 games", with commas between thousands.
func Of(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}

// Words turns a name of the scenario into words: running_total becomes running total.
func Words(name string) string { return strings.ReplaceAll(name, "_", " ") }

func scaled(x *float64) *float64 {
	if x == nil {
		return nil
	}
	return new(100 * *x)
}

// decimals is the number of decimals whose last place is at most half the width of the interval.
func decimals(low, high float64) int {
	half := (high - low) / 2
	if !(half > 0) {
		return exactDecimals
	}
	// An interval of exactly 0.2 must give 1 decimal, though its half is a hair under 0.1 in binary.
	return min(max(int(math.Ceil(-math.Log10(half)-1e-9)), 0), 8)
}

func fixed(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

func trimmed(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}
