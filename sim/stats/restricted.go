package stats

import "math"

// RestrictedMean estimates the mean number of turns that a war takes of the
// first turns turns: the area under the curve, the sum of S(0) .. S(turns-1).
// Unlike the mean of the wars that ended it has no bias from those cut off. The
// normal interval takes its variance from the same influences as the curve's;
// where these show no spread at all (every war alike) it adds up the curve's
// own bounds instead.
//
// J. O. Irwin, "The standard error of an estimate of expectation of life",
// Journal of Hygiene 47 (1949), 188-189; P. Royston and M. K. B. Parmar, BMC
// Medical Research Methodology 13 (2013), 152.
func (c Curve) RestrictedMean(turns int) Estimate {
	switch {
	case turns < 0:
		return missing("%d turns: none can be negative", turns)
	case c.table == nil || len(c.table.kinds) == 0:
		return missing("no wars")
	}
	last := len(c.bands) - 1
	if turns > last+1 && c.bands[last].never.Est > 0 {
		return missing("%s", c.table.unwatched(turns-1))
	}
	var area Interval
	influence := make([]float64, len(c.table.kinds))
	for turn := range turns {
		// Once no war is left the curve stays as it is.
		at := min(turn, last)
		area.Est += c.bands[at].never.Est
		area.Low += c.bands[at].never.Low
		area.High += c.bands[at].never.High
		for i, v := range c.influence[at] {
			influence[i] += v
		}
	}
	if variance := c.table.variance(influence); variance > 0 {
		half := c.table.z * math.Sqrt(variance)
		area.Low, area.High = max(0, area.Est-half), min(float64(turns), area.Est+half)
	}
	return Estimate{Interval: area}
}
