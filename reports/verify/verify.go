package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// A Run is a run folder to be checked, and what its caller knows of it.
type Run struct {
	Dir        string
	Manifest   *folder.Manifest
	Experiment sim.Experiment // what was played
	// Lost says why the scenario that was played is not there any more; nil: it is. Without it the experiment has no ruleset,
	// and only checksums are compared.
	Lost error
	// Summary says what summary.json should, of a tally of all games.
	Summary func(*engine.Tally) (*summary.Summary, error)
	Sample  uint64 // games to replay at most

	// Rerun and Redraw spell the commands that play a part again, and that make again what is made of all parts.
	Rerun, Redraw string
}

// A Finding is something that does not hold.
type Finding struct {
	File     string  `json:"file"` // in the folder, with slashes
	Game     *uint64 `json:"game,omitempty"`
	Found    string  `json:"found"`
	Expected string  `json:"expected"`
	Mend     string  `json:"mend"` // what would make it hold again
}

// A Report is what a check came to.
type Report struct {
	Folder      string           `json:"folder"`
	Holds       bool             `json:"holds"`
	Complete    bool             `json:"complete"` // all parts are there
	Games       uint64           `json:"games"`    // in the parts that are there
	GamesAsked  uint64           `json:"games_asked"`
	Parts       int              `json:"parts"`
	PartsAsked  int              `json:"parts_asked"`
	Files       int              `json:"files"` // whose checksum was compared
	Bytes       int64            `json:"bytes"` // of these files
	Rows        map[string]int64 `json:"rows"`  // that were compared with the tallies, by table
	Replayed    int              `json:"replayed"`
	Signature   string           `json:"signature"`    // of the tallies
	FromRows    bool             `json:"from_rows"`    // the signature was computed from the rows as well
	FromSummary bool             `json:"from_summary"` // the summary's numbers and the curves were compared, too
	Notes       []string         `json:"notes"`        // what could not be checked, and why
	Findings    []Finding        `json:"findings"`
}

// tableNames are the tables that a run may keep, in the order in which they are told.
var tableNames = []string{"games", "wars", "turns"}

// checker is a check under way.
type checker struct {
	Run
	report Report
	tally  *engine.Tally // of the parts that are there; nil: not known
	whole  bool          // all of them, undamaged
}

// Check checks the run. The error is about what could not be read, or the context's.
func Check(ctx context.Context, r Run) (*Report, error) {
	e, err := r.Experiment.Checked()
	if r.Lost == nil && err != nil {
		return nil, err
	}
	r.Experiment = e
	m := r.Manifest
	c := &checker{Run: r, whole: true, report: Report{
		Folder: r.Dir, Complete: m.Complete, GamesAsked: e.ShardGames(), PartsAsked: len(e.Parts()), Signature: m.Signature,
		Rows: map[string]int64{}, Notes: []string{}, Findings: []Finding{},
	}}
	c.manifest()
	if err := c.parts(ctx); err != nil {
		return nil, err
	}
	if err := c.strays(); err != nil {
		return nil, err
	}
	if err := c.made(); err != nil {
		return nil, err
	}
	if r.Lost != nil {
		c.find(Finding{File: "scenario.yaml", Found: r.Lost.Error(), Expected: "the scenario with the SHA-256 " + m.Scenario.SHA256, Mend: r.Rerun})
	}
	c.report.Holds = len(c.report.Findings) == 0
	return &c.report, nil
}

func (c *checker) find(f ...Finding) { c.report.Findings = append(c.report.Findings, f...) }

func (c *checker) note(format string, args ...any) {
	c.report.Notes = append(c.report.Notes, fmt.Sprintf(format, args...))
}

// anew says how a part is mended whose files are as recorded and nevertheless wrong: its record must go first.
func (c *checker) anew(part int) string {
	return fmt.Sprintf("remove %s, then %s", filepath.Join(c.Dir, filepath.FromSlash(recordName(part))), c.Rerun)
}

func recordName(part int) string { return folder.PartPath("tallies", part, "tally") }

func tableName(table string, part int) string { return folder.PartPath(table, part, "parquet") }

// recorded is what is on record of a file.
func recorded(x folder.File) string {
	return fmt.Sprintf("%d bytes with the checksum %s", x.Bytes, x.XXH3)
}

// partsAtOnce bounds the parts that are in memory.
const partsAtOnce = 4

// manifest checks what manifest.json says beside the records of the parts.
func (c *checker) manifest() {
	m := c.Manifest
	find := func(found, expected string) {
		c.find(Finding{File: "manifest.json", Found: found, Expected: expected, Mend: c.Rerun})
	}
	for i, r := range m.Parts[min(1, len(m.Parts)):] {
		if r.Part <= m.Parts[i].Part {
			find(fmt.Sprintf("part %d is listed after part %d", r.Part, m.Parts[i].Part), "every part once, in order")
		}
	}
	if c.Lost == nil && m.Scenario.Name != c.Experiment.Name {
		find(fmt.Sprintf("the scenario %q", m.Scenario.Name), fmt.Sprintf("%q, as scenario.yaml has it", c.Experiment.Name))
	}
	if len(c.report.Findings) == 0 && !m.AsWritten() {
		find("what it says is not spelled as the program spells it", "no other keys, no other spaces")
	}
}

// parts checks every part that is there, several at once.
func (c *checker) parts(ctx context.Context) error {
	listed := make(map[int]folder.Record)
	for _, r := range c.Manifest.Parts {
		listed[r.Part] = r
	}
	parts := c.Experiment.Parts()
	checks := make([]*part, 0, len(parts))
	var missing, unlisted int
	for _, p := range parts {
		r, is := listed[p.Number]
		delete(listed, p.Number)
		record, _, err := c.Manifest.ReadPart(c.Dir, p.Number, nil)
		damage, ok := errors.AsType[*folder.Damage](err)
		switch {
		case err != nil && !ok:
			return err
		case ok && damage.Missing() && !is:
			missing++
			continue
		case ok:
			c.whole = false
			c.find(Finding{File: damage.File, Found: damage.How, Expected: "the record of a part that the manifest lists", Mend: c.Rerun})
			continue
		case !is:
			unlisted++
		case !equal(r, record):
			c.find(Finding{File: "manifest.json", Found: fmt.Sprintf("part %d: %s", p.Number, spelled(r)), Expected: "as in its record: " + spelled(record), Mend: c.Rerun})
		}
		if record.Games != p.Games && !is {
			missing++ // it is to be extended
			continue
		}
		if record.First != p.First || record.Games != p.Games {
			c.whole = false
			c.find(Finding{File: recordName(p.Number), Found: fmt.Sprintf("games %d to %d", record.First, record.First+record.Games-1), Expected: fmt.Sprintf("games %d to %d", p.First, p.First+p.Games-1), Mend: c.anew(p.Number)})
			continue
		}
		checks = append(checks, &part{checker: c, Part: p, record: record})
		c.report.Games += p.Games
	}
	for number := range listed {
		c.find(Finding{File: "manifest.json", Found: fmt.Sprintf("part %d is listed", number), Expected: "only parts of this run and shard", Mend: c.Rerun})
	}
	slices.SortFunc(c.report.Findings, byFile)
	c.report.Parts = len(checks)
	c.state(missing, unlisted)
	c.choose(checks)
	if err := c.run(ctx, checks); err != nil {
		return err
	}
	c.sum(checks)
	return nil
}

func (c *checker) state(missing, unlisted int) {
	listed := uint64(0)
	for _, r := range c.Manifest.Parts {
		listed += r.Games
	}
	if missing > 0 {
		c.whole = false
		c.note("the run is not finished: %d of %d parts are missing; to go on: %s", missing, c.report.PartsAsked, c.Rerun)
	}
	if unlisted > 0 {
		c.note("the manifest does not list %d finished parts, as after a sudden end: the same command does", unlisted)
	}
	if complete := listed == c.report.GamesAsked; c.Manifest.Complete != complete {
		c.find(Finding{File: "manifest.json", Found: fmt.Sprintf(`"complete": %t`, c.Manifest.Complete), Expected: fmt.Sprintf("%t: %d of %d games are listed", complete, listed, c.report.GamesAsked), Mend: c.Rerun})
	}
}

// run checks the parts.
func (c *checker) run(ctx context.Context, checks []*part) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(min(partsAtOnce, runtime.GOMAXPROCS(0)))
	for _, p := range checks {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return p.check()
		})
	}
	return g.Wait()
}

// sum adds up what the checks of the parts came to.
func (c *checker) sum(checks []*part) {
	if c.Lost == nil {
		c.tally = engine.NewTally(c.Experiment.Ruleset.Schema())
		c.report.FromRows = len(checks) > 0
	}
	records := make([]folder.Record, 0, len(checks))
	for _, p := range checks {
		c.find(p.findings...)
		c.whole = c.whole && len(p.findings) == 0
		c.report.Files += p.files
		c.report.Bytes += p.bytes
		c.report.Replayed += p.replayed
		c.report.FromRows = c.report.FromRows && p.fromRows
		for name, n := range p.rows {
			c.report.Rows[name] += n
		}
		records = append(records, p.record)
		if p.tally != nil && c.tally != nil {
			c.tally.Merge(p.tally)
		}
	}
	c.report.Signature = folder.Signature(records)
	if c.report.Signature != c.Manifest.Signature && c.report.Parts == len(c.Manifest.Parts) {
		c.find(Finding{File: "manifest.json", Found: "signature " + c.Manifest.Signature, Expected: c.report.Signature + ", which is that of the parts", Mend: c.Rerun})
	}
	switch {
	case c.Lost != nil:
		c.note("without its scenario, only checksums were compared")
	case c.Manifest.Rows == "none":
		c.note("no tables were kept: neither rows nor games were compared")
	case c.Manifest.Rows == "games":
		c.note("wars were not kept: the signature, which is of games and wars, was not computed from the rows")
	}
}

// strays are files where readers of a table take all there are, which nobody vouches for.
func (c *checker) strays() error {
	known := make(map[string]bool)
	for _, p := range c.Experiment.Parts() {
		for _, dir := range tableNames {
			known[tableName(dir, p.Number)] = true
		}
		known[recordName(p.Number)] = true
	}
	for _, r := range c.Manifest.Parts {
		// Of a part that is finished only what its record names.
		for _, dir := range tableNames {
			known[tableName(dir, r.Part)] = false
		}
		for _, x := range r.Files {
			known[x.Path] = true
		}
	}
	dirs := append([]string{"tallies"}, tableNames...)
	if len(c.Manifest.Files) > 0 {
		dirs = append(dirs, "plots")
		for _, x := range c.Manifest.Files {
			known[x.Path] = true
		}
	}
	for _, dir := range dirs {
		entries, err := os.ReadDir(filepath.Join(c.Dir, dir))
		if info, stat := os.Stat(filepath.Join(c.Dir, dir)); stat != nil || !info.IsDir() {
			continue // the files that should be in it are told
		}
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if name := dir + "/" + entry.Name(); !known[name] {
				c.find(Finding{File: name, Found: strayIn(dir), Expected: "nothing: who reads all of " + dir + "/ reads it, too", Mend: c.without(dir, name)})
			}
		}
	}
	return nil
}

// without says how a stray goes; a picture may be one that belongs there.
func (c *checker) without(dir, name string) string {
	text := "remove " + filepath.Join(c.Dir, filepath.FromSlash(name))
	if dir == "plots" {
		text += ", then " + c.Redraw
	}
	return text
}

func strayIn(dir string) string {
	if dir == "plots" {
		return "a file that manifest.json does not list"
	}
	return "a file that no part of the run has"
}

func byFile(a, b Finding) int {
	return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Found, b.Found))
}

func equal(a, b folder.Record) bool {
	return a.Part == b.Part && a.First == b.First && a.Games == b.Games && a.Signature == b.Signature && slices.Equal(a.Files, b.Files)
}

// spelled is what is shown of a record.
func spelled(r folder.Record) string {
	text := fmt.Sprintf("games %d to %d, signature %s", r.First, r.First+r.Games-1, r.Signature)
	for _, x := range r.Files {
		text += fmt.Sprintf(", %s of %d rows, %d bytes and checksum %s", x.Path, x.Rows, x.Bytes, x.XXH3)
	}
	return text
}
