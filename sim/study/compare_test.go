package study_test

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

// thirteen and fourteen are Inkopah with those Victory Points, under a seed.
func thirteenAndFourteen(t testing.TB, seed uint64) []study.Side {
	return onSeed(seed, experiment(t, "inkopah"), experiment(t, "inkopah", victoryPoints, "14"))
}

func onSeed(seed uint64, a, b sim.Experiment) []study.Side {
	a.Seed, b.Seed = seed, seed
	return []study.Side{study.SideOf("13", a), study.SideOf("14", b)}
}

// exact is a measure of a scenario without sampling.
func exact(t testing.TB, e sim.Experiment, name string) float64 {
	t.Helper()
	m := parsed(t, e, name)
	x, ok, err := engine.Solve(e.Ruleset, measure.Columns(e.Ruleset.Schema(), m), engine.Budget{States: 1 << 20, Runs: 1 << 22}, nil)
	if !ok || err != nil || x.Unexplored > 0 {
		t.Fatal(ok, err)
	}
	v := measure.Exactly(x).Value(m, .99)
	if !v.Known() {
		t.Fatal(v.Missing)
	}
	return v.Est
}

// The exact differences lie in the intervals, and nothing is said of them that is not so.
func TestCompareIsRight(t *testing.T) {
	a, b := experiment(t, "inkopah"), experiment(t, "inkopah", victoryPoints, "14")
	answer := compare(t, study.Comparison{Sides: thirteenAndFourteen(t, 1), Looks: study.Looks{Games: 1 << 17}})
	if len(answer.Differences) < 20 || answer.Unshared != nil {
		t.Errorf("%d differences, %v unshared", len(answer.Differences), answer.Unshared)
	}
	for _, d := range answer.Differences {
		truth := exact(t, b, d.Measure.Name) - exact(t, a, d.Measure.Name)
		if !d.Known() || truth < d.Low-1e-9 || truth > d.High+1e-9 {
			t.Errorf("%s differs by %v, not %+v", d.Measure.Name, truth, d.Estimate)
		}
		if d.Known() && math.Abs(d.Of.Value-d.Base.Value-d.Est) > 1e-9 {
			t.Errorf("%s: from %v to %v is not %v", d.Measure.Name, d.Base, d.Of, d.Est)
		}
		switch {
		case d.Verdict == study.Higher && truth <= 0, d.Verdict == study.Lower && truth >= 0, d.Verdict == study.Alike && math.Abs(truth) > 1e-9:
			t.Errorf("%s differs by %v, and the verdict is %d", d.Measure.Name, truth, d.Verdict)
		case d.Verdict == study.Open:
			t.Errorf("%s is undecided", d.Measure.Name)
		}
	}
}

// Any number of workers gives the same answer, and the order in which they play does not matter.
func TestCompareWhateverTheWorkers(t *testing.T) {
	var first *study.Compared
	for _, workers := range []int{1, 2, 5} {
		answer := compare(t, study.Comparison{
			Sides: append(thirteenAndFourteen(t, 3), study.SideOf("long peace", experiment(t, "long-peace"))), Workers: workers,
			Looks: study.Looks{First: 10_000, Games: 50_000}, Measures: []string{"war.length.mean", "game.length", "final"},
		})
		if first == nil {
			first = answer
		}
		if diff := cmp.Diff(first, answer, cmpopts.EquateComparable(measure.Measure{})); diff != "" {
			t.Errorf("%d workers:\n%s", workers, diff)
		}
	}
}

// V=13 against V=14 takes at least five times fewer games on common dice than on separate ones, for the same interval.
func TestCommonDiceSaveGames(t *testing.T) {
	const games = 1 << 16
	a, b := experiment(t, "inkopah"), experiment(t, "inkopah", victoryPoints, "14")
	answer := compare(t, study.Comparison{
		Sides: []study.Side{study.SideOf("13", a), study.SideOf("14", b)}, Measures: []string{"odds.victory", "war.length.mean", "final.approval.mean"},
		Looks: study.Looks{First: games, Games: games},
	})
	b.Seed = 2 // games of its own
	confidence := 1 - 0.01/3
	for i, d := range answer.Differences {
		apart := 0.
		for _, e := range []sim.Experiment{a, b} {
			block := engine.NewBlock(e.Ruleset.Schema())
			block.Begin(0, games)
			if err := e.Ruleset.NewPlayer(e.Seed).Play(block); err != nil {
				t.Fatal(err)
			}
			v := measure.Read(block.Tally).Value(parsed(t, e, d.Measure.Name), confidence)
			apart += (v.High - v.Low) * (v.High - v.Low)
		}
		factor := apart / ((d.High - d.Low) * (d.High - d.Low))
		t.Logf("%s: %.1f times fewer games", d.Measure.Name, factor)
		if factor < 5 {
			t.Errorf("%d: %s takes only %.1f times fewer games", i, d.Measure.Name, factor)
		}
	}
}

// repetitions of statistical tests: all of them where there is time.
func repetitions() int {
	if os.Getenv("POLEMOS_LONG") != "" {
		return 2000
	}
	return 400
}

// held wants a share of repetitions from least to most, and says what it is.
func held(t *testing.T, what string, n int, least, most float64) {
	t.Helper()
	share := float64(n) / float64(repetitions())
	t.Logf("%s: %.4f", what, share)
	slack := 0.
	if repetitions() < 2000 {
		slack = 0.008 // of fewer repetitions
	}
	if share < least-slack || share > most+slack {
		t.Errorf("%s in %.4f of %d repetitions, want %v to %v", what, share, repetitions(), least, most)
	}
}

// With one look and one measure 99 % intervals hold the exact difference in 99 % of cases.
func TestCoverageOfComparisons(t *testing.T) {
	names := []string{"odds.victory", "war.length.mean", "final.approval.mean"}
	var truth [3]float64
	a, b := experiment(t, "inkopah"), experiment(t, "inkopah", victoryPoints, "14")
	for i, name := range names {
		truth[i] = exact(t, b, name) - exact(t, a, name)
	}
	a.Engine, b.Engine = engine.Step, engine.Step // few games: tables would not pay
	var holds [3]int
	for rep := range repetitions() {
		answer := compare(t, study.Comparison{
			// The error is shared out over three measures: each holds at 99 % when all hold at 97 %.
			Sides: onSeed(uint64(10_000+rep), a, b), Measures: names, Confidence: 0.97,
			Looks: study.Looks{First: 3000, Games: 3000}, Workers: 1,
		})
		for i, d := range answer.Differences {
			if d.Low <= truth[i] && truth[i] <= d.High {
				holds[i]++
			}
		}
	}
	for i, name := range names {
		held(t, name+" holds", holds[i], 0.982, 0.998)
	}
}

// Where there is no difference, looks that share the error find one in at most 1 % of cases; looks as often as one likes,
// each with all of the error, find one many times as often.
func TestLooksShareTheError(t *testing.T) {
	// The same scenario on two seeds: no difference, and nothing in common, which is the most that pairs can vary.
	e := experiment(t, "inkopah")
	e.Engine = engine.Step
	different := func(seed uint64) []study.Side {
		a, b := e, e
		a.Seed, b.Seed = seed, seed+1_000_000
		return []study.Side{study.SideOf("a", a), study.SideOf("b", b)}
	}
	honest, greedy := 0, 0
	for rep := range repetitions() {
		seed := uint64(20_000 + rep)
		answer := compare(t, study.Comparison{
			Sides: different(seed), Measures: []string{"odds.victory"}, Looks: study.Looks{First: 250, Games: 4000}, Workers: 1,
		})
		if answer.Differences[0].Verdict != study.Open {
			honest++
		}
		if greedyFinds(t, different(seed), 4000) {
			greedy++
		}
	}
	held(t, "a difference that is not there", honest, 0, 0.018)
	if share := float64(greedy) / float64(repetitions()); share < 0.05 {
		t.Errorf("a look every few games finds one in only %.3f: the test shows nothing", share)
	}
}

// greedyFinds looks after every 50 games and stops at the first difference: the trap.
func greedyFinds(t *testing.T, sides []study.Side, games int) bool {
	t.Helper()
	var won [2][]int32
	for i, s := range sides {
		b := engine.NewBlock(s.Schema)
		b.Keep.Games = true
		b.Begin(0, games)
		if err := s.NewPlayer()(b); err != nil {
			t.Fatal(err)
		}
		won[i] = b.Games.Col[engine.GameOutcome]
	}
	var gained, lost uint64
	for i := range won[0] {
		switch a, b := won[0][i] == 0, won[1][i] == 0; {
		case b && !a:
			gained++
		case a && !b:
			lost++
		}
		if n := uint64(i + 1); n%50 == 0 {
			if e := stats.PairedOdds(gained, lost, n, 0.99); e.Low > 0 || e.High < 0 {
				return true
			}
		}
	}
	return false
}

// Games of a pair depend on each other: intervals that take them as independent hold always, being many times too wide,
// and decide nothing.
func TestPairsTakenAsIndependentDecideNothing(t *testing.T) {
	answer := compare(t, study.Comparison{
		Sides: thirteenAndFourteen(t, 1), Measures: []string{"odds.victory"}, Looks: study.Looks{First: 6000, Games: 6000},
	})
	d := answer.Differences[0]
	a, b := d.Base.Value, d.Of.Value
	half := 2.5758 * math.Sqrt((a*(1-a)+b*(1-b))/6000)
	if d.Verdict != study.Lower || d.Est+half < 0 {
		t.Errorf("paired: %+v; apart: +-%v", d, half)
	}
}

func TestWhatDoesNotMatter(t *testing.T) {
	// Patience 63 instead of 64 changes nothing: approval moves in steps of 4.
	near := []study.Side{study.SideOf("64", experiment(t, "inkopah")), study.SideOf("63", experiment(t, "inkopah", "params.patience", "63"))}
	for _, c := range []struct {
		sides  []study.Side
		within map[string]float64
		want   study.Verdict
	}{
		{near, map[string]float64{"odds": 0.002}, study.Within},
		{near, map[string]float64{"": 0.002}, study.Within},
		{near, map[string]float64{"": 0.002, "odds.victory": 1e-9}, study.Alike},
		{near, nil, study.Alike},
		{thirteenAndFourteen(t, 1), map[string]float64{"odds.victory": 0.02}, study.Within}, // it is 0.0096
		{thirteenAndFourteen(t, 1), map[string]float64{"odds.victory": 0.0096}, study.Lower},
		{thirteenAndFourteen(t, 1), nil, study.Lower},
	} {
		d := compare(t, study.Comparison{Sides: c.sides, Within: c.within, Measures: []string{"odds.victory"}, Looks: study.Looks{Games: 1 << 16}}).Differences[0]
		if d.Verdict != c.want {
			t.Errorf("within %v: verdict %d, want %d: %+v", c.within, d.Verdict, c.want, d)
		}
	}
}

func TestWhatIsBetter(t *testing.T) {
	answer := compare(t, study.Comparison{
		Sides: thirteenAndFourteen(t, 1), Measures: []string{"odds", "war.length.mean", "game.length.mean"}, Looks: study.Looks{Games: 1 << 16},
		More: []string{"odds"}, Less: []string{"odds.defeat", "war"}, // the longer name counts
	})
	want := map[string]int{"odds.victory": -1, "odds.defeat": -1, "odds.declined": 0, "odds.unresolved": 0, "war.length.mean": -1, "game.length.mean": 0}
	for _, d := range answer.Differences {
		if d.Better() != want[d.Measure.Name] {
			t.Errorf("%s is better by %d: %+v", d.Measure.Name, d.Better(), d)
		}
	}
}

// What is undecided says how many games would do, and so many do, give or take.
func TestGamesNeeded(t *testing.T) {
	c := study.Comparison{Sides: thirteenAndFourteen(t, 5), Measures: []string{"odds.victory"}, Looks: study.Looks{First: 600, Games: 600}}
	d := compare(t, c).Differences[0]
	if d.Verdict != study.Open || d.Needed < 600 || d.Needed > 6000 || d.Settled != 0 {
		t.Fatalf("%+v", d)
	}
	c.Looks = study.Looks{First: 2 * d.Needed, Games: 2 * d.Needed}
	if d := compare(t, c).Differences[0]; d.Verdict != study.Lower || d.Needed != 0 || d.Settled != c.Looks.Games {
		t.Errorf("%+v", d)
	}
}

func TestWrongComparisons(t *testing.T) {
	sides := thirteenAndFourteen(t, 1)
	fronts := []study.Side{sides[0], study.SideOf("fronts", experiment(t, "two-fronts"))}
	for _, c := range []struct {
		c       study.Comparison
		message string
	}{
		{study.Comparison{Sides: sides[:1]}, "a comparison needs at least two scenarios"},
		{study.Comparison{Sides: sides, Measures: []string{"odds.vitory"}}, `there is no measure "odds.vitory" (did you mean odds.victory?)`},
		{study.Comparison{Sides: sides, Measures: []string{"final.approval.p10"}}, "final.approval.p10 is not compared: games are compared one by one, and single games have no quantiles"},
		{study.Comparison{Sides: sides, Within: map[string]float64{"oods": 1}}, `a difference within "oods" does not matter, but no measure of that name is compared`},
		{study.Comparison{Sides: sides, More: []string{"oods"}}, `more or less of "oods" is said to be better, but no measure of that name is compared`},
		{study.Comparison{Sides: sides, More: []string{"odds"}, Less: []string{"odds"}}, "more of odds cannot be better and worse"},
		{study.Comparison{Sides: fronts, Measures: []string{"odds.victory"}}, `fronts: there is no measure "odds.victory": compare what all have`},
	} {
		c.c.Looks, c.c.Confidence, c.c.Closest = study.Looks{Games: 100}, 0.99, expr.Closest
		if _, err := study.Compare(t.Context(), c.c); err == nil || err.Error() != c.message {
			t.Errorf("%v, want %s", err, c.message)
		}
	}
	answer := compare(t, study.Comparison{Sides: fronts, Looks: study.Looks{Games: 100}})
	if !strings.Contains(strings.Join(answer.Unshared, " "), "victory") {
		t.Errorf("outcomes that are not shared: %v", answer.Unshared)
	}
}

// A game that goes wrong is the first that does, whatever the workers; a panic is an error; to be stopped is one too.
func TestComparisonsThatBreakOff(t *testing.T) {
	sides := thirteenAndFourteen(t, 1)
	breaking := func(at uint64, how func(game uint64) error) study.Side {
		s := sides[1]
		s.NewPlayer = func() func(*engine.Block) error {
			return func(b *engine.Block) error {
				if b.First+uint64(b.N) > at {
					return how(b.First)
				}
				return sides[1].NewPlayer()(b)
			}
		}
		return s
	}
	for _, workers := range []int{1, 4} {
		c := study.Comparison{
			Sides: []study.Side{sides[0], breaking(30_000, func(g uint64) error { return &engine.Fault{Game: g, Why: "broken"} })},
			Looks: study.Looks{Games: 200_000}, Confidence: 0.99, Workers: workers,
		}
		_, err := study.Compare(t.Context(), c)
		fault, ok := errors.AsType[*engine.Fault](err)
		if !ok || fault.Game != 24_576 {
			t.Errorf("%d workers: %v", workers, err)
		}
		c.Sides[1] = breaking(0, func(uint64) error { panic("oops") })
		if _, err := study.Compare(t.Context(), c); err == nil || !strings.HasPrefix(err.Error(), "internal failure: oops") {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := study.Compare(ctx, study.Comparison{Sides: sides, Looks: study.Looks{Games: 100}, Confidence: 0.99}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// A measure of a turn is told by rows of turns.
func TestCompareATurn(t *testing.T) {
	answer := compare(t, study.Comparison{
		Sides: thirteenAndFourteen(t, 1), Measures: []string{"turn.3.republic.approval.mean"}, Looks: study.Looks{First: 2000, Games: 2000},
	})
	for i, s := range thirteenAndFourteen(t, 1) {
		b := engine.NewBlock(s.Schema)
		b.Begin(0, 2000)
		if err := s.NewPlayer()(b); err != nil {
			t.Fatal(err)
		}
		m, err := measure.Parse("turn.3.republic.approval.mean", s.Schema, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := measure.Read(b.Tally).Value(m, .99).Est
		got := []float64{answer.Differences[0].Base.Value, answer.Differences[0].Of.Value}[i]
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", s.Name, got, want)
		}
	}
}
