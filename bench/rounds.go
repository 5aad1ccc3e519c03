package main

import (
	"fmt"
	"math"
	"syscall"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// A player plays a workload in one of several ways.
type player struct {
	name string
	play func(games uint64) (outcome, error)
	same bool // it must play the very games that the others with same play
	// It plays another game: only its time counts.
	yardstick bool
}

// An outcome is what some games came to, and what they cost.
type outcome struct {
	Ns        float64 // processor time a game
	Odds      float64 // of the first outcome
	Length    float64 // mean length of wars
	Signature string
	Tallies   string // digest; "" when they were not all counted
}

// players are the ways to play a workload, the one to compare with first; notes
// say what was left out.
func (w *workload) players(c *peer, python bool) (players []player, notes []string) {
	switch {
	case w.fewer > 0:
		players = append(players, player{name: "C, one war", yardstick: true, play: func(games uint64) (outcome, error) { return c.play(workloads[0].peer, games*w.fewer) }})
	case w.peer != "":
		players = append(players, player{name: "C", same: true, play: func(games uint64) (outcome, error) { return c.play(w.peer, games) }})
	}
	for _, by := range engines {
		players = append(players, player{name: "polemos, " + engine.Engines[by], same: true, play: func(games uint64) (outcome, error) { return w.polemos(games, by) }})
	}
	if w.name != workloads[0].name || !python {
		return players, nil
	}
	for _, script := range pythonPeers {
		if p, err := script.player(); err != nil {
			notes = append(notes, script.name+" is left out: "+err.Error())
		} else {
			players = append(players, p)
		}
	}
	return players, notes
}

// engines are those that are measured: the rules step by step, and what a user
// gets, which looks steps up in a table where that pays.
var engines = []engine.Engine{engine.Step, engine.Auto}

// polemos plays through the scenario loader and the worker pool, by an engine.
// Loading is not part of the time.
func (w *workload) polemos(games uint64, by engine.Engine) (outcome, error) {
	e, err := w.experiment(games)
	if err != nil {
		return outcome{}, err
	}
	e.Engine = by
	before := processorTime()
	t, err := play(e)
	if err != nil {
		return outcome{}, err
	}
	spent := processorTime() - before
	return outcome{
		Ns:   spent / float64(games),
		Odds: float64(count(t.Outcomes[0])) / float64(t.Games), Length: meanLength(t),
		Signature: sim.Signature(t), Tallies: fmt.Sprintf("%016x", digest(t)),
	}, nil
}

func count(row []uint64) (n uint64) {
	for _, k := range row {
		n += k
	}
	return n
}

// meanLength is that of all wars, turns so far included.
func meanLength(t *engine.Tally) float64 {
	wars, turns := uint64(0), uint64(0)
	for _, endings := range t.Wars {
		for _, lengths := range endings {
			for turn, n := range lengths {
				wars += n
				turns += uint64(turn) * n
			}
		}
	}
	return float64(turns) / float64(wars)
}

// processorTime is what this process has used, in nanoseconds.
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return float64(u.Utime.Nano() + u.Stime.Nano())
}

// A measurement is one player's rounds.
type measurement struct {
	name         string
	ns           []float64 // a game, by round
	odds, length float64
	checked      string
}

// alternate lets the players take turns. Players of the same games must agree in
// signature and tallies; others in odds, within six standard errors. A yardstick is
// compared with in time only.
func alternate(players []player, rounds int, games uint64) ([]measurement, error) {
	measured := make([]measurement, len(players))
	var first outcome // which others must agree with
	firstName := ""
	for round := -1; round < rounds; round++ { // round -1 warms up
		for i, p := range players {
			o, err := p.play(games)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.name, err)
			}
			if i == 0 || players[i-1].yardstick {
				first, firstName = o, p.name
			}
			m := &measured[i]
			m.name, m.odds, m.length, m.checked = p.name, o.Odds, o.Length, "signature"
			switch {
			case p.yardstick:
				m.checked = "time only"
			case p.same && (o.Signature != first.Signature || o.Tallies != first.Tallies):
				return nil, fmt.Errorf("%s and %s do not play the same games: signatures %s and %s, tallies %s and %s",
					firstName, p.name, first.Signature, o.Signature, first.Tallies, o.Tallies)
			case !p.same:
				m.checked = "odds"
				if off := math.Abs(o.Odds - first.Odds); off > 6*math.Sqrt(0.5/float64(games)) {
					return nil, fmt.Errorf("%s and %s do not play the same war: the odds are %.4f and %.4f", firstName, p.name, first.Odds, o.Odds)
				}
			}
			if round >= 0 {
				m.ns = append(m.ns, o.Ns)
			}
		}
	}
	return measured, nil
}
