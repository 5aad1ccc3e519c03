package run

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
)

// expecting writes Inkopah with other expectations, its only ones, and returns the line of the first.
func expecting(t *testing.T, file string, lines ...string) int {
	t.Helper()
	before, _, ok := strings.Cut(done(t, "validate", "inkopah", "--resolved"), "expect:\n")
	if !ok {
		t.Fatal("inkopah expects nothing")
	}
	if err := os.WriteFile(file, []byte(before+"expect:\n  - {"+strings.Join(lines, "}\n  - {")+"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return strings.Count(before, "\n") + 2
}

func TestCheckStatus(t *testing.T) {
	chdirTemp(t)
	const wins, loses = "measure: odds.victory, at_least: 0.9", "measure: odds.victory, at_least: 0.95"
	near := "measure: turn.3.republic.approval.mean, at_least: " + meanOfTurn3(t)
	expecting(t, "pass.yaml", wins, "measure: final.approval.p10, at_least: 20")
	expecting(t, "fail.yaml", wins, loses)
	expecting(t, "near.yaml", wins, near)
	expecting(t, "both.yaml", near, loses)
	for _, c := range []struct {
		line   string
		status int
		says   string
	}{
		{"check pass.yaml", Done, "2 of 2 expectations hold\n"},
		{"check pass.yaml --exact never", Done, "2 of 2 expectations hold\n"},
		{"check fail.yaml", Failed, "1 of 2 expectations hold, 1 fail\n"},
		{"check fail.yaml --exact never --games 70_000", Failed, "1 of 2 expectations hold, 1 fail\n"},
		{"check near.yaml --games 70_000", Undecided, "1 of 2 expectations hold, 1 undecided\n"},
		{"check both.yaml --games 70_000", Failed, "0 of 2 expectations hold, 1 fail, 1 undecided\n"},
		{"check pass.yaml near.yaml fail.yaml --games 70_000", Failed, "4 of 6 expectations hold, 1 fail, 1 undecided\n"},
		{"check pass.yaml near.yaml --games 70_000", Undecided, "3 of 4 expectations hold, 1 undecided\n"},
	} {
		args := append(strings.Fields(c.line), "--quiet")
		o := polemos(t, args...)
		if o.status != c.status || !strings.HasSuffix(o.out, c.says) || o.err != "" {
			t.Errorf("%s: status %d, want %d, errors %q\n%s", c.line, o.status, c.status, o.err, o.out)
		}
		// The same command has the same answer.
		if again := polemos(t, args...); again != o {
			t.Errorf("%s again: status %d\n%s", c.line, again.status, again.out)
		}
	}
}

// meanOfTurn3 is the mean approval of turn 3, of which exact odds know nothing, after 70,000 games.
func meanOfTurn3(t *testing.T) string {
	t.Helper()
	expecting(t, "value.yaml", "measure: turn.3.republic.approval.mean, at_least: 1000")
	o := polemos(t, "check", "value.yaml", "--games", "70_000", "--format", "json", "--quiet")
	var got []struct{ Expectations []struct{ Value float64 } }
	if err := json.Unmarshal([]byte(o.out), &got); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%.4f", got[0].Expectations[0].Value)
}

func TestCheckOfWrongScenarios(t *testing.T) {
	chdirTemp(t)
	first := expecting(t, "measure.yaml", "measure: odds.victory, at_least: 0.9", "measure: war.lenght.mean, at_most: 3")
	expecting(t, "outcome.yaml", "measure: odds.vitory, at_least: 0.9")
	o := polemos(t, "check", "measure.yaml", "inkopah", "outcome.yaml", "--junit", "x.xml", "--markdown", "x.md", "--html", "x.html", "--github")
	if o.status != Usage || o.out != "" {
		t.Errorf("status %d, output %q", o.status, o.out)
	}
	for _, at := range []string{
		fmt.Sprintf("measure.yaml:%d:15: expect.1.measure: there is no measure war.lenght.mean (did you mean war.length.mean?)", first+1),
		fmt.Sprintf("outcome.yaml:%d:15: ", first),
		fmt.Sprintf("::error file=measure.yaml,line=%d,col=15,title=invalid scenario::expect.1.measure: there is no measure war.lenght.mean", first+1),
	} {
		if !strings.Contains(o.err, at) {
			t.Errorf("%q is not said in\n%s", at, o.err)
		}
	}
	if text, err := os.ReadFile("x.xml"); err != nil || !strings.Contains(string(text), `<testsuites name="polemos check" tests="2" failures="0" errors="2" skipped="0">`) {
		t.Errorf("JUnit: %v\n%s", err, text)
	}
	if text, err := os.ReadFile("x.md"); err != nil || !strings.Contains(string(text), fmt.Sprintf("| outcome.yaml:%d:15 | ", first)) {
		t.Errorf("Markdown: %v\n%s", err, text)
	}
	if _, err := os.Stat("x.html"); err == nil {
		t.Error("a page of answers was written though nothing was checked")
	}
	o = polemos(t, "check", "inkopah", "--set", "turns=0", "--github")
	if o.status != Usage || !strings.HasPrefix(o.err, "::error file=--set,title=invalid scenario::--set turns=0: turns: ") {
		t.Errorf("status %d, %q", o.status, o.err)
	}
	fails(t, polemos(t, "check"), Usage, "check needs a scenario: polemos check inkopah")
	o = polemos(t, "check", "inkopah", "--quiet", "--junit", filepath.Join("no", "folder.xml"))
	if o.status != Broken || !strings.HasPrefix(o.err, "polemos: the answers cannot be written: ") {
		t.Errorf("status %d, %q", o.status, o.err)
	}
}

// A scenario without expectations keeps them all, and is told that it has none; one that teaches something says so.
func TestCheckWarns(t *testing.T) {
	chdirTemp(t)
	o := polemos(t, "check", "inkopah", "--set", "expect=[]", "--set", "params.idle=3")
	for _, text := range []string{"warning: Nothing reads the param idle", "inkopah.yaml: warning: it expects nothing of itself: add lines under expect:\n"} {
		if !strings.Contains(o.err, text) {
			t.Errorf("%q is not said in %q", text, o.err)
		}
	}
	if o.status != Done || !strings.HasSuffix(o.out, "0 of 0 expectations hold\n") {
		t.Errorf("status %d\n%s", o.status, o.out)
	}
}

func TestCheckWritesForOthers(t *testing.T) {
	chdirTemp(t)
	first := expecting(t, "war.yaml", "measure: odds.victory, at_least: 0.9", "measure: odds.victory, at_least: 0.95")
	if err := os.WriteFile("steps.md", []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, err bytes.Buffer
	a := newApp(&out, &err)
	a.getenv = func(name string) string {
		return map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "steps.md"}[name]
	}
	if status := a.run(t.Context(), []string{"check", "war.yaml", "--quiet", "--junit", "x.xml", "--markdown", "x.md"}); status != Failed {
		t.Fatal(status, err.String())
	}
	if want := fmt.Sprintf("::error file=war.yaml,line=%d,col=5,title=odds.victory::odds.victory is 0.9112153, not sampled: not at least 0.95\n", first+1); err.String() != want {
		t.Errorf("annotations: %q, want %q", err.String(), want)
	}
	md, _ := os.ReadFile("x.md")
	steps, _ := os.ReadFile("steps.md")
	if !strings.HasPrefix(string(md), "## polemos check: 1 of 2 expectations hold, 1 fail\n") || string(steps) != "before\n"+string(md) {
		t.Errorf("Markdown: %s\nadded: %s", md, steps)
	}
	var suites struct {
		Suites []struct {
			Cases []struct {
				File    string `xml:"file,attr"`
				Line    int    `xml:"line,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	text, readErr := os.ReadFile("x.xml")
	if readErr != nil || xml.Unmarshal(text, &suites) != nil {
		t.Fatalf("%v\n%s", readErr, text)
	}
	cases := suites.Suites[0].Cases
	if len(cases) != 2 || cases[0].Failure != nil || cases[1].Failure == nil || cases[1].File != "war.yaml" || cases[1].Line != first+1 {
		t.Errorf("%+v", suites)
	}
}

// Every shipped scenario keeps what it promises.
func TestShippedScenariosHold(t *testing.T) {
	args := []string{"check", "--quiet"}
	for _, l := range configs.List() {
		args = append(args, l.Name)
	}
	if o := polemos(t, args...); o.status != Done {
		t.Errorf("status %d\n%s%s", o.status, o.err, o.out)
	}
}
