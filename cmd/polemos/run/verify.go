package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/reports/verify"
	"github.com/polemos-sim/polemos/sim"
)

// verifyFlags are the flags of the verb verify.
type verifyFlags struct {
	sample uint64
	format string
}

func (a *app) verifyVerb() *cobra.Command {
	f := verifyFlags{sample: 1000}
	c := &cobra.Command{
		Use:   "verify DIR",
		Short: "Check that a run folder still holds what was played",
		Long: `Verify checks the folder of a run or of a shard and changes nothing in it: the
manifest against the records of the parts, every checksum, the rows of every table
against what was counted, the signature, the numbers of the summary, and a sample of
games, spread evenly over all, which are played again turn by turn.

Whatever does not hold is told with the file, what was found and expected, and what
mends it. A run that is not finished is checked as far as it came.

The exit status is 0 when all holds, 1 when something does not, and 4 when the folder
cannot be read.`,
		Example: `  polemos verify runs/inkopah-1
  polemos verify runs/inkopah-1 --sample 10_000 --format json`,
		Args: one("the folder of a run", "verify runs/inkopah-1"),
		RunE: func(c *cobra.Command, args []string) error { return a.verify(c.Context(), args[0], &f) },
	}
	c.Flags().Var(&natural{to: &f.sample, top: gamesMost, words: map[string]uint64{"all": gamesMost}, example: "--sample 10_000 or --sample all"}, "sample", "games to play again at most")
	addFormat(c, &f.format)
	return c
}

func (a *app) verify(ctx context.Context, dir string, f *verifyFlags) error {
	reading, err := folder.Hold(dir)
	if err != nil {
		return folderError(err)
	}
	defer reading.Close()
	m, err := folder.Read(dir)
	if err != nil {
		return folderError(err)
	}
	r := verify.Run{Dir: dir, Manifest: m, Sample: f.sample, Rerun: rerun(dir, m), Redraw: "polemos report " + quoteWord(dir)}
	s, e, lost := a.kept(dir, m)
	if lost == nil {
		r.Experiment = e
		r.Summary = func(t *engine.Tally) (*summary.Summary, error) {
			found, err := findings.Of(runOf(s, e), t)
			if err == nil {
				glance(ctx, e, found)
				err = ctx.Err()
			}
			return found, err
		}
	} else {
		r.Experiment = sim.Experiment{Seed: m.Seed, Games: m.Games, PartGames: m.PartGames, TurnsFor: m.TurnsFor, Shard: m.Shard, Of: m.Of, Keep: keep(m.Rows)}
		r.Rerun, r.Redraw = "give the command that began the run", "give the command that began the run"
	}
	report, err := verify.Check(ctx, r)
	switch {
	case ctx.Err() != nil:
		return failure{Interrupted, errors.New("interrupted: the check is not finished")}
	case err != nil:
		return broken(err)
	}
	if lost != nil {
		report.Holds = false
		report.Findings = append(report.Findings, verify.Finding{File: "scenario.yaml", Found: lost.Error(), Expected: "the scenario with the SHA-256 " + m.Scenario.SHA256, Mend: r.Rerun})
	}
	if err := a.showVerified(report, m, f.format); err != nil {
		return err
	}
	if !report.Holds {
		return failure{Failed, errors.New("")}
	}
	return nil
}

func (a *app) showVerified(r *verify.Report, m *folder.Manifest, format string) error {
	if format == "json" {
		return a.json(r)
	}
	_, err := fmt.Fprint(a.out, verifiedText(r, m))
	if err != nil {
		return broken(err)
	}
	return nil
}

// verifiedText tells what was checked, then what does not hold.
func verifiedText(r *verify.Report, m *folder.Manifest) string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s%s\n", name, fmt.Sprintf(format, args...))
	}
	share := ""
	if m.Of > 1 {
		share = fmt.Sprintf("   shard %d of %d", m.Shard, m.Of)
	}
	fmt.Fprintf(&b, "%s   seed %d%s   %s\n\n", m.Scenario.Name, m.Seed, share, r.Folder)
	line("games", "%s of %s, in %d of %d parts", spellGames(r.Games), spellGames(r.GamesAsked), r.Parts, r.PartsAsked)
	line("files", "%d, %s", r.Files, folder.Bytes(uint64(r.Bytes)))
	var rows []string
	for _, table := range []string{"games", "wars", "turns"} {
		if n, ok := r.Rows[table]; ok {
			rows = append(rows, spellGames(uint64(n))+" of "+table)
		}
	}
	if rows != nil {
		line("rows", "%s", strings.Join(rows, ", "))
	}
	from := "of what was counted"
	if r.FromRows {
		from = "of what was counted and of the rows"
	}
	line("signature", "%s, %s", r.Signature, from)
	if r.Replayed > 0 {
		line("replayed", "%s games", spellGames(uint64(r.Replayed)))
	}
	if r.FromSummary {
		line("summary", "computed again from what was counted, as are the curves")
	}
	b.WriteString("\n")
	for _, note := range r.Notes {
		b.WriteString(note + "\n")
	}
	for _, f := range r.Findings {
		file := filepath.FromSlash(f.File)
		if f.Game != nil {
			file += fmt.Sprintf(", game %d", *f.Game)
		}
		fmt.Fprintf(&b, "%s: found: %s; expected: %s; to mend it: %s\n", file, f.Found, f.Expected, f.Mend)
	}
	switch len(r.Findings) {
	case 0:
		b.WriteString("all of it holds\n")
	case 1:
		b.WriteString("1 thing does not hold\n")
	default:
		fmt.Fprintf(&b, "%d things do not hold\n", len(r.Findings))
	}
	return b.String()
}
