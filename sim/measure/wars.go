package measure

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim/stats"
)

// AllWars is in the place of a subject's number.
const AllWars = every

// WarsAbout are the wars about a subject, by its number in the schema or AllWars, by ending and length; and, over games,
// the turns fought (Y) and the wars (X) in them. Of the endings the last, the horizon, censors.
func WarsAbout(t *engine.Tally, subject int) (stats.Wars, stats.RatioSums) {
	endings, pairs := make([][]uint64, len(t.Schema.Endings)), t.Pairs[len(t.Wars)]
	for e := range endings {
		endings[e] = make([]uint64, t.Schema.Horizon+1)
		for s := range t.Wars {
			if subject == every || subject == s {
				for turns, k := range t.Wars[s][e] {
					endings[e][turns] += k
				}
			}
		}
	}
	if subject != every {
		pairs = t.Pairs[subject]
	}
	censored := t.Schema.Censored()
	w := stats.Wars{Ended: endings[:censored], Censored: endings[censored]}
	sums := stats.RatioSums{Games: t.Games}
	add := func(to *stats.Sum, value int64, times uint64) { to.AddProduct(value, int64(times)) }
	for _, lengths := range endings {
		for turns, k := range lengths {
			l := int64(turns)
			add(&sums.Y, l, k)
			add(&sums.X, 1, k)
			add(&sums.YY, l*l, k)
			add(&sums.XX, 1, k)
			add(&sums.YX, l, k)
		}
	}
	end := func(class int) stats.End {
		e := stats.End{Length: class / len(endings), Cause: class % len(endings)}
		if e.Cause == censored {
			e.Cause = stats.Unended
		}
		return e
	}
	for high, row := range pairs {
		for low, k := range row {
			if k == 0 {
				continue
			}
			a, b := end(high), end(low)
			w.Pairs = append(w.Pairs, stats.Pair{A: a, B: b, Count: k})
			// Every pair of wars of one game adds to its squares twice.
			add(&sums.YY, 2*int64(a.Length)*int64(b.Length), k)
			add(&sums.XX, 2, k)
			add(&sums.YX, int64(a.Length+b.Length), k)
		}
	}
	return w, sums
}

// lengthsOf counts wars by length.
func lengthsOf(w stats.Wars) stats.Hist {
	h := stats.Hist{Counts: make([]uint64, len(w.Censored))}
	for _, lengths := range append(w.Ended[:len(w.Ended):len(w.Ended)], w.Censored) {
		for turns, k := range lengths {
			h.Counts[turns] += k
		}
	}
	return h
}
