package run

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim/study"
)

// tuneGames are twice as many as an estimate of odds to +-0.01 takes at 99 % (16,588): so a bracket is found with hardly
// three times as many.
const tuneGames = 1 << 15

func (a *app) tuneVerb() *cobra.Command {
	var f studyFlags
	var target string
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
  polemos tune inkopah --vary republic.treasury.tax_rate=0.00:0.50 --target "final.treasury.mean>=200"
  polemos tune inkopah --vary params.patience=20:80 --target "final.approval.p10>=20" --exact never
  polemos tune inkopah --vary republic.crises.inkopah.victory_points=8:60 --vary republic.units.cavalry.start=1:4 --target odds.victory=0.5`,
		Args:              one("a scenario", "tune inkopah --vary params.patience=20:80 --target odds.victory=0.5"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(c *cobra.Command, args []string) error { return a.tune(c, args[0], &f, target) },
	}
	c.Flags().StringArrayVar(&f.vary, "vary", nil, "tune `KEY=LOW:HIGH` or KEY=LOW:HIGH:STEP; a second one is varied")
	_ = c.RegisterFlagCompletionFunc("vary", a.completeKeys)
	c.Flags().StringVar(&target, "target", "", "`MEASURE=VALUE`, MEASURE>=VALUE or MEASURE<=VALUE")
	f.add(a, c, tuneGames, "games to play at one value at most", "`DIR` for a report, the curve and the answer as JSON, and what was worked out, from which a stopped tune goes on (default: nothing is kept)")
	return c
}

func (a *app) tune(c *cobra.Command, name string, f *studyFlags, target string) error {
	axes, err := f.axes()
	if err != nil {
		return err
	}
	switch {
	case len(axes) == 0:
		return usage("tune needs a setting: polemos tune %s --vary KEY=LOW:HIGH --target odds.victory=0.5", quoteWord(name))
	case target == "":
		return usage("tune needs a target: polemos tune %s --vary %s --target odds.victory=0.5", quoteWord(name), quoteWord(f.vary[0]))
	}
	aim, err := study.ParseTarget(target)
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

// answered is an answer that can be shown and kept.
type answered interface {
	Text(w io.Writer) error
	JSON(w io.Writer) error
	Publish(to *studies.Folder) error
}

// answer works an answer out, keeps it and what it is made from, if a folder is given, and shows it. What the folder has of
// the same question is not worked out again.
func (a *app) answer(f *studyFlags, id studies.Identity, answer answered, p reporter, work func(study.Store) error) error {
	if f.out == "" {
		err := work(nil)
		p.end()
		if err != nil {
			return studyStopped(err, "nothing was kept, as no folder was given with --out")
		}
	} else if err := a.answerInto(f, id, answer, p, work); err != nil {
		return err
	}
	show := answer.Text
	if f.format == "json" {
		show = answer.JSON
	}
	if err := show(a.out); err != nil {
		return broken(err)
	}
	if f.out != "" && f.format == "text" {
		fmt.Fprintf(a.out, "\n%s: report.html, plots/, %s.json\n", f.out, id.Kind)
	}
	return nil
}

func (a *app) answerInto(f *studyFlags, id studies.Identity, answer answered, p reporter, work func(study.Store) error) error {
	dir, err := studies.Open(f.out, version(), id, f.force)
	if err != nil {
		return folderError(err)
	}
	err = work(dir)
	p.end()
	for _, n := range dir.Notes() {
		p.note(n)
	}
	if err != nil {
		err = studyStopped(err, keptIn(dir))
	} else if err = answer.Publish(dir); err != nil {
		err = broken(err)
	}
	if closed := dir.Close(); err == nil && closed != nil {
		err = broken(closed)
	}
	return err
}

// keptIn says what a folder of a study that was stopped is good for.
func keptIn(dir *studies.Folder) string {
	return "the points that are done are kept in " + dir.Dir() + "; the same command goes on from there"
}

// studyStopped is Interrupted when the user stopped it, and says what was kept; else what was asked cannot be answered.
func studyStopped(err error, kept string) error {
	if errors.Is(err, study.ErrInterrupted) {
		return failure{Interrupted, errors.New("interrupted: " + kept)}
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return broken(err)
	}
	var problems configs.Problems
	if errors.As(err, &problems) {
		return scenarioError(err)
	}
	return studyError(err)
}
