package policies

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// What a policy says that it reads is left out of no position. So exact odds are
// what they are when nothing is left out at all, which is so for a policy that
// does not say.
func TestPoliciesReadWhatTheySay(t *testing.T) {
	options := map[string]*given{
		"accountant":      with("turns_ahead", 5),
		"arm-when-at-war": with("reserve", 3),
		"cut-losses":      with("total_below", 4, "from_turn", 2, "max_turns", 3),
		"just-enough":     with("risk", "0.2"),
		"pollster":        with("declare_above", 50, "peace_below", 62),
		"shopping-list":   with("list", [][]int32{{infantry}, {cavalry}, {infantry}}),
	}
	scripts := [len(republic.SeatNames)]*given{
		republic.SeatCongress:    with("declare", [][]int32{{y, 1}}),
		republic.SeatLegislation: with("buy", [][]int32{{1, infantry}, {2, infantry}}),
		republic.SeatPresident:   with("deploy", [][]int32{{1}}),
	}
	choose := func(seat int, policy string) Choice {
		c := Choice{Policy: policy}
		if o := options[policy]; o != nil {
			c.Options = o
		}
		if policy == "script" {
			c.Options = scripts[seat]
		}
		return c
	}
	table := Default()
	for seat, policies := range [][]string{
		republic.SeatCongress:    slices.Sorted(maps.Keys(table.Congress)),
		republic.SeatLegislation: slices.Sorted(maps.Keys(table.Legislation)),
		republic.SeatPresident:   slices.Sorted(maps.Keys(table.President)),
	} {
		for _, policy := range policies {
			var chosen [len(republic.SeatNames)]Choice
			chosen[seat] = choose(seat, policy)
			for _, income := range []int32{15, 40} {
				r := hardPressed(t, income)
				s := seated(t, r, chosen[0], chosen[1], chosen[2])
				for i, p := range [...]any{s.Congress, s.Legislation, s.President} {
					if _, ok := p.(republic.Reader); !ok && p != nil {
						t.Errorf("policy %s of seat %s does not say what it reads", chosen[i].Policy, republic.SeatNames[i])
					}
				}
				silent := s
				silent.Congress = struct{ republic.Congress }{s.Congress}
				some, all := oddsOf(t, r, s), oddsOf(t, r, silent)
				if some.States > all.States {
					t.Errorf("%s %s: %d states, %d when nothing is left out", republic.SeatNames[seat], policy, some.States, all.States)
				}
				for o := range some.Outcomes {
					a, _ := some.Odds(o)
					b, _ := all.Odds(o)
					if math.Abs(a-b) > 1e-12 {
						t.Errorf("%s %s: outcome %d has odds %v, %v when nothing is left out", republic.SeatNames[seat], policy, o, a, b)
					}
				}
			}
		}
	}
}

// hardPressed are two wars for a Republic with little of anything but, perhaps,
// income: with 40 every turn brings what it takes.
func hardPressed(t *testing.T, income int32) *republic.Rules {
	r := position(t, 5, 2)
	r.Treasury, r.Income = 14, income
	r.Randomizer = dice(t, "2d3-4")
	r.Crises[x].VictoryPoints, r.Crises[y].VictoryPoints, r.Crises[y].At = engine.Amount{Plain: 20}, dice(t, "1d3+4"), 2
	r.Crises[x].Penalty, r.Crises[y].Spoils = republic.Effect{Approval: -5, Treasury: -7}, republic.Spoils{Effect: republic.Effect{Income: 6}}
	r.Outcomes = []string{"both", "neither", engine.Unresolved}
	for o, as := range [][]republic.Standing{{republic.Won}, {republic.Defeated, republic.Surrendered, republic.Declined}} {
		r.Victory = append(r.Victory, republic.Condition{Outcome: int32(o), When: republic.Expression{
			Reads: republic.ReadsCrisis(x) | republic.ReadsCrisis(y),
			Holds: func(v *republic.View) (bool, error) {
				return slices.Contains(as, v.Standing(x)) && slices.Contains(as, v.Standing(y)), nil
			},
		}})
	}
	return r
}

func oddsOf(t *testing.T, r *republic.Rules, s republic.Seats) *engine.Exact {
	t.Helper()
	rules := republic.New(r, func() republic.Seats { return s })
	x, ok, err := engine.Solve(rules, make([]bool, len(rules.Schema().Games)), engine.Budget{States: 1 << 20, Runs: 1 << 22}, nil)
	if !ok || err != nil || x.Crowd != nil {
		t.Fatalf("%v: %t, %v, %+v", s.Names, ok, err, x)
	}
	return x
}
