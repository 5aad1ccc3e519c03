package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/cmd/polemos-beam/cluster"
	"github.com/polemos-sim/polemos/cmd/polemos/run"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies"
)

// asProgram in the environment makes the test binary one of the two programs, also where a runner starts it.
const (
	asProgram = "POLEMOS_TEST_AS_PROGRAM"
	local     = "polemos"
	beam      = "polemos-beam"
)

func TestMain(m *testing.M) {
	switch os.Getenv(asProgram) {
	case local:
		os.Exit(run.Main(table(), os.Args[1:]))
	case beam:
		os.Exit(cluster.Main(table(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

// careless is a President who sends what is not there, or whose code fails, once in 20,000 questions.
type careless struct {
	republic.President
	slip   *engine.Dist
	panics bool
}

var slip = engine.NewSite("policy/test/slip")

func (p *careless) Deploy(v *republic.View, o *republic.Orders) {
	p.President.Deploy(v, o)
	if v.Wars() == 0 || v.Draw(p.slip, slip, 0) != 1 {
		return
	}
	if p.panics {
		panic("lost the map")
	}
	o.Deploy(0, 99, 0)
}

// table has two policies of a user's own.
func table() *policies.Table {
	t := policies.Default()
	for name, panics := range map[string]bool{"overstretched": false, "absent-minded": true} {
		t.President[name] = func(r *republic.Rules, o policies.Options) (republic.President, error) {
			allIn, err := policies.NewAllIn(r, o)
			if err != nil {
				return nil, err
			}
			rarely, err := engine.Chance(1, 20_000)
			return &careless{allIn, rarely, panics}, err
		}
	}
	return t
}

// outcome is what a command line comes to.
type outcome struct {
	status   int
	out, err string
}

// program runs one of the programs in a folder.
func program(t *testing.T, name, dir string, args ...string) outcome {
	t.Helper()
	c, out, said := start(t, name, dir, args...)
	return wait(t, c, out, said)
}

// start starts one of the programs in a folder. It is ended with the test.
func start(t *testing.T, name, dir string, args ...string) (c *exec.Cmd, out, said *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	t.Cleanup(cancel)
	out, said = new(bytes.Buffer), new(bytes.Buffer)
	c = exec.CommandContext(ctx, self, args...)
	c.Dir, c.Stdout, c.Stderr = dir, out, said
	c.Env = append(os.Environ(), asProgram+"="+name, "TMPDIR="+t.TempDir()) // one that is killed leaves something
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, out, said
}

func wait(t *testing.T, c *exec.Cmd, out, said *bytes.Buffer) outcome {
	t.Helper()
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{c.ProcessState.ExitCode(), out.String(), said.String()}
}

// locally is the outcome of polemos run, and the folder in which it made the folder r.
func locally(t *testing.T, args ...string) (dir string, o outcome) {
	t.Helper()
	dir = t.TempDir()
	o = program(t, local, dir, slices.Concat([]string{"run"}, args, []string{"--out", "r", "--quiet"})...)
	return dir, o
}

// same compares the outcome of polemos-beam, in dir, with that of polemos.
func same(t *testing.T, dir string, got outcome, wantDir string, want outcome) {
	t.Helper()
	if got.status != want.status {
		t.Errorf("status %d, want %d\n%s", got.status, want.status, got.err)
	}
	if diff := cmp.Diff(want.out, got.out); diff != "" {
		t.Errorf("standard output (-want +got):\n%s", diff)
	}
	sameFolder(t, filepath.Join(dir, "r"), filepath.Join(wantDir, "r"))
}

// sameFolder says which files of two folders differ.
func sameFolder(t *testing.T, got, want string) {
	t.Helper()
	a, b := contents(t, got), contents(t, want)
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if _, ok := a[name]; !ok {
			t.Errorf("%s is missing", name)
		} else if a[name] != b[name] {
			t.Errorf("%s differs: %d bytes, want %d", name, len(a[name]), len(b[name]))
		}
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			t.Errorf("%s is there, too", name)
		}
	}
	if len(b) < 3 {
		t.Errorf("only %d files are compared", len(b))
	}
}

// contents are all files of a folder, by path.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// records are those of the parts in the folder r of dir.
func records(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, "r", "tallies", "*.tally"))
	return names
}

// awaitParts waits until the run has so many parts.
func awaitParts(t *testing.T, dir string, parts int) {
	t.Helper()
	until(t, 2*time.Minute, "parts", func() bool { return len(records(dir)) >= parts })
}

// until waits for something.
func until(t *testing.T, most time.Duration, what string, there func() bool) {
	t.Helper()
	for deadline := time.Now().Add(most); !there(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no %s after %v", what, most)
		}
	}
}
