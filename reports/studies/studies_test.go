package studies_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

const victoryPoints = "republic.crises.inkopah.victory_points"

func solve(e sim.Experiment, columns []bool) (*engine.Exact, error) {
	x, _, err := engine.Solve(e.Ruleset, columns, engine.Budget{States: 1 << 16, Runs: 1 << 20}, nil)
	return x, err
}

func axes(t testing.TB, texts ...string) []study.Axis {
	t.Helper()
	var list []study.Axis
	for _, text := range texts {
		a, err := study.ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func asked(vary ...string) studies.Identity {
	return studies.Identity{Kind: "sweep", RulesVersion: sim.RulesVersion, Scenario: "inkopah", Seed: 1, Games: 500, Exact: "never", Settings: vary, Design: "grid", Measures: []string{}}
}

var about = studies.About{Name: "inkopah", Title: "Revolution & Co", SHA256: "ab", Program: "test", Command: "polemos sweep inkopah"}

// sweep works out points into a folder and publishes; stop, if above 0, is how many points are done before it stops.
func sweep(t testing.TB, dir string, workers, stop int, vary ...string) error {
	t.Helper()
	folder, err := studies.Open(dir, "test", asked(vary...), false)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	swept, err := study.Sweep{
		Build: configs.Builder("inkopah", policies.Default(), nil), Axes: axes(t, vary...), Store: folder,
		How: study.How{Seed: 1, Games: 500, Workers: workers, Closest: expr.Closest},
		Progress: func(done, _ uint64) {
			if int(done) == stop {
				cancel()
			}
		},
	}.Run(ctx)
	if err == nil {
		err = studies.NewSweep(about, swept, nil, nil).Publish(folder)
	}
	return errors.Join(err, folder.Close())
}

// files are all files of a folder but its lock.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ".lock" {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Over three settings and more there is a panel for each; of a design that is no grid, neighbouring values of a setting share
// a mean.
func TestSweepOverManySettingsHasAPicture(t *testing.T) {
	vary := []string{victoryPoints + "=20:40", "params.patience=30,64", "republic.units.cavalry.start=1:3"}
	for design, want := range map[string][]string{
		"grid":   {"odds.victory over each of 3 settings", victoryPoints + ": ", " at 20, ", " at 40; params.patience: ", " at 30, ", " at 3. exact"},
		"lhs:40": {victoryPoints + ": ", " at 20–22, ", " at 39–40; params.patience: "},
	} {
		d, err := study.ParseDesign(design)
		if err != nil {
			t.Fatal(err)
		}
		swept, err := study.Sweep{
			Build: configs.Builder("inkopah", policies.Default(), nil), Axes: axes(t, vary...), Design: d,
			How: study.How{Seed: 1, Games: 500, Exact: solve, Measures: []string{"odds.victory"}, Closest: expr.Closest},
		}.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pictures := studies.NewSweep(about, swept, nil, nil).Pictures()
		if len(pictures) != 1 {
			t.Fatalf("%s: %d pictures", design, len(pictures))
		}
		for _, words := range want {
			if !strings.Contains(pictures[0].Alt, words) {
				t.Errorf("%s: %q is missing in %q", design, words, pictures[0].Alt)
			}
		}
	}
}

var someVary = []string{victoryPoints + "=20:22", "republic.fervor.start=-1:1"} // three of nine points fail

// However a sweep came to its end, the bytes of every file are the same.
func TestSweepFolderHasTheSameBytes(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	if err := sweep(t, whole, 1, 0, someVary...); err != nil {
		t.Fatal(err)
	}
	want := files(t, whole)
	for _, name := range []string{"study.json", "sweep.json", "sweep.parquet", "points.parquet", "report.html", "points/point-00008.point", "plots/odds.victory.svg", "plots/odds.victory.png"} {
		if want[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	parts := filepath.Join(t.TempDir(), "parts")
	if err := sweep(t, parts, 2, 2, someVary...); !errors.Is(err, study.ErrInterrupted) {
		t.Fatalf("error %v, want that it was interrupted", err)
	}
	if n := len(files(t, parts)); n < 3 || n > 8 {
		t.Errorf("after an interruption there are %d files", n)
	}
	if err := sweep(t, parts, 4, 0, someVary...); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, files(t, parts)); diff != "" {
		t.Errorf("-at once +resumed:\n%.2000s", diff)
	}
	// A point whose record is damaged is worked out again.
	record := filepath.Join(parts, "points", "point-00004.point")
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{text[:len(text)/2], nil, bytes.Replace(text, []byte(`"games":500`), []byte(`"games":501`), 1)} {
		if err := os.WriteFile(record, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := sweep(t, parts, 1, 0, someVary...); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, files(t, parts)); diff != "" {
			t.Errorf("-at once +after damage:\n%.2000s", diff)
		}
	}
}

func TestFoldersOfOtherThings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs", "a")
	if err := sweep(t, dir, 1, 0, victoryPoints+"=20:21"); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	if err := sweep(t, dir, 1, 0, victoryPoints+"=20:22"); err == nil || !strings.Contains(err.Error(), "its settings is "+victoryPoints+"=20:21") || !strings.Contains(err.Error(), "--force") {
		t.Errorf("another sweep into the folder: error %v", err)
	}
	if diff := cmp.Diff(before, files(t, dir)); diff != "" {
		t.Errorf("the folder changed:\n%.1000s", diff)
	}
	open, err := studies.Open(dir, "test", asked(victoryPoints+"=20:22"), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := studies.Open(dir, "test", asked(victoryPoints+"=20:22"), true); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a locked folder: error %v", err)
	}
	if err := open.Close(); err != nil {
		t.Fatal(err)
	}
	if left := files(t, dir); len(left) != 1 || left["study.json"] == "" {
		t.Errorf("--force leaves %d files", len(left))
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.tex"), []byte("years of work"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, wrong string }{{other, "something else"}, {filepath.Join(other, "thesis.tex"), "is a file"}} {
		if _, err := studies.Open(c.dir, "test", asked(), true); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: error %v, want one that says %q", c.dir, err, c.wrong)
		}
	}
	if left := files(t, other); len(left) != 1 {
		t.Errorf("a folder of something else was touched: %v", left)
	}
}

// swept is an exact sweep that is kept nowhere.
func swept(t testing.TB, shown []string, target string, vary ...string) *studies.Sweep {
	t.Helper()
	answer, err := study.Sweep{
		Build: configs.Builder("inkopah", policies.Default(), nil), Axes: axes(t, vary...), How: study.How{Exact: solve, Closest: expr.Closest},
	}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var aim *study.Target
	if target != "" {
		parsed, err := study.ParseTarget(target)
		if err != nil {
			t.Fatal(err)
		}
		aim = &parsed
	}
	return studies.NewSweep(about, answer, shown, aim)
}

func TestSweepText(t *testing.T) {
	var b strings.Builder
	if err := swept(t, nil, "", victoryPoints+"=27:28").Text(&b); err != nil {
		t.Fatal(err)
	}
	want := `Revolution & Co
2 points, exact, computed without sampling

odds.victory runs from 46.8504 % at inkopah.victory_points 28 to 51.4766 % at
inkopah.victory_points 27.

inkopah.victory_points  odds.victory         odds.defeat
27                      51.4766 %     exact  48.5234 %  exact
28                      46.8504 %     exact  53.1496 %  exact

inkopah.victory_points = republic.crises.inkopah.victory_points
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	b.Reset() // all exact values have as many decimals
	if err := swept(t, []string{"odds.victory"}, "", victoryPoints+"=9:10").Text(&b); err != nil || !strings.Contains(b.String(), "\n 9                      93.0120 %  exact\n10                      92.7318 %  exact\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
	b.Reset()
	if err := swept(t, []string{"odds.victory"}, "", victoryPoints+"=27:28", "republic.units.cavalry.start=1:2").Text(&b); err != nil {
		t.Fatal(err)
	}
	// Victory points down, cavalry across.
	if want := "    1      2\n27  7.9 %  51.5 %\n28  6.2 %  46.9 %\n\ninkopah.victory_points = republic.crises.inkopah.victory_points\ncavalry.start = republic.units.cavalry.start\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("the text ends\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset() // a table for each measure that was named
	if err := swept(t, []string{"odds", "war.length.mean"}, "", victoryPoints+"=27:28", "republic.units.cavalry.start=1:2").Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"odds.victory", "odds.defeat", "war.length.mean"} {
		if strings.Count(b.String(), "\n"+name+", inkopah.victory_points down and cavalry.start across\n    1") != 1 {
			t.Errorf("there is no table of %s in\n%s", name, b.String())
		}
	}
}

// What never happens has a map when it is asked for, without a line, and teaches nothing; what always is the same is told of once
// it is the question.
func TestSweepOfWhatNeverHappens(t *testing.T) {
	vary := []string{victoryPoints + "=20:40:10", "republic.units.cavalry.start=1:2"}
	answer := swept(t, []string{"odds"}, "", vary...)
	for _, n := range answer.Notes {
		if strings.Contains(n.Text, "odds.declined") {
			t.Errorf("told: %s", n.Text)
		}
	}
	lines := map[string]string{
		"odds.victory": "The line runs where odds.victory is 50 %, straight between neighbouring points.", "odds.declined": "No line: odds.declined is below 50 % at every point.",
	}
	for _, p := range answer.Pictures() {
		var svg strings.Builder
		if err := p.SVG(&svg); err != nil {
			t.Fatal(err)
		}
		if want := lines[p.Name]; !strings.Contains(svg.String(), want) {
			t.Errorf("%s: %q is missing", p.Name, want)
		}
	}
	if notes := swept(t, []string{"odds.declined"}, "", vary...).Notes; len(notes) != 2 || notes[0].Code != "no_effect" {
		t.Errorf("asked for: %v", notes)
	}
}

func TestSweepJSON(t *testing.T) {
	var b bytes.Buffer
	if err := swept(t, nil, "", "republic.fervor.start=-1:0").JSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Points []struct {
			Settings map[string]string
			Status   string
			Error    string
			Measures []struct {
				Measure string
				Value   *float64
				Exact   bool
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	failed, fine := got.Points[0], got.Points[1]
	if failed.Status != "failed" || !strings.Contains(failed.Error, "outside min 0") || len(failed.Measures) != 0 || failed.Settings["republic.fervor.start"] != "-1" {
		t.Errorf("the failed point is %+v", failed)
	}
	if m := fine.Measures[0]; fine.Status != "ok" || m.Measure != "odds.victory" || math.Abs(*m.Value-0.91121528) > 1e-9 || !m.Exact {
		t.Errorf("the other point is %+v", fine)
	}
}

// The tables hold what the answer does: a row for every point and measure with a value, and one for every point.
func TestTables(t *testing.T) {
	s := swept(t, nil, "", "republic.fervor.start=-1:0", "republic.treasury.tax_rate=0.1,0.25", "policies.president.policy=all-in,even-split")
	text, err := s.Table()
	if err != nil {
		t.Fatal(err)
	}
	r, err := columns.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range r.Columns() {
		names = append(names, c.Name)
	}
	if want := "point fervor_start treasury_tax_rate president_policy measure unit value low high told games"; strings.Join(names, " ") != want {
		t.Errorf("columns are %s, want %s", strings.Join(names, " "), want)
	}
	point, err1 := r.Ints(nil, "point")
	fervor, err2 := r.Longs(nil, "fervor_start")
	tax, err3 := r.Floats(nil, "treasury_tax_rate")
	policy, err4 := r.Texts(nil, "president_policy")
	measure, err5 := r.Texts(nil, "measure")
	value, err6 := r.Floats(nil, "value")
	told, err7 := r.Ints(nil, "told")
	if err := errors.Join(err1, err2, err3, err4, err5, err6, err7); err != nil {
		t.Fatal(err)
	}
	row := 0
	for i, p := range s.Points {
		for _, v := range p.Values {
			if !v.Known() {
				continue
			}
			if int(point[row]) != i || measure[row] != v.Measure || value[row] != v.Est || (told[row] == 1) != v.Exact || fervor[row] != 0 ||
				tax[row] != map[string]float64{"0.1": 0.1, "0.25": 0.25}[p.Set[1].Value] || policy[row] != p.Set[2].Value {
				t.Fatalf("row %d is not %s of point %d", row, v.Measure, i)
			}
			row++
		}
	}
	if row != r.Rows() || row == 0 {
		t.Errorf("%d rows, want %d", r.Rows(), row)
	}
	if text, err = s.PointsTable(); err != nil {
		t.Fatal(err)
	}
	if r, err = columns.NewReader(bytes.NewReader(text), int64(len(text))); err != nil {
		t.Fatal(err)
	}
	status, err1 := r.Ints(nil, "status")
	why, err2 := r.Texts(nil, "error")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(status, []int32{1, 1, 1, 1, 0, 0, 0, 0}) || !strings.Contains(why[0], "outside min 0") || why[4] != "" {
		t.Errorf("status %v, errors %q", status, why)
	}
}

// The page has the question, the answer, the picture, every point and how to ask again, and escapes what it is given.
func TestPages(t *testing.T) {
	var b strings.Builder
	if err := swept(t, nil, "odds.victory=0.6", victoryPoints+"=20:30").Page(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"What comes of it with " + victoryPoints + "=20:30?", "odds.victory runs from 37.6824\u00a0% at inkopah.victory_points 30 to 78.9154\u00a0% at inkopah.victory_points 20.",
		"<svg ", "target 60 %", "Every point", "polemos sweep inkopah", "Revolution &amp; Co",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page of a sweep lacks %q", want)
		}
	}
}

func tuned(t testing.TB, target string, vary ...string) *studies.Tune {
	t.Helper()
	aim, err := study.ParseTarget(target)
	if err != nil {
		t.Fatal(err)
	}
	a := axes(t, vary...)
	lines, err := study.Tune{Build: configs.Builder("inkopah", policies.Default(), nil), Axes: a, Target: aim, How: study.How{Exact: solve, Closest: expr.Closest}}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &studies.Tune{About: about, Axes: a, Lines: lines}
}

func TestTuneSentences(t *testing.T) {
	for _, c := range []struct {
		target string
		vary   []string
		want   string
	}{
		{"odds.victory=0.5", []string{victoryPoints + "=8:40"}, "With inkopah.victory_points 27 it is 51.4766 %, with 28 46.8504 %: 27 comes nearest to odds.victory=0.5."},
		{"odds.victory>=0.5", []string{victoryPoints + "=8:40"}, "With inkopah.victory_points 27 it is 51.4766 %, with 28 46.8504 %: 27 satisfies odds.victory>=0.5, its neighbour does not."},
		{"odds.victory=0.5", []string{victoryPoints + "=8:20"}, "No value of inkopah.victory_points from 8 to 20 reaches odds.victory=0.5: odds.victory runs from 78.9154 % (at 20) to 93.2078 % (at 8)."},
		{"final.treasury.mean>=200", []string{"republic.treasury.tax_rate=0:0.5:0.1"}, "No value of treasury.tax_rate from 0.0 to 0.5 reaches final.treasury.mean>=200: final.treasury.mean is 145.131 at all of them."},
		{"final.approval.p10>=20", []string{"params.patience=60:80"}, "With params.patience 64 it is 72, with 65 16: 64 satisfies final.approval.p10>=20, its neighbour does not; it is crossed once more."},
		{"odds.victory>=0.5", []string{victoryPoints + "=8:20"}, "Every value of inkopah.victory_points from 8 to 20 satisfies odds.victory>=0.5: it runs from 78.9154 % to 93.2078 %."},
		{"odds.victory=0.5", []string{victoryPoints + "=8:40", "republic.units.cavalry.start=1:2"}, "The target odds.victory=0.5 is crossed at 2 of 2 values of cavalry.start: with cavalry.start at 1 it is inkopah.victory_points between 14 and 15, at 2 it is inkopah.victory_points between 27 and 28."},
	} {
		answer := tuned(t, c.target, c.vary...)
		if got := answer.Sentence(); got != c.want {
			t.Errorf("%s over %v:\n%s\nwant\n%s", c.target, c.vary, got, c.want)
		}
		for _, write := range []func() error{
			func() error { return answer.Text(new(strings.Builder)) },
			func() error { return answer.Page(new(strings.Builder)) },
		} {
			if err := write(); err != nil {
				t.Error(err)
			}
		}
		var b bytes.Buffer
		if err := answer.JSON(&b); err != nil || !json.Valid(b.Bytes()) {
			t.Errorf("JSON: %v", err)
		}
	}
}

func TestSensitivityIsShown(t *testing.T) {
	sensed, err := study.Sensitivity{
		Build: configs.Builder("inkopah", policies.Default(), nil), Axes: axes(t, victoryPoints+"=8:40", "republic.units.navy.purchase=15:25"),
		Measure: "odds.victory", How: study.How{Exact: solve, Closest: expr.Closest}, Trajectories: 4, Samples: 32,
	}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answer := studies.NewSensitivity(about, sensed)
	if got, want := answer.Sentence(), "What moves odds.victory most is inkopah.victory_points (1.0 of the variance, from 0.6 to 1.0, alone or with others); 1 of 2 settings do not move it at all."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	var text, page strings.Builder
	if err := errors.Join(answer.Text(&text), answer.Page(&page)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "93.2078 %   6.2584 %") || !strings.Contains(text.String(), "! No effect on odds.victory at all, at any of the points:\n  republic.units.navy.purchase.\n") {
		t.Errorf("the text is\n%s", text.String())
	}
	if !strings.Contains(page.String(), "tornado-odds.victory") || !strings.Contains(page.String(), "no effect") {
		t.Error("the page lacks the tornado, or what has no effect")
	}
}
