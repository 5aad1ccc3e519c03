package verify

import (
	"fmt"
	"math/bits"
	"sort"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// choose spreads the sample evenly over the games that are there, from the first to the last.
func (c *checker) choose(parts []*part) {
	games, n := c.report.Games, min(c.Sample, c.report.Games)
	at, before := 0, uint64(0) // part, and games before it
	for k := range n {
		high, low := bits.Mul64(k, games-1)
		game, _ := bits.Div64(high, low, max(n-1, 1))
		for game >= before+parts[at].Games {
			before += parts[at].Games
			at++
		}
		parts[at].sample = append(parts[at].sample, parts[at].First+game-before)
	}
}

// gamesTold is how many games of a part are told that went otherwise.
const gamesTold = 3

// replay plays the sample by the rules, turn by turn, and compares every value of every row.
func (p *part) replay(s *engine.Schema, tables map[string]*kept) {
	if len(p.sample) == 0 {
		return
	}
	player, _ := engine.NewPlayer(p.Experiment.Ruleset, p.Experiment.Seed, engine.Step, 0)
	follow, err := p.turnsOf(s, tables["turns"])
	if err != nil {
		p.find(tables["turns"].file.Path, err.Error(), "a table of turns", p.anew(p.Number))
		return
	}
	b := engine.NewBlock(s)
	b.Keep, b.TurnsFor = p.Experiment.Keep, p.Experiment.TurnsFor
	told := 0
	for _, game := range p.sample {
		b.Begin(game, 1)
		if err := player.Play(b); err != nil {
			p.differs("games", game, "a finished game", "it goes wrong when it is played: "+err.Error())
			return
		}
		p.replayed++
		games, wars := tables["games"], tables["wars"]
		row := int(game - p.First)
		same := p.compare("games", game, s.GameColumns(), games.cols, row, row+1, b.Games.Col, b.Games.N)
		if same && wars != nil {
			from, to := span(wars.ids, game)
			same = p.compare("wars", game, s.WarColumns(), wars.cols, from, to, b.Wars.Col[1:], b.Wars.N)
		}
		if rows, ok := follow[game]; same && ok {
			same = p.compare("turns", game, s.TurnColumns(), rows, 0, len(rows[0]), b.Turns.Col[1:], b.Turns.N)
		}
		if !same {
			if told++; told == gamesTold {
				return
			}
		}
	}
}

func (p *part) differs(table string, game uint64, found, expected string) {
	p.findings = append(p.findings, Finding{
		File: tableName(table, p.Number), Game: &game, Found: found, Expected: expected, Mend: p.anew(p.Number),
	})
}

// span are the rows of a game.
func span(ids []int64, game uint64) (from, to int) {
	from = sort.Search(len(ids), func(i int) bool { return ids[i] >= int64(game) })
	to = sort.Search(len(ids), func(i int) bool { return ids[i] > int64(game) })
	return from, to
}

// compare says whether the rows of a game are those that it leaves when it is played.
func (p *part) compare(table string, game uint64, cols []engine.Column, kept [][]int32, from, to int, played [][]int32, n int) bool {
	if to-from != n {
		p.differs(table, game, fmt.Sprintf("%d rows", to-from), strconv.Itoa(n)+", when it is played")
		return false
	}
	for i := range n {
		var found, expected []string
		for c := range cols {
			if is, want := kept[c][from+i], played[c][i]; is != want {
				found, expected = append(found, spell(&cols[c], is)), append(expected, spell(&cols[c], want))
			}
		}
		if found != nil {
			p.differs(table, game, strings.Join(found, ", "), strings.Join(expected, ", ")+", when it is played")
			return false
		}
	}
	return true
}

func spell(c *engine.Column, v int32) string {
	if c.Codes != nil && int(v) < len(c.Codes) {
		return c.Name + " " + c.Codes[v]
	}
	return c.Name + " " + strconv.Itoa(int(v))
}

// turnsOf are the rows of the games of the sample that left turns: the table is read a column at a time.
func (p *part) turnsOf(s *engine.Schema, t *kept) (map[uint64][][]int32, error) {
	rows := make(map[uint64][][]int32)
	if t == nil {
		return rows, nil
	}
	for _, c := range s.TurnColumns() {
		values, err := t.reader.Ints(nil, c.Name)
		if err != nil {
			return nil, err
		}
		for _, game := range p.sample {
			if game < p.Experiment.TurnsFor {
				from, to := span(t.ids, game)
				rows[game] = append(rows[game], append([]int32(nil), values[from:to]...))
			}
		}
	}
	return rows, nil
}
