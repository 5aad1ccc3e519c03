package study

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
)

const (
	// scanLevels are looked at first: enough to see a response turn round.
	scanLevels = 9
	// A level of the search is played searchFirst games, then twice as many, up to searchMost: as soon as the estimate
	// is searchConfidence sure to be on one side of the target. What is certain is found out later, on other games.
	searchFirst, searchMost = 512, 1024
	searchConfidence        = 0.9
)

// A search is a line under way.
type search struct {
	Tune
	answer   *Tuned
	fixed    []Setting
	seen     map[int]Seen // by level
	untold   map[int]bool // levels that all games, fresh ones, leave too near to the target to tell
	effect   bool         // the levels differ, on the same games
	games    uint64
	store    Store // nil: nothing is kept
	looks    int   // taken so far
	progress func(done, all uint64)
}

// moves says whether the measure differs between levels.
func (s *search) moves() bool {
	for _, a := range s.seen {
		for _, b := range s.seen {
			if a.Games == b.Games && a.Est != b.Est {
				return true
			}
		}
	}
	return false
}

// find looks for crossings: exactly where that can be done, else by playing.
func (s *search) find(ctx context.Context) error {
	if s.Exact != nil {
		told, err := s.findExactly(ctx)
		if told || err != nil {
			return err
		}
		s.seen, s.answer.Crossings = map[int]Seen{}, nil
	}
	s.answer.Exact = false
	return s.findByPlaying(ctx)
}

// experiment is that of a level, with the measure that is tuned.
func (s *search) experiment(level int) (sim.Experiment, measure.Measure, error) {
	set := append(slices.Clone(s.fixed), s.answer.Axis.Setting(level))
	e, err := s.Build(set...)
	if err != nil {
		return e, measure.Measure{}, fmt.Errorf("%s: %w", spell(set), err)
	}
	m, err := measure.Parse(s.Target.Measure, e.Ruleset.Schema(), s.Closest)
	if err != nil {
		return e, m, err
	}
	if m.Kind == measure.Count {
		return e, m, fmt.Errorf("%s grows with the games that are played: it is no property of the scenario", m.Name)
	}
	s.answer.Unit, s.answer.Confidence = m.Unit, e.Confidence
	return e, m, nil
}

// looksMost is how many looks at levels one line of a tune keeps. None takes as many: what is beyond would be taken again.
const looksMost = 1000

// kept is what the next look at a level came to before the study was stopped, or else comes to now: looks come in the same
// order every time.
func (s *search) kept(level int, e sim.Experiment, m measure.Measure, look func() (Seen, error)) (Seen, error) {
	at := s.looks
	s.looks++
	if s.store == nil || at >= looksMost {
		return look()
	}
	if p, err := s.store.Have(at); err != nil {
		return Seen{}, err
	} else if p != nil && len(p.Values) == 1 {
		s.played(p.Games)
		return Seen{Level: level, Estimate: p.Values[0].Estimate, Games: p.Games}, nil
	}
	seen, err := look()
	if err != nil {
		return seen, err
	}
	p := &Point{
		Set: append(s.fixed[:len(s.fixed):len(s.fixed)], s.answer.Axis.Setting(level)), ID: e.ID, Games: seen.Games, Confidence: e.Confidence,
		Values: []Value{{Measure: m.Name, Unit: m.Unit, Estimate: seen.Estimate, Exact: seen.Games == 0}},
	}
	return seen, s.store.Keep(at, p, nil)
}

// crossing chooses the better of two levels.
func (s *search) crossing(low, high Seen) Crossing {
	c := Crossing{Low: low, High: high, Best: low.Level}
	switch t := s.Target; {
	case t.Relation != Equal && t.meets(t.guess(high.Estimate)):
		c.Best = high.Level
	case t.Relation != Equal: // low does
	case abs(high.Est-t.Value) < abs(low.Est-t.Value):
		c.Best = high.Level
	}
	return c
}

func abs(x float64) float64 { return max(x, -x) }

// findByPlaying searches on the games of the seed, all levels on the same dice, then measures what it found on fresh
// games: the luck that made the search stop where it did is left behind.
func (s *search) findByPlaying(ctx context.Context) error {
	levels := spaced(s.answer.Axis.Len(), scanLevels)
	for _, level := range levels {
		if err := s.scan(ctx, level, searchFirst); err != nil {
			return err
		}
	}
	pairs := s.changes(levels)
	if len(pairs) == 0 {
		return s.miss(ctx)
	}
	for _, pair := range pairs {
		low, high := pair[0], pair[1]
		of := s.guess(low)
		for high-low > 1 {
			middle := low + (high-low)/2
			if err := s.scan(ctx, middle, searchMost); err != nil {
				return err
			}
			if s.guess(middle) == of {
				low = middle
			} else {
				high = middle
			}
		}
		c, err := s.settle(ctx, low, high, of)
		if err != nil {
			return err
		}
		s.answer.Crossings = append(s.answer.Crossings, c)
	}
	// Two searches that end at one crossing, which a level right at the target can cause, are one.
	s.answer.Crossings = slices.CompactFunc(s.answer.Crossings, func(later, earlier Crossing) bool {
		return later.Low.Level < earlier.High.Level
	})
	return nil
}

// miss makes sure that the target is not reached where it is nearest.
func (s *search) miss(ctx context.Context) error {
	nearest := slices.MinFunc(slices.Collect(maps.Values(s.seen)), func(a, b Seen) int {
		return cmp.Or(cmp.Compare(abs(a.Est-s.Target.Value), abs(b.Est-s.Target.Value)), a.Level-b.Level)
	})
	of := s.guess(nearest.Level)
	found, is, err := s.fresh(ctx, nearest.Level, 1)
	if err != nil {
		return err
	}
	s.effect = s.moves()
	s.seen[nearest.Level] = found
	if is != of {
		s.answer.Notes = append(s.answer.Notes, sim.Note{Code: "undecided", Text: fmt.Sprintf(
			"Whether %s reaches the target at %s is not told by %s games: more --games, or a wider range, may show it.",
			s.Target.Measure, spell([]Setting{s.answer.Axis.Setting(nearest.Level)}), thousands(found.Games))})
	}
	return nil
}

func (s *search) guess(level int) side { return s.Target.guess(s.seen[level].Estimate) }

// changes are the pairs of neighbouring levels between which the measure seems to pass the target. A level that is too
// near to tell takes the side of the one before it: one change, not three.
func (s *search) changes(levels []int) [][2]int {
	var pairs [][2]int
	last := 0
	for i := range levels[1:] {
		next := levels[i+1]
		if s.guess(next) == s.guess(levels[last]) {
			last = i + 1
			continue
		}
		if s.Target.side(s.seen[next].Estimate) == unknown && i+2 < len(levels) {
			continue
		}
		pairs = append(pairs, [2]int{levels[last], next})
		last = i + 1
	}
	return pairs
}

// scan looks at a level on the search's games.
func (s *search) scan(ctx context.Context, level int, most uint64) error {
	e, m, err := s.experiment(level)
	if err != nil {
		return err
	}
	e.Seed = s.Seed
	seen, err := s.kept(level, e, m, func() (Seen, error) { return s.roughly(ctx, level, e, m, most) })
	if err == nil {
		s.seen[level] = seen
	}
	return err
}

// roughly plays games until the level is on one side, as it seems.
func (s *search) roughly(ctx context.Context, level int, e sim.Experiment, m measure.Measure, most uint64) (Seen, error) {
	p, err := newPrefix(e, 1, most)
	if err != nil {
		return Seen{}, err
	}
	for games := uint64(searchFirst); ; games *= 2 {
		games = min(games, s.Games)
		if err := s.extend(ctx, p, games); err != nil {
			return Seen{}, err
		}
		v := measure.Read(p.tally).Value(m, searchConfidence)
		sure := s.Target.side(v) != unknown
		if sure || games >= min(most, s.Games) {
			if !v.Known() {
				return Seen{}, fmt.Errorf("%s: %s: %s", spell([]Setting{s.answer.Axis.Setting(level)}), m.Name, v.Missing)
			}
			return Seen{Level: level, Estimate: measure.Read(p.tally).Value(m, e.Confidence), Games: games}, nil
		}
	}
}

func (s *search) extend(ctx context.Context, p *prefix, games uint64) error {
	before := p.games
	if err := p.extend(ctx, games); err != nil {
		return err
	}
	s.played(p.games - before)
	return nil
}

// played counts games.
func (s *search) played(games uint64) {
	s.games += games
	if s.progress != nil {
		s.progress(s.games, max(s.games, 2*s.Games)) // both ends, at most, but for searching
	}
}

// conclude fills in what is seen on the way.
func (s *search) conclude() {
	a := s.answer
	a.Games = s.games
	for _, level := range slices.Sorted(maps.Keys(s.seen)) {
		a.Curve = append(a.Curve, s.seen[level])
	}
	line := make([]Value, len(a.Curve))
	for i, p := range a.Curve {
		line[i] = Value{Measure: s.Target.Measure, Unit: a.Unit, Estimate: p.Estimate}
		if i == 0 || p.Est < a.Least.Est {
			a.Least = p
		}
		if i == 0 || p.Est > a.Most.Est {
			a.Most = p
		}
	}
	note := func(code, format string, args ...any) {
		a.Notes = append(a.Notes, sim.Note{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if b := bendOf(line); b != nil {
		how := "falls and rises again"
		if b.up {
			how = "rises and falls again"
		}
		note("not_monotone", "%s does not go one way as %s grows: it %s, around %s. There may be several answers.",
			s.Target.Measure, a.Axis.Key, how, a.Axis.Value(a.Curve[b.at[1]].Level))
	}
	if !s.effect && !s.moves() {
		note("no_effect", "%s has no effect on %s between %s and %s.", a.Axis.Key, s.Target.Measure, a.Axis.Value(0), a.Axis.Value(a.Axis.Len()-1))
	}
	for _, c := range a.Crossings {
		if !c.Adjacent() && !a.Exact {
			note("wide", "The games do not tell the values from %s to %s apart: more --games narrow them down.", a.Axis.Value(c.Low.Level), a.Axis.Value(c.High.Level))
		}
	}
}
