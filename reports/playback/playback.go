package playback

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/folder"
)

// A Run is a finished run in a folder.
type Run struct {
	Manifest *folder.Manifest
	dir      string
	schema   *engine.Schema
}

// Open makes a run ready to be given back. The schema is that of its scenario. The error says what it lacks.
func Open(dir string, m *folder.Manifest, s *engine.Schema) (*Run, error) {
	switch {
	case !m.Complete:
		return nil, fmt.Errorf("the run in %s is not finished: the command that began it goes on with it", dir)
	case m.Of != 1:
		return nil, fmt.Errorf("%s is shard %d of %d of a run: join the shards first", dir, m.Shard, m.Of)
	case m.Rows == "none":
		return nil, fmt.Errorf("the run in %s has kept no rows of its games: run it with --rows games, or wars", dir)
	}
	return &Run{Manifest: m, dir: dir, schema: s}, nil
}

// Lacks are the tables that the folder has not, or not of all games.
func (r *Run) Lacks() engine.Keep {
	return engine.Keep{Wars: r.Manifest.Rows == "games", Turns: true}
}

// NewPlayer makes what fills blocks, which were begun and whose schema is that of the run, with rows of their games. Each
// belongs to one goroutine. A block lies inside one part or spans several.
func (r *Run) NewPlayer() func(*engine.Block) error {
	p := player{run: r, part: -1}
	return p.fill
}

// player holds the rows of one part.
type player struct {
	run         *Run
	part        int
	games, wars [][]int32
	warGames    []int64 // of each row of wars
}

// fill gives a block its rows of games and wars.
func (p *player) fill(b *engine.Block) error {
	var games, wars engine.Rows
	games.Col = make([][]int32, engine.GameFirst+len(p.run.schema.Games))
	wars.Col = make([][]int32, engine.WarFirst+len(p.run.schema.Wars))
	for at, end := b.First, b.First+uint64(b.N); at < end; {
		if err := p.load(int(at / p.run.Manifest.PartGames)); err != nil {
			return err
		}
		part := p.run.Manifest.Parts[p.part]
		to := min(end, part.First+part.Games)
		if to <= at {
			return fmt.Errorf("%s has no game %d", p.run.dir, at)
		}
		add(&games, p.games, int(at-part.First), int(to-part.First))
		if p.wars != nil {
			from := sort.Search(len(p.warGames), func(i int) bool { return p.warGames[i] >= int64(at) })
			until := sort.Search(len(p.warGames), func(i int) bool { return p.warGames[i] >= int64(to) })
			for _, game := range p.warGames[from:until] {
				wars.Col[engine.WarGame] = append(wars.Col[engine.WarGame], int32(uint64(game)-b.First))
			}
			add(&wars, p.wars, from, until)
		}
		at = to
	}
	b.Games, b.Wars = games, wars
	return nil
}

func add(rows *engine.Rows, from [][]int32, first, end int) {
	for c := range from {
		if from[c] != nil {
			rows.Col[c] = append(rows.Col[c], from[c][first:end]...)
		}
	}
	rows.N += end - first
}

// load reads a part, unless it is the present one.
func (p *player) load(part int) error {
	if p.part == part {
		return nil
	}
	if part >= len(p.run.Manifest.Parts) {
		return fmt.Errorf("%s has no part %d", p.run.dir, part)
	}
	p.part = -1
	s := p.run.schema
	games, err := p.open(part, "games")
	if err != nil {
		return err
	}
	if p.games, err = ints(games, s.GameColumns(), 0); err != nil {
		return err
	}
	if !p.run.Lacks().Wars {
		wars, err := p.open(part, "wars")
		if err != nil {
			return err
		}
		if p.wars, err = ints(wars, s.WarColumns(), 1); err != nil {
			return err
		}
		if p.warGames, err = wars.Longs(nil, "game"); err != nil {
			return err
		}
	}
	p.part = part
	return nil
}

// open reads the file of a table whole, and compares its checksum.
func (p *player) open(part int, table string) (*columns.Reader, error) {
	files := p.run.Manifest.Parts[part].Files
	i := slices.IndexFunc(files, func(f folder.File) bool { return strings.HasPrefix(f.Path, table+"/") })
	if i < 0 {
		return nil, fmt.Errorf("part %d of %s has no %s", part, p.run.dir, table)
	}
	data, err := folder.ReadFile(p.run.dir, files[i].Path)
	how := "is damaged"
	if damage, ok := errors.AsType[*folder.Damage](err); ok {
		how, err = damage.How, nil
	}
	if err != nil {
		return nil, err
	}
	if sum := xxh3.Hash128(data).Bytes(); fmt.Sprintf("%x", sum) != files[i].XXH3 {
		return nil, fmt.Errorf("%s in %s %s: polemos report %s plays that part again", files[i].Path, p.run.dir, how, p.run.dir)
	}
	return columns.NewReader(bytes.NewReader(data), int64(len(data)))
}

// ints reads the columns into their places in a row, after so many others.
func ints(r *columns.Reader, declared []engine.Column, after int) ([][]int32, error) {
	all := make([][]int32, after+len(declared))
	var err error
	for i, c := range declared {
		if all[after+i], err = r.Ints(nil, c.Name); err != nil {
			return nil, err
		}
	}
	return all, nil
}
