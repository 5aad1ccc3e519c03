package sim

import "github.com/polemos-sim/polemos/engine"

// Replay plays one game and tells it: with dice, the results of its draws in the order in which the rules ask for them;
// with nil, the game that a run plays under the experiment's seed. When the game goes wrong there is an error and a
// chronicle that ends where it did.
func Replay(e Experiment, game uint64, dice []int32) (c *engine.Chronicle, err error) {
	defer recovered(&err)
	var tape *engine.Tape
	if dice != nil {
		tape = engine.Given(dice)
	}
	c, err = e.Ruleset.NewPlayer(e.Seed).Tell(game, tape)
	return c, err
}
