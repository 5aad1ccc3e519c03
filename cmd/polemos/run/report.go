package run

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
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
			switch {
			case !m.Complete:
				return usage("the run in %s is not finished: the command that began it goes on with it", f.out)
			case m.Of > 1:
				return usage("%s is shard %d of %d of a run, and a report is about all games: join the shards with polemos merge", f.out, m.Shard, m.Of)
			}
			s, e, err := a.kept(f.out, m)
			if err != nil {
				return err
			}
			f.rows, f.seed = m.Rows, m.Seed
			dir, err := folder.Open(f.out, e, folder.Options{Scenario: s.Resolved(), Program: version()})
			if err != nil {
				return folderError(err)
			}
			return a.playInto(c.Context(), dir, e, s, &f, a.reporter("games", "played", f.reporting), checkOf(scenarioIn(f.out), nil))
		},
	}
	addFormat(c, &f.format)
	addReporting(c, &f.reporting, "no progress and no notes")
	return c
}

// scenarioIn is the file with the scenario that a run folder was played with.
func scenarioIn(dir string) string { return filepath.Join(dir, "scenario.yaml") }

// kept is the scenario of a run that is kept in a folder, and the experiment.
func (a *app) kept(dir string, m *folder.Manifest) (*configs.Scenario, sim.Experiment, error) {
	if err := m.SameRules(dir); err != nil {
		return nil, sim.Experiment{}, failure{Usage, err}
	}
	name := scenarioIn(dir)
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, sim.Experiment{}, usage("%s is not a file: put the scenario that was played in its place", name)
	}
	s, err := a.scenario(name, nil)
	if err != nil {
		return nil, sim.Experiment{}, err
	}
	if sum := fmt.Sprintf("%x", s.SHA256); sum != m.Scenario.SHA256 {
		return nil, sim.Experiment{}, usage("%s is not the scenario that was played (SHA-256 %s, the manifest says %s)", name, sum, m.Scenario.SHA256)
	}
	e := experimentOf(m)
	e.Ruleset, e.Name, e.ID, e.Confidence, e.Command = s.Ruleset(), s.Name, s.SHA256, s.Confidence, replayCommand(name, m.Seed, nil)
	return s, e, nil
}

// experimentOf is what a manifest alone says of the experiment: all but the scenario.
func experimentOf(m *folder.Manifest) sim.Experiment {
	return sim.Experiment{
		Seed: m.Seed, Games: m.Games, PartGames: m.PartGames, TurnsFor: m.TurnsFor, Shard: m.Shard, Of: m.Of, Keep: keep(m.Rows),
	}
}

// keep says which tables --rows asks for.
func keep(rows string) engine.Keep {
	return engine.Keep{Games: rows != "none", Wars: rows == "wars" || rows == "turns", Turns: rows == "turns"}
}
