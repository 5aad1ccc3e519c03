package configs

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies"
)

// tallied plays games of a shipped scenario.
func tallied(t *testing.T, name string, games int) *engine.Tally {
	t.Helper()
	s, err := Load(name, policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Warnings {
		t.Errorf("%s: %v", name, w)
	}
	b := engine.NewBlock(s.Ruleset().Schema())
	b.Begin(0, games)
	if err := s.Ruleset().NewPlayer(1).Play(b); err != nil {
		t.Fatal(err)
	}
	if _, more := b.Next(); more {
		t.Fatal("games are left")
	}
	return b.Tally
}

// meanOf is the mean of a column of the games table.
func meanOf(t *testing.T, tally *engine.Tally, column string) float64 {
	t.Helper()
	for i, c := range tally.Schema.Games {
		if c.Name == column {
			h := tally.Final(i)
			n, sum := 0.0, 0.0
			for j, k := range h.Counts {
				n += float64(k)
				sum += float64(k) * float64(h.Lo+int32(j))
			}
			return sum / n
		}
	}
	t.Fatalf("there is no column %s", column)
	return 0
}

// The small positions have odds that their comments derive by hand.
func TestSmallHellasScenarios(t *testing.T) {
	const games = 20_000
	for _, c := range []struct {
		scenario, column string
		want, sd         float64
	}{
		{"plague-at-athens", "plagues", 26. / 27, math.Sqrt(26. / 27 / 27)},
		{"revolt-of-mytilene", "rebellions_joined", 2 * 19. / 27, math.Sqrt(2 * 19. / 27 * 8 / 27)},
		{"long-walls", "walls_torn", 0.5, 0.5},
		{"long-walls", "surrenders", 1, 0},
		{"long-walls", "minors_freed", 2, 0},
	} {
		if got := meanOf(t, tallied(t, c.scenario, games), c.column); math.Abs(got-c.want) > 4*c.sd/math.Sqrt(games) {
			t.Errorf("%s: %s %v, want %v", c.scenario, c.column, got, c.want)
		}
	}
}

// The war is not degenerate: these are the bounds that its design sets.
func TestArchidamianWar(t *testing.T) {
	const games = 4000
	s, err := Load("archidamian-war", policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	b := engine.NewBlock(s.Ruleset().Schema())
	b.Keep.Games = true
	b.Begin(0, games)
	if err := s.Ruleset().NewPlayer(1).Play(b); err != nil {
		t.Fatal(err)
	}
	b.Next()
	share, total := map[string]float64{}, map[string]float64{}
	column := map[string][]int32{}
	for i, c := range b.Tally.Schema.GameColumns() {
		column[c.Name] = b.Games.Col[i]
	}
	for g := range games {
		outcome := s.Ruleset().Schema().Outcomes[column["outcome"][g]]
		share[outcome] += 1. / games
		if strings.HasPrefix(outcome, "limit_") {
			share["limit"] += 1. / games
		}
		if column["armistices_voluntary"][g]+column["armistices_forced"][g] > 0 {
			share["armistice"] += 1. / games
		}
		if column["plagues"][g] > 0 {
			share["plague"] += 1. / games
		}
		for _, intent := range []string{"ravages", "captures", "incitements", "stationings"} {
			total[intent] += float64(column[intent][g])
			total["operations"] += float64(column[intent][g])
		}
	}
	for _, x := range []struct {
		what      string
		low, high float64
	}{
		{"athens", 0.05, 0.5}, {"sparta", 0.05, 0.5}, {"limit", 0.2, 0.8}, {"armistice", 0.2, 0.7}, {"plague", 0.2, 0.9}, {engine.Unresolved, 0, 0},
	} {
		if got := share[x.what]; got < x.low || got > x.high {
			t.Errorf("%s in %.3f of games, not from %v to %v", x.what, got, x.low, x.high)
		}
	}
	for intent, n := range total {
		if n < 0.05*total["operations"] {
			t.Errorf("%s are %.3f of all operations", intent, n/total["operations"])
		}
	}
	t.Log(share, total)
}

// Every bad position has its message, at its place.
func TestBadHellasPositions(t *testing.T) {
	good := `polemos: 1
name: bad
ruleset: hellas
phases: [political]
turns: 1
hellas:
  majors:
    Athens: {}
    Sparta: {}
  minors:
    Argos: {}
  areas: {Attica: [Athens, Eleusis], Laconia: [Sparta], Argolid: [Argos]}
  relations: {"Athens|Sparta": unfriendly}
  peace: {}
  hostages: []
  spaces:
    Athens: {}
    Eleusis: {}
    Sparta: {}
    Argos: {}
`
	if _, err := Parse("good.yaml", []byte(good), policies.Default(), nil); err != nil {
		t.Fatal(err)
	}
	const majors = "    Athens: {}\n    Sparta: {}\n  minors"
	for _, c := range []struct{ old, new, want string }{
		{"Athens, Eleusis]", "Athens, Elusis]", `did you mean Eleusis?`},
		{"Laconia: [Sparta]", "Laconia: [Sparta, Eleusis]", "Eleusis is in Attica, too"},
		{"Athens, Eleusis]", "Athens]", "hellas.spaces.Eleusis: it is in no area"},
		{"Eleusis: {}", "Eleusis: {controller: Athens, rebellion: Athens}", "a space in rebellion is controlled by nobody"},
		{"Eleusis: {}", "Eleusis: {sps: {Persia: {H: 1}}}", `unknown city-state`},
		{"Eleusis: {}", "Eleusis: {sps: {Athens: {H: 101}}}", "out of range"},
		{"Eleusis: {}", "Eleusis: {garrison: Athen}", "did you mean Athens?"},
		{`"Athens|Sparta": unfriendly`, `"Athens|Athens": unfriendly`, "Athens stands in no relation to itself"},
		{`"Athens|Sparta": unfriendly`, `"Sparta|Athens": unfriendly`, "alphabetical order"},
		{`"Athens|Sparta": unfriendly`, `"Argos|Sparta": unfriendly`, "Argos is a minor city-state"},
		{"peace: {}", `peace: {"Athens|Sparta": {from: 5, until: 4}}`, "the peace ends before it starts"},
		{"hostages: []", "hostages: [{of: Athens, held_by: Athens, count: 2}]", "hostages of itself"},
		{"Argos: {}\n  areas", "Argos: {bond: ally}\n  areas", "an ally or tributary has a patron"},
		{majors, "    Athens: {of: Sparta}\n    Sparta: {}\n  minors", "only a junior partner or ally"},
		{majors, "    Athens: {status: junior, of: Sparta}\n    Sparta: {}\n  minors", "Sparta is not dominant"},
		{majors, "    Athens: {port: Sparta}\n    Sparta: {}\n  minors", "is home or port of"},
		{majors, "    Athens: {bellicosity: 13}\n    Sparta: {}\n  minors", "13 is out of range"},
		{"phases: [political]", "phases: [political, economic]", "cannot be played without the others"},
		{"phases: [political]", "phases: [political]\npolicies: {Argos: {policy: passive}}", "unknown major city-state"},
		{"phases: [political]", "phases: [political]\npolicies: {Athens: {policy: script, propose: [Spatra]}}", "did you mean Sparta?"},
		{"phases: [political]", "phases: [political]\nvictory: [{outcome: won, when: \"surrendered(Argos)\"}]", "unknown city Argos"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%q does not occur", c.old)
			continue
		}
		_, err := Parse("bad.yaml", []byte(text), policies.Default(), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.new, err, c.want)
		}
	}
}

// The position of the shipped wars is the one that the tests of engine/hellas
// play.
func TestShippedPosition(t *testing.T) {
	want := &hellas.Position{Turn: 1, Turns: 10, Campaign: hellas.DefaultCampaign()}
	readTree(t, "../engine/hellas/testdata/431bc.json", want)
	wanted, problems := want.Rules()
	if wanted == nil {
		t.Fatal(problems)
	}
	for _, name := range []string{"archidamian-war", "hegemony"} {
		root, _ := parse(name, shipped(name), false)
		r := &reader{used: map[string]bool{}}
		f := open(r, root, policies.Default())
		f.keys().read(r, root, "")
		f.part.finish(r, f)
		if len(r.problems) > 0 {
			t.Fatal(r.problems)
		}
		if got := f.part.(*hellasPart).rules; got.Start != wanted.Start || got.Campaign != wanted.Campaign || !cmp.Equal(got.Kingdoms, wanted.Kingdoms) || !cmp.Equal(got.Areas, wanted.Areas, cmp.AllowUnexported(hellas.Area{}, hellas.Spaces{})) {
			t.Errorf("%s starts from another position", name)
		}
	}
}

// A chronicle that was checked by hand against section 6.3 of the rule book.
func TestLongWallsChronicle(t *testing.T) {
	s, err := Load("long-walls", policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	told, err := s.Ruleset().NewPlayer(1).Tell(0, engine.Given([]int32{1}))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range told.Events {
		said = append(said, e.Text)
	}
	want := []string{
		"Bellicosity of Athens (6.2) falls by 1 to 0.", // home ravaged; Decelea was not friendly at the start, Athens is lost: no +1
		"Bellicosity of Sparta (6.2) rises by 2 to 12.",
		"Bellicosity of Thebes (6.2) rises by 2 to 12.",
		"Sparta and Thebes are dominant and have as many SPs in the home area of Athens: a draw of 1 decides for Sparta (6.3).",
		"Athens, too demoralized to fight on, surrenders to Sparta (6.3).",
		"Athens retains 1 hoplite and 1 naval SPs at home; 2 hoplite and 1 naval SPs are removed.",
		"1 naval SP of Sparta returns home from Piraeus.", // what stands in Decelea stays
		"Sparta tears down the walls of Athens: Athens, Piraeus and the Long Walls.",
		"Athens and Sparta sign a peace that lasts until turn 20.",
		"Athens, dominant so far, is now an ally of Sparta.",
		"Chios, an ally so far, becomes neutral.",
		"Naxos, a tributary so far, becomes neutral.",
		"The game ends: walls_down.",
	}
	if !cmp.Equal(said, want) {
		t.Error(cmp.Diff(want, said))
	}
}
