package sim_test

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/stats"
)

func load(t testing.TB, name string, set ...configs.Setting) *configs.Scenario {
	t.Helper()
	s, err := configs.Load(name, policies.Default(), set)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shipped are the scenarios of the ruleset republic, and variants of them in which
// policies throw dice.
func shipped(t *testing.T) map[string]*configs.Scenario {
	all := map[string]*configs.Scenario{}
	for _, l := range configs.List() {
		if s := load(t, l.Name); s.RulesetName == "republic" {
			all[l.Name] = s
			dice := []configs.Setting{
				{Key: "policies.congress", Value: "{policy: random, declare: 0.9, peace: 0.15}"},
				{Key: "policies.president", Value: "{policy: random}"},
			}
			if r, err := configs.Load(l.Name, policies.Default(), dice); err == nil {
				all[l.Name+", random policies"] = r
			}
		}
	}
	return all
}

// compiledPlay plays games from a table of so many bytes, in slices as a run does.
func compiledPlay(e sim.Experiment, bytes int) (*engine.Block, error) {
	p, _ := engine.NewPlayer(e.Ruleset, e.Seed, engine.Compiled, bytes)
	return playBlock(e, p)
}

func playBlock(e sim.Experiment, p engine.Player) (*engine.Block, error) {
	b := engine.NewBlock(e.Ruleset.Schema())
	b.Keep, b.TurnsFor = e.Keep, e.TurnsFor
	b.Begin(700, 0)
	for b.N < int(e.Games) {
		b.N = min(b.N+3000, int(e.Games))
		if err := p.Play(b); err != nil {
			return b, err
		}
	}
	return b, nil
}

// Looked up or stepped, with room for the table or without, rows kept or not: the
// same games, the same tally to the last count, the same rows in the same order.
func TestEnginesPlayTheSameGames(t *testing.T) {
	random := 0
	for name, s := range shipped(t) {
		if strings.HasSuffix(name, "random policies") {
			random++
		}
		e := sim.Experiment{Ruleset: s.Ruleset(), Seed: 3, Games: 4000, Keep: everything, TurnsFor: 900}
		want, err := playBlock(e, e.Ruleset.NewPlayer(e.Seed))
		if err != nil {
			continue // see TestEnginesReportTheSameFault
		}
		for _, c := range []struct {
			bytes int
			keep  engine.Keep
		}{{0, everything}, {1 << 18, everything}, {1 << 28, everything}, {1 << 20, engine.Keep{Games: true}}, {1 << 22, engine.Keep{}}} {
			e.Keep = c.keep
			got, err := compiledPlay(e, c.bytes)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			sameTally(t, name, got.Tally, want.Tally)
			if c.keep == everything && !(slices.EqualFunc(got.Games.Col, want.Games.Col, slices.Equal) &&
				slices.EqualFunc(got.Wars.Col, want.Wars.Col, slices.Equal) && slices.EqualFunc(got.Turns.Col, want.Turns.Col, slices.Equal)) {
				t.Errorf("%s, table of %d bytes: the rows differ", name, c.bytes)
			}
			if got.Games.N != len(got.Games.Col[0]) || c.keep.Games && got.Games.N != 4000 || c.keep.Wars && got.Wars.N != want.Wars.N {
				t.Errorf("%s: %d rows of games, %d of wars", name, got.Games.N, got.Wars.N)
			}
		}
	}
	if random < 3 {
		t.Errorf("%d scenarios with random policies", random)
	}
}

// The whole way, through workers and parts, whatever the engine.
func TestEnginesHaveOneSignature(t *testing.T) {
	s := load(t, "inkopah")
	var want *engine.Tally
	for _, kind := range []engine.Engine{engine.Step, engine.Auto, engine.Compiled} {
		e := sim.Experiment{Ruleset: s.Ruleset(), Seed: 9, Games: 2*engine.BlockGames + 77, PartGames: engine.BlockGames, Engine: kind, Workers: 2}
		r := run(t, e, sim.NoRows())
		if want == nil {
			want = r.Tally
		}
		sameTally(t, engine.Engines[kind], r.Tally, want)
	}
}

// The first game that goes wrong is the same one, whoever finds it.
func TestEnginesReportTheSameFault(t *testing.T) {
	faults := 0
	slips, err := engine.Chance(1, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	experiments := []sim.Experiment{experimentOf(engine.BlockGames, careless{slip: slips})}
	for _, s := range shipped(t) {
		experiments = append(experiments, sim.Experiment{Ruleset: s.Ruleset(), Seed: 3, Games: engine.BlockGames})
	}
	for _, e := range experiments {
		want, wantErr := playBlock(e, e.Ruleset.NewPlayer(e.Seed))
		got, err := compiledPlay(e, 1<<24)
		if wantErr == nil {
			if err != nil {
				t.Errorf("compiled only: %v", err)
			}
			sameTally(t, "without a fault", got.Tally, want.Tally)
			continue
		}
		faults++
		if err == nil || err.Error() != wantErr.Error() {
			t.Errorf("compiled: %v\nstepped: %v", err, wantErr)
		}
	}
	if faults == 0 {
		t.Error("no game went wrong")
	}
}

// Auto gives the table up where most games leave it, and keeps it where it pays.
func TestAutoEngineKeepsWhatPays(t *testing.T) {
	for name, pays := range map[string]bool{"inkopah": true, "long-peace": false} {
		e := sim.Experiment{Ruleset: load(t, name).Ruleset(), Games: engine.BlockGames}
		p, _ := engine.NewPlayer(e.Ruleset, 1, engine.Auto, engine.TableBytes)
		if _, err := playBlock(e, p); err != nil {
			t.Fatal(err)
		}
		if engine.LooksUp(p) != pays {
			t.Errorf("%s is looked up: %t", name, !pays)
		}
	}
}

// Once the table has what the games need, playing them allocates nothing.
func TestEnginesDoNotAllocate(t *testing.T) {
	e := sim.Experiment{Ruleset: load(t, "inkopah").Ruleset()}
	for _, kind := range []engine.Engine{engine.Step, engine.Compiled} {
		for _, keep := range []engine.Keep{{}, {Games: true, Wars: true}} {
			p, _ := engine.NewPlayer(e.Ruleset, 1, kind, engine.TableBytes)
			b := engine.NewBlock(e.Ruleset.Schema())
			b.Keep = keep
			play := func() {
				b.Begin(0, 5000)
				if err := p.Play(b); err != nil {
					t.Fatal(err)
				}
			}
			play()
			if n := testing.AllocsPerRun(5, play); n > 0 {
				t.Errorf("%s, %+v: %v allocations for 5000 games", engine.Engines[kind], keep, n)
			}
		}
	}
}

func BenchmarkEngines(b *testing.B) {
	for _, name := range []string{"inkopah", "two-fronts"} {
		e := sim.Experiment{Ruleset: load(b, name).Ruleset()}
		for _, kind := range []engine.Engine{engine.Step, engine.Compiled, engine.Auto} {
			b.Run(name+"/"+engine.Engines[kind], func(b *testing.B) {
				p, _ := engine.NewPlayer(e.Ruleset, 1, kind, engine.TableBytes)
				block := engine.NewBlock(e.Ruleset.Schema())
				b.ReportAllocs()
				games := 0
				for b.Loop() {
					block.Begin(uint64(games), engine.BlockGames)
					if err := p.Play(block); err != nil {
						b.Fatal(err)
					}
					games += engine.BlockGames
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(games), "ns/game")
			})
		}
	}
}

// What is asked for too much is refused, says what made it so, and leaves bounds
// that hold the truth.
func TestOddsOutOfReach(t *testing.T) {
	e := sim.Experiment{Ruleset: load(t, "inkopah", configs.Setting{Key: "republic.crises.inkopah.victory_points", Value: "2d6+6"}).Ruleset()}
	whole, err := sim.Odds(context.Background(), e, nil, sim.OddsBudget())
	if err != nil {
		t.Fatal(err)
	}
	truth := func(o int) float64 { p, _ := whole.Odds(o); return p }
	explored := []float64{}
	for _, b := range []engine.Budget{{States: 1 << 30, Runs: 1}, {States: 1 << 30, Runs: 500}, {States: 1 << 30, Runs: 3000}, {States: 80, Runs: 1 << 30}, {States: 180, Runs: 1 << 30}} {
		_, err := sim.Odds(context.Background(), e, nil, b)
		far, ok := errors.AsType[*sim.OutOfReach](err)
		if !ok {
			t.Fatalf("%+v: %v", b, err)
		}
		x := far.Found
		sum := x.Unexplored
		for o := range x.Outcomes {
			low, high := x.Odds(o)
			sum += low
			if low > truth(o)+1e-12 || high < truth(o)-1e-12 {
				t.Errorf("%+v, outcome %d: %v lies outside %v to %v", b, o, truth(o), low, high)
			}
		}
		if math.Abs(sum-1) > 1e-12 || x.Unexplored <= 0 {
			t.Errorf("%+v: explored and unexplored add up to 1%+g, unexplored %v", b, sum-1, x.Unexplored)
		}
		explored = append(explored, 1-x.Unexplored)
	}
	if explored[2] < 0.3 || explored[0] != 0 {
		t.Errorf("explored: %v", explored)
	}
	_, err = sim.Odds(context.Background(), e, nil, engine.Budget{States: 180, Runs: 1 << 30})
	far, ok := errors.AsType[*sim.OutOfReach](err)
	if !ok || far.Turns() || !strings.HasSuffix(err.Error(), "alone has more than 180 states") {
		t.Fatalf("too many states: %v", err)
	}
	spread := far.Found.Crowd.Spread
	if crowd := far.Found.Crowd; crowd.Reached < 180 || uint64(crowd.Positions) > crowd.Reached || len(spread) < 2 {
		t.Errorf("the crowd is %+v", crowd)
	}
	for _, told := range []string{"running total of war 1", "victory points of war 1"} {
		if !slices.ContainsFunc(spread, func(s engine.Spread) bool { return s.Name == told && s.Values > 1 }) {
			t.Errorf("%s does not tell states apart: %+v", told, spread)
		}
	}
	if _, err := sim.Odds(context.Background(), e, nil, engine.Budget{States: 1 << 30, Runs: 500}); err == nil || !strings.Contains(err.Error(), "take more than 500 turns played, which only led to turn ") {
		t.Errorf("too many turns: %v", err)
	}
}

// Two wars at once whose victory points are rolled are within the default budget, and exact odds lie where games do.
func TestOddsOfTwoWars(t *testing.T) {
	if os.Getenv("POLEMOS_LONG") == "" {
		t.Log("POLEMOS_LONG=1 asks for it: it takes half a minute")
		return
	}
	e := sim.Experiment{Ruleset: load(t, "two-fronts").Ruleset(), Seed: 3, Games: 1_000_000}
	x, err := sim.Odds(context.Background(), e, nil, sim.OddsBudget())
	if err != nil {
		t.Fatal(err)
	}
	r, err := sim.Run(context.Background(), e, sim.NoRows(), nil)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.
	for o, lengths := range r.Tally.Outcomes {
		n := uint64(0)
		for _, k := range lengths {
			n += k
		}
		p, _ := x.Odds(o)
		sum += p
		if in := stats.Wilson(n, e.Games, 1-1e-6); p < in.Low || p > in.High {
			t.Errorf("%s: %v exactly, %+v by a million games", r.Tally.Schema.Outcomes[o], p, in)
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the odds add up to 1%+g", sum-1)
	}
	t.Logf("%d states, %d turns played", x.States, x.Runs)
}

func TestOddsCanBeStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := sim.Odds(ctx, sim.Experiment{Ruleset: load(t, "long-peace").Ruleset()}, nil, sim.OddsBudget()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// Stopped on the way, it has what was found so far.
	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	_, err := sim.OddsTold(ctx, sim.Experiment{Ruleset: load(t, "two-fronts").Ruleset()}, nil, sim.OddsBudget(), func(turns uint64) {
		if turns > 200_000 {
			cancel()
		}
	})
	stopped, ok := errors.AsType[*sim.Stopped](err)
	if !ok || stopped.Found.Runs <= 200_000 || stopped.Found.Runs > 300_000 {
		t.Fatalf("stopped on the way: %v", err)
	}
	if low, high := stopped.Found.Odds(0); low >= high || stopped.Found.Unexplored <= 0 {
		t.Errorf("stopped on the way the odds are from %v to %v", low, high)
	}
	_, err = sim.Odds(context.Background(), experiment(1), []string{"final.glory"}, sim.OddsBudget())
	if err == nil || !strings.Contains(err.Error(), `"final.glory"`) || !strings.Contains(err.Error(), "final.approval") {
		t.Errorf("an unknown measure: %v", err)
	}
	_, err = sim.Odds(context.Background(), experimentOf(1, newCareless()), nil, sim.OddsBudget())
	if _, ok := errors.AsType[*sim.GameError](err); !ok {
		t.Errorf("some game goes wrong: %v", err)
	}
}

// The odds are the same to the last bit every time, whatever is asked beside them.
func TestOddsAreReproducible(t *testing.T) {
	s, err := configs.Parse("pair.yaml", []byte(`{polemos: 1, name: pair, ruleset: republic, turns: 6,
republic: {approval: {start: 50}, units: {infantry: {battle_points: 2, support: 1, start: 2}}, treasury: {start: 9, income: 7}, randomizer: 2d4-5,
crises: {east: {at: 1, victory_points: 9}, west: {at: 2, victory_points: 6}}},
victory: [{outcome: victory, when: won(east) && won(west)}]}`), policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := sim.Experiment{Ruleset: s.Ruleset()}
	a, err := sim.Odds(context.Background(), e, nil, sim.OddsBudget())
	if err != nil {
		t.Fatal(err)
	}
	b, _ := sim.Odds(context.Background(), e, nil, sim.OddsBudget())
	all, err := sim.Odds(context.Background(), e, sim.FinalMeasures(e.Ruleset.Schema()), sim.OddsBudget())
	if err != nil {
		t.Fatal(err)
	}
	if all.States <= a.States {
		t.Errorf("%d states with all measures, %d without: nothing was left out", all.States, a.States)
	}
	for o := range a.Outcomes {
		if !slices.Equal(a.Outcomes[o], b.Outcomes[o]) {
			t.Errorf("outcome %d differs from one time to the next", o)
		}
		p, _ := a.Odds(o)
		if q, _ := all.Odds(o); math.Abs(p-q) > 1e-13 {
			t.Errorf("outcome %d: %v, with all measures %v", o, p, q)
		}
	}
}
