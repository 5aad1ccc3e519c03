package run

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// long is a run of many parts, of which some are done soon and never all.
func long(dir string, games int) []string {
	return append(spread, "run", "inkopah", "--games", strconv.Itoa(games), "--workers", "2", "--out", dir)
}

// stopped starts a long run, sends it the signal when the first parts are done,
// and returns what it said and how long it took to end.
func stopped(t *testing.T, dir string, signal os.Signal, flags ...string) (said string, status int, took time.Duration) {
	t.Helper()
	c := child(t, append(long(dir, 100_000_000), flags...)...)
	var out, err bytes.Buffer
	c.Stdout, c.Stderr = &out, &err
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	for deadline := time.Now().Add(time.Minute); len(tallies(dir)) < 2; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.Process.Kill()
			t.Fatalf("no part in a minute: %s", err.String())
		}
	}
	began := time.Now()
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if out.Len() > 0 {
		t.Errorf("a run that was stopped shows a result: %s", out.String())
	}
	return err.String(), c.ProcessState.ExitCode(), time.Since(began)
}

func tallies(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, "tallies", "*.tally"))
	return names
}

func TestCtrlC(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := filepath.Join(t.TempDir(), "r")
		said, status, took := stopped(t, dir, signal)
		if status != Interrupted || took > 2*time.Second {
			t.Errorf("%v: status %d after %v", signal, status, took)
		}
		last := said[strings.LastIndex(strings.TrimSpace(said), "\n")+1:]
		if !strings.HasPrefix(last, "polemos: interrupted: ") || !strings.HasSuffix(last, " of 100,000,000 games are kept in "+dir+"; the same command goes on from there\n") {
			t.Errorf("%v: %q", signal, last)
		}
	}
}

// A run that was stopped, by a signal that it can catch or by one that it cannot,
// goes on to the bytes of one that was not, and does nothing again. It was stopped
// on the way to more games than anybody waits for: its manifest is made to ask for
// fewer.
func TestStoppedRunGoesOn(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, signal := range []os.Signal{os.Interrupt, os.Kill} {
		dir := signal.String()
		stopped(t, dir, signal)
		parts := len(tallies(dir)) + 3
		name := filepath.Join(dir, "manifest.json")
		manifest, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fewer := strings.Replace(string(manifest), `"games": 100000000`, `"games": `+strconv.Itoa(parts*perPart), 1)
		if fewer == string(manifest) {
			t.Fatalf("no number of games in %s", manifest)
		}
		if err := os.WriteFile(name, []byte(fewer), 0o644); err != nil {
			t.Fatal(err)
		}
		stamps := map[string]time.Time{}
		for _, name := range tallies(dir) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			stamps[name] = info.ModTime()
		}
		done(t, long(dir, parts*perPart)...)
		done(t, long("not "+dir, parts*perPart)...)
		sameFolder(t, "a run stopped by "+dir, dir, "not "+dir)
		for name, was := range stamps {
			if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(was) {
				t.Errorf("%s was made again (%v)", name, err)
			}
		}
	}
}

// The slowest games that there are stop in time, too: a thousand turns of a campaign take a good part of a second, and a
// verb that compares plays thousands before it looks at them.
func TestSlowGamesStop(t *testing.T) {
	chdirTemp(t)
	slow := strings.Fields("hegemony --set turns=1000 --set victory=[] --log-format json")
	for _, verb := range []string{"run --out r --rows turns --turns all", "compare --with hellas.majors.Athens.treasury=900"} {
		c := child(t, append(strings.Fields(verb), slow...)...)
		out, err := c.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		log := bufio.NewReader(out)
		if first, err := log.ReadString('\n'); err != nil || !strings.Contains(first, `"began"`) {
			t.Fatalf("%s: %q, %v", verb, first, err)
		}
		time.Sleep(time.Second) // it is playing
		began := time.Now()
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(log)
		c.Wait()
		if took, status := time.Since(began), c.ProcessState.ExitCode(); status != Interrupted || took > 2*time.Second || !strings.Contains(string(rest), `"interrupted"`) {
			t.Errorf("%s: status %d after %v, %s", verb, status, took, rest)
		}
	}
}
