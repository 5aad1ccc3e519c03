package plots

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"github.com/polemos-sim/polemos/reports/summary"
)

// percentTicks marks shares, from 0 to 1, in steps of a quarter.
func percentTicks(step float64) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i := 0; float64(i)*step <= 1+1e-9; i++ {
		x := float64(i) * step
		ticks = append(ticks, plot.Tick{Value: x, Label: summary.Plain(100*x) + " %"})
	}
	return ticks
}

// everyTurn is how many turns may be marked each.
const everyTurn = 12

// turnTicks marks whole turns from first to last in even steps: each of a few turns, else round
// ones, ten at most.
func turnTicks(first, last int) (ticks plot.ConstantTicks) {
	step := 1
	if last-first >= everyTurn {
		step = int(niceStep(float64(last-first)/9, 1))
	}
	for t := (first + step - 1) / step * step; t <= last; t += step {
		ticks = append(ticks, plot.Tick{Value: float64(t), Label: strconv.Itoa(t)})
	}
	return ticks
}

// valueTicks marks round values, finest apart, and gives the range they span: the smallest that holds low to high.
func valueTicks(low, high, finest float64) (ticks plot.ConstantTicks, from, to float64) {
	if low > 0 && low < 0.5*high { // a zero not far away is worth showing
		low = 0
	}
	if high < 0 && high > 0.5*low {
		high = 0
	}
	if high == low {
		low, high = low-1, high+1
	}
	step := niceStep((high-low)/5, finest)
	first, last := math.Floor(low/step), math.Ceil(high/step)
	for i := first; i <= last; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: summary.Plain(i * step)})
	}
	return ticks, first * step, last * step
}

// labelsShown are the places of at most so many of a row of labels: of numbers the round ones, else every second, third and
// so on.
func labelsShown(labels []string, most int) (places []int) {
	if len(labels) > most {
		if places = roundOnes(labels, most); places != nil {
			return places
		}
	}
	for i, every := 0, (len(labels)+most-1)/most; i < len(labels); i += every {
		places = append(places, i)
	}
	return places
}

// roundOnes are the places of the labels that are multiples of a round step; nil when the labels are no numbers, or have not two
// such.
func roundOnes(labels []string, most int) []int {
	values := make([]float64, len(labels))
	for i, t := range labels {
		v, err := strconv.ParseFloat(t, 64)
		if err != nil {
			return nil
		}
		values[i] = v
	}
	span := slices.Max(values) - slices.Min(values)
	if !(span > 0) || math.IsInf(span, 0) {
		return nil
	}
	for step := niceStep(span/float64(most), 0); step <= span; step = niceStep(1.5*step, 0) {
		var places []int
		for i, v := range values {
			if times := v / step; math.Abs(times-math.Round(times)) < 1e-6 {
				places = append(places, i)
			}
		}
		if len(places) >= 2 && len(places) <= most {
			return places
		}
	}
	return nil
}

// niceStep is the smallest of 1, 2, 5, 10, ... times a power of ten that is at least step and at least floor.
func niceStep(step, floor float64) float64 {
	step = max(step, floor)
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= step*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}
