package run

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestRunSaysWhatIsExpected(t *testing.T) {
	chdirTemp(t)
	for _, c := range []struct {
		set, want string
	}{
		{"turns=40", "\n2 expectations: polemos check inkopah --set turns=40 tests them\n"},
		{"expect=[]", ""},
		{"expect=[{measure: odds.victory, at_most: 0.95}]", "\n1 expectation: polemos check inkopah --set 'expect=[{measure: odds.victory, at_most: 0.95}]' tests it\n"},
		{"expect.0.between=[0.5, 0.6]", " tests them\n  not so in this run: odds.victory is 0.9"},
		{"expect.1.at_most=2", " tests them\n  not so in this run: war.length.mean is 2."},
	} {
		out := done(t, "run", "inkopah", "--games", "5000", "--quiet", "--out", "r", "--set", c.set, "--force")
		if !strings.Contains(out, c.want) || c.want == "" && strings.Contains(out, "expectation") {
			t.Errorf("%s: no %q in\n%s", c.set, c.want, out)
		}
		if strings.HasSuffix(c.want, "\n") && !strings.HasSuffix(out, c.want) {
			t.Errorf("%s: more is said\n%s", c.set, out)
		}
	}
	if out := done(t, "run", "inkopah", "--games", "5000", "--out", "j", "--format", "json"); strings.Contains(out, "polemos check") {
		t.Error("JSON is no place for sentences")
	}
}

// late is a context that is cancelled, for those who ask, after some have asked.
type late struct {
	context.Context
	asked atomic.Int64
	after int64
}

func (l *late) Err() error {
	if l.asked.Add(1) > l.after {
		return context.Canceled
	}
	return nil
}

// A run that is stopped at any moment before its files are made leaves no summary, and goes on to the files of one that
// was not.
func TestInterruptedBeforeTheSummary(t *testing.T) {
	chdirTemp(t)
	done(t, "run", "inkopah", "--games", "2000", "--out", "calm", "--quiet")
	interruptions := 0
	for after := int64(0); ; after++ {
		var message bytes.Buffer
		a := newApp(new(bytes.Buffer), &message)
		status := a.run(&late{Context: t.Context(), after: after}, []string{"run", "inkopah", "--games", "2000", "--out", "r", "--quiet"})
		if status == Done {
			break
		}
		interruptions++
		if status != Interrupted || !strings.Contains(message.String(), "the same command goes on from there") || after > 100_000 {
			t.Fatalf("after %d: status %d, %s", after, status, message.String())
		}
		if _, err := os.Stat(filepath.Join("r", "summary.json")); err == nil {
			t.Fatalf("after %d: there is a summary", after)
		}
		after += after / 2
	}
	if interruptions < 2 {
		t.Errorf("only %d interruptions", interruptions)
	}
	sameFolder(t, "a run that was interrupted", "r", "calm")
}

func TestStarter(t *testing.T) {
	chdirTemp(t)
	done(t, "new", "my war.yaml")
	text, err := os.ReadFile("my war.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"polemos run 'my war.yaml'              play", "name: my-war    ", "title: \"My war\"\n", "yaml-language-server: $schema=", "never here"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the starter lacks %q:\n%s", want, text)
		}
	}
}

// What a shell asks for when a key or a measure is wanted.
func TestCompletionOfKeys(t *testing.T) {
	for line, want := range map[string]string{
		"run inkopah --set ":         "republic.crises.inkopah.victory_points=\t13\n",
		"sweep inkopah --vary ":      "params.patience=\t64\n",
		"compare inkopah --with ":    "turns=\t40\n",
		"sweep inkopah --measure ":   "odds.victory\t",
		"sweep nothing --measure ":   "",
		"run inkopah --set turns=2 ": "",
	} {
		words := strings.Split(strings.TrimSuffix(line, " ")+" ", " ")
		if strings.Contains(line, "turns=2") {
			words = words[:len(words)-1]
		}
		out := done(t, append([]string{"__complete"}, words...)...)
		if !strings.Contains(out, want) || want == "" && !strings.HasPrefix(out, ":") {
			t.Errorf("%s: no %q in\n%s", line, want, out)
		}
	}
}

// A warning has the place of what it is about: in the file, or the setting.
func TestPlacesOfWarnings(t *testing.T) {
	o := polemos(t, "validate", "inkopah", "--set", "params.new=3")
	if o.status != Done || !strings.Contains(o.err, "--set params.new=3: warning: ") || !strings.Contains(o.err, "inkopah.yaml:44:5: warning: ") || strings.Contains(o.err, ":0:0") {
		t.Errorf("status %d, %s", o.status, o.err)
	}
}
