package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
)

func (a *app) newVerb() *cobra.Command {
	var like string
	c := &cobra.Command{
		Use:   "new FILE",
		Short: "Write a commented starter scenario that runs as it is",
		Example: `  polemos new my-war.yaml
  polemos new my-peace.yaml --like long-peace
  polemos run my-war.yaml`,
		Args: one("a file to write", "new my-war.yaml"),
		RunE: func(_ *cobra.Command, args []string) error {
			file := args[0]
			if slices.ContainsFunc(configs.List(), func(l configs.Listing) bool { return l.Name == file }) {
				return usage("%s is a shipped scenario: run would play that one; choose another name, such as %s.yaml", file, file)
			}
			text, err := configs.New(scenarioName(file), quoteWord(file), like, a.table)
			if err != nil {
				return failure{Usage, err}
			}
			if err := writeNew(file, text); err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%s is yours to change. Try it:\n\n  polemos run %s\n", file, quoteWord(file))
			return nil
		},
	}
	c.Flags().StringVar(&like, "like", "inkopah", "shipped `SCENARIO` to start from (polemos list scenarios)")
	_ = c.RegisterFlagCompletionFunc("like", completeScenarios)
	return c
}

// scenarioName is a name for the scenario in a file: the file's, as far as it can
// name folders.
func scenarioName(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	name = strings.Trim(unfit.ReplaceAllString(name, "-"), "-._")
	if len(name) > nameMost || name == "" {
		return "my-war"
	}
	return name
}

// unfit is what names of scenarios do not have.
var unfit = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// nameMost is how long a name may be.
const nameMost = 64

// writeNew writes a file that must not be there yet.
func writeNew(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return usage("%s is there already and is not touched; choose another name", file)
	}
	if err == nil {
		_, err = f.Write(text)
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(file) // half of it is of no use
		}
	}
	if err != nil {
		return broken(fmt.Errorf("the scenario cannot be written: %w", err))
	}
	return nil
}
