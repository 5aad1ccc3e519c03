package verify

import (
	"bytes"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/sim"
)

// The rows of games and wars, counted once more, give the tally of those who played them, and every number in them counts.
func TestRecount(t *testing.T) {
	for _, shipped := range configs.List() {
		c, err := configs.Load(shipped.Name, policies.Default(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if shipped.Name == "inkopah-example" { // a script for the dice of the text
			continue
		}
		s := c.Ruleset().Schema()
		b := engine.NewBlock(s)
		b.Keep = engine.Keep{Games: true, Wars: true}
		const first, games = 5000, 700
		b.Begin(first, games)
		player, _ := engine.NewPlayer(c.Ruleset(), 3, engine.Step, 0)
		if err := player.Play(b); err != nil {
			t.Fatal(err)
		}
		want := engine.NewTally(s)
		want.Merge(b.Tally)
		count := func() (*engine.Tally, bool) {
			got, ok := engine.Recount(s, first, b.Games, b.Wars)
			if ok {
				for i := range s.Curves {
					if s.Curves[i].Of == engine.PerGame && sum(got.Curves[i].Lasts()) != games {
						t.Errorf("%s: curve %s ends in %d games", shipped.Name, s.Curves[i].Key(), sum(got.Curves[i].Lasts()))
					}
				}
				got.Curves = want.Curves
			}
			return got, ok
		}
		got, ok := count()
		if !ok || !bytes.Equal(sim.AppendTally(nil, got), sim.AppendTally(nil, want)) {
			t.Fatalf("%s: %t, another tally", shipped.Name, ok)
		}
		for _, rows := range []engine.Rows{b.Games, b.Wars} {
			for column, values := range rows.Col {
				if len(values) == 0 {
					continue
				}
				row := len(values) / 2
				was := values[row]
				values[row]++
				if got, ok := count(); ok && got.Signature == want.Signature {
					t.Errorf("%s: another value of column %d changes nothing", shipped.Name, column)
				}
				values[row] = -1 << 30
				if got, ok := count(); ok && got.Signature == want.Signature {
					t.Errorf("%s: an absurd value of column %d changes nothing", shipped.Name, column)
				}
				values[row] = (1 << 30) - 7
				count() // does not fail otherwise than by saying so
				values[row] = was
			}
		}
	}
}

func sum(h engine.Histogram) uint64 {
	n := h.Below + h.Above
	for _, k := range h.Counts {
		n += k
	}
	return n
}
