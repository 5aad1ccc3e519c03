package run

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAddress(t *testing.T) {
	for text, want := range map[string]string{
		"9090": "127.0.0.1:9090", ":9090": "127.0.0.1:9090", "0": "127.0.0.1:0", "0.0.0.0:9090": "0.0.0.0:9090",
		"localhost:0": "localhost:0", "[::1]:9090": "[::1]:9090", "[::]:1": "[::]:1",
	} {
		var a address
		if err := a.Set(text); err != nil || string(a) != want {
			t.Errorf("%s: %q, %v", text, a, err)
		}
	}
	const port = "the port is not a number from 0 to 65535; write --metrics 9090"
	const host = "not an address; write --metrics 9090 for this machine alone, or --metrics 0.0.0.0:9090"
	for text, want := range map[string]string{
		"": port, ":": port, "http": port, "65536": port, ":-1": port, "localhost": port, "localhost:": port, "0.0.0.0:http": port,
		"::1": host, "1:2:3": host, "http://localhost:9090": host, "localhost:9090/metrics": port, "[::1]": host,
	} {
		var a address
		if err := a.Set(text); err == nil || err.Error() != want {
			t.Errorf("%q: %q, %v", text, a, err)
		}
	}
}

// What cannot be served is told before anything is played, or made.
func TestAddressThatCannotBeServed(t *testing.T) {
	chdirTemp(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	for at, message := range map[string]string{
		at:               ": another program listens there: choose another port, or 0 for any that is free",
		"192.0.2.1:9090": ": " + syscall.EADDRNOTAVAIL.Error() + ": choose another port, or another of this machine's own addresses",
		"no.invalid:0":   ": this machine knows no host of that name: name one of its own addresses",
	} {
		fails(t, polemos(t, "run", "inkopah", "--metrics", at), Usage, "--metrics "+at+message)
		fails(t, polemos(t, "sweep", "inkopah", "--vary", "turns=2,3", "--metrics", at), Usage, "--metrics "+at+message)
	}
	if left := folderBytes(t, "."); len(left) > 0 {
		t.Errorf("there are files: %v", left)
	}
}

// served is what a verb under way says of itself, by name.
func served(t *testing.T, url string) (text string, values map[string]float64) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/plain; version=0.0.4; charset=utf-8" {
		t.Fatalf("%v, %v", response, err)
	}
	values = map[string]float64{}
	for _, m := range regexp.MustCompile(`(?m)^(polemos_\w+)(?:\{.*\})? (.*)$`).FindAllSubmatch(body, -1) {
		if values[string(m[1])], err = strconv.ParseFloat(string(m[2]), 64); err != nil {
			t.Errorf("%s: %v", m[0], err)
		}
	}
	return string(body), values
}

func TestMetricsOfARun(t *testing.T) {
	script, err := filepath.Abs(filepath.Join("testdata", "metrics.py"))
	if err != nil {
		t.Fatal(err)
	}
	chdirTemp(t)
	done(t, "run", "two-fronts", "--games", "65_536", "--part-games", "65_536", "--out", "r", "--rows", "none")
	before := runtime.NumGoroutine()

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	said, saying := io.Pipe()
	ended := make(chan int)
	go func() {
		var out bytes.Buffer
		a := newApp(&out, saying)
		ended <- a.run(ctx, strings.Fields("run two-fronts --games 1_000_000_000 --part-games 65_536 --out r --rows none --metrics 0"))
		saying.Close()
	}()
	lines := bufio.NewReader(said)
	note, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, lines)
	_, url, ok := strings.Cut(strings.TrimSpace(note), "note: metrics are served at ")
	if !ok || !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("%q", note)
	}

	var text string
	var v map[string]float64
	for deadline := time.Now().Add(time.Minute); v["polemos_parts_done_total"] < 3; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no parts in a minute:\n%s", text)
		}
		text, v = served(t, url)
	}
	for name, want := range map[string]float64{
		"polemos_games_asked": 1e9, "polemos_games_kept": 65_536, "polemos_parts_asked": 15_259, "polemos_parts_kept": 1, "polemos_build_info": 1,
	} {
		if v[name] != want {
			t.Errorf("%s is %v, want %v", name, v[name], want)
		}
	}
	if n := v["polemos_games_done_total"]; n < 3*65_536 || n > 1e9 {
		t.Errorf("%v games are done", n)
	}
	if age := float64(time.Now().Unix()) - v["polemos_start_time_seconds"]; age < -1 || age > 300 {
		t.Errorf("it started %v s ago", age)
	}
	for _, want := range []string{"# TYPE polemos_games_done_total counter\n", "# TYPE polemos_games_asked gauge\n", "# TYPE go_goroutines gauge\n", fmt.Sprintf("{version=%q,", version())} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	readByPrometheus(t, script, text)
	if response, err := http.Post(url, "text/plain", nil); err != nil {
		t.Error(err)
	} else if response.Body.Close(); response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", response.Status)
	}

	began := time.Now()
	stop()
	if status := <-ended; status != Interrupted || time.Since(began) > 2*time.Second {
		t.Errorf("status %d after %v", status, time.Since(began))
	}
	http.DefaultClient.CloseIdleConnections()
	if _, err := http.Get(url); err == nil {
		t.Error("metrics are served after the run")
	}
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("goroutines are left:\n%s", stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// readByPrometheus reads a page of metrics with the parser of Prometheus' own client for Python.
func readByPrometheus(t *testing.T, script, text string) {
	t.Helper()
	page := t.TempDir() + "/metrics"
	if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _ := python(t, script, page)
	if want := "counter polemos_games_done\ncounter polemos_parts_done\ngauge polemos_build_info\n" +
		"gauge polemos_games_asked\ngauge polemos_games_kept\ngauge polemos_parts_asked\ngauge polemos_parts_kept\ngauge polemos_start_time_seconds\n"; out != want {
		t.Errorf("Prometheus reads\n%swant\n%s", out, want)
	}
}
