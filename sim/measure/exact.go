package measure

import (
	"fmt"
	"math"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim/stats"
)

// Columns marks the columns of a game's row that an exact computation must keep for the measures.
func Columns(s *engine.Schema, measures ...Measure) []bool {
	columns := make([]bool, len(s.Games))
	for _, m := range measures {
		if m.of == ofColumn {
			columns[m.index] = true
		}
	}
	return columns
}

// Exactly reads measures from an exact distribution, whatever the confidence. Where games were left unexplored odds lie
// between bounds, and other measures are missing; so are those that positions at the end of a game do not tell.
func Exactly(x *engine.Exact) Source { return exact{x} }

type exact struct{ x *engine.Exact }

func (e exact) Value(m Measure, _ float64) stats.Estimate {
	if m.of == ofOutcome {
		p := added(e.x.Outcomes[m.index])
		return stats.Estimate{Interval: stats.Interval{Est: p, Low: p, High: min(1, p+e.x.Unexplored)}}
	}
	if e.x.Unexplored > 0 {
		return stats.Estimate{Missing: "some games were left unexplored"}
	}
	var d distribution
	switch m.of {
	case ofWars:
		n := 0.
		for ending, lengths := range e.x.Wars[m.index] {
			if m.ending == every || m.ending == ending {
				n += added(lengths)
			}
		}
		return stats.Exact(n)
	case ofGameLength:
		for _, lengths := range e.x.Outcomes {
			d.add(lengths)
		}
	case ofWarLength:
		return e.warLength(m)
	case ofColumn:
		if e.x.Finals[m.index] == nil {
			return stats.Estimate{Missing: "it was not asked for"}
		}
		for _, s := range e.x.Finals[m.index] {
			d = append(d, share{float64(s.Value), s.P})
		}
	case ofCurve:
		return stats.Estimate{Missing: "curves are not followed"}
	}
	return stats.Exact(d.value(m))
}

// warLength is what the measures of a run come to as games grow: the median and the restricted mean are those of Kaplan
// and Meier's curve, whose wars at risk are now expected numbers.
func (e exact) warLength(m Measure) stats.Estimate {
	var d, ended distribution
	for s := range e.x.Wars {
		if m.index != every && m.index != s {
			continue
		}
		for ending, lengths := range e.x.Wars[s] {
			d.add(lengths)
			if ending != e.x.Schema.Censored() {
				ended.add(lengths)
			}
		}
	}
	if d.total() == 0 {
		return stats.Estimate{Missing: "no war is ever declared"}
	}
	switch m.Kind {
	case Quantile:
		for turn, on := range stillOn(d, ended) {
			if on <= 0.5+rounding {
				return stats.Exact(float64(turn))
			}
		}
		return stats.Estimate{Missing: "not reached before the horizon"}
	case Restricted:
		return restricted(stillOn(d, ended), int(e.x.Schema.Horizon))
	}
	return stats.Exact(d.value(m))
}

// stillOn is the share of wars that are on after 0, 1, 2 turns and so on, as long as there are any to be watched.
func stillOn(all, ended distribution) []float64 {
	var curve []float64
	wars := all.total()
	atRisk, on := wars, 1.
	for turn := range all {
		if atRisk <= rounding*wars {
			break
		}
		if turn < len(ended) && ended[turn].p > 0 {
			on *= 1 - ended[turn].p/atRisk
		}
		atRisk -= all[turn].p
		curve = append(curve, on)
	}
	return curve
}

// restricted is the area under the curve of wars still on, up to so many turns.
func restricted(curve []float64, turns int) stats.Estimate {
	if last := len(curve) - 1; turns > last+1 && curve[last] > rounding {
		return stats.Estimate{Missing: fmt.Sprintf("no war can be watched for %d turns", turns-1)}
	}
	return stats.Exact(added(curve[:min(turns, len(curve))]))
}

// rounding is what sums of probabilities may be off, with room to spare.
const rounding = 1e-12

func added(ps []float64) float64 {
	sum := 0.
	for _, p := range ps {
		sum += p
	}
	return sum
}

// A distribution lists values with their probabilities, or expected numbers, by value.
type distribution []share

type share struct{ value, p float64 }

// add adds the probabilities of 0, 1, 2 and so on turns.
func (d *distribution) add(lengths []float64) {
	for turns, p := range lengths {
		if turns == len(*d) {
			*d = append(*d, share{value: float64(turns)})
		}
		(*d)[turns].p += p
	}
}

func (d distribution) total() float64 {
	sum := 0.
	for _, s := range d {
		sum += s.p
	}
	return sum
}

// value is a mean, standard deviation or quantile.
func (d distribution) value(m Measure) float64 {
	total, mean := d.total(), 0.
	for _, s := range d {
		mean += s.value * s.p / total
	}
	switch m.Kind {
	case Odds:
		some := 0.
		for _, s := range d {
			if s.value > 0 {
				some += s.p
			}
		}
		return some
	case Spread:
		variance := 0.
		for _, s := range d {
			variance += (s.value - mean) * (s.value - mean) * s.p / total
		}
		return math.Sqrt(variance)
	case Quantile:
		return d.quantile(m.percent, total)
	}
	return mean
}

// quantile is the smallest value that occurs and that so many percent stay at or below.
func (d distribution) quantile(percent int, total float64) float64 {
	seen, last := 0., 0.
	for _, s := range d {
		if s.p <= 0 {
			continue
		}
		last = s.value
		if seen += s.p; percent < 100 && seen >= total*(float64(percent)/100-rounding) {
			return s.value
		}
	}
	return last
}
