package folder

import (
	"bufio"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/sim"
)

// partFiles are the files of a part that is being written.
type partFiles struct {
	tables [tableCount]tableFile
}

// tableFile is a part's file of one table.
type tableFile struct {
	path   string // in the folder
	out    file   // nil: the part has no such table
	buffer *bufio.Writer
	writer *columns.Writer
	rows   int64
}

// has says whether a part has rows of a table.
func (f *Folder) has(table int, p sim.Part) bool {
	return f.tables[table] != nil && (table != tableTurns || p.First < f.e.TurnsFor)
}

// PartPath is the file of a part in one of the run folder's own folders, with slashes: "tallies", with the extension "tally",
// or that of a table, with "parquet".
func PartPath(folder string, part int, extension string) string {
	return path.Join(folder, fmt.Sprintf("part-%05d.%s", part, extension))
}

// part is the part's open files.
func (f *Folder) part(p sim.Part) (*partFiles, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return nil, f.err
	}
	if files := f.open[p.Number]; files != nil {
		return files, nil
	}
	files := new(partFiles)
	if last := len(f.spare) - 1; last >= 0 {
		files, f.spare = f.spare[last], f.spare[:last]
	}
	f.open[p.Number] = files
	for i := range files.tables {
		if !f.has(i, p) {
			continue
		}
		t := &files.tables[i]
		t.path, t.rows = PartPath(f.tables[i].name, p.Number, "parquet"), 0
		out, err := f.create(f.temp(t.path))
		if err != nil {
			return nil, explain(err)
		}
		t.out = out
		if t.writer == nil {
			t.buffer = bufio.NewWriterSize(out, 1<<16)
			t.writer = f.tables[i].schema.NewWriter(t.buffer)
		} else {
			t.buffer.Reset(out)
			t.writer.Reset(t.buffer)
		}
	}
	return files, nil
}

// temp is where a file of the folder lies until it is whole.
func (f *Folder) temp(path string) string {
	inside := strings.TrimPrefix(path, filepath.Clean(f.dir)+string(filepath.Separator))
	return filepath.Join(f.temps, strings.ReplaceAll(filepath.ToSlash(inside), "/", "-"))
}

// Put writes the rows of the part's next block.
func (f *Folder) Put(p sim.Part, rows sim.Rows) error {
	files, err := f.part(p)
	if err != nil || rows == nil {
		return err
	}
	r := rows.(*blockRows)
	turns := r.turns[:r.used]
	r.used = 0
	if err := files.tables[tableGames].append(&r.games); err != nil {
		return err
	}
	if err := files.tables[tableWars].append(&r.wars); err != nil {
		return err
	}
	for i := range turns {
		if err := files.tables[tableTurns].append(&turns[i]); err != nil {
			return err
		}
	}
	return nil
}

// append writes a row group, if the part has the table.
func (t *tableFile) append(g *columns.RowGroup) error {
	if t.out == nil {
		return nil
	}
	t.rows += int64(g.Rows())
	return explain(t.writer.Append(g))
}

// Done closes the part's tables and leaves the rest to the committer.
func (f *Folder) Done(p sim.Part, t *engine.Tally) error {
	files, err := f.part(p)
	if err != nil {
		return err
	}
	r := Record{Part: p.Number, First: p.First, Games: p.Games, Signature: sim.Signature(t), Files: []File{}}
	for i := range files.tables {
		t := &files.tables[i]
		if t.out == nil {
			continue
		}
		if err := t.writer.Close(); err != nil {
			return explain(err)
		}
		if err := t.buffer.Flush(); err != nil {
			return explain(err)
		}
		r.Files = append(r.Files, File{Path: t.path, Rows: t.rows, Bytes: t.writer.Size(), XXH3: fmt.Sprintf("%x", t.writer.Sum())})
	}
	text, err := f.encodeRecord(&r, t)
	if err != nil {
		return err
	}
	f.commit(finishedPart{files: files, record: r, text: text})
	return nil
}
