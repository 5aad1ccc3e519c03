package republic

import (
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

func inkopahSeats() Seats {
	return Seats{Congress: pollster{64}, President: allIn{}, Names: [3]string{"pollster", "none", "all-in"}}
}

// Whatever goes wrong, nothing is told that did not happen: no events, turns, wars
// or outcome after it.
func TestATaleEndsWhereTheGameWentWrong(t *testing.T) {
	for _, c := range []struct {
		name   string
		dice   []int32
		seats  func() Seats
		err    string
		events string // the last event
		turns  int    // told to their end
	}{
		{"a draw is missing", []int32{3}, inkopahSeats, "draw 2", "support", 1},
		{"a draw is impossible", []int32{4, 50}, inkopahSeats, "draw 2", "support", 1},
		{"an illegal action", []int32{4, -5}, func() Seats {
			s := inkopahSeats()
			s.President = turncoat{}
			return s
		}, "illegal action of seat president", "deployment", 0},
	} {
		told, err := New(inkopah(), c.seats).NewPlayer(1).Tell(0, engine.Given(c.dice))
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v; want ... %s ...", c.name, err, c.err)
		}
		if told.Outcome != "" || len(told.Wars) > 0 || len(told.Turns) != c.turns {
			t.Errorf("%s: outcome %q, %d wars and %d turns are told; want none, none and %d", c.name, told.Outcome, len(told.Wars), len(told.Turns), c.turns)
		}
		last := told.Events[len(told.Events)-1]
		if last.Kind != c.events && !(c.events == "deployment" && last.Kind == "victory_points") {
			t.Errorf("%s: the last event is %s: %s", c.name, last.Kind, last.Text)
		}
	}
}

// turncoat deploys more units than there are.
type turncoat struct{}

func (turncoat) Deploy(v *View, o *Orders) { o.Deploy(0, v.Units(0)+1, 0) }

// A panic of a policy is a fault that names it; one of the rules' own is not
// blamed on anybody.
func TestPanicsAreBlamedOnWhoWasAsked(t *testing.T) {
	p := New(inkopah(), func() Seats {
		s := inkopahSeats()
		s.Congress = absent{}
		return s
	}).NewPlayer(1)
	block := engine.NewBlock(p.(*player).schema)
	block.Begin(0, 1)
	err := p.Play(block)
	fault, ok := err.(*engine.Fault)
	if !ok || !fault.Panic || fault.Seat != "congress" || fault.Turn != 1 || !strings.Contains(fault.Why, "nobody home") {
		t.Errorf("%v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a panic of the rules became a policy's fault")
		}
	}()
	var own error
	func() {
		q := New(inkopah(), inkopahSeats).NewPlayer(1).(*player)
		q.goOn()
		defer q.recover(&own)
		panic("of the rules")
	}()
}

type absent struct{}

func (absent) Declare(*View, int) bool { panic("nobody home") }
func (absent) Peace(*View, int) bool   { return false }

// Money that grows without end stops the game with its reason, before 32 bits
// are full, and nothing wraps on the way.
func TestMoneyThatCannotBeCountedStopsTheGame(t *testing.T) {
	r := inkopah()
	r.Turns = TurnsMost
	r.Effects.Weariness.Income = EffectMost
	r.Randomizer.Dice, r.Randomizer.Plain = nil, -6 // 6 points and -6: the war goes on
	r.Units[1].Arrives = nil
	seats := func() Seats {
		s := inkopahSeats()
		s.Congress = pollster{-1 << 30}
		return s
	}
	for _, debt := range []bool{false, true} {
		r.Readings.Debt = debt
		if debt {
			r.Effects.Weariness.Income, r.Units[0].Support = 0, SupportMost
			r.Units[0].Start = CountMost
			r.Units[0].BattlePoints, r.Randomizer.Plain = 0, 0
		}
		_, err := New(r, seats).NewPlayer(1).Tell(0, nil)
		if err == nil || !strings.Contains(err.Error(), "500,000,000") {
			t.Errorf("debt %v: %v; want a fault about 500,000,000", debt, err)
		}
	}
}
