package configs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/policies"
)

// scripted is the war of 431 BC in which Sparta does what is listed and the others
// stay at home.
func scripted(operate string) (*Scenario, error) {
	return Load("archidamian-war", policies.Default(), []Setting{
		{"policies.Athens", "{policy: passive}"}, {"policies.Corinth", "{policy: passive}"}, {"policies.Thebes", "{policy: passive}"},
		{"policies.Sparta", "{policy: script, operate: " + operate + "}"}, {"turns", "3"},
	})
}

func TestScriptedOperations(t *testing.T) {
	s, err := scripted("{1: [{ravage: {Eleusis: {H: 3, C: 1}}}, {station: {Tegea: {H: 2}}}], 2: [{station: {Sparta: {H: 2}}}, {ravage: {Decelea: {H: 1}}}]}")
	if err != nil {
		t.Fatal(err)
	}
	told, err := s.Ruleset().NewPlayer(1).Tell(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range told.Events {
		if e.Phase == "operations" && e.Kind == "operation" {
			got = append(got, e.Text)
		}
	}
	want := []string{
		"Sparta sends 3 hoplite and 1 cavalry SPs by land to ravage Eleusis, for 100 talents (O1).",
		"Sparta sends 2 hoplite SPs by land to be stationed at Tegea, for 50 talents (O1).",
		"Sparta recalls 2 hoplite SPs by land to Sparta, for 50 talents (O5).",
		"Sparta sends 1 hoplite SP by land to ravage Decelea, for 25 talents (O1).",
	}
	if !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	again, err := Parse("again.yaml", s.Resolved(), policies.Default(), nil)
	if err != nil || again.SHA256 != s.SHA256 {
		t.Errorf("resolved and read again it is another scenario: %v", err)
	}
}

// An order that cannot be followed is refused when it is due, with seat and turn,
// or at once where the file alone shows it.
func TestImpossibleScriptedOperations(t *testing.T) {
	for _, c := range []struct{ operate, want string }{
		{"{2: [{capture: {Athens: {H: 2}}}]}", "turn 2: illegal action of seat Sparta (policy script)"},
		{"{2: [{capture: {Athens: {H: 2}}}]}", "capture at Athens is not legal now"},
		{"{1: [{ravage: {Decelea: {H: 8}}}]}", "sends 8 hoplite SPs, but there are 7"},
		{"{1: [{ravage: {Naupactus: {N: 1}}}]}", "sends no SP that could do it"},
		{"{1: [{ravage: {Syracuse: {H: 1}}}]}", "ravage at Syracuse is not legal now"},
		{"{1: [{ravage: {Segesta: {H: 1}}}]}", "ravage at Segesta cannot be reached by land"},
		{"{1: [{ravage: {Decelea: {H: 1}}}, {}]}", "turn 1, operation 2: it does not say what is sent where"},
		{"{1: [{ravage: {Decelea: {H: 1}, Eleusis: {H: 1}}}]}", "turn 1, operation 1: it is one operation, with one intent at one space"},
		{"{1: [{ravage: {Decelea: {H: 0}}}]}", "turn 1, operation 1: 0 SPs are sent: from 1 to 100"},
		{"{1: [{ravage: {A: {H: 1}}}]}", "unknown space A"},
		{"{1: [{rage: {Decelea: {H: 1}}}]}", "did you mean ravage?"},
		{"{1: [{ravage: {Decelea: {K: 1}}}]}", "unknown sps K"},
		{"{1: {ravage: {Decelea: {H: 1}}}}", "found a map, but [{intent: {space: {sps: count}}}, ...] is wanted"},
		{"{1: [{ravage: {Decelea: {H: 1}}}, {ravage: {Eleusis: {H: 1}}}, {ravage: {Piraeus: {H: 1}}}, {ravage: {Athens: {H: 1}}}]}", "turn 1, operation 4: there are 3 rounds of operations"},
	} {
		s, err := scripted(c.operate)
		if err == nil {
			_, err = s.Ruleset().NewPlayer(1).Tell(0, nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.operate, err, c.want)
		}
	}
	_, err := Load("long-walls", policies.Default(), []Setting{{"policies.Sparta", "{policy: script, operate: {10: [{ravage: {Athens: {H: 1}}}]}}"}})
	if err == nil || !strings.Contains(err.Error(), "the political phase is played alone: there are no operations") {
		t.Error(err)
	}
}
