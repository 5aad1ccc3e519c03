package stats

import (
	"math"
	"strconv"
	"strings"
)

// Percent shows odds in 0..1 as percent, whole or with as many decimals as the
// interval supports: "91.12 %  (91.05 - 91.20)". The ends are rounded
// outwards, so that the interval shown holds the one computed. Odds that are
// neither 0 nor 1 never look so: they are shown as "< 0.1 %" or "> 99.9 %".
// Exact odds have three decimals and no interval. What is missing is shown as
// "- (why)".
func Percent(e Estimate) string {
	if !e.Known() {
		return unknown(e)
	}
	p := Interval{100 * e.Est, 100 * e.Low, 100 * e.High}
	places := max(0, p.places(3))
	text := fixed(math.Round, p.Est, places)
	unit := math.Pow10(-places)
	switch {
	case e.Est > 0 && text == fixed(math.Round, 0, places):
		text = "< " + fixed(math.Round, unit, places)
	case e.Est < 1 && text == fixed(math.Round, 100, places):
		text = "> " + fixed(math.Round, 100-unit, places)
	}
	return text + " %" + p.ends(places)
}

// Points shows a difference of odds in percentage points, with its sign:
// "+1.2 points  (0.8 - 1.7)".
func Points(e Estimate) string {
	if !e.Known() {
		return unknown(e)
	}
	p := Interval{100 * e.Est, 100 * e.Low, 100 * e.High}
	places := max(0, p.places(3))
	text := fixed(math.Round, p.Est, places)
	if strings.Trim(text, "0.") != "" && p.Est > 0 {
		text = "+" + text
	}
	return text + " points" + p.ends(places)
}

// Number shows any estimate with the digits that the interval supports and no
// more: "2.586  (2.584 - 2.589)", "123500  (122700 - 124200)", and with "to"
// where an end is negative: "0.1  (-0.3 to 0.4)". Exact values have up to six
// decimals. What is missing is shown as "- (why)".
func Number(e Estimate) string {
	if !e.Known() {
		return unknown(e)
	}
	places := e.places(6)
	text := fixed(math.Round, e.Est, places)
	if e.Low == e.High && strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + e.ends(places)
}

func unknown(e Estimate) string { return "- (" + e.Missing + ")" }

// places is the number of decimals whose last one is worth at most the
// half-width: 2 for 0.075, 0 for 3, -2 for 730. An interval of no width has
// exact decimals.
func (i Interval) places(exact int) int {
	half := (i.High - i.Low) / 2
	if half <= 0 {
		return exact
	}
	// A hair of tolerance keeps a half-width of 0.1 that came out as 0.0999999
	// at one decimal; more than 12 a float64 between 0 and 100 does not have.
	return min(12, int(math.Ceil(-math.Log10(half)-1e-9)))
}

func (i Interval) ends(places int) string {
	if i.Low == i.High {
		return ""
	}
	between := " - "
	low, high := fixed(math.Floor, i.Low, places), fixed(math.Ceil, i.High, places)
	if strings.HasPrefix(low, "-") {
		between = " to "
	}
	return "  (" + low + between + high + ")"
}

// fixed rounds v to places decimals, which may be negative, and writes it
// without a minus sign on zero.
func fixed(round func(float64) float64, v float64, places int) string {
	scaled := v * math.Pow10(places)
	// A millionth of the last digit is float noise: rounding outwards must not
	// move 91.05 to 91.04.
	if near := math.Round(scaled); math.Abs(scaled-near) < 1e-6 {
		scaled = near
	}
	text := strconv.FormatFloat(round(scaled)/math.Pow10(places), 'f', max(0, places), 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}
