package measure_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
)

func ruleset(t testing.TB, name string, set ...configs.Setting) engine.Ruleset {
	t.Helper()
	s, err := configs.Load(name, policies.Default(), set)
	if err != nil {
		t.Fatal(err)
	}
	return s.Ruleset()
}

// played are some games with all their rows.
func played(t testing.TB, rs engine.Ruleset, games int) *engine.Block {
	t.Helper()
	b := engine.NewBlock(rs.Schema())
	b.Keep, b.TurnsFor = engine.Keep{Games: true, Wars: true, Turns: true}, math.MaxUint64
	b.Begin(0, games)
	if err := rs.NewPlayer(1).Play(b); err != nil {
		t.Fatal(err)
	}
	return b
}

func parse(t testing.TB, name string, s *engine.Schema) measure.Measure {
	t.Helper()
	m, err := measure.Parse(name, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var shipped = []string{"inkopah", "two-fronts", "long-peace", "long-walls"}

func TestEveryMeasureIsFoundByItsName(t *testing.T) {
	for _, name := range shipped {
		s := ruleset(t, name).Schema()
		seen := map[string]bool{}
		for _, m := range measure.List(s) {
			if seen[m.Name] {
				t.Errorf("%s: two measures %s", name, m.Name)
			}
			seen[m.Name] = true
			if m.Doc == "" || strings.ContainsAny(m.Name, " \t") {
				t.Errorf("%s: %+v", name, m)
			}
			last := m.At(s.Horizon)
			if found := parse(t, last.Name, s); found != last {
				t.Errorf("%s: %+v is found as %+v", name, last, found)
			}
		}
	}
}

func TestUnknownMeasures(t *testing.T) {
	s := ruleset(t, "inkopah").Schema()
	for _, c := range []struct{ name, message string }{
		{"odds.vitory", `there is no measure "odds.vitory" (did you mean odds.victory?)`},
		{"war.length", `there is no measure "war.length": it is the beginning of others (did you mean war.length.mean?)`},
		{"turn.41.republic.approval.mean", `there is no measure "turn.41.republic.approval.mean": turns are whole numbers from 1 to 40`},
		{"turn.03.republic.approval.mean", `there is no measure "turn.03.republic.approval.mean": turns are whole numbers from 1 to 40`},
		{"turn.N.republic.approval.mean", `there is no measure "turn.N.republic.approval.mean": turns are whole numbers from 1 to 40`},
		{"turn.3.republic.aproval.mean", `there is no measure "turn.3.republic.aproval.mean" (did you mean turn.3.republic.approval.mean?)`},
		{"final.approval.p33", `there is no measure "final.approval.p33" (did you mean final.approval.p05?)`},
		{"", `there is no measure ""`},
		{"weather", `there is no measure "weather"`},
	} {
		_, err := measure.Parse(c.name, s, expr.Closest)
		var unknown *measure.Unknown
		if !errors.As(err, &unknown) || err.Error() != c.message {
			t.Errorf("%q: %v, want %s", c.name, err, c.message)
		}
	}
	if _, err := measure.Parse("odds.vitory", s, nil); err == nil || err.Error() != `there is no measure "odds.vitory"` {
		t.Errorf("without a chooser: %v", err)
	}
}

// What the rows of games, wars and turns add up to is what the tally says, for every measure that is told game by game,
// those of each turn included.
func TestGamesAddUpToTheReading(t *testing.T) {
	told := 0
	for _, name := range shipped {
		b := played(t, ruleset(t, name), 1500)
		s := b.Tally.Schema
		r := measure.Read(b.Tally)
		y, x := make([]int32, b.N), make([]int32, b.N)
		for _, m := range measure.List(s) {
			for turn := int32(1); turn <= s.Horizon; turn += 3 {
				m := m.At(turn)
				if !m.ByGame(s) {
					continue
				}
				m.Games(b, y, x)
				var sums stats.RatioSums
				for i := range y {
					sums.Add(int64(y[i]), int64(x[i]))
				}
				got, want := r.Value(m, .99), stats.Ratio(sums, .99)
				if got.Known() != want.Known() || math.Abs(got.Est-want.Est) > 1e-9*max(1, math.Abs(want.Est)) {
					t.Errorf("%s: %s is %+v, its games add up to %+v", name, m.Name, got, want)
				}
				if m.Kind != measure.Ratio && want.Known() && x[0] != 1 {
					t.Errorf("%s: %s counts a game %d times", name, m.Name, x[0])
				}
				if told++; m.At(1) == m {
					break // not of a turn
				}
			}
		}
	}
	if told < 200 {
		t.Errorf("only %d measures are told by game", told)
	}
}

// Values that a hand, or SQL over the same rows, comes to.
func TestReadingByHand(t *testing.T) {
	s := &engine.Schema{
		Horizon: 4, Outcomes: []string{"won", engine.Unresolved}, Subjects: []string{"east"}, Endings: []string{"victory", "cut_off", engine.Unresolved},
		Games: []engine.Column{{Name: "spent", Measure: "final.spent"}},
	}
	b := engine.NewBlock(s)
	b.Begin(0, 4)
	for _, g := range []struct {
		outcome, turns, spent int32
		wars                  [][2]int32 // length, ending
	}{{0, 1, 10, [][2]int32{{1, 0}}}, {0, 3, 20, [][2]int32{{3, 0}, {2, 1}}}, {1, 4, 20, [][2]int32{{4, 2}}}, {0, 2, 90, nil}} {
		b.Next()
		*b.Game() = [engine.GameWidth]int32{engine.GameOutcome: g.outcome, engine.GameTurns: g.turns, engine.GameFirst: g.spent}
		for _, w := range g.wars {
			row := b.War()
			row[engine.WarSubject], row[engine.WarDeclared], row[engine.WarLength], row[engine.WarEnding] = 0, 1, w[0], w[1]
		}
	}
	b.Next()
	r := measure.Read(b.Tally)
	for name, want := range map[string]float64{
		"odds.won": .75, "odds.unresolved": .25,
		"game.length.mean": 2.5, "game.length.sd": math.Sqrt(5. / 3), "game.length.median": 2,
		"war.length.mean": 2.5, "war.length.sd": math.Sqrt(5. / 3), "war.length.median": 2, "war.length.restricted_mean": 2.5, // of 4 at risk 1 ends in turn 1, of 3 another in turn 2: 3/4, then 1/2
		"war.east.length.mean": 2.5, "war.east.declared": 1, "war.east.odds.victory": .5, "war.east.odds.cut_off": .25, "war.east.odds.unresolved": .25,
		"final.spent.mean": 35, "final.spent.sd": math.Sqrt((625 + 225 + 225 + 3025) / 3.), "final.spent.min": 10, "final.spent.p50": 20, "final.spent.p75": 20, "final.spent.p90": 90, "final.spent.max": 90,
	} {
		if got := r.Value(parse(t, name, s), .99); !got.Known() || math.Abs(got.Est-want) > 1e-12 {
			t.Errorf("%s is %+v, want %v", name, got, want)
		}
	}
	// Two wars of one game: 0, 1, 1, 2 wars a game have a mean of 1 and a variance of 2/3, not that of four coins.
	half := 5.840909309733355 * math.Sqrt(2./3/4) // qt(0.995, 3), R 4.3
	if got := r.Value(parse(t, "war.east.declared", s), .99); math.Abs(got.High-1-half) > 1e-9 {
		t.Errorf("wars a game: %+v, want +-%v", got, half)
	}
	r.Guaranteed = true
	if got := r.Value(parse(t, "final.spent.mean", s), .99); got.Missing != "only 2 games tell: an interval that is promised needs 30" {
		t.Errorf("a promise from few games: %+v", got)
	}
}

// Exact values lie in the intervals of a run, at a confidence with which hardly one of them would not.
func TestExactValuesLieInIntervals(t *testing.T) {
	exactValuesLieInIntervals(t, ruleset(t, "inkopah"))
	// The war comes in turn 2 and the horizon cuts it off: of the first 4 turns it takes more than could be seen.
	late := ruleset(t, "inkopah", configs.Setting{Key: "turns", Value: "4"}, configs.Setting{Key: "republic.crises.inkopah.at", Value: "2"})
	exact := exactValuesLieInIntervals(t, late)
	mean, restricted := exact.Value(parse(t, "war.length.mean", late.Schema()), .99), exact.Value(parse(t, "war.length.restricted_mean", late.Schema()), .99)
	if !(restricted.Est > mean.Est+0.05) {
		t.Errorf("the mean is %v, restricted to 4 turns %v", mean, restricted)
	}
	// Declared in turn 3 no war can be watched for 3 turns.
	later := ruleset(t, "inkopah", configs.Setting{Key: "turns", Value: "4"}, configs.Setting{Key: "republic.crises.inkopah.at", Value: "3"})
	unwatched := exactValuesLieInIntervals(t, later).Value(parse(t, "war.length.restricted_mean", later.Schema()), .99)
	if unwatched.Missing != "no war can be watched for 3 turns" {
		t.Errorf("restricted to 4 turns, of which only 2 can be watched: %+v", unwatched)
	}
}

// exactValuesLieInIntervals compares every exact value with a run's; it returns the exact ones.
func exactValuesLieInIntervals(t *testing.T, rs engine.Ruleset) measure.Source {
	t.Helper()
	s := rs.Schema()
	list := measure.List(s)
	x, ok, err := engine.Solve(rs, measure.Columns(s, list...), engine.Budget{States: 1 << 20, Runs: 1 << 22}, nil)
	if !ok || err != nil || x.Unexplored != 0 {
		t.Fatal(ok, err, x)
	}
	b := engine.NewBlock(s)
	b.Begin(0, 100_000)
	if err := rs.NewPlayer(1).Play(b); err != nil {
		t.Fatal(err)
	}
	exact, sampled := measure.Exactly(x), measure.Read(b.Tally)
	compared := 0
	for _, m := range list {
		want := exact.Value(m, .99)
		if !want.Known() {
			continue
		}
		compared++
		got := sampled.Value(m, 1-1e-6)
		// An end of no width, such as Student's where all games agree, is hit but for rounding.
		if !got.Known() || want.Est < got.Low-1e-9 || want.Est > got.High+1e-9 {
			t.Errorf("%s is %v exactly, and %+v after %d games", m.Name, want.Est, got, b.N)
		}
	}
	if compared < 100 {
		t.Errorf("only %d exact values", compared)
	}
	return exact
}

// What is left unexplored may go either way.
func TestExactBounds(t *testing.T) {
	s := ruleset(t, "inkopah").Schema()
	x := &engine.Exact{Schema: s, Outcomes: make([][]float64, len(s.Outcomes)), Unexplored: .1}
	x.Outcomes[0] = []float64{0, .5, .25}
	source := measure.Exactly(x)
	if got := source.Value(parse(t, "odds.victory", s), .99); got.Interval != (stats.Interval{Est: .75, Low: .75, High: .85}) {
		t.Errorf("odds: %+v", got)
	}
	if got := source.Value(parse(t, "game.length.mean", s), .99); got.Missing != "some games were left unexplored" {
		t.Errorf("length: %+v", got)
	}
}
