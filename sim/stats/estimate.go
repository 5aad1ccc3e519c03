package stats

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a number and the range that holds the true value with the
// confidence that was asked for: Low <= Est <= High.
type Interval struct{ Est, Low, High float64 }

// Estimate is an Interval, or the reason why there is none. When Missing is
// not empty the three numbers are 0 and mean nothing.
type Estimate struct {
	Interval
	Missing string
}

// Known reports whether e holds numbers.
func (e Estimate) Known() bool { return e.Missing == "" }

// Exact is a value known without error, such as odds that were enumerated.
func Exact(v float64) Estimate { return Estimate{Interval: Interval{v, v, v}} }

// Figure is a single value without an interval, or the reason why there is
// none. When Missing is not empty Value is 0 and means nothing.
type Figure[T int | int64 | float64] struct {
	Value   T
	Missing string
}

// Known reports whether f holds a value.
func (f Figure[T]) Known() bool { return f.Missing == "" }

func known(est, low, high float64) Estimate { return Estimate{Interval: Interval{est, low, high}} }

func missing(format string, args ...any) Estimate {
	return Estimate{Missing: fmt.Sprintf(format, args...)}
}

func noFigure[T int | int64 | float64](format string, args ...any) Figure[T] {
	return Figure[T]{Missing: fmt.Sprintf(format, args...)}
}

// badConfidence says what is wrong with conf, or "". NaN is refused too.
func badConfidence(conf float64) string {
	if conf > 0 && conf < 1 {
		return ""
	}
	return fmt.Sprintf("confidence %v is not between 0 and 1: 0.99 asks for 99 %% intervals", conf)
}

// normalZ is the half-width, in standard deviations, of a two-sided interval.
// The lower tail is used because 1-conf keeps its digits near conf = 1.
func normalZ(conf float64) float64 { return -distuv.UnitNormal.Quantile((1 - conf) / 2) }

// studentT is normalZ for a standard deviation estimated with df degrees of
// freedom. Above 10^8 the normal value is nearer to the truth (2e-8) than the
// incomplete beta function inside the t quantile.
func studentT(conf float64, df uint64) float64 {
	if df > 1e8 {
		return normalZ(conf)
	}
	return -distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(df)}.Quantile((1 - conf) / 2)
}
