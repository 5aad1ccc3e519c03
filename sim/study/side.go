package study

import (
	"errors"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// A Side is one of those that are compared: games in order, the same numbers on the same dice as those of the others.
type Side struct {
	Name   string
	Schema *engine.Schema
	// NewPlayer makes what fills blocks that were begun with rows of their games; each belongs to one goroutine.
	NewPlayer func() func(*engine.Block) error
	Lacks     engine.Keep // rows that it cannot fill
}

// SideOf is a side that is played.
func SideOf(name string, e sim.Experiment) Side {
	return Side{Name: name, Schema: e.Ruleset.Schema(), NewPlayer: func() func(*engine.Block) error {
		player := e.NewPlayer()
		return func(b *engine.Block) error { return wentWrong(e, player.Play(b)) }
	}}
}

// wentWrong adds to an error of a game how to see it.
func wentWrong(e sim.Experiment, err error) error {
	fault, ok := errors.AsType[*engine.Fault](err)
	if !ok {
		return err
	}
	told := &sim.GameError{Fault: fault}
	if e.Command != nil {
		told.Command = e.Command(fault.Game)
	}
	return told
}
