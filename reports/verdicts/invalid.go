package verdicts

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// An Invalid is one thing that is wrong with a scenario, so that nothing could be checked.
type Invalid struct {
	Place
	Text string
}

// AnnotateInvalid writes an error of GitHub Actions at each place.
func AnnotateInvalid(w io.Writer, list []Invalid) error {
	for _, x := range list {
		if err := annotate(w, "error", x.Place, "invalid scenario", x.Text); err != nil {
			return err
		}
	}
	return nil
}

// WriteInvalidJUnit writes JUnit XML with a suite for each file, in the order of the list, and an error for each thing.
func WriteInvalidJUnit(w io.Writer, list []Invalid) error {
	all := testSuites{Name: "polemos check", Tests: len(list), Errors: len(list)}
	for _, x := range list {
		last := len(all.Suites) - 1
		if last < 0 || all.Suites[last].File != x.File {
			all.Suites = append(all.Suites, testSuite{Name: x.File, File: x.File})
			last++
		}
		s := &all.Suites[last]
		s.Tests++
		s.Errors++
		s.Cases = append(s.Cases, testCase{
			Name: x.Text, ClassName: "polemos", File: x.File, Line: x.Line,
			Error: &message{Message: x.Text, Type: "scenario", Text: x.spot() + ": " + x.Text},
		})
	}
	return all.write(w)
}

// WriteInvalidMarkdown writes a list in GitHub's Markdown.
func WriteInvalidMarkdown(w io.Writer, list []Invalid) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## polemos check: nothing was checked, a scenario is invalid\n\n| at | |\n|---|---|\n")
	for _, x := range list {
		fmt.Fprintf(&b, "| %s | %s |\n", cell(x.spot()), cell(x.Text))
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes the suites as XML.
func (s testSuites) write(w io.Writer) error {
	text, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}
