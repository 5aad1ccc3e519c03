package terminal

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/reports/exact"
	"github.com/polemos-sim/polemos/reports/summary"
)

func fixture(t *testing.T) *summary.Summary {
	t.Helper()
	f, err := os.Open("../summary/testdata/inkopah-fixture.json")
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

func printed(t *testing.T, s *summary.Summary, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The numbers were read against the fixture. Bars of odds have 80 - 59 - 2 = 19 columns for 100 %: 17.3 and 1.7 of them are full;
// bars of lengths have 40: 3.6, 15.1, 15.6 and 5.7.
const inkopah = `Revolution in the Kingdom of Inkopah   1,000,000 games   seed 1   99 % intervals

outcome       games        odds                       exact
victory     911,283     91.13 %  (91.05 - 91.20)  91.1215 %  #################
defeat       88,717      8.87 %    (8.80 - 8.95)   8.8785 %  ##
declined          0  < 0.0007 %     (0 - 0.0007)        0 %
unresolved        0  < 0.0007 %     (0 - 0.0007)        0 %

war length: mean 2.587 turns (2.585 - 2.589), median 3, longest 4
turns     wars   share
    1   89,827   9.0 %  ####
    2  376,394  37.6 %  ###############
    3  390,977  39.1 %  ################
    4  142,802  14.3 %  ######

at the end          mean                     5 %  median  95 %
approval, points   72.23    (72.19 - 72.27)   24      76    80
fervor, points     1.041    (1.037 - 1.044)    0       1     3
treasury, money   145.14  (145.11 - 145.18)  118     151   166

! patience decides: with peace_below 30 the odds hardly move with
  victory_points.

runs/inkopah-1: report.html, 6 plots, games/
polemos replay inkopah --seed 1 --game 4    the longest game
polemos replay inkopah --seed 1 --game 16   the highest running total
`

func TestInkopah(t *testing.T) {
	got := printed(t, fixture(t), Options{ASCII: true, Dir: "runs/inkopah-1", Files: []string{"report.html", "6 plots", "games/"}})
	if got != inkopah {
		t.Errorf("printed\n%s\nwant\n%s", got, inkopah)
	}
}

func TestNothingIsWiderThanTheTerminal(t *testing.T) {
	s := fixture(t)
	s.Outcomes[0].Name = "a_victory_of_the_people_over_the_kingdom_and_its_allies_in_the_north"
	s.Scenario.Title = "Ἀθῆναι καὶ Λακεδαίμων: a title as long as a line of the chorus, or rather longer than that"
	s.Exemplars = nil // a command stays whole, so that it can be copied
	for _, width := range []int{60, 72, 80, 100, 200} {
		for _, l := range strings.Split(printed(t, s, Options{Width: width}), "\n") {
			if n := columns(l); n > width {
				t.Errorf("at %d columns, a line takes %d: %s", width, n, l)
			}
		}
	}
}

func TestASCIIIsASCII(t *testing.T) {
	s := fixture(t)
	s.Scenario.Title = "Ἀθῆναι – Σπάρτη …"
	for _, r := range printed(t, s, Options{ASCII: true}) {
		if r > 0x7e {
			t.Fatalf("%q is printed", r)
		}
	}
}

func TestColourOnlyWhenAsked(t *testing.T) {
	s := fixture(t)
	plain := printed(t, s, Options{})
	if strings.Contains(plain, "\x1b") {
		t.Error("escape sequences without colour")
	}
	coloured := printed(t, s, Options{Color: true})
	if !strings.Contains(coloured, "\x1b[1mRevolution") {
		t.Error("no bold title with colour")
	}
	for _, code := range []string{boldOn, dimOn, yellowOn, blueOn, "0"} {
		coloured = strings.ReplaceAll(coloured, "\x1b["+code+"m", "")
	}
	if coloured != plain {
		t.Error("colour changes more than the colour")
	}
}

func TestScenariosCannotSteerTheTerminal(t *testing.T) {
	s := fixture(t)
	evil := "a\x1b]0;gotcha\x07\u009b31m\r\nb"
	s.Scenario.Title, s.Scenario.Name, s.Outcomes[0].Name, s.Warnings[0].Text, s.Exemplars[0].What, s.Final[0].Name, s.Final[0].Unit = evil, evil, evil, evil, evil, evil, evil
	if got := printed(t, s, Options{}); strings.ContainsAny(got, "\x1b\x07\r\u009b") {
		t.Errorf("printed %q", got)
	}
}

func TestWhatIsNotKnownSaysSo(t *testing.T) {
	s := fixture(t)
	s.Wars.Length.Median, s.Wars.Length.Mean, s.Outcomes[0].Odds, s.Final[0].P05 = nil, nil, nil, nil
	got := printed(t, s, Options{})
	if !strings.Contains(got, "war length: median not reached, longest 4") || strings.Count(got, "not known") != 2 {
		t.Errorf("printed\n%s", got)
	}
	s = fixture(t)
	l := &s.Wars.Length
	l.RestrictedMean, l.RestrictedLow, l.RestrictedHigh = new(19.5), new(19.4), new(19.6)
	if got := printed(t, s, Options{}); !strings.Contains(got, "mean within 40 turns 19.5 (19.4 –\n19.6), median 3") {
		t.Errorf("printed\n%s", got)
	}
	l.RestrictedMean, l.Median = nil, nil
	l.Reasons.Reasons = map[string]string{"restricted_mean": "no war could be watched for 39 turns", "median": "not reached in 38 turns"}
	got = strings.Join(strings.Fields(printed(t, s, Options{})), " ")
	if !strings.Contains(got, "mean within 40 turns not known (no war could be watched for 39 turns), median not reached in 38 turns, longest 4") {
		t.Errorf("printed\n%s", got)
	}
	s.Wars = summary.Wars{}
	if got := printed(t, s, Options{}); !strings.Contains(got, "No war was declared.") {
		t.Errorf("printed\n%s", got)
	}
}

// Wars of no turn have no lengths to show; measures that no game moves have no table.
func TestNothingIsPrintedOfNothing(t *testing.T) {
	s := fixture(t)
	s.Wars.Length = summary.WarLength{Wars: 9, Mean: new(0.0), Median: new(0.0), Histogram: []summary.WarTurns{{Turns: 0, Wars: 9}}}
	s.Final = []summary.Final{{Name: "treasury", Min: new(7.0), Max: new(7.0)}}
	got := printed(t, s, Options{})
	if strings.Contains(got, "war length") || strings.Contains(got, "at the end") || !strings.Contains(got, "in every game: treasury 7") {
		t.Errorf("printed\n%s", got)
	}
}

func TestWarsCutOffAreTold(t *testing.T) {
	s := fixture(t)
	s.Wars.Length.Causes = []summary.Cause{{Cause: "cut_off", Wars: 250_000}}
	if got := printed(t, s, Options{Width: 140}); !strings.Contains(got, "longest 4; 250,000 wars (25.0 %) were cut off by the end of the game\n") {
		t.Errorf("printed\n%s", got)
	}
}

// What is nearly certain does not look like 100 %, and what only rounding keeps from it does.
func TestNearlyCertainIsNotCertain(t *testing.T) {
	for p, want := range map[float64]string{
		1: "100.000000 %", 1 - 1e-15: "100.000000 %", 1 - 1e-9: "> 99.999999 %", 1 - 1e-8: "99.999999 %", 0: "0 %", 2e-9: "2.00e-07 %", 0.5: "50.000000 %",
	} {
		if got := precise(p); got != want {
			t.Errorf("%v is written %s, want %s", p, got, want)
		}
	}
}

func TestExactMeasuresThatNoGameMoves(t *testing.T) {
	r := &exact.Result{Complete: true, Wars: exact.Length{Turns: []exact.Turns{{Turns: 0, P: 1}}}}
	r.Final = summary.Ordered[exact.Distribution]{{Key: "navy", Value: exact.Distribution{Mean: new(3.0), Values: []exact.Value{{Value: 3, P: 1}}}}}
	text := func() string {
		var b bytes.Buffer
		if err := WriteExact(&b, r, Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := text(); strings.Contains(got, "at the end") || strings.Contains(got, "war length") || !strings.Contains(got, "in every game: navy 3\n") {
		t.Errorf("printed\n%s", got)
	}
	r.Final[0].Value = exact.Distribution{Unit: "units", Mean: new(3.5), Values: []exact.Value{{Value: 3, P: 0.5}, {Value: 4, P: 0.5}}}
	if got := text(); !strings.Contains(got, "navy, units  3.5000    3     3       3     4     4") {
		t.Errorf("printed\n%s", got)
	}
}

func TestLongWarsShareRows(t *testing.T) {
	l := summary.WarLength{Wars: 1000}
	for turn := 1; turn <= 25; turn++ {
		l.Histogram = append(l.Histogram, summary.WarTurns{Turns: turn, Wars: 40})
		l.Survival = append(l.Survival, summary.SurvivalStep{Turn: turn, Survival: 1 - float64(turn)*0.04})
	}
	got := bins(l)
	// 25 turns in at most 10 rows: three turns a row, the last row holds turn 25 alone.
	if len(got) != 9 || got[0] != (bin{"1–3", 120}) || got[8] != (bin{"25", 40}) {
		t.Errorf("rows are %v", got)
	}
	l.Survival[4].Survival = 0.0001 // hardly a war goes on after turn 5
	if got := bins(l); len(got) != 6 || got[4] != (bin{"5", 40}) || got[5] != (bin{"6 or more", 800}) {
		t.Errorf("rows are %v", got)
	}
}

func TestBars(t *testing.T) {
	p := printer{}
	for _, c := range []struct {
		share float64
		want  string
	}{{0, ""}, {1, "██████████"}, {0.5, "█████"}, {0.55, "█████▌"}, {1e-9, "▏"}} {
		if got := p.bar(c.share, 10); got != c.want {
			t.Errorf("bar of %v is %q, want %q", c.share, got, c.want)
		}
	}
	p.o.ASCII = true
	if got := p.bar(1e-9, 10); got != "." {
		t.Errorf("the rarest bar in ASCII is %q, want a dot", got)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		env          map[string]string
		terminal     bool
		color, ascii bool
	}{
		{map[string]string{"TERM": "xterm", "LANG": "en_GB.UTF-8"}, true, true, false},
		{map[string]string{"TERM": "xterm", "LANG": "en_GB.UTF-8"}, false, false, false},
		{map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, true, false, false},
		{map[string]string{"TERM": "xterm", "NO_COLOR": ""}, true, true, false},
		{map[string]string{"TERM": "dumb"}, true, false, true},
		{map[string]string{"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, true, true, true},
		{map[string]string{"LC_CTYPE": "el_GR.utf8", "LANG": "C"}, true, true, false},
		{nil, false, false, false},
	} {
		o := Detect(func(name string) string { return c.env[name] }, c.terminal, 100)
		if o.Color != c.color || o.ASCII != c.ascii || o.Width != 100 {
			t.Errorf("%v on a terminal %v: %+v, want colour %v, ASCII %v", c.env, c.terminal, o, c.color, c.ascii)
		}
	}
}
