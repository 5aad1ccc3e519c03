package policies

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// given are options by Go values: an int, a decimal in a string, or rows.
type given struct {
	notes
	values map[string]any
	failed []string
}

func with(keysAndValues ...any) *given {
	g := &given{values: map[string]any{}}
	for i := 0; i < len(keysAndValues); i += 2 {
		g.values[keysAndValues[i].(string)] = keysAndValues[i+1]
	}
	return g
}

func (g *given) Int(key string, def, low, high int32, doc string) int32 {
	if v, ok := g.values[key]; ok {
		return int32(v.(int))
	}
	return g.notes.Int(key, def, low, high, doc)
}

func (g *given) Chance(key, def, doc string) *engine.Dist {
	if v, ok := g.values[key]; ok {
		def = v.(string)
	}
	return g.notes.Chance(key, def, doc)
}

func (g *given) Rows(key, doc string, shape ...Level) [][]int32 {
	g.notes.Rows(key, doc, shape...)
	rows, _ := g.values[key].([][]int32)
	return rows
}

func (g *given) Given(key string) bool { return g.values[key] != nil }

func (g *given) Fail(key, why string) { g.failed = append(g.failed, key+": "+why) }

// The things of the positions, by number.
const (
	x = iota
	y
	z
)

const (
	cavalry = iota
	infantry
	navy
)

// position is a Republic with two Cavalry (3 battle points, price 12, support 2)
// and no Infantry (2, 8, 1) or Navy (4, 20, 3); approval 60, treasury 100 without
// income, a fourth of prices comes back as tax. The randomizer gives -20 to +20,
// so that a tape can hold any draw. Crises x, y, z come in turn 1, as many as
// asked for, with V 100 and no penalty. Nothing ends a game before its last turn.
func position(t testing.TB, turns int32, crises int) *republic.Rules {
	r := republic.Defaults()
	r.Turns = turns
	r.Approval = republic.Gauge{Start: 60, Min: 0, Max: 100}
	r.Treasury, r.TaxNum, r.TaxDen = 100, 1, 4
	r.Units = []republic.Unit{
		{Name: "cavalry", Kind: republic.Cavalry, BattlePoints: 3, Purchase: 12, Support: 2, Start: 2},
		{Name: "infantry", Kind: republic.Infantry, BattlePoints: 2, Purchase: 8, Support: 1},
		{Name: "navy", Kind: republic.Navy, BattlePoints: 4, Purchase: 20, Support: 3},
	}
	for _, name := range []string{"x", "y", "z"}[:crises] {
		r.Crises = append(r.Crises, republic.Crisis{Name: name, At: 1, VictoryPoints: engine.Amount{Plain: 100}})
	}
	r.Randomizer = dice(t, "1d41-21")
	r.Outcomes = []string{engine.Unresolved}
	return &r
}

func dice(t testing.TB, text string) engine.Amount {
	t.Helper()
	a, err := engine.ParseDice(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func chance(t testing.TB, decimal string) *engine.Dist {
	t.Helper()
	d, err := ParseChance(decimal)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A Choice is the policy that a test puts in a seat, with its options; nil Options give none.
type Choice struct {
	Policy  string
	Options Options
}

// seated makes the seats; a seat that is not chosen is always-war, none, all-in.
func seated(t testing.TB, r *republic.Rules, congress, legislation, president Choice) republic.Seats {
	t.Helper()
	table := Default()
	s := republic.Seats{
		Congress:    decider(t, table.Congress, r, &congress, "always-war"),
		Legislation: decider(t, table.Legislation, r, &legislation, "none"),
		President:   decider(t, table.President, r, &president, "all-in"),
	}
	s.Names = [...]string{republic.SeatCongress: congress.Policy, republic.SeatLegislation: legislation.Policy, republic.SeatPresident: president.Policy}
	for _, c := range []Choice{congress, legislation, president} {
		if g, ok := c.Options.(*given); ok && g.failed != nil {
			t.Fatalf("policy %s refuses its options: %q", c.Policy, g.failed)
		}
	}
	return s
}

// decider makes the policy that is chosen for a seat, or else the usual one.
func decider[P any](t testing.TB, table map[string]func(*republic.Rules, Options) (P, error), r *republic.Rules, c *Choice, usual string) P {
	t.Helper()
	c.Policy = cmp.Or(c.Policy, usual)
	if c.Options == nil {
		c.Options = &notes{}
	}
	p, err := table[c.Policy](r, c.Options)
	if err != nil {
		t.Fatalf("policy %s: %v", c.Policy, err)
	}
	return p
}

// tell plays a game with the draws in the order of asking.
func tell(r *republic.Rules, s republic.Seats, draws []int32) (*engine.Chronicle, error) {
	p := republic.New(r, func() republic.Seats { return s }).NewPlayer(1)
	return p.Tell(0, engine.Given(draws))
}

// spell lists the events of some kinds, "3 deployment crisis=x cavalry=2 points=6".
// Nothing is listed of a deployment without units.
func spell(c *engine.Chronicle, kinds string) []string {
	var all []string
	for _, e := range c.Events {
		if !strings.Contains(" "+kinds+" ", " "+e.Kind+" ") || e.Kind == "deployment" && len(e.Fields) == 2 {
			continue
		}
		s := fmt.Sprintf("%d %s", e.Turn, e.Kind)
		for _, f := range e.Fields {
			switch f.Name {
			case "crisis", "unit":
				s += fmt.Sprint(" ", f.Value)
			case "cavalry", "infantry", "navy", "scout":
				s += fmt.Sprint(" ", f.Name, "=", f.Value)
			}
		}
		all = append(all, s)
	}
	return all
}
