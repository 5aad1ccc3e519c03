package run

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

func TestProgressForPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines bytes.Buffer
		p := newProgress("games", "played", &lines, false, false)
		for second := range 21 {
			p.update(uint64(10_000*second), 1_000_000)
			time.Sleep(time.Second)
		}
		p.end()
		p.note(sim.Note{Code: "x", Text: "a part is played again"})
		want := `30,000 of 1,000,000 games played (3 %)
80,000 of 1,000,000 games played (8 %)
170,000 of 1,000,000 games played (17 %)
note: a part is played again
`
		if diff := cmp.Diff(want, lines.String()); diff != "" {
			t.Errorf("plain lines (-want +got):\n%s", diff)
		}
	})

	var bar bytes.Buffer
	p := newProgress("games", "played", &bar, true, false)
	p.update(500_000, 1_000_000)
	p.end()
	if !strings.Contains(bar.String(), "500,000 of 1,000,000 games") {
		t.Errorf("bar: %q", bar.String())
	}

	var nothing bytes.Buffer
	p = newProgress("games", "played", &nothing, true, true)
	p.update(500_000, 1_000_000)
	p.end()
	p.note(sim.Note{Text: "a part is played again"})
	p.warn("mind the gap")
	if nothing.Len() > 0 {
		t.Errorf("quiet: %q", nothing.String())
	}
}

// What was kept is no part of the speed, and of the time left.
func TestRecords(t *testing.T) {
	zone := time.Local
	time.Local = time.UTC
	defer func() { time.Local = zone }()
	tell := func(quiet bool) string {
		var log bytes.Buffer
		synctest.Test(t, func(*testing.T) {
			p := newRecords("games", newApp(nil, &log).logger("json", quiet))
			p.began("seed", 7)
			c := partCount{asked: 4, games: 1000}
			p.parts(c)
			for c.looked < c.asked {
				c.looked++
				if c.looked == 2 {
					c.kept, c.done, c.keptGames = 1, 1, 250
				}
				p.parts(c)
			}
			p.update(250, 1000)
			for range 3 {
				time.Sleep(1500 * time.Millisecond)
				c.done++
				p.parts(c)
				p.update(uint64(c.done)*250, 1000)
			}
			p.end()
			p.note(sim.Note{Code: "extended_part", Text: "part 3 is played again"})
			p.note(sim.Note{Warning: true, Code: "damaged_part", Text: "part 2 is played again"})
			p.warn("my.yaml:3:1: warning: mind the gap")
			p.finished([]summary.Warning{{Code: "few_wars", Text: "There are few wars."}}, "games", 1000)
		})
		return log.String()
	}
	warnings := []string{
		`{"time":"2000-01-01T00:00:04.5Z","level":"WARN","msg":"part 2 is played again","code":"damaged_part"}`,
		`{"time":"2000-01-01T00:00:04.5Z","level":"WARN","msg":"my.yaml:3:1: warning: mind the gap"}`,
		`{"time":"2000-01-01T00:00:04.5Z","level":"WARN","msg":"There are few wars.","code":"few_wars"}`,
	}
	all := slices.Concat([]string{
		`{"time":"2000-01-01T00:00:00Z","level":"INFO","msg":"began","version":"` + version() + `","seed":7}`,
		`{"time":"2000-01-01T00:00:00Z","level":"INFO","msg":"resumed","parts_kept":1,"parts":4,"games_kept":250,"games":1000}`,
		`{"time":"2000-01-01T00:00:03Z","level":"INFO","msg":"progress","games_done":750,"games":1000,"parts_done":3,"parts":4,"games_per_second":166.7,"seconds_left":1.5}`,
		`{"time":"2000-01-01T00:00:04.5Z","level":"INFO","msg":"part 3 is played again","code":"extended_part"}`,
	}, warnings, []string{
		`{"time":"2000-01-01T00:00:04.5Z","level":"INFO","msg":"finished","games":1000,"seconds":4.5}`,
	})
	for quiet, want := range map[bool][]string{false: all, true: warnings} {
		if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(tell(quiet)), "\n")); diff != "" {
			t.Errorf("quiet %v (-want +got):\n%s", quiet, diff)
		}
	}
}

// entry is a line of a log.
type entry map[string]any

// logged are the records of a log that is nothing else, each with its time.
func logged(t *testing.T, log string) []entry {
	t.Helper()
	var all []entry
	for line := range strings.Lines(log) {
		var r entry
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q is no record: %v", line, err)
		}
		at, _ := r["time"].(string)
		if _, err := time.Parse(time.RFC3339Nano, at); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		all = append(all, r)
	}
	return all
}

// messages are the records' messages.
func messages(records []entry) []string {
	var all []string
	for _, r := range records {
		if text, _ := r["msg"].(string); text != "progress" { // which depends on the clock
			all = append(all, text)
		}
	}
	return all
}

func TestRunTellsRecords(t *testing.T) {
	chdirTemp(t)
	play := func(games string, more ...string) []string {
		return append([]string{"run", "two-fronts", "--games", games, "--part-games", "65_536", "--out", "r"}, more...)
	}
	o := polemos(t, play("140_000", "--log-format", "json")...)
	records := logged(t, o.err)
	if diff := cmp.Diff([]string{"began", "finished"}, messages(records)); o.status != Done || diff != "" {
		t.Fatalf("status %d, messages (-want +got):\n%s", o.status, diff)
	}
	first, last := records[0], records[len(records)-1]
	for key, want := range map[string]any{"scenario": "two-fronts", "seed": 1.0, "games": 140_000.0, "parts": 3.0, "folder": "r", "version": version()} {
		if first[key] != want {
			t.Errorf("began: %s is %v, want %v", key, first[key], want)
		}
	}
	s, err := summary.Read(strings.NewReader(done(t, play("140_000", "--format", "json")...)))
	if err != nil {
		t.Fatal(err)
	}
	if first["sha256"] != s.Scenario.SHA256 || last["signature"] != s.Signature || last["games"] != 140_000.0 || last["folder"] != "r" {
		t.Errorf("finished: %v, signature %s", last, s.Signature)
	}

	if err := os.Truncate(filepath.Join("r", "games", "part-00000.parquet"), 1000); err != nil {
		t.Fatal(err)
	}
	o = polemos(t, play("150_000", "--log-format", "json")...)
	want := []string{
		"began", "resumed", "the run of 140,000 games in r is extended to 150,000", "part 0 is played again: games/part-00000.parquet ",
		"part 2 held 8,928 of its 18,928 games and is played again", "finished",
	}
	records = logged(t, o.err)
	if !slices.EqualFunc(messages(records), want, strings.HasPrefix) {
		t.Errorf("status %d, messages %q", o.status, messages(records))
	}
	if resumed := records[1]; resumed["parts_kept"] != 1.0 || resumed["games_kept"] != 65_536.0 {
		t.Errorf("%v", resumed)
	}

	plain := done(t, play("150_000")...)
	o = polemos(t, play("150_000", "--log-format", "text", "--quiet")...)
	if o.status != Done || o.err != "" || o.out != plain {
		t.Errorf("quiet: status %d, errors %q", o.status, o.err)
	}
	if o = polemos(t, play("150_000", "--log-format", "text")...); !strings.Contains(o.err, ` level=INFO msg=began version=`) {
		t.Errorf("text: %q", o.err)
	}
}

func TestStudiesTellRecords(t *testing.T) {
	chdirTemp(t)
	for line, want := range map[string][]string{
		"sweep inkopah --vary params.patience=30,40 --games 2000 --out s":                            {"began", "finished"},
		"tune inkopah --vary republic.crises.inkopah.victory_points=8:40 --target odds.victory=0.5":  {"began", "finished"},
		"sensitivity inkopah --vary params.patience=30:40 --trajectories 2 --samples 0":              {"began", "finished"},
		"compare inkopah --with params.patience=30 --games 1000":                                     {"began", "finished"},
		"check two-fronts long-peace --games 1000":                                                   {"began", "finished", "began", "finished"},
		"check inkopah-example --games 1000 --set expect=[]":                                         {"began", "inkopah-example.yaml: warning: it expects nothing of itself: add lines under expect:", "finished"},
		"run two-fronts --games 30_000 --rows none --metrics 0 --out r":                              {"metrics are served at http://127.0.0.1:", "began", "finished"},
		"sweep inkopah --vary params.patience=30,40 --games 2000 --out served --metrics 127.0.0.1:0": {"metrics are served at http://127.0.0.1:", "began", "finished"},
	} {
		o := polemos(t, append(strings.Fields(line), "--log-format", "json")...)
		if got := messages(logged(t, o.err)); !slices.EqualFunc(got, want, strings.HasPrefix) {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// An error is a record, too, wherever the verb has heard that it writes records.
func TestErrorsAsRecords(t *testing.T) {
	chdirTemp(t)
	for line, message := range map[string]string{
		"run --log-format json":                                             "run needs a scenario: polemos run inkopah",
		"run nowhere.yaml --log-format json --quiet":                        "nowhere.yaml: there is no such file ",
		"run inkopah --log-format json --part-games 100_000":                "parts of 100000 games are not possible",
		"run inkopah --log-format json --gmaes 5":                           "there is no flag --gmaes",
		"run inkopah --gmaes 5 --log-format=json":                           "there is no flag --gmaes",
		"rnu inkopah --log-format json":                                     `there is no verb "rnu"`,
		"validate inkopah --log-format json":                                "there is no flag --log-format",
		"compare inkopah --log-format json":                                 "compare needs two scenarios",
		"run inkopah --games 10 --rows none --out r/\x00 --log-format json": "the run folder cannot be ",
	} {
		args := strings.Fields(line)
		o := polemos(t, args...)
		records := logged(t, o.err)
		if len(records) != 1 || records[0]["msg"] != "failed" || records[0]["level"] != "ERROR" || records[0]["status"] != float64(o.status) {
			t.Fatalf("%s: status %d, %q", line, o.status, o.err)
		}
		if text, _ := records[0]["error"].(string); !strings.HasPrefix(text, message) {
			t.Errorf("%s: %s", line, text)
		}
	}
	fails(t, polemos(t, "run", "inkopah", "--log-format", "xml"), Usage, `--log-format "xml": choose one of text, json`)
}

func TestInterruptedAsRecord(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	said, status, _ := stopped(t, dir, syscall.SIGTERM, "--log-format", "json")
	records := logged(t, said)
	last := records[len(records)-1]
	if text, _ := last["error"].(string); status != Interrupted || last["msg"] != "interrupted" || last["level"] != "WARN" || last["status"] != 130.0 ||
		!strings.HasSuffix(text, " are kept in "+dir+"; the same command goes on from there") {
		t.Errorf("status %d, %v", status, last)
	}
}
