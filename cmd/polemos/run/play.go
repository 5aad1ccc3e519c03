package run

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
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
	force                                  bool
	shard                                  share
	reporting
	metrics address
}

// turnsUsual is how many games leave turn rows if nothing is said.
const turnsUsual = 10_000

// gamesMost is more than anybody waits for.
const gamesMost = sim.GamesMost

func (a *app) runVerb() *cobra.Command {
	f := runFlags{games: 1_000_000, turns: turnsUsual, partGames: sim.PartGames}
	c := &cobra.Command{
		Use:   "run SCENARIO",
		Short: "Play a million seeded games and show the odds, war lengths and curves",
		Long: `Run plays seeded games of a scenario on all cores, shows what came of them, and
keeps everything in a folder: tables in Parquet, pictures, a summary, a report.

The same scenario, seed and number of games give the same result on any number of
cores. A run that was stopped goes on with the same command; a run of fewer games is
extended.

--precision fixes the number of games before the first: for odds by the worst case, for
other measures by the spread of a pilot on other games.

--shard 2/4 plays a quarter of the games into a folder of its own, whole parts of
--part-games each. Shards are played anywhere, in any order; merge joins them, and what
comes of it is, to the byte, what one run makes.

` + metricsHelp("games") + `,
and polemos_games_kept, polemos_parts_done_total, polemos_parts_asked and
polemos_parts_kept: what is done counts what was kept before.`,
		Example: `  polemos run inkopah
  polemos run my-war.yaml --games 10_000_000 --seed 7
  polemos run inkopah --set republic.crises.inkopah.victory_points=20 --out runs/v20
  polemos run inkopah --precision 0.001 --rows none --out runs/odds --format json
  polemos run inkopah --precision war.length.mean=0.002 --out runs/length
  polemos run inkopah --games 4_000_000 --seed 5 --shard 1/2
  polemos run inkopah --games 4_000_000 --seed 5 --shard 2/2
  polemos run long-peace --games 10_000_000 --rows none --log-format json --metrics 0`,
		Args:              one("a scenario", "run inkopah"),
		ValidArgsFunction: completeScenarios,
		RunE:              func(c *cobra.Command, args []string) error { return a.play(c, args[0], &f) },
	}
	flags := c.Flags()
	flags.Var(&natural{to: &f.games, low: 1, top: gamesMost, example: "--games 1_000_000"}, "games", "games to play")
	flags.Var(&f.precision, "precision", "instead of --games: as many as make the interval of every outcome's odds at most +- this, such as 0.001, or that of MEASURE=H; may be repeated")
	addSeed(c, &f.seed)
	flags.Var(&natural{to: &f.workers, low: 1, top: 4096, example: "--workers 8"}, "workers", "games are played on so many threads (default: all cores)")
	flags.StringVar(&f.out, "out", "", "`DIR` that keeps the run (default runs/NAME-SEED, or runs/NAME-SEED-shard-I-of-N)")
	flags.Var(&f.shard, "shard", "play only the I-th of N shares of the games, such as 2/4, or 1+1/4 where they are counted from 0; merge joins them")
	addChoice(c, &f.rows, "rows", "none|games|wars|turns", "turns", "tables to keep: none, games, games and wars, or all three")
	flags.Var(&natural{to: &f.turns, top: gamesMost, words: map[string]uint64{"all": sim.AllGames}, example: "--turns 10_000 or --turns all"}, "turns", "games whose turns are kept, from game 0 (the horizon is another thing: --set turns=N)")
	flags.Var(&natural{to: &f.partGames, low: engine.BlockGames, top: 1 << 32, example: "--part-games 262_144"}, "part-games", "games in a file of each table, a multiple of 65_536")
	addChoice(c, &f.engine, "engine", "auto|step|compiled", "auto", "how games are played; they are the same games")
	a.addSet(c, &f.set)
	addFormat(c, &f.format)
	addReporting(c, &f.reporting, "no progress and no notes")
	addMetrics(c, &f.metrics)
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
		Seed: f.seed, Games: f.games, TurnsFor: f.turns, PartGames: f.partGames, Shard: f.shard.number, Of: f.shard.of,
		Keep:   keep(f.rows),
		Engine: engineOf(f.engine), Workers: int(f.workers), Confidence: s.Confidence,
		Command: replayCommand(name, f.seed, f.set),
	}
	p, err := meter(a.reporter("games", "played", f.reporting), "games", f.metrics)
	if err != nil {
		return err
	}
	defer p.close()
	if f.precision != nil {
		if e.Games, err = f.precision.games(c.Context(), e); err != nil {
			return err
		}
	}
	if f.out == "" {
		f.out = defaultFolder(s.Name, f.seed, f.shard)
	}
	if err := enoughRoom(c.Context(), f.out, e, p); err != nil {
		return err
	}
	dir, err := folder.Open(f.out, e, folder.Options{Scenario: s.Resolved(), Program: version(), Force: f.force})
	if err != nil {
		return folderError(err)
	}
	return a.playInto(c.Context(), dir, e, s, f, p, checkOf(name, f.set))
}

// playInto plays into the open folder, closes it, and shows what was found, or of a
// shard that it was played; check tests what the scenario expects.
func (a *app) playInto(ctx context.Context, dir *folder.Folder, e sim.Experiment, s *configs.Scenario, f *runFlags, p reporter, check string) error {
	defer a.spareMemory()()
	found, tally, err := a.playAndPublish(ctx, dir, e, s, p)
	if closed := dir.Close(); err == nil && closed != nil {
		err = broken(closed)
	}
	if err != nil {
		return err
	}
	if found == nil {
		return a.showShare(dir, s, p, f.format)
	}
	p.finished(found.Warnings, "games", found.Games, "signature", found.Signature, "folder", dir.Dir())
	return a.showAll(found, tally, s, e, f, check)
}

// showAll shows what was found, and what of it the scenario does not expect.
func (a *app) showAll(found *summary.Summary, tally *engine.Tally, s *configs.Scenario, e sim.Experiment, f *runFlags, check string) error {
	if err := a.show(found, f, e.Command); err != nil || f.format != "text" {
		return err
	}
	if err := expected(a.out, s, tally, check); err != nil {
		return broken(err)
	}
	return nil
}

func (a *app) playAndPublish(ctx context.Context, dir *folder.Folder, e sim.Experiment, s *configs.Scenario, p reporter) (*summary.Summary, *engine.Tally, error) {
	e, err := e.Checked()
	if err != nil {
		return nil, nil, failure{Usage, err}
	}
	p.began("scenario", e.Name, "sha256", hex.EncodeToString(e.ID[:]), "seed", e.Seed, "games", e.Games,
		"parts", len(e.Parts()), "shard", e.Shard, "shards", e.Of, "workers", e.Workers, "folder", dir.Dir())
	result, err := a.playParts(ctx, dir, e, s, p)
	p.end()
	for _, n := range dir.Notes() {
		p.note(n)
	}
	switch {
	case err != nil:
		return nil, nil, gameError(err)
	case result.Interrupted:
		return nil, nil, interrupted(result.Games, e.ShardGames(), dir)
	case e.Of > 1:
		return nil, result.Tally, nil // a share of the games is not shown as if it were all of them
	}
	found, err := published(ctx, dir, e, s, result.Tally)
	return found, result.Tally, err
}

// published finds out what all games came to, and writes the files about it.
func published(ctx context.Context, dir *folder.Folder, e sim.Experiment, s *configs.Scenario, t *engine.Tally) (*summary.Summary, error) {
	found, err := findings.Of(runOf(s, e), t)
	if err != nil {
		return nil, broken(err)
	}
	glance(ctx, e, found)
	if ctx.Err() != nil { // what was found may lack what there was no time for
		return nil, interrupted(t.Games, e.Games, dir)
	}
	if err := publish.All(dir, found, t); err != nil {
		return nil, broken(err)
	}
	return found, nil
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
	var damaged *folder.DamagedPart
	var full *folder.NoRoom
	if errors.As(err, &path) || errors.As(err, &number) || errors.As(err, &damaged) || errors.As(err, &full) {
		return broken(err)
	}
	return failure{Usage, err}
}
