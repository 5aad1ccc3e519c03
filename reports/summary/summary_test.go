package summary

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const fixturePath = "testdata/inkopah-fixture.json"

func fixture(t *testing.T) *Summary {
	t.Helper()
	f, err := os.Open(fixturePath)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t *testing.T, s *Summary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadAndWriteKeepEveryByte(t *testing.T) {
	want, err := os.ReadFile(fixturePath)
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, fixture(t)); !bytes.Equal(got, want) {
		t.Errorf("read and written again, the fixture differs")
	}
}

func TestFilesFitTheSchema(t *testing.T) {
	schema := compiled(t)
	unknown := fixture(t)
	unknown.Wars.Length.Median, unknown.Wars.Length.Reasons.Reasons = nil, map[string]string{"median": "not reached within 40 turns"}
	for name, s := range map[string]*Summary{"fixture": fixture(t), "nothing played": {SchemaVersion: 1, Scenario: Scenario{Turns: 1}}, "median not reached": unknown} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(written(t, s)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSchemaRefusesWhatIsWrong(t *testing.T) {
	schema := compiled(t)
	good := string(written(t, fixture(t)))
	for name, c := range map[string][2]string{
		"odds above 1":     {`"odds": 0.911283`, `"odds": 91.1283`},
		"odds as text":     {`"odds": 0.911283`, `"odds": "0.911283"`},
		"an unknown field": {`"seed": 1,`, `"seed": 1, "sead": 1,`},
		"a field is gone":  {`"seed": 1,`, ``},
		"a negative count": {`"games": 88717`, `"games": -88717`},
		"a list as null":   {`"warnings": [`, `"warnings": null, "x": [`},
		"half a game":      {`"games": 88717`, `"games": 88717.5`},
		"curves in a list": {`"curves": {`, `"curves": [], "x": {`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Fatalf("%s: nothing changed", name)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if schema.Validate(doc) == nil {
			t.Errorf("%s: the schema lets it pass", name)
		}
	}
}

func TestEveryFieldIsDocumented(t *testing.T) {
	var walk func(at string, schema any)
	walk = func(at string, schema any) {
		m, ok := schema.(map[string]any)
		if !ok {
			return
		}
		if p, ok := m["properties"].(map[string]any); ok {
			for name, field := range p {
				doc, _ := field.(map[string]any)["description"].(string)
				if !strings.HasSuffix(doc, ".") {
					t.Errorf("%s.%s: its description %q is no sentence", at, name, doc)
				}
				walk(at+"."+name, field)
			}
		}
		walk(at+"[]", m["items"])
		walk(at+"{}", m["additionalProperties"])
	}
	var all any
	if err := json.Unmarshal(Schema(), &all); err != nil {
		t.Fatal(err)
	}
	walk("summary", all)
}

func TestOrderIsKept(t *testing.T) {
	const text = `{"zeta":1,"alpha":2,"mid\"dle":3}`
	var o Ordered[int]
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	if want := (Ordered[int]{{"zeta", 1}, {"alpha", 2}, {`mid"dle`, 3}}); !reflect.DeepEqual(o, want) {
		t.Errorf("read as %v, want %v", o, want)
	}
	b, err := json.Marshal(o)
	if err != nil || string(b) != text {
		t.Errorf("written as %s (%v), want %s", b, err, text)
	}
	for _, bad := range []string{`{"a":1,"a":2}`, `[1]`, `null`, `{"a":"x"}`} {
		if err := json.Unmarshal([]byte(bad), &o); err == nil {
			t.Errorf("%s is read as %v, want an error", bad, o)
		}
	}
}

func TestContradictionsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Summary)
		says  string
	}{
		"a game is lost":          {func(s *Summary) { s.Games++ }, "outcomes hold 1000000 games, the run 1000001"},
		"a war is lost":           {func(s *Summary) { s.Wars.Length.Histogram[0].Wars-- }, "the histogram of all wars holds 999999 wars"},
		"an ending is lost":       {func(s *Summary) { s.Wars.ByWar[0].Value.Endings[0].Value-- }, "war inkopah was declared 1000000 times but has 999999 endings"},
		"odds off their interval": {func(s *Summary) { s.Outcomes[0].Odds = new(0.5) }, "odds of victory, 0.5, lie outside"},
		"not a number":            {func(s *Summary) { s.Game.Length.SD = new(math.NaN()) }, "NaN"},
		"an infinity in a curve":  {func(s *Summary) { s.Curves[0].Value[0].Mean = math.Inf(1) }, "Inf"},
	} {
		s := fixture(t)
		c.spoil(s)
		err := s.Write(new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want one that says %q", name, err, c.says)
		}
	}
}

func TestAnotherVersionIsRefused(t *testing.T) {
	_, err := Read(strings.NewReader(`{"schema_version": 2, "odds_of_rain": 1}`))
	if err == nil || !strings.Contains(err.Error(), "found schema_version 2, this program reads 1") {
		t.Errorf("error is %v", err)
	}
}

// Decimals are worked out by hand: the half-width of 0.9105 to 0.9120 is 0.075 %, whose first digit is in the second decimal.
func TestNumbersAreRoundedToWhatIsKnown(t *testing.T) {
	p := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		odds, low, high *float64
		want            Rounded
	}{
		{p(0.911283), p(0.910548), p(0.912013), Rounded{"91.13", "91.05", "91.20"}},
		{p(0.52), p(0.30), p(0.73), Rounded{"52", "30", "73"}},
		{p(0.00004), p(0.00002), p(0.00006), Rounded{"0.004", "0.002", "0.006"}},
		{p(0), p(0), p(0.000006635), Rounded{"< 0.0007", "0", "0.0007"}},
		{p(1), p(0.999993), p(1), Rounded{"> 99.9993", "99.9993", "100"}},
		{p(0), p(0), p(0), Rounded{"0.000", "0.000", "0.000"}},
		{p(0.5), p(0.499), p(0.501), Rounded{"50.0", "49.9", "50.1"}}, // half-width of exactly 0.1 %
		{nil, nil, nil, Rounded{}},
		{p(0.25), nil, nil, Rounded{Value: "25"}},
	} {
		if got := Percent(c.odds, c.low, c.high); got != c.want {
			t.Errorf("Percent = %+v, want %+v", got, c.want)
		}
	}
	if got, want := Number(p(2.586331), p(2.584), p(2.589)), (Rounded{"2.586", "2.584", "2.589"}); got != want {
		t.Errorf("Number = %+v, want %+v", got, want)
	}
	if got, want := Number(p(-0.0004), p(-0.02), p(0.02)), (Rounded{"0.00", "-0.02", "0.02"}); got != want {
		t.Errorf("Number = %+v, want %+v: never -0", got, want)
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Share(0.91121528), "91.1215"}, {Share(0), "0"}, {Share(1), "100"}, {Share(1e-9), "< 0.0001"}, {Share(1 - 1e-9), "> 99.9999"}, {Share(0.5), "50"},
		{Brief(0.376394), "37.6"}, {Brief(0.0098), "0.98"}, {Brief(0.00001), "< 0.01"}, {Brief(0.999999), "> 99.99"}, {Brief(0), "0"}, {Brief(1), "100"}, {Brief(0.996), "99.60"},
		{Plain(3), "3"}, {Plain(100), "100"}, {Plain(-0.0001), "0"}, {Plain(-2.5), "-2.5"},
		{Count(0), "0"}, {Count(999), "999"}, {Count(1000), "1,000"}, {Count(-1234567), "-1,234,567"},
		{Of(1, "game"), "1 game"}, {Of(0, "game"), "0 games"}, {Of(1e6, "war"), "1,000,000 wars"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestSentence(t *testing.T) {
	s := fixture(t)
	const want = "The likeliest outcome is victory, in 91.13 % of games (91.05 to 91.20 % at 99 % confidence). A war lasts 2.587 turns on average; half are over within 3 turns."
	if got := s.Sentence(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	s.Wars.Length.Median = nil
	if got := s.Sentence(); !strings.HasSuffix(got, "; more than half are still on at the horizon.") {
		t.Errorf("without a median: %s", got)
	}
	s.Wars.Length.RestrictedMean, s.Wars.Length.RestrictedLow, s.Wars.Length.RestrictedHigh = new(19.5), new(19.4), new(19.6)
	if got := s.Sentence(); !strings.HasSuffix(got, "; more than half are still on at the horizon, and all, watched for 40 turns, would take 19.5 of them.") {
		t.Errorf("with a restricted mean: %s", got)
	}
	if got := new(Summary).Sentence(); got != "No game was played." {
		t.Errorf("of nothing: %s", got)
	}
}

// The restricted mean is told where it is another than the plain one, and where it is not known why.
func TestRestrictedMeanIsToldWhereItTells(t *testing.T) {
	l := fixture(t).Wars.Length
	if l.RestrictedTells() || l.MedianText() != "3" {
		t.Errorf("told though it is the plain mean, or the median is %s", l.MedianText())
	}
	l.RestrictedMean = new(2.6)
	if !l.RestrictedTells() {
		t.Error("not told though it is another")
	}
	l.RestrictedMean = nil
	if l.RestrictedTells() {
		t.Error("told though there is neither a value nor a reason")
	}
	l.Median, l.Reasons.Reasons = nil, map[string]string{"median": "not reached in 4 turns", "restricted_mean": "no war could be watched for 39 turns"}
	if !l.RestrictedTells() || l.MedianText() != "not reached in 4 turns" {
		t.Errorf("the reason is not told, or the median is %s", l.MedianText())
	}
}

func TestShown(t *testing.T) {
	l := WarLength{Wars: 10000,
		Histogram: []WarTurns{{1, 9000}, {2, 995}, {3, 4}, {9, 1}},
		Survival:  []SurvivalStep{{Turn: 1, Survival: 0.1}, {Turn: 2, Survival: 0.0005}, {Turn: 3, Survival: 0.0001}, {Turn: 9, Survival: 0}}}
	if last, longest, beyond := l.Shown(); last != 2 || longest != 9 || beyond != 5 {
		t.Errorf("shown to %d of %d with %d beyond, want 2 of 9 with 5", last, longest, beyond)
	}
	if last, longest, beyond := (WarLength{}).Shown(); last != 1 || longest != 0 || beyond != 0 {
		t.Errorf("of no war: %d, %d, %d", last, longest, beyond)
	}
}
