package page

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/reports/summary"
)

const fixturePath = "../summary/testdata/inkopah-fixture.json"

func fixture(t *testing.T) *summary.Summary {
	t.Helper()
	f, err := os.Open(fixturePath)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := summary.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t *testing.T, s *summary.Summary) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSameBytesEveryTime(t *testing.T) {
	first, again := written(t, fixture(t)), written(t, fixture(t))
	if first != again {
		t.Error("two pages of one summary differ")
	}
}

func TestPageNeedsNothingElse(t *testing.T) {
	page := strings.ToLower(written(t, fixture(t)))
	for _, bad := range []string{"http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link", "<iframe", "javascript", "nan", "zgotmplz"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
}

func TestScenarioTextsAreEscaped(t *testing.T) {
	s := fixture(t)
	const evil = `</style><script>alert("1")</script>`
	s.Scenario.Title, s.Scenario.Name, s.Scenario.Ruleset, s.Outcomes[0].Name, s.Warnings[0].Text, s.Exemplars[0].What = evil, evil, evil, evil, evil, evil
	s.Final[0].Name, s.Wars.ByWar[0].Key, s.Wars.Length.Causes[0].Cause, s.Curves[0].Key, s.Measures[0].Value.Unit = evil, evil, evil, evil+".approval", evil
	page := written(t, s)
	if strings.Contains(page, "<script") {
		t.Error("a script of the scenario is in the page")
	}
	if !strings.Contains(page, "&lt;script&gt;alert(") {
		t.Error("the scenario's text is not in the page")
	}
}

func TestPageIsWellFormed(t *testing.T) {
	_, body, _ := strings.Cut(written(t, fixture(t)), "</head>") // elements without an end are in the head only
	d := xml.NewDecoder(strings.NewReader(strings.TrimSuffix(strings.TrimSpace(body), "</html>")))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

var titled = regexp.MustCompile(`<td title="([^"=]+) = ([^"]+)">([^<]*)</td>`)

// TestFullNumbersAreTheSummarys reads every number given in full, under its name, back from the page and from the JSON file itself;
// what is shown must be that number, rounded.
func TestFullNumbersAreTheSummarys(t *testing.T) {
	raw, err := os.ReadFile(fixturePath)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{}
	for _, o := range file["outcomes"].([]any) {
		o := o.(map[string]any)
		want["odds."+o["name"].(string)] = o["odds"].(float64)
	}
	for _, f := range file["final"].([]any) {
		f := f.(map[string]any)
		for _, k := range []string{"mean", "sd", "min", "p05", "p25", "p50", "p75", "p95", "max"} {
			want["final."+f["name"].(string)+"."+k] = f[k].(float64)
		}
	}
	at := func(path ...string) map[string]any {
		m := file
		for _, p := range path {
			m = m[p].(map[string]any)
		}
		return m
	}
	for name, m := range map[string]map[string]any{"war": at("wars", "length"), "game": at("game", "length")} {
		want[name+".length.mean"], want[name+".length.median"], want[name+".length.sd"] = m["mean"].(float64), m["median"].(float64), m["sd"].(float64)
	}
	want["war.inkopah.length.mean"] = at("wars", "by_war", "inkopah", "length")["mean"].(float64)

	for _, e := range at("game")["events"].([]any) {
		e := e.(map[string]any)
		for _, k := range []string{"any", "mean", "max"} {
			want["game."+e["name"].(string)+"."+k] = e[k].(float64)
		}
	}

	seen := map[string]bool{}
	for _, m := range titled.FindAllStringSubmatch(written(t, fixture(t)), -1) {
		name, full, shown := m[1], m[2], strings.TrimSuffix(m[3], " %")
		if name == "exact odds" {
			continue
		}
		x, err := strconv.ParseFloat(full, 64)
		if err != nil || x != want[name] {
			t.Errorf("%s is %s on the page, %v in the file", name, full, want[name])
		}
		seen[name] = true
		if strings.HasPrefix(name, "odds.") || strings.HasSuffix(name, ".any") {
			x *= 100
		}
		if strings.HasPrefix(shown, "&lt; ") || strings.HasPrefix(shown, "&gt; ") {
			continue // never or always seen: the interval's end is shown
		}
		_, fraction, _ := strings.Cut(shown, ".")
		if rounded := strconv.FormatFloat(x, 'f', len(fraction), 64); rounded != shown {
			t.Errorf("%s = %v is shown as %s, want %s", name, x, shown, rounded)
		}
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("%s is not on the page", name)
		}
	}
}

// TestTablesAreTheSummarys looks for every row of the turn-by-turn tables, written from the summary in another way.
func TestTablesAreTheSummarys(t *testing.T) {
	s := fixture(t)
	page := written(t, s)
	rows := 0
	for _, curves := range []summary.Ordered[[]summary.CurvePoint]{s.Curves, s.CurvesCarried} {
		for _, c := range curves {
			whole, digits := true, 0 // before the point, of the largest mean
			for _, p := range c.Value {
				whole, digits = whole && p.Mean == float64(int(p.Mean)), max(digits, len(fmt.Sprint(int(p.Mean))))
			}
			decimals := min(3, 5-digits)
			if whole {
				decimals = 0
			}
			for _, p := range c.Value {
				row := fmt.Sprintf(`<th scope="row">%d</th><td>%s</td><td>%.*f</td>`, p.Turn, thousands(p.Games), decimals, p.Mean)
				for _, x := range []float64{p.P05, p.P25, p.P50, p.P75, p.P95} {
					text := fmt.Sprintf("%.3f", x)
					row += "<td>" + strings.TrimRight(strings.TrimRight(text, "0"), ".") + "</td>"
				}
				if !strings.Contains(page, row) {
					t.Errorf("%s: no row %s", c.Key, row)
				}
				rows++
			}
		}
	}
	for _, h := range s.Wars.Length.Histogram {
		if row := fmt.Sprintf(`<th scope="row">%d</th><td>%s</td><td>%.1f %%</td>`, h.Turns, thousands(h.Wars), 100*float64(h.Wars)/1e6); !strings.Contains(page, row) {
			t.Errorf("no row %s", row)
		}
		rows++
	}
	if rows != 5*3+4+4*40+4 { // three curves of five turns, one of four, four carried ones of forty, and four lengths
		t.Errorf("looked at %d rows", rows)
	}
}

func thousands(n int64) string {
	if n >= 1e6 {
		return fmt.Sprintf("%d,%03d,%03d", n/1e6, n/1e3%1e3, n%1e3)
	}
	if n >= 1e3 {
		return fmt.Sprintf("%d,%03d", n/1e3, n%1e3)
	}
	return fmt.Sprint(n)
}

func TestReasonsAreShown(t *testing.T) {
	s := fixture(t)
	s.Wars.Length.Median, s.Wars.Length.SD = nil, nil
	s.Wars.Length.Reasons.Reasons = map[string]string{"median": "not reached within 40 turns", "sd": "one war has no spread"}
	page := written(t, s)
	for _, want := range []string{`<td>not reached within 40 turns</td>`, `<td title="one war has no spread">not known</td>`} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not on the page", want)
		}
	}
}

func TestNothingPlayedIsStillAPage(t *testing.T) {
	page := written(t, &summary.Summary{SchemaVersion: summary.SchemaVersion, Scenario: summary.Scenario{Title: "Empty", Turns: 1}})
	if !strings.Contains(page, "No game was played.") || strings.Contains(page, "<figure>") {
		t.Error("a page about nothing must say so and show no picture")
	}
}

// In running text no line ends between a number and its sign of percent.
func TestPercentStaysWithItsNumber(t *testing.T) {
	s := fixture(t)
	s.Warnings = []summary.Warning{{Code: "rare", Text: "its odds are below 0.1 %"}}
	page := written(t, s)
	for _, want := range []string{"in 91.13\u00a0% of games", "below 0.1\u00a0% <code>rare"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// The tables of wars end with the longest war, and there are none where no war lasted a turn.
func TestTablesEndWithTheLongestWar(t *testing.T) {
	l := summary.WarLength{
		Wars: 4, Histogram: []summary.WarTurns{{Turns: 1, Wars: 3}, {Turns: 2, Wars: 1}},
		Survival: []summary.SurvivalStep{{Turn: 1, AtRisk: 4, Ended: 3, Survival: 0.25}, {Turn: 2, AtRisk: 1, Ended: 1}, {Turn: 3}},
		Causes:   []summary.Cause{{Cause: "cut_off", Wars: 4, Incidence: []summary.Incidence{{Turn: 1, Share: 0.75}, {Turn: 2, Share: 1}, {Turn: 3, Share: 1}}}},
	}
	if n, m := len(steps(l).Rows), len(causes(l).Rows); n != 2 || m != 2 {
		t.Errorf("%d and %d rows, want 2 and 2", n, m)
	}
	if rows := length(l, 40).Rows; rows[len(rows)-1][1].Text != "4" {
		t.Errorf("the wars cut off are not in %v", rows)
	}
	none := summary.WarLength{Wars: 4, Histogram: []summary.WarTurns{{Turns: 0, Wars: 4}}, Survival: []summary.SurvivalStep{{Turn: 1}}}
	if len(length(none, 40).Rows)+len(steps(none).Rows) > 0 {
		t.Error("wars of no turn have tables")
	}
}

// What is not reached is said in words, and the restricted mean stands beside the plain one where it is another.
func TestLengthsOfWarsThatTheHorizonCutsOff(t *testing.T) {
	l := fixture(t).Wars.Length
	before := len(length(l, 40).Rows)
	l.RestrictedMean, l.RestrictedLow, l.RestrictedHigh = new(19.5), new(19.4), new(19.6)
	l.Median, l.Reasons.Reasons = nil, map[string]string{"median": "not reached in 40 turns"}
	rows := length(l, 40).Rows
	if len(rows) != before+1 || rows[1][1].Text != "19.5" || rows[1][1].Full != "war.length.restricted_mean = 19.5" || rows[1][2].Text != "19.4 – 19.6" {
		t.Errorf("the rows are %v", rows)
	}
	if rows[2][1].Text != "not reached in 40 turns" {
		t.Errorf("the median is %v", rows[2])
	}
}
