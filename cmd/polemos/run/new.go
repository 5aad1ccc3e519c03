package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			text, err := configs.New(name, like, a.table)
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
	c.Flags().StringVar(&like, "like", "inkopah", "shipped scenario to start from (polemos list scenarios)")
	_ = c.RegisterFlagCompletionFunc("like", completeScenarios)
	return c
}

// writeNew writes a file that must not be there yet.
func writeNew(file string, text []byte) (err error) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return usage("%s is there already and is not touched; choose another name", file)
	}
	if err != nil {
		return broken(err)
	}
	defer func() {
		if e := f.Close(); err == nil && e != nil {
			err = broken(e)
		}
	}()
	if _, err := f.Write(text); err != nil {
		return broken(err)
	}
	return nil
}
