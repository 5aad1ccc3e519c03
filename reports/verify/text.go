package verify

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/summary"
)

// Text tells what was checked of the run of a manifest, then what does not hold.
func (r *Report) Text(w io.Writer, m *folder.Manifest) error {
	var b strings.Builder
	share := ""
	if m.Of > 1 {
		share = fmt.Sprintf("   shard %d of %d", m.Shard, m.Of)
	}
	fmt.Fprintf(&b, "%s   seed %d%s   %s\n\n", m.Scenario.Name, m.Seed, share, r.Folder)
	r.tellChecked(&b)
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
	_, err := io.WriteString(w, b.String())
	return err
}

// tellChecked tells, a line each, what was looked at.
func (r *Report) tellChecked(b *strings.Builder) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(b, "%-12s%s\n", name, fmt.Sprintf(format, args...))
	}
	line("games", "%s of %s, in %d of %d parts", summary.Count(int64(r.Games)), summary.Count(int64(r.GamesAsked)), r.Parts, r.PartsAsked)
	line("files", "%d, %s", r.Files, folder.Bytes(uint64(r.Bytes)))
	var rows []string
	for _, table := range tableNames {
		if n, ok := r.Rows[table]; ok {
			rows = append(rows, summary.Count(n)+" of "+table)
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
		line("replayed", "%s games", summary.Count(int64(r.Replayed)))
	}
	if r.FromSummary {
		line("summary", "computed again from what was counted, as are the curves")
	}
}
