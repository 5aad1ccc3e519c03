package measure

import (
	"slices"

	"github.com/polemos-sim/polemos/engine"
)

// ByGame says whether the measure is a mean, or a ratio of two means, of numbers that single games have: odds, means, and
// the mean length of wars. Only these are compared game by game.
func (m Measure) ByGame(s *engine.Schema) bool {
	switch m.Kind {
	case Odds, Mean:
		return true
	case Ratio:
		return m.of != ofCurve || m.turn > 0 && turnColumn(s, m.index) >= 0
	}
	return false
}

// turnColumn is the column of a turn's row that holds the curve's values, -1 when none does.
func turnColumn(s *engine.Schema, curve int) int {
	c := &s.Curves[curve]
	if c.Of != engine.PerGame || !slices.Contains(s.Sides, c.Side) {
		return -1
	}
	i := slices.IndexFunc(s.Turns, func(column engine.Column) bool { return column.Name == c.Name && column.Codes == nil })
	if i < 0 {
		return -1
	}
	return engine.TurnFirst + i
}

// Keep says which rows of a block tell the measure game by game.
func (m Measure) Keep() engine.Keep {
	switch m.of {
	case ofWars, ofWarLength:
		return engine.Keep{Wars: true}
	case ofCurve:
		return engine.Keep{Turns: true}
	}
	return engine.Keep{Games: true}
}

// Games tells what each game of a block adds to a measure that is told by game: y above the line and x below it, so that
// the measure is sum(y)/sum(x). Both have room for the block's games. x is 1 for every game unless the kind is Ratio.
func (m Measure) Games(b *engine.Block, y, x []int32) {
	clear(y)
	if m.Kind == Ratio {
		clear(x)
	} else {
		for i := range x {
			x[i] = 1
		}
	}
	switch m.of {
	case ofOutcome:
		for g, outcome := range b.Games.Col[engine.GameOutcome] {
			if int(outcome) == m.index {
				y[g] = 1
			}
		}
	case ofGameLength:
		copy(y, b.Games.Col[engine.GameTurns])
	case ofColumn:
		copy(y, b.Games.Col[engine.GameFirst+m.index])
		if m.Kind == Odds {
			for g := range y {
				y[g] = min(max(y[g], 0), 1)
			}
		}
	case ofWars, ofWarLength:
		m.wars(&b.Wars, y, x)
	case ofCurve:
		m.turns(b, y, x)
	}
}

func (m Measure) wars(rows *engine.Rows, y, x []int32) {
	for i, game := range rows.Col[engine.WarGame] {
		if m.index != every && int(rows.Col[engine.WarSubject][i]) != m.index {
			continue
		}
		switch {
		case m.of == ofWarLength:
			y[game] += rows.Col[engine.WarLength][i]
			x[game]++
		case m.ending == every || int(rows.Col[engine.WarEnding][i]) == m.ending:
			y[game]++
		}
	}
}

func (m Measure) turns(b *engine.Block, y, x []int32) {
	s, rows := b.Tally.Schema, &b.Turns
	column, side := turnColumn(s, m.index), slices.Index(s.Sides, s.Curves[m.index].Side)
	for i, game := range rows.Col[engine.TurnGame] {
		if rows.Col[engine.TurnTurn][i] == m.turn && int(rows.Col[engine.TurnSide][i]) == side {
			y[game], x[game] = rows.Col[column][i], 1
		}
	}
}
