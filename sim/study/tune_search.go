package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
)

const (
	// scanLevels are looked at first, scanExact where that costs no games: enough to see a response turn round.
	scanLevels = 9
	scanExact  = 65
	// A level of the search is played searchFirst games, then twice as many, up to searchMost: as soon as the estimate
	// is searchConfidence sure to be on one side of the target. What is certain is found out later, on other games.
	searchFirst, searchMost = 512, 1024
	searchConfidence        = 0.9
	// freshFirst are the games of the first look at a level on fresh games.
	freshFirst = 1024
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

// findExactly is false when some level cannot be told exactly.
func (s *search) findExactly(ctx context.Context) (bool, error) {
	s.answer.Exact = true
	look := func(level int) (told bool, err error) {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if _, ok := s.seen[level]; ok {
			return true, nil
		}
		e, m, err := s.experiment(level)
		if err != nil {
			return false, err
		}
		var beyond error // why there is no exact value
		seen, err := s.kept(level, e, m, func() (seen Seen, err error) {
			seen, beyond = s.exactly(level, e, m)
			return seen, beyond
		})
		switch {
		case err == nil:
			s.seen[level] = seen
			return true, nil
		case beyond != nil && !s.Only:
			return false, nil
		}
		return false, err
	}
	levels := spaced(s.answer.Axis.Len(), scanExact)
	for _, level := range levels {
		if told, err := look(level); !told || err != nil {
			return false, err
		}
	}
	for i := range levels[1:] {
		low, high := levels[i], levels[i+1]
		if s.Target.side(s.seen[low].Estimate) == s.Target.side(s.seen[high].Estimate) {
			continue
		}
		for high-low > 1 {
			middle := low + (high-low)/2
			if told, err := look(middle); !told || err != nil {
				return false, err
			}
			if s.Target.side(s.seen[middle].Estimate) == s.Target.side(s.seen[low].Estimate) {
				low = middle
			} else {
				high = middle
			}
		}
		s.answer.Crossings = append(s.answer.Crossings, s.crossing(s.seen[low], s.seen[high]))
	}
	return true, nil
}

// exactly is a level without games; the error says why it cannot be told so.
func (s *search) exactly(level int, e sim.Experiment, m measure.Measure) (Seen, error) {
	x, err := s.Exact(e, measure.Columns(e.Ruleset.Schema(), m))
	switch {
	case err != nil:
		return Seen{}, err
	case x.Unexplored > 0:
		return Seen{}, errors.New("the exact distribution is not complete")
	}
	v := measure.Exactly(x).Value(m, e.Confidence)
	if !v.Known() {
		return Seen{}, fmt.Errorf("%s: %s", m.Name, v.Missing)
	}
	return Seen{Level: level, Estimate: v}, nil
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

// settle measures a crossing on fresh games. Each end of its interval is a level that is on its side of the target for
// certain: where a level is too near to tell, the end moves outwards by one, two, four levels and so on, and in again
// where that went too far. An interval that misses the crossing has one wrong end: so each end may have the whole error.
// It is shared out over the levels that the end may come to stand at, most of it to the first, which is mostly the last,
// and evenly over the looks.
func (s *search) settle(ctx context.Context, low, high int, of side) (Crossing, error) {
	share := &shares{}
	left, err := s.end(ctx, share, low, -1, of)
	if err != nil {
		return Crossing{}, err
	}
	right := end{}
	if left.beyond != nil { // the other end was found on the way
		right.at = *left.beyond
	} else {
		share = &shares{}
		if right, err = s.end(ctx, share, high, 1, -of); err != nil {
			return Crossing{}, err
		}
		if right.beyond != nil {
			left = end{at: *right.beyond}
		}
	}
	for right.at.Level-left.at.Level > 1 && !left.open && !right.open {
		middle := left.at.Level + (right.at.Level-left.at.Level)/2
		if s.untold[middle] { // all its games were played, and with less of the error they tell no more
			break
		}
		found, is, err := s.fresh(ctx, middle, share.next())
		if err != nil {
			return Crossing{}, err
		}
		if is == unknown {
			break
		}
		if is == of {
			left.at = found
		} else {
			right.at = found
		}
	}
	c := s.crossing(left.at, right.at)
	c.LowOpen, c.HighOpen = left.open, right.open
	return c, nil
}

// An end is one end of an interval.
type end struct {
	at     Seen
	open   bool  // the range ends before the games tell
	beyond *Seen // the last level that was found to be on the other side for certain; nil if none was
}

// end moves outwards from a level until one is on its side for certain.
func (s *search) end(ctx context.Context, share *shares, level, direction int, of side) (end, error) {
	var e end
	for step := 1; ; step *= 2 {
		found, is, err := s.fresh(ctx, level, share.next())
		if err != nil {
			return e, err
		}
		e.at = found
		if is == of {
			return e, nil
		}
		if is == -of {
			e.beyond = &found
		}
		next := min(max(level+direction*step, 0), s.answer.Axis.Len()-1)
		if next == level {
			e.open = true
			return e, nil
		}
		level = next
	}
}

// shares are parts of an error: 0.75 of it, then half of what is left, and so on.
type shares struct{ spent float64 }

func (s *shares) next() float64 {
	part := (1 - s.spent) / 2
	if s.spent == 0 {
		part = 0.75
	}
	s.spent += part
	return part
}

// fresh plays a level on fresh games, with a look after [freshFirst] and each time they have doubled, until it is on one
// side of the target for certain, with a share of the error that is allowed; unknown when all games do not tell.
func (s *search) fresh(ctx context.Context, level int, share float64) (Seen, side, error) {
	e, m, err := s.experiment(level)
	if err != nil {
		return Seen{}, unknown, err
	}
	e.Seed = s.answer.Fresh
	found, err := s.kept(level, e, m, func() (Seen, error) { return s.surely(ctx, level, e, m, share) })
	if err != nil {
		return found, unknown, err
	}
	is := s.Target.side(found.Estimate)
	if is == unknown {
		s.untold[level] = true
	}
	return found, is, nil
}

// surely plays games until the level is on one side for certain, or all are played.
func (s *search) surely(ctx context.Context, level int, e sim.Experiment, m measure.Measure, share float64) (Seen, error) {
	p, err := newPrefix(e, s.Workers, s.Games)
	if err != nil {
		return Seen{}, err
	}
	at := Looks{First: freshFirst, Games: s.Games}.At()
	// One end of the interval counts: its error may be twice that of a side.
	confidence := 1 - 2*(1-e.Confidence)*share/float64(len(at))
	for i, games := range at {
		if err := s.extend(ctx, p, games); err != nil {
			return Seen{}, err
		}
		r := measure.Read(p.tally)
		r.Guaranteed = true
		v := r.Value(m, confidence)
		if s.Target.side(v) != unknown || i == len(at)-1 {
			return Seen{Level: level, Estimate: v, Games: games}, nil
		}
	}
	panic("there is a last look")
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

// A prefix are the first games of an experiment, as many as were asked for so far.
type prefix struct {
	team  *team
	tally *engine.Tally
	games uint64
}

func newPrefix(e sim.Experiment, workers int, most uint64) (*prefix, error) {
	t, err := newTeam(workers, max(most, 1), nil, func() (worker, error) { return newChecker(e), nil })
	if err != nil {
		return nil, err
	}
	return &prefix{team: t, tally: engine.NewTally(e.Ruleset.Schema())}, nil
}

// extend plays on, to so many games in all.
func (p *prefix) extend(ctx context.Context, games uint64) error {
	if games <= p.games {
		return nil
	}
	if err := p.team.play(ctx, p.games, games); err != nil {
		return err
	}
	for _, w := range p.team.workers {
		w.(*checker).handOver(p.tally)
	}
	p.games = games
	return nil
}
