package run

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// completionVerb writes what makes a shell complete verbs, flags and scenarios.
func (a *app) completionVerb() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print what makes a shell complete verbs, flags and scenarios",
		Long: `Completion prints a script for bash, zsh, fish or powershell that completes verbs,
flags and names of scenarios. Where each shell looks for it:

  bash        ~/.local/share/bash-completion/completions/polemos
  zsh         a file _polemos in a folder of $fpath
  fish        ~/.config/fish/completions/polemos.fish
  powershell  add the output to the file $PROFILE`,
		Example: `  source <(polemos completion bash)
  polemos completion bash > polemos.bash
  polemos completion zsh > _polemos`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("completion needs one shell: polemos completion %s", strings.Join(shells, ", polemos completion "))
			}
			return nil
		},
		ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			generate := map[string]func(io.Writer) error{
				"bash":       func(w io.Writer) error { return c.Root().GenBashCompletionV2(w, true) },
				"zsh":        c.Root().GenZshCompletion,
				"fish":       func(w io.Writer) error { return c.Root().GenFishCompletion(w, true) },
				"powershell": c.Root().GenPowerShellCompletionWithDesc,
			}[args[0]]
			if generate == nil {
				return usage("there is no completion for %q: choose one of %s", args[0], strings.Join(shells, ", "))
			}
			if err := generate(a.out); err != nil {
				return broken(fmt.Errorf("the script cannot be written: %w", err))
			}
			return nil
		},
	}
}
