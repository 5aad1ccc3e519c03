package run

import (
	"fmt"
	"io"
	"strings"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim/measure"
)

// expected says, after what a run found, that the scenario expects something, and
// which of it the run contradicts: the interval of the measure lies wholly outside.
// Whether the rest holds is for the verb check.
func expected(w io.Writer, s *configs.Scenario, t *engine.Tally, check string) error {
	if len(s.Expect) == 0 {
		return nil
	}
	what := fmt.Sprintf("%d expectations: %s tests them", len(s.Expect), check)
	if len(s.Expect) == 1 {
		what = "1 expectation: " + check + " tests it"
	}
	lines := []string{what}
	reading := measure.Read(t)
	reading.Guaranteed = true
	for _, x := range s.Expect {
		m, err := measure.Parse(x.Measure, s.Ruleset().Schema(), expr.Closest)
		if err != nil {
			return err
		}
		e := reading.Value(m, s.Confidence)
		if !e.Known() || e.High >= x.Low && e.Low <= x.High {
			continue
		}
		shown := summary.Number(&e.Est, &e.Low, &e.High)
		lines = append(lines, fmt.Sprintf("  not so in this run: %s is %s (%s to %s), expected %s", x.Measure, shown.Value, shown.Low, shown.High, x.Text))
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(lines, "\n"))
	return err
}

// checkOf spells how to test what a scenario expects.
func checkOf(name string, set settings) string {
	text := "polemos check " + quoteWord(name)
	for _, kv := range set {
		text += " --set " + quoteWord(kv)
	}
	return text
}
