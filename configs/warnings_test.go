package configs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/policies"
)

// TestWarnings wants each warning where it is certain, and none where it is not.
func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		what string
		set  []Setting
		want string // "line code", joined by commas
	}{
		{"as shipped", nil, "44 spoils_never_join"},
		{"spoils at once", []Setting{{"republic.readings.spoils", "at_once"}}, ""},
		{"won and more", []Setting{{"victory.0.when", "won(inkopah) && turn > 1"}}, ""},
		{"won or more", []Setting{{"victory.0.when", "turn > 30 || won( inkopah )"}}, "44 spoils_never_join"},
		{"not lost", []Setting{{"victory.0.when", "won(inkopah) == (turn > 2)"}}, ""},
		{"no spoils", []Setting{{"republic.crises.inkopah.spoils", "{}"}}, ""},
		{"params", []Setting{{"params", "{patience: 64, idle: 3}"}}, "0 param_unused,44 spoils_never_join"},
		{"param in a condition", []Setting{{"params", "{patience: 64, idle: 3}"}, {"victory.1.when", "lost(inkopah) || approval < idle"}}, "44 spoils_never_join"},
		{"turns", []Setting{{"turns", "2"}, {"republic.crises.inkopah.at", "3"}}, "34 arrives_beyond_turns,44 at_beyond_turns,44 spoils_never_join"},
		{"the last turn", []Setting{{"turns", "3"}, {"republic.crises.inkopah.at", "3"}}, "44 spoils_never_join"},
		{"never lost", []Setting{{"republic.randomizer", "2d6"}}, "44 cannot_be_lost,44 spoils_never_join"},
		{"never won", []Setting{{"republic.randomizer", "d6-6"}, {"republic.crises.inkopah.exclude", "[infantry, cavalry, navy]"}}, "44 cannot_be_won,44 spoils_never_join"},
		{"always", []Setting{{"victory.1.when", "turn >= 1"}}, "44 spoils_never_join,64 condition_always,65 outcome_unreachable"},
		{"twice", []Setting{{"victory.2.when", "won( inkopah )"}}, "44 spoils_never_join,65 outcome_unreachable"},
		{"nobody can fight", []Setting{{"republic.crises.inkopah.exclude", "[infantry, cavalry, navy]"}}, "44 nobody_can_fight,44 spoils_never_join"},
		{"units that never come", []Setting{{"republic.crises.inkopah.exclude", "[infantry, cavalry]"}}, "44 nobody_can_fight,44 spoils_never_join"},
		{"units that may be bought", []Setting{{"republic.crises.inkopah.exclude", "[infantry, cavalry]"}, {"policies.legislation", "{policy: arm-when-at-war}"}}, "44 spoils_never_join"},
		{"odds in percent", []Setting{{"expect.0.between", "[90, 92]"}}, "44 spoils_never_join,69 expect_beyond_odds"},
		{"after the victory", []Setting{{"republic.crises.late", "{after: won(inkopah), victory_points: 3}"}}, "0 after_the_end,44 spoils_never_join"},
		{"after one of two", []Setting{{"republic.crises.late", "{after: won(inkopah) || declined(inkopah), victory_points: 3}"}}, "0 after_the_end,44 spoils_never_join"},
		{"after what ends no game", []Setting{{"republic.crises.late", "{after: won(inkopah) || running(inkopah), victory_points: 3}"}}, "44 spoils_never_join"},
		{"after what holds at first", []Setting{{"republic.crises.late", "{after: '!running(inkopah)', victory_points: 3}"}}, "44 spoils_never_join"},
		{"after a turn", []Setting{{"republic.crises.late", "{after: won(inkopah) || turn > 3, victory_points: 3}"}}, "44 spoils_never_join"},
		{"after itself", []Setting{{"republic.crises.late", "{after: won(late), victory_points: 3}"}}, "0 after_never,44 spoils_never_join"},
		{"victory with more", []Setting{{"republic.crises.late", "{after: won(inkopah), victory_points: 3}"}, {"victory.0.when", "won(inkopah) && won(late)"}}, ""},
		{"after", []Setting{{"republic.crises.late", "{after: turn > 40, victory_points: 3}"}}, "0 after_never,44 spoils_never_join"},
	} {
		s, err := Load("inkopah", policies.Default(), c.set)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		var got []string
		for _, w := range s.Warnings {
			got = append(got, fmt.Sprintf("%d %s", w.Line, w.Code))
			if place := w.String(); !strings.HasPrefix(place, "inkopah.yaml:") && !strings.HasPrefix(place, "--set ") || strings.Contains(place, ":0") {
				t.Errorf("%s has no place", place)
			}
			if !strings.HasSuffix(w.Text, ".") {
				t.Errorf("%s is no sentence", w.Text)
			}
		}
		if strings.Join(got, ",") != c.want {
			t.Errorf("%s: warned of %q, want %q", c.what, strings.Join(got, ","), c.want)
		}
	}
}
