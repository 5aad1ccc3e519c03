package run

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/study"
)

// studyFlags are the flags that sweep, tune and sensitivity share.
type studyFlags struct {
	seed, games, workers uint64
	set                  settings
	vary                 []string
	exact, out, format   string
	force                bool
	reporting
}

func (f *studyFlags) add(a *app, c *cobra.Command, games uint64, gamesHelp, out string) {
	f.games = games
	flags := c.Flags()
	flags.Var(&natural{to: &f.games, low: 1, top: gamesMost, example: "--games 1_000_000"}, "games", gamesHelp)
	addSeed(c, &f.seed)
	flags.Var(&natural{to: &f.workers, low: 1, top: 4096, example: "--workers 8"}, "workers", "games are played on so many threads (default: all cores)")
	addChoice(c, &f.exact, "exact", "auto|never|only", "auto", "compute without sampling where it is cheap, never, or only so with a large budget")
	flags.StringVar(&f.out, "out", "", out)
	a.addSet(c, &f.set)
	addFormat(c, &f.format)
	addReporting(c, &f.reporting, "no progress and no notes")
	flags.BoolVar(&f.force, "force", false, "replace a folder that holds the answer to another question")
}

// axes are the settings that vary.
func (f *studyFlags) axes() ([]study.Axis, error) {
	var axes []study.Axis
	for _, text := range f.vary {
		a, err := parseAxis(text)
		if err != nil {
			return nil, err
		}
		axes = append(axes, a)
	}
	return axes, nil
}

var minusRange = regexp.MustCompile(`^ *([0-9._]+) *- *([0-9._]+) *$`)

// parseAxis refuses what looks like a range and is a subtraction.
func parseAxis(text string) (study.Axis, error) {
	if key, values, _ := strings.Cut(text, "="); minusRange.MatchString(values) {
		ends := minusRange.FindStringSubmatch(values)
		return study.Axis{}, usage("--vary %s: a range is written with a colon: --vary %s=%s:%s", text, key, ends[1], ends[2])
	}
	a, err := study.ParseAxis(text)
	if err != nil {
		return a, usage("--vary %v", err)
	}
	return a, nil
}

// build makes the experiments of a study about a scenario.
func (a *app) build(name string, set settings) (study.Build, error) {
	base, err := set.parsed()
	if err != nil {
		return nil, err
	}
	return configs.Builder(name, a.table, base), nil
}

// read refuses to vary a param that nothing reads, at one end of the ranges as at the other.
func (a *app) read(name string, f *studyFlags, axes []study.Axis) error {
	base, err := f.set.parsed()
	if err != nil {
		return err
	}
	unread := map[string]int{}
	for _, last := range []bool{false, true} {
		set := slices.Clone(base)
		for _, axis := range axes {
			level := 0
			if last {
				level = axis.Len() - 1
			}
			set = append(set, configs.Setting(axis.Setting(level)))
		}
		s, err := configs.Load(name, a.table, set)
		if err != nil {
			return nil // one point that fails need not stop the others
		}
		for _, p := range s.Params {
			for _, w := range s.Warnings {
				if w.Code == "param_unused" && strings.Contains(w.Text, "param "+p.Name+":") {
					unread["params."+p.Name]++
				}
			}
		}
	}
	s, err := a.scenario(name, f.set)
	if err != nil {
		return err
	}
	var params []string
	for _, p := range s.Params {
		params = append(params, "params."+p.Name)
	}
	for _, axis := range axes {
		if unread[axis.Key] == 2 {
			others := slices.DeleteFunc(slices.Clone(params), func(p string) bool { return p == axis.Key })
			hint := ""
			if near := expr.Closest(axis.Key, others); near != "" {
				hint = " (did you mean " + near + "?)"
			}
			return usage("--vary %s: nothing reads this param, no policy and no expression%s", axis.Key, hint)
		}
	}
	return nil
}

// autoRuns bounds the turns of an exact point that need not be exact. Where it is out of reach no more than half of the
// time is lost, since a game takes a turn at least.
const autoRuns = 1_000_000

// how says how points are worked out; turns are about what a point may take that need not be exact.
func (f *studyFlags) how(ctx context.Context, measures []string, turns uint64) study.How {
	h := study.How{Seed: f.seed, Games: f.games, Workers: int(f.workers), Only: f.exact == "only", Measures: measures, Closest: expr.Closest}
	runs := min(max(turns, sim.GlanceBudget().Runs), autoRuns)
	budget := engine.Budget{Runs: runs, States: runs / 10}
	if h.Only {
		budget = sim.OddsBudget()
	}
	if f.exact != "never" {
		within := func(budget engine.Budget) func(sim.Experiment, []bool) (*engine.Exact, error) {
			return func(e sim.Experiment, columns []bool) (*engine.Exact, error) {
				var asked []string
				for i, c := range e.Ruleset.Schema().Games {
					if columns[i] {
						asked = append(asked, c.Measure)
					}
				}
				return sim.Odds(ctx, e, asked, budget)
			}
		}
		h.Exact, h.Glance = within(budget), within(sim.GlanceBudget())
	}
	return h
}

// about says what a study was asked; command is its verb and what it was given.
func about(s *configs.Scenario, command string) studies.About {
	return studies.About{Name: s.Name, Title: s.Title, SHA256: hex.EncodeToString(s.SHA256[:]), Program: version(), Command: command}
}

// command spells a study's command again, without what does not change the answer.
func (f *studyFlags) command(c *cobra.Command, name string) string {
	text := "polemos " + c.Name() + " " + quoteWord(name)
	add := func(flag, value string) { text += " --" + flag + " " + quoteWord(value) }
	for _, v := range f.vary {
		add("vary", v)
	}
	for _, kv := range f.set {
		add("set", kv)
	}
	for _, flag := range []string{"design", "target", "trajectories", "samples", "indices", "range"} {
		if x := c.Flags().Lookup(flag); x != nil && x.Changed {
			if list, ok := x.Value.(interface{ GetSlice() []string }); ok {
				for _, v := range list.GetSlice() {
					add(flag, v)
				}
				continue
			}
			add(flag, x.Value.String())
		}
	}
	if x := c.Flags().Lookup("measure"); x != nil && x.Changed {
		if list, ok := x.Value.(interface{ GetSlice() []string }); ok {
			for _, v := range list.GetSlice() {
				add("measure", v)
			}
		} else {
			add("measure", x.Value.String())
		}
	}
	if f.exact != "auto" {
		add("exact", f.exact)
	}
	if f.exact != "only" {
		add("seed", strconv.FormatUint(f.seed, 10))
		add("games", spellCount(f.games))
	}
	return text
}

// began is what records say of the beginning of a study.
func (f *studyFlags) began(c *cobra.Command, name string, s *configs.Scenario) []any {
	return []any{"command", f.command(c, name), "scenario", s.Name, "sha256", hex.EncodeToString(s.SHA256[:]), "seed", f.seed, "games", f.games}
}

func identity(kind string, s *configs.Scenario, f *studyFlags, axes []study.Axis) studies.Identity {
	id := studies.Identity{
		Kind: kind, RulesVersion: sim.RulesVersion, Scenario: s.Name, SHA256: hex.EncodeToString(s.SHA256[:]),
		Seed: f.seed, Games: f.games, Exact: f.exact, Settings: []string{}, Measures: []string{},
	}
	for _, a := range axes {
		id.Settings = append(id.Settings, a.String())
	}
	return id
}

func (a *app) sweepVerb() *cobra.Command {
	var f studyFlags
	var design, target string
	var measures []string
	var served address
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
gives curves, two give maps with the contour of even odds, or of --target. Everything
is kept in a folder: sweep.parquet has a row for every point and measure. A sweep that
was stopped goes on with the same command.

` + metricsHelp("points") + `.`,
		Example: `  polemos sweep inkopah --vary republic.crises.inkopah.victory_points=8:40:2
  polemos sweep inkopah --vary republic.crises.inkopah.victory_points=13:30 --vary republic.units.cavalry.start=0:4
  polemos sweep inkopah --vary policies.president.policy=all-in,even-split,just-enough --measure odds.victory
  polemos sweep two-fronts --vary params.exhaustion=10:50 --vary republic.treasury.start=0:60 --design sobol:64 --games 100_000`,
		Args:              one("a scenario", "sweep inkopah --vary params.patience=20:60:5"),
		ValidArgsFunction: completeScenarios,
		RunE: func(c *cobra.Command, args []string) error {
			p, err := meter(a.reporter("points", "done", f.reporting), "points", served)
			if err != nil {
				return err
			}
			defer p.close()
			return a.sweep(c, args[0], &f, p, design, target, measures)
		},
	}
	c.Flags().StringArrayVar(&f.vary, "vary", nil, "vary `KEY=VALUES`: LOW:HIGH:STEP or a,b,c; may be repeated")
	_ = c.RegisterFlagCompletionFunc("vary", a.completeKeys)
	c.Flags().StringVar(&design, "design", "grid", "`DESIGN` of the points: grid, lhs:N or sobol:N")
	c.Flags().StringArrayVar(&measures, "measure", nil, "work out and show this `MEASURE`, or all whose names begin so; may be repeated (default: all but those of single turns, of which odds are shown)")
	_ = c.RegisterFlagCompletionFunc("measure", a.completeMeasures)
	c.Flags().StringVar(&target, "target", "", "draw a line or contour at `MEASURE=VALUE` (default: even odds, over two settings)")
	addMetrics(c, &served)
	f.add(a, c, 1_000_000, "games to play at every point that is not exact", "`DIR` that keeps the sweep (default runs/NAME-sweep-CHECKSUM, one for each question)")
	return c
}

func (a *app) sweep(c *cobra.Command, name string, f *studyFlags, p reporter, design, target string, measures []string) error {
	axes, err := f.axes()
	if err != nil {
		return err
	}
	if len(axes) == 0 {
		return usage("sweep needs settings to vary: polemos sweep %s --vary params.patience=20:60:5", quoteWord(name))
	}
	d, err := study.ParseDesign(design)
	if err != nil {
		return usage("--design %v", err)
	}
	var aim *study.Target
	if target != "" {
		t, err := study.ParseTarget(target)
		if err != nil {
			return usage("--target %v", err)
		}
		aim = &t
		if len(measures) > 0 {
			measures = append([]string{t.Measure}, measures...)
		}
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
	id := identity("sweep", s, f, axes)
	id.Design, id.Measures = d.String(), append(id.Measures, measures...)
	if f.out == "" {
		f.out = filepath.Join("runs", s.Name+"-sweep-"+id.Short())
	}
	points, err := d.Points(axes, f.seed)
	if err != nil {
		return failure{Usage, err}
	}
	if err := anyPoint(build, axes, points, measures); err != nil {
		return scenarioError(err)
	}
	dir, err := studies.Open(f.out, version(), id, f.force)
	if err != nil {
		return folderError(err)
	}
	p.began(append(f.began(c, name, s), "points", len(points), "folder", f.out)...)
	answer, err := sweepInto(c.Context(), dir, study.Sweep{Build: build, Axes: axes, Design: d, How: f.how(c.Context(), measures, f.games)}, p, func(swept *study.Swept) *studies.Sweep {
		return studies.NewSweep(about(s, f.command(c, name)), swept, measures, aim)
	})
	if closed := dir.Close(); err == nil && closed != nil {
		err = broken(closed)
	}
	if err != nil {
		return err
	}
	p.finished(nil, "points", len(points), "folder", f.out)
	if f.format == "json" {
		err = answer.JSON(a.out)
	} else if err = answer.Text(a.out); err == nil {
		_, err = fmt.Fprintf(a.out, "\n%s: report.html, sweep.parquet, plots/\n", f.out)
	}
	if err != nil {
		return broken(err)
	}
	return nil
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

func sweepInto(ctx context.Context, dir *studies.Folder, s study.Sweep, p reporter, shown func(*study.Swept) *studies.Sweep) (*studies.Sweep, error) {
	s.Store = dir
	s.Progress = p.update
	swept, err := s.Run(ctx)
	p.end()
	for _, n := range dir.Notes() {
		p.note(n)
	}
	switch {
	case errors.Is(err, study.ErrInterrupted):
		return nil, failure{Interrupted, errors.New("interrupted: " + keptIn(dir))}
	case err != nil:
		return nil, folderError(err)
	}
	answer := shown(swept)
	if err := answer.Publish(dir); err != nil {
		return nil, broken(err)
	}
	return answer, nil
}
