package configs

import (
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/policies"
)

// TestYAMLString wants texts bare only where every reader of YAML 1.1 or 1.2
// takes them for texts.
func TestYAMLString(t *testing.T) {
	for text, want := range map[string]string{
		"inkopah": "inkopah", "old_guard": "old_guard", "always-war": "always-war", "Αθήνα": "Αθήνα",
		"true": `"true"`, "Yes": `"Yes"`, "off": `"off"`, "n": `"n"`, "null": `"null"`, "3": `"3"`, "2d6": `"2d6"`,
		"": `""`, "a: b": `"a: b"`, "#1": `"#1"`, "a\tb": `"a\tb"`, `say "no"`: `"say \"no\""`, "\u0085": `"\u0085"`, "-x": `"-x"`,
	} {
		if got := yamlString(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
		root, problems := parse("x.yaml", []byte("k: "+yamlString(text)+"\n"), false)
		if problems != nil || root.get("k").text != text {
			t.Errorf("%q is not read back: %v", text, problems)
		}
	}
}

// TestOptionDefaults wants the options of policies written out with their
// defaults, but for those whose absence is the meaning.
func TestOptionDefaults(t *testing.T) {
	for policy, want := range map[string]string{
		"{policy: random}":                                   "congress: {policy: random, declare: 0.5, peace: 0.1}",
		"{policy: random, peace: 0.250}":                     "congress: {policy: random, declare: 0.5, peace: 0.25}",
		"{policy: pollster}":                                 "congress: {policy: pollster}",
		"{policy: pollster, peace_below: 3_0}":               "congress: {policy: pollster, peace_below: 30}",
		"{policy: accountant}":                               "congress: {policy: accountant, turns_ahead: 2}",
		`{policy: script, peace: {"3": [inkopah], 2: []}}`:   "    policy: script\n    peace:\n      3: [inkopah]\n      2: []\n",
		"{policy: script, declare: {inkopah: false}}":        "    policy: script\n    declare: {inkopah: false}\n",
		"{policy: cut-losses, total_below: 4, max_turns: 9}": "max_turns: 9",
	} {
		s := load(t, "inkopah", Setting{"policies.congress", policy}, Setting{"params", "{}"})
		if !strings.Contains(string(s.Resolved()), want) {
			t.Errorf("%s: no %q in\n%s", policy, want, s.Resolved())
		}
		again, err := Parse("again.yaml", s.Resolved(), policies.Default(), nil)
		if err != nil || again.SHA256 != s.SHA256 {
			t.Errorf("%s: not read back: %v", policy, err)
		}
	}
}

// TestAlways wants a condition that reads nothing to be tested all the same.
func TestAlways(t *testing.T) {
	s := load(t, "inkopah", Setting{"victory.2.when", "true"})
	told, err := s.Ruleset().NewPlayer(1).Tell(0, nil)
	if err != nil || told.Length != 1 {
		t.Errorf("%v: %d turns", err, told.Length)
	}
}
