package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/sim"
)

// A Sensitivity asks which settings move a measure. First every setting is moved by itself from the scenario as it is,
// and all are screened with Morris's method; then those that matter most get Sobol's indices, which tell what share of
// the variance each is behind, alone and with others.
type Sensitivity struct {
	Build   Build
	Axes    []Axis // numeric, each over the range in which it may vary
	Measure string
	How
	Trajectories int   // of Morris's screening, 0: 20
	Samples      int   // rows of Saltelli's design, each of two more points than settings; 0: 128, below 0: no indices
	Indices      int   // settings that get indices, 0: 6
	Resamples    int   // of the bootstrap, 0: 1000
	Store        Store // nil: nothing is kept
	Progress     func(done, all uint64)
}

// Sensed is the answer: settings by influence, the greatest first.
type Sensed struct {
	Measure, Unit string
	Base          Value // the scenario as it is
	Factors       []Factor
	Trajectories  int
	Samples       int // rows of Saltelli's design that count
	Points        int // different ones
	Seed, Games   uint64
	Exact         bool // no games were played
	Confidence    float64
	Notes         []sim.Note
}

// A Factor is a setting and what it does to the measure.
type Factor struct {
	Axis Axis
	// Low and High are the measure at both ends of the setting's range, all else as in the scenario.
	Low, High Value
	Effects   Effects
	// Indices are nil for a setting that got none.
	Indices *Indices
}

// None says that nothing the setting did changed the measure at all.
func (f *Factor) None() bool {
	return f.Effects.N > 0 && f.Effects.MeanAbs == 0 && f.Low.Known() && f.High.Known() && f.Low.Est == f.High.Est &&
		(f.Indices == nil || f.Indices.Total.Est == 0)
}

// Run works out all points and what follows from them.
func (s Sensitivity) Run(ctx context.Context) (*Sensed, error) {
	if err := checkAxes(s.Axes); err != nil {
		return nil, err
	}
	for _, a := range s.Axes {
		if !a.Numeric() || a.Len() < 2 {
			return nil, fmt.Errorf("%s: a range of numbers is wanted, such as params.patience=20:60", a)
		}
	}
	s.Trajectories, s.Indices, s.Resamples = cmp.Or(s.Trajectories, 20), cmp.Or(s.Indices, 6), cmp.Or(s.Resamples, 1000)
	s.Samples = cmp.Or(s.Samples, 128)
	s.Measures = []string{s.Measure}
	r := &sensing{Sensitivity: s, known: map[string]*Point{}}
	answer := &Sensed{Measure: s.Measure, Trajectories: s.Trajectories, Seed: s.Seed, Games: s.Games, Exact: true}
	if err := r.screen(ctx, answer); err != nil {
		return nil, err
	}
	if s.Samples > 0 {
		if err := r.indices(ctx, answer); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(answer.Factors, func(a, b Factor) int { return cmp.Compare(b.rank(), a.rank()) })
	answer.Points = len(r.known)
	for _, p := range r.known {
		answer.Exact = answer.Exact && p.Games == 0
	}
	answer.note(r)
	return answer, nil
}

// rank orders factors: those with indices before those without, then by how much the measure moves.
func (f *Factor) rank() float64 {
	if f.Indices != nil {
		return 1e300 * (1 + f.Indices.Total.Est)
	}
	return f.Effects.MeanAbs
}

// sensing is a sensitivity under way.
type sensing struct {
	Sensitivity
	known  map[string]*Point // by settings
	failed int
	lost   int // rows of Saltelli's design
	first  string
}

// values are the measure at points, each worked out once.
func (r *sensing) values(ctx context.Context, sets [][]Setting) ([]Value, error) {
	var todo [][]Setting
	asked := map[string]bool{}
	for _, set := range sets {
		if name := spell(set); r.known[name] == nil && !asked[name] {
			asked[name] = true
			todo = append(todo, set)
		}
	}
	points, err := r.points(ctx, r.Build, todo, from(r.Store, len(r.known)), r.Progress)
	switch {
	case ctx.Err() != nil:
		return nil, ErrInterrupted
	case err != nil:
		return nil, err
	}
	for i, p := range points {
		r.known[spell(todo[i])] = p
		if p.Failed != "" {
			if r.failed++; r.first == "" {
				r.first = spell(p.Set) + ": " + p.Failed
			}
		}
	}
	values := make([]Value, len(sets))
	for i, set := range sets {
		p := r.known[spell(set)]
		if values[i] = p.Value(r.Measure); p.Failed == "" && len(p.Values) == 1 {
			values[i] = p.Values[0]
		}
	}
	return values, nil
}

// screen moves settings one at a time, first from the scenario as it is, then from places all over their ranges.
func (r *sensing) screen(ctx context.Context, answer *Sensed) error {
	sets := [][]Setting{nil}
	for _, a := range r.Axes {
		sets = append(sets, []Setting{a.Setting(0)}, []Setting{a.Setting(a.Len() - 1)})
	}
	walks := morris(r.Axes, r.Trajectories, r.Seed)
	for _, w := range walks {
		for _, levels := range w.points {
			sets = append(sets, settings(r.Axes, levels))
		}
	}
	values, err := r.values(ctx, sets)
	if err != nil {
		return err
	}
	answer.Base, values = values[0], values[1:]
	if !answer.Base.Known() {
		return errors.New(answer.Base.Missing)
	}
	answer.Unit, answer.Confidence = answer.Base.Unit, r.known[""].Confidence
	for k, a := range r.Axes {
		answer.Factors = append(answer.Factors, Factor{Axis: a, Low: values[2*k], High: values[2*k+1]})
	}
	values = values[2*len(r.Axes):]
	effects := make([][]float64, len(r.Axes))
	for _, w := range walks {
		for k, e := range w.effects(r.Axes, values[:len(w.points)]) {
			effects[k] = append(effects[k], e...)
		}
		values = values[len(w.points):]
	}
	for k := range answer.Factors {
		answer.Factors[k].Effects = effectsOf(effects[k])
	}
	return nil
}

// indices computes Sobol's indices of the settings with the greatest effects.
func (r *sensing) indices(ctx context.Context, answer *Sensed) error {
	order := make([]int, len(answer.Factors))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(answer.Factors[b].Effects.MeanAbs, answer.Factors[a].Effects.MeanAbs)
	})
	var chosen []int
	for _, k := range order[:min(r.Indices, len(order), sobolMost/2)] {
		if answer.Factors[k].Effects.MeanAbs > 0 {
			chosen = append(chosen, k)
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	slices.Sort(chosen)
	axes := make([]Axis, len(chosen))
	for i, k := range chosen {
		axes[i] = r.Axes[k]
	}
	var sets [][]Setting
	for _, row := range saltelli(len(axes), r.Samples) {
		for _, u := range row {
			levels := make([]int, len(axes))
			for i, a := range axes {
				levels[i] = a.at(u[i])
			}
			sets = append(sets, settings(axes, levels))
		}
	}
	values, err := r.values(ctx, sets)
	if err != nil {
		return err
	}
	var y [][]float64
	width := len(axes) + 2
	for i := 0; i < len(values); i += width {
		row, whole := make([]float64, width), true
		for j, v := range values[i : i+width] {
			row[j], whole = v.Est, whole && v.Known()
		}
		if whole {
			y = append(y, row)
		} else {
			r.lost++
		}
	}
	answer.Samples = len(y)
	if len(y) < 2 {
		return nil
	}
	for i, x := range indicesOf(y, answer.Confidence, r.Resamples, r.Seed) {
		answer.Factors[chosen[i]].Indices = &x
	}
	return nil
}

// note says what a reader should know.
func (a *Sensed) note(r *sensing) {
	note := func(code, format string, args ...any) {
		a.Notes = append(a.Notes, sim.Note{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if r.failed > 0 {
		note("points_failed", "%d of %d points failed and were left out (%d of %d rows of the design for indices); the first, %s", r.failed, len(r.known), r.lost, r.Samples, r.first)
	}
	var none []string
	for i := range a.Factors {
		f := &a.Factors[i]
		if f.None() {
			none = append(none, f.Axis.Key)
		}
		if x := f.Indices; x != nil && (x.First.Est < 0 || x.Total.Est > 1) {
			note("index_noisy", "An index of %s lies outside of 0 to 1: that is noise of the estimate, which more --samples reduce.", f.Axis.Key)
		}
	}
	if len(none) > 0 {
		note("no_effect", "No effect on %s at all, at any of the points: %s.", a.Measure, strings.Join(none, ", "))
	}
}
