package summary

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
