package policies

import (
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// A decision is a position in which a policy has one right answer.
type decision struct {
	name   string
	turns  int32
	crises int
	change func(*republic.Rules)

	congress, legislation, president Choice

	draws []int32
	want  []string // the events of the kinds that the seat decides, by spell
}

const (
	votes     = "declared declined surrender"
	purchases = "purchase"
	fronts    = "deployment"
)

func check(t *testing.T, kinds string, decisions []decision) {
	for _, d := range decisions {
		t.Run(d.name, func(t *testing.T) {
			r := position(t, d.turns, d.crises)
			if d.change != nil {
				d.change(r)
			}
			c, err := tell(r, seated(t, r, d.congress, d.legislation, d.president), d.draws)
			if err != nil {
				t.Fatal(err)
			}
			if got := spell(c, kinds); !slices.Equal(got, d.want) {
				t.Errorf("got  %q\nwant %q", got, d.want)
			}
		})
	}
}

func TestCongress(t *testing.T) {
	pollster := func(kv ...any) Choice { return Choice{"pollster", with(kv...)} }
	accountant := func(kv ...any) Choice { return Choice{"accountant", with(kv...)} }
	cutLosses := func(kv ...any) Choice { return Choice{"cut-losses", with(kv...)} }
	// Nobody fights, so that the draws alone are the running total.
	idle := Choice{"script", nil}
	check(t, votes, []decision{
		{
			name: "always-war", turns: 3, crises: 2, draws: make([]int32, 6),
			congress: Choice{"always-war", nil}, want: []string{"1 declared x", "1 declared y"},
		}, {
			name: "never-war", turns: 3, crises: 2,
			congress: Choice{"never-war", nil}, want: []string{"1 declined x", "1 declined y"},
		}, {
			name: "pollster by default is for war and against peace", turns: 9, crises: 1, draws: make([]int32, 9),
			change: func(r *republic.Rules) {
				r.Approval = republic.Gauge{Start: -900_000_000, Min: -1_000_000_000, Max: 0}
			},
			congress: pollster(), want: []string{"1 declared x"},
		}, {
			name: "pollster declares at 60 if it must be at least 60", turns: 1, crises: 1, draws: []int32{0},
			congress: pollster("declare_above", 60), want: []string{"1 declared x"},
		}, {
			name: "pollster declines at 60 if it must be at least 61", turns: 1, crises: 1,
			congress: pollster("declare_above", 61), want: []string{"1 declined x"},
		}, {
			// 60 + 12 = 72 in turns 1 and 2; weariness: 68 in turn 3, 64 in turn 4.
			name: "pollster makes peace below 68, not at 68", turns: 4, crises: 1, draws: make([]int32, 3),
			congress: pollster("peace_below", 68), want: []string{"1 declared x", "4 surrender x"},
		}, {
			// 84 after two boosts; 76, 68 and in turn 5 60 after weariness. 60 < 61: x
			// is surrendered, which brings +30 here, so y goes on at 90.
			name: "pollster hears the answer about the war before", turns: 5, crises: 2, draws: make([]int32, 9),
			change:   func(r *republic.Rules) { r.Effects.Defeat = republic.Effect{Approval: 30} },
			congress: pollster("peace_below", 61), want: []string{"1 declared x", "1 declared y", "5 surrender x"},
		}, {
			// Two Cavalry cost 2*2*3 = 12 at war: two turns ahead are 24.
			name: "accountant declares with 24", turns: 1, crises: 1, draws: []int32{0},
			change:   func(r *republic.Rules) { r.Treasury = 24 },
			congress: accountant(), want: []string{"1 declared x"},
		}, {
			name: "accountant declines with 23", turns: 1, crises: 1,
			change:   func(r *republic.Rules) { r.Treasury = 23 },
			congress: accountant(), want: []string{"1 declined x"},
		}, {
			// Units that cannot be used cost 2*2 = 4 as in peace: 3 turns are 12.
			name: "accountant knows the restrictions", turns: 1, crises: 2,
			change: func(r *republic.Rules) {
				r.Treasury = 12
				r.Crises[y].Exclude[republic.Cavalry] = true
			},
			draws:    []int32{0},
			congress: accountant("turns_ahead", 3), want: []string{"1 declined x", "1 declared y"},
		}, {
			// 36 - 12 = 24 in turn 2 is enough, 12 in turn 3 is not. The war that is on
			// is in the 12, not to be multiplied again.
			name: "accountant makes peace when the money goes", turns: 3, crises: 1, draws: []int32{0, 0},
			change: func(r *republic.Rules) {
				r.Treasury = 36
				r.Readings.CostsPerWar = true
			},
			congress: accountant(), want: []string{"1 declared x", "3 surrender x"},
		}, {
			// A second war that allows the kind costs nothing more ...
			name: "accountant, war costs once", turns: 1, crises: 2, draws: []int32{0, 0},
			change:   func(r *republic.Rules) { r.Treasury = 24 },
			congress: accountant(), want: []string{"1 declared x", "1 declared y"},
		}, {
			// ... unless they multiply: 2*2*9 = 36, two turns are 72.
			name: "accountant, war costs per war", turns: 1, crises: 2, draws: []int32{0},
			change: func(r *republic.Rules) {
				r.Treasury = 71
				r.Readings.CostsPerWar = true
			},
			congress: accountant(), want: []string{"1 declared x", "1 declined y"},
		}, {
			name: "cut-losses by default goes on", turns: 9, crises: 1, draws: make([]int32, 9), president: idle,
			congress: cutLosses(), want: []string{"1 declared x"},
		}, {
			// The total is 4 all the time.
			name: "cut-losses looks at the total from a turn on", turns: 3, crises: 1, draws: []int32{4, 0}, president: idle,
			congress: cutLosses("total_below", 5, "from_turn", 3), want: []string{"1 declared x", "3 surrender x"},
		}, {
			name: "cut-losses bears a total of just as much", turns: 3, crises: 1, draws: []int32{4, 1, 0}, president: idle,
			congress: cutLosses("total_below", 5, "from_turn", 3), want: []string{"1 declared x"},
		}, {
			// y is a war from turn 2, so its own third turn is turn 4.
			name: "cut-losses counts the war's own turns", turns: 4, crises: 2, draws: []int32{9, 0, 0, 0, 0, 0}, president: idle,
			change:   func(r *republic.Rules) { r.Crises[y].At = 2 },
			congress: cutLosses("total_below", 1, "from_turn", 3), want: []string{"1 declared x", "2 declared y", "4 surrender y"},
		}, {
			name: "cut-losses ends what was fought for two turns", turns: 4, crises: 1, draws: []int32{9, 0}, president: idle,
			congress: cutLosses("max_turns", 2), want: []string{"1 declared x", "3 surrender x"},
		}, {
			// Draws: declare x? declare y? battle of x; turn 2: peace over x? battle; turn 3: peace.
			name: "random asks for each answer", turns: 3, crises: 2, draws: []int32{1, 0, 5, 0, 5, 1},
			congress: Choice{"random", nil}, want: []string{"1 declared x", "1 declined y", "3 surrender x"},
		}, {
			name: "script declares what is not listed", turns: 3, crises: 3, draws: make([]int32, 6),
			congress: Choice{"script", with("declare", [][]int32{{y, 0}, {z, 1}})},
			want:     []string{"1 declared x", "1 declined y", "1 declared z"},
		}, {
			name: "script makes the peace that is listed", turns: 4, crises: 2, draws: make([]int32, 4),
			congress: Choice{"script", with("peace", [][]int32{{4, x}, {2, y}, {3}})},
			want:     []string{"1 declared x", "1 declared y", "2 surrender y", "4 surrender x"},
		},
	})
}

func TestLegislation(t *testing.T) {
	shoppingList := func(units ...int32) Choice {
		var rows [][]int32
		for _, u := range units {
			rows = append(rows, []int32{u})
		}
		return Choice{"shopping-list", with("list", rows)}
	}
	arm := func(kv ...any) Choice { return Choice{"arm-when-at-war", with(kv...)} }
	// No support to pay: what is left is easy to follow.
	free := func(r *republic.Rules) {
		for u := range r.Units {
			r.Units[u].Support = 0
		}
	}
	check(t, purchases, []decision{
		{
			name: "none", turns: 3, crises: 0,
			legislation: Choice{"none", nil},
		}, {
			name: "shopping-list by default is empty", turns: 3, crises: 0,
			legislation: Choice{"shopping-list", nil},
		}, {
			// 10 a turn: turn 1 could pay Infantry (8), but Navy (20) is next. Turn 2:
			// 20 - 20 + 5 = 5. Turn 3: 15 buys the Infantry.
			name: "the head of the shopping-list waits", turns: 4, crises: 0,
			change: func(r *republic.Rules) {
				free(r)
				r.Treasury, r.Income = 0, 10
			},
			legislation: shoppingList(navy, infantry), want: []string{"2 purchase navy", "3 purchase infantry"},
		}, {
			name: "shopping-list buys several in a turn, in peace, too", turns: 3, crises: 0, change: free,
			legislation: shoppingList(infantry, cavalry, infantry),
			want:        []string{"1 purchase infantry", "1 purchase cavalry", "1 purchase infantry"},
		}, {
			name: "arm-when-at-war in peace", turns: 3, crises: 0, change: free,
			legislation: arm(),
		}, {
			// Cavalry 3/12 and Infantry 2/8 are as good, Navy 4/20 is worse. 100, 91,
			// 82 leave at least 70 when 12 are paid; 73 would not.
			name: "arm-when-at-war keeps a reserve", turns: 1, crises: 1, change: free, draws: []int32{0},
			legislation: arm("reserve", 70), want: []string{"1 purchase cavalry", "1 purchase cavalry", "1 purchase cavalry"},
		}, {
			// 3/13 < 2/8: Infantry is better by a little. 20 - 8 + 2, - 8 + 2, - 8 + 2 = 2.
			name: "arm-when-at-war compares exactly", turns: 1, crises: 1, draws: []int32{0},
			change: func(r *republic.Rules) {
				free(r)
				r.Treasury, r.Units[cavalry].Purchase = 20, 13
			},
			legislation: arm(), want: []string{"1 purchase infantry", "1 purchase infantry", "1 purchase infantry"},
		}, {
			// Only y allows the Navy and x nothing. The war begins in turn 2.
			name: "arm-when-at-war buys what a war allows", turns: 2, crises: 2, draws: []int32{0, 0, 0},
			change: func(r *republic.Rules) {
				free(r)
				r.Crises[x].Exclude = [...]bool{true, true, true}
				r.Crises[y].Exclude = [...]bool{republic.Cavalry: true, republic.Infantry: true, republic.Navy: false}
				r.Crises[y].At = 2
			},
			legislation: arm("reserve", 60), want: []string{"2 purchase navy", "2 purchase navy"},
		}, {
			// Cavalry is best: it waits for 12 though 8 would pay for Infantry.
			name: "arm-when-at-war waits for the best", turns: 1, crises: 1, draws: []int32{0},
			change: func(r *republic.Rules) {
				free(r)
				r.Treasury = 11
			},
			legislation: arm(),
		}, {
			// 100 - 8 = 92 is kept once; 94 - 8 is not.
			name: "arm-when-at-war passes over what cannot be counted", turns: 1, crises: 1, draws: []int32{0},
			change: func(r *republic.Rules) {
				free(r)
				r.Units[cavalry].Start = republic.UnitMost
			},
			legislation: arm("reserve", 92), want: []string{"1 purchase infantry"},
		}, {
			name: "arm-when-at-war passes over what is not for sale or no use", turns: 1, crises: 1, draws: []int32{0},
			change: func(r *republic.Rules) {
				free(r)
				r.Treasury = 20
				r.Units[cavalry].Purchase, r.Units[infantry].BattlePoints = 0, 0
			},
			legislation: arm(), want: []string{"1 purchase navy"},
		}, {
			name: "script buys what is listed for the turn and no more", turns: 4, crises: 0, change: free,
			legislation: Choice{"script", with("buy", [][]int32{{3, navy}, {1, infantry}, {1, cavalry}, {4}})},
			want:        []string{"1 purchase infantry", "1 purchase cavalry", "3 purchase navy"},
		},
	})
}

func TestPresident(t *testing.T) {
	units := func(cavalries, infantries, navies int32) func(*republic.Rules) {
		return func(r *republic.Rules) {
			r.Treasury = 10_000
			r.Units[cavalry].Start, r.Units[infantry].Start, r.Units[navy].Start = cavalries, infantries, navies
		}
	}
	and := func(changes ...func(*republic.Rules)) func(*republic.Rules) {
		return func(r *republic.Rules) {
			for _, c := range changes {
				c(r)
			}
		}
	}
	inland := func(crisis int) func(*republic.Rules) {
		return func(r *republic.Rules) { r.Crises[crisis].Exclude[republic.Navy] = true }
	}
	// The scout is as strong as Infantry and later in the file.
	scout := func(r *republic.Rules) {
		r.Units = append(r.Units, republic.Unit{Name: "scout", Kind: republic.Cavalry, BattlePoints: 2, Start: 1})
	}
	reserve := func(kv ...any) Choice { return Choice{"reserve", with(kv...)} }
	justEnough := func(risk string) Choice { return Choice{"just-enough", with("risk", risk)} }
	d10 := func(r *republic.Rules) { r.Randomizer = dice(t, "1d10-6") } // -5 to 4
	script := func(rows ...[]int32) Choice { return Choice{"script", with("deploy", rows)} }
	check(t, fronts, []decision{
		{
			name: "all-in", turns: 2, crises: 2, change: and(units(2, 1, 3), inland(x)), draws: make([]int32, 4),
			president: Choice{"all-in", nil},
			want: []string{
				"1 deployment x cavalry=2 infantry=1", "1 deployment y navy=3",
				"2 deployment x cavalry=2 infantry=1", "2 deployment y navy=3",
			},
		}, {
			name: "all-in where a kind has no war", turns: 1, crises: 1, change: and(units(2, 0, 3), inland(x)), draws: []int32{0},
			president: Choice{"all-in", nil}, want: []string{"1 deployment x cavalry=2"},
		}, {
			// 5 = 3*1 + 2. Navy: y and z only, 3 = 2*1 + 1. 2 Infantry are less than 3 wars.
			name: "even-split", turns: 1, crises: 3, change: and(units(5, 2, 3), inland(x)), draws: make([]int32, 3),
			president: Choice{"even-split", nil},
			want: []string{
				"1 deployment x cavalry=3 infantry=2",
				"1 deployment y cavalry=1 navy=2",
				"1 deployment z cavalry=1 navy=1",
			},
		}, {
			name: "reserve by default holds one unit back", turns: 1, crises: 1, change: and(units(2, 2, 1), scout), draws: []int32{0},
			president: reserve(), want: []string{"1 deployment x cavalry=2 infantry=2 navy=1"},
		}, {
			name: "reserve holds the later of the weakest first", turns: 1, crises: 1, change: and(units(2, 2, 1), scout), draws: []int32{0},
			president: reserve("units", 2), want: []string{"1 deployment x cavalry=2 infantry=1 navy=1"},
		}, {
			// The Navy would be the weakest, but x does not allow it.
			name: "reserve does not count what cannot be deployed", turns: 1, crises: 1, draws: []int32{0},
			change:    and(units(2, 2, 3), inland(x), func(r *republic.Rules) { r.Units[navy].BattlePoints = 1 }),
			president: reserve("units", 3), want: []string{"1 deployment x cavalry=1"},
		}, {
			name: "reserve larger than the army", turns: 1, crises: 1, draws: []int32{0},
			president: reserve("units", 9),
		}, {
			name: "reserve sends the rest where all-in does", turns: 1, crises: 2, change: and(units(2, 1, 2), inland(x)), draws: []int32{0, 0},
			president: reserve("units", 1), want: []string{"1 deployment x cavalry=2", "1 deployment y navy=2"},
		}, {
			// Odds of a total below 0 from 4 points: 1/10 (a -5), which is not under
			// 0.1; from 5: none. Two Cavalry (6). Then 6 - 5 = 1 and 4 are missing.
			name: "just-enough is strictly under the risk", turns: 3, crises: 1, change: and(units(3, 3, 0), d10), draws: []int32{-5, 4, 0},
			president: justEnough("0.1"), want: []string{"1 deployment x cavalry=2", "2 deployment x cavalry=2"},
		}, {
			// Under 0.2: 4 points do. Navy (4) is the strongest; with Cavalry alone it is 2.
			name: "just-enough takes the strongest first", turns: 1, crises: 1, change: and(units(3, 3, 1), d10), draws: []int32{0},
			president: justEnough("0.2"), want: []string{"1 deployment x navy=1"},
		}, {
			// One Cavalry leaves 1 point missing: one Infantry.
			name: "just-enough fills up with the next", turns: 1, crises: 1, change: and(units(1, 3, 1), d10, inland(x)), draws: []int32{0},
			president: justEnough("0.2"), want: []string{"1 deployment x cavalry=1 infantry=1"},
		}, {
			name: "just-enough: of equals the first in the file", turns: 1, crises: 1, change: and(units(0, 3, 0), scout, d10), draws: []int32{0},
			president: justEnough("0.2"), want: []string{"1 deployment x infantry=2"},
		}, {
			// x takes 2 Cavalry for its 5 points; y gets what is left, too little.
			name: "just-enough serves the oldest war first", turns: 1, crises: 2, change: and(units(3, 0, 0), d10), draws: []int32{0, 0},
			president: justEnough("0"), want: []string{"1 deployment x cavalry=2", "1 deployment y cavalry=1"},
		}, {
			// Draws: 3 Cavalry to x, y, station; Navy to y (the only one for it), then the battles.
			name: "random asks for each unit", turns: 1, crises: 2, change: and(units(3, 0, 1), inland(x)), draws: []int32{0, 1, 2, 0, 0, 0},
			president: Choice{"random", nil}, want: []string{"1 deployment x cavalry=1", "1 deployment y cavalry=1 navy=1"},
		}, {
			name: "random does not ask about a unit that no war allows", turns: 1, crises: 1, change: and(units(1, 0, 2), inland(x)), draws: []int32{0, 0},
			president: Choice{"random", nil}, want: []string{"1 deployment x cavalry=1"},
		}, {
			name: "script before its first turn deploys nothing", turns: 2, crises: 1, draws: []int32{0, 0},
			president: script([]int32{2, x, cavalry, 1}), want: []string{"2 deployment x cavalry=1"},
		}, {
			name: "script goes on as in the turn before", turns: 4, crises: 1, draws: make([]int32, 4),
			president: script([]int32{3}, []int32{1, x, cavalry, 1}),
			want:      []string{"1 deployment x cavalry=1", "2 deployment x cavalry=1"},
		}, {
			// x: 3 + 20 > 13 in turn 1. Its Cavalry does not go elsewhere.
			name: "script drops a war that is over", turns: 2, crises: 2, draws: []int32{20, 0, 0},
			change:    func(r *republic.Rules) { r.Crises[x].VictoryPoints.Plain = 13 },
			president: script([]int32{1, x, cavalry, 1}, []int32{1, y, cavalry, 1}),
			want:      []string{"1 deployment x cavalry=1", "1 deployment y cavalry=1", "2 deployment y cavalry=1"},
		}, {
			// 18 - 12 = 6 after turn 1. Turn 2: 6 pay for one of two Cavalry; turn 3:
			// the one that is left is all that can follow the order, then it goes, too.
			name: "script drops units that are gone", turns: 4, crises: 1, draws: make([]int32, 4),
			change:    func(r *republic.Rules) { r.Treasury = 18 },
			president: script([]int32{1, x, cavalry, 2}),
			want:      []string{"1 deployment x cavalry=2", "2 deployment x cavalry=2", "3 deployment x cavalry=1"},
		}, {
			name: "script may list nothing for a war", turns: 1, crises: 1, draws: []int32{0},
			president: script([]int32{1, x}, []int32{1, x, cavalry, 0}),
		},
	})
}

// TestWorkedExample is the example of the rule text: 10 after 2 Cavalry and +4,
// 8 after one and -5, 15 > 13 after two, an Infantry and -1; approval +12, -4, +8,
// fervor +1; Inkopah joins at the start of turn 4.
func TestWorkedExample(t *testing.T) {
	r := position(t, 4, 1)
	r.Units[infantry].Arrives = []republic.Arrival{{Turn: 3, Units: 1}}
	r.Crises[x] = republic.Crisis{
		Name: "inkopah", At: 1, VictoryPoints: engine.Amount{Plain: 13}, Exclude: [...]bool{republic.Navy: true},
		Spoils: republic.Spoils{Territories: 1}, Penalty: republic.Effect{Approval: -24},
	}
	orders := Choice{"script", with("deploy", [][]int32{
		{1, x, cavalry, 2}, {2, x, cavalry, 1}, {3, x, cavalry, 2}, {3, x, infantry, 1},
	})}
	approval := func(c *engine.Chronicle) (values []any) {
		for _, turn := range c.Turns {
			values = append(values, value(turn, "approval"))
		}
		return values
	}

	c, err := tell(r, seated(t, r, Choice{}, Choice{}, orders), []int32{4, -5, -1})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := approval(c), []any{int32(72), int32(68), int32(76), int32(76)}; !slices.Equal(got, want) {
		t.Errorf("approval %v, want %v", got, want)
	}
	if got := value(c.Wars[0], "outcome"); got != "victory" {
		t.Errorf("the war ends in %v", got)
	}
	if got := []any{value(c.Turns[2], "territories"), value(c.Turns[3], "territories"), value(c.Final, "fervor")}; !slices.Equal(got, []any{int32(0), int32(1), int32(1)}) {
		t.Errorf("Territories in turns 3 and 4, fervor: %v", got)
	}

	// "If Congress had voted to make peace": approval falls by 48, fervor rises by 3.
	peace := Choice{"script", with("peace", [][]int32{{3, x}})}
	c, err = tell(r, seated(t, r, peace, Choice{}, Choice{"all-in", nil}), []int32{4, -5})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := approval(c), []any{int32(72), int32(68), int32(20), int32(20)}; !slices.Equal(got, want) {
		t.Errorf("approval with peace %v, want %v", got, want)
	}
	if got := value(c.Final, "fervor"); got != int32(4) {
		t.Errorf("fervor with peace %v, want 1 + 3", got)
	}
}

func value(o engine.Object, name string) any {
	for _, f := range o {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}
