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

// A force that need not be ahead is a force still.
func TestBoldBelowZero(t *testing.T) {
	r := archidamian(t, true)
	for _, name := range []string{"mix", "planner", "raider"} {
		play(t, r, [4]string{name, name, name, name}, 500, defaults{"bold": -20})
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

// mirror is a war of two city-states with equal positions and one policy: East, which
// plays first, and West.
func mirror(t *testing.T) engine.Ruleset {
	t.Helper()
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
	return rules.New(r, seats(t, r, [4]string{"raider", "raider"}, defaults{}))
}

// Two city-states with equal positions and one policy have equal odds, but for the
// order of play.
func TestMirror(t *testing.T) {
	const games = 60_000
	rs := mirror(t)
	b := engine.NewBlock(rs.Schema())
	b.Begin(0, games)
	if err := rs.NewPlayer(1).Play(b); err != nil {
		t.Fatal(err)
	}
	b.Next()
	var wins [2]float64
	for outcome := range wins {
		for _, n := range b.Tally.Outcomes[outcome] {
			wins[outcome] += float64(n)
		}
	}
	east, west := wins[0]/games, wins[1]/games
	if math.Abs(west-east-orderOfPlay) > 4*math.Sqrt((east+west)/games) {
		t.Errorf("mirror images differ by %.4f, not by %v: East %.4f, West %.4f", west-east, orderOfPlay, east, west)
	}
}

// orderOfPlay is the advantage of playing second here, as measured over 60,000
// games. TestMirrorBattles shows where it comes from: East is the first to attack at
// even strength, and there a tie of the dice goes to the defender.
const orderOfPlay = 0.034

// With as much more strength, East and West win as often, which is as often as two
// dice say. But it is East that attacks first in every game, and more often at even
// strength, where the attacker wins 15 of 36 rolls: that is all of its disadvantage.
func TestMirrorBattles(t *testing.T) {
	type fought struct{ battles, won float64 }
	by := map[string]map[int32]*fought{"East": {}, "West": {}}
	player := mirror(t).NewPlayer(1)
	for g := range uint64(4000) {
		told, err := player.Tell(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		first := true
		for _, e := range told.Events {
			if e.Kind != "battle" {
				continue
			}
			field := func(name string) any {
				return e.Fields[slices.IndexFunc(e.Fields, func(f engine.Field) bool { return f.Name == name })].Value
			}
			attacker, more := field("attacker").(string), field("attack").(int32)-field("defence").(int32)
			if first && (attacker != "East" || more != 0) {
				t.Fatalf("game %d: %s attacks first, %+d ahead", g, attacker, more)
			}
			first = false
			x := by[attacker][more]
			if x == nil {
				x = &fought{}
				by[attacker][more] = x
			}
			if x.battles++; field("wins").(bool) {
				x.won++
			}
		}
	}
	for more, of36 := range map[int32]float64{-2: 6, 0: 15, 2: 26, 4: 33} { // of the 36 rolls of two dice
		for attacker, x := range by {
			p := of36 / 36
			if got := x[more]; math.Abs(got.won/got.battles-p) > 4*math.Sqrt(p*(1-p)/got.battles) {
				t.Errorf("%s, %+d ahead, wins %v of %v battles, not %.3f of them", attacker, more, got.won, got.battles, p)
			}
		}
	}
	if east, west := by["East"][0].battles, by["West"][0].battles; east < 1.3*west {
		t.Errorf("East attacks %v times at even strength, West %v times", east, west)
	}
}

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
