package run

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/polemos-sim/polemos/reports/summary"
)

func TestRunKeepsResultsAndTheRestApart(t *testing.T) {
	chdirTemp(t)
	o := polemos(t, "run", "inkopah", "--games", "70_000", "--part-games", "65_536")
	if o.status != Done || o.err != "" || !strings.Contains(o.out, "victory") {
		t.Errorf("status %d, errors %q, output\n%s", o.status, o.err, o.out)
	}
	o = polemos(t, "run", "inkopah", "--games", "80_000", "--part-games", "65_536")
	want := "note: the run of 70,000 games in " + filepath.Join("runs", "inkopah-1") + " is extended to 80,000\n" +
		"note: part 1 held 4,464 of its 14,464 games and is played again\n"
	if o.status != Done || o.err != want {
		t.Errorf("status %d, errors %q, want %q", o.status, o.err, want)
	}
	quiet := polemos(t, "run", "inkopah", "--games", "90_000", "--part-games", "65_536", "--quiet")
	if quiet.status != Done || quiet.err != "" {
		t.Errorf("--quiet: status %d, errors %q", quiet.status, quiet.err)
	}
	if again := done(t, "run", "inkopah", "--games", "90_000", "--part-games", "65_536"); again != quiet.out {
		t.Errorf("the same command shows\n%s\nafter\n%s", again, quiet.out)
	}
}

func TestJSONIsTheSummaryAndFollowsItsSchema(t *testing.T) {
	chdirTemp(t)
	out := done(t, "run", "two-fronts", "--games", "2000", "--format", "json", "--out", "r")
	kept, err := os.ReadFile(filepath.Join("r", "summary.json"))
	if err != nil || out != string(kept) {
		t.Errorf("standard output and summary.json differ (%v)", err)
	}
	if report := done(t, "report", "r", "--format", "json"); report != out {
		t.Error("report --format json differs from run --format json")
	}
	schema := done(t, "schema", "--of", "summary")
	if schema != string(summary.Schema()) {
		t.Error("schema --of summary is another than summary.Schema")
	}
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("summary.json", parsed); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("summary.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Error(err)
	}
	value.(map[string]any)["games"] = "many"
	if compiled.Validate(value) == nil {
		t.Error("the schema lets \"games\": \"many\" pass")
	}
}

func TestEveryJSONParses(t *testing.T) {
	for _, line := range []string{
		"list scenarios", "list policies", "list measures long-peace", "list keys", "validate inkopah two-fronts",
		"replay long-peace --game 3", "version", "schema", "schema --of summary",
	} {
		args := strings.Fields(line)
		if args[0] != "schema" {
			args = append(args, "--format", "json")
		}
		if out := done(t, args...); !json.Valid([]byte(out)) {
			t.Errorf("%s: not JSON:\n%s", line, out)
		}
	}
}

func TestValidateTellsAllAndStillPrintsJSON(t *testing.T) {
	chdirTemp(t)
	bad := "polemos: 1\nname: bad\nruleset: republic\nturns: 0\nrepublic: {randomizer: 0d6}\n"
	if err := os.WriteFile("bad.yaml", []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	o := polemos(t, "validate", "inkopah", "bad.yaml")
	if o.status != Usage || o.out != "inkopah is valid\n" {
		t.Errorf("status %d, output %q", o.status, o.out)
	}
	for _, at := range []string{"bad.yaml:4:8: turns: ", "bad.yaml:5:24: republic.randomizer: "} {
		if !strings.Contains(o.err, at) {
			t.Errorf("%q is not said in\n%s", at, o.err)
		}
	}
	o = polemos(t, "validate", "bad.yaml", "--format", "json")
	var found []struct {
		Valid  bool
		Errors []struct {
			File         string
			Line, Column int
			Key, Text    string
		}
	}
	if err := json.Unmarshal([]byte(o.out), &found); err != nil || o.status != Usage || o.err != "" {
		t.Fatalf("status %d, %v, errors %q", o.status, err, o.err)
	}
	if len(found) != 1 || found[0].Valid || len(found[0].Errors) < 2 || found[0].Errors[0].Line != 4 {
		t.Errorf("%+v", found)
	}
}

func TestColour(t *testing.T) {
	chdirTemp(t)
	const escape = "\x1b["
	for _, c := range []struct {
		width   int
		noColor string
		want    bool
	}{{0, "", false}, {100, "", true}, {100, "1", false}} {
		var out, err bytes.Buffer
		a := newApp(&out, &err)
		a.outWidth = c.width
		a.getenv = func(name string) string { return map[string]string{"NO_COLOR": c.noColor}[name] }
		if status := a.run(t.Context(), []string{"run", "inkopah", "--games", "1000"}); status != Done {
			t.Fatal(status, err.String())
		}
		if got := strings.Contains(out.String(), escape); got != c.want {
			t.Errorf("width %d, NO_COLOR %q: colour is %v", c.width, c.noColor, got)
		}
	}
}

// full is a device without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestResultsThatCannotBeWritten(t *testing.T) {
	chdirTemp(t)
	done(t, "run", "inkopah", "--games", "1000", "--out", "r")
	for _, line := range []string{
		"run inkopah --games 1000 --out r", "run inkopah --games 1000 --out r --format json", "report r", "replay inkopah",
		"list scenarios", "list policies", "list measures inkopah", "validate inkopah", "validate inkopah --resolved",
		"schema", "version", "version --format json", "new n.yaml", "completion bash", "help run", "run --help", "",
	} {
		var err bytes.Buffer
		a := newApp(full{}, &err)
		if status := a.run(t.Context(), strings.Fields(line)); status != Broken || !strings.HasSuffix(err.String(), "polemos: the result cannot be written: file already closed\n") {
			t.Errorf("polemos %s: status %d, %q", line, status, err.String())
		}
	}
}

func TestStatusOfATrueProcess(t *testing.T) {
	chdirTemp(t)
	for line, want := range map[string]int{"version": Done, "rum": Usage} {
		c := child(t, line)
		var out, err bytes.Buffer
		c.Stdout, c.Stderr = &out, &err
		c.Run()
		if got := c.ProcessState.ExitCode(); got != want || (out.Len() > 0) == (err.Len() > 0) {
			t.Errorf("polemos %s: status %d, output %q, errors %q", line, got, out.String(), err.String())
		}
	}
}
