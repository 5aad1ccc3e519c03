package verdicts

import (
	"fmt"
	"io"
	"strings"

	"github.com/polemos-sim/polemos/sim/study"
)

// WriteAnnotations writes workflow commands of GitHub Actions: an error at the line of each expectation that fails, a
// warning at each that is undecided.
func WriteAnnotations(w io.Writer, checks []Check) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	value := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for i := range checks {
		c := &checks[i]
		for j := range c.Answers {
			command := map[study.Holds]string{study.Fail: "error", study.Undecided: "warning"}[c.Answers[j].Holds]
			if command == "" {
				continue
			}
			at := c.Places[j]
			place := "file=" + value.Replace(at.File)
			if at.Line > 0 {
				place += fmt.Sprintf(",line=%d,col=%d", at.Line, at.Col)
			}
			if _, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", command, place, value.Replace(c.Answers[j].Measure.Name), data.Replace(c.sentence(j))); err != nil {
				return err
			}
		}
	}
	return nil
}
