package sim

import (
	"fmt"
	"math"
	"runtime"

	"github.com/polemos-sim/polemos/engine"
)

// RulesVersion rises when a scenario, seed and game number no longer give the game they gave before. Runs of different
// rules versions are never joined.
const RulesVersion = 2

// PartGames is the usual number of games in a part.
const PartGames = 1 << 18

// AllGames as [Experiment.TurnsFor] keeps the turns of every game.
const AllGames = math.MaxUint64

// An Experiment is what to play, and how.
type Experiment struct {
	Ruleset engine.Ruleset
	Name    string
	ID      [32]byte // hash of the resolved scenario

	Seed      uint64
	Games     uint64      // games 0 to Games-1 are played
	TurnsFor  uint64      // games below this leave turn rows, if turn rows are kept
	PartGames uint64      // a multiple of [engine.BlockGames]; 0: [PartGames]
	Keep      engine.Keep // which rows the sink is given

	Engine     engine.Engine
	Workers    int                 // 0: one for every core
	Shard, Of  uint64              // this run plays shard 1..Of of the parts; 0 of 0: all of them
	Only       func(part int) bool // of these parts, it plays those that this holds of; nil: all of them
	Confidence float64             // of the intervals that reports compute, between 0 and 1

	// Command spells how the user replays a game, for the error about a game that went wrong; nil: not known.
	Command func(game uint64) string
}

// GamesMost bounds the games of an experiment: every sum over them stays inside 64 bits, and their parts inside memory.
const GamesMost = 1 << 40

// partsMost bounds the parts of an experiment: a file for each table and part.
const partsMost = 1_000_000

// ShardsMost bounds the shards of an experiment: with more of them than parts, some would be without any.
const ShardsMost = partsMost

// Checked is the experiment with its defaults filled in; the error says what cannot be.
func (e Experiment) Checked() (Experiment, error) {
	if e.PartGames == 0 {
		e.PartGames = PartGames
	}
	if e.Workers == 0 {
		e.Workers = runtime.GOMAXPROCS(0)
	}
	if e.Shard == 0 && e.Of == 0 {
		e.Shard, e.Of = 1, 1
	}
	if e.Ruleset == nil {
		return e, fmt.Errorf("the experiment has no ruleset")
	}
	if err := e.Dealt(); err != nil {
		return e, err
	}
	if e.Workers < 0 {
		return e, fmt.Errorf("%d workers cannot play: choose 1 or more, or 0 for one on every core", e.Workers)
	}
	if _, ok := engine.NewPlayer(e.Ruleset, e.Seed, e.Engine, 0); !ok {
		return e, fmt.Errorf("games of ruleset %s cannot be compiled: choose the engine auto or step", e.Ruleset.Schema().Ruleset)
	}
	return e, nil
}

// Dealt says why the games cannot be dealt into parts, and these into shards.
func (e *Experiment) Dealt() error {
	switch {
	case e.Games == 0 || e.Games > GamesMost:
		return fmt.Errorf("%d games cannot be played: choose from 1 to %d", e.Games, uint64(GamesMost))
	case e.PartGames == 0 || e.PartGames%engine.BlockGames != 0 || e.PartGames > GamesMost:
		return fmt.Errorf("parts of %d games are not possible: choose a multiple of %d, such as %d", e.PartGames, engine.BlockGames, PartGames)
	case (e.Games-1)/e.PartGames >= partsMost:
		return fmt.Errorf("%d games in parts of %d are more than %d parts: choose larger parts (--part-games)", e.Games, e.PartGames, partsMost)
	case e.Of > ShardsMost:
		return fmt.Errorf("%d shards are too many: choose at most %d", e.Of, ShardsMost)
	case e.Shard < 1 || e.Shard > e.Of:
		return fmt.Errorf("there is no shard %d of %d: choose from 1 to %d", e.Shard, e.Of, max(e.Of, 1))
	}
	return nil
}

// NewPlayer makes a player of the experiment's games, by its engine. It belongs to one goroutine.
func (e *Experiment) NewPlayer() engine.Player {
	player, _ := engine.NewPlayer(e.Ruleset, e.Seed, e.Engine, engine.TableBytes)
	return player
}

// A Part is a run of games that is kept together.
type Part struct {
	Number int
	First  uint64 // its first game
	Games  uint64
}

// Blocks is how many blocks the part has.
func (p Part) Blocks() int { return int((p.Games + engine.BlockGames - 1) / engine.BlockGames) }

// block is the first game of block i, and its number of games.
func (p Part) block(i int) (first uint64, games int) {
	from := uint64(i) * engine.BlockGames
	return p.First + from, int(min(p.Games-from, engine.BlockGames))
}

// Parts are the parts that this shard plays, in game order; none when there are fewer parts than shards. They are dealt to
// the shards as [ShardOf] says.
func (e *Experiment) Parts() []Part {
	var parts []Part
	for n := e.Shard - 1; n*e.PartGames < e.Games; n += e.Of {
		if e.Only != nil && !e.Only(int(n)) {
			continue
		}
		first := n * e.PartGames
		parts = append(parts, Part{Number: int(n), First: first, Games: min(e.PartGames, e.Games-first)})
	}
	return parts
}

// ShardOf is the shard, from 1, that plays a part where there are so many shards. Parts are dealt in turn, part 0 to
// shard 1, part 1 to shard 2, and so on, so that more games never move a part to another shard.
func ShardOf(part int, of uint64) uint64 { return uint64(part)%of + 1 }

// ShardGames is the number of games in the parts of this shard.
func (e *Experiment) ShardGames() uint64 {
	games := uint64(0)
	for _, p := range e.Parts() {
		games += p.Games
	}
	return games
}
