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
	for i := range checks {
		c := &checks[i]
		for j := range c.Answers {
			command := map[study.Holds]string{study.Fail: "error", study.Undecided: "warning"}[c.Answers[j].Holds]
			if command == "" {
				continue
			}
			if err := annotate(w, command, c.Places[j], c.Answers[j].Measure.Name, c.sentence(j)); err != nil {
				return err
			}
		}
	}
	return nil
}

// What a workflow command cannot hold as it is: in its text, and in its properties.
var (
	inText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	inProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// annotate writes one workflow command.
func annotate(w io.Writer, command string, at Place, title, text string) error {
	place := "file=" + inProperty.Replace(at.File)
	if at.Line > 0 {
		place += fmt.Sprintf(",line=%d,col=%d", at.Line, at.Col)
	}
	_, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", command, place, inProperty.Replace(title), inText.Replace(text))
	return err
}
