package plots

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// logistic falls from 1 to 0 around middle.
func logistic(x, middle float64) float64 { return 1 / (1 + math.Exp((x-middle)/5)) }

func lineFixture() Line {
	l := Line{
		Name: "line", Title: "odds.victory over victory_points", Scenario: "Revolution", Footer: "exact", X: "republic.crises.inkopah.victory_points",
		Y: "odds.victory, share of games", Share: true, Target: new(0.5), Between: &[2]float64{27, 28},
	}
	for v := 8; v <= 40; v += 2 {
		y := logistic(float64(v), 27)
		l.Points = append(l.Points, LinePoint{X: float64(v), Y: y, Low: y - 0.02, High: y + 0.02})
	}
	return l
}

// heatFixture has n x n cells whose value falls with the column and grows with the row: a half on the diagonal.
func heatFixture(n int) Heat {
	h := Heat{
		Name: "heat", Title: "odds.victory", Scenario: "Revolution", Footer: "exact", X: "republic.crises.inkopah.victory_points",
		Y: "republic.units.cavalry.start", Share: true, Target: new(0.5),
	}
	for i := range n {
		h.Columns, h.Rows = append(h.Columns, strconv.Itoa(i)), append(h.Rows, strconv.Itoa(i))
		for j := range n {
			h.Cells = append(h.Cells, HeatCell{i, j, logistic(float64(i-j), 0)})
		}
	}
	return h
}

func tornadoFixture() Tornado {
	return Tornado{
		Name: "tornado", Title: "What moves the odds", Scenario: "Revolution", Footer: "exact", X: "odds.victory, share of games", Share: true, Base: 0.911,
		Notes: []string{"Blue: towards the high end."},
		Bars: []TornadoBar{
			{"units.cavalry.battle_points", "2", "4", 0.7, 0.98}, {"inkopah.victory_points", "10", "16", 0.97, 0.87}, {"params.patience", "48", "80", 0.93, 0.912},
		},
	}
}

// effectsFixture has every combination of three settings: the measure falls with the first and the second and does not
// mind the third.
func effectsFixture() Effects {
	e := Effects{
		Name: "effects", Title: "odds.victory over each of 3 settings", Scenario: "Revolution", Footer: "exact", Y: "odds.victory, share of games", Share: true,
		Notes: []string{"Dots: all points."}, Target: new(0.5),
		Panels: []EffectsPanel{
			{Setting: "republic.crises.inkopah.victory_points", Labels: []string{"8", "16", "24"}}, {Setting: "params.patience", Labels: []string{"60", "64"}},
			{Setting: "policies.president.policy", Labels: []string{"all-in", "even-split"}},
		},
	}
	for i := range 12 {
		at := []int{i % 3, i / 3 % 2, i / 6}
		y := 0.9 - 0.2*float64(at[0]) - 0.1*float64(at[1])
		for k := range e.Panels {
			e.Panels[k].Points = append(e.Panels[k].Points, EffectsPoint{at[k], y})
		}
	}
	return e
}

// The line of a panel runs through the means: 0.85, 0.65 and 0.45 of the first, 0.7 and 0.6 of the second, 0.65 twice of
// the third, all on one scale.
func TestEffectsAreMeansOverTheOtherSettings(t *testing.T) {
	p := effectsFixture().Picture()
	lines := marks(t, p, "s-blue")
	grid := marks(t, p, "s-grid")
	targets := marks(t, p, "s-vermilion")
	if len(lines) != 3 || len(targets) != 3 {
		t.Fatalf("%d lines and %d targets, want 3 and 3", len(lines), len(targets))
	}
	if len(grid) < 6 {
		t.Fatalf("%d grid lines", len(grid))
	}
	perShare := (lines[0][0].y - lines[0][2].y) / (0.85 - 0.45)
	for k, want := range [][]float64{{0.85, 0.65, 0.45}, {0.7, 0.6}, {0.65, 0.65}} {
		if len(lines[k]) != len(want) {
			t.Fatalf("panel %d has %d means, want %d", k, len(lines[k]), len(want))
		}
		for i, y := range want {
			near(t, "a mean", 0.5+(lines[k][i].y-targets[k][0].y)/perShare, y, 2e-3)
		}
	}
	if alt := p.Alt; !strings.Contains(alt, "params.patience: 70.0 % at 60, 60.0 % at 64") {
		t.Errorf("it says %q", alt)
	}
}

func TestEffectsSayWhatIsNotShown(t *testing.T) {
	e := effectsFixture()
	few := e.Picture().height
	for len(e.Panels) <= panelsMost {
		e.Panels = append(e.Panels, e.Panels[0])
	}
	if notes := e.notes(); len(e.shown()) != 12 || len(notes) != 2 || notes[1] != "The first 12 of 13 settings are shown." {
		t.Errorf("%d panels, notes %q", len(e.shown()), notes)
	}
	if got, want := e.Picture().height-few, 3*effectsHeight+noteHeight; got != want {
		t.Errorf("three more rows and a note add %v, want %v", got, want)
	}
}

func studyPictures() map[string]Picture {
	words := lineFixture()
	for i := range words.Points {
		words.Points[i].X, words.Points[i].Label = float64(i), "policy-"+strconv.Itoa(i)
	}
	one, level := lineFixture(), lineFixture()
	one.Points = one.Points[:1]
	level.Share, level.Target = false, nil
	for i := range level.Points {
		level.Points[i].Y, level.Points[i].Low, level.Points[i].High = 3, math.Inf(-1), math.Inf(1)
	}
	holes, numbers, dots, flatHeat := heatFixture(20), heatFixture(6), heatFixture(40), heatFixture(3)
	holes.Cells[3].Value = math.NaN()
	numbers.Share = false
	dots.Cells = dots.Cells[:30]
	for i := range flatHeat.Cells {
		flatHeat.Cells[i].Value = 1
	}
	manyEffects := effectsFixture()
	for len(manyEffects.Panels) < 20 {
		manyEffects.Panels = append(manyEffects.Panels, manyEffects.Panels[:3]...)
	}
	manyEffects.Panels[1].Points = nil
	return map[string]Picture{
		"line": lineFixture().Picture(), "words": words.Picture(), "one": one.Picture(), "level": level.Picture(), "heat": heatFixture(20).Picture(),
		"holes": holes.Picture(), "numbers": numbers.Picture(), "dots": dots.Picture(), "effects": effectsFixture().Picture(), "many effects": manyEffects.Picture(), "flat heat": flatHeat.Picture(), "tornado": tornadoFixture().Picture(),
		"differences": differencesFixture().Picture(), "expected": expectedFixture().Picture(), "no rows": Intervals{Name: "none", Title: "None", Axis: "turns", Zero: true}.Picture(),
	}
}

func TestPicturesOfStudiesAreSound(t *testing.T) {
	for name, p := range studyPictures() {
		var b bytes.Buffer
		if err := p.SVG(&b); err != nil {
			t.Fatal(err)
		}
		body := b.String()
		for d := xml.NewDecoder(&b); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: not well-formed: %v", name, err)
			}
			inside(t, name, token, p.height)
		}
		_, drawn, _ := strings.Cut(body, "</style>")
		if bad := badNumber.FindString(words.ReplaceAllString(drawn, "><")); bad != "" {
			t.Errorf("%s: holds %q", name, bad)
		}
		if p.Alt == "" {
			t.Errorf("%s: says nothing to those who cannot see it", name)
		}
		var first, again bytes.Buffer
		if err := p.PNG(&first); err != nil {
			t.Fatal(err)
		}
		if err := p.PNG(&again); err != nil || !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Errorf("%s: two drawings differ (%v)", name, err)
		}
	}
}

func TestLinesAreDrawnAsTheyAre(t *testing.T) {
	l := lineFixture()
	p := l.Picture()
	grid := marks(t, p, "s-grid") // 20 % to 100 %
	if len(grid) != 5 {
		t.Fatalf("%d grid lines, want 5", len(grid))
	}
	fifth := (grid[0][0].y - grid[4][0].y) / 4
	value := func(y float64) float64 { return 0.2 + (grid[0][0].y-y)/fifth*0.2 }
	line, band, stretch, target := marks(t, p, "s-blue")[0], marks(t, p, "f-wide")[0], marks(t, p, "f-grid")[0], marks(t, p, "s-vermilion")[0]
	per := (line[len(line)-1].x - line[0].x) / 32 // points of the picture for each victory point
	last := 2*len(l.Points) - 1
	for i, pt := range l.Points {
		near(t, "a value", value(line[i].y), pt.Y, 1e-3)
		near(t, "where it stands", (line[i].x-line[0].x)/per+8, pt.X, 1e-2)
		near(t, "the band's lower edge", value(band[i].y), pt.Low, 1e-3)
		near(t, "the band's upper edge", value(band[last-i].y), min(pt.High, 1), 1e-3)
	}
	near(t, "the marked stretch's start", (stretch[0].x-line[0].x)/per+8, 27, 1e-2)
	near(t, "the marked stretch's end", (stretch[1].x-line[0].x)/per+8, 28, 1e-2)
	near(t, "the target", value(target[0].y), 0.5, 1e-3)
}

// The contour of the fixture is the diagonal: through the middles of the cells whose value is a half.
func TestContourRunsThroughTheTarget(t *testing.T) {
	h := heatFixture(20)
	h.Target = new(logistic(2.5, 0)) // between column = row + 2 and row + 3
	var b bytes.Buffer
	if err := h.Picture().Inline(&b); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	if n := strings.Count(svg, "<path fill=\"#"); n < 400 {
		t.Errorf("%d filled cells, want 400 and the bar", n)
	}
	// The cells' corners give the scale: the first cell's lower left, the last one's upper right.
	area := fillsOf(t, svg)
	left, bottom, cell := area[0][0].x, area[0][0].y, (area[399][0].x-area[0][0].x)/19
	height := (area[0][0].y - area[399][0].y) / 19
	lines := strokesOf(t, svg, "#1b2733", "1.8")
	if len(lines) == 0 {
		t.Fatal("there is no contour")
	}
	for _, l := range lines {
		for _, p := range l {
			column, row := (p.x-left)/cell-0.5, (bottom-p.y)/height-0.5
			near(t, "the contour's distance from the diagonal", column-row, 2.5, 0.03)
		}
	}
}

// fillsOf are the filled shapes of plain colours, strokesOf the lines of one, by their corners.
func fillsOf(t *testing.T, svg string) [][]point { return shapesOf(t, svg, `<path fill="#`, "") }

func strokesOf(t *testing.T, svg, color, width string) [][]point {
	return shapesOf(t, svg, `<path fill="none" stroke="`+color, `stroke-width="`+width+`"`)
}

func shapesOf(t *testing.T, svg, begins, has string) (shapes [][]point) {
	t.Helper()
	for line := range strings.Lines(svg) {
		if !strings.HasPrefix(line, begins) || !strings.Contains(line, has) {
			continue
		}
		var shape []point
		for _, c := range coordinates.FindAllStringSubmatch(line, -1) {
			x, err1 := strconv.ParseFloat(c[2], 64)
			y, err2 := strconv.ParseFloat(c[3], 64)
			if err1 != nil || err2 != nil {
				t.Fatalf("a path holds %q", c[0])
			}
			shape = append(shape, point{x, y})
		}
		shapes = append(shapes, shape)
	}
	return shapes
}

// Odds have two hues that part at a half, however far the values reach.
func TestTheHuePartsAtAHalf(t *testing.T) {
	for _, r := range [][2]float64{{0, 1}, {0.3, 0.6}, {0.6, 0.9}, {0.1, 0.2}} {
		s := newScale(r[0], r[1], true)
		middle := s.at(0.5)
		if spread := int(max(middle.R, middle.G, middle.B)) - int(min(middle.R, middle.G, middle.B)); spread > 12 {
			t.Errorf("%v: even odds are %v, want near grey", r, middle)
		}
		if low, high := s.at(0.35), s.at(0.65); low.B <= low.R || high.R <= high.B {
			t.Errorf("%v: 35 %% is %v and 65 %% is %v, want blue and tan", r, low, high)
		}
	}
}

func TestNumbersInCells(t *testing.T) {
	for _, c := range []struct {
		v     float64
		share bool
		want  string
	}{
		{0, true, "0.0"}, {4e-4, true, "<0.1"}, {6e-4, true, "0.1"}, {0.5, true, "50.0"}, {0.9994, true, "99.9"}, {0.9996, true, ">99.9"}, {1 - 1e-14, true, "100.0"},
		{2.5, false, "2.5"}, {1, false, "1"},
	} {
		if got := short(c.v, c.share); got != c.want {
			t.Errorf("%v (a share: %v) is %q, want %q", c.v, c.share, got, c.want)
		}
	}
}

// Where a row has more labels than room, round numbers stay.
func TestLabelsShown(t *testing.T) {
	var down, odd []string
	for v := 50; v >= 10; v-- {
		down = append(down, strconv.Itoa(v))
	}
	for i := range 7 {
		odd = append(odd, "policy-"+strconv.Itoa(i))
	}
	for _, c := range []struct {
		labels []string
		most   int
		want   string
	}{
		{down, 14, "50 45 40 35 30 25 20 15 10"},
		{down, 4, "40 20"},
		{down[:3], 14, "50 49 48"},
		{odd, 4, "policy-0 policy-2 policy-4 policy-6"},
		{[]string{"0.25", "0.375", "0.5", "0.625", "0.75"}, 3, "0.25 0.5 0.75"},
		{[]string{"7", "7", "7"}, 2, "7 7"},
		{[]string{"1e308", "-1e308", "3"}, 2, "1e308 3"},
	} {
		var got []string
		for _, i := range labelsShown(c.labels, c.most) {
			got = append(got, c.labels[i])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v, %d at most: %q, want %q", c.labels, c.most, got, c.want)
		}
	}
}

// A key that is too long loses whole names where one is left, else letters.
func TestFitStart(t *testing.T) {
	const key = "republic.crises.inkopah.victory_points"
	width := letters(footerSize, ink).Width
	for _, c := range []struct {
		w    vg.Length
		want string
	}{{width(key), key}, {width(key) - 1, "…crises.inkopah.victory_points"}, {width("…ses.inkopah.victory_points"), "…inkopah.victory_points"}, {width("…points"), "…points"}} {
		if got := fitStart(key, c.w); got != c.want {
			t.Errorf("%v: %q, want %q", c.w, got, c.want)
		}
	}
}

// Dots are told apart without colour: a few have their values beside them, inside of the picture.
func TestDotsHaveNumbers(t *testing.T) {
	h := heatFixture(40)
	h.Share = true
	h.Cells = []HeatCell{{Column: 0, Row: 0, Value: 0.125}, {Column: 39, Row: 39, Value: 0.875}, {Column: 20, Row: 3, Value: math.NaN()}}
	text := string(h.Picture().svg(true))
	for _, number := range []string{">12.5 %<", ">87.5 %<"} {
		if strings.Count(text, number) != 1 {
			t.Errorf("%s is there %d times", number, strings.Count(text, number))
		}
	}
	for len(h.Cells) <= numbersMost {
		h.Cells = append(h.Cells, h.Cells[0])
	}
	if strings.Contains(string(h.Picture().svg(true)), ">12.5 %<") {
		t.Error("numbers stand on numbers")
	}
}

func TestTornadoBarsReachTheirValues(t *testing.T) {
	f := tornadoFixture()
	p := f.Picture()
	grid := marks(t, p, "s-grid") // 60 % to 100 % in tens
	if len(grid) != 5 {
		t.Fatalf("%d grid lines, want 5", len(grid))
	}
	tenth := (grid[4][0].x - grid[0][0].x) / 4
	value := func(x float64) float64 { return 0.6 + (x-grid[0][0].x)/tenth*0.1 }
	high, low := marks(t, p, "f-blue"), marks(t, p, "f-grey")
	for i, b := range f.Bars {
		near(t, b.Setting+"'s base", value(high[i][0].x), f.Base, 1e-3)
		near(t, b.Setting+"'s high end", value(high[i][1].x), b.High, 1e-3)
		near(t, b.Setting+"'s low end", value(low[i][1].x), b.Low, 1e-3)
	}
}
