package run

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim"
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
			if p.Unread {
				unread["params."+p.Name]++
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
	for _, flag := range []string{"design", "target", "trajectories", "samples", "indices", "measure"} {
		x := c.Flags().Lookup(flag)
		if x == nil || !x.Changed {
			continue
		}
		values := []string{x.Value.String()}
		if list, ok := x.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			add(flag, v)
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
	return a.showAnswer(f, answer, "report.html, plots/, "+id.Kind+".json")
}

// showAnswer shows an answer, and what files about it the folder has.
func (a *app) showAnswer(f *studyFlags, answer answered, files string) error {
	show := answer.Text
	if f.format == "json" {
		show = answer.JSON
	}
	if err := show(a.out); err != nil {
		return broken(err)
	}
	if f.out != "" && f.format == "text" {
		fmt.Fprintf(a.out, "\n%s: %s\n", f.out, files)
	}
	return nil
}

// answerInto works an answer out and keeps it in the folder.
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
