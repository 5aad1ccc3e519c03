package run

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const points = "republic.crises.inkopah.victory_points"

func TestSweepKeepsAndShows(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "s")
	args := []string{"sweep", "inkopah", "--vary", points + "=27:28", "--vary", "params.patience=30,64", "--out", dir, "--quiet"}
	first := done(t, args...)
	for _, want := range []string{"4 points, exact", "odds.victory, inkopah.victory_points down and params.patience across", "27  93.5 %  51.5 %", dir + ": report.html"} {
		if !strings.Contains(first, want) {
			t.Errorf("the text lacks %q:\n%s", want, first)
		}
	}
	for _, name := range []string{"report.html", "sweep.parquet", "points.parquet", "sweep.json", "study.json", "plots/odds.victory.svg"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if again := done(t, args...); again != first {
		t.Errorf("the same sweep again:\n%s", again)
	}
	// What is shown as JSON is the file.
	kept, err := os.ReadFile(filepath.Join(dir, "sweep.json"))
	if err != nil {
		t.Fatal(err)
	}
	if shown := done(t, append(args, "--format", "json")...); shown != string(kept) {
		t.Error("the JSON that is shown is not that of the file")
	}
	var answer struct{ Command string }
	if err := json.Unmarshal(kept, &answer); err != nil {
		t.Fatal(err)
	}
	if want := "polemos sweep inkopah --vary " + points + "=27:28 --vary params.patience=30,64 --seed 1 --games 1_000_000"; answer.Command != want {
		t.Errorf("the command is %s, want %s", answer.Command, want)
	}
}

func TestSweepWithoutFolderHasOneOfItsOwn(t *testing.T) {
	chdirTemp(t)
	done(t, "sweep", "inkopah", "--vary", points+"=27:28", "--quiet")
	done(t, "sweep", "inkopah", "--vary", points+"=27:29", "--quiet")
	folders, err := filepath.Glob("runs/inkopah-sweep-*")
	if err != nil || len(folders) != 2 {
		t.Errorf("two sweeps are kept in %v (%v)", folders, err)
	}
}

func TestTuneVerb(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		out    string
		err    string
	}{
		{[]string{"--vary", points + "=8:40", "--target", "odds.victory=0.5"}, Done, "With inkopah.victory_points 27 it is 51.4766 %, with 28 46.8504 %: 27 comes\nnearest to odds.victory=0.5.\n", ""},
		{[]string{"--vary", points + "=8:40", "--target", "odds.victory=0.5", "--exact", "never", "--quiet"}, Done, "searched on seed 1, measured again on seed 2", ""},
		{[]string{"--vary", points + "=8:20", "--target", "odds.victory=0.5"}, Undecided, "No value of inkopah.victory_points from 8 to 20 reaches", "the target is not reached"},
		{[]string{"--vary", points + "=8:20", "--target", "odds.victory>=0.5"}, Done, "Every value of inkopah.victory_points from 8 to 20 satisfies", ""},
	} {
		got := polemos(t, append([]string{"tune", "inkopah"}, c.args...)...)
		if got.status != c.status || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) {
			t.Errorf("%v: status %d\n%s%s", c.args, got.status, got.out, got.err)
		}
	}
	dir := filepath.Join(t.TempDir(), "t")
	args := []string{"tune", "inkopah", "--vary", points + "=20:30", "--target", "odds.victory=0.5", "--out", dir}
	shown := done(t, append(args, "--format", "json")...)
	kept, err := os.ReadFile(filepath.Join(dir, "tune.json"))
	if err != nil || string(kept) != shown || !json.Valid(kept) {
		t.Errorf("the JSON that is shown is not that of the file (%v)", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "plots", "tune-odds.victory.png")); err != nil {
		t.Error(err)
	}
}

func TestSensitivityVerb(t *testing.T) {
	out := done(t, "sensitivity", "inkopah", "--vary", points, "--vary", "republic.units.navy", "--trajectories", "4", "--samples", "16", "--quiet")
	for _, want := range []string{
		"What moves odds.victory most is inkopah.victory_points", "4 of 5 settings do not move it at all", "inkopah.victory_points  10    16  92.7318 %",
		"republic.units.navy.battle_points, republic.units.navy.purchase,\n  republic.units.navy.support, republic.units.navy.start.\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the text lacks %q:\n%s", want, out)
		}
	}
	played := done(t, "sensitivity", "inkopah", "--vary", points+"=8:30", "--exact", "never", "--games", "500", "--samples", "0", "--measure", "war.length.mean", "--format", "json", "--quiet")
	var answer struct {
		Exact    bool
		Settings []struct {
			First  *float64 `json:"sobol_first"`
			Morris struct{ Effects int }
		}
	}
	if err := json.Unmarshal([]byte(played), &answer); err != nil || answer.Exact || answer.Settings[0].First != nil || answer.Settings[0].Morris.Effects != 20 {
		t.Errorf("the answer is %+v (%v)", answer, err)
	}
}

func TestWrongStudies(t *testing.T) {
	chdirTemp(t)
	for _, c := range []struct{ line, want string }{
		{"sweep inkopah", "sweep needs settings to vary: polemos sweep inkopah --vary params.patience=20:60:5"},
		{"sweep inkopah --vary params.patience", "write KEY=LOW:HIGH:STEP"},
		{"sweep inkopah --vary params.patience=9:1", "the low end is above the high end"},
		{"sweep inkopah --vary params.patiense=1:9", "nothing reads this param, no policy and no expression (did you mean params.patience?)"},
		{"sweep inkopah --vary republic.trezury.start=1:9", "trezury"},
		{"sweep inkopah --vary " + points + "=8-40", "a range is written with a colon: --vary " + points + "=8:40"},
		{"tune inkopah --vary " + points + "=8-40 --target odds.victory=0.5", "a range is written with a colon"},
		{"sensitivity inkopah --vary " + points + "=8-40", "a range is written with a colon"},
		{"sweep inkopah --vary victory_points=8:40", "did you mean " + points + "?"},
		{"sweep inkopah --vary republic.crises.inkopa.victory_points=8:40", "there is no crisis inkopa (did you mean inkopah?)"},
		{"sensitivity inkopah --vary victory_points", "did you mean " + points + "?"},
		{"sweep inkopah --vary params.patience=1:9 --design halton:3", `there is no design "halton:3"`},
		{"sweep inkopah --vary params.patience=1:9 --target odds.victory", "has no =, >= or <="},
		{"sweep inkopah --vary params.patience=1:9 --measure odds.vitory", "did you mean odds.victory"},
		{"sweep inkopah --vary params.patience=1:9 --exact maybe", "choose one of auto, never, only"},
		{"sweep inkopha --vary params.patience=1:9", "did you mean inkopah"},
		{"tune inkopah --target odds.victory=0.5", "tune needs a setting"},
		{"tune inkopah --vary params.patience=1:9", "tune needs a target"},
		{"tune inkopah --vary params.patience=1:9 --target odds.victory=0.5 --target odds.defeat=0.5", "tune has one target, found 2: odds.victory=0.5, odds.defeat=0.5"},
		{"tune inkopah --vary params.patience=1:9 --target weather=0.5", `there is no measure "weather" (polemos list measures SCENARIO shows them all)`},
		{"tune inkopah --vary params.patience=1:9 --target odds.victory=50", "50 % is 0.5"},
		{"tune inkopah --vary params.patience=1:9 --target odds.vitory=0.5", "did you mean odds.victory"},
		{"tune inkopah --vary params.patiense=1:9 --target odds.victory=0.5", "nothing reads this param"},
		{"sensitivity inkopah --vary republic.unit", "the scenario has no such number"},
		{"sensitivity inkopah --measure odds.vitory", "did you mean odds.victory"},
	} {
		got := polemos(t, strings.Fields(c.line)...)
		if got.status != Usage || !strings.Contains(got.err, c.want) || got.out != "" {
			t.Errorf("%s: status %d, want %q\n%s%s", c.line, got.status, c.want, got.out, got.err)
		}
	}
	if left := folderBytes(t, "."); len(left) > 0 {
		t.Errorf("studies that came to nothing left files: %v", left)
	}
}

// A study that is stopped says so, and a sweep what to do.
func TestStoppedStudies(t *testing.T) {
	chdirTemp(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct{ line, want string }{
		{"sweep inkopah --vary params.patience=20:60 --exact never --out s", "the points that are done are kept in s; the same command goes on from there"},
		{"tune inkopah --vary params.patience=20:60 --target odds.victory=0.5 --exact never", "nothing was kept, as no folder was given with --out"},
		{"tune inkopah --vary params.patience=20:60 --target odds.victory=0.5 --exact never --out t", "the points that are done are kept in t; the same command goes on from there"},
		{"sensitivity inkopah --exact never", "nothing was kept"},
		{"sensitivity inkopah --exact never --out e", "the points that are done are kept in e; the same command goes on from there"},
	} {
		var message strings.Builder
		if status := newApp(io.Discard, &message).run(stopped, strings.Fields(c.line)); status != Interrupted || !strings.Contains(message.String(), c.want) {
			t.Errorf("%s: status %d, %s", c.line, status, message.String())
		}
	}
	if out := done(t, "sweep", "inkopah", "--vary", "params.patience=20:60", "--exact", "never", "--out", "s", "--games", "1_000_000", "--vary", points+"=13,20", "--force", "--measure", "odds.victory", "--games", "200", "--quiet"); !strings.Contains(out, "82 points") {
		t.Errorf("after --force:\n%s", out)
	}
}
