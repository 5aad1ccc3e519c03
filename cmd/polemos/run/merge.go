package run

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// mergeFlags are those of run that merge has too, and its own.
type mergeFlags struct {
	runFlags
	partial bool
}

func (a *app) mergeVerb() *cobra.Command {
	var f mergeFlags
	c := &cobra.Command{
		Use:   "merge DIR...",
		Short: "Join the shards of a run",
		Long: `Merge joins the folders of the shards of a run, in any order, into a folder that is,
to the byte, that of the whole run. Nothing is played, and the shards stay as they are.
Parts that are missing, damaged, of another run or given twice are told, and nothing is
shown that is not all there.

With --partial it joins what there is. The folder can be joined with other shards
later; run goes on with it, too, and plays what is missing.

A merge that was stopped goes on with the same command.`,
		Example: `  polemos merge runs/inkopah-5-shard-*-of-2
  polemos merge runs/inkopah-5-shard-1-of-2 --partial --out runs/some-of-it
  polemos merge runs/some-of-it runs/inkopah-5-shard-2-of-2 --out runs/all-of-it --format json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("merge needs the folders of the shards: polemos merge runs/inkopah-1-shard-*-of-4")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.merge(c.Context(), args, &f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.out, "out", "", "`DIR` that keeps the run (default runs/NAME-SEED)")
	flags.BoolVar(&f.partial, "partial", false, "join what there is, though parts are missing")
	addFormat(c, &f.format)
	addReporting(c, &f.reporting, "no progress and no notes")
	flags.BoolVar(&f.force, "force", false, "replace a run folder that holds another run")
	return c
}

func (a *app) merge(ctx context.Context, dirs []string, f *mergeFlags) error {
	m, err := folder.Read(dirs[0])
	if err != nil {
		return folderError(err)
	}
	if f.out == "" {
		f.out = defaultFolder(m.Scenario.Name, m.Seed, share{})
	}
	from := dirs[0]
	shards := others(dirs, f.out) // what is in the folder already stays there
	if f.force && len(shards) < len(dirs) {
		return usage("--force would remove %s, which is to be joined: choose another folder with --out", f.out)
	}
	for _, dir := range shards {
		if within(dir, f.out) {
			return usage("%s lies in %s, where the run is to be kept: choose another folder with --out", dir, f.out)
		}
	}
	sources, err := openSources(shards)
	defer func() {
		for _, s := range sources {
			_ = s.Close() // it was read only
		}
	}()
	if err == nil {
		err = folder.Joinable(sources)
	}
	if err != nil {
		return folderError(err)
	}
	if len(sources) > 0 {
		from, m = sources[0].Dir, sources[0].Manifest
	}
	s, e, err := a.kept(from, m)
	if err != nil {
		return err
	}
	e.Shard, e.Of = 1, 1
	e.Command = replayCommand(scenarioIn(f.out), e.Seed, nil)
	f.rows, f.seed = m.Rows, m.Seed
	_, err = os.Lstat(f.out)
	isNew := errors.Is(err, fs.ErrNotExist)
	dir, err := folder.Open(f.out, e, folder.Options{Scenario: s.Resolved(), Program: version(), Force: f.force})
	if err != nil {
		return folderError(err)
	}
	p := a.reporter("games", "joined", f.reporting)
	found, tally, err := joined(ctx, dir, sources, e, s, f.partial, p)
	if closed := dir.Close(); err == nil && closed != nil {
		err = broken(closed)
	}
	if err != nil {
		if isNew && len(dir.Manifest().Parts) == 0 {
			_ = os.RemoveAll(f.out) // nothing was joined: nothing is left
		}
		return err
	}
	if found == nil {
		return a.showSome(dir, p, f.format)
	}
	p.finished(found.Warnings, "games", found.Games, "signature", found.Signature, "folder", dir.Dir())
	return a.showAll(found, tally, s, e, &f.runFlags, checkOf(scenarioIn(f.out), nil))
}

// others are the folders but the one.
func others(dirs []string, but string) []string {
	var list []string
	is, err := os.Stat(but)
	for _, dir := range dirs {
		info, err2 := os.Stat(dir)
		if err != nil || err2 != nil || !os.SameFile(is, info) {
			list = append(list, dir)
		}
	}
	return list
}

// within says whether a folder lies in another, however deep.
func within(dir, other string) bool {
	outer, err := os.Stat(other)
	path, err2 := filepath.EvalSymlinks(dir)
	if err == nil && err2 == nil {
		path, err2 = filepath.Abs(path)
	}
	if err != nil || err2 != nil {
		return false
	}
	for {
		info, err := os.Stat(path)
		if err == nil && os.SameFile(outer, info) {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
}

func openSources(dirs []string) ([]*folder.Source, error) {
	var sources []*folder.Source
	for _, dir := range dirs {
		s, err := folder.OpenSource(dir)
		if err != nil {
			return sources, err
		}
		sources = append(sources, s)
	}
	return sources, nil
}

// joined joins what the sources have in the open folder and, when all games are there, publishes what they came to.
func joined(ctx context.Context, dir *folder.Folder, sources []*folder.Source, e sim.Experiment, s *configs.Scenario, partial bool, p reporter) (*summary.Summary, *engine.Tally, error) {
	p.began("scenario", e.Name, "sha256", hex.EncodeToString(e.ID[:]), "seed", e.Seed, "games", e.Games, "joined", len(sources), "folder", dir.Dir())
	result, err := dir.Adopt(ctx, sources, partial, p.update)
	p.end()
	for _, n := range dir.Notes() {
		p.note(n)
	}
	var damaged *folder.DamagedPart
	var missing *folder.MissingParts
	switch {
	case errors.As(err, &damaged):
		return nil, nil, broken(fmt.Errorf("%w: to play it again: %s", err, rerun(damaged.Source.Dir, damaged.Source.Manifest)))
	case errors.As(err, &missing):
		return nil, nil, usage("%v: nothing was joined; --partial joins what there is", err)
	case err != nil:
		return nil, nil, folderError(err)
	case result.Interrupted:
		return nil, nil, interrupted(result.Games, e.Games, dir)
	case result.Games < e.Games:
		return nil, result.Tally, nil
	}
	found, err := published(ctx, dir, e, s, result.Tally)
	return found, result.Tally, err
}

// showSome says that a part of a run was joined.
func (a *app) showSome(dir *folder.Folder, p reporter, format string) error {
	is := portionIn(dir)
	p.finished(nil, "games", is.Games, "signature", is.Signature, "folder", is.Folder)
	if format == "json" {
		return a.json(is)
	}
	m := dir.Manifest()
	next := "Odds, pictures and report are made of all games. Merge joins it with other shards; this plays what is missing:\n  " + rerun(is.Folder, &m)
	if _, err := fmt.Fprint(a.out, is.text("not all of it", next)); err != nil {
		return broken(err)
	}
	return nil
}
