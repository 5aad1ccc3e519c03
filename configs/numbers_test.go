package configs_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/sim/study"
)

func numbersOf(t *testing.T, name string, set ...configs.Setting) map[string]configs.Number {
	t.Helper()
	s, err := configs.Load(name, policies.Default(), set)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]configs.Number{}
	for _, n := range s.Numbers(policies.Default()) {
		if _, twice := all[n.Key]; twice {
			t.Errorf("%s is listed twice", n.Key)
		}
		all[n.Key] = n
	}
	return all
}

func TestNumbersAndTheirRanges(t *testing.T) {
	all := numbersOf(t, "inkopah", configs.Setting{Key: "policies.president", Value: "{policy: reserve, units: 7}"})
	for _, want := range []configs.Number{
		{Key: "turns", Value: "40", Low: "30", High: "50", Whole: true},
		{Key: "params.patience", Value: "64", Low: "48", High: "80", Whole: true},
		{Key: "republic.crises.inkopah.victory_points", Value: "13", Low: "10", High: "16", Whole: true}, // 13 / 4 is 3
		{Key: "republic.crises.inkopah.penalty.approval", Value: "-24", Low: "-30", High: "-18", Whole: true},
		{Key: "republic.effects.war_boost.fervor", Value: "0", Low: "-1", High: "1", Whole: true}, // nothing may become something
		{Key: "republic.units.navy.start", Value: "0", Low: "0", High: "1", Whole: true},          // never below what is allowed
		{Key: "republic.crises.inkopah.at", Value: "1", Low: "1", High: "2", Whole: true},
		{Key: "republic.units.infantry.arrives.3", Value: "1", Low: "0", High: "2", Whole: true},
		{Key: "republic.treasury.tax_rate", Value: "0.25", Low: "0.1875", High: "0.3125"},
		{Key: "policies.president.units", Value: "7", Low: "5", High: "9", Whole: true},
	} {
		if got := all[want.Key]; got != want {
			t.Errorf("%s is %+v, want %+v", want.Key, got, want)
		}
	}
	for _, none := range []string{
		"polemos", "confidence", "expect.0.at_most", "republic.randomizer", // no settings, or dice
		"republic.fervor.max",           // there is no bound
		"policies.congress.peace_below", // names a param
	} {
		if n, is := all[none]; is {
			t.Errorf("%+v is listed", n)
		}
	}
}

// Every number can be set to its own value, and changes nothing; every shipped scenario has some.
func TestNumbersAreSettings(t *testing.T) {
	for _, shipped := range configs.List() {
		before, err := configs.Load(shipped.Name, policies.Default(), nil)
		if err != nil {
			t.Fatal(err)
		}
		numbers := before.Numbers(policies.Default())
		if len(numbers) < 10 {
			t.Errorf("%s has %d numbers", shipped.Name, len(numbers))
		}
		for _, n := range numbers {
			after, err := configs.Load(shipped.Name, policies.Default(), []configs.Setting{{Key: n.Key, Value: n.Value}})
			if err != nil || after.SHA256 != before.SHA256 {
				t.Errorf("%s: setting %s to its own value %s: %v", shipped.Name, n.Key, n.Value, err)
			}
		}
	}
}

func TestBuilder(t *testing.T) {
	build := configs.Builder("inkopah", policies.Default(), []configs.Setting{{Key: "params.patience", Value: "30"}, {Key: "turns", Value: "20"}})
	got, err := build(study.Setting{Key: "turns", Value: "25"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := configs.Load("inkopah", policies.Default(), []configs.Setting{{Key: "params.patience", Value: "30"}, {Key: "turns", Value: "25"}})
	if err != nil {
		t.Fatal(err)
	}
	if got.ID != want.SHA256 || got.Name != "inkopah" || got.Confidence != 0.99 || got.Ruleset.Schema().Horizon != 25 {
		t.Errorf("the experiment is %q, confidence %v, %d turns", got.Name, got.Confidence, got.Ruleset.Schema().Horizon)
	}
	var problems configs.Problems
	if _, err := build(study.Setting{Key: "params.patience", Value: "none"}); !errors.As(err, &problems) || !strings.Contains(err.Error(), "params.patience") {
		t.Errorf("a wrong value: error %v", err)
	}
	if _, err := configs.Builder("inkopha", policies.Default(), nil)(); err == nil || !strings.Contains(err.Error(), "did you mean inkopah") {
		t.Errorf("a wrong name: error %v", err)
	}
}
