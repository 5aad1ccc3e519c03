package study

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

// A Comparison asks how other sides differ from the first.
type Comparison struct {
	Sides []Side
	// Measures are names, or beginnings of names up to a dot: "odds" is the odds of every outcome. Empty: all that are
	// told game by game, but for single turns.
	Measures []string
	// Within are the largest differences that do not matter, by measure as above ("" is every measure), in its unit; of
	// several the longest name counts.
	Within map[string]float64
	// More and Less are measures, named as above, of which more, or less, is better. Of others nobody says what is better.
	More, Less []string
	Looks      Looks
	// Confidence with which all statements, about all sides and measures and at all looks, hold together.
	Confidence float64
	Workers    int // 0: one for every core
	Progress   func(done, all uint64)
	// Closest chooses, for messages, the candidate nearest to a word, "" for none; it may be nil.
	Closest func(word string, candidates []string) string
}

// Verdict is what a comparison says of a measure of two sides, the first of which is side 0.
type Verdict uint8

// Verdicts.
const (
	Open   Verdict = iota // undecided
	Higher                // than on the first side
	Lower                 // than on the first side
	Within                // no difference larger than what does not matter
	Alike                 // not one pair of games differs
)

// Compared is the answer to a comparison.
type Compared struct {
	Names       []string // of the sides
	Games       uint64   // that each side played
	Looks       Looks
	Confidence  float64
	Differences []Difference // by measure, then side
	Unshared    []string     // outcomes that only some sides have
}

// A Difference is that of one measure on one side from the first side.
type Difference struct {
	Measure  measure.Measure
	Side     int                   // 1 and up
	Base, Of stats.Figure[float64] // the measure on the first side and on this
	// Estimate is Of - Base after all games played, with an interval that holds together with all others.
	stats.Estimate
	Differ  uint64  // pairs of games that differ
	Within  float64 // difference that does not matter; 0: every one does
	Wanted  int     // 1: more is better; -1: less is; 0: nobody says
	Verdict Verdict
	Settled uint64 // games after which the verdict was reached; 0: not yet
	Needed  uint64 // games in all after which it will, about; 0: settled, or nobody knows
}

// Compare plays the sides' games side by side and compares them pair by pair, game K of one with game K of the other. At
// each look it gives verdicts on measures whose interval is clear; it ends when all are given, or with the last look. The
// answer is the same for any number of workers.
//
// The intervals are paired: B. L. Welch's two-sample interval over the same games would be many times as wide, since most
// luck is common to both sides. Where a measure is 0 or 1 they are Tango's ([stats.PairedOdds]), else Student's
// ([stats.Paired]), and of lengths of wars those of a linearised ratio ([stats.PairedRatio]).
func Compare(ctx context.Context, c Comparison) (*Compared, error) {
	looks, err := c.Looks.checked()
	if err != nil {
		return nil, err
	}
	if len(c.Sides) < 2 {
		return nil, fmt.Errorf("a comparison needs at least two scenarios")
	}
	shared, err := c.shared()
	if err != nil {
		return nil, err
	}
	answer := &Compared{Looks: looks, Confidence: c.Confidence, Unshared: c.unshared()}
	for _, s := range c.Sides {
		answer.Names = append(answer.Names, s.Name)
	}
	for i := range shared {
		for side := 1; side < len(c.Sides); side++ {
			m := shared[i][0]
			answer.Differences = append(answer.Differences, Difference{Measure: m, Side: side, Within: c.within(m.Name), Wanted: c.wanted(m.Name)})
		}
	}
	t, err := newTeam(c.Workers, looks.Games, c.Progress, func() (worker, error) { return newComparer(c.Sides, shared), nil })
	if err != nil {
		return nil, err
	}
	sums := newComparer(c.Sides, shared)
	for i, games := range looks.At() {
		if err := t.play(ctx, answer.Games, games); err != nil {
			return nil, err
		}
		answer.Games = games
		for _, w := range t.workers {
			sums.take(w.(*comparer))
		}
		confidence := looks.confidence(i, c.Confidence, len(answer.Differences))
		open := false
		for j := range answer.Differences {
			answer.Differences[j].look(&sums.pairs[j], games, confidence)
			open = open || answer.Differences[j].Verdict == Open
		}
		if !open {
			break
		}
	}
	return answer, nil
}

// look updates a difference after some games.
func (d *Difference) look(p *pairs, games uint64, confidence float64) {
	d.Base, d.Of = p.values()
	d.Differ = p.differ()
	d.Estimate = p.difference(confidence)
	if d.Verdict != Open && d.Verdict != Alike {
		return
	}
	d.Verdict, d.Settled, d.Needed = d.verdict(p), games, 0
	if d.Verdict == Open {
		d.Settled = 0
		d.Needed = d.needed(games)
	}
}

func (d *Difference) verdict(p *pairs) Verdict {
	switch {
	case !d.Known():
		return Open
	case p.binary() && d.Within > 0 && -d.Within <= d.Low && d.High <= d.Within:
		return Within
	case d.Differ == 0:
		return Alike
	case !p.binary() && d.Differ < fewest:
		return Open
	case d.Within > 0 && -d.Within <= d.Low && d.High <= d.Within:
		return Within
	case d.Low > 0:
		return Higher
	case d.High < 0:
		return Lower
	}
	return Open
}

// needed looks ahead: the interval has to leave out 0, or to lie within what does not matter.
func (d *Difference) needed(games uint64) uint64 {
	if !d.Known() {
		return 0
	}
	half, away := (d.High-d.Low)/2, max(d.Est, -d.Est)
	apart, within := moreGames(games, half, away), moreGames(games, half, d.Within-away)
	if apart == 0 || within > 0 && within < apart {
		return within
	}
	return apart
}

// within is the largest difference of a measure that does not matter.
func (c *Comparison) within(name string) float64 {
	best, d := -1, 0.
	for of, value := range c.Within { // the longest name that fits is one
		if begins(name, of) && len(of) > best {
			best, d = len(of), value
		}
	}
	return d
}

// wanted is 1 where more of a measure is better, and -1 where less is.
func (c *Comparison) wanted(name string) int {
	best, wanted := -1, 0
	for sign, list := range map[int][]string{1: c.More, -1: c.Less} { // the longest name that fits is one
		for _, of := range list {
			if begins(name, of) && len(of) > best {
				best, wanted = len(of), sign
			}
		}
	}
	return wanted
}

// Better is 1 when the side is better than the first, -1 when it is worse, and 0 when that is not known.
func (d *Difference) Better() int {
	switch d.Verdict {
	case Higher:
		return d.Wanted
	case Lower:
		return -d.Wanted
	}
	return 0
}

// begins says whether a name is, or lies below, what is asked for.
func begins(name, asked string) bool {
	return asked == "" || name == asked || strings.HasPrefix(name, asked+".")
}

// shared are the measures to compare, each as it is on every side.
func (c *Comparison) shared() ([][]measure.Measure, error) {
	var names []string
	if len(c.Measures) == 0 {
		for _, m := range measure.List(c.Sides[0].Schema) {
			if m.ByGame(c.Sides[0].Schema) && c.kept(m) == "" {
				names = append(names, m.Name)
			}
		}
	}
	for _, asked := range c.Measures {
		below, err := c.below(asked)
		if err != nil {
			return nil, err
		}
		names = append(names, below...)
	}
	for _, of := range slices.Concat(c.More, c.Less) {
		switch {
		case slices.Contains(c.More, of) && slices.Contains(c.Less, of):
			return nil, fmt.Errorf("more of %s cannot be better and worse", of)
		case !slices.ContainsFunc(names, func(name string) bool { return begins(name, of) }):
			return nil, fmt.Errorf("more or less of %q is said to be better, but no measure of that name is compared", of)
		}
	}
	for of := range c.Within {
		if !slices.ContainsFunc(names, func(name string) bool { return begins(name, of) }) {
			return nil, fmt.Errorf("a difference within %q does not matter, but no measure of that name is compared", of)
		}
	}
	var all [][]measure.Measure
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		var each []measure.Measure
		for _, s := range c.Sides {
			m, err := measure.Parse(name, s.Schema, nil)
			if err != nil && len(c.Measures) > 0 {
				return nil, fmt.Errorf("%s: %w: compare what all have", s.Name, err)
			}
			if err != nil {
				break
			}
			each = append(each, m)
		}
		if len(each) == len(c.Sides) {
			all = append(all, each)
		}
	}
	return all, nil
}

// below are the measures of a name, or those that begin with it.
func (c *Comparison) below(asked string) ([]string, error) {
	first := &c.Sides[0]
	m, err := measure.Parse(asked, first.Schema, c.Closest)
	if err == nil {
		if !m.ByGame(first.Schema) {
			return nil, fmt.Errorf("%s is not compared: games are compared one by one, and single games have no %s", asked, words[m.Kind])
		}
		if lacks := c.kept(m); lacks != "" {
			return nil, fmt.Errorf("%s is told by rows that %s does not have", asked, lacks)
		}
		return []string{m.Name}, nil
	}
	var names []string
	for _, m := range measure.List(first.Schema) {
		if begins(m.Name, asked) && m.ByGame(first.Schema) && c.kept(m) == "" {
			names = append(names, m.Name)
		}
	}
	if names == nil {
		return nil, err
	}
	return names, nil
}

// kept is the first side without the rows that tell a measure; "" if there is none.
func (c *Comparison) kept(m measure.Measure) string {
	k := m.Keep()
	for _, s := range c.Sides {
		if k.Games && s.Lacks.Games || k.Wars && s.Lacks.Wars || k.Turns && s.Lacks.Turns {
			return s.Name
		}
	}
	return ""
}

// words say what single games lack.
var words = [...]string{
	measure.Odds: "odds", measure.Mean: "mean", measure.Ratio: "value of it in their rows", measure.Restricted: "curve of wars still on",
	measure.Quantile: "quantiles", measure.Spread: "standard deviation", measure.Count: "count of games",
}

// unshared are the outcomes that not all sides have.
func (c *Comparison) unshared() []string {
	var names []string
	for _, s := range c.Sides {
		for _, outcome := range s.Schema.Outcomes {
			everywhere := !slices.ContainsFunc(c.Sides, func(o Side) bool { return !slices.Contains(o.Schema.Outcomes, outcome) })
			if !everywhere && !slices.Contains(names, outcome) {
				names = append(names, outcome)
			}
		}
	}
	return names
}

// A comparer plays games on all sides and adds up their pairs.
type comparer struct {
	sides  []playedSide
	shared [][]measure.Measure
	pairs  []pairs // by measure, then side
}

type playedSide struct {
	block *engine.Block
	play  func(*engine.Block) error
	y, x  []int32
}

func newComparer(sides []Side, shared [][]measure.Measure) *comparer {
	c := &comparer{shared: shared}
	for i, s := range sides {
		p := playedSide{block: engine.NewBlock(s.Schema), play: s.NewPlayer(), y: make([]int32, unitGames), x: make([]int32, unitGames)}
		for _, m := range shared {
			k := m[i].Keep()
			p.block.Keep = engine.Keep{Games: p.block.Keep.Games || k.Games, Wars: p.block.Keep.Wars || k.Wars, Turns: p.block.Keep.Turns || k.Turns}
		}
		p.block.TurnsFor = gamesMost
		c.sides = append(c.sides, p)
	}
	for _, m := range shared {
		for range sides[1:] {
			c.pairs = append(c.pairs, pairs{kind: m[0].Kind})
		}
	}
	return c
}

func (c *comparer) play(first uint64, games int, quit func() bool) error {
	for i := range c.sides {
		s := &c.sides[i]
		s.block.Begin(first, games)
		s.block.Quit = quit
		if err := s.play(s.block); err != nil {
			return err
		}
	}
	others := len(c.sides) - 1
	for i, m := range c.shared {
		for j := range c.sides {
			s := &c.sides[j]
			m[j].Games(s.block, s.y[:games], s.x[:games])
		}
		a := &c.sides[0]
		for j := range others {
			b := &c.sides[j+1]
			c.pairs[i*others+j].add(a.y[:games], a.x[:games], b.y[:games], b.x[:games])
		}
	}
	return nil
}

// take takes over another's pairs.
func (c *comparer) take(o *comparer) {
	for i := range c.pairs {
		c.pairs[i].merge(&o.pairs[i])
		o.pairs[i] = pairs{kind: o.pairs[i].kind}
	}
}
