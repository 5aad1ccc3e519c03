package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

// share is a flag of one shard of some: "2/4". The zero value is the whole run. Where something counts shards from 0 and
// cannot add, "1+1/4" is the same.
type share struct{ number, of uint64 }

func (s *share) String() string {
	if s.of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.number, s.of)
}

func (s *share) Type() string { return "I/N" }

func (s *share) Set(text string) error {
	number, of, ok := strings.Cut(text, "/")
	number, fromZero := strings.CutSuffix(number, "+1")
	i, err := strconv.ParseUint(number, 10, 64)
	n, err2 := strconv.ParseUint(of, 10, 64)
	if fromZero {
		i++
	}
	switch {
	case !ok || err != nil || err2 != nil:
		return errors.New("not a shard; write --shard 2/4 for the second of four")
	case n == 0 || n > sim.ShardsMost:
		return fmt.Errorf("there can be 1 to %s shards; write --shard 2/4 for the second of four", spellCount(sim.ShardsMost))
	case i == 0:
		return fmt.Errorf("shards are counted from 1; the first is --shard 1/%d", n)
	case i > n:
		return fmt.Errorf("there are only %d; choose from 1/%d to %d/%d", n, n, n, n)
	}
	*s = share{i, n}
	return nil
}

// defaultFolder is where a run, or a shard of it, is kept if nothing else is said.
func defaultFolder(name string, seed uint64, s share) string {
	dir := name + "-" + strconv.FormatUint(seed, 10)
	if s.of > 0 {
		dir += fmt.Sprintf("-shard-%d-of-%d", s.number, s.of)
	}
	return filepath.Join("runs", dir)
}

// portion is what is there of a run whose games are not all there: a shard, or some shards joined.
type portion struct {
	Scenario   string `json:"scenario"`
	SHA256     string `json:"scenario_sha256"`
	Seed       uint64 `json:"seed"`
	Shard      uint64 `json:"shard"` // 1 of 1: of the whole run
	Of         uint64 `json:"of"`
	Complete   bool   `json:"complete"` // all of the shard is there
	Games      uint64 `json:"games"`
	GamesOfRun uint64 `json:"games_of_run"`
	Parts      []int  `json:"parts"`
	PartsOfRun int    `json:"parts_of_run"`
	Signature  string `json:"signature"` // of the parts
	Folder     string `json:"folder"`
}

func portionIn(dir *folder.Folder) portion {
	m := dir.Manifest()
	is := portion{
		Scenario: m.Scenario.Name, SHA256: m.Scenario.SHA256, Seed: m.Seed, Shard: m.Shard, Of: m.Of, Complete: m.Complete,
		GamesOfRun: m.Games, Parts: []int{}, PartsOfRun: int((m.Games-1)/m.PartGames) + 1, Signature: m.Signature, Folder: dir.Dir(),
	}
	for _, r := range m.Parts {
		is.Games += r.Games
		is.Parts = append(is.Parts, r.Part)
	}
	return is
}

// text says what is there, with whose share it is and what comes next.
func (is portion) text(share, next string) string {
	return fmt.Sprintf(`%s   %s   seed %d

games       %s of %s
parts       %d of %d
signature   %s, of these games
folder      %s

%s
`, is.Scenario, share, is.Seed, spellGames(is.Games), spellGames(is.GamesOfRun), len(is.Parts), is.PartsOfRun, is.Signature, is.Folder, next)
}

// showShare says that a shard was played. What its games came to is not said: they are not the run.
func (a *app) showShare(dir *folder.Folder, s *configs.Scenario, p reporter, format string) error {
	is := portionIn(dir)
	p.finished(nil, "games", is.Games, "signature", is.Signature, "folder", is.Folder)
	if format == "json" {
		return a.json(is)
	}
	shards := quoteWord(is.Folder) + " and the folders of the others"
	if is.Folder == defaultFolder(s.Name, is.Seed, share{is.Shard, is.Of}) {
		shards = filepath.Join("runs", fmt.Sprintf("%s-%d-shard-*-of-%d", s.Name, is.Seed, is.Of))
	}
	next := fmt.Sprintf("Odds, pictures and report are made of all games: when the %d shards are there, join them with\n  polemos merge %s", is.Of, shards)
	_, err := fmt.Fprint(a.out, is.text(fmt.Sprintf("shard %d of %d", is.Shard, is.Of), next))
	if err != nil {
		return broken(err)
	}
	return nil
}

// rerun spells the command that goes on with a run in a folder, and mends it.
func rerun(dir string, m *folder.Manifest) string {
	text := fmt.Sprintf("polemos run %s --seed %d --games %s", quoteWord(scenarioIn(dir)), m.Seed, spellCount(m.Games))
	if m.Rows != "turns" {
		text += " --rows " + m.Rows
	}
	switch m.TurnsFor {
	case turnsUsual:
	case sim.AllGames:
		text += " --turns all"
	default:
		text += " --turns " + spellCount(m.TurnsFor)
	}
	if m.PartGames != sim.PartGames {
		text += " --part-games " + spellCount(m.PartGames)
	}
	if m.Of > 1 {
		text += fmt.Sprintf(" --shard %d/%d", m.Shard, m.Of)
	}
	return text + " --out " + quoteWord(dir)
}

// enoughRoom refuses a run that there is clearly no room for, and warns of one for which there may be too little.
func enoughRoom(ctx context.Context, dir string, e sim.Experiment, p reporter) error {
	room, err := folder.RoomFor(ctx, dir, e)
	if err != nil || room.Needed <= room.Free {
		return nil // what is wrong with the games is told when they are played
	}
	text := fmt.Sprintf("the run takes about %s, and there are %s free for %s", folder.Bytes(room.Needed), folder.Bytes(room.Free), dir)
	const instead = "keep fewer tables (--rows), the turns of fewer games (--turns), or choose another folder with --out"
	if room.Needed > 2*room.Free {
		return broken(fmt.Errorf("%s: nothing was played; make room, %s", text, instead))
	}
	p.note(sim.Note{Warning: true, Code: "little_room", Text: text + ": if the disk gets full, finished parts are kept; else " + instead})
	return nil
}
