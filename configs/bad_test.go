package configs

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/policies"
)

// TestBad reads every file of testdata/bad: each has, beside it, every line that
// is said about it, and no other.
func TestBad(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(paths) < 100 {
		t.Fatalf("%d bad files, %v", len(paths), err)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(path, ".yaml") + ".txt")
		if err != nil {
			t.Errorf("%s has no message beside it: %v", name, err)
			continue
		}
		_, err = Parse(name, data, policies.Default(), nil)
		if err == nil {
			t.Errorf("%s is valid", name)
			continue
		}
		if got := err.Error() + "\n"; got != string(want) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
		placed(t, name, err)
	}
	texts, _ := filepath.Glob("testdata/bad/*.txt")
	for _, path := range texts {
		if !slices.Contains(paths, strings.TrimSuffix(path, ".txt")+".yaml") {
			t.Errorf("%s has no file beside it", path)
		}
	}
}

// placed wants a place and a message for every problem.
func placed(t *testing.T, name string, err error) {
	t.Helper()
	problems, ok := errors.AsType[Problems](err)
	if !ok || len(problems) == 0 {
		t.Errorf("%s: the error is %T, want Problems", name, err)
	}
	for _, p := range problems {
		if p.Msg == "" || p.File == "" || p.Line < 1 || p.Col < 1 {
			t.Errorf("%s: a problem without a place or a message: %+v", name, p)
		}
	}
}
