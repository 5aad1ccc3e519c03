package findings

import (
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

// byTurn is when games ended in an outcome, to the last turn in which any game
// ended.
func byTurn(t *engine.Tally, outcome int, confidence float64) []summary.OutcomeTurn {
	last := 0
	for _, turns := range t.Outcomes {
		for turn, n := range turns {
			if n > 0 {
				last = max(last, turn)
			}
		}
	}
	var list []summary.OutcomeTurn
	by := uint64(0)
	for turn := 1; turn <= last; turn++ {
		n := t.Outcomes[outcome][turn]
		by += n
		e := stats.Wilson(by, t.Games, confidence)
		list = append(list, summary.OutcomeTurn{Turn: turn, Games: int64(n), Share: e.Est, Low: &e.Low, High: &e.High})
	}
	return list
}

// events are the columns that count what happens in a game.
func events(t *engine.Tally, confidence float64) []summary.Events {
	var list []summary.Events
	for i, c := range t.Schema.Games {
		if !measure.Counted(c) {
			continue
		}
		e := summary.Events{Final: final(t, i, strings.TrimPrefix(c.Measure, "game."), confidence), Doc: c.Doc}
		some := measure.Some(measure.Hist(t.Final(i)))
		e.Some = int64(some)
		e.Any, e.AnyLow, e.AnyHigh = numbers(stats.Wilson(some, t.Games, confidence), &e.Reasons, "any", "any_low", "any_high")
		list = append(list, e)
	}
	return list
}
