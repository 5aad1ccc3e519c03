package verdicts

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

// WriteComparison writes a comparison as a table, a line for each measure and side, and in one line what is alike in
// every game. Sides are A, B, C and so on; odds are in percent, their differences in percentage
// points.
func WriteComparison(w io.Writer, seed uint64, c *study.Compared) error {
	var b strings.Builder
	for i, name := range c.Names {
		fmt.Fprintf(&b, "%s  %s\n", letter(i), name)
	}
	fmt.Fprintf(&b, "\n%s of each on the same dice, seed %d, all intervals together at %s %% confidence\n", summary.Of(int64(c.Games), "game"), seed, summary.Plain(100*c.Confidence))
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	other := "B"
	if len(c.Names) > 2 {
		other = "other"
	}
	fmt.Fprintf(table, "\nmeasure\tA\t%s\tdifference\tinterval\tverdict\n", other)
	alike := alikeEverywhere(c)
	rows, odds := 0, false
	for i := range c.Differences {
		d := &c.Differences[i]
		name := d.Measure.Name
		if slices.Contains(alike, name) {
			continue
		}
		if len(c.Names) > 2 {
			name += " (" + letter(d.Side) + ")"
		}
		if d.Measure.Kind != measure.Odds && d.Measure.Unit != "" {
			name += ", " + d.Measure.Unit
		}
		rows++
		odds = odds || d.Measure.Kind == measure.Odds
		difference, bounds := changed(d)
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", name, level(d, d.Base), level(d, d.Of), difference, bounds, verdict(d, c.Games))
	}
	if rows > 0 {
		table.Flush() // to a builder, which takes everything
		if odds {
			fmt.Fprintf(&b, "\npp: percentage points\n")
		}
	}
	if alike != nil {
		fmt.Fprintf(&b, "\nalike in every game: %s\n", strings.Join(alike, ", "))
	}
	if c.Unshared != nil {
		fmt.Fprintf(&b, "\nnot compared, since not all have it: odds.%s\n", strings.Join(c.Unshared, ", odds."))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// alikeEverywhere are the measures that are alike on all sides.
func alikeEverywhere(c *study.Compared) []string {
	var names []string
	others := len(c.Names) - 1
	for i := 0; i < len(c.Differences); i += others {
		of := c.Differences[i : i+others]
		if !slices.ContainsFunc(of, func(d study.Difference) bool { return d.Verdict != study.Alike }) {
			names = append(names, of[0].Measure.Name)
		}
	}
	return names
}

// letter names side i: A to Z, then S27 and on.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprintf("S%d", i+1)
}

// scale is 100 for odds, which are shown in percent, and their sign.
func scale(d *study.Difference) (float64, string) {
	if d.Measure.Kind == measure.Odds {
		return 100, " %"
	}
	return 1, ""
}

// level is the measure on one side, to as many digits as the difference supports.
func level(d *study.Difference, f stats.Figure[float64]) string {
	if !f.Known() {
		return "-"
	}
	by, percent := scale(d)
	low, high := by*(f.Value+d.Low-d.Est), by*(f.Value+d.High-d.Est)
	if !d.Known() || d.Low == d.High {
		return summary.Plain(by*f.Value) + percent
	}
	v := by * f.Value
	return summary.Number(&v, &low, &high).Value + percent
}

// changed is the difference with its sign, and its interval.
func changed(d *study.Difference) (is, bounds string) {
	if !d.Known() {
		return "-", ""
	}
	by, _ := scale(d)
	est, low, high := by*d.Est, by*d.Low, by*d.High
	r := summary.Number(&est, &low, &high)
	unit := ""
	if d.Measure.Kind == measure.Odds {
		unit = points
	}
	return signed(r.Value) + unit, "(" + signed(r.Low) + " to " + signed(r.High) + ")"
}

// points are percentage points: what the odds of two sides differ by.
const points = " pp"

func signed(number string) string {
	if strings.HasPrefix(number, "-") || strings.Trim(number, "0.") == "" {
		return number
	}
	return "+" + number
}

// verdict says what is known of a difference, and after how many games where that was before the last of them.
func verdict(d *study.Difference, games uint64) string {
	side := letter(d.Side)
	after := ""
	if d.Settled > 0 && d.Settled < games {
		after = ", after " + summary.Of(int64(d.Settled), "game")
	}
	switch d.Better() {
	case 1:
		return side + " is better" + after
	case -1:
		return side + " is worse" + after
	}
	switch d.Verdict {
	case study.Higher:
		return side + " is higher" + after
	case study.Lower:
		return side + " is lower" + after
	case study.Alike:
		return "alike in every game"
	case study.Within:
		by, _ := scale(d)
		unit := ""
		switch {
		case d.Measure.Kind == measure.Odds:
			unit = " percentage points"
		case d.Measure.Unit != "":
			unit = " " + d.Measure.Unit
		}
		return "no difference larger than " + summary.Plain(by*d.Within) + unit + after
	}
	switch {
	case !d.Known():
		return "undecided: " + d.Missing
	case d.Needed > 0:
		return "undecided: needs about " + summary.Of(int64(d.Needed), "game")
	default:
		return "undecided: only a difference that does not matter (--within) can settle it"
	}
}
