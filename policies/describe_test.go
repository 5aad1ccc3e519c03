package policies

import (
	"slices"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	all := Default().Describe(nil)
	var names []string
	for _, d := range all {
		names = append(names, d.Seat+" "+d.Policy)
		if !strings.HasSuffix(d.About, ".") {
			t.Errorf("%s %s: no sentence says what it does: %q", d.Seat, d.Policy, d.About)
		}
		for _, o := range d.Options {
			if o.Doc == "" || o.Key == "" || o.Key != strings.ToLower(o.Key) || strings.ContainsAny(o.Key, " -") {
				t.Errorf("%s %s: option %q: %q", d.Seat, d.Policy, o.Key, o.Doc)
			}
			if o.Type == Probability {
				chance(t, o.Default)
			}
		}
	}
	want := []string{
		"congress accountant", "congress always-war", "congress cut-losses", "congress never-war", "congress pollster", "congress random", "congress script",
		"legislation arm-when-at-war", "legislation none", "legislation script", "legislation shopping-list",
		"president all-in", "president even-split", "president just-enough", "president random", "president reserve", "president script",
		"city-state besieger", "city-state hawk", "city-state mix", "city-state opportunist", "city-state passive", "city-state peace-seeker",
		"city-state periclean", "city-state planner", "city-state raider", "city-state random", "city-state script",
	}
	if !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
}

// The options are part of scenario files: their names, types and defaults stay.
func TestDescribeOptions(t *testing.T) {
	var got []string
	for _, d := range Default().Describe(nil) {
		for _, o := range d.Options {
			s := d.Seat + " " + d.Policy + " " + o.Key
			switch o.Type {
			case Whole:
				s += " int " + o.Default
			case Probability:
				s += " chance " + o.Default
			case Nested:
				for _, l := range o.Shape {
					s += " " + string(l)
				}
			}
			got = append(got, strings.TrimSpace(s))
		}
	}
	want := []string{
		"congress accountant turns_ahead int 2",
		"congress cut-losses total_below int", "congress cut-losses from_turn int 1", "congress cut-losses max_turns int",
		"congress pollster declare_above int", "congress pollster peace_below int",
		"congress random declare chance 0.5", "congress random peace chance 0.1",
		"congress script declare crisis yes", "congress script peace turn crisis",
		"legislation arm-when-at-war reserve int 0",
		"legislation script buy turn unit",
		"legislation shopping-list list unit",
		"president just-enough risk chance 0.05",
		"president reserve units int 1",
		"president script deploy turn crisis unit count",
		"president script pass_over yes",
	}
	peace, court, money, sortie := []string{"propose_below int 5", "accept_below int 7"}, []string{"court_above int 600"}, []string{"tribute int 2", "build_above int 200"}, []string{"sortie int 3"}
	bold := []string{"bold int 3"}
	all := slices.Concat(peace, court, money, sortie)
	for _, city := range []struct {
		policy  string
		options []string
	}{
		{"besieger", all},
		{"hawk", slices.Concat(court, money, sortie)},
		{"mix", slices.Concat(all, bold, []string{"plan int 7", "incite int 1", "station int 1", "yield chance 0.03", "restless chance 0.02"})},
		{"opportunist", all},
		{"periclean", slices.Concat(peace, court, money)},
		{"planner", slices.Concat(all, bold)},
		{"raider", slices.Concat(all, bold)},
		{"random", slices.Concat([]string{"operate chance 0.7", "peace chance 0.1"}, money, sortie)},
		{"script", []string{"operate turn each intent space sps count", "propose city", "accept city", "tear_down_walls city", "make_tributary city"}},
	} {
		for _, option := range city.options {
			want = append(want, "city-state "+city.policy+" "+option)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
