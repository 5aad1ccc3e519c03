package policies

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// games is how many each policy plays under each of the rules.
const games = 7_000

// conformingRules are three scenarios: one war; two wars at once, a Navy that one
// of them excludes, and money so scarce that units are disbanded; crises by chance
// with money to arm, every reading the other way.
func conformingRules(t testing.TB) map[string]*republic.Rules {
	one := position(t, 8, 1)
	one.Randomizer = dice(t, "2d10-11")
	one.Income = 10
	one.Crises[x].VictoryPoints = engine.Amount{Plain: 30}

	two := position(t, 8, 2)
	two.Randomizer = dice(t, "2d6-7")
	two.Treasury, two.Income = 40, 9
	two.Units[navy].Start = 2
	two.Units[infantry].Start = 3
	two.Units[infantry].Arrives = []republic.Arrival{{Turn: 3, Units: 2}}
	two.Crises[x].Exclude[republic.Navy] = true
	two.Crises[x].VictoryPoints = dice(t, "3d6+10")
	two.Crises[y].At = 2
	two.Crises[y].Penalty = republic.Effect{Treasury: -5, Income: -2}
	two.Crises[y].Spoils = republic.Spoils{Effect: republic.Effect{Treasury: 20, Income: 2}, Territories: 1}

	many := position(t, 12, 3)
	many.Randomizer = dice(t, "1d8-4")
	many.Income = 25
	many.Readings = republic.Readings{
		Reaches: true, DeclinePenalty: true, CostsPerWar: true, WearinessAtOnce: true, Debt: true, SpoilsAtOnce: true,
	}
	for c, probability := range []string{"0.5", "0.3", "0.2"} {
		many.Crises[c].At, many.Crises[c].Chance = 0, chance(t, probability)
		many.Crises[c].VictoryPoints = dice(t, "2d10+5")
		many.Crises[c].Spoils.Units[infantry] = 1
		many.Crises[c].Exclude[c] = true
	}
	return map[string]*republic.Rules{"one war": one, "two wars, little money": two, "crises by chance": many}
}

// TestConformance holds every policy of the table to what a policy promises: with
// its default options it never acts against the rules, it allocates nothing, and
// the same game is decided in the same way, whoever plays it and whenever. The
// other seats are taken by chance.
func TestConformance(t *testing.T) {
	table := Default()
	seats := map[string]Choice{"congress": {Policy: "random"}, "legislation": {Policy: "arm-when-at-war"}, "president": {Policy: "random"}}
	for seat, names := range map[string][]string{
		"congress":    slices.Sorted(maps.Keys(table.Congress)),
		"legislation": slices.Sorted(maps.Keys(table.Legislation)),
		"president":   slices.Sorted(maps.Keys(table.President)),
	} {
		for _, name := range names {
			t.Run(seat+"/"+name, func(t *testing.T) {
				choice := maps.Clone(seats)
				choice[seat] = Choice{Policy: name}
				for about, r := range conformingRules(t) {
					t.Run(about, func(t *testing.T) {
						conform(t, republic.New(r, func() republic.Seats {
							return seated(t, r, choice["congress"], choice["legislation"], choice["president"])
						}))
					})
				}
			})
		}
	}
}

func conform(t *testing.T, rules engine.Ruleset) {
	one, other := rules.NewPlayer(1), rules.NewPlayer(1)
	block := engine.NewBlock(rules.Schema())
	play := func(p engine.Player, first uint64, n int) {
		block.Begin(first, n)
		if err := p.Play(block); err != nil {
			t.Fatal(err)
		}
	}
	block.Keep = engine.Keep{Games: true, Wars: true}
	play(one, 0, games)
	rows := func() []engine.Rows { return []engine.Rows{copied(block.Games), copied(block.Wars)} }
	played := rows()
	play(other, 0, games)
	if !reflect.DeepEqual(played, rows()) {
		t.Error("the same games were played differently")
	}
	if allocs := testing.AllocsPerRun(1, func() { play(one, 0, 1000) }); allocs != 0 {
		t.Errorf("%v allocations in 1000 games", allocs)
	}
	for g := range uint64(20) {
		told, err := one.Tell(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := other.Tell(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(told, again) {
			t.Errorf("game %d was told differently", g)
		}
		if int32(told.Length) != played[0].Col[engine.GameTurns][g] {
			t.Errorf("game %d has %d turns when it is told, %d when it is played", g, told.Length, played[0].Col[engine.GameTurns][g])
		}
	}
}

func copied(r engine.Rows) engine.Rows {
	c := engine.Rows{N: r.N}
	for _, col := range r.Col {
		c.Col = append(c.Col, slices.Clone(col))
	}
	return c
}

// The random policies decide with exactly the odds that they were given: every
// path of a game is walked and weighed.
func TestRandomOdds(t *testing.T) {
	r := position(t, 2, 1)
	r.Randomizer = engine.Amount{}
	r.Crises[x].VictoryPoints.Plain = 5
	// One turn of war with 2 Cavalry, each of them deployed by the toss of a coin:
	// both (6 > 5) win at once with 1/4. Else the war may be surrendered in turn 2;
	// else both win it again with 1/4, and if one was there before, one is enough.
	choice := Choice{Policy: "random", Options: with("declare", "0.3", "peace", "0.125")}
	s := seated(t, r, choice, Choice{}, Choice{Policy: "random"})
	const declared, goes = 0.3, 0.875
	want := map[int32]float64{
		-1:                 1 - declared,
		republic.Victory:   declared * (1./4 + goes*(1./2*3/4+1./4*1/4)),
		republic.Surrender: declared * 3 / 4 * (1 - goes),
		republic.StillOn:   declared * goes * (1./2*1/4 + 1./4*3/4),
	}
	got := map[int32]float64{}
	tape := &engine.Tape{}
	err := republic.New(r, func() republic.Seats { return s }).NewPlayer(1).Walk(tape,
		func(_ *[engine.GameWidth]int32, wars [][]int32) bool {
			ending := int32(-1)
			if len(wars) > 0 {
				ending = wars[0][engine.WarEnding]
			}
			got[ending] += tape.Weight()
			return true
		})
	if err != nil {
		t.Fatal(err)
	}
	for ending, odds := range want {
		if diff := got[ending] - odds; diff < -1e-12 || diff > 1e-12 {
			t.Errorf("ending %d: odds %g, want %g", ending, got[ending], odds)
		}
	}
	if len(got) != len(want) {
		t.Errorf("endings %v, want %v", got, want)
	}
}

// BenchmarkPresident plays games of two wars with each President.
func BenchmarkPresident(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(Default().President)) {
		b.Run(name, func(b *testing.B) {
			r := conformingRules(b)["two wars, little money"]
			r.Treasury = 10_000
			s := seated(b, r, Choice{}, Choice{}, Choice{Policy: name})
			rules := republic.New(r, func() republic.Seats { return s })
			p, block := rules.NewPlayer(1), engine.NewBlock(rules.Schema())
			for b.Loop() {
				block.Begin(0, 1000)
				if err := p.Play(block); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/game")
		})
	}
}
