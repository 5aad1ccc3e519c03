package hellas_test

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	rules "github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/ask"
	"github.com/polemos-sim/polemos/policies/hellas"
)

// defaults answers every question of a policy with its default, or as set.
type defaults map[string]int32

func (defaults) About(string) {}
func (d defaults) Int(key string, def, _, _ int32, _ string) int32 {
	if v, ok := d[key]; ok {
		return v
	}
	return def
}
func (defaults) Chance(_, def, _ string) *engine.Dist {
	d, err := engine.ParseDice("1")
	if chance, bad := policies.ParseChance(def); bad == nil {
		return chance
	}
	if err != nil {
		panic(err)
	}
	return d.Dice
}
func (defaults) Rows(string, string, ...ask.Level) [][]int32 { return nil }
func (d defaults) Given(key string) bool                     { _, ok := d[key]; return ok }
func (defaults) Fail(key, why string)                        { panic(key + ": " + why) }

// archidamian is 431 BC; with ending, a surrender of Athens or Sparta ends it.
func archidamian(t testing.TB, ending bool) *rules.Rules {
	t.Helper()
	p := &rules.Position{Campaign: rules.DefaultCampaign()}
	data, err := os.ReadFile("../../engine/hellas/testdata/431bc.json")
	if err == nil {
		err = json.Unmarshal(data, p)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.Turn, p.Turns = 1, 10
	when := func(outcome string, economic bool, reads uint64, holds func(*rules.View) bool) {
		i := slices.Index(p.Outcomes, outcome)
		if i < 0 {
			i = len(p.Outcomes)
			p.Outcomes = append(p.Outcomes, outcome)
		}
		p.Victory = append(p.Victory, rules.Condition{Outcome: int32(i), Economic: economic, When: rules.Expression{Reads: reads, Holds: func(v *rules.View) (bool, error) { return holds(v), nil }}})
	}
	if ending {
		when("athens", false, rules.ReadsSurrender, func(v *rules.View) bool { return v.Surrendered(2) })
		when("sparta", false, rules.ReadsSurrender, func(v *rules.View) bool { return v.Surrendered(0) })
	}
	for m, name := range []string{"limit_athens", "limit_corinth", "limit_sparta", "limit_thebes"} {
		when(name, true, rules.ReadsTurn, func(v *rules.View) bool { return v.Turn() == 10 && v.Highest(rules.City(m)) })
	}
	when("limit_tie", true, rules.ReadsTurn, func(v *rules.View) bool { return v.Turn() == 10 })
	r, problems := p.Rules()
	for _, x := range problems {
		t.Error(x)
	}
	return r
}

func seats(t testing.TB, r *rules.Rules, names [4]string, options defaults) func() rules.Seats {
	return func() (s rules.Seats) {
		for m, name := range names[:r.NMajors] {
			seat, err := hellas.Table()[name](r, options)
			if err != nil {
				t.Fatal(err)
			}
			s.Majors[m], s.Names[m] = seat, name
		}
		return s
	}
}

// play gives the shares of outcomes and the tally.
func play(t testing.TB, r *rules.Rules, names [4]string, games int, options defaults) (map[string]float64, *engine.Tally) {
	t.Helper()
	rs := rules.New(r, seats(t, r, names, options))
	b := engine.NewBlock(rs.Schema())
	b.Begin(0, games)
	if err := rs.NewPlayer(1).Play(b); err != nil {
		t.Fatal(err)
	}
	share := map[string]float64{}
	for o, lengths := range b.Tally.Outcomes {
		for _, n := range lengths {
			share[r.Outcomes[o]] += float64(n) / float64(games)
		}
	}
	return share, b.Tally
}

// Every policy plays whole wars by the rules, against itself and against random,
// and allocates nothing.
func TestEveryPolicyPlays(t *testing.T) {
	r := archidamian(t, false)
	for _, name := range slices.Sorted(maps.Keys(hellas.Table())) {
		for _, names := range [][4]string{{name, name, name, name}, {name, "random", name, "random"}, {"random", name, "random", name}} {
			play(t, r, names, 150, defaults{})
		}
		rs := rules.New(r, seats(t, r, [4]string{name, name, name, name}, defaults{}))
		p, b := rs.NewPlayer(1), engine.NewBlock(rs.Schema())
		games := func() {
			b.Begin(0, 100)
			if err := p.Play(b); err != nil {
				t.Fatal(err)
			}
			b.Next() // tallies them
		}
		games()
		if n := testing.AllocsPerRun(2, games); n != 0 {
			t.Errorf("%s: %v allocations in 100 games", name, n)
		}
	}
}

// A policy that plans beats chance in at least 65 % of the games that are
// decided, as Athens and as Sparta.
func TestPlanningBeatsChance(t *testing.T) {
	r := archidamian(t, true)
	for seat, names := range map[string][4]string{
		"athens": {"planner", "random", "random", "random"},
		"sparta": {"random", "planner", "planner", "planner"},
	} {
		share, _ := play(t, r, names, 1500, defaults{})
		won, lost := share[seat]+share["limit_"+seat], share["athens"]+share["limit_athens"]+share["sparta"]+share["limit_sparta"]
		if won < 0.65*lost || lost < 0.05 {
			t.Errorf("%s wins %.3f of %.3f: %v", seat, won, lost, share)
		}
	}
}

// Two city-states with equal positions and one policy have equal odds, but for the
// order of play.
func TestMirror(t *testing.T) {
	const games = 60_000
	p := &rules.Position{
		Turn: 1, Turns: 8, Campaign: rules.DefaultCampaign(), Outcomes: []string{"east", "west"},
		Majors: map[string]rules.MajorPosition{
			"East": {Home: "East", HomeArea: "Eastland", Status: "dominant", Bellicosity: 8, Treasury: 1000},
			"West": {Home: "West", HomeArea: "Westland", Status: "dominant", Bellicosity: 8, Treasury: 1000},
		},
		Relations: map[string]string{"East|West": "unfriendly"},
		Areas:     map[string][]string{"Eastland": {"East", "Eastfield"}, "Westland": {"West", "Westfield"}},
		Links:     [][2]string{{"Eastland", "Westland"}},
		Spaces: map[string]rules.SpacePosition{
			"East": {Controller: "East", ControllerAtStart: "East", SPs: map[string]map[string]int32{"East": {"H": 5}}}, "Eastfield": {Controller: "East", ControllerAtStart: "East"},
			"West": {Controller: "West", ControllerAtStart: "West", SPs: map[string]map[string]int32{"West": {"H": 5}}}, "Westfield": {Controller: "West", ControllerAtStart: "West"},
		},
	}
	p.Campaign.Keep = 0
	for i := range p.Outcomes {
		loser := rules.City(1 - i)
		p.Victory = append(p.Victory, rules.Condition{Outcome: int32(i), When: rules.Expression{Reads: rules.ReadsSurrender, Holds: func(v *rules.View) (bool, error) { return v.Surrendered(loser), nil }}})
	}
	r, problems := p.Rules()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	rs := rules.New(r, seats(t, r, [4]string{"raider", "raider"}, defaults{}))
	b := engine.NewBlock(rs.Schema())
	b.Keep.Games = true
	b.Begin(0, games)
	if err := rs.NewPlayer(1).Play(b); err != nil {
		t.Fatal(err)
	}
	b.Next()
	column := func(name string) []int32 {
		return b.Games.Col[slices.IndexFunc(rs.Schema().GameColumns(), func(c engine.Column) bool { return c.Name == name })]
	}
	var wins [2]float64
	for _, outcome := range column("outcome") {
		if outcome < 2 {
			wins[outcome]++
		}
	}
	east, west := wins[0]/games, wins[1]/games
	t.Logf("East, which plays first, wins %.4f, West %.4f", east, west)
	if math.Abs(west-east-orderOfPlay) > 4*math.Sqrt((east+west)/games) {
		t.Errorf("mirror images differ by %.4f, not by %v", west-east, orderOfPlay)
	}
}

// orderOfPlay is the advantage of playing second here, as measured over 60,000
// games: East attacks first, at even strength, where a tie goes to the defender.
const orderOfPlay = 0.034

func BenchmarkMix(b *testing.B) {
	r := archidamian(b, true)
	names := [4]string{"mix", "mix", "mix", "mix"}
	rs := rules.New(r, seats(b, r, names, defaults{}))
	p := rs.NewPlayer(1)
	block := engine.NewBlock(rs.Schema())
	b.ReportAllocs()
	for n := 0; n < b.N; n += block.N {
		block.Begin(uint64(n), min(4096, b.N-n))
		if err := p.Play(block); err != nil {
			b.Fatal(err)
		}
	}
}
