package run

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/terminal"
	"github.com/polemos-sim/polemos/sim/measure"
)

func (a *app) listVerb() *cobra.Command {
	c := &cobra.Command{
		Use:   "list",
		Short: "List scenarios, policies, measures or keys",
		Example: `  polemos list scenarios
  polemos list policies
  polemos list measures inkopah
  polemos list keys`,
		Args: noVerb,
		RunE: func(*cobra.Command, []string) error {
			return usage("list needs to know what: polemos list scenarios, polemos list policies, polemos list measures SCENARIO, polemos list keys")
		},
	}
	c.AddCommand(a.listScenarios(), a.listPolicies(), a.listMeasures(), a.listKeys())
	return c
}

func (a *app) listScenarios() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "scenarios", Short: "Shipped scenarios", Args: none,
		Example: "  polemos list scenarios",
		RunE: func(*cobra.Command, []string) error {
			type entry struct {
				Name  string `json:"name"`
				Title string `json:"title"`
			}
			list := []entry{}
			for _, s := range configs.List() {
				list = append(list, entry{s.Name, s.Title})
			}
			if format == "json" {
				return a.json(list)
			}
			for _, s := range list {
				a.entry("", 18, s.Name, s.Title)
			}
			return nil
		},
	}
	addFormat(c, &format)
	return c
}

func (a *app) listPolicies() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "policies", Short: "Policies of every seat, with their options", Args: none,
		Example: "  polemos list policies\n  polemos list policies --format json",
		RunE: func(*cobra.Command, []string) error {
			list := a.table.Describe(nil)
			if format == "json" {
				return a.json(list)
			}
			seat := ""
			for _, p := range list {
				if p.Seat != seat {
					seat = p.Seat
					heading := seat
					if seat == policies.CitySeat {
						heading += ": one for each major city-state, under its name"
					}
					fmt.Fprintln(a.out, heading)
				}
				a.entry("  ", 18, p.Policy, p.About)
				for _, o := range p.Options {
					a.entry("    ", 18, o.Key, o.Doc+" ("+optionType(o)+")")
				}
			}
			return nil
		},
	}
	addFormat(c, &format)
	return c
}

// optionType says what an option takes and what it is when left out.
func optionType(o policies.Option) string {
	var text string
	switch o.Type {
	case policies.Whole:
		text = "whole number or param"
	case policies.Probability:
		text = "probability"
	case policies.Nested:
		var levels []string
		for _, l := range o.Shape {
			levels = append(levels, string(l))
		}
		text = strings.Join(levels, " > ")
	}
	if o.Default != "" {
		text += "; default " + o.Default
	}
	return text
}

func (a *app) listMeasures() *cobra.Command {
	var set settings
	var format string
	c := &cobra.Command{
		Use: "measures SCENARIO", Short: "Measures of a scenario, as summaries and expectations spell them",
		Example:           "  polemos list measures inkopah",
		Args:              one("a scenario", "list measures inkopah"),
		ValidArgsFunction: completeScenarios,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.scenario(args[0], set)
			if err != nil {
				return err
			}
			type entry struct {
				Measure string `json:"measure"`
				Unit    string `json:"unit"`
				Doc     string `json:"doc"`
			}
			list := []entry{}
			for _, v := range measure.List(s.Ruleset().Schema()) {
				list = append(list, entry{v.Name, v.Unit, v.Doc})
			}
			if format == "json" {
				return a.json(list)
			}
			for _, e := range list {
				unit := ""
				if e.Unit != "" {
					unit = " (" + e.Unit + ")"
				}
				a.entry("", 34, e.Measure, e.Doc+unit)
			}
			return nil
		},
	}
	a.addSet(c, &set)
	addFormat(c, &format)
	return c
}

func (a *app) listKeys() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "keys", Short: "Keys of scenario files: what each means, takes and is when left out", Args: none,
		Example: "  polemos list keys\n  polemos list keys --format json",
		RunE: func(*cobra.Command, []string) error {
			if format == "json" {
				return a.json(configs.Keys(a.table))
			}
			if _, err := a.out.Write(configs.Reference(a.table)); err != nil {
				return broken(err)
			}
			return nil
		},
	}
	addFormat(c, &format)
	return c
}

// leastText is the columns that a text behind a name needs to be wrapped beside it.
const leastText = 20

// entry writes a line of a list: a name padded to so many columns, two spaces, and what it is. On a terminal the
// text is broken to its width, below where it began.
func (a *app) entry(indent string, columns int, name, text string) {
	start := fmt.Sprintf("%s%-*s  ", indent, columns, name)
	lines := []string{text}
	if room := a.outWidth - len(start); room >= leastText {
		lines = terminal.Wrap(text, room)
	}
	for i, line := range lines {
		if i > 0 {
			start = strings.Repeat(" ", len(start))
		}
		fmt.Fprintf(a.out, "%s%s\n", start, line)
	}
}

// json writes a value as indented JSON to standard output.
func (a *app) json(v any) error {
	if err := answers.Write(a.out, v); err != nil {
		return broken(err)
	}
	return nil
}
