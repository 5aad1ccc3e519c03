package run

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// ofOneCheckout are the modules whose version is that of all packages here: they lie in one checkout.
var ofOneCheckout = []string{"github.com/polemos-sim/polemos", "github.com/polemos-sim/polemos/cmd/polemos-beam"}

// version is the program's version: the module's, as the build knows it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(ofOneCheckout, info.Main.Path) && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

func program() summary.Program {
	return summary.Program{Name: "polemos", Version: version(), RulesVersion: sim.RulesVersion}
}

func (a *app) versionVerb() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the program, its rules and its files",
		Example: "  polemos version\n  polemos version --format json",
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			if format == "json" {
				return a.json(struct {
					Version       string `json:"version"`
					RulesVersion  int    `json:"rules_version"`
					SchemaVersion int    `json:"schema_version"`
					Go            string `json:"go"`
					Platform      string `json:"platform"`
				}{version(), sim.RulesVersion, summary.SchemaVersion, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH})
			}
			fmt.Fprintf(a.out, "polemos %s, rules version %d, summary version %d, %s %s/%s\n",
				version(), sim.RulesVersion, summary.SchemaVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
	addFormat(c, &format)
	return c
}
