package chronicle_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/chronicle"
	"github.com/polemos-sim/polemos/sim"
)

var rewrite = flag.Bool("rewrite", false, "write the chronicles anew; each must be read against the rules again")

// Each of these was read line by line against sections 6.1 to 6.5 of the rule book
// and, for the campaign turn, against the model: every sum, order and rule number.
//
// Plague at Athens: 2 + 7 hoplites are 9 and spare the city; 6 + 7 strike; 6000
// talents become 5500. The home is ravaged and nothing else lost: -1 a turn.
//
// Revolt of Mytilene: Persia adds 1, so 4 and 3 fall short of 6, and 5 and 6 do
// not; Pyrrha has a garrison and is not rolled for, Eresus not a second time. 6.2
// speaks of home areas: Lesbos does not move bellicosity.
//
// A campaign turn: 25 talents for an SP by land, 40 by sea. At sea 5 + 6 against
// 2 + 3 is a difference of 6: the loser removes ceil(6 / 3) = 2, the winner none,
// and 2 lost SPs cost Corinth 1 bellicosity: 10 - 1, then - 1 for Cenchreae. 3 + 7
// hoplites are the plague. Athens: 10 - 1 - 1. Thebes: Plataea is Athens': + 1.
// 6000 - 25 - 320 - 500 = 5155; fortresses of Attica are ravaged: 250, and six
// tributaries pay 200 each: 6605. Boeotia has Plataea, Corinthia no harm to its
// fortress: 250 and 500. 6 + 1 make 7: Naxos rises.
func TestHellasChronicles(t *testing.T) {
	scripts := []configs.Setting{
		{Key: "turns", Value: "1"}, {Key: "policies.Corinth", Value: "{policy: passive}"}, {Key: "policies.Thebes", Value: "{policy: passive}"},
		{Key: "policies.Athens", Value: "{policy: script, operate: {1: [{incite: {Messenia: {H: 1}}}, {ravage: {Cenchreae: {H: 2, N: 6}}}]}}"},
		{Key: "policies.Sparta", Value: "{policy: script, operate: {1: [{ravage: {Decelea: {H: 4}}}, {ravage: {Athens: {H: 6}}}]}}"},
	}
	for _, c := range []struct {
		scenario string
		set      []configs.Setting
		dice     []int32
	}{
		{"plague-at-athens", nil, []int32{2, 6}},
		{"revolt-of-mytilene", nil, []int32{4, 5, 3, 6}},
		{"archidamian-war", scripts, []int32{4, 5, 2, 3, 2, 5, 3, 1, 4, 2, 5, 1, 6, 4}},
	} {
		s, err := configs.Load(c.scenario, policies.Default(), c.set)
		if err != nil {
			t.Fatal(err)
		}
		game, err := sim.Replay(sim.Experiment{Ruleset: s.Ruleset(), Seed: 1}, 0, c.dice)
		if err != nil {
			t.Errorf("%s: %v", c.scenario, err)
			continue
		}
		var got bytes.Buffer
		if err := chronicle.Text(&got, chronicle.Tale{Scenario: s.Name, Title: s.Title, Seed: 1, GivenDice: true, Game: game}); err != nil {
			t.Fatal(err)
		}
		path := "testdata/" + c.scenario + ".txt"
		if *rewrite {
			if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s: %s", c.scenario, diff)
		}
	}
}
