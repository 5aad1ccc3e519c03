package run

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/polemos-sim/polemos/reports/exact"
	"github.com/polemos-sim/polemos/reports/summary"
)

// The exact odds of the rule page, as text and as JSON.
func TestOddsOfInkopah(t *testing.T) {
	text := done(t, "odds", "inkopah")
	for _, words := range []string{"victory     91.121528 %", "defeat       8.878472 %", "declined            0 %", "war length: mean 2.586331 turns", "surrender   2.423292 %      4.0000", "in every game: wars 1, robber baron 0, "} {
		if !strings.Contains(text, words) {
			t.Errorf("%q is missing in\n%s", words, text)
		}
	}
	var r exact.Result
	if err := json.Unmarshal([]byte(done(t, "odds", "inkopah", "--set", "republic.crises.inkopah.victory_points=20", "--format", "json")), &r); err != nil {
		t.Fatal(err)
	}
	if !r.Complete || r.Outcomes[0].Odds == nil || math.Abs(*r.Outcomes[0].Odds-0.78915450) > 5e-9 || math.Abs(*r.Wars.Mean-3.271772) > 5e-7 {
		t.Errorf("%+v", r.Outcomes)
	}
	approval, ok := r.Final.Get("approval")
	if sum := 0.0; !ok {
		t.Error("no approval at the end")
	} else {
		for _, v := range approval.Values {
			sum += v.P
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("approval at the end adds up to %v", sum)
		}
	}
}

func TestOddsOfWhatIsAskedFor(t *testing.T) {
	var r exact.Result
	out := done(t, "odds", "inkopah", "--measure", "final.fervor", "--measure", "final.approval", "--format", "json")
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Final) != 2 || r.Final[0].Key != "approval" || r.Final[1].Key != "fervor" {
		t.Errorf("%+v", r.Final)
	}
	o := polemos(t, "odds", "inkopah", "--measure", "final.aproval")
	if o.status != Usage || !strings.Contains(o.err, "did you mean final.approval?") {
		t.Errorf("status %d: %s", o.status, o.err)
	}
	if o := polemos(t, "odds", "inkopah", "--measure", "none", "--measure", "final.fervor"); o.status != Usage {
		t.Errorf("none and another: status %d", o.status)
	}
}

// Beyond the budget there are bounds, an explanation, and a status of their own.
func TestOddsOutOfReach(t *testing.T) {
	o := polemos(t, "odds", "two-fronts", "--budget", "20_000", "--measure", "none")
	if o.status != Undecided {
		t.Fatalf("status %d: %s", o.status, o.err)
	}
	for _, words := range []string{"bounds", "at least", "at most", "triumph"} {
		if !strings.Contains(o.out, words) {
			t.Errorf("%q is missing in\n%s", words, o.out)
		}
	}
	for _, words := range []string{
		"the budget is 400 states a turn, and turn 1 has more", "bounds", "victory points of war 1 (20 values)", "a larger --budget than 20_000 (turns played", "polemos run two-fronts",
	} {
		if !strings.Contains(o.err, words) {
			t.Errorf("%q is missing in\n%s", words, o.err)
		}
	}
	o = polemos(t, "odds", "two-fronts", "--budget", "300_000", "--measure", "final.approval")
	for _, words := range []string{"fewer measures (--measure none)", "(--set turns=2 is within the budget)"} {
		if !strings.Contains(o.err, words) {
			t.Errorf("%q is missing in\n%s", words, o.err)
		}
	}
	// What is said to be within the budget is.
	done(t, "odds", "two-fronts", "--budget", "300_000", "--measure", "final.approval", "--set", "turns=2")
	o = polemos(t, "odds", "two-fronts", "--budget", "20_000", "--format", "json")
	var r exact.Result
	if err := json.Unmarshal([]byte(o.out), &r); err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Unexplored <= 0 || r.Outcomes[0].Odds != nil || r.Outcomes[0].High < r.Outcomes[0].Low {
		t.Errorf("%+v", r)
	}
}

// A scenario that cannot be taken apart says what stands in the way.
func TestOddsOfCampaigns(t *testing.T) {
	o := polemos(t, "odds", "archidamian-war")
	if o.status != Usage || !strings.Contains(o.err, "operations move single units over the map") || !strings.Contains(o.err, "phases: [political]") {
		t.Errorf("status %d: %s", o.status, o.err)
	}
}

// Measures that take more than a tenth of the budget are left out, which is said unless nobody wants to know; asked for
// by name they are there.
func TestOddsLeaveMeasuresOut(t *testing.T) {
	line := []string{"odds", "inkopah", "--budget", "4_000"}
	o := polemos(t, line...)
	if o.status != 0 || !strings.Contains(o.err, "the measures at the end are left out") || strings.Contains(o.out, "at the end") {
		t.Errorf("status %d: %s\n%s", o.status, o.err, o.out)
	}
	if o := polemos(t, append(line, "--quiet")...); o.status != 0 || o.err != "" {
		t.Errorf("--quiet: status %d: %s", o.status, o.err)
	}
	if o := polemos(t, append(line, "--measure", "final.approval")...); o.status != 0 || o.err != "" || !strings.Contains(o.out, "approval") {
		t.Errorf("by name: status %d: %s\n%s", o.status, o.err, o.out)
	}
}

// What takes long says how far it is, and ends at once with bounds when it is interrupted.
func TestOddsInterrupted(t *testing.T) {
	c := child(t, "odds", "long-peace", "--measure", "none")
	var out bytes.Buffer
	c.Stdout = &out
	said, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	lines := bufio.NewScanner(said)
	if !lines.Scan() || !strings.Contains(lines.Text(), " of 100,000,000 turns played at most") {
		t.Fatalf("it says %q", lines.Text())
	}
	began := time.Now()
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	last := ""
	for lines.Scan() {
		last = lines.Text()
	}
	c.Wait()
	if took, status := time.Since(began), c.ProcessState.ExitCode(); status != Interrupted || took > 2*time.Second {
		t.Errorf("status %d after %v", status, took)
	}
	if !strings.HasPrefix(last, "polemos: interrupted after ") || !strings.Contains(out.String(), "at least") {
		t.Errorf("%q\n%s", last, out.String())
	}
}

// Where exact odds are cheap, run has them beside its own; and every engine plays
// the same games.
func TestRunShowsExactOdds(t *testing.T) {
	signatures := map[string]bool{}
	for _, engine := range []string{"auto", "step", "compiled"} {
		dir := filepath.Join(t.TempDir(), engine)
		out := done(t, "run", "inkopah", "--games", "70_000", "--rows", "none", "--engine", engine, "--out", dir, "--quiet", "--format", "json")
		var s summary.Summary
		if err := json.Unmarshal([]byte(out), &s); err != nil {
			t.Fatal(err)
		}
		if e := s.Outcomes[0].Exact; e == nil || fmt.Sprintf("%.8f", *e) != "0.91121528" {
			t.Errorf("%s: exact odds %v", engine, e)
		}
		signatures[s.Signature] = true
	}
	if len(signatures) != 1 {
		t.Errorf("signatures %v", signatures)
	}
	out := done(t, "run", "two-fronts", "--games", "1_000", "--rows", "none", "--out", filepath.Join(t.TempDir(), "far"), "--quiet")
	if strings.Contains(out, "exact") {
		t.Errorf("exact odds of a scenario that is out of reach:\n%s", out)
	}
}
