package configs

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/policies"
	"pgregory.net/rapid"
)

// The same random scenarios every time.
func init() {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
}

// FuzzParse wants every text to be a scenario that reads back the same, or to be
// refused with a place for each problem.
func FuzzParse(f *testing.F) {
	for _, l := range List() {
		f.Add(shipped(l.Name))
	}
	paths, _ := filepath.Glob("testdata/bad/*.yaml")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	table := policies.Default()
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("fuzz.yaml", data, table, nil)
		if err != nil {
			placed(t, "fuzz.yaml", err)
			return
		}
		again, err := Parse("resolved.yaml", s.Resolved(), table, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, s.Resolved())
		}
		if again.SHA256 != s.SHA256 {
			t.Errorf("another hash:\n%s\n%s", s.Resolved(), again.Resolved())
		}
	})
}

// FuzzSetting wants every setting to work, or to be refused by name.
func FuzzSetting(f *testing.F) {
	for _, s := range []string{"turns=3", "republic.crises.inkopah.victory_points={3: 1}", "victory.0.when=a", "x=*y", "=", "republic.units=&a {b: *a}", "params.patience=\"1\"", "expect.0={}", "policies.congress={policy: script, peace: {1: [inkopah]}}"} {
		f.Add(s)
	}
	table := policies.Default()
	f.Fuzz(func(t *testing.T, text string) {
		key, value, _ := strings.Cut(text, "=")
		_, err := Load("inkopah", table, []Setting{{key, value}})
		problems, ok := errors.AsType[Problems](err)
		if err != nil && !ok {
			t.Fatalf("%T: %v", err, err)
		}
		for _, p := range problems {
			if p.Msg == "" || p.Line == 0 && !strings.HasPrefix(p.File, "--set ") {
				t.Errorf("%+v", p)
			}
		}
	})
}

// TestRandomScenarios resolves scenarios drawn at random: what is written is what
// was read, whichever keys were left out.
func TestRandomScenarios(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		maybe := func(format string, args ...any) {
			if rapid.Bool().Draw(t, format) {
				fmt.Fprintf(&b, format, args...)
			}
		}
		between := func(low, high int) int { return rapid.IntRange(low, high).Draw(t, "number") }
		turns := between(1, 1000)
		fmt.Fprintf(&b, "polemos: 1\nname: random\nruleset: republic\nturns: %d\n", turns)
		maybe("title: %q\n", rapid.StringMatching(`[a-zA-Zäλ:#'"\\{}&*! -]{0,30}x`).Draw(t, "title"))
		fmt.Fprintf(&b, "params: {p: %d}\n", between(-1_000_000_000, 1_000_000_000))
		fmt.Fprintf(&b, "republic:\n  randomizer: %s\n", rapid.SampledFrom([]string{"2d10-11", "3", "d6", "{-3: 1, 0: 2, 3: 10}", "1d4 + 2d3 - 8"}).Draw(t, "dice"))
		maybe("  approval: {start: %d, min: -5}\n", between(0, 100))
		maybe("  treasury: {start: %d, tax_rate: 0.%09d}\n", between(0, 100_000_000), between(0, 999_999_999))
		maybe("  brass_hat: false\n")
		maybe("  effects: {weariness: {approval: %d}, war_costs: %d}\n", between(-10_000, 10_000), between(0, 1_000_000_000))
		maybe("  readings: {threshold: reaches, spoils: at_once}\n")
		fmt.Fprint(&b, "  units:\n    navy: {battle_points: 1}\n")
		maybe("    old_guard: {kind: infantry, battle_points: %d, support: 1, arrives: {%d: %d}}\n", between(0, 10_000), between(1, 1000), between(0, 10_000))
		fmt.Fprint(&b, "  crises:\n")
		maybe("    raid: {chance: 0.%04d, victory_points: 2d6, exclude: [navy]}\n", between(0, 9999))
		maybe("    siege: {after: 'turn > p', victory_points: %d, spoils: {units: {navy: %d}}}\n", between(0, 1_000_000), between(0, 10_000))
		fmt.Fprintf(&b, "    last: {at: %d, victory_points: {1: 2, 5: 2}}\n", between(1, 1000))
		maybe("policies: {congress: {policy: random, peace: 0.%d}}\n", between(0, 99))
		maybe("victory: [{outcome: a, when: approval > p || turn == %d}]\n", turns)
		s, err := Parse("random.yaml", []byte(b.String()), policies.Default(), nil)
		if err != nil {
			if strings.Contains(err.Error(), "can never hold") {
				return
			}
			t.Fatalf("%v\n%s", err, b.String())
		}
		again, err := Parse("resolved.yaml", s.Resolved(), policies.Default(), nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, s.Resolved())
		}
		if string(again.Resolved()) != string(s.Resolved()) || again.SHA256 != s.SHA256 || again.Title != s.Title {
			t.Errorf("%s\nis resolved as\n%s\nand that as\n%s", b.String(), s.Resolved(), again.Resolved())
		}
	})
}
