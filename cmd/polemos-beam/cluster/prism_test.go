package cluster_test

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/polemos-sim/polemos/cmd/polemos/run"
)

// onPrism runs polemos-beam on the runner that is part of it.
func onPrism(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	return program(t, beam, dir, slices.Concat([]string{"run"}, args, []string{"--out", "r", "--quiet", "--runner", "prism"})...)
}

func TestEveryByteIsThatOfTheLocalRun(t *testing.T) {
	for name, args := range map[string][]string{
		"all tables":     {"inkopah", "--games", "200_000", "--part-games", "65_536", "--turns", "70_000"},
		"two tables":     {"plague-at-athens", "--games", "140_000", "--part-games", "65_536", "--rows", "wars", "--seed", "7"},
		"one table":      {"two-fronts", "--games", "140_000", "--part-games", "131_072", "--rows", "games", "--engine", "step", "--workers", "1"},
		"no table":       {"inkopah", "--games", "300_000", "--rows", "none", "--seed", "18446744073709551615", "--format", "json"},
		"other settings": {"inkopah", "--games", "70_000", "--part-games", "65_536", "--set", "republic.crises.inkopah.victory_points=20"},
		"a shard":        {"inkopah", "--games", "400_000", "--part-games", "65_536", "--shard", "2/3"},
		"an empty shard": {"inkopah", "--games", "70_000", "--part-games", "65_536", "--shard", "3/3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			there, want := locally(t, args...)
			dir := t.TempDir()
			got := onPrism(t, dir, args...)
			same(t, dir, got, there, want)
			if got.err != want.err {
				t.Errorf("it says %q, and polemos %q", got.err, want.err)
			}
		})
	}
}

// What is there is not played again; what is damaged is.
func TestHalfARunIsFinished(t *testing.T) {
	args := []string{"inkopah", "--games", "260_000", "--part-games", "65_536"}
	there, want := locally(t, args...)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "r"), os.DirFS(filepath.Join(there, "r"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tallies/part-00001.tally", "games/part-00001.parquet", "tallies/part-00003.tally", "summary.json", "report.html"} {
		if err := os.Remove(filepath.Join(dir, "r", name)); err != nil {
			t.Fatal(err)
		}
	}
	damaged := filepath.Join(dir, "r", "wars", "part-00002.parquet")
	text, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	text[1000] ^= 4
	if err := os.WriteFile(damaged, text, 0o666); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(dir, "r", "games", "part-00000.parquet")
	before, err := os.Stat(kept)
	if err != nil {
		t.Fatal(err)
	}
	got := program(t, beam, dir, slices.Concat([]string{"run"}, args, []string{"--out", "r", "--runner", "prism"})...)
	same(t, dir, got, there, want)
	if note := "note: part 2 is played again: wars/part-00002.parquet is damaged\n"; !strings.Contains(got.err, note) {
		t.Errorf("it says %q, without %q", got.err, note)
	}
	if after, err := os.Stat(kept); err != nil || !os.SameFile(before, after) {
		t.Errorf("a part that was whole was written again: %v", err)
	}
}

func TestAGameThatGoesWrong(t *testing.T) {
	for policy, status := range map[string]int{"overstretched": run.Usage, "absent-minded": run.Broken} {
		args := []string{"inkopah", "--games", "300_000", "--part-games", "65_536", "--seed", "3", "--set", "policies.president={policy: " + policy + "}"}
		_, want := locally(t, args...)
		if want.status != status || !strings.Contains(want.err, "policy "+policy) {
			t.Fatalf("polemos: status %d, %q", want.status, want.err)
		}
		if got := onPrism(t, t.TempDir(), args...); got != want {
			t.Errorf("polemos-beam says\n%+v\nand polemos\n%+v", got, want)
		}
	}
}

func TestPrismIsStopped(t *testing.T) {
	args := []string{"inkopah", "--games", "30_000_000", "--part-games", "65_536", "--rows", "games", "--turns", "0"}
	dir := t.TempDir()
	line := slices.Concat([]string{"run"}, args, []string{"--out", "r", "--quiet", "--runner", "prism"})
	c, out, said := start(t, beam, dir, line...)
	awaitParts(t, dir, 3)
	began := time.Now()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	got := wait(t, c, out, said)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it took %v", took)
	}
	if got.status != run.Interrupted || got.out != "" || !strings.HasPrefix(got.err, "polemos: interrupted: ") || !strings.HasSuffix(got.err, " of 30,000,000 games are kept in r; the same command goes on from there\n") {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "r", ".tmp")); !os.IsNotExist(err) {
		t.Errorf("temporary files are left: %v", err)
	}
}

func TestWrongUsage(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	nobody := closed.Addr().String()
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--runner", "flnk"}, run.Usage, `--runner "flnk": choose one of flink, prism, spark, portable, dataflow`},
		{[]string{"--environment", "process"}, run.Usage, "--environment process: say how many task slots there are with --parallelism N, or where Flink tells with --flink-rest HOST:PORT"},
		{[]string{"--parallelism", "0"}, run.Usage, "--parallelism 0: choose 1 or more"},
		{[]string{"--runner", "prism", "--environment", "process"}, run.Usage, "--runner prism has its workers in this process: leave --environment process away"},
		{[]string{"--worker-command", "/bin/polemos-beam"}, run.Usage, "--worker-command is for --environment process"},
		{[]string{"--beam", "job_nam=x"}, run.Usage, `--beam "job_nam=x": there is no option job_nam of Beam's Go SDK: did you mean job_name?`},
		{[]string{"--beam", "async"}, run.Usage, `--beam "async": write NAME=VALUE, such as job_name=mine`},
		{[]string{"--runer", "prism"}, run.Usage, "there is no flag --runer (did you mean --runner? polemos-beam run --help lists them)"},
		{[]string{"--endpoint", nobody}, run.Broken, "there is no job server at " + nobody + ": start one, or name another with --endpoint: "},
		{[]string{"--flink-rest", nobody}, run.Broken, "--flink-rest: "},
	} {
		dir := t.TempDir()
		got := program(t, beam, dir, slices.Concat([]string{"run", "inkopah", "--games", "1000", "--quiet"}, c.args)...)
		if got.status != c.status || got.out != "" || !strings.HasPrefix(got.err, "polemos: "+c.says) {
			t.Errorf("%q: %+v\nwant status %d, %q", c.args, got, c.status, c.says)
		}
		if _, err := os.Stat(filepath.Join(dir, "runs")); c.status == run.Usage && !os.IsNotExist(err) {
			t.Errorf("%q: a folder was made: %v", c.args, err)
		}
	}
}

func TestHelp(t *testing.T) {
	got := program(t, beam, t.TempDir(), "run", "--help")
	for _, want := range []string{"polemos-beam run SCENARIO [flags]", "--runner", "--endpoint", "--environment", "--parallelism", "--flink-rest", "--worker-command", "--beam", "--part-games"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("help lacks %s:\n%s", want, got.out)
		}
	}
	if got := program(t, beam, t.TempDir(), "replay", "inkopah"); got.status != run.Usage || !strings.Contains(got.err, `there is no verb "replay"`) {
		t.Errorf("%+v", got)
	}
}
