package policies

import (
	"errors"
	"slices"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
)

// What is listed and impossible stops the game, naming seat and turn.
func TestScriptFaults(t *testing.T) {
	for _, f := range []struct {
		name                             string
		crises                           int
		change                           func(*republic.Rules)
		congress, legislation, president Choice
		draws                            []int32
		seat                             string
		turn                             int32
	}{
		{
			name: "more units than there are", crises: 2, draws: []int32{0, 0},
			president: Choice{"script", with("deploy", [][]int32{{1, x, cavalry, 2}, {1, y, cavalry, 1}})},
			seat:      "president", turn: 1,
		}, {
			name: "a kind that cannot be used", crises: 1, draws: []int32{0},
			change: func(r *republic.Rules) {
				r.Units[navy].Start = 1
				r.Crises[x].Exclude[republic.Navy] = true
			},
			president: Choice{"script", with("deploy", [][]int32{{1, x, navy, 1}})},
			seat:      "president", turn: 1,
		}, {
			// x is won in turn 1: 6 + 20 > 20.
			name: "a war that is over, while another is on", crises: 2, draws: []int32{20, 0, 0},
			change: func(r *republic.Rules) { r.Crises[x].VictoryPoints.Plain = 20 },
			president: Choice{"script", with("deploy", [][]int32{
				{1, x, cavalry, 2}, {2, x, cavalry, 2},
			})},
			seat: "president", turn: 2,
		}, {
			name: "a unit that is not for sale", crises: 0,
			change:      func(r *republic.Rules) { r.Units[navy].Purchase = 0 },
			legislation: Choice{"script", with("buy", [][]int32{{2, navy}})},
			seat:        "legislation", turn: 2,
		}, {
			// Turn 1: 14 + 8 - 20 + 5 = 7, all of which is support. In turn 2 the 8
			// would pay for Infantry, so Legislation is asked, but not for the Navy.
			name: "a unit that is too dear", crises: 0,
			change:      func(r *republic.Rules) { r.Treasury, r.Income = 14, 8 },
			legislation: Choice{"script", with("buy", [][]int32{{1, navy}, {2, navy}})},
			seat:        "legislation", turn: 2,
		}, {
			// x is won in turn 1: 20 > 19. In turn 2 the President has nothing to decide.
			name: "a war that is over, and no other is on", crises: 1, draws: []int32{20},
			change:    func(r *republic.Rules) { r.Crises[x].VictoryPoints.Plain = 19 },
			president: Choice{"script", with("deploy", [][]int32{{2, x, cavalry, 2}})},
			seat:      "president", turn: 2,
		}, {
			// Nothing is as cheap as 7, so Legislation is not asked.
			name: "a purchase when nothing can be paid for", crises: 0,
			change:      func(r *republic.Rules) { r.Treasury = 7 },
			legislation: Choice{"script", with("buy", [][]int32{{1, infantry}})},
			seat:        "legislation", turn: 1,
		}, {
			name: "peace in the turn of declaration", crises: 1, draws: []int32{0},
			congress: Choice{"script", with("peace", [][]int32{{1, x}})},
			seat:     "congress", turn: 1,
		},
	} {
		t.Run(f.name, func(t *testing.T) {
			r := position(t, 3, f.crises)
			if f.change != nil {
				f.change(r)
			}
			_, err := tell(r, seated(t, r, f.congress, f.legislation, f.president), f.draws)
			var fault *engine.Fault
			if !errors.As(err, &fault) || fault.Seat != f.seat || fault.Policy != "script" || fault.Turn != f.turn || fault.Panic {
				t.Fatalf("got %v, want an illegal action of seat %s in turn %d", err, f.seat, f.turn)
			}
		})
	}
}

// unmet plays a game with all-in and always-war, and asks a script that has no
// seat what it would have had to say at the end of each turn.
func unmet(t *testing.T, r *republic.Rules, s republic.Seats, draws []int32, script republic.Script) []string {
	t.Helper()
	var said []string
	r.Outcomes = []string{"never", engine.Unresolved}
	r.Victory = []republic.Condition{{Outcome: 0, When: republic.Expression{
		Reads: republic.ReadsTurn,
		Holds: func(v *republic.View) (bool, error) {
			said = append(said, script.Unmet(v))
			return false, nil
		},
	}}}
	if _, err := tell(r, s, draws); err != nil {
		t.Fatal(err)
	}
	return said
}

func TestUnmet(t *testing.T) {
	congress := func(kv ...any) func(*republic.Rules) any {
		return func(r *republic.Rules) any { p, _ := NewCongressScript(r, with(kv...)); return p }
	}
	legislation := func(kv ...any) func(*republic.Rules) any {
		return func(r *republic.Rules) any { p, _ := NewLegislationScript(r, with(kv...)); return p }
	}
	president := func(kv ...any) func(*republic.Rules) any {
		return func(r *republic.Rules) any { p, _ := NewPresidentScript(r, with(kv...)); return p }
	}
	const noWar = ", but there is no war about it that was declared in an earlier turn and is still on"
	for _, u := range []struct {
		name   string
		change func(*republic.Rules)
		script func(*republic.Rules) any
		draws  []int32
		want   []string // by turn
	}{
		{
			name: "peace in the turn of declaration", script: congress("peace", [][]int32{{1, x}}), draws: []int32{0, 0, 0},
			want: []string{"makes peace over x" + noWar, "", ""},
		}, {
			name: "no peace is listed", script: congress(), draws: []int32{0, 0, 0},
			want: []string{"", "", ""},
		}, {
			// 7 all the time: Legislation is never asked, nothing is so cheap. (The game
			// would end in turn 2, so turn 3 has the same to say.)
			name: "a purchase without money", script: legislation("buy", [][]int32{{2, infantry}, {2, infantry}}), draws: []int32{0, 0, 0},
			change: func(r *republic.Rules) { r.Treasury, r.Units[cavalry].Support = 7, 0 },
			want:   []string{"", "buys infantry, which costs 8, but the treasury holds 7", "buys infantry, which costs 8, but the treasury holds 7"},
		}, {
			name: "a purchase of what is not for sale", script: legislation("buy", [][]int32{{3, navy}}), draws: []int32{0, 0, 0},
			change: func(r *republic.Rules) { r.Units[navy].Purchase = 0 },
			want:   []string{"", "", "buys navy, which is not for sale"},
		}, {
			// x is won in turn 1: 6 + 20 > 20. What turn 3 inherits is no order.
			name: "an order for a war that is over", script: president("deploy", [][]int32{{2, x, cavalry, 2}}), draws: []int32{20},
			change: func(r *republic.Rules) { r.Crises[x].VictoryPoints.Plain = 20 },
			want:   []string{"", "deploys 2 cavalry in the war about x, which is not on", ""},
		},
	} {
		t.Run(u.name, func(t *testing.T) {
			r := position(t, 3, 1)
			if u.change != nil {
				u.change(r)
			}
			s := seated(t, r, Choice{}, Choice{}, Choice{})
			if got := unmet(t, r, s, u.draws, u.script(r).(republic.Script)); !slices.Equal(got, u.want) {
				t.Errorf("got  %q\nwant %q", got, u.want)
			}
		})
	}
}

// A peace that was made is not missed.
// With pass_over, x is won in turn 1 (20 > 19) and the order of turn 2 is nobody's:
// the game goes on to its end.
func TestOrdersThatArePassedOver(t *testing.T) {
	r := position(t, 3, 1)
	r.Crises[x].VictoryPoints.Plain = 19
	president := Choice{"script", with("deploy", [][]int32{{2, x, cavalry, 2}}, "pass_over", [][]int32{{1}})}
	c, err := tell(r, seated(t, r, Choice{Policy: "always-war"}, Choice{}, president), []int32{20})
	if err != nil {
		t.Fatal(err)
	}
	if c.Length != 3 {
		t.Errorf("the game took %d turns, want 3", c.Length)
	}
}

func TestUnmetPeaceIsMade(t *testing.T) {
	r := position(t, 3, 1)
	s := seated(t, r, Choice{"script", with("peace", [][]int32{{2, x}})}, Choice{}, Choice{})
	if got := unmet(t, r, s, []int32{0}, s.Congress.(republic.Script)); !slices.Equal(got, []string{"", "", ""}) {
		t.Errorf("got %q", got)
	}
}

func TestOptionsThatDoNotFit(t *testing.T) {
	r := position(t, 3, 2)
	r.Units[navy].Purchase = 0
	congress, legislation, president := Default().Congress, Default().Legislation, Default().President
	for _, f := range []struct {
		give func(o Options) error
		opts *given
		want []string
	}{
		{
			func(o Options) error { _, err := congress["script"](r, o); return err },
			with("peace", [][]int32{{0, x}, {2, y}, {3, y}}),
			[]string{"peace: there is no turn 0: turns are counted from 1", "peace: y is listed twice, but a crisis comes once"},
		}, {
			func(o Options) error { _, err := legislation["script"](r, o); return err },
			with("buy", [][]int32{{-1, infantry}}),
			[]string{"buy: there is no turn -1: turns are counted from 1"},
		}, {
			func(o Options) error { _, err := president["script"](r, o); return err },
			with("deploy", [][]int32{{2, x, cavalry, -1}, {0}, {4, x, cavalry, 1}}),
			[]string{"deploy: there is no turn 0: turns are counted from 1", "deploy: turn 2: -1 cavalry are less than none"},
		}, {
			func(o Options) error { _, err := legislation["shopping-list"](r, o); return err },
			with("list", [][]int32{{infantry}, {navy}}),
			[]string{"list: navy is not for sale: it has no purchase price"},
		},
	} {
		if err := f.give(f.opts); err != nil {
			t.Error(err)
		}
		if !slices.Equal(f.opts.failed, f.want) {
			t.Errorf("got  %q\nwant %q", f.opts.failed, f.want)
		}
	}
}
