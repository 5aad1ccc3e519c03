package run

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// python runs a script with the Python that POLEMOS_PYTHON names, else python3;
// status 3 means that it lacks a package.
func python(t *testing.T, script string, args ...string) (said string, status int) {
	t.Helper()
	interpreter := os.Getenv("POLEMOS_PYTHON")
	if interpreter == "" {
		interpreter = "python3"
	}
	out, err := exec.Command(interpreter, append([]string{script}, args...)...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		lacking(t, "no Python reads the tables (POLEMOS_PYTHON may name one): %v", err)
	}
	if exit != nil && exit.ExitCode() == 3 {
		lacking(t, "%s has not the packages (POLEMOS_PYTHON may name one that has): %s", interpreter, out)
	}
	if exit != nil {
		return string(out), exit.ExitCode()
	}
	return string(out), 0
}

// Another engine, and formulas written down anew, come to every number that a run
// reports.
func TestNumbersAreThoseOfTheTables(t *testing.T) {
	script, err := filepath.Abs(filepath.Join("testdata", "recompute.py"))
	if err != nil {
		t.Fatal(err)
	}
	chdirTemp(t)
	games := strconv.Itoa(size(4000, 20_000, 60_000))
	for i, line := range []string{
		"inkopah",
		"two-fronts",
		"two-fronts --set turns=6", // wars that the horizon cuts off, and medians that are not reached
		"long-peace --seed 7",
	} {
		dir := "run" + strconv.Itoa(i)
		done(t, append([]string{"run", "--games", games, "--turns", "all", "--out", dir}, strings.Fields(line)...)...)
		said, status := python(t, script, dir)
		if status != 0 {
			t.Errorf("%s: %s", line, said)
		}
		var compared int
		if fmt.Sscanf(said, "%d numbers", &compared); compared < 2000 {
			t.Errorf("%s: only %s", line, said)
		}
	}

	// The script notices a number that is another.
	done(t, "run", "inkopah", "--games", "3000", "--turns", "all", "--out", "small")
	file := filepath.Join("small", "summary.json")
	right, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{
		`"odds": ([\d.]+)`, `"high": ([\d.]+)`, `"sd": ([\d.]+)`, `"restricted_high": ([\d.]+)`, `"survival": ([\d.]+)`, `"share": ([\d.]+)`, `"p75": ([\d.]+)`, `"at_risk": (\d+)`,
	} {
		at := regexp.MustCompile(pattern).FindSubmatchIndex(right)
		if at == nil {
			t.Fatalf("no %s in %s", pattern, file)
		}
		v, err := strconv.ParseFloat(string(right[at[2]:at[3]]), 64)
		if err != nil {
			t.Fatal(err)
		}
		wrong := fmt.Sprintf("%s%v%s", right[:at[2]], v*(1+1e-6)+1e-6, right[at[3]:])
		if err := os.WriteFile(file, []byte(wrong), 0o644); err != nil {
			t.Fatal(err)
		}
		if said, status := python(t, script, "small"); status != 1 || !strings.Contains(said, "reported") {
			t.Errorf("a wrong %s is not noticed: status %d, %s", pattern, status, said)
		}
	}
}

// What the README shows of pandas, polars and DuckDB works as it stands.
func TestSnippetsOfReadmeRun(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(checkout(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	chdirTemp(t)
	done(t, "run", "inkopah", "--games", "3000")
	lines := []string{
		"import sys", "try:", "    import duckdb, pandas as pd, polars as pl",
		"except ImportError as missing:", "    print(missing)", "    sys.exit(3)",
	}
	snippets := codeBlocks(string(readme), "python")
	for _, query := range codeBlocks(string(readme), "sql") {
		snippets = append(snippets, fmt.Sprintf("assert duckdb.sql(%q).fetchall()\n", query))
	}
	if len(snippets) < 3 {
		t.Fatalf("README.md shows only %d snippets", len(snippets))
	}
	if err := os.WriteFile("snippets.py", []byte(strings.Join(append(lines, snippets...), "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	if said, status := python(t, "snippets.py"); status != 0 {
		t.Error(said)
	}
}
