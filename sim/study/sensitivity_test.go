package study_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

func sensitivity(t testing.TB, s study.Sensitivity, vary ...string) *study.Sensed {
	t.Helper()
	s.Build = builder("inkopah")
	for _, text := range vary {
		s.Axes = append(s.Axes, axis(t, text))
	}
	answer, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// An index below 0 or above 1 is noise of few samples, and is remarked; others are not.
func TestNoisyIndicesAreRemarked(t *testing.T) {
	noisy, sound := 0, 0
	for _, samples := range []int{2, 3, 4, 6, 256} {
		answer := sensitivity(t, study.Sensitivity{Measure: "odds.victory", How: exactly(), Trajectories: 4, Samples: samples},
			victoryPoints+"=8:40", "params.patience=30:70", "republic.units.cavalry.start=1:3")
		for _, f := range answer.Factors {
			if f.Indices == nil {
				continue
			}
			out := f.Indices.First.Est < 0 || f.Indices.Total.Est > 1
			told := slices.ContainsFunc(answer.Notes, func(n sim.Note) bool { return n.Code == "index_noisy" && strings.Contains(n.Text, f.Axis.Key) })
			if out != told {
				t.Errorf("%d samples: the indices of %s are %v and %v, remarked: %v", samples, f.Axis.Key, f.Indices.First.Est, f.Indices.Total.Est, told)
			}
			if out {
				noisy++
			} else {
				sound++
			}
		}
	}
	if noisy == 0 || sound == 0 {
		t.Errorf("%d indices are noisy and %d sound: the test shows nothing", noisy, sound)
	}
}

// Two settings of few whole levels: the indices are known from every combination.
func TestIndicesOfWholeSettings(t *testing.T) {
	vary := []string{victoryPoints + "=13:28", "republic.units.cavalry.start=1:3"}
	h := exactly()
	h.Measures = []string{"odds.victory"}
	all := sweep(t, h, study.Design{}, vary...)
	const rows, columns = 16, 3
	y := func(i, j int) float64 { return all.Points[i*columns+j].Value("odds.victory").Est }
	mean, squares := 0.0, 0.0
	var byRow [rows]float64
	var byColumn [columns]float64
	for i := range rows {
		for j := range columns {
			mean += y(i, j) / (rows * columns)
			squares += y(i, j) * y(i, j) / (rows * columns)
			byRow[i] += y(i, j) / columns
			byColumn[j] += y(i, j) / rows
		}
	}
	variance := squares - mean*mean
	first := [2]float64{}
	for _, m := range byRow {
		first[0] += (m - mean) * (m - mean) / rows / variance
	}
	for _, m := range byColumn {
		first[1] += (m - mean) * (m - mean) / columns / variance
	}
	answer := sensitivity(t, study.Sensitivity{Measure: "odds.victory", How: exactly(), Samples: 1024}, vary...)
	for i := range answer.Factors {
		f := &answer.Factors[i]
		k := 0
		if f.Axis.Key != victoryPoints {
			k = 1
		}
		total := 1 - first[1-k] // of two settings, all that the other does not do alone
		if f.Indices == nil || math.Abs(f.Indices.First.Est-first[k]) > 0.02 || math.Abs(f.Indices.Total.Est-total) > 0.02 {
			t.Errorf("%s: indices %+v, want %.3f and %.3f", f.Axis.Key, f.Indices, first[k], total)
		}
		if f.None() {
			t.Errorf("%s is said to have no effect", f.Axis.Key)
		}
	}
	if answer.Samples != 1024 || !answer.Exact || answer.Points > rows*columns+1+4 {
		t.Errorf("%d rows, %d points, exact %v", answer.Samples, answer.Points, answer.Exact)
	}
	// The tornado's ends are the scenario with one setting changed.
	for i := range answer.Factors {
		f := &answer.Factors[i]
		if f.Axis.Key == victoryPoints && (math.Abs(f.Low.Est-0.91121528) > 1e-9 || math.Abs(f.High.Est-0.46850393) > 1e-8) {
			t.Errorf("from 13 to 28 the odds go from %v to %v", f.Low.Est, f.High.Est)
		}
	}
}

// A setting that nothing depends on has no effect, exactly and by playing, and the answer says so.
func TestNoEffect(t *testing.T) {
	h := sampled(1)
	h.Games = 500
	for _, how := range []study.How{exactly(), h} {
		answer := sensitivity(t, study.Sensitivity{Measure: "odds.victory", How: how, Trajectories: 4, Samples: 8}, "republic.units.navy.purchase=10:30", victoryPoints+"=8:40")
		if answer.Factors[0].Axis.Key != victoryPoints || answer.Factors[0].None() || !answer.Factors[1].None() || answer.Factors[1].Indices != nil {
			t.Errorf("factors are %+v", answer.Factors)
		}
		last := answer.Notes[len(answer.Notes)-1]
		if last.Code != "no_effect" || !strings.Contains(last.Text, "republic.units.navy.purchase") {
			t.Errorf("notes are %v", answer.Notes)
		}
	}
}

func TestSensitivityIsTheSameForAnyWorkers(t *testing.T) {
	h := sampled(5)
	h.Games = 300
	asked := study.Sensitivity{Measure: "war.length.mean", How: h, Trajectories: 3, Samples: 8}
	vary := []string{victoryPoints + "=8:40", "params.patience=20:80", "republic.units.cavalry.start=0:4"}
	one := sensitivity(t, asked, vary...)
	asked.Workers = 5
	many := sensitivity(t, asked, vary...)
	ignore := cmp.Comparer(func(a, b study.Axis) bool { return a.String() == b.String() })
	if diff := cmp.Diff(one, many, ignore); diff != "" {
		t.Errorf("-1 worker +5 workers:\n%s", diff)
	}
}

// Points that fail are left out and counted.
func TestSensitivityWithFailingPoints(t *testing.T) {
	answer := sensitivity(t, study.Sensitivity{Measure: "odds.victory", How: exactly(), Trajectories: 6, Samples: 16}, "republic.approval.start=-20:90", victoryPoints+"=8:40")
	if len(answer.Notes) == 0 || answer.Notes[0].Code != "points_failed" {
		t.Errorf("notes are %v", answer.Notes)
	}
	if answer.Samples >= 16 {
		t.Errorf("all %d rows count", answer.Samples)
	}
}
