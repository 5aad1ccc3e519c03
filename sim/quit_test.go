package sim_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/sim"
)

// slow takes its time over every turn.
type slow struct {
	allIn
	each time.Duration
}

func (s slow) Deploy(v *republic.View, o *republic.Orders) {
	time.Sleep(s.each)
	s.allIn.Deploy(v, o)
}

// A run ends soon after it is told to, however slow its games: in the course of a game that takes minutes, and among many
// that take little each. The bubble's clock moves only while all sleep.
func TestSlowGamesAreQuit(t *testing.T) {
	for _, c := range []struct {
		each time.Duration // turn
		long bool          // a thousand turns a game, else few
	}{{40 * time.Millisecond, true}, {time.Millisecond, false}} {
		for _, how := range []engine.Engine{engine.Step, engine.Auto} {
			synctest.Test(t, func(t *testing.T) {
				r := rules()
				if c.long {
					r.Turns, r.Victory, r.Outcomes = 1000, nil, []string{engine.Unresolved}
					for i := range r.Crises {
						r.Crises[i].VictoryPoints = engine.Amount{Plain: 1 << 20}
					}
				}
				e := experimentOf(4*engine.BlockGames, nil)
				e.Engine = how
				e.Ruleset = republic.New(r, func() republic.Seats {
					return republic.Seats{Congress: weary{below: -1}, President: slow{each: c.each}}
				})
				ctx, stop := context.WithCancel(t.Context())
				var told time.Time
				time.AfterFunc(10*time.Second, func() {
					told = time.Now()
					stop()
				})
				result, err := sim.Run(ctx, e, sim.NoRows(), nil)
				if err != nil || !result.Interrupted || result.Games != 0 {
					t.Errorf("%v, %v", result, err)
				}
				if took := time.Since(told); told.IsZero() || took > 2*time.Second {
					t.Errorf("engine %v, %v a turn: it ended %v after it was told to", how, c.each, took)
				}
			})
		}
	}
}

// A player may be asked to go on with a block that is done.
func TestNoGamesAreLeft(t *testing.T) {
	for _, how := range []engine.Engine{engine.Step, engine.Auto} {
		e := experiment(1)
		e.Engine = how
		b := engine.NewBlock(e.Ruleset.Schema())
		b.Keep = everything
		player := e.NewPlayer()
		for _, games := range []int{0, 300, 300} {
			b.N = games
			if games == 0 {
				b.Begin(7, 0)
			}
			if err := player.Play(b); err != nil || int(b.Tally.Games) != games || b.Games.N != games {
				t.Errorf("engine %v, %d games: %d counted, %d rows, %v", how, games, b.Tally.Games, b.Games.N, err)
			}
		}
	}
}
