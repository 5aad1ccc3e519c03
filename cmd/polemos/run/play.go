package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/publish"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/reports/terminal"
	"github.com/polemos-sim/polemos/sim"
)

// runFlags are the flags of the verb run.
type runFlags struct {
	seed, games, workers, turns, partGames uint64
	precision                              precisions
	out, rows, format, engine              string
	set                                    settings
	quiet, force                           bool
}

// gamesMost is more than anybody waits for.
const gamesMost = sim.GamesMost

func (a *app) runVerb() *cobra.Command {
	f := runFlags{games: 1_000_000, turns: 10_000, partGames: sim.PartGames}
	c := &cobra.Command{
		Use:   "run SCENARIO",
		Short: "Play a million seeded games and show the odds, war lengths and curves",
		Long: `Run plays seeded games of a scenario on all cores, shows what came of them, and
keeps everything in a folder: tables in Parquet, pictures, a summary, a report.

The same scenario, seed and number of games give the same result on any number of
cores. A run that was stopped goes on with the same command; a run of fewer games is
extended.

--precision fixes the number of games before the first: for odds by the worst case, for
other measures by the spread of a pilot on other games.`,
		Example: `  polemos run inkopah
  polemos run my-war.yaml --games 10_000_000 --seed 7
  polemos run inkopah --set republic.crises.inkopah.victory_points=20 --out runs/v20
  polemos run inkopah --precision 0.001 --rows none --out runs/odds --format json
  polemos run inkopah --precision war.length.mean=0.002 --out runs/length`,
		Args:              one("a scenario", "run inkopah"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(c *cobra.Command, args []string) error { return a.play(c, args[0], &f) },
	}
	flags := c.Flags()
	flags.Var(&natural{to: &f.games, low: 1, top: gamesMost, example: "--games 1_000_000"}, "games", "games to play")
	flags.Var(&f.precision, "precision", "instead of --games: as many as make the interval of every outcome's odds at most +- this, such as 0.001, or that of MEASURE=H; may be repeated")
	addSeed(c, &f.seed)
	flags.Var(&natural{to: &f.workers, low: 1, top: 4096, example: "--workers 8"}, "workers", "games are played on so many threads (default: all cores)")
	flags.StringVar(&f.out, "out", "", "`DIR` that keeps the run (default runs/NAME-SEED)")
	addChoice(c, &f.rows, "rows", "none|games|wars|turns", "turns", "tables to keep: none, games, games and wars, or all three")
	flags.Var(&natural{to: &f.turns, top: gamesMost, words: map[string]uint64{"all": sim.AllGames}, example: "--turns 10_000 or --turns all"}, "turns", "games whose turns are kept, from game 0 (the horizon is another thing: --set turns=N)")
	flags.Var(&natural{to: &f.partGames, low: engine.BlockGames, top: 1 << 32, example: "--part-games 262_144"}, "part-games", "games in a file of each table, a multiple of 65_536")
	addChoice(c, &f.engine, "engine", "auto|step|compiled", "auto", "how games are played; they are the same games")
	a.addSet(c, &f.set)
	addFormat(c, &f.format)
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no notes")
	flags.BoolVar(&f.force, "force", false, "replace a run folder that holds another run")
	return c
}

func (a *app) play(c *cobra.Command, name string, f *runFlags) error {
	if f.precision != nil && c.Flags().Changed("games") {
		return usage("--games and --precision are not given together: --precision says how many games there are")
	}
	s, err := a.scenario(name, f.set)
	if err != nil {
		return err
	}
	e := sim.Experiment{
		Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256,
		Seed: f.seed, Games: f.games, TurnsFor: f.turns, PartGames: f.partGames,
		Keep:   keep(f.rows),
		Engine: engineOf(f.engine), Workers: int(f.workers), Confidence: s.Confidence,
		Command: replayCommand(name, f.seed, f.set),
	}
	if f.precision != nil {
		if e.Games, err = f.precision.games(c.Context(), e); err != nil {
			return err
		}
	}
	if f.out == "" {
		f.out = filepath.Join("runs", s.Name+"-"+strconv.FormatUint(f.seed, 10))
	}
	dir, err := folder.Open(f.out, e, folder.Options{Scenario: s.Resolved(), Program: version(), Force: f.force})
	if err != nil {
		return folderError(err)
	}
	return a.playInto(c.Context(), dir, e, s, f, checkOf(name, f.set))
}

// playInto plays into the open folder, closes it, and shows what was found; check
// tests what the scenario expects.
func (a *app) playInto(ctx context.Context, dir *folder.Folder, e sim.Experiment, s *configs.Scenario, f *runFlags, check string) error {
	found, tally, err := a.playAndPublish(ctx, dir, e, s, f)
	if closed := dir.Close(); err == nil && closed != nil {
		err = broken(closed)
	}
	if err != nil {
		return err
	}
	if err := a.show(found, f, e.Command); err != nil || f.format != "text" {
		return err
	}
	if err := expected(a.out, s, tally, check); err != nil {
		return broken(err)
	}
	return nil
}

func (a *app) playAndPublish(ctx context.Context, dir *folder.Folder, e sim.Experiment, s *configs.Scenario, f *runFlags) (*summary.Summary, *engine.Tally, error) {
	p := newProgress(a.err, a.errIsTerminal, f.quiet)
	result, err := sim.Run(ctx, e, dir, p.update)
	p.end()
	if !f.quiet {
		for _, n := range dir.Notes() {
			fmt.Fprintln(a.err, "note: "+n.Text)
		}
	}
	switch {
	case err != nil:
		return nil, nil, gameError(err)
	case result.Interrupted:
		return nil, nil, interrupted(result.Games, e.Games, dir)
	}
	found, err := findings.Of(runOf(s, e), result.Tally)
	if err != nil {
		return nil, nil, broken(err)
	}
	glance(ctx, e, found)
	if ctx.Err() != nil { // what was found may lack what there was no time for
		return nil, nil, interrupted(result.Games, e.Games, dir)
	}
	if err := publish.All(dir, found, result.Tally); err != nil {
		return nil, nil, broken(err)
	}
	return found, result.Tally, nil
}

func interrupted(kept, all uint64, dir *folder.Folder) error {
	return failure{Interrupted, fmt.Errorf("interrupted: %s of %s games are kept in %s; the same command goes on from there", spellGames(kept), spellGames(all), dir.Dir())}
}

// gameError is Usage when a game went wrong because of what the scenario, or a
// policy, asks for; a policy whose own code fails, or a disk, is Broken.
func gameError(err error) error {
	var fault *engine.Fault
	if errors.As(err, &fault) && !fault.Panic {
		return failure{Usage, err}
	}
	return broken(err)
}

// runOf says what was played.
func runOf(s *configs.Scenario, e sim.Experiment) findings.Run {
	r := findings.Run{Program: program(), Name: s.Name, Title: s.Title, SHA256: s.SHA256, Seed: e.Seed, Confidence: e.Confidence}
	for _, w := range s.Warnings {
		r.Warnings = append(r.Warnings, summary.Warning{Code: w.Code, Text: w.Text})
	}
	return r
}

// show writes what was found to standard output.
func (a *app) show(s *summary.Summary, f *runFlags, replay func(uint64) string) error {
	if f.format == "json" {
		if err := s.Write(a.out); err != nil {
			return broken(err)
		}
		return nil
	}
	o := terminal.Detect(a.getenv, a.outWidth > 0, a.outWidth)
	o.Dir, o.Replay = f.out, replay
	o.Files = []string{"report.html", "plots/"}
	for _, table := range []struct{ name, with string }{{"games/", "games wars turns"}, {"wars/", "wars turns"}, {"turns/", "turns"}} {
		if strings.Contains(table.with, f.rows) {
			o.Files = append(o.Files, table.name)
		}
	}
	if err := terminal.Write(a.out, s, o); err != nil {
		return broken(err)
	}
	return nil
}

// folderError is Broken when the file system failed, else Usage: the folder is
// not the one to use.
func folderError(err error) error {
	var path *fs.PathError
	var number syscall.Errno
	if errors.As(err, &path) || errors.As(err, &number) {
		return broken(err)
	}
	return failure{Usage, err}
}
