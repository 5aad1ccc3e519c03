package verdicts

import (
	"fmt"
	"io"
	"strings"

	"github.com/polemos-sim/polemos/reports/summary"
)

// WriteMarkdown writes the answers as a table for each scenario, in GitHub's Markdown.
func WriteMarkdown(w io.Writer, checks []Check) error {
	var b strings.Builder
	var all [3]int
	for i := range checks {
		c := &checks[i]
		for h, n := range c.counts() {
			all[h] += n
		}
		title := c.Scenario
		if c.Title != "" {
			title += ": " + c.Title
		}
		fmt.Fprintf(&b, "### %s\n\n%s.\n\n", cell(title), c.played())
		if len(c.Answers) == 0 {
			fmt.Fprintf(&b, "Nothing is expected of this scenario.\n\n")
			continue
		}
		fmt.Fprintf(&b, "| | measure | is | interval | expected | games | at |\n|---|---|---:|---|---|---:|---|\n")
		for j := range c.Answers {
			a := &c.Answers[j]
			games := summary.Count(int64(a.Games))
			if a.Exact {
				games = "exact"
			}
			if a.Needed > 0 {
				games += ", needs about " + summary.Count(int64(a.Needed))
			}
			fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s | %s |\n", holds[a.Holds], a.Measure.Name, number(a.Value),
				interval(a.Value), cell(c.Places[j].Expected), games, cell(c.Places[j].spot()))
		}
		fmt.Fprintf(&b, "\n`%s`\n\n", c.Replay)
	}
	_, err := fmt.Fprintf(w, "## polemos check: %s\n\n%s", sumUp(all), b.String())
	return err
}

// cell keeps a text inside its cell.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(text)
}
