package plots

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

func TestBytesAreTheSameEveryTime(t *testing.T) {
	s := fixture(t)
	first, err := Files(All(s))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Files(All(s))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i, f := range first {
		names = append(names, f.Name)
		if !bytes.Equal(f.Data, again[i].Data) {
			t.Errorf("%s: two drawings differ", f.Name)
		}
	}
	want := []string{"victory-odds.svg", "victory-odds.png", "endings.svg", "endings.png", "war-length.svg", "war-length.png", "republic.approval.svg", "republic.approval.png",
		"republic.fervor.svg", "republic.fervor.png", "republic.treasury.svg", "republic.treasury.png", "inkopah.running_total.svg", "inkopah.running_total.png"}
	if !slices.Equal(names, want) {
		t.Errorf("files are %v, want %v", names, want)
	}
}

// badNumber is a number that must not be in a picture: not a number, infinite, a minus before nothing, or more digits than anyone sees.
var badNumber = regexp.MustCompile(`NaN|Inf|-0[^.\d]|-0\.0+[^\d]|\d\.\d{3,}[" LMZ]`)

var words = regexp.MustCompile(`>[^<]*<`)

func TestEverySVGIsSound(t *testing.T) {
	for name, s := range variants(t) {
		for _, p := range All(s) {
			var b bytes.Buffer
			if err := p.SVG(&b); err != nil {
				t.Fatal(err)
			}
			body := b.String()
			d := xml.NewDecoder(&b)
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s %s: not well-formed: %v", name, p.Name, err)
				}
				inside(t, name+" "+p.Name, token, p.height)
			}
			_, drawn, _ := strings.Cut(body, "</style>")
			drawn = words.ReplaceAllString(drawn, "><") // their numbers are checked elsewhere
			if bad := badNumber.FindString(drawn); bad != "" {
				t.Errorf("%s %s: holds %q", name, p.Name, bad)
			}
			if p.Alt == "" || !strings.Contains(body, "<desc") {
				t.Errorf("%s %s: says nothing to those who cannot see it", name, p.Name)
			}
		}
	}
}

// inside fails on a text that leaves the picture.
func inside(t *testing.T, where string, token xml.Token, height vg.Length) {
	e, ok := token.(xml.StartElement)
	if !ok || e.Name.Local != "text" {
		return
	}
	at := map[string]float64{}
	for _, a := range e.Attr {
		if x, ok := numeric(a.Value); ok {
			at[a.Name.Local] = x
		}
	}
	if at["x"] < 0 || at["x"]+at["textLength"] > float64(pictureWidth) || at["y"] < at["font-size"]/2 || at["y"] > float64(height) {
		t.Errorf("%s: a text of width %v at (%v, %v) leaves the picture of %v x %v", where, at["textLength"], at["x"], at["y"], pictureWidth, height)
	}
}

func TestPNGIsDrawnAt144DotsPerInch(t *testing.T) {
	for _, p := range All(fixture(t)) {
		var b bytes.Buffer
		if err := p.PNG(&b); err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(&b)
		if err != nil {
			t.Fatal(err)
		}
		if c.Width != 960 || c.Height != int(2*p.height+0.5) {
			t.Errorf("%s is %d x %d pixels, want 960 x %v", p.Name, c.Width, c.Height, 2*p.height)
		}
	}
}

// The labels beside the bars are the odds of the fixture, rounded by hand: the half-width of the intervals, 0.073 and 0.00033 %, supports
// two decimals and four.
func TestOddsAreWrittenBesideTheBars(t *testing.T) {
	var b bytes.Buffer
	if err := victoryOdds(fixture(t)).SVG(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">91.13 %<", ">(91.05 – 91.20)<", ">8.87 %<", ">(8.80 – 8.95)<", ">&lt; 0.0007 %<", ">(0 – 0.0007)<", ">1,000,000 games, seed 1, 99 % intervals<"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in the picture", want)
		}
	}
}

func TestPicturesLeaveOutTurnsThatHardlyAnyWarReaches(t *testing.T) {
	last, notes := lastTurn(squeezed().Wars.Length)
	// 0.35^6 = 0.0018, 0.35^7 = 0.00064: turn 7 is the first with fewer than one war in a thousand.
	if last != 7 || len(notes) != 1 || !strings.HasPrefix(notes[0], "Shown to turn 7; ") {
		t.Errorf("shown to turn %d with notes %q, want turn 7 and a note that says so", last, notes)
	}
	shown, notes := worthShowing(squeezed().Curves[0].Value, "games")
	// 0.5^9 = 0.00195, 0.5^10 = 0.00098: turn 10 is the last with one game in a thousand.
	if len(shown) != 10 || !strings.HasPrefix(notes[0], "Shown to turn 10; ") {
		t.Errorf("fan shown for %d turns with notes %q, want 10", len(shown), notes)
	}
	if last, notes := lastTurn(medianNotReached().Wars.Length); last != 40 || notes != nil {
		t.Errorf("shown to turn %d with notes %q, want all 40 and none", last, notes)
	}
}

// Of 1,000 games 25 are still on in turn 5, and four in turn 6.
func TestFanSaysWhereFewGamesAreLeft(t *testing.T) {
	points := []summary.CurvePoint{{Turn: 1, Games: 1000}, {Turn: 4, Games: 100}, {Turn: 5, Games: 25}}
	if _, notes := worthShowing(points, "games"); len(notes) != 2 || notes[0] != "Few games are left at the right: 2.5 % of them in turn 5." {
		t.Errorf("notes are %q", notes)
	}
	points = append(points, summary.CurvePoint{Turn: 6, Games: 4})
	if _, notes := worthShowing(points, "wars"); notes[0] != "Few wars are left at the right: 2.5 % of them in turn 5, 0.40 % in turn 6." {
		t.Errorf("notes are %q", notes)
	}
	if _, notes := worthShowing(points[:2], "games"); len(notes) != 1 {
		t.Errorf("at a tenth of the games, notes are %q", notes)
	}
}

// A curve that one game in a hundred moves is not drawn; one that every game moves alike is.
func TestOnlyCurvesThatMoveAreDrawn(t *testing.T) {
	level := []summary.CurvePoint{{Turn: 1, Games: 9, Mean: 3}, {Turn: 2, Games: 9, Mean: 3.01}}
	for i := range level {
		level[i].P05, level[i].P50, level[i].P95 = 3, 3, 3
	}
	if moves(level) || moves(nil) {
		t.Error("a level curve is drawn")
	}
	rising := slices.Clone(level)
	rising[1].P05, rising[1].P50, rising[1].P95 = 4, 4, 4
	wide := slices.Clone(level)
	wide[0].P95 = 5
	if !moves(rising) || !moves(wide) {
		t.Error("a curve that moves is not drawn")
	}
}

// Only pictures that draw intervals speak of them, and a curve about a war is taken over wars.
func TestFooterAndStripOfAFan(t *testing.T) {
	s := fixture(t)
	for key, strip := range map[string]string{"inkopah.running_total": ">wars still on<", "republic.approval": ">games still on<"} {
		points, _ := s.Curves.Get(key)
		var b bytes.Buffer
		if err := fan(s, key, points).Inline(&b); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), strip) || !strings.Contains(b.String(), ">1,000,000 games, seed 1<") {
			t.Errorf("%s: %q or a footer without intervals is missing", key, strip)
		}
	}
}

// Of ten wars two end before their first turn, four in turn 1 and four in turn 2, three of these by
// the end of the game.
func TestWarsCutOffAreGreyToo(t *testing.T) {
	l := summary.WarLength{
		Wars: 10, Histogram: []summary.WarTurns{{Turns: 0, Wars: 2}, {Turns: 1, Wars: 4}, {Turns: 2, Wars: 4}},
		Survival: []summary.SurvivalStep{{Turn: 1, AtRisk: 8, Ended: 4, Survival: 0.4}, {Turn: 2, AtRisk: 4, Ended: 4}},
		Causes:   []summary.Cause{{Cause: "cut_off", Wars: 3, Incidence: []summary.Incidence{{Turn: 1}, {Turn: 2, Share: 0.3}}}, {Cause: "armistice", Wars: 7}},
	}
	if cut := l.CutOffBy(); len(cut) != 1 || cut[2] != 3 {
		t.Errorf("wars cut off are %v, want 3 of length 2", cut)
	}
	if n := notOver(l); len(n) != 1 || n[2] != 3 {
		t.Errorf("wars not over are %v, want 3 of length 2", n)
	}
	if grey := greyText(l); grey != "Grey: 3 wars (30.0 %) were cut off by the end of the game, with their turns so far." {
		t.Errorf("the note is %q", grey)
	}
	if !l.Fought() || (summary.WarLength{Wars: 2, Histogram: []summary.WarTurns{{Turns: 0, Wars: 2}}}).Fought() {
		t.Error("wars of no turn are fought, or others are not")
	}
}

func TestWarsOnAtTheHorizonAreTheGreyPart(t *testing.T) {
	l := summary.WarLength{Wars: 10, Histogram: []summary.WarTurns{{Turns: 1, Wars: 4}, {Turns: 2, Wars: 6}},
		Survival: []summary.SurvivalStep{{Turn: 1, AtRisk: 10, Ended: 4, Survival: 0.6}, {Turn: 2, AtRisk: 6, Ended: 1, Survival: 0.5}}}
	if on := stillOn(l); len(on) != 1 || on[2] != 5 {
		t.Errorf("wars still on are %v, want 5 of length 2", on)
	}
}

func TestEndLabelsOfCurvesThatCoincideShareOneName(t *testing.T) {
	text := func(p summary.CurvePoint) (names []string) {
		for _, l := range endLabels(p) {
			names = append(names, l.text)
		}
		return names
	}
	for _, c := range []struct {
		p    summary.CurvePoint
		want []string
	}{
		{summary.CurvePoint{P05: 1, P25: 2, P50: 3, P75: 4, P95: 5, Mean: 3.5}, []string{"5 %", "25 %", "median", "mean", "75 %", "95 %"}},
		{summary.CurvePoint{P05: 7, P25: 7, P50: 7, P75: 7, P95: 7, Mean: 7}, []string{"median, 5 – 95 %", "mean"}},
		{summary.CurvePoint{P05: 1, P25: 1, P50: 2, P75: 2, P95: 2, Mean: 0}, []string{"mean", "5 – 25 %", "median – 95 %"}},
	} {
		if got := text(c.p); !slices.Equal(got, c.want) {
			t.Errorf("labels of %+v are %q, want %q", c.p, got, c.want)
		}
	}
}

func TestTicks(t *testing.T) {
	labels := func(ticks []plot.Tick) (l []string) {
		for _, t := range ticks {
			l = append(l, t.Label)
		}
		return l
	}
	for _, c := range []struct {
		first, last int
		want        string
	}{{1, 1, "1"}, {1, 4, "1 2 3 4"}, {1, 12, "1 2 3 4 5 6 7 8 9 10 11 12"}, {1, 13, "2 4 6 8 10 12"}, {3, 5, "3 4 5"},
		{1, 40, "5 10 15 20 25 30 35 40"}, {1, 1000, "200 400 600 800 1000"}} {
		if got := strings.Join(labels(turnTicks(c.first, c.last)), " "); got != c.want {
			t.Errorf("turns %d to %d: ticks %s, want %s", c.first, c.last, got, c.want)
		}
	}
	for _, c := range []struct {
		low, high, finest float64
		want              string
	}{{0, 0.42, 0.001, "0 0.1 0.2 0.3 0.4 0.5"}, {12, 80, 1, "0 20 40 60 80"}, {-3, 26, 1, "-10 0 10 20 30"}, {118, 191, 1, "100 120 140 160 180 200"}, {7, 7, 1, "6 7 8"}, {0, 0.4, 1, "0 1"}, {-24, -20, 1, "-24 -23 -22 -21 -20"}} {
		ticks, from, to := valueTicks(c.low, c.high, c.finest)
		if got := strings.Join(labels(ticks), " "); got != c.want || from > c.low || to < c.high {
			t.Errorf("%v to %v: ticks %s over %v to %v, want %s", c.low, c.high, got, from, to, c.want)
		}
	}
}

// TestSVGCanvas checks the canvas against coordinates worked out by hand: vg counts y from the bottom of a 100 x 50 canvas, SVG from the top.
func TestSVGCanvas(t *testing.T) {
	c := newSVG(100, 50)
	d := draw.New(c)
	d.StrokeLine2(draw.LineStyle{Color: blue, Width: 1.5, Dashes: []vg.Length{3, 2}, DashOffs: 1}, 10, 10, 20, 40)
	c.Push()
	c.Translate(vg.Point{X: 50, Y: 0})
	c.Rotate(math.Pi / 2) // x now points up, y to the left
	d.FillPolygon(grey, []vg.Point{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}})
	c.Pop()
	d.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: 2, Shape: draw.CircleGlyph{}}, vg.Point{X: 60, Y: 25})
	got := c.body.String()
	for _, want := range []string{
		`<path fill="none" class="s-blue" stroke-width="1.5" stroke-dasharray="3 2" stroke-dashoffset="1" d="M10 40L20 10"/>`,
		`<path class="f-grey" d="M50 50L50 40L40 40Z"/>`,
		// A quarter of a circle of radius 2 has its control points 2 x 0.5523 = 1.1 along the tangents.
		`<path class="f-ink" d="M62 25L62 25C62 23.9 61.1 23 60 23C58.9 23 58 23.9 58 25C58 26.1 58.9 27 60 27C61.1 27 62 26.1 62 25Z"/>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in\n%s", want, got)
		}
	}
}

func TestNamesOfScenariosCannotBreakOut(t *testing.T) {
	s := fixture(t)
	s.Scenario.Title = `</text><script>alert("1")</script> & Co`
	s.Outcomes[0].Name = `<b onload="x">`
	s.Curves[0].Key = `../"><x>.approval`
	for _, p := range All(s) {
		var b bytes.Buffer
		if err := p.Inline(&b); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"<script", "<b ", "<x>", `../`} {
			if strings.Contains(b.String(), bad) {
				t.Errorf("%s holds %s as it stands", p.Name, bad)
			}
		}
	}
}

func BenchmarkFiles(b *testing.B) {
	s := fixture(b)
	for b.Loop() {
		if _, err := Files(All(s)); err != nil {
			b.Fatal(err)
		}
	}
}

func numeric(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}
