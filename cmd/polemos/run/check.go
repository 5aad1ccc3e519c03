package run

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/verdicts"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/study"
)

// checkFlags are the flags of the verb check.
type checkFlags struct {
	seed, games, workers uint64
	set                  settings
	exact, format        string
	junit, markdown      string
	html                 string
	github               bool
	reporting
}

// firstCheck is the number of games before the first look: most lines are clear soon.
const firstCheck = 8192

// exactBudget is what an exact answer may cost before games are played instead: a fraction of a second. It counts steps
// and not time, so that it is the same everywhere.
var exactBudget = engine.Budget{States: 100_000, Runs: 500_000}

func (a *app) checkVerb() *cobra.Command {
	f := checkFlags{games: 1 << 24}
	c := &cobra.Command{
		Use:   "check SCENARIO...",
		Short: "Test what scenarios expect of themselves: pass, fail or undecided",
		Long: `Check answers the lines under expect: of each scenario with pass, fail or undecided:
from exact odds where they are cheap, else by playing games until every line is
clear, at most --games.

The answers of a file hold together at its confidence: the error is shared out over
its lines, and over looks after 8,192 games, twice as many, and so on. The same seed
gives the same answers; another seed gives a wrong one at most as often as the
confidence says.

The exit status is 0 when all lines pass, 1 when one fails, 3 when none fails and one
is undecided, 2 when a scenario is invalid: then nothing is checked, and what is wrong
stands where the answers would, but for --html.`,
		Example: `  polemos check inkopah
  polemos check configs/*.yaml --junit check.xml --markdown check.md
  polemos check inkopah two-fronts --html check.html
  polemos check inkopah --set params.patience=63 --games 4_000_000 --format json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("check needs a scenario: polemos check inkopah")
			}
			return nil
		},
		ValidArgsFunction: completeScenarios,
		RunE:              func(c *cobra.Command, args []string) error { return a.check(c, args, &f) },
	}
	flags := c.Flags()
	flags.Var(&natural{to: &f.games, low: 1, top: gamesMost, example: "--games 4_000_000"}, "games", "games to play of each scenario at most")
	addSeed(c, &f.seed)
	flags.Var(&natural{to: &f.workers, low: 1, top: 4096, example: "--workers 8"}, "workers", "games are played on so many threads (default: all cores)")
	addChoice(c, &f.exact, "exact", "auto|never", "auto", "answer without sampling where it is cheap, or always play")
	a.addSet(c, &f.set)
	addFormat(c, &f.format)
	flags.StringVar(&f.junit, "junit", "", "write JUnit XML to `FILE`; undecided is skipped")
	flags.StringVar(&f.markdown, "markdown", "", "write a summary in Markdown to `FILE` (in GitHub Actions it is always added to the job's summary)")
	flags.StringVar(&f.html, "html", "", "write a page with pictures to `FILE`: each expectation's bounds, and what is")
	flags.BoolVar(&f.github, "github", false, "write annotations for GitHub Actions (there: always)")
	addReporting(c, &f.reporting, "no progress and no warnings")
	return c
}

func (a *app) check(c *cobra.Command, args []string, f *checkFlags) error {
	scenarios, err := a.scenarios(args, f.set)
	if problems, ok := errors.AsType[configs.Problems](err); ok {
		if err := a.reportInvalid(problems, f); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	var checks []verdicts.Check
	about := verdicts.About{Program: version()}
	status := study.Pass
	for i, s := range scenarios {
		about.Scenarios = append(about.Scenarios, played(s))
		answer, err := a.checkOne(c, args[i], s, f)
		if err != nil {
			return err
		}
		checks = append(checks, answer)
		switch holds := answer.Holds(); {
		case holds == study.Fail, holds == study.Undecided && status == study.Pass:
			status = holds
		}
	}
	if err := a.report(about, checks, f); err != nil {
		return err
	}
	switch status {
	case study.Fail:
		return failure{Failed, errors.New("")}
	case study.Undecided:
		return failure{Undecided, errors.New("")}
	}
	return nil
}

// scenarios loads all of them before any is played; the error has the problems of all.
func (a *app) scenarios(names []string, set settings) ([]*configs.Scenario, error) {
	var list []*configs.Scenario
	var all configs.Problems
	for _, name := range names {
		s, err := a.scenario(name, set)
		var problems configs.Problems
		if errors.As(err, &problems) {
			all = append(all, problems...)
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	if all != nil {
		return nil, failure{Usage, all}
	}
	return list, nil
}

func (a *app) checkOne(c *cobra.Command, name string, s *configs.Scenario, f *checkFlags) (verdicts.Check, error) {
	file := fileOf(name)
	shown := verdicts.Check{Scenario: s.Name, Title: s.Title, Seed: f.seed, Replay: checkCommand(name, f)}
	checks := study.Checks{Experiment: studied(s, name, f.seed, f.set), Looks: study.Looks{First: firstCheck, Games: f.games}, Workers: int(f.workers)}
	if f.exact == "auto" {
		checks.Exact = exactly
	}
	for _, e := range s.Expect {
		m, err := measure.Parse(e.Measure, s.Ruleset().Schema(), expr.Closest)
		if err != nil {
			return shown, failure{Usage, fmt.Errorf("%s:%d:%d: %w", file, e.Line, e.Col, err)}
		}
		checks.Lines = append(checks.Lines, study.Line{Measure: m, Low: e.Low, High: e.High})
		at := verdicts.Place{File: file, Line: e.Line, Col: e.Col, Expected: e.Text}
		if e.Line == 0 {
			at.File = "--set"
		}
		shown.Places = append(shown.Places, at)
	}
	p := a.reporter("games", "played", f.reporting)
	p.began("scenario", s.Name, "sha256", hex.EncodeToString(s.SHA256[:]), "seed", f.seed, "games", f.games, "expectations", len(s.Expect))
	for _, w := range s.Warnings {
		p.warn(w.String())
	}
	if len(s.Expect) == 0 {
		p.warn(file + ": warning: it expects nothing of itself: add lines under expect:")
	}
	checks.Progress = p.update
	var err error
	shown.Checked, err = study.Check(c.Context(), checks)
	p.end()
	if err != nil {
		return shown, studyError(err)
	}
	answers := map[study.Holds]int{}
	for _, one := range shown.Answers {
		answers[one.Holds]++
	}
	p.finished(nil, "scenario", s.Name, "games", shown.Games, "pass", answers[study.Pass], "fail", answers[study.Fail], "undecided", answers[study.Undecided])
	return shown, nil
}

// exactly computes what can come of a game where that is cheap.
func exactly(e sim.Experiment, columns []bool) *engine.Exact {
	x, ok, err := engine.Solve(e.Ruleset, columns, exactBudget, nil)
	if !ok || err != nil {
		return nil // a game that goes wrong is met, and told, in playing
	}
	return x
}

// forms are those in which the answers go to others; nil where there is none.
type forms struct{ junit, markdown, html, annotations func(io.Writer) error }

// report writes the answers wherever they are wanted.
func (a *app) report(about verdicts.About, checks []verdicts.Check, f *checkFlags) error {
	err := a.tell(forms{
		junit:       func(w io.Writer) error { return verdicts.WriteJUnit(w, checks) },
		markdown:    func(w io.Writer) error { return verdicts.WriteMarkdown(w, checks) },
		html:        func(w io.Writer) error { return verdicts.WritePage(w, about, checks) },
		annotations: func(w io.Writer) error { return verdicts.WriteAnnotations(w, checks) },
	}, f)
	if err != nil {
		return err
	}
	write := verdicts.WriteText
	if f.format == "json" {
		write = verdicts.WriteJSON
	}
	if err := write(a.out, checks); err != nil {
		return broken(err)
	}
	return nil
}

// reportInvalid writes what is wrong with scenarios where the answers would have gone; there is no page of it.
func (a *app) reportInvalid(problems configs.Problems, f *checkFlags) error {
	var list []verdicts.Invalid
	for _, p := range problems {
		x := verdicts.Invalid{Place: verdicts.Place{File: p.File, Line: p.Line, Col: p.Col}, Text: p.Error()}
		if p.Line > 0 {
			x.Text = strings.TrimPrefix(x.Text, fmt.Sprintf("%s:%d:%d: ", p.File, p.Line, p.Col))
		} else {
			x.File = "--set"
		}
		list = append(list, x)
	}
	return a.tell(forms{
		junit:       func(w io.Writer) error { return verdicts.WriteInvalidJUnit(w, list) },
		markdown:    func(w io.Writer) error { return verdicts.WriteInvalidMarkdown(w, list) },
		annotations: func(w io.Writer) error { return verdicts.AnnotateInvalid(w, list) },
	}, f)
}

// tell writes every form that is asked for, by a flag or by GitHub Actions.
func (a *app) tell(t forms, f *checkFlags) error {
	type output struct {
		file  string
		write func(io.Writer) error
		flags int
	}
	const replace, add = os.O_TRUNC, os.O_APPEND
	for _, o := range []output{{f.junit, t.junit, replace}, {f.markdown, t.markdown, replace}, {f.html, t.html, replace}, {a.getenv("GITHUB_STEP_SUMMARY"), t.markdown, add}} {
		if o.file == "" || o.write == nil {
			continue
		}
		var b bytes.Buffer
		if err := o.write(&b); err != nil {
			return broken(err)
		}
		if err := writeTo(o.file, o.flags, b.Bytes()); err != nil {
			return broken(fmt.Errorf("the answers cannot be written: %w", err))
		}
	}
	if f.github || a.getenv("GITHUB_ACTIONS") == "true" {
		if err := t.annotations(a.err); err != nil {
			return broken(err)
		}
	}
	return nil
}

func writeTo(name string, flags int, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|flags, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// fileOf is the file of a scenario for messages, as the loader names it.
func fileOf(name string) string {
	for _, l := range configs.List() {
		if l.Name == name {
			return name + ".yaml"
		}
	}
	return name
}

// checkCommand spells how to ask again.
func checkCommand(name string, f *checkFlags) string {
	words := []string{"polemos check", quoteWord(name), fmt.Sprintf("--seed %d --games %d", f.seed, f.games)}
	if f.exact != "auto" {
		words = append(words, "--exact "+f.exact)
	}
	for _, kv := range f.set {
		words = append(words, "--set "+quoteWord(kv))
	}
	return strings.Join(words, " ")
}
