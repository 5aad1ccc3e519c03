package run

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

func (a *app) reportVerb() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "Draw the pictures, summary and report of a finished run again",
		Long: `Report checks the parts of a finished run and makes its summary, curves, pictures
and report.html anew, without playing. A part that is damaged is played again.`,
		Example: `  polemos report runs/inkopah-1
  polemos report runs/inkopah-1 --format json`,
		Args: one("the folder of a run", "report runs/inkopah-1"),
		RunE: func(c *cobra.Command, args []string) error {
			f.out = args[0]
			m, err := folder.Read(f.out)
			if err != nil {
				return folderError(err)
			}
			if !m.Complete {
				return usage("the run in %s is not finished: the command that began it goes on with it", f.out)
			}
			name := filepath.Join(f.out, "scenario.yaml")
			s, err := a.scenario(name, nil)
			if err != nil {
				return err
			}
			if sum := fmt.Sprintf("%x", s.SHA256); sum != m.Scenario.SHA256 {
				return usage("%s is not the scenario that was played (SHA-256 %s, the manifest says %s)", name, sum, m.Scenario.SHA256)
			}
			f.rows, f.seed = m.Rows, m.Seed
			e := sim.Experiment{
				Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256,
				Seed: m.Seed, Games: m.Games, TurnsFor: m.TurnsFor, PartGames: m.PartGames, Shard: m.Shard, Of: m.Of,
				Keep:       keep(m.Rows),
				Confidence: s.Confidence, Command: replayCommand(name, m.Seed, nil),
			}
			dir, err := folder.Open(f.out, e, folder.Options{Scenario: s.Resolved(), Program: version()})
			if err != nil {
				return folderError(err)
			}
			return a.playInto(c.Context(), dir, e, s, &f, checkOf(name, nil))
		},
	}
	addFormat(c, &f.format)
	c.Flags().BoolVar(&f.quiet, "quiet", false, "no progress and no notes")
	return c
}

// keep says which tables --rows asks for.
func keep(rows string) engine.Keep {
	return engine.Keep{Games: rows != "none", Wars: rows == "wars" || rows == "turns", Turns: rows == "turns"}
}
