package study

import "github.com/polemos-sim/polemos/sim"

// A Setting gives one value of a scenario, such as republic.crises.inkopah.victory_points = 20.
type Setting struct{ Key, Value string }

// A Build makes the experiment of a scenario with settings applied in order. An error says what is wrong with them.
type Build func(set ...Setting) (sim.Experiment, error)
