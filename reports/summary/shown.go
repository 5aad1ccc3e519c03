package summary

import "math"

// CutOff is the ending of a war that was on when its game ended.
const CutOff = "cut_off"

// Negligible is the share of wars or games still on below which later turns are left out of pictures and short tables: they would
// squeeze the rest. The files hold them all.
const Negligible = 0.001

// Shown returns the last turn worth showing (the first after which fewer than Negligible of the wars are still on, or the longest
// war's), the length of the longest war, and how many wars lasted beyond what is shown.
func (l WarLength) Shown() (last, longest int, beyond int64) {
	for _, h := range l.Histogram {
		longest = max(longest, h.Turns)
	}
	last = max(longest, 1)
	for _, s := range l.Survival {
		if s.Survival < Negligible {
			last = min(last, s.Turn)
			break
		}
	}
	for _, h := range l.Histogram {
		if h.Turns > last {
			beyond += h.Wars
		}
	}
	return last, longest, beyond
}

// Fought says whether any war lasted a turn. Where none did there is no length to tell of.
func (l WarLength) Fought() bool {
	_, longest, _ := l.Shown()
	return longest > 0
}

// RestrictedTells says whether the restricted mean is worth showing beside the plain one: where the horizon cut off no war that
// was declared after the first turn, they are the same.
func (l WarLength) RestrictedTells() bool {
	if l.RestrictedMean == nil || l.Mean == nil {
		return l.Reasons.Reasons["restricted_mean"] != ""
	}
	return math.Abs(*l.RestrictedMean-*l.Mean) > 1e-9**l.Mean
}

// MedianText is the median in turns, or that it is not reached, in words.
func (l WarLength) MedianText() string {
	switch {
	case l.Median != nil:
		return Plain(*l.Median)
	case l.Reasons.Reasons["median"] != "":
		return l.Reasons.Reasons["median"]
	}
	return "not reached"
}

// CutOffBy counts, by length, the wars that were cut off by the end of the game. They are read from
// the cumulative incidence, which grows in a turn by survival before it times those that ended so
// out of those at risk.
func (l WarLength) CutOffBy() map[int]int64 {
	by := map[int]int64{}
	for _, c := range l.Causes {
		if c.Cause != CutOff {
			continue
		}
		share := map[int]float64{}
		for _, x := range c.Incidence {
			share[x.Turn] = x.Share
		}
		seen, on := 0.0, 1.0
		for i, step := range l.Survival {
			if i == 0 && l.Wars > 0 {
				on = float64(step.AtRisk) / float64(l.Wars) // wars of no turn are over before
			}
			if n := int64(math.Round((share[step.Turn] - seen) * float64(step.AtRisk) / on)); n > 0 && on > 0 {
				by[step.Turn] = min(n, step.Ended)
			}
			seen, on = share[step.Turn], step.Survival
		}
	}
	return by
}

// CutOffText says how many wars were cut off by the end of the game, "" when none was.
func (l WarLength) CutOffText() string {
	for _, c := range l.Causes {
		if c.Cause == CutOff && c.Wars > 0 {
			were := " were"
			if c.Wars == 1 {
				were = " was"
			}
			return Of(c.Wars, "war") + " (" + Brief(float64(c.Wars)/float64(l.Wars)) + " %)" + were +
				" cut off by the end of the game"
		}
	}
	return ""
}
