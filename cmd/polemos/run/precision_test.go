package run

import (
	"encoding/json"
	"strings"
	"testing"
)

// The number of games is fixed before the first, is enough for what was asked, and is the same every time.
func TestPrecisionOfAMean(t *testing.T) {
	chdirTemp(t)
	var s struct {
		Games int
		Wars  struct {
			Length struct{ Mean, Low, High float64 }
		}
	}
	for _, dir := range []string{"a", "b"} {
		before := s.Games
		out := done(t, "run", "inkopah", "--precision", "war.length.mean=0.02", "--precision", "0.1", "--rows", "none", "--format", "json", "--out", dir)
		if err := json.Unmarshal([]byte(out), &s); err != nil {
			t.Fatal(err)
		}
		if before != 0 && s.Games != before {
			t.Errorf("%d games, and %d", before, s.Games)
		}
	}
	if half := (s.Wars.Length.High - s.Wars.Length.Low) / 2; half > 0.02 || half < 0.018 {
		t.Errorf("%d games give +-%v", s.Games, half)
	}
}

func TestWrongPrecisions(t *testing.T) {
	chdirTemp(t)
	for _, c := range []struct{ flag, message string }{
		{"war.length.mean=x", `--precision "war.length.mean=x": not a number after =; write --precision war.length.mean=0.01 for +-0.01 turns`},
		{"war.length.mean=0", `--precision "war.length.mean=0": not above 0; write --precision war.length.mean=0.01 for +-0.01 turns`},
		{"war.lenght.mean=1", `--precision: there is no measure "war.lenght.mean" (did you mean war.length.mean?)`},
		{"final.approval.max=1", `final.approval.max to +-1 would need more than 1099511627776 games: ask for a wider interval`},
		{"final.navy.mean=1e-9", ``},
	} {
		o := polemos(t, "run", "inkopah", "--rows", "none", "--precision", c.flag)
		if c.message == "" {
			// A number that is the same in every game is known after two.
			if o.status != Done || !strings.Contains(o.out, "2 games") {
				t.Errorf("%s: status %d, %s%s", c.flag, o.status, o.err, o.out)
			}
			continue
		}
		fails(t, o, Usage, c.message)
	}
}
