package hellas

import (
	"testing"

	"github.com/polemos-sim/polemos/engine/hellas"
)

// Chances are multiplied at sea first, then on land, then by the roll, and rounded
// down at each step: another order would choose other orders. Derived by hand.
func TestChance(t *testing.T) {
	c := hellas.DefaultCampaign()
	for _, x := range []struct {
		name   string
		intent hellas.Intent
		o      hellas.Objective
		f      hellas.Force
		want   int
	}{
		{"nobody is there", hellas.Ravage, hellas.Objective{}, hellas.Force{Hoplites: 1}, 36},
		{"at even strength 15 of 36", hellas.Ravage, hellas.Objective{Defenders: 1, Strength: 2}, hellas.Force{Hoplites: 1}, 15},
		{"with 5 less none", hellas.Ravage, hellas.Objective{Defenders: 4, Strength: 7}, hellas.Force{Hoplites: 1}, 0},
		{"walls of 6 against 3 take a 3: 4 of 6", hellas.Capture, hellas.Objective{Need: 6}, hellas.Force{Hoplites: 3}, 24},
		{"a rebellion on 5: 2 of 6", hellas.Incite, hellas.Objective{Need: 5}, hellas.Force{Naval: 1}, 12},
		// Two ships more: 26. 6 against 3 on land: 30, so 780/36 = 21. 5 against 3
		// and a die of 2: 5 of 6, so 105/6 = 17. The roll before the sea gave 18.
		{"at sea, on land and a roll", hellas.Capture, hellas.Objective{Fleet: 1, Defenders: 3, Strength: 3, Need: 2}, hellas.Force{Hoplites: 3, Naval: 3}, 17},
		{"a march meets no fleet", hellas.Ravage, hellas.Objective{Fleet: 9}, hellas.Force{Hoplites: 1}, 36},
	} {
		if got := chance(&c, x.intent, &x.o, x.f); got != x.want {
			t.Errorf("%s: %d of 36, want %d", x.name, got, x.want)
		}
	}
}
