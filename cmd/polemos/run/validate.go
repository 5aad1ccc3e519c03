package run

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
)

func (a *app) validateVerb() *cobra.Command {
	var set settings
	var format string
	resolved := false
	c := &cobra.Command{
		Use:   "validate SCENARIO...",
		Short: "Check scenarios: all errors at once, with line and column, and warnings",
		Example: `  polemos validate my-war.yaml
  polemos validate configs/*.yaml --format json
  polemos validate inkopah --resolved --set params.patience=30`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("validate needs a scenario: polemos validate my-war.yaml")
			}
			return nil
		},
		ValidArgsFunction: completeScenarios,
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := set.parsed()
			if err != nil {
				return err
			}
			status := Done
			findings := []validation{}
			for _, name := range args {
				v := a.validate(name, list)
				status = max(status, v.status)
				findings = append(findings, v)
				if format == "text" {
					a.printValidation(v, resolved)
				}
			}
			if format == "json" {
				if err := a.json(findings); err != nil {
					return err
				}
			}
			if status != Done {
				return failure{status, errors.New("")} // all is said
			}
			return nil
		},
	}
	c.Flags().BoolVar(&resolved, "resolved", false, "print the resolved scenario, every default written out")
	a.addSet(c, &set)
	addFormat(c, &format)
	return c
}

// validation is what validate says of one scenario.
type validation struct {
	Scenario string    `json:"scenario"`
	Valid    bool      `json:"valid"`
	SHA256   string    `json:"sha256,omitempty"`
	Errors   []message `json:"errors"`
	Warnings []message `json:"warnings"`

	resolved []byte
	status   int
}

type message struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Key    string `json:"key,omitempty"`
	Code   string `json:"code,omitempty"`
	Text   string `json:"text"`
	Hint   string `json:"hint,omitempty"`
	full   string // as a line of text
}

func (a *app) validate(name string, set []configs.Setting) validation {
	v := validation{Scenario: name, Errors: []message{}, Warnings: []message{}}
	s, err := configs.Load(name, a.table, set)
	var problems configs.Problems
	switch {
	case errors.As(err, &problems):
		v.status = Usage
		for _, p := range problems {
			v.Errors = append(v.Errors, message{File: p.File, Line: p.Line, Column: p.Col, Key: p.Path, Text: p.Msg, Hint: p.Hint, full: p.Error()})
		}
	case err != nil:
		var f failure
		errors.As(scenarioError(err), &f)
		v.status = f.status
		v.Errors = append(v.Errors, message{Text: f.Error(), full: f.Error()})
	default:
		v.Valid, v.SHA256, v.resolved = true, fmt.Sprintf("%x", s.SHA256), s.Resolved()
		for _, w := range s.Warnings {
			v.Warnings = append(v.Warnings, message{File: w.File, Line: w.Line, Column: w.Col, Code: w.Code, Text: w.Text, full: w.String()})
		}
	}
	return v
}

func (a *app) printValidation(v validation, resolved bool) {
	for _, m := range v.Errors {
		fmt.Fprintln(a.err, m.full)
	}
	for _, m := range v.Warnings {
		fmt.Fprintln(a.err, m.full)
	}
	if !v.Valid {
		return
	}
	if resolved {
		a.out.Write(v.resolved)
		return
	}
	fmt.Fprintf(a.out, "%s is valid\n", v.Scenario)
}
