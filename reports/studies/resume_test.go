package studies_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

type publisher interface{ Publish(*studies.Folder) error }

// An answer works something out into a folder; progress counts what is done.
type answer func(ctx context.Context, folder *studies.Folder, workers int, progress func(done, all uint64)) (publisher, error)

// answers are the questions that keep points beside sweep: each is stopped after so much progress.
var answers = map[string]struct {
	answer
	stop uint64
}{
	"tune": {func(ctx context.Context, folder *studies.Folder, workers int, progress func(done, all uint64)) (publisher, error) {
		target, err := study.ParseTarget("odds.victory=0.5")
		if err != nil {
			return nil, err
		}
		t := study.Tune{Target: target, How: how(workers, 1<<14), Store: folder, Progress: progress}
		if t.Axes, err = parsed(victoryPoints + "=8:40"); err != nil {
			return nil, err
		}
		t.Build = configs.Builder("inkopah", policies.Default(), nil)
		lines, err := t.Run(ctx)
		return &studies.Tune{About: about, Axes: t.Axes, Lines: lines}, err
	}, 5000},
	"sensitivity": {func(ctx context.Context, folder *studies.Folder, workers int, progress func(done, all uint64)) (publisher, error) {
		s := study.Sensitivity{Measure: "odds.victory", How: how(workers, 300), Store: folder, Trajectories: 3, Samples: 8, Progress: progress}
		var err error
		if s.Axes, err = parsed(victoryPoints+"=20:30", "params.patience=40:70"); err != nil {
			return nil, err
		}
		s.Build = configs.Builder("inkopah", policies.Default(), nil)
		sensed, err := s.Run(ctx)
		if err != nil {
			return nil, err
		}
		return studies.NewSensitivity(about, sensed), nil
	}, 12},
}

func how(workers int, games uint64) study.How {
	return study.How{Seed: 1, Games: games, Workers: workers, Closest: expr.Closest}
}

func parsed(texts ...string) (list []study.Axis, err error) {
	for _, text := range texts {
		a, err := study.ParseAxis(text)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// intoFolder works an answer out and publishes it; stop, if above 0, is the progress at which it is stopped.
func intoFolder(t *testing.T, kind string, dir string, workers int, stop uint64) error {
	t.Helper()
	id := studies.Identity{Kind: kind, RulesVersion: sim.RulesVersion, Scenario: "inkopah", Seed: 1, Exact: "never", Settings: []string{}, Measures: []string{}}
	folder, err := studies.Open(dir, "test", id, false)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a, err := answers[kind].answer(ctx, folder, workers, func(done, _ uint64) {
		if stop > 0 && done >= stop {
			cancel()
		}
	})
	if err == nil {
		err = a.Publish(folder)
	}
	return errors.Join(err, folder.Close())
}

// A tune and a sensitivity that were stopped go on to the bytes of those that were not, and take no look again.
func TestStoppedStudiesGoOn(t *testing.T) {
	for kind := range answers {
		whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
		if err := intoFolder(t, kind, whole, 1, 0); err != nil {
			t.Fatal(err)
		}
		want := files(t, whole)
		if want[kind+".json"] == "" || want["report.html"] == "" {
			t.Errorf("%s: the answer is not there", kind)
		}
		if err := intoFolder(t, kind, parts, 2, answers[kind].stop); !errors.Is(err, study.ErrInterrupted) {
			t.Fatalf("%s: error %v, want that it was interrupted", kind, err)
		}
		before := stamps(t, parts)
		if n, all := len(before), len(stamps(t, whole)); n < 3 || n >= all {
			t.Errorf("%s: %d of %d points are kept", kind, n, all)
		}
		// A record that is damaged is as good as none.
		damaged := filepath.Join(parts, "points", "point-00001.point")
		if err := os.WriteFile(damaged, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
		delete(before, "point-00001.point")
		if err := intoFolder(t, kind, parts, 4, 0); err != nil {
			t.Fatal(err)
		}
		got := files(t, parts)
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s: %s differs", kind, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d files, want %d", kind, len(got), len(want))
		}
		after := stamps(t, parts)
		for name, at := range before {
			if after[name] != at {
				t.Errorf("%s: %s was made again", kind, name)
			}
		}
	}
}

// stamps are when the points of a folder were written.
func stamps(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "points"))
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int64{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(e.Name(), ".point") {
			at[e.Name()] = info.ModTime().UnixNano()
		}
	}
	return at
}
