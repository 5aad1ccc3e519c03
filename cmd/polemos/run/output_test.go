package run

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Who reads the result may have heard enough: then the program ends as programs in a pipe do, by SIGPIPE. What it was to
// keep is kept before it shows anything.
func TestReaderIsGone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	line := []string{"run", "inkopah", "--games", "1000", "--out", dir}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	c := child(t, line...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = writer, &said
	c.Run()
	writer.Close()
	if s, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || !s.Signaled() || s.Signal() != syscall.SIGPIPE || said.Len() > 0 {
		t.Errorf("%v, %q", c.ProcessState, said.String())
	}
	calm := filepath.Join(t.TempDir(), "calm")
	done(t, append(line[:len(line)-1], calm)...)
	sameFolder(t, "a run whose reader was gone", dir, calm)
}

// Standard output that is closed from the start is one that nobody wants: as if it were /dev/null.
func TestOutputIsClosed(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		lacking(t, "no sh closes the output: %v", err)
	}
	dir := filepath.Join(t.TempDir(), "r")
	program := child(t)
	c := exec.Command("sh", "-c", `exec "$0" run inkopah --games 1000 --out "$1" >&-`, program.Path, dir)
	c.Env = program.Env
	if said, err := c.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%v, %q", err, said)
	}
	calm := filepath.Join(t.TempDir(), "calm")
	done(t, "run", "inkopah", "--games", "1000", "--out", calm)
	sameFolder(t, "a run whose output was closed", dir, calm)
}
