package run

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/reports/verify"
)

// verifyFlags are the flags of the verb verify.
type verifyFlags struct {
	sample uint64
	format string
}

func (a *app) verifyVerb() *cobra.Command {
	f := verifyFlags{sample: 1000}
	c := &cobra.Command{
		Use:   "verify DIR",
		Short: "Check that a run folder still holds what was played",
		Long: `Verify checks the folder of a run or of a shard and changes nothing in it: the
manifest against the records of the parts, every checksum, the rows of every table
against what was counted, the signature, the numbers of the summary, and a sample of
games, spread evenly over all, which are played again turn by turn.

Whatever does not hold is told with the file, what was found and expected, and what
mends it. A run that is not finished is checked as far as it came.

The exit status is 0 when all holds, 1 when something does not, and 4 when the folder
cannot be read.`,
		Example: `  polemos verify runs/inkopah-1
  polemos verify runs/inkopah-1 --sample 10_000 --format json`,
		Args: one("the folder of a run", "verify runs/inkopah-1"),
		RunE: func(c *cobra.Command, args []string) error { return a.verify(c.Context(), args[0], &f) },
	}
	c.Flags().Var(&natural{to: &f.sample, top: gamesMost, words: map[string]uint64{"all": gamesMost}, example: "--sample 10_000 or --sample all"}, "sample", "games to play again at most")
	addFormat(c, &f.format)
	return c
}

func (a *app) verify(ctx context.Context, dir string, f *verifyFlags) error {
	reading, err := folder.Hold(dir)
	if err != nil {
		return folderError(err)
	}
	defer reading.Close()
	m, err := folder.Read(dir)
	if err != nil {
		return folderError(err)
	}
	if err := m.SameRules(dir); err != nil {
		return failure{Usage, err}
	}
	r := verify.Run{Dir: dir, Manifest: m, Sample: f.sample, Rerun: rerun(dir, m), Redraw: "polemos report " + quoteWord(dir)}
	s, e, lost := a.kept(dir, m)
	if lost == nil {
		r.Experiment = e
		r.Summary = func(t *engine.Tally) (*summary.Summary, error) {
			found, err := findings.Of(runOf(s, e), t)
			if err == nil {
				glance(ctx, e, found)
				err = ctx.Err()
			}
			return found, err
		}
	} else {
		r.Experiment, r.Lost = experimentOf(m), lost
		r.Rerun, r.Redraw = "give the command that began the run", "give the command that began the run"
	}
	report, err := verify.Check(ctx, r)
	switch {
	case ctx.Err() != nil:
		return failure{Interrupted, errors.New("interrupted: the check is not finished")}
	case err != nil:
		return broken(err)
	case f.format == "json":
		err = a.json(report)
	default:
		if err = report.Text(a.out, m); err != nil {
			err = broken(err)
		}
	}
	if err == nil && !report.Holds {
		err = failure{Failed, errors.New("")}
	}
	return err
}
