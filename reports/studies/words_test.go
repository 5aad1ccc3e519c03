package studies

import (
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/sim/stats"
)

func estimate(est, low, high float64) stats.Estimate {
	return stats.Estimate{Interval: stats.Interval{Est: est, Low: low, High: high}}
}

// The longer arm of 46.9 (45.6 – 48.3) is 1.4, which supports a decimal no more than 1 – 1.4 does.
func TestValuesAreShownWithTheirIntervals(t *testing.T) {
	for _, c := range []struct {
		e            stats.Estimate
		unit         string
		within, both string
	}{
		{estimate(0.469, 0.456, 0.483), unitShare, "47 ±1 %", "47 % (46 – 48)"},
		{estimate(0.469, 0.4672, 0.4706), unitShare, "46.9 ±0.2 %", "46.9 % (46.7 – 47.1)"},
		{estimate(2.587, 2.56, 2.61), "turns", "2.59 ±0.03", "2.59 (2.56 – 2.61)"},
		{estimate(0.514766, 0.514766, 0.514766), unitShare, "51.4766 %", "51.4766 %"},
		{stats.Exact(0.93012), unitShare, "93.0120 %", "93.0120 %"}, // exact values below each other
		{stats.Exact(0.03), unitShare, "3.0000 %", "3.0000 %"},
		{stats.Exact(1), unitShare, "100 %", "100 %"},
		{stats.Exact(1e-9), unitShare, "< 0.0001 %", "< 0.0001 %"},
		{stats.Exact(3.01), "turns", "3.010", "3.010"},
		{stats.Exact(72), "points", "72", "72"},
		{stats.Estimate{Missing: "no war"}, "turns", "not known", "not known"},
	} {
		if got := shownWithin(c.e, c.unit); got != c.within {
			t.Errorf("%+v is %s, want %s", c.e, got, c.within)
		}
		if got := shownBoth(c.e, c.unit, false); got != c.both {
			t.Errorf("%+v is %s, want %s", c.e, got, c.both)
		}
	}
}

func TestDecimalPointsStandInColumns(t *testing.T) {
	got := aligned([][]string{{"9", "7.5 %"}, {"even-split", "< 0.1 %", "mark"}, {"-12", "100 %"}})
	want := [][]string{{"  9", "  7.5 %"}, {"even-split", "< 0.1 %", "mark"}, {"-12", "100 %"}}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("row %d is %q, want %q", i, got[i], want[i])
		}
	}
}

// Whatever is shown short is told whole once: what --set and --vary take.
func TestShortKeysAreToldWhole(t *testing.T) {
	keys := []string{"republic.crises.inkopah.victory_points", "params.patience", "turns", "republic.crises.at.0"}
	var b strings.Builder
	legend(&b, shortKeys(keys), keys)
	const want = "\ninkopah.victory_points = republic.crises.inkopah.victory_points\ncrises.at.0 = republic.crises.at.0\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	b.Reset()
	if legend(&b, keys, keys); b.Len() > 0 {
		t.Errorf("whole keys are told again: %q", b.String())
	}
}
