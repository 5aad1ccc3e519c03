package run

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

// Elsewhere is a program of its own whose verb run plays the parts in other processes, on a cluster say. All else is as
// in this one: the flags, the folder, what is published and shown.
type Elsewhere struct {
	Name        string // of the program
	Short, Long string // help about it
	Run         string // help about its verb run, besides the usual
	Examples    string // of run

	// Flags adds flags to those of run.
	Flags func(*pflag.FlagSet)
	// Check says what is wrong with the flags, before anything is begun.
	Check func() error
	// Play does what [sim.Run] does, by workers that put the parts into the folder.
	Play func(context.Context, Job) (*sim.Result, error)
}

// A Job is a run to be played elsewhere.
type Job struct {
	Experiment sim.Experiment
	Scenario   []byte // resolved
	Folder     *folder.Folder
	Progress   func(done, all uint64) // games
	Warn       func(text string)
}

// MainElsewhere runs the program with the policies of the table and returns its exit status.
func MainElsewhere(x *Elsewhere, t *policies.Table, args []string) int { return main(x, t, args) }

// only makes root the program's that has but the verb run, and what every program has.
func (x *Elsewhere) only(root *cobra.Command, a *app) {
	root.Use, root.Short, root.Long = x.Name, x.Short, x.Long
	run := a.runVerb()
	run.Long, run.Example = run.Long+"\n\n"+x.Run, x.Examples
	x.Flags(run.Flags())
	run.PreRunE = func(*cobra.Command, []string) error {
		if err := x.Check(); err != nil {
			return failure{Usage, err}
		}
		return nil
	}
	root.AddCommand(run, a.completionVerb(), a.versionVerb())
}

// playParts plays the parts that the folder lacks, here or elsewhere.
func (a *app) playParts(ctx context.Context, dir *folder.Folder, e sim.Experiment, s *configs.Scenario, p reporter) (*sim.Result, error) {
	if a.elsewhere == nil {
		return sim.Run(ctx, e, watch(dir, &e, p), p.update)
	}
	return a.elsewhere.Play(ctx, Job{Experiment: e, Scenario: s.Resolved(), Folder: dir, Progress: p.update, Warn: p.warn})
}

// Version is the version of the program, by which workers know that they are of the same build.
func Version() string { return version() }
