package configs

import (
	"testing"

	"github.com/polemos-sim/polemos/policies"
)

func TestSettings(t *testing.T) {
	s := load(t, "inkopah",
		Setting{"turns", "20"},
		Setting{"republic.crises.inkopah.victory_points", "2d6+6"},
		Setting{"republic.effects.war_boost.approval", "10"}, // a key, and maps on the way, that the file lacks
		Setting{"republic.units.infantry.arrives.3", "2"},
		Setting{"republic.units.chariots", "{kind: cavalry, battle_points: 5}"},
		Setting{"victory.1.when", "lost(inkopah) || approval < 10"},
		Setting{"params.patience", "30"},
		Setting{"params.patience", "31"}, // the last one counts
	)
	r := s.Rules
	if r.Turns != 20 || r.Crises[0].VictoryPoints.String() != "2d6+6" || r.Effects.WarBoost.Approval != 10 ||
		r.Units[1].Arrives[0].Units != 2 || r.Units[3].BattlePoints != 5 || s.Params[0].Value != 31 {
		t.Errorf("%+v", r)
	}
}

func TestSettingProblems(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{"turns", "0", "--set turns=0: turns: 0 is out of range (from 1 to 1000)"},
		{"turn", "3", "--set turn=3: unknown key turn (did you mean turns?)"},
		{"republic.crisis.inkopah.at", "2", "--set republic.crisis.inkopah.at=2: republic: unknown key crisis (did you mean crises?)"},
		{"republic.crises.inkopah.victory_point", "2", "--set republic.crises.inkopah.victory_point=2: republic.crises.inkopah: unknown key victory_point (did you mean victory_points?)"},
		{"republic.crises.inkopah.victory_points", "2d0", `--set republic.crises.inkopah.victory_points=2d0: republic.crises.inkopah.victory_points: dice "2d0": a die with 0 sides cannot be rolled: at least 1 (such as 2d10-11 or 3d6+1d4)`},
		{"republic.crises.vallum.at", "2", "--set republic.crises.vallum.at=2: republic.crises.vallum: there is no crisis vallum (a new crisis is set as a whole: --set republic.crises.vallum='{...}')"},
		{"republic.crises.inkopa.victory_points", "2", "--set republic.crises.inkopa.victory_points=2: republic.crises.inkopa: there is no crisis inkopa (did you mean inkopah?)"},
		{"republic.units.calvary.support", "2", "--set republic.units.calvary.support=2: republic.units.calvary: there is no unit calvary (did you mean cavalry?)"},
		{"victory_points", "8", "--set victory_points=8: a scenario has no key victory_points (did you mean republic.crises.inkopah.victory_points?)"},
		{"inkopah.victory_point", "8", "--set inkopah.victory_point=8: a scenario has no key inkopah (did you mean republic.crises.inkopah.victory_points?)"},
		{"patience", "8", "--set patience=8: a scenario has no key patience (did you mean params.patience?)"},
		{"approval", "8", "--set approval=8: a scenario has no key approval (did you mean republic.approval?)"},
		{"support", "8", "--set support=8: a scenario has no key support (did you mean republic.units.cavalry.support or republic.units.infantry.support or republic.units.navy.support?)"},
		{"republic.crises.inkopah.victory_points", "10-20", "--set republic.crises.inkopah.victory_points=10-20: republic.crises.inkopah.victory_points: 10-20 is a subtraction, and looks like a range (one number, dice such as 2d6+6, or a table; to try all from 10 to 20: --vary republic.crises.inkopah.victory_points=10:20)"},
		{"turns", "null", "--set turns=null: turns: nothing is given (leave the key out to have its default)"},
		{"republic.crises.inkopah", "{victory_points: 3}", "--set republic.crises.inkopah={victory_points: 3}: republic.crises.inkopah: nothing says when this crisis comes (give at: TURN, chance: PROBABILITY or after: CONDITION)"},
		{"turns.x", "2", "--set turns.x=2: turns: turns has no keys: it is 40"},
		{"victory.3.when", "true", "--set victory.3.when=true: victory: there is no entry 3 in a list of 3 (entries are counted from 0)"},
		{"victory.0.when", "won(inkopa)", "--set victory.0.when=won(inkopa): victory.0.when: column 5 of the condition: unknown crisis inkopa (did you mean inkopah?)"},
		{"victory.0.when", "!won(inkopah)", "--set victory.0.when=!won(inkopah): a tag (!won(inkopah)) (leave it out; a text that begins with ! needs quotes)"},
		{"turns", "", `--set turns=: there is no value after = (--set title='""' sets an empty text)`},
		{"turns", "[1", "--set turns=[1: this bracket is not closed (or a comma is missing inside it)"},
		{"republic..turns", "1", "--set republic..turns=1: republic..turns: an empty name between dots"},
		{"policies.congress.policy", "never-war", "inkopah.yaml:57:33: policies.congress: never-war has no option peace_below (it is left over from another policy: write --set policies.congress='{policy: never-war}')"},
		{"policies.congress", "{policy: never-war, peace: 3}", "--set policies.congress={policy: never-war, peace: 3}: policies.congress: never-war has no option peace (it takes no options)"},
		{"victory.0.when", "won inkopah", "--set victory.0.when=won inkopah: victory.0.when: column 1 of the condition: won stands without brackets (write won(inkopah))"},
	} {
		_, err := Load("inkopah", policies.Default(), []Setting{{c.key, c.value}})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s=%s:\n got %v\nwant %s", c.key, c.value, err, c.want)
		}
	}
}
