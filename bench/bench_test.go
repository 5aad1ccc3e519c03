package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// BenchmarkGames plays every workload as the program does.
func BenchmarkGames(b *testing.B) {
	for i := range workloads {
		w := &workloads[i]
		for _, by := range engines {
			b.Run(w.name+"/"+engine.Engines[by], func(b *testing.B) {
				e, err := w.experiment(uint64(b.N))
				if err != nil {
					b.Fatal(err)
				}
				e.Engine = by
				b.ReportAllocs()
				before := processorTime()
				if _, err := play(e); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric((processorTime()-before)/float64(b.N), "cpu-ns/game")
			})
		}
	}
}

// TestNoAllocations plays blocks step by step, with the rows kept that the workload
// keeps: once a block has been used, games allocate nothing.
func TestNoAllocations(t *testing.T) {
	for i := range workloads {
		w := &workloads[i]
		e, err := w.experiment(1)
		if err != nil {
			t.Fatal(err)
		}
		player, block := e.Ruleset.NewPlayer(e.Seed), engine.NewBlock(e.Ruleset.Schema())
		block.Keep, block.TurnsFor = w.keep, w.turnsFor
		games := func() {
			block.Begin(0, int(w.games(20_000)))
			if err := player.Play(block); err != nil {
				t.Fatal(err)
			}
		}
		games()
		if n := testing.AllocsPerRun(2, games); n != 0 {
			t.Errorf("%s: %d games make %v allocations, want none", w.name, w.games(20_000), n)
		}
	}
}

// TestPeerPlaysTheSameGames checks the engine and the scenario loader against a
// program in another language that shares no code with them: the same rows and the
// same count in every cell of every tally.
func TestPeerPlaysTheSameGames(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil && os.Getenv("CC") == "" && os.Getenv("CI") == "" {
		t.Skip("no C compiler: set CC to one")
	}
	c, err := buildPeer()
	if err != nil {
		t.Fatal(err)
	}
	defer c.remove()
	const games = 100_000
	compared := 0
	for i := range workloads {
		w := &workloads[i]
		if w.peer == "" {
			continue
		}
		theirs, err := c.play(w.peer, games)
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range engines {
			ours, err := w.polemos(games, by)
			if err != nil {
				t.Fatal(err)
			}
			if ours.Signature != theirs.Signature || ours.Tallies != theirs.Tallies || ours.Odds != theirs.Odds {
				t.Errorf("%s, engine %s: polemos gives signature %s, tallies %s, odds %v; the C peer %s, %s, %v",
					w.name, engine.Engines[by], ours.Signature, ours.Tallies, ours.Odds, theirs.Signature, theirs.Tallies, theirs.Odds)
			}
		}
		compared++
	}
	if compared < 3 {
		t.Errorf("only %d workloads have a peer, want 3", compared)
	}
}

// TestRatios checks the arithmetic of the table on rounds worked out by hand.
func TestRatios(t *testing.T) {
	lines := summarise("w", []measurement{
		{name: "a", ns: []float64{10, 20, 40}, checked: "signature"},
		{name: "b", ns: []float64{15, 40, 60}, checked: "signature"},
	})
	// Ratios 1.5, 2, 1.5: sorted 1.5, 1.5, 2.
	if l := lines[1]; l.Ns != 40 || l.Ratio != 1.5 || l.Low != 1.5 || l.High != 2 || l.Against != "a" {
		t.Errorf("got %+v, want median 40 ns, ratio 1.5 in 1.5 to 2, against a", l)
	}
	if l := lines[0]; l.Ratio != 1 || l.Ns != 20 {
		t.Errorf("got %+v, want a ratio of 1 against itself and a median of 20 ns", l)
	}
}

// TestAlternateRefusesOtherGames has a player with another signature, and one with
// other odds.
func TestAlternateRefusesOtherGames(t *testing.T) {
	fixed := func(name string, same bool, o outcome) player {
		return player{name: name, play: func(uint64) (outcome, error) { return o, nil }, same: same}
	}
	right := outcome{Ns: 1, Odds: 0.5, Signature: "1", Tallies: "1"}
	for name, other := range map[string]player{
		"signature": fixed("b", true, outcome{Ns: 1, Odds: 0.5, Signature: "2", Tallies: "1"}),
		"tallies":   fixed("b", true, outcome{Ns: 1, Odds: 0.5, Signature: "1", Tallies: "2"}),
		"odds":      fixed("b", false, outcome{Ns: 1, Odds: 0.6}),
	} {
		if _, err := alternate([]player{fixed("a", true, right), other}, 1, 1_000_000); err == nil {
			t.Errorf("players that differ in %s are compared", name)
		}
	}
	yardstick := fixed("c", false, outcome{Ns: 1, Odds: 0.9, Signature: "3"})
	yardstick.yardstick = true
	if _, err := alternate([]player{yardstick, fixed("a", true, right), fixed("b", true, right)}, 1, 1_000_000); err != nil {
		t.Errorf("a yardstick is compared in more than time: %v", err)
	}
	if _, err := alternate([]player{yardstick, fixed("a", true, right), fixed("b", true, outcome{Ns: 1, Odds: 0.5, Signature: "2", Tallies: "1"})}, 1, 1_000_000); err == nil {
		t.Error("players beside a yardstick are compared although they differ in signature")
	}
	if _, err := alternate([]player{fixed("a", true, right), fixed("b", false, outcome{Ns: 1, Odds: 0.5001})}, 1, 1_000_000); err != nil {
		t.Errorf("players whose odds differ by chance are refused: %v", err)
	}
}
