package run

import (
	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/reports/summary"
)

func (a *app) schemaVerb() *cobra.Command {
	of := ""
	c := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenario files, for editors, or of summary.json",
		Long: `Schema prints the JSON Schema of scenario files, policies and their options
included. In an editor with a YAML language server, save it and begin a scenario with

  # yaml-language-server: $schema=polemos.schema.json`,
		Example: `  polemos schema > polemos.schema.json
  polemos schema --of summary > summary.schema.json`,
		Args: none,
		RunE: func(*cobra.Command, []string) error {
			text := summary.Schema()
			if of == "scenario" {
				text = configs.Schema(a.table)
			}
			if _, err := a.out.Write(text); err != nil {
				return broken(err)
			}
			return nil
		},
	}
	addChoice(c, &of, "of", "scenario|summary", "scenario", "what the schema describes")
	return c
}
