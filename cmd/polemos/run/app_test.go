package run

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/policies"
)

// asProgram in the environment makes the test binary the program itself.
const asProgram = "POLEMOS_TEST_AS_PROGRAM"

// statusFile in the environment of such a program names the file to which it copies /proc/self/status at its end.
const statusFile = "POLEMOS_TEST_STATUS_FILE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		status := Main(policies.Default(), fewerGames(os.Args[1:]))
		if file := os.Getenv(statusFile); file != "" {
			text, _ := os.ReadFile("/proc/self/status") // what is lacking fails where it is read
			_ = os.WriteFile(file, text, 0o666)
		}
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// child is the program in a process of its own.
func child(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// outcome is what a command line comes to.
type outcome struct {
	status   int
	out, err string
}

// newApp is the program with ready-made policies and no environment.
func newApp(out, err io.Writer) *app {
	return &app{table: policies.Default(), out: out, err: err, getenv: func(string) string { return "" }}
}

// polemos runs a command line inside the test, with the ready-made policies.
func polemos(t *testing.T, args ...string) outcome {
	t.Helper()
	return polemosWith(t, policies.Default(), args...)
}

func polemosWith(t *testing.T, table *policies.Table, args ...string) outcome {
	t.Helper()
	var out, err bytes.Buffer
	a := newApp(&out, &err)
	a.table = table
	status := a.run(context.Background(), args)
	return outcome{status, out.String(), err.String()}
}

// done is polemos where it must succeed.
func done(t *testing.T, args ...string) string {
	t.Helper()
	o := polemos(t, args...)
	if o.status != Done {
		t.Fatalf("polemos %s: status %d\n%s", strings.Join(args, " "), o.status, o.err)
	}
	return o.out
}

// fails checks that a command line ends with the status, shows no result, and
// says exactly what is wrong.
func fails(t *testing.T, o outcome, status int, message string) {
	t.Helper()
	if o.status != status || o.out != "" {
		t.Errorf("status %d, want %d; output %q", o.status, status, o.out)
	}
	if diff := cmp.Diff("polemos: "+message+"\n", o.err); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
}

// chdirTemp goes to an empty folder for the rest of the test.
func chdirTemp(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	return dir
}

// checkout is the root of the module.
func checkout(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}

// size is how large a test is: for -short, usually, and where POLEMOS_LONG asks
// for all there is.
func size(short, usual, long int) int {
	switch {
	case os.Getenv("POLEMOS_LONG") != "":
		return long
	case testing.Short():
		return short
	}
	return usual
}

// folderBytes are all files of a folder, by path.
func folderBytes(t *testing.T, dir string) map[string]string {
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

// sameFolder says which files of two folders differ.
func sameFolder(t *testing.T, what, got, want string) {
	t.Helper()
	a, b := folderBytes(t, got), folderBytes(t, want)
	names := slices.Collect(maps.Keys(b))
	for name := range a {
		if _, ok := b[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if a[name] != b[name] {
			t.Errorf("%s: %s differs: %d bytes, want %d", what, name, len(a[name]), len(b[name]))
		}
	}
	if len(names) < 5 {
		t.Errorf("%s: only %d files: %q", what, len(names), names)
	}
}

// lacking fails the test where continuous integration runs, and skips it elsewhere.
func lacking(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}
