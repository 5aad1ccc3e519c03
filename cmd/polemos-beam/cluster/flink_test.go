//go:build linux

package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/polemos-sim/polemos/cmd/polemos/run"
)

// flinkFiles has what Flink is started with here, and by readers of the README.
const flinkFiles = "../flink"

// flinkJar is the jar of flink/pom.xml.
func flinkJar(t *testing.T) string {
	t.Helper()
	jar := os.Getenv("POLEMOS_FLINK_JAR")
	if jar == "" {
		why := "POLEMOS_FLINK_JAR does not name the jar that mvn package makes in cmd/polemos-beam/flink"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	return jar
}

// server is a process of Flink's.
type server struct {
	*exec.Cmd
	log string // file
}

// java starts a server on the jar. It is killed at the end of the test, and when the test dies.
func java(t *testing.T, name string, args ...string) *server {
	t.Helper()
	log := filepath.Join(t.TempDir(), name+".log")
	out, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s := &server{exec.Command("java", append([]string{"@" + filepath.Join(flinkFiles, "java.args"), "-Xmx768m", "-Djava.io.tmpdir=" + t.TempDir(),
		"-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
		"-Dorg.slf4j.simpleLogger.log.org.apache.beam.runners.jobsubmission.JobServerDriver=info",
		"-Dorg.slf4j.simpleLogger.log.org.apache.flink.runtime.dispatcher.DispatcherRestEndpoint=info"}, args...)...), log}
	s.Stdout, s.Stderr = out, out
	s.Env = append(os.Environ(), asProgram+"="+beam) // for the workers that it starts
	s.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.end()
		if t.Failed() {
			t.Logf("the last of %s:\n%s", name, s.tail())
		}
	})
	return s
}

// end kills the server at once.
func (s *server) end() {
	s.Process.Kill()
	s.Wait()
}

func (s *server) tail() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-3000):])
}

// says waits for words in the log.
func (s *server) says(t *testing.T, words string) {
	t.Helper()
	until(t, time.Minute, fmt.Sprintf("%q in %s", words, s.log), func() bool {
		text, _ := os.ReadFile(s.log)
		return bytes.Contains(text, []byte(words))
	})
}

// workers are the processes that the server has started.
func (s *server) workers() []int {
	list, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", s.Process.Pid))
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.Process.Pid))
	for _, task := range tasks {
		more, _ := os.ReadFile(task)
		list = append(append(list, ' '), more...)
	}
	var all []int
	for _, field := range strings.Fields(string(list)) {
		if pid, err := strconv.Atoi(field); err == nil && !slices.Contains(all, pid) {
			all = append(all, pid)
		}
	}
	return all
}

// freePort is one on which nobody listens.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// jobServer starts Beam's job server for a Flink, and returns its address.
func jobServer(t *testing.T, jar, flink string) (s *server, endpoint string) {
	t.Helper()
	port := freePort(t)
	s = java(t, "job-server", "-jar", jar, "--flink-master", flink, "--flink-conf-dir", filepath.Join(flinkFiles, "conf"),
		"--job-host", "localhost", "--job-port", fmt.Sprint(port), "--artifact-port", "0", "--expansion-port", "-1")
	s.says(t, "Job server now running")
	return s, fmt.Sprintf("localhost:%d", port)
}

// A job server with a Flink inside it, workers in the driver.
func TestFlinkInOneProcess(t *testing.T) {
	jar := flinkJar(t)
	server, endpoint := jobServer(t, jar, "[local]")
	command := func(args ...string) []string {
		return slices.Concat([]string{"run"}, args, []string{"--out", "r", "--quiet", "--endpoint", endpoint, "--parallelism", "2"})
	}
	onFlink := func(dir string, args ...string) outcome { return program(t, beam, dir, command(args...)...) }
	for name, args := range map[string][]string{
		"all tables": {"inkopah", "--games", "400_000", "--part-games", "65_536", "--turns", "70_000"},
		"no table":   {"two-fronts", "--games", "300_000", "--part-games", "65_536", "--rows", "none", "--format", "json"},
		"hellas":     {"plague-at-athens", "--games", "140_000", "--part-games", "65_536", "--rows", "wars"},
	} {
		t.Run(name, func(t *testing.T) {
			there, want := locally(t, args...)
			dir := t.TempDir()
			same(t, dir, onFlink(dir, args...), there, want)
		})
	}
	t.Run("a game goes wrong", func(t *testing.T) {
		args := []string{"inkopah", "--games", "300_000", "--part-games", "65_536", "--seed", "3", "--set", "policies.president={policy: overstretched}"}
		_, want := locally(t, args...)
		if got := onFlink(t.TempDir(), args...); got != want || got.status != run.Usage {
			t.Errorf("polemos-beam says\n%+v\nand polemos\n%+v", got, want)
		}
	})
	t.Run("the server dies", func(t *testing.T) {
		args := []string{"inkopah", "--games", "10_000_000", "--part-games", "65_536", "--rows", "games"}
		there, want := locally(t, args...)
		dir := t.TempDir()
		c, out, said := start(t, beam, dir, command(args...)...)
		awaitParts(t, dir, 3)
		server.end()
		got := wait(t, c, out, said)
		if got.status != run.Broken || got.out != "" || !strings.HasPrefix(got.err, "polemos: the job failed: ") || !strings.HasSuffix(got.err, "\nfinished parts are kept, and the same command goes on with them\n") {
			t.Errorf("%+v", got)
		}
		_, endpoint = jobServer(t, jar, "[local]")
		same(t, dir, onFlink(dir, args...), there, want)
	})
}

// standalone is a Flink of several processes.
type standalone struct {
	t        *testing.T
	jar      string
	rpc      int
	rest     string
	managers []*server
	endpoint string // of the job server
}

func newStandalone(t *testing.T) *standalone {
	t.Helper()
	f := &standalone{t: t, jar: flinkJar(t), rpc: freePort(t), rest: fmt.Sprintf("127.0.0.1:%d", freePort(t))}
	_, port, _ := net.SplitHostPort(f.rest)
	manager := f.java("job-manager", "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
		"-D", "rest.port="+port, "-D", "rest.bind-port="+port, "-D", "cluster.evenly-spread-out-slots=true")
	manager.says(t, "Rest endpoint listening at")
	for i := range 2 {
		f.managers = append(f.managers, f.java(fmt.Sprint("task-manager-", i+1), "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
			"-D", fmt.Sprint("taskmanager.resource-id=", i+1)))
	}
	_, f.endpoint = jobServer(t, f.jar, f.rest)
	until(t, time.Minute, "task managers", func() bool { return f.overview().Slots == 4 })
	return f
}

// java starts one of the processes. Every task manager has a slot to spare, for when the other one dies.
func (f *standalone) java(name, class string, args ...string) *server {
	f.t.Helper()
	return java(f.t, name, append([]string{"-cp", f.jar, class, "--configDir", filepath.Join(flinkFiles, "conf"),
		"-D", fmt.Sprint("jobmanager.rpc.port=", f.rpc), "-D", "taskmanager.numberOfTaskSlots=2", "-D", "taskmanager.cpu.cores=2.0"}, args...)...)
}

// overview is how many slots and jobs there are.
func (f *standalone) overview() (o struct {
	Slots     int `json:"slots-total"`
	Cancelled int `json:"jobs-cancelled"`
	Running   int `json:"jobs-running"`
}) {
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Get("http://" + f.rest + "/overview")
	if err != nil {
		return o
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil {
		json.Unmarshal(body, &o)
	}
	return o
}

// command is that of a run on the cluster.
func (f *standalone) command(args ...string) []string {
	return slices.Concat([]string{"run"}, args, []string{"--out", "r", "--quiet", "--environment", "process", "--endpoint", f.endpoint, "--flink-rest", f.rest})
}

func TestFlinkCluster(t *testing.T) {
	f := newStandalone(t)
	args := []string{"inkopah", "--games", "10_000_000", "--part-games", "65_536", "--turns", "70_000", "--rows", "games"}
	there, want := locally(t, args...)

	t.Run("without incident", func(t *testing.T) {
		few := []string{"inkopah", "--games", "400_000", "--part-games", "65_536", "--turns", "70_000"}
		there, want := locally(t, few...)
		dir := t.TempDir()
		same(t, dir, program(t, beam, dir, f.command(few...)...), there, want)
	})

	t.Run("cancelled", func(t *testing.T) {
		dir := t.TempDir()
		c, out, said := start(t, beam, dir, f.command(args...)...)
		awaitParts(t, dir, 3)
		began := time.Now()
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		got := wait(t, c, out, said)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("it took %v", took)
		}
		if got.status != run.Interrupted || got.out != "" || !strings.HasPrefix(got.err, "polemos: interrupted: ") {
			t.Errorf("%+v", got)
		}
		until(t, time.Minute, "cancelled job", func() bool { o := f.overview(); return o.Cancelled == 1 && o.Running == 0 })
	})

	t.Run("the driver dies, and another goes on", func(t *testing.T) {
		dir := t.TempDir()
		c, out, said := start(t, beam, dir, f.command(args...)...)
		awaitParts(t, dir, 3)
		c.Process.Kill()
		wait(t, c, out, said)
		same(t, dir, program(t, beam, dir, f.command(args...)...), there, want)
	})

	t.Run("a task manager dies", func(t *testing.T) {
		dir := t.TempDir()
		c, out, said := start(t, beam, dir, f.command(append(args, "--parallelism", "2")...)...)
		awaitParts(t, dir, 3)
		killed := f.managers[0]
		workers := killed.workers()
		if len(workers) == 0 {
			t.Error("the task manager has no worker: nothing is tested")
		}
		killed.end()
		if parts := len(records(dir)); parts > 140 {
			t.Errorf("there were %d of 153 parts already: nothing is tested", parts)
		}
		got := wait(t, c, out, said)
		t.Logf("the job ends with status %d", got.status)
		if got.status == run.Broken && strings.Contains(got.err, "the same command goes on") {
			got = program(t, beam, dir, f.command(append(args, "--parallelism", "2")...)...)
		}
		same(t, dir, got, there, want)
		until(t, 10*time.Second, "end of the workers of the dead", func() bool {
			return !slices.ContainsFunc(workers, func(pid int) bool { return syscall.Kill(pid, 0) == nil })
		})
	})
}
