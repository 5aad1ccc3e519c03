package study_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/study"
)

func sweep(t testing.TB, h study.How, design study.Design, vary ...string) *study.Swept {
	t.Helper()
	s := study.Sweep{Build: builder("inkopah"), Design: design, How: h}
	for _, text := range vary {
		s.Axes = append(s.Axes, axis(t, text))
	}
	answer, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func games(n uint64, measures ...string) study.How {
	h := sampled(1)
	h.Games, h.Measures = n, measures
	return h
}

// A point is the run of its scenario: the same games, the same estimates.
func TestPointIsTheRun(t *testing.T) {
	answer := sweep(t, games(5000), study.Design{}, victoryPoints+"=20:22:2")
	for _, p := range answer.Points {
		e := experiment(t, "inkopah", victoryPoints, p.Set[0].Value)
		e.Games, e.Workers = 5000, 1
		result, err := sim.Run(t.Context(), e, sim.NoRows(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.Signature != result.Tally.Signature || p.Games != 5000 || p.ID != e.ID {
			t.Errorf("%v is not the run of its scenario", p.Set)
		}
		for _, m := range measure.List(e.Ruleset.Schema()) {
			if strings.HasPrefix(m.Name, "turn.") {
				continue
			}
			if got, want := p.Value(m.Name).Estimate, measure.Read(result.Tally).Value(m, 0.99); got != want {
				t.Errorf("%v: %s is %v, in the run %v", p.Set, m.Name, got, want)
			}
		}
	}
}

func TestSweepIsTheSameForAnyWorkers(t *testing.T) {
	h := games(3000)
	one := sweep(t, h, study.Design{}, victoryPoints+"=20:24", "params.patience=30,64")
	h.Workers = 7
	many := sweep(t, h, study.Design{}, victoryPoints+"=20:24", "params.patience=30,64")
	if diff := cmp.Diff(one.Points, many.Points); diff != "" {
		t.Errorf("-1 worker +7 workers:\n%s", diff)
	}
	if len(one.Points) != 10 {
		t.Errorf("%d points, want 10", len(one.Points))
	}
}

// Exact values agree with each other and with what is played; nothing is played when all is told.
func TestSweepExactly(t *testing.T) {
	vary := victoryPoints + "=13:28:5"
	h := exactly()
	h.Seed, h.Games = 1, 40_000
	exact, played := sweep(t, h, study.Design{}, vary), sweep(t, games(40_000), study.Design{}, vary)
	for i, p := range exact.Points {
		if p.Games != 0 {
			t.Errorf("%v played %d games", p.Set, p.Games)
		}
		for _, name := range []string{"odds.victory", "war.length.mean", "final.treasury.mean", "war.inkopah.odds.surrender"} {
			v, about := p.Value(name), played.Points[i].Value(name)
			if !v.Known() || !v.Exact || v.Low != v.High || about.Exact {
				t.Errorf("%v: %s is %+v, played %+v", p.Set, name, v, about)
			}
			// A little more than 99 %: four half-widths hold practically always.
			if far := math.Abs(v.Est - about.Est); far > 2*(about.High-about.Low) {
				t.Errorf("%v: %s is %v, played %v", p.Set, name, v.Est, about.Estimate)
			}
		}
	}
	if got := exact.Points[0].Value("odds.victory").Est; math.Abs(got-0.91121528) > 1e-9 {
		t.Errorf("the odds at 13 are %v, want 0.91121528", got)
	}
	// Measures of single turns are told by playing only, beside the exact ones.
	h.Measures = []string{"odds.victory", "turn.2.republic.approval.mean"}
	both := sweep(t, h, study.Design{}, vary).Points[0]
	if odds, approval := both.Value("odds.victory"), both.Value("turn.2.republic.approval.mean"); !odds.Exact || !approval.Known() || approval.Exact || both.Games != h.Games {
		t.Errorf("odds %+v, approval %+v, %d games", odds, approval, both.Games)
	}
	// Without the means it is a failed point if only exact values will do, else one that is played.
	h.Measures, h.Exact = nil, func(sim.Experiment, []bool) (*engine.Exact, error) { return nil, errors.New("out of reach") }
	if p := sweep(t, h, study.Design{}, vary).Points[0]; p.Games != h.Games || p.Value("odds.victory").Exact {
		t.Errorf("out of reach: %d games played", p.Games)
	}
	h.Only = true
	if _, err := (study.Sweep{Build: builder("inkopah"), Axes: []study.Axis{axis(t, vary)}, How: h}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "out of reach") {
		t.Errorf("all points out of reach: error %v", err)
	}
}

// Where exact values are out of reach at one of three points no more than a glance is spent on the others, whatever the
// workers and the points that are kept; where they are in reach at all three all points are tried in full.
func TestSweepStopsTryingWhatIsOutOfReach(t *testing.T) {
	vary := victoryPoints + "=13:22"
	farAt := func(far int, workers int) (full, glances int, answer *study.Swept) {
		var mu sync.Mutex
		h := exactly()
		h.Seed, h.Games, h.Workers, h.Measures = 1, 1000, workers, []string{"odds.victory"}
		solve := h.Exact
		v := func(e sim.Experiment) int { return 13 + slices.Index(ids(t, vary), e.ID) }
		h.Exact = func(e sim.Experiment, columns []bool) (*engine.Exact, error) {
			mu.Lock()
			full++
			mu.Unlock()
			if v(e) == far {
				return nil, errors.New("out of reach")
			}
			return solve(e, columns)
		}
		h.Glance = func(e sim.Experiment, columns []bool) (*engine.Exact, error) {
			mu.Lock()
			glances++
			mu.Unlock()
			if v(e)%2 == 0 {
				return nil, errors.New("out of reach")
			}
			return solve(e, columns)
		}
		answer = sweep(t, h, study.Design{}, vary)
		return full, glances, answer
	}
	if full, glances, _ := farAt(22, 1); full != 3 || glances != 7 {
		t.Errorf("%d points are tried in full, %d with a glance; want 3 and 7", full, glances)
	}
	_, _, one := farAt(22, 1)
	if full, glances, many := farAt(22, 5); full != 3 || glances != 7 || cmp.Diff(one.Points, many.Points) != "" {
		t.Errorf("with 5 workers %d are tried in full, %d with a glance:\n%s", full, glances, cmp.Diff(one.Points, many.Points))
	}
	for i, want := range []bool{true, false, true, false, true, true, true, false, true, false} { // 13, 18 and 22 in full, odd numbers else
		if v := one.Points[i].Value("odds.victory"); v.Exact != want {
			t.Errorf("at %d exact is %v", 13+i, v.Exact)
		}
	}
	if full, glances, _ := farAt(15, 2); full != 10 || glances != 0 {
		t.Errorf("in reach at all three %d are tried in full, %d with a glance; want 10 and 0", full, glances)
	}
}

// ids are the scenarios of the points along an axis.
func ids(t *testing.T, vary string) (list [][32]byte) {
	t.Helper()
	a := axis(t, vary)
	for level := range a.Len() {
		e, err := builder("inkopah")(a.Setting(level))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e.ID)
	}
	return list
}

// A point that cannot be built, and one whose games go wrong, fail alone.
func TestFailingPoints(t *testing.T) {
	answer := sweep(t, games(1000), study.Design{}, "republic.fervor.start=-1:1")
	if answer.Failed() != 1 || !strings.Contains(answer.Points[0].Failed, "start -1 lies outside min 0") {
		t.Errorf("%d points failed, the first says %q", answer.Failed(), answer.Points[0].Failed)
	}
	for _, p := range answer.Points[1:] {
		if p.Failed != "" || !p.Value("odds.victory").Known() {
			t.Errorf("%v: %s", p.Set, p.Failed)
		}
	}
	if v := answer.Points[0].Value("odds.victory"); v.Known() || v.Missing != answer.Points[0].Failed {
		t.Errorf("a failed point has the value %+v", v)
	}
	notes := answer.Notes("odds.victory")
	if len(notes) == 0 || notes[0].Code != "points_failed" || !strings.HasPrefix(notes[0].Text, "1 of 3 points failed") {
		t.Errorf("notes are %v", notes)
	}
	script := "policies.president={policy: script, deploy: {1: {inkopah: {cavalry: 9}}}},{policy: all-in}"
	answer = sweep(t, games(1000), study.Design{}, script)
	if answer.Failed() != 1 || !strings.Contains(answer.Points[0].Failed, "illegal action of seat president") {
		t.Errorf("%d points failed, the first says %q", answer.Failed(), answer.Points[0].Failed)
	}
}

func TestNotesOfShape(t *testing.T) {
	h := exactly()
	for _, c := range []struct {
		how  study.How
		vary string
		want string
	}{
		{h, victoryPoints + "=8:40", ""},
		{h, "republic.units.navy.purchase=10:30:5", "no_effect: republic.units.navy.purchase has no effect on odds.victory between 10 and 30."},
		{games(2000), "republic.units.navy.purchase=10:30:5", "no_effect: republic.units.navy.purchase has no effect between 10 and 30: not one of 2,000 games differs."},
		{h, "params.patience=20:45:5", "flat: params.patience moves odds.victory by less than 0.1 % between 20 and 45."},
		{h, "params.patience=20:80:5", "flat: params.patience moves odds.victory by less than 0.1 % between 20 and 55."},
	} {
		var got []string
		for _, n := range sweep(t, c.how, study.Design{}, c.vary).Notes("odds.victory") {
			got = append(got, n.Code+": "+n.Text)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: notes %q, want %q", c.vary, got, c.want)
		}
	}
}

func TestNoteOfABend(t *testing.T) {
	for _, h := range []study.How{exactly(), games(20_000)} {
		s := study.Sweep{Build: bent, Axes: []study.Axis{axis(t, "x=-30:30:10")}, How: h}
		answer, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		notes := answer.Notes("odds.victory")
		if len(notes) != 1 || notes[0].Code != "not_monotone" || !strings.Contains(notes[0].Text, "it rises and falls again") {
			t.Errorf("notes are %v", notes)
		}
	}
}

// memory is a store that can be looked into.
type memory struct {
	points map[int]*study.Point
	kept   int
	cancel context.CancelFunc
	after  int
}

func (m *memory) Have(i int) (*study.Point, error) { return m.points[i], nil }

func (m *memory) Keep(i int, p *study.Point, t *engine.Tally) error {
	if (t == nil) != (p.Games == 0) {
		return errors.New("the tally does not belong to the point")
	}
	m.points[i] = p
	if m.kept++; m.kept == m.after {
		m.cancel()
	}
	return nil
}

// A sweep that is stopped goes on where it was, and ends as if it had not been.
func TestSweepResumes(t *testing.T) {
	whole := sweep(t, games(2000), study.Design{}, victoryPoints+"=20:27")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	store := &memory{points: map[int]*study.Point{}, cancel: cancel, after: 3}
	s := study.Sweep{Build: builder("inkopah"), Axes: []study.Axis{axis(t, victoryPoints+"=20:27")}, How: games(2000), Store: store}
	if _, err := s.Run(ctx); !errors.Is(err, study.ErrInterrupted) {
		t.Fatalf("error %v, want that it was interrupted", err)
	}
	if n := len(store.points); n < 3 || n == 8 {
		t.Fatalf("%d of 8 points are kept", n)
	}
	before := store.kept
	answer, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if store.kept != 8 || before == 8 {
		t.Errorf("%d points were worked out in all, want 8", store.kept)
	}
	if diff := cmp.Diff(whole.Points, answer.Points); diff != "" {
		t.Errorf("-at once +resumed:\n%s", diff)
	}
}

func TestBadMeasuresAndKeysAreErrors(t *testing.T) {
	for _, c := range []struct{ vary, measure, wrong string }{
		{victoryPoints + "=13:14", "odds.vitory", "did you mean odds.victory"},
		{"republic.crises.inkopah.victory_point=13:14", "odds", "victory_points"},
	} {
		s := study.Sweep{Build: builder("inkopah"), Axes: []study.Axis{axis(t, c.vary)}, How: games(100, c.measure)}
		if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s, %s: error %v, want one that says %q", c.vary, c.measure, err, c.wrong)
		}
	}
}
