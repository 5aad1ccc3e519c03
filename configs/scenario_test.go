package configs

import (
	"testing"

	"github.com/polemos-sim/polemos/policies"
)

func TestPlay(t *testing.T) {
	s, err := Load("inkopah", policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s\n%x\n%+v", s.Resolved(), s.SHA256, s.Warnings)
	c, err := s.Ruleset().NewPlayer(1).Tell(3, nil)
	t.Log(c.Outcome, c.Length, err)
}
