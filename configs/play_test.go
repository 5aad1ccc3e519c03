package configs

import (
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
)

func TestOdds(t *testing.T) {
	for _, l := range List() {
		s, err := Load(l.Name, policies.Default(), nil)
		if err != nil {
			t.Error(err)
			continue
		}
		rs := s.Ruleset()
		b := engine.NewBlock(rs.Schema())
		b.Begin(0, 50000)
		if err := rs.NewPlayer(1).Play(b); err != nil {
			t.Fatal(err)
		}
		t.Log(l.Name, s.Warnings)
		for o, name := range rs.Schema().Outcomes {
			n := uint64(0)
			sum := uint64(0)
			for turns, k := range b.Tally.Outcomes[o] {
				n += k
				sum += k * uint64(turns)
			}
			t.Log("   ", name, float64(n)/50000, float64(sum)/float64(n))
		}
		for w, name := range rs.Schema().Subjects {
			line := []any{"   ", name}
			for e, en := range rs.Schema().Endings {
				n := uint64(0)
				for _, k := range b.Tally.Wars[w][e] {
					n += k
				}
				line = append(line, en, float64(n)/50000)
			}
			t.Log(line...)
		}
	}
}
