package verdicts_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/verdicts"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

var schema = &engine.Schema{
	Horizon: 9, Outcomes: []string{"won", "lost"}, Subjects: []string{"east"}, Endings: []string{"victory", "cut_off", "unresolved"},
	Games: []engine.Column{{Name: "spent", Measure: "final.spent"}},
}

func named(t *testing.T, name string) measure.Measure {
	t.Helper()
	m, err := measure.Parse(name, schema, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func estimate(est, low, high float64) stats.Estimate {
	return stats.Estimate{Interval: stats.Interval{Est: est, Low: low, High: high}}
}

// checks have an answer of every sort; texts that formats have to mind.
func checks(t *testing.T) []verdicts.Check {
	line := func(name string) study.Line { return study.Line{Measure: named(t, name), Low: 0.5, High: math.Inf(1)} }
	place := func(n int, expected string) verdicts.Place {
		return verdicts.Place{File: "a,b:c.yaml", Line: n, Col: 5, Expected: expected}
	}
	return []verdicts.Check{{
		Scenario: "east.1", Title: "War | in the <East>", Seed: 7, Replay: "polemos check east.yaml --seed 7",
		Places: []verdicts.Place{place(11, "at least 0.5"), place(12, "at least 0.5"), place(13, "at least 0.5"), place(14, "at least 0.5"), place(15, "at least 0.5"), place(16, "at least 0.5")},
		Checked: &study.Checked{Games: 131_072, Looks: study.Looks{First: 65_536, Games: 131_072}, Confidence: 0.99, Answers: []study.Answer{
			{Line: line("odds.won"), Holds: study.Pass, Value: stats.Exact(0.625), Exact: true},
			{Line: line("odds.lost"), Holds: study.Fail, Value: estimate(0.375, 0.37, 0.38), Games: 65_536},
			{Line: line("final.spent.mean"), Holds: study.Undecided, Value: estimate(0.501, 0.49, 0.512), Games: 131_072, Needed: 16_000_000},
			{Line: line("final.spent.min"), Holds: study.Undecided, Value: estimate(2, math.Inf(-1), 2), Games: 131_072},
			{Line: line("war.length.mean"), Holds: study.Undecided, Value: stats.Estimate{Missing: "no war was declared"}, Games: 131_072},
			{Line: line("final.spent.p50"), Holds: study.Pass, Value: estimate(3, 3, 3), Games: 65_536},
		}},
	}, {Scenario: "idle", Checked: &study.Checked{Looks: study.Looks{First: 1, Games: 1}, Confidence: 0.99}}}
}

func written(t *testing.T, write func(io.Writer, []verdicts.Check) error, c []verdicts.Check) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestText(t *testing.T) {
	same(t, written(t, verdicts.WriteText, checks(t)), `east.1: 131,072 games played, seed 7, all answers together at 99 % confidence
  pass       odds.won is 0.625, not sampled: at least 0.5, as expected
  fail       odds.lost is 0.375 (0.370 to 0.380) after 65,536 games: not at least 0.5
  undecided  final.spent.mean is 0.50 (0.49 to 0.51) after 131,072 games: it needs about 16,000,000 games to say whether it is at least 0.5 (--games 16000000)
  undecided  final.spent.min is 2 (at most 2) after 131,072 games: too near a bound to say whether it is at least 0.5
  undecided  war.length.mean cannot be told after 131,072 games: no war was declared
  pass       final.spent.p50 is 3 after 65,536 games: at least 0.5, as expected
idle: no game was played, seed 0, all answers together at 99 % confidence
2 of 6 expectations hold, 1 fail, 3 undecided
`)
}

// A reader that knows nothing of the writer: every attribute and element by name.
func TestJUnitReadBack(t *testing.T) {
	text := written(t, verdicts.WriteJUnit, checks(t))
	type element struct {
		XMLName  xml.Name
		Attrs    []xml.Attr `xml:",any,attr"`
		Text     string     `xml:",chardata"`
		Children []element  `xml:",any"`
	}
	var root element
	if err := xml.Unmarshal([]byte(text), &root); err != nil {
		t.Fatal(err)
	}
	attr := func(e element, name string) string {
		for _, a := range e.Attrs {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	if root.XMLName.Local != "testsuites" || attr(root, "tests") != "6" || attr(root, "failures") != "1" || attr(root, "skipped") != "3" || attr(root, "errors") != "0" || len(root.Children) != 2 {
		t.Errorf("root: %v, %d suites", root.Attrs, len(root.Children))
	}
	suite := root.Children[0]
	if attr(suite, "name") != "east.1" || attr(suite, "tests") != "6" || attr(suite, "failures") != "1" || attr(suite, "skipped") != "3" {
		t.Errorf("suite: %v", suite.Attrs)
	}
	var got []string
	for _, c := range suite.Children[1:] {
		of := attr(c, "classname") + "|" + attr(c, "name") + "|" + attr(c, "file") + "|" + attr(c, "line")
		for _, child := range c.Children {
			of += "|" + child.XMLName.Local + "|" + attr(child, "message") + child.Text
		}
		got = append(got, of)
	}
	same(t, strings.Join(got, "\n"), strings.Join([]string{
		"polemos.east_1|odds.won at least 0.5|a,b:c.yaml|11|system-out|odds.won is 0.625, not sampled: at least 0.5, as expected",
		"polemos.east_1|odds.lost at least 0.5|a,b:c.yaml|12|failure|odds.lost is 0.375 (0.370 to 0.380) after 65,536 games: not at least 0.5" +
			"odds.lost is 0.375 (0.370 to 0.380) after 65,536 games: not at least 0.5\na,b:c.yaml:12:5\npolemos check east.yaml --seed 7",
		"polemos.east_1|final.spent.mean at least 0.5|a,b:c.yaml|13|skipped|final.spent.mean is 0.50 (0.49 to 0.51) after 131,072 games: it needs about 16,000,000 games to say whether it is at least 0.5 (--games 16000000)",
		"polemos.east_1|final.spent.min at least 0.5|a,b:c.yaml|14|skipped|final.spent.min is 2 (at most 2) after 131,072 games: too near a bound to say whether it is at least 0.5",
		"polemos.east_1|war.length.mean at least 0.5|a,b:c.yaml|15|skipped|war.length.mean cannot be told after 131,072 games: no war was declared",
		"polemos.east_1|final.spent.p50 at least 0.5|a,b:c.yaml|16|system-out|final.spent.p50 is 3 after 65,536 games: at least 0.5, as expected",
	}, "\n"))
}

func TestMarkdown(t *testing.T) {
	same(t, written(t, verdicts.WriteMarkdown, checks(t)), `## polemos check: 2 of 6 expectations hold, 1 fail, 3 undecided

### east.1: War \| in the &lt;East>

131,072 games played, seed 7, all answers together at 99 % confidence.

| | measure | is | interval | expected | games | at |
|---|---|---:|---|---|---:|---|
| pass | `+"`odds.won`"+` | 0.625 |  | at least 0.5 | exact | a,b:c.yaml:11:5 |
| fail | `+"`odds.lost`"+` | 0.375 | (0.370 to 0.380) | at least 0.5 | 65,536 | a,b:c.yaml:12:5 |
| undecided | `+"`final.spent.mean`"+` | 0.50 | (0.49 to 0.51) | at least 0.5 | 131,072, needs about 16,000,000 | a,b:c.yaml:13:5 |
| undecided | `+"`final.spent.min`"+` | 2 | (at most 2) | at least 0.5 | 131,072 | a,b:c.yaml:14:5 |
| undecided | `+"`war.length.mean`"+` | unknown |  | at least 0.5 | 131,072 | a,b:c.yaml:15:5 |
| pass | `+"`final.spent.p50`"+` | 3 |  | at least 0.5 | 65,536 | a,b:c.yaml:16:5 |

`+"`polemos check east.yaml --seed 7`"+`

### idle

no game was played, seed 0, all answers together at 99 % confidence.

Nothing is expected of this scenario.

`)
}

func TestAnnotations(t *testing.T) {
	same(t, written(t, verdicts.WriteAnnotations, checks(t)[:1]), strings.Join([]string{
		"::error file=a%2Cb%3Ac.yaml,line=12,col=5,title=odds.lost::odds.lost is 0.375 (0.370 to 0.380) after 65,536 games: not at least 0.5",
		"::warning file=a%2Cb%3Ac.yaml,line=13,col=5,title=final.spent.mean::final.spent.mean is 0.50 (0.49 to 0.51) after 131,072 games: it needs about 16,000,000 games to say whether it is at least 0.5 (--games 16000000)",
		"::warning file=a%2Cb%3Ac.yaml,line=14,col=5,title=final.spent.min::final.spent.min is 2 (at most 2) after 131,072 games: too near a bound to say whether it is at least 0.5",
		"::warning file=a%2Cb%3Ac.yaml,line=15,col=5,title=war.length.mean::war.length.mean cannot be told after 131,072 games: no war was declared",
		"",
	}, "\n"))
}

// What is wrong with scenarios is told wherever answers would have been.
func TestInvalid(t *testing.T) {
	at := func(file string, line int) verdicts.Place { return verdicts.Place{File: file, Line: line, Col: 3} }
	list := []verdicts.Invalid{{at("a,b.yaml", 7), "turns: 0 is 100 % too few"}, {at("a,b.yaml", 9), "unknown key <nam>"}, {verdicts.Place{File: "--set"}, "no | such key"}}
	told := func(write func(io.Writer, []verdicts.Invalid) error) string {
		var b bytes.Buffer
		if err := write(&b, list); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	same(t, told(verdicts.AnnotateInvalid), `::error file=a%2Cb.yaml,line=7,col=3,title=invalid scenario::turns: 0 is 100 %25 too few
::error file=a%2Cb.yaml,line=9,col=3,title=invalid scenario::unknown key <nam>
::error file=--set,title=invalid scenario::no | such key
`)
	same(t, told(verdicts.WriteInvalidMarkdown), `## polemos check: nothing was checked, a scenario is invalid

| at | |
|---|---|
| a,b.yaml:7:3 | turns: 0 is 100 % too few |
| a,b.yaml:9:3 | unknown key &lt;nam> |
| --set | no \| such key |

`)
	same(t, told(verdicts.WriteInvalidJUnit), `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="polemos check" tests="3" failures="0" errors="3" skipped="0">
  <testsuite name="a,b.yaml" file="a,b.yaml" tests="2" failures="0" errors="2" skipped="0">
    <properties></properties>
    <testcase name="turns: 0 is 100 % too few" classname="polemos" file="a,b.yaml" line="7">
      <error message="turns: 0 is 100 % too few" type="scenario">a,b.yaml:7:3: turns: 0 is 100 % too few</error>
    </testcase>
    <testcase name="unknown key &lt;nam&gt;" classname="polemos" file="a,b.yaml" line="9">
      <error message="unknown key &lt;nam&gt;" type="scenario">a,b.yaml:9:3: unknown key &lt;nam&gt;</error>
    </testcase>
  </testsuite>
  <testsuite name="--set" file="--set" tests="1" failures="0" errors="1" skipped="0">
    <properties></properties>
    <testcase name="no | such key" classname="polemos" file="--set">
      <error message="no | such key" type="scenario">--set: no | such key</error>
    </testcase>
  </testsuite>
</testsuites>
`)
}

func TestJSON(t *testing.T) {
	var got []map[string]any
	if err := json.Unmarshal([]byte(written(t, verdicts.WriteJSON, checks(t))), &got); err != nil {
		t.Fatal(err)
	}
	if got[0]["verdict"] != "fail" || got[1]["verdict"] != "pass" || got[0]["games_most"] != 131072. {
		t.Errorf("%v", got)
	}
	lines := got[0]["expectations"].([]any)
	for i, want := range []map[string]any{
		{"verdict": "pass", "exact": true, "value": .625, "low": .625, "at_least": .5, "at_most": nil, "line": 11.},
		{"verdict": "fail", "exact": false, "value": .375, "low": .37, "high": .38, "games": 65536.},
		{"verdict": "undecided", "games_needed": 16e6},
		{"verdict": "undecided", "value": 2., "low": nil, "high": 2.},
		{"verdict": "undecided", "value": nil, "reason": "no war was declared"},
	} {
		for key, value := range want {
			if lines[i].(map[string]any)[key] != value {
				t.Errorf("line %d: %s is %v, want %v", i, key, lines[i].(map[string]any)[key], value)
			}
		}
	}
}

func compared(t *testing.T, sides int) *study.Compared {
	figure := func(v float64) stats.Figure[float64] { return stats.Figure[float64]{Value: v} }
	c := &study.Compared{Names: []string{"one", "two", "three"}[:sides], Games: 131_072, Looks: study.Looks{First: 65_536, Games: 1 << 20}, Confidence: 0.99, Unshared: []string{"fled", "bored"}}
	for _, d := range []study.Difference{
		{Measure: named(t, "odds.won"), Base: figure(.91), Of: figure(.9), Estimate: estimate(-.01, -.0112, -.0088), Verdict: study.Lower, Settled: 65_536, Wanted: 1},
		{Measure: named(t, "odds.lost"), Base: figure(.09), Of: figure(.0901), Estimate: estimate(.0001, -.0002, .0004), Within: .001, Verdict: study.Within, Settled: 131_072},
		{Measure: named(t, "game.length.mean"), Base: figure(2.6), Of: figure(2.7), Estimate: estimate(.1, .08, .12), Verdict: study.Higher, Settled: 65_536},
		{Measure: named(t, "final.spent.mean"), Base: figure(10), Of: figure(10.1), Estimate: estimate(.1, -.1, .3), Needed: 530_000},
		{Measure: named(t, "war.length.mean"), Base: stats.Figure[float64]{Missing: "no wars"}, Of: figure(2), Estimate: stats.Estimate{Missing: "no wars"}},
		{Measure: named(t, "war.east.declared"), Base: figure(1), Of: figure(1), Verdict: study.Alike, Settled: 65_536},
	} {
		for side := 1; side < sides; side++ {
			d.Side = side
			c.Differences = append(c.Differences, d)
		}
	}
	return c
}

func TestComparisonText(t *testing.T) {
	var b bytes.Buffer
	if err := verdicts.WriteComparison(&b, 3, compared(t, 2)); err != nil {
		t.Fatal(err)
	}
	same(t, b.String(), `A  one
B  two

131,072 games of each on the same dice, seed 3, all intervals together at 99 % confidence

measure                  A       B       difference  interval          verdict
odds.won                 91.0 %  90.0 %  -1.0 pp     (-1.1 to -0.9)    B is worse, after 65,536 games
odds.lost                9.00 %  9.01 %  +0.01 pp    (-0.02 to +0.04)  no difference larger than 0.1 percentage points
game.length.mean, turns  2.60    2.70    +0.10       (+0.08 to +0.12)  B is higher, after 65,536 games
final.spent.mean         10.0    10.1    +0.1        (-0.1 to +0.3)    undecided: needs about 530,000 games
war.length.mean, turns   -       2       -                             undecided: no wars

pp: percentage points

alike in every game: war.east.declared

not compared, since not all have it: odds.fled, odds.bored
`)
	b.Reset()
	if err := verdicts.WriteComparison(&b, 3, compared(t, 3)); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"C  three", "odds.won (B) ", "odds.won (C) ", "C is worse, after", "alike in every game: war.east.declared\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is not in\n%s", line, b.String())
		}
	}
}

func TestComparisonJSON(t *testing.T) {
	var b bytes.Buffer
	if err := verdicts.WriteComparisonJSON(&b, 3, compared(t, 3)); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Sides       []string
		Seed, Games uint64
		Differences []map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Seed != 3 || got.Games != 131_072 || len(got.Sides) != 3 || len(got.Differences) != 12 {
		t.Errorf("%+v", got)
	}
	first, missing, open := got.Differences[0], got.Differences[9], got.Differences[6]
	if d := first["difference"].(map[string]any); first["verdict"] != "lower" || first["better"] != false || missing["better"] != nil || first["first"] != "one" || first["side"] != "two" || d["value"] != -.01 || d["high"] != -.0088 || first["games_used"] != 65536. {
		t.Errorf("%v", first)
	}
	if d := missing["difference"].(map[string]any); d["value"] != nil || d["reason"] != "no wars" || missing["first_value"] != nil {
		t.Errorf("%v", missing)
	}
	if open["verdict"] != "undecided" || open["games_used"] != 131072. || open["games_needed"] != 530000. {
		t.Errorf("%v", open)
	}
}
