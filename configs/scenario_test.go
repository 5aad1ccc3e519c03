package configs

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies"
)

// load reads a scenario that must be valid.
func load(t testing.TB, name string, set ...Setting) *Scenario {
	t.Helper()
	s, err := Load(name, policies.Default(), set)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays the first games of a scenario.
func play(t testing.TB, s *Scenario, games int) *engine.Tally {
	t.Helper()
	sum := engine.NewTally(s.Ruleset().Schema())
	player, b := s.Ruleset().NewPlayer(1), engine.NewBlock(s.Ruleset().Schema())
	for first := 0; first < games; first += engine.BlockGames {
		b.Begin(uint64(first), min(engine.BlockGames, games-first))
		if err := player.Play(b); err != nil {
			t.Fatal(err)
		}
		sum.Merge(b.Tally)
	}
	return sum
}

// shares are the outcomes' shares of the games.
func shares(tally *engine.Tally) map[string]float64 {
	odds := map[string]float64{}
	for o, name := range tally.Schema.Outcomes {
		for _, n := range tally.Outcomes[o] {
			odds[name] += float64(n) / float64(tally.Games)
		}
	}
	return odds
}

// TestShipped holds the shipped scenarios to be worth playing: none is decided
// before it begins, and every crisis comes.
func TestShipped(t *testing.T) {
	var names []string
	for _, l := range List() {
		names = append(names, l.Name)
		s := load(t, l.Name)
		if s.Name != l.Name || s.Title != l.Title || l.Title == l.Name {
			t.Errorf("%s calls itself %s, %q, and is listed as %q", l.Name, s.Name, s.Title, l.Title)
		}
		for _, w := range s.Warnings {
			if l.Name != "inkopah" || w.Code != "spoils_never_join" {
				t.Errorf("%s warns: %s", l.Name, w.Text)
			}
		}
		if l.Name == "inkopah-example" {
			continue // a script for one set of dice: see TestWorkedExample
		}
		games := 40_000
		if s.RulesetName == "hellas" {
			games = 4000 // they are longer
		}
		tally := play(t, s, games)
		for outcome, share := range shares(tally) {
			if share > 0.97 {
				t.Errorf("%s: %.1f %% of games end with %s", l.Name, 100*share, outcome)
			}
		}
		for subject, endings := range tally.Wars {
			wars := uint64(0)
			for _, lengths := range endings {
				for _, n := range lengths {
					wars += n
				}
			}
			if wars < 400 && s.RulesetName == "republic" { // cities may well be friends
				t.Errorf("%s: %d wars about %s in 40,000 games", l.Name, wars, tally.Schema.Subjects[subject])
			}
		}
		for _, x := range s.Expect {
			if outcome, ok := strings.CutPrefix(x.Measure, "odds."); ok {
				if share := shares(tally)[outcome]; share < x.Low || share > x.High {
					t.Errorf("%s: %s is %.3f, not %s", l.Name, x.Measure, share, x.Text)
				}
			}
		}
	}
	if want := []string{"archidamian-war", "hegemony", "inkopah", "inkopah-example", "long-peace", "long-walls", "plague-at-athens", "revolt-of-mytilene", "two-fronts"}; !cmp.Equal(names, want) {
		t.Errorf("shipped: %v, want %v", names, want)
	}
}

// TestWorkedExample plays the shipped example with the dice of the rule text.
func TestWorkedExample(t *testing.T) {
	told, err := load(t, "inkopah-example").Ruleset().NewPlayer(1).Tell(0, engine.Given([]int32{4, -5, -1}))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "", map[string]any{
		"outcome": "unresolved", "length": 4.0,
		"turns": []any{
			map[string]any{"approval": 72.0, "fervor": 0.0, "wars": map[string]any{"inkopah": map[string]any{"points": 6.0, "draw": 4.0, "total": 10.0, "result": "on"}}},
			map[string]any{"approval": 68.0, "fervor": 1.0, "wars": map[string]any{"inkopah": map[string]any{"points": 3.0, "draw": -5.0, "total": 8.0, "result": "on"}}},
			map[string]any{"approval": 76.0, "fervor": 1.0, "territories": 0.0, "wars": map[string]any{"inkopah": map[string]any{"points": 8.0, "draw": -1.0, "total": 15.0, "result": "victory"}}},
			map[string]any{"approval": 76.0, "fervor": 1.0, "territories": 1.0, "income": 35.0},
		},
	}, plain(t, told))
}

// sameRules compares rules by value; conditions by what they read.
func sameRules(t *testing.T, a, b *republic.Rules) {
	t.Helper()
	dist := cmp.Comparer(func(a, b *engine.Dist) bool {
		if a == nil || b == nil {
			return a == b
		}
		weights := func(d *engine.Dist) (w []uint64) {
			for i := range d.Results() {
				w = append(w, d.Weight(i))
			}
			return w
		}
		return a.Name() == b.Name() && cmp.Equal(a.Results(), b.Results()) && cmp.Equal(weights(a), weights(b))
	})
	if diff := cmp.Diff(a, b, dist, cmpopts.IgnoreFields(republic.Expression{}, "Holds", "Sure")); diff != "" {
		t.Errorf("the rules differ: %s", diff)
	}
}

// roundTrip reads a resolved scenario again.
func roundTrip(t *testing.T, s *Scenario) {
	t.Helper()
	again, err := Parse("resolved.yaml", s.Resolved(), policies.Default(), nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.Resolved())
	}
	if !bytes.Equal(again.Resolved(), s.Resolved()) {
		t.Errorf("resolved again: %s", cmp.Diff(string(s.Resolved()), string(again.Resolved())))
	}
	if again.SHA256 != s.SHA256 {
		t.Errorf("%s: another hash", s.Name)
	}
	sameRules(t, s.Rules, again.Rules)
	if !sameGames(t, s, again) {
		t.Errorf("%s plays other games when it is resolved", s.Name)
	}
}

// sameGames plays a few games of both scenarios, turn by turn, as far as their
// scripts let them.
func sameGames(t *testing.T, a, b *Scenario) bool {
	t.Helper()
	p, q := a.Ruleset().NewPlayer(1), b.Ruleset().NewPlayer(1)
	for g := range uint64(5) {
		x, errX := p.Tell(g, nil)
		y, errY := q.Tell(g, nil)
		if !cmp.Equal(x, y) || (errX == nil) != (errY == nil) {
			return false
		}
	}
	return true
}

func TestResolved(t *testing.T) {
	for _, l := range List() {
		roundTrip(t, load(t, l.Name))
	}
	var cases []ruleCase
	readCases(t, "republic.json", &cases)
	for _, c := range cases {
		if s, err := Parse(c.Name+".json", c.Scenario, policies.Default(), nil); err == nil && c.Expected["error"] == nil {
			roundTrip(t, s)
		}
	}
}

// TestDefaults wants a scenario that gives nothing to have the defaults of the
// rules.
func TestDefaults(t *testing.T) {
	s, err := Parse("least.yaml", []byte("polemos: 1\nname: least\nruleset: republic\nrepublic: {randomizer: 0, crises: {x: {at: 1, victory_points: 0}}}\n"), policies.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := republic.Defaults()
	want.Name = "least"
	want.Crises = []republic.Crisis{{Name: "x", At: 1}}
	want.Outcomes = []string{"unresolved"}
	sameRules(t, s.Rules, &want)
	if s.Title != "least" || s.Confidence != 0.99 || s.Turns != want.Turns {
		t.Errorf("title %q, confidence %v, turns %d", s.Title, s.Confidence, s.Turns)
	}
	for _, line := range []string{"congress: {policy: always-war}", "president: {policy: all-in}", "legislation: {policy: none}"} {
		if !strings.Contains(string(s.Resolved()), line) {
			t.Errorf("no %q in\n%s", line, s.Resolved())
		}
	}
}

// TestHash wants the hash to follow what is played, and nothing else.
func TestHash(t *testing.T) {
	hash := func(set ...Setting) [32]byte { return load(t, "inkopah", set...).SHA256 }
	plain := hash()
	for _, s := range []Setting{{"title", "Other"}, {"confidence", "0.9"}, {"expect", "[]"}, {"turns", "40"}, {"params", "{patience: 6_4}"}} {
		if hash(s) != plain {
			t.Errorf("%v changes the hash", s)
		}
	}
	for _, s := range []Setting{{"turns", "39"}, {"params.patience", "65"}, {"republic.brass_hat", "false"}, {"policies.congress.declare_above", "3"}, {"victory.1.outcome", "disaster"}} {
		if hash(s) == plain {
			t.Errorf("%v does not change the hash", s)
		}
	}
}

func TestEncodings(t *testing.T) {
	data := string(shipped("inkopah"))
	want := load(t, "inkopah").SHA256
	for name, text := range map[string]string{
		"byte-order mark": "\ufeff" + data,
		"CRLF":            strings.ReplaceAll(data, "\n", "\r\n"),
		"three dashes":    "---\n" + data,
		"JSON":            string(jsonText(load(t, "inkopah").resolved)),
	} {
		s, err := Parse("x.yaml", []byte(text), policies.Default(), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if s.SHA256 != want {
			t.Errorf("%s: another hash", name)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"UTF-32":    {"\xff\xfe\x00\x00p\x00\x00\x00", "x.yaml:1:1: the file is UTF-32 (save it as UTF-8)"},
		"UTF-32 BE": {"\x00\x00\xfe\xff\x00\x00\x00p", "x.yaml:1:1: the file is UTF-32 (save it as UTF-8)"},
		"UTF-16":    {"\xff\xfep\x00o\x00", "x.yaml:1:1: the file is UTF-16 (save it as UTF-8)"},
		"Latin-1":   {"polemos: 1\nname: b\xe4d\n", "x.yaml:2:8: the byte 0xe4 is not UTF-8 (save the file as UTF-8)"},
		"NUL":       {"polemos: 1\x00\n", "x.yaml:1:11: a NUL character (a scenario is a text: is this the right file?)"},
		"1 MB":      {strings.Repeat("# too long\n", 100_000), "x.yaml:1:1: the file is larger than 1 MB (a scenario has a few thousand bytes: is this the right file?)"},
		"brackets":  {strings.Repeat("[", 500_000), "x.yaml:1:101: maps and lists lie more than 100 deep (a scenario needs no more than 8)"},
		"CRLF, tab": {"polemos: 1\r\nrepublic:\r\n\tturns: 3\r\n", "x.yaml:3:1: a tab in the indentation (indent with spaces)"},
	} {
		if _, err := Parse("x.yaml", []byte(c.text), policies.Default(), nil); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// TestLargeFile refuses a file of 100 MB without reading it.
func TestLargeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.yaml")
	if err := os.WriteFile(path, []byte("polemos: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 100_000_000); err != nil {
		t.Fatal(err)
	}
	_, err := Load(path, policies.Default(), nil)
	if err == nil || !strings.Contains(err.Error(), "larger than 1 MB") {
		t.Error(err)
	}
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(path, shipped("inkopah"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := load(t, path); s.Name != "inkopah" || s.RulesetName != "republic" || s.Ruleset().Schema().Ruleset != "republic" {
		t.Errorf("%s plays %s", s.Name, s.RulesetName)
	}
	for name, want := range map[string]string{
		"inkopa":      "inkopa: there is no such file and no shipped scenario of this name (did you mean inkopah? shipped: archidamian-war, hegemony, inkopah, inkopah-example, long-peace, long-walls, plague-at-athens, revolt-of-mytilene, two-fronts)",
		"none/x.yaml": "none/x.yaml: there is no such file and no shipped scenario of this name (shipped: archidamian-war, hegemony, inkopah, inkopah-example, long-peace, long-walls, plague-at-athens, revolt-of-mytilene, two-fronts)",
	} {
		if _, err := Load(name, policies.Default(), nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, err := Load(t.TempDir(), policies.Default(), nil); err == nil {
		t.Error("a folder is no scenario")
	}
}

// TestNew wants a starter to be the shipped file but for its name, and to play
// the same games.
func TestNew(t *testing.T) {
	for _, l := range List() {
		data, err := New("my-own", "my-own.yaml", l.Name, policies.Default())
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse("my-own.yaml", data, policies.Default(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Name != "my-own" || s.Title != "My own" {
			t.Errorf("%s: the starter is %s, %q", l.Name, s.Name, s.Title)
		}
		if text, was := string(data), string(shipped(l.Name)); strings.Contains(text, "polemos run "+l.Name) || strings.Contains(text, "polemos new") ||
			strings.Contains(was, "polemos run "+l.Name) && !strings.Contains(text, "polemos run my-own.yaml") {
			t.Errorf("%s: the starter has the commands of another scenario:\n%.400s", l.Name, text)
		}
		if like := load(t, l.Name, Setting{"name", "my-own"}); like.SHA256 != s.SHA256 {
			t.Errorf("%s: the starter changes more than name and title", l.Name)
		}
		if !sameGames(t, s, load(t, l.Name)) {
			t.Errorf("%s: the starter plays other games", l.Name)
		}
	}
	if _, err := New("mine", "mine.yaml", "inkoph", policies.Default()); err == nil || !strings.Contains(err.Error(), "did you mean inkopah?") {
		t.Error(err)
	}
	if _, err := New("my scenario", "x.yaml", "inkopah", policies.Default()); err == nil || !strings.Contains(err.Error(), "cannot name a scenario") {
		t.Error(err)
	}
}

// TestPlayers wants players of one scenario to be independent of each other.
func TestPlayers(t *testing.T) {
	s := load(t, "two-fronts")
	want := play(t, s, 500).Signature
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := play(t, s, 500).Signature; got != want {
				t.Errorf("signature %x, want %x", got, want)
			}
		})
	}
	wait.Wait()
}

// TestConstructors wants an error of a policy's constructor, and its panic, to be a
// problem with a place.
func TestConstructors(t *testing.T) {
	table := policies.Default()
	table.Congress["refuses"] = func(*republic.Rules, policies.Options) (republic.Congress, error) {
		return nil, errors.New("no war on Sundays")
	}
	table.Congress["fails"] = func(r *republic.Rules, _ policies.Options) (republic.Congress, error) {
		_ = r.Crises[len(r.Crises)+3]
		return nil, nil
	}
	table.Congress["nobody"] = func(*republic.Rules, policies.Options) (republic.Congress, error) { return nil, nil }
	for policy, want := range map[string]string{
		"nobody":  "inkopah.yaml:57:14: policies.congress: policy nobody: its constructor returns nothing",
		"refuses": "inkopah.yaml:57:14: policies.congress: policy refuses: no war on Sundays",
		"fails":   "inkopah.yaml:57:14: policies.congress: policy fails: it failed when it was made: runtime error: index out of range [4] with length 1",
	} {
		data := strings.Replace(string(shipped("inkopah")), "{policy: pollster, peace_below: patience}", "{policy: "+policy+"}", 1)
		if _, err := Parse("inkopah.yaml", []byte(data), table, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	delete(table.Congress, "always-war")
	if _, err := Load("inkopah-example", table, []Setting{{"policies", "{}"}}); err == nil || !strings.Contains(err.Error(), "policies.congress: there is no policy always-war") {
		t.Error(err)
	}
}
