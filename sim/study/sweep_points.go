package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

// How says how the points of a study are worked out. Every point plays the same games, on the same dice: what they owe to
// luck they share, and differences between them show sooner.
type How struct {
	Seed, Games uint64
	Workers     int // 0: one for every core
	// Exact computes the distribution of an experiment without sampling, with the columns of a game's row that are
	// marked; the error says why that is not possible. Nil: games are played. A point whose measures are all told exactly
	// plays no games.
	Exact func(e sim.Experiment, columns []bool) (*engine.Exact, error)
	// Glance is Exact that gives up soon. When Exact cannot tell one of three points that are tried first, the first, the
	// middle and the last one, it takes its place at all others: what is plainly in reach is still exact, and little is lost
	// where nothing is. Nil: Exact is tried everywhere.
	Glance func(e sim.Experiment, columns []bool) (*engine.Exact, error)
	// Only makes a point that Exact cannot tell a failed one.
	Only bool
	// Measures are names; a name that stands for several, such as "final", means all of them. Empty: all but those of
	// single turns.
	Measures []string
	// Closest chooses, for messages, the candidate nearest to a word, "" for none; it may be nil.
	Closest func(word string, candidates []string) string
}

// A Point is what came of one choice of settings.
type Point struct {
	Set    []Setting
	Failed string // why there are no values; "" when there are
	ID     [32]byte
	Values []Value // by measure, in the order asked for
	Games  uint64  // played; 0 when all values are exact
	// Signature is that of the games played: points of equal signature played equal games, move by move.
	Signature  uint64
	Confidence float64 // of the intervals
}

// A Value is a measure at a point.
type Value struct {
	Measure, Unit string
	stats.Estimate
	Exact bool // known without error
}

// Value is the point's value of a measure; missing with the reason when there is none.
func (p *Point) Value(name string) Value {
	if p.Failed != "" {
		return Value{Measure: name, Estimate: stats.Estimate{Missing: p.Failed}}
	}
	for _, v := range p.Values {
		if v.Measure == name {
			return v
		}
	}
	return Value{Measure: name, Estimate: stats.Estimate{Missing: "the scenario has no such measure here"}}
}

// points works out all points, some at a time. The error is the store's, or the context's; a point that goes wrong is a
// failed point.
func (h How) points(ctx context.Context, build Build, sets [][]Setting, store Store, progress func(done, all uint64)) ([]*Point, error) {
	workers := h.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	abreast := max(1, min(workers, len(sets)))
	points := make([]*Point, len(sets))
	var mu sync.Mutex
	done := uint64(0)
	finish := func(i int, p *Point, t *engine.Tally, keep bool) error {
		mu.Lock()
		defer mu.Unlock()
		if keep && store != nil {
			if err := store.Keep(i, p, t); err != nil {
				return err
			}
		}
		points[i] = p
		if done++; progress != nil {
			progress(done, uint64(len(sets)))
		}
		return nil
	}
	all := func(which []int) error {
		g, inner := errgroup.WithContext(ctx)
		g.SetLimit(abreast)
		for _, i := range which {
			if inner.Err() != nil {
				break
			}
			g.Go(func() error {
				if store != nil {
					if p, err := store.Have(i); err != nil {
						return err
					} else if p != nil {
						return finish(i, p, nil, false)
					}
				}
				p, t, err := h.point(inner, build, sets[i], max(1, workers/abreast))
				if err != nil {
					return err
				}
				return finish(i, p, t, true)
			})
		}
		return cmp.Or(g.Wait(), ctx.Err())
	}
	first, rest := h.order(len(sets))
	if err := all(first); err != nil {
		return points, err
	}
	for _, i := range first {
		if points[i].beyond() {
			h.Exact = h.Glance
		}
	}
	return points, all(rest)
}

// order says which points are worked out first, to find out whether exact values are in reach, and which then. It does not
// depend on how many are worked out at a time, nor on which are kept.
func (h How) order(points int) (first, rest []int) {
	for i := range points {
		if h.Exact != nil && h.Glance != nil && !h.Only && (i == 0 || i == points/2 || i == points-1) {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	return first, rest
}

// beyond says whether the point is valid and none of its values is exact.
func (p *Point) beyond() bool {
	return p.Failed == "" && !slices.ContainsFunc(p.Values, func(v Value) bool { return v.Exact })
}

// stepMost are so few games that finding out whether a scenario is worth compiling would take longer.
const stepMost = 50_000

// point works out one point. The error is the context's.
func (h How) point(ctx context.Context, build Build, set []Setting, workers int) (*Point, *engine.Tally, error) {
	p := &Point{Set: set}
	var t *engine.Tally
	err := safely(func() error {
		e, err := build(set...)
		if err != nil {
			return err
		}
		p.ID, p.Confidence = e.ID, e.Confidence
		measures, err := h.measures(e.Ruleset.Schema())
		if err != nil {
			return err
		}
		told, err := h.exactly(p, e, measures)
		if err != nil || told {
			return err
		}
		e.Seed, e.Games, e.Workers, e.Keep = h.Seed, h.Games, workers, engine.Keep{}
		e.Command = nil
		if e.Games < stepMost {
			e.Engine = engine.Step
		}
		result, err := sim.Run(ctx, e, sim.NoRows(), nil)
		if err != nil {
			return err
		}
		if result.Interrupted {
			return context.Cause(ctx)
		}
		t = result.Tally
		p.Games, p.Signature = result.Games, t.Signature
		h.read(p, measure.Read(t), measures, false)
		return nil
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		p.Failed, p.Values = oneLine(err), nil
	}
	return p, t, nil
}

// exactly fills in the values that are told without playing; whether these are all. What sampling gives better than
// nothing stays for it.
func (h How) exactly(p *Point, e sim.Experiment, measures []measure.Measure) (all bool, err error) {
	if h.Exact == nil {
		return false, nil
	}
	x, err := h.Exact(e, measure.Columns(e.Ruleset.Schema(), measures...))
	switch {
	case err != nil && h.Only:
		return false, err
	case err != nil || x.Unexplored > 0:
		if h.Only {
			return false, errors.New("the exact distribution is not complete")
		}
		return false, nil
	}
	h.read(p, measure.Exactly(x), measures, true)
	if h.Only {
		return true, nil
	}
	for _, m := range measures {
		if strings.HasPrefix(m.Name, "turn.") {
			return false, nil // only games tell these; the exact values stay
		}
	}
	return true, nil
}

// read fills in values. Those that are there already, and known, stay.
func (h How) read(p *Point, from measure.Source, measures []measure.Measure, exact bool) {
	before := p.Values
	p.Values = make([]Value, len(measures))
	for i, m := range measures {
		if before != nil && before[i].Known() {
			p.Values[i] = before[i]
			continue
		}
		v := Value{Measure: m.Name, Unit: m.Unit, Estimate: from.Value(m, p.Confidence), Exact: exact}
		if exact && m.Kind == measure.Odds { // a sum that is rounded up may pass 1
			v.Est = min(v.Est, 1)
			v.Low, v.High = v.Est, v.Est
		}
		p.Values[i] = v
	}
}

// measures are those asked for.
func (h How) measures(s *engine.Schema) ([]measure.Measure, error) {
	var list []measure.Measure
	add := func(m measure.Measure) {
		for _, there := range list {
			if there.Name == m.Name {
				return
			}
		}
		list = append(list, m)
	}
	if len(h.Measures) == 0 {
		for _, m := range measure.List(s) {
			if !strings.HasPrefix(m.Name, "turn.") {
				add(m)
			}
		}
	}
	for _, name := range h.Measures {
		m, err := measure.Parse(name, s, h.Closest)
		if err == nil {
			add(m)
			continue
		}
		found := false
		for _, m := range measure.List(s) {
			if strings.HasPrefix(m.Name, name+".") && !strings.HasPrefix(m.Name, "turn.") {
				add(m)
				found = true
			}
		}
		if !found {
			return nil, err
		}
	}
	return list, nil
}

// oneLine is an error as it stands in a table.
func oneLine(err error) string {
	first, rest, more := strings.Cut(err.Error(), "\n")
	if more && strings.HasPrefix(first, "internal failure") {
		return first
	}
	if n := strings.Count(rest, "\n") + 1; more && n > 0 {
		return fmt.Sprintf("%s (and %d more)", first, n)
	}
	return first
}
