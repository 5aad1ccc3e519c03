package run

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/playback"
	"github.com/polemos-sim/polemos/reports/verdicts"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

// compareFlags are the flags of the verb compare.
type compareFlags struct {
	seed, games, workers    uint64
	set                     settings
	with, measures, matters []string
	more, less              []string
	format, html            string
	once                    bool
	reporting
}

func (a *app) compareVerb() *cobra.Command {
	f := compareFlags{games: 1_000_000}
	c := &cobra.Command{
		Use:   "compare A B [C...]",
		Short: "Compare scenarios, or variants of one, game by game on the same dice",
		Long: `Compare plays the same games, with the same dice, under two or more scenarios and
shows by how much each measure differs from the first, with an interval and a
verdict: higher or lower (better or worse, where --more or --less says which), no
difference larger than what does not matter (--within), alike in every game, or
undecided, and then about how many games it needs.

Scenarios are files or names of shipped ones. With one scenario, each --with makes a
variant of it; several settings of a variant are parted by semicolons. Two run folders
of the same seed and games are compared from their tables, without playing.

Since the dice are common, most luck cancels. The games are looked at after 65,536,
twice as many, and so on, up to --games; playing ends when every verdict is given. All
intervals hold together at the first scenario's confidence: the error is shared out
over measures and looks.`,
		Example: `  polemos compare inkopah my-war.yaml
  polemos compare inkopah --with republic.crises.inkopah.victory_points=14 --more odds.victory --less war.length
  polemos compare inkopah --with params.patience=30 --with "params.patience=30; turns=20"
  polemos compare inkopah --with params.patience=63 --measure odds --measure war.length.mean --within odds=0.002
  polemos compare inkopah --with params.patience=30 --html compare.html
  polemos compare inkopah my-war.yaml --measure odds.victory --games 4_000_000 --once --format json
  polemos compare runs/inkopah-1 runs/v20`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("compare needs scenarios: polemos compare inkopah my-war.yaml")
			}
			return nil
		},
		ValidArgsFunction: completeScenarios,
		RunE:              func(c *cobra.Command, args []string) error { return a.compare(c, args, &f) },
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.with, "with", nil, "compare with a variant of the scenario that has `KEY=VALUE[; KEY=VALUE...]`; may be repeated")
	_ = c.RegisterFlagCompletionFunc("with", a.completeKeys)
	flags.StringArrayVar(&f.measures, "measure", nil, "compare this `MEASURE`, or all whose names begin so, such as odds; may be repeated (default: all that are told game by game)")
	_ = c.RegisterFlagCompletionFunc("measure", a.completeMeasures)
	flags.StringArrayVar(&f.matters, "within", nil, "a difference up to `D`, or MEASURE=D, does not matter, in the measure's own unit; may be repeated")
	flags.StringArrayVar(&f.more, "more", nil, "more of this `MEASURE` is better: its verdict is better or worse; may be repeated")
	flags.StringArrayVar(&f.less, "less", nil, "less of this `MEASURE` is better; may be repeated")
	flags.Var(&natural{to: &f.games, low: 1, top: gamesMost, example: "--games 1_000_000"}, "games", "games to play of each scenario at most")
	addSeed(c, &f.seed)
	flags.Var(&natural{to: &f.workers, low: 1, top: 4096, example: "--workers 8"}, "workers", "games are played on so many threads (default: all cores)")
	a.addSet(c, &f.set)
	addFormat(c, &f.format)
	flags.StringVar(&f.html, "html", "", "write a page with pictures to `FILE`: each difference with its interval")
	flags.BoolVar(&f.once, "once", false, "play all --games and look once, for the narrowest intervals")
	addReporting(c, &f.reporting, "no progress")
	return c
}

func (a *app) compare(c *cobra.Command, args []string, f *compareFlags) error {
	comparison := study.Comparison{
		Measures: f.measures, Within: map[string]float64{}, More: f.more, Less: f.less, Looks: study.Looks{Games: f.games},
		Workers: int(f.workers), Closest: expr.Closest,
	}
	if f.once {
		comparison.Looks.First = f.games
	}
	for _, text := range f.matters {
		of, d, err := parseWithin(text)
		if err != nil {
			return err
		}
		comparison.Within[of] = d
	}
	about := verdicts.About{Program: version(), Command: f.command(c, args)}
	if err := a.sides(c, args, f, &comparison, &about); err != nil {
		return err
	}
	p := a.reporter("games", "played", f.reporting)
	p.began("command", about.Command, "seed", f.seed, "games", comparison.Looks.Games)
	comparison.Progress = p.update
	answer, err := study.Compare(c.Context(), comparison)
	p.end()
	if err != nil {
		return studyError(err)
	}
	p.finished(nil, "games", answer.Games)
	if f.html != "" {
		var b bytes.Buffer
		if err := verdicts.WriteComparisonPage(&b, about, f.seed, answer); err != nil {
			return broken(err)
		}
		if err := writeTo(f.html, os.O_TRUNC, b.Bytes()); err != nil {
			return broken(fmt.Errorf("the page cannot be written: %w", err))
		}
	}
	if f.format == "json" {
		err = verdicts.WriteComparisonJSON(a.out, f.seed, answer)
	} else {
		err = verdicts.WriteComparison(a.out, f.seed, answer)
	}
	if err != nil {
		return broken(err)
	}
	return nil
}

// command spells a comparison again, without what does not change the answer.
func (f *compareFlags) command(c *cobra.Command, args []string) string {
	words := []string{"polemos compare"}
	for _, name := range args {
		words = append(words, quoteWord(name))
	}
	for _, list := range []struct {
		flag   string
		values []string
	}{{"with", f.with}, {"set", f.set}, {"measure", f.measures}, {"within", f.matters}, {"more", f.more}, {"less", f.less}} {
		for _, v := range list.values {
			words = append(words, "--"+list.flag, quoteWord(v))
		}
	}
	for _, flag := range []string{"seed", "games"} {
		if x := c.Flags().Lookup(flag); x.Changed {
			words = append(words, "--"+flag, x.Value.String())
		}
	}
	if f.once {
		words = append(words, "--once")
	}
	return strings.Join(words, " ")
}

// played names a scenario on a page.
func played(s *configs.Scenario) verdicts.Scenario {
	return verdicts.Scenario{Name: s.Name, Title: s.Title, SHA256: hex.EncodeToString(s.SHA256[:])}
}

// parseWithin reads "D" or "MEASURE=D".
func parseWithin(text string) (of string, d float64, err error) {
	of, number, named := strings.Cut(text, "=")
	if !named {
		of, number = "", text
	}
	d, err = strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(d > 0) || math.IsInf(d, 0) {
		return "", 0, usage("--within %s: write a number above 0, or MEASURE=NUMBER, such as --within odds=0.001", text)
	}
	return strings.TrimSpace(of), d, nil
}

// sides are what is compared: run folders, scenarios, or variants of one.
func (a *app) sides(c *cobra.Command, args []string, f *compareFlags, to *study.Comparison, about *verdicts.About) error {
	folders := 0
	for _, name := range args {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			folders++
		}
	}
	switch {
	case folders > 0 && folders < len(args):
		return usage("compare takes scenarios or run folders, not both: a folder's scenario.yaml can be played")
	case folders > 0:
		return a.folderSides(c, args, f, to, about)
	case len(args) == 1 && len(f.with) == 0:
		return usage("compare needs two scenarios, or one and --with KEY=VALUE: polemos compare %s --with turns=20", args[0])
	case len(args) > 1 && len(f.with) > 0:
		return usage("--with makes variants of one scenario, and there are %d: give all of them a setting with --set", len(args))
	}
	for _, name := range args {
		if err := a.addSide(name, name, f.set, f, to, about); err != nil {
			return err
		}
	}
	for _, with := range f.with {
		set := append(settings{}, f.set...)
		for text := range strings.SplitSeq(with, ";") {
			if !strings.Contains(text, "=") {
				return usage("--with %q: write KEY=VALUE, several parted by semicolons, such as --with \"turns=20; params.patience=30\"", with)
			}
			set = append(set, strings.TrimSpace(text))
		}
		if err := a.addSide(args[0], args[0]+" with "+with, set, f, to, about); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) addSide(scenario, name string, set settings, f *compareFlags, to *study.Comparison, about *verdicts.About) error {
	s, err := a.scenario(scenario, set)
	if err != nil {
		return err
	}
	about.Scenarios = append(about.Scenarios, played(s))
	to.Sides = append(to.Sides, study.SideOf(name, studied(s, scenario, f.seed, set)))
	if to.Confidence == 0 {
		to.Confidence = s.Confidence
	}
	return nil
}

// studied is the experiment of a scenario in a study, which keeps no rows.
func studied(s *configs.Scenario, name string, seed uint64, set settings) sim.Experiment {
	return sim.Experiment{
		Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256, Seed: seed, Confidence: s.Confidence, Command: replayCommand(name, seed, set),
	}
}

// folderSides are runs that are kept; they say themselves which seed and games they have.
func (a *app) folderSides(c *cobra.Command, dirs []string, f *compareFlags, to *study.Comparison, about *verdicts.About) error {
	for _, flag := range []string{"seed", "games", "set", "with"} {
		if c.Flags().Changed(flag) {
			return usage("--%s does not go with run folders: their games have been played", flag)
		}
	}
	if len(dirs) == 1 {
		return usage("compare needs two run folders, found one: %s", dirs[0])
	}
	var first *folder.Manifest
	for _, dir := range dirs {
		m, err := folder.Read(dir)
		if err != nil {
			return folderError(err)
		}
		s, err := a.scenario(filepath.Join(dir, "scenario.yaml"), nil)
		if err != nil {
			return err
		}
		if sum := fmt.Sprintf("%x", s.SHA256); sum != m.Scenario.SHA256 {
			return usage("%s is not the scenario that was played (SHA-256 %s, the manifest says %s)", filepath.Join(dir, "scenario.yaml"), sum, m.Scenario.SHA256)
		}
		run, err := playback.Open(dir, m, s.Ruleset().Schema())
		if err != nil {
			return failure{Usage, err}
		}
		switch {
		case first == nil:
			first = m
			to.Confidence = s.Confidence
		case m.Seed != first.Seed:
			return usage("%s was played with seed %d and %s with seed %d: only games on the same dice are compared", dirs[0], first.Seed, dir, m.Seed)
		case m.Games != first.Games:
			return usage("%s has %d games and %s has %d: run the shorter one again with --games %d, which extends it", dirs[0], first.Games, dir, m.Games, max(m.Games, first.Games))
		case m.RulesVersion != first.RulesVersion:
			return usage("%s follows version %d of the rules and %s version %d: their dice are not the same", dirs[0], first.RulesVersion, dir, m.RulesVersion)
		}
		about.Scenarios = append(about.Scenarios, played(s))
		to.Sides = append(to.Sides, study.Side{Name: dir, Schema: s.Ruleset().Schema(), NewPlayer: run.NewPlayer, Lacks: run.Lacks()})
	}
	// All games are there: one look, which has all of the error.
	f.seed, to.Looks = first.Seed, study.Looks{First: first.Games, Games: first.Games}
	return nil
}

// studyError is Interrupted, about a game, or about what was asked.
func studyError(err error) error {
	var game *sim.GameError
	switch {
	case errors.Is(err, context.Canceled):
		return failure{Interrupted, errors.New("interrupted: nothing was kept")}
	case errors.As(err, &game):
		return gameError(err)
	}
	return failure{Usage, err}
}
