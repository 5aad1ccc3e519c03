package verdicts

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/sim/study"
)

// The elements of JUnit XML as Jenkins, GitLab and others read them. There are no times in it: the same checks give the
// same bytes.
type (
	testSuites struct {
		XMLName  xml.Name    `xml:"testsuites"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Suites   []testSuite `xml:"testsuite"`
	}
	testSuite struct {
		Name       string     `xml:"name,attr"`
		File       string     `xml:"file,attr,omitempty"`
		Tests      int        `xml:"tests,attr"`
		Failures   int        `xml:"failures,attr"`
		Errors     int        `xml:"errors,attr"`
		Skipped    int        `xml:"skipped,attr"`
		Properties []property `xml:"properties>property"`
		Cases      []testCase `xml:"testcase"`
	}
	property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	testCase struct {
		Name      string   `xml:"name,attr"`
		ClassName string   `xml:"classname,attr"`
		File      string   `xml:"file,attr"`
		Line      int      `xml:"line,attr,omitempty"`
		Failure   *message `xml:"failure"`
		Error     *message `xml:"error"`
		Skipped   *message `xml:"skipped"`
		Output    string   `xml:"system-out,omitempty"`
	}
	message struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the answers as JUnit XML: a suite for each scenario and a case for each expectation. What is
// undecided is skipped, with the reason.
func WriteJUnit(w io.Writer, checks []Check) error {
	all := testSuites{Name: "polemos check"}
	for i := range checks {
		c := &checks[i]
		n := c.counts()
		s := testSuite{
			Name: c.Scenario, Tests: len(c.Answers), Failures: n[study.Fail], Skipped: n[study.Undecided],
			Properties: []property{
				{"seed", strconv.FormatUint(c.Seed, 10)}, {"games", strconv.FormatUint(c.Games, 10)},
				{"confidence", strconv.FormatFloat(c.Confidence, 'g', -1, 64)}, {"command", c.Replay},
			},
		}
		for j := range c.Answers {
			if s.File == "" {
				s.File = c.Places[j].File
			}
			s.Cases = append(s.Cases, c.junitCase(j))
		}
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Skipped += s.Skipped
		all.Suites = append(all.Suites, s)
	}
	return all.write(w)
}

func (c *Check) junitCase(i int) testCase {
	at, said := c.Places[i], c.sentence(i)
	t := testCase{
		Name: c.Answers[i].Measure.Name + " " + at.Expected, ClassName: "polemos." + strings.ReplaceAll(c.Scenario, ".", "_"),
		File: at.File, Line: at.Line,
	}
	switch c.Answers[i].Holds {
	case study.Pass:
		t.Output = said
	case study.Fail:
		t.Failure = &message{Message: said, Type: "expectation", Text: said + "\n" + at.spot() + "\n" + c.Replay}
	case study.Undecided:
		t.Skipped = &message{Message: said}
	}
	return t
}

// spot is "inkopah.yaml:71:5".
func (p Place) spot() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}
