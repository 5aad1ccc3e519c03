package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/sim"
)

// pilotGames are played to see how many bytes a game takes: some milliseconds, for most scenarios.
const pilotGames = 1024

// madeBytes is about the most that is made of all games: pictures, curves, summary, report.
const madeBytes = 2_500_000

// plentyPerGame is more than a game takes in any scenario, in bytes: with so much room nothing is measured.
const plentyPerGame = 1 << 20

// Room is what a run takes on the disk and what is free there, in bytes. What a run takes is an estimate, by the first
// games, of the parts that the folder does not have; zero where there is plenty of room, or nobody knows how much.
type Room struct{ Needed, Free uint64 }

// pilotTime bounds the wait for the estimate: of very slow games there are never many.
const pilotTime = time.Second

// RoomFor looks, before a run, whether there is room for it in its folder. It writes nothing.
func RoomFor(ctx context.Context, dir string, e sim.Experiment) (Room, error) {
	e, err := e.Checked()
	if err != nil {
		return Room{}, err
	}
	free, ok := freeBytes(existing(dir))
	if !ok || e.ShardGames() < free/plentyPerGame {
		return Room{Free: free}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, pilotTime)
	defer cancel()
	needed, err := needs(ctx, dir, e)
	if err == engine.ErrQuit {
		return Room{Free: free}, nil
	}
	return Room{needed, free}, err
}

// needs estimates the bytes of the parts that have no record in the folder, and of what is made of all.
func needs(ctx context.Context, dir string, e sim.Experiment) (uint64, error) {
	each, tally, err := measured(ctx, e)
	if err != nil {
		return 0, err
	}
	needed := float64(0)
	if e.Of == 1 {
		needed += madeBytes
	}
	for _, p := range e.Parts() {
		if _, err := os.Stat(filepath.Join(dir, PartPath("tallies", p.Number, "tally"))); err == nil {
			continue
		}
		needed += float64(p.Games)*(each[tableGames]+each[tableWars]) + 2*float64(tally) // of more games, more values
		if e.TurnsFor > p.First {
			needed += float64(min(p.Games, e.TurnsFor-p.First)) * each[tableTurns]
		}
	}
	return uint64(needed), nil
}

// existing is the folder, or the nearest above it that is there.
func existing(dir string) string {
	dir, err := filepath.Abs(dir)
	for err == nil {
		_, stat := os.Stat(dir)
		above := filepath.Dir(dir)
		if !errors.Is(stat, fs.ErrNotExist) || above == dir {
			break
		}
		dir = above
	}
	return dir
}

// measured is how many bytes of each table a game takes: by how much the tables of twice as many games are longer, which
// leaves out what every file has; and how many a tally takes.
func measured(ctx context.Context, e sim.Experiment) (each [tableCount]float64, tally int, err error) {
	tables, err := newTables(e.Ruleset.Schema(), &e)
	if err != nil {
		return each, 0, err
	}
	half, err := pilot(ctx, e, tables, pilotGames/2)
	if err != nil {
		return each, 0, err
	}
	whole, err := pilot(ctx, e, tables, pilotGames)
	for i := range each {
		each[i] = float64(whole.tables[i]-half.tables[i]) / (pilotGames / 2)
	}
	return each, whole.tally, err
}

// pilotSizes are bytes.
type pilotSizes struct {
	tables [tableCount]int64
	tally  int
}

// pilot is how much the first n games take.
func pilot(ctx context.Context, e sim.Experiment, tables []*table, n int) (sizes pilotSizes, err error) {
	b := engine.NewBlock(e.Ruleset.Schema())
	b.Keep, b.TurnsFor = e.Keep, uint64(n)
	b.Quit = func() bool { return ctx.Err() != nil }
	b.Begin(0, n)
	if err := e.NewPlayer().Play(b); err != nil {
		return sizes, err
	}
	sizes.tally = len(sim.AppendTally(nil, b.Tally))
	rows := &blockRows{tables: tables}
	if tables[tableTurns] != nil {
		err = rows.Turns(b)
	}
	if err == nil && tables[tableGames] != nil {
		err = rows.Encode(b)
	}
	if err != nil {
		return sizes, err
	}
	groups := [tableCount]*columns.RowGroup{tableGames: &rows.games, tableWars: &rows.wars}
	if rows.used > 0 {
		groups[tableTurns] = &rows.turns[0]
	}
	for i, g := range groups {
		if tables[i] == nil || g == nil {
			continue
		}
		w := tables[i].schema.NewWriter(io.Discard)
		if err := errors.Join(w.Append(g), w.Close()); err != nil {
			return sizes, err
		}
		sizes.tables[i] = w.Size()
	}
	return sizes, nil
}

// room refuses to copy more than there is room for: here the bytes are known.
func (f *Folder) room(joints []joint) error {
	needed := int64(0)
	for _, j := range joints {
		if !j.here {
			needed += j.room
		}
	}
	if free, ok := freeBytes(f.dir); ok && uint64(needed) > free {
		return &NoRoom{f.dir, Room{uint64(needed), free}}
	}
	return nil
}

// NoRoom says that parts are not copied, as there is no room for them.
type NoRoom struct {
	Dir string
	Room
}

func (e *NoRoom) Error() string {
	return fmt.Sprintf("the parts take %s, and there are %s free for %s: make room, or choose another folder with --out", Bytes(e.Needed), Bytes(e.Free), e.Dir)
}

// Bytes spells a number of bytes, to three digits: "1.23 GB".
func Bytes(n uint64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB", "PB", "EB"}
	v, unit := float64(n), 0
	for v >= 999.5 && unit < len(units)-1 {
		v, unit = v/1000, unit+1
	}
	switch {
	case unit == 0 || v >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64) + " " + units[unit]
	case v >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64) + " " + units[unit]
	}
	return strconv.FormatFloat(v, 'f', 2, 64) + " " + units[unit]
}
