package run

import (
	"strings"

	"github.com/spf13/cobra"
)

// helpVerb is cobra's, but for what there is no help about: that is an error.
func helpVerb() *cobra.Command {
	return &cobra.Command{
		Use:     "help [VERB]",
		Short:   "Tell more about a verb",
		Example: "  polemos help run\n  polemos help list measures",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if about, rest, err := c.Root().Find(args); err == nil && len(rest) == 0 {
				for _, verb := range about.Commands() {
					names = append(names, verb.Name()+"\t"+verb.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			switch {
			case err != nil:
				return usage("%v", err)
			case len(rest) > 0 && about.HasSubCommands():
				return noVerb(about, rest)
			case len(rest) > 0:
				return usage("%s has no verbs of its own, found %q", about.CommandPath(), strings.Join(rest, " "))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
