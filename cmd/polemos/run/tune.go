package run

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim/study"
)

// tuneGames are twice as many as an estimate of odds to +-0.01 takes at 99 % (16,588): so a bracket is found with hardly
// three times as many.
const tuneGames = 1 << 15

func (a *app) tuneVerb() *cobra.Command {
	var f studyFlags
	var targets []string
	c := &cobra.Command{
		Use:   "tune SCENARIO --vary KEY=LOW:HIGH --target MEASURE=VALUE",
		Short: "Find the value of a setting that brings a measure to a target",
		Long: `Tune finds where a measure crosses a target as a setting grows: the neighbouring
values between which it does, and the better one of them. It computes without sampling
where that is cheap. Elsewhere it searches with few games, all values on the same dice,
then measures both ends again on fresh games (those of the next seed), with a look each
time they have doubled, until both are on their sides of the target at the scenario's
confidence. --games bounds the games of one value: a value that they cannot tell from the
target stays inside the interval, and more games narrow it down.

The target is MEASURE=VALUE, MEASURE>=VALUE or MEASURE<=VALUE on any measure. With a
second --vary the first setting is tuned for every value of the second.

Exit status 3 says that the target is not reached; then the range that can be reached
is shown.`,
		Example: `  polemos tune inkopah --vary republic.crises.inkopah.victory_points=8:40 --target odds.victory=0.5
  polemos tune inkopah --vary republic.treasury.income=20:60 --target "final.treasury.mean>=200"
  polemos tune inkopah --vary params.patience=20:80 --target "final.approval.p10>=20" --exact never
  polemos tune inkopah --vary republic.crises.inkopah.victory_points=8:60 --vary republic.units.cavalry.start=1:4 --target odds.victory=0.5`,
		Args:              one("a scenario", "tune inkopah --vary params.patience=20:80 --target odds.victory=0.5"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(c *cobra.Command, args []string) error { return a.tune(c, args[0], &f, targets) },
	}
	c.Flags().StringArrayVar(&f.vary, "vary", nil, "tune `KEY=LOW:HIGH` or KEY=LOW:HIGH:STEP; a second one is varied")
	_ = c.RegisterFlagCompletionFunc("vary", a.completeKeys)
	c.Flags().StringArrayVar(&targets, "target", nil, "`MEASURE=VALUE`, MEASURE>=VALUE or MEASURE<=VALUE")
	f.add(a, c, tuneGames, "games to play at one value at most", "`DIR` for a report, the curve and the answer as JSON, and what was worked out, from which a stopped tune goes on (default: nothing is kept)")
	return c
}

func (a *app) tune(c *cobra.Command, name string, f *studyFlags, targets []string) error {
	axes, err := f.axes()
	if err != nil {
		return err
	}
	switch {
	case len(axes) == 0:
		return usage("tune needs a setting: polemos tune %s --vary KEY=LOW:HIGH --target odds.victory=0.5", quoteWord(name))
	case len(targets) > 1:
		return usage("tune has one target, found %d: %s: tune for each of them, or name one and read the others off a sweep", len(targets), strings.Join(targets, ", "))
	case len(targets) == 0 || targets[0] == "":
		return usage("tune needs a target: polemos tune %s --vary %s --target odds.victory=0.5", quoteWord(name), quoteWord(f.vary[0]))
	}
	aim, err := study.ParseTarget(targets[0])
	if err != nil {
		return usage("--target %v", err)
	}
	s, err := a.scenario(name, f.set)
	if err != nil {
		return err
	}
	build, err := a.build(name, f.set)
	if err != nil {
		return err
	}
	if err := a.read(name, f, axes); err != nil {
		return err
	}
	if len(axes) == 1 { // of several lines some may fail
		if err := anyPoint(build, axes, [][]int{{0}, {axes[0].Len() - 1}}, []string{aim.Measure}); err != nil {
			return scenarioError(err)
		}
	}
	id := identity("tune", s, f, axes)
	id.Measures = append(id.Measures, aim.String())
	p := a.reporter("games", "played", f.reporting)
	defer p.close()
	p.began(f.began(c, name, s)...)
	answer := &studies.Tune{About: about(s, f.command(c, name)), Axes: axes}
	err = a.answer(f, id, answer, p, func(store study.Store) (err error) {
		t := study.Tune{Build: build, Axes: axes, Target: aim, How: f.how(c.Context(), nil, autoRuns), Store: store, Progress: p.update}
		answer.Lines, err = t.Run(c.Context())
		return err
	})
	if err != nil {
		return err
	}
	p.finished(nil, "answers", len(answer.Lines))
	if !answer.Reached() {
		return failure{Undecided, errors.New("the target is not reached")}
	}
	return nil
}
