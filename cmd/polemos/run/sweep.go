package run

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/study"
)

// sweepFlags are the flags of the verb sweep.
type sweepFlags struct {
	studyFlags
	design, target string
	measures       []string
	metrics        address
}

func (a *app) sweepVerb() *cobra.Command {
	var f sweepFlags
	c := &cobra.Command{
		Use:   "sweep SCENARIO --vary KEY=VALUES",
		Short: "Show what comes of a scenario as one or more settings vary",
		Long: `Sweep works out a scenario at many points: every combination of the values given
with --vary, or points spread over their ranges (--design). Odds are computed without
sampling where that is cheap; elsewhere every point plays the same games on the same
dice, so that differences between points show sooner.

  --vary KEY=LOW:HIGH:STEP     a range; whole numbers may do without a step
  --vary KEY=a,b,c             a list: numbers, words, dice, names of policies
  --design lhs:N, sobol:N      N points instead of a grid: a Latin hypercube, or Sobol's
                               sequence

A point that cannot be worked out is reported as failed; the others stand. One setting
gives curves, two give maps with the contour of even odds, or of --target, more give the
mean effect of each. Everything is kept in a folder: sweep.parquet has a row for every
point and measure. A sweep that was stopped goes on with the same command.

` + metricsHelp("points") + `.`,
		Example: `  polemos sweep inkopah --vary republic.crises.inkopah.victory_points=8:40:2
  polemos sweep inkopah --vary republic.crises.inkopah.victory_points=13:30 --vary republic.units.cavalry.start=0:4
  polemos sweep inkopah --vary policies.president.policy=all-in,even-split,just-enough --measure odds.victory
  polemos sweep two-fronts --vary params.exhaustion=10:50 --vary republic.treasury.start=0:60 --design sobol:64 --games 100_000`,
		Args:              one("a scenario", "sweep inkopah --vary params.patience=20:60:5"),
		ValidArgsFunction: completeScenarios,
		RunE: func(c *cobra.Command, args []string) error {
			p, err := meter(a.reporter("points", "done", f.reporting), "points", f.metrics)
			if err != nil {
				return err
			}
			defer p.close()
			return a.sweep(c, args[0], &f, p)
		},
	}
	c.Flags().StringArrayVar(&f.vary, "vary", nil, "vary `KEY=VALUES`: LOW:HIGH:STEP or a,b,c; may be repeated")
	_ = c.RegisterFlagCompletionFunc("vary", a.completeKeys)
	c.Flags().StringVar(&f.design, "design", "grid", "`DESIGN` of the points: grid, lhs:N or sobol:N")
	c.Flags().StringArrayVar(&f.measures, "measure", nil, "work out and show this `MEASURE`, or all whose names begin so; may be repeated (default: all but those of single turns, of which odds are shown)")
	_ = c.RegisterFlagCompletionFunc("measure", a.completeMeasures)
	c.Flags().StringVar(&f.target, "target", "", "draw a line or contour at `MEASURE=VALUE` (default: even odds, over two settings)")
	addMetrics(c, &f.metrics)
	f.add(a, c, 1_000_000, "games to play at every point that is not exact", "`DIR` that keeps the sweep (default runs/NAME-sweep-CHECKSUM, one for each question)")
	return c
}

// sweepAsked is a sweep as the flags ask for it.
type sweepAsked struct {
	study.Sweep
	target   *study.Target // nil: the usual one
	measures []string      // that of the target is among them, unless there are none
}

// asked reads what needs no scenario.
func (f *sweepFlags) asked(name string) (q sweepAsked, err error) {
	if q.Axes, err = f.axes(); err != nil {
		return q, err
	}
	if len(q.Axes) == 0 {
		return q, usage("sweep needs settings to vary: polemos sweep %s --vary params.patience=20:60:5", quoteWord(name))
	}
	if q.Design, err = study.ParseDesign(f.design); err != nil {
		return q, usage("--design %v", err)
	}
	q.measures = f.measures
	if f.target == "" {
		return q, nil
	}
	target, err := study.ParseTarget(f.target)
	if err != nil {
		return q, usage("--target %v", err)
	}
	q.target = &target
	if len(f.measures) > 0 {
		q.measures = append([]string{target.Measure}, f.measures...)
	}
	return q, nil
}

func (a *app) sweep(c *cobra.Command, name string, f *sweepFlags, p reporter) error {
	q, err := f.asked(name)
	if err != nil {
		return err
	}
	s, err := a.scenario(name, f.set)
	if err != nil {
		return err
	}
	if q.Build, err = a.build(name, f.set); err != nil {
		return err
	}
	if err := a.read(name, &f.studyFlags, q.Axes); err != nil {
		return err
	}
	points, err := q.Design.Points(q.Axes, f.seed)
	if err != nil {
		return failure{Usage, err}
	}
	if err := anyPoint(q.Build, q.Axes, points, q.measures); err != nil {
		return scenarioError(err)
	}
	id := identity("sweep", s, &f.studyFlags, q.Axes)
	id.Design, id.Measures = q.Design.String(), append(id.Measures, q.measures...)
	if f.out == "" {
		f.out = filepath.Join("runs", s.Name+"-sweep-"+id.Short())
	}
	answer := &studies.Sweep{}
	err = a.answerInto(&f.studyFlags, id, answer, p, func(store study.Store) error {
		p.began(append(f.began(c, name, s), "points", len(points), "folder", f.out)...)
		q.How, q.Store, q.Progress = f.how(c.Context(), q.measures, f.games), store, p.update
		swept, err := q.Run(c.Context())
		if err == nil {
			*answer = *studies.NewSweep(about(s, f.command(c, name)), swept, q.measures, q.target)
		}
		return err
	})
	if err != nil {
		return err
	}
	p.finished(nil, "points", len(points), "folder", f.out)
	return a.showAnswer(&f.studyFlags, answer, "report.html, sweep.parquet, plots/")
}

// triesMost bounds the points that are tried before a sweep begins.
const triesMost = 1000

// anyPoint is nil when one of the points is a valid scenario that has the measures, or there are too many to tell; else
// what is wrong with the first. So no folder is made for a sweep that cannot come to anything.
func anyPoint(build study.Build, axes []study.Axis, points [][]int, measures []string) error {
	var first error
	for _, p := range points[:min(len(points), triesMost)] {
		var set []study.Setting
		for k, level := range p {
			set = append(set, axes[k].Setting(level))
		}
		e, err := build(set...)
		if err == nil {
			if err = known(measures, e.Ruleset.Schema()); err == nil {
				return nil
			}
		}
		if first == nil {
			first = err
		}
	}
	if len(points) > triesMost {
		return nil
	}
	return first
}

// known is nil when each name is a measure, or the beginning of some.
func known(measures []string, s *engine.Schema) error {
	for _, name := range measures {
		_, err := measure.Parse(name, s, expr.Closest)
		begins := func(m measure.Measure) bool { return strings.HasPrefix(m.Name, name+".") }
		if err != nil && !slices.ContainsFunc(measure.List(s), begins) {
			return err
		}
	}
	return nil
}
