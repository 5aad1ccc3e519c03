package sim_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/sim"
)

// weary declares every war and wants peace below an Approval Rating.
type weary struct{ below int32 }

func (c weary) Declare(*republic.View, int) bool   { return true }
func (c weary) Peace(v *republic.View, _ int) bool { return v.Approval() < c.below }

// allIn deploys every unit in the first war that allows it.
type allIn struct{}

func (allIn) Deploy(v *republic.View, o *republic.Orders) {
	for u := range v.Rules().Units {
		for w := range v.Wars() {
			if n := o.OnStation(u); n > 0 && v.Usable(w, u) {
				o.Deploy(u, n, w)
			}
		}
	}
}

// careless is allIn, but very seldom orders what is not there.
type careless struct {
	allIn
	slip *engine.Dist
}

var slipSite = engine.NewSite("test/slip")

func (p careless) Deploy(v *republic.View, o *republic.Orders) {
	p.allIn.Deploy(v, o)
	if v.Draw(p.slip, slipSite, 0) == 1 {
		o.Deploy(0, 1000, 0)
	}
}

func newCareless() careless {
	slip, _ := engine.Chance(1, 500_000)
	return careless{slip: slip}
}

// rules are two wars, the second of which comes by chance.
func rules() *republic.Rules {
	r := republic.Defaults()
	r.Name, r.Turns = "two wars", 12
	r.Approval = republic.Gauge{Start: 60, Min: 0, Max: 100}
	r.Treasury, r.Income, r.TaxNum, r.TaxDen = 100, 30, 1, 4
	r.Units = []republic.Unit{
		{Name: "cavalry", Kind: republic.Cavalry, BattlePoints: 3, Support: 2, Start: 2},
		{Name: "infantry", Kind: republic.Infantry, BattlePoints: 2, Support: 1, Arrives: []republic.Arrival{{Turn: 3, Units: 1}}},
	}
	r.Randomizer, _ = engine.ParseDice("2d10-11")
	chance, _ := engine.NewDist("20%", []int32{0, 1}, []uint64{4, 1})
	r.Crises = []republic.Crisis{
		{Name: "inkopah", At: 1, VictoryPoints: engine.Amount{Plain: 13}, Spoils: republic.Spoils{Territories: 1}},
		{Name: "alpine", Chance: chance, VictoryPoints: engine.Amount{Plain: 20}},
	}
	is := func(c int, s ...republic.Standing) republic.Expression {
		return republic.Expression{Reads: republic.ReadsCrisis(c), Holds: func(v *republic.View) (bool, error) {
			for _, s := range s {
				if v.Standing(c) == s {
					return true, nil
				}
			}
			return false, nil
		}}
	}
	r.Outcomes = []string{"victory", "defeat", engine.Unresolved}
	r.Victory = []republic.Condition{
		{Outcome: 0, When: is(1, republic.Won)},
		{Outcome: 1, When: is(1, republic.Defeated, republic.Surrendered)},
	}
	return &r
}

func experiment(games uint64) sim.Experiment { return experimentOf(games, allIn{}) }

func experimentOf(games uint64, p republic.President) sim.Experiment {
	return sim.Experiment{
		Ruleset: republic.New(rules(), func() republic.Seats {
			return republic.Seats{Congress: weary{below: 30}, President: p, Names: [3]string{"weary", "", "all-in"}}
		}),
		Name: "two wars", Seed: 1, Games: games, PartGames: engine.BlockGames, Workers: 2,
	}
}

func run(t testing.TB, e sim.Experiment, s sim.Sink) *sim.Result {
	t.Helper()
	r, err := sim.Run(context.Background(), e, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// bytesOf is everything a tally counts.
func bytesOf(t *engine.Tally) []byte { return sim.AppendTally(nil, t) }

func sameTally(t testing.TB, what string, got, want *engine.Tally) {
	t.Helper()
	if !bytes.Equal(bytesOf(got), bytesOf(want)) {
		t.Errorf("%s: the tally differs (%d games, signature %s; want %d, %s)", what, got.Games, sim.Signature(got), want.Games, sim.Signature(want))
	}
}

// memory is a sink that keeps all rows, by columns, and refuses blocks that come out of turn.
type memory struct {
	mu    sync.Mutex
	parts map[int]*memoryPart
}

type memoryPart struct {
	next  uint64 // first game of the next block
	busy  bool
	games [][]int32
	wars  [][]int32
	turns [][]int32
	tally []byte // of a part that is done
}

// memoryRows are copies of a block's rows.
type memoryRows struct {
	first, games uint64
	rows         [3][][]int32
}

func newMemory() *memory { return &memory{parts: make(map[int]*memoryPart)} }

func (m *memory) part(p sim.Part) *memoryPart {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.parts[p.Number] == nil {
		m.parts[p.Number] = &memoryPart{next: p.First}
	}
	return m.parts[p.Number]
}

// Have has the parts that were done by an earlier run, and forgets those begun.
func (m *memory) Have(p sim.Part) (*engine.Tally, error) {
	part := m.part(p)
	if part.tally == nil {
		*part = memoryPart{next: p.First}
		return nil, nil
	}
	return sim.DecodeTally(republic.New(rules(), nil).Schema(), part.tally)
}

func (m *memory) NewRows() sim.Rows { return new(memoryRows) }

func (r *memoryRows) Encode(b *engine.Block) error {
	r.first, r.games = b.First, uint64(b.N)
	r.add(0, b.First, &b.Games)
	r.add(1, b.First, &b.Wars)
	return nil
}

func (r *memoryRows) Turns(b *engine.Block) error {
	r.add(2, b.First, &b.Turns)
	return nil
}

// add copies rows; the games of wars and turns are counted from the block's first.
func (r *memoryRows) add(table int, first uint64, rows *engine.Rows) {
	for c, col := range rows.Col {
		if len(r.rows[table]) == c {
			r.rows[table] = append(r.rows[table], nil)
		}
		to := &r.rows[table][c]
		*to = append(*to, col...)
		if table > 0 && c == engine.WarGame {
			added := (*to)[len(*to)-len(col):]
			for i := range added {
				added[i] += int32(first)
			}
		}
	}
}

func (m *memory) Put(p sim.Part, rows sim.Rows) error {
	part, r := m.part(p), rows.(*memoryRows)
	m.mu.Lock()
	out := r.first != part.next || part.busy || part.tally != nil
	part.busy = true
	m.mu.Unlock()
	if out {
		return fmt.Errorf("part %d: block from game %d came out of turn", p.Number, r.first)
	}
	for i, to := range []*[][]int32{&part.games, &part.wars, &part.turns} {
		for c, col := range r.rows[i] {
			if len(*to) == c {
				*to = append(*to, nil)
			}
			(*to)[c] = append((*to)[c], col...)
			r.rows[i][c] = col[:0]
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	part.busy, part.next = false, part.next+r.games
	return nil
}

func (m *memory) Done(p sim.Part, t *engine.Tally) error {
	part := m.part(p)
	m.mu.Lock()
	defer m.mu.Unlock()
	if part.next != p.First+p.Games || part.busy || t.Games != p.Games {
		return fmt.Errorf("part %d is not complete", p.Number)
	}
	part.tally = bytesOf(t)
	return nil
}

func (m *memory) Flush() error { return nil }

// columns are the games, wars and turns of all parts in order.
func (m *memory) columns() (all [3][][]int32) {
	for _, n := range slices.Sorted(maps.Keys(m.parts)) {
		p := m.parts[n]
		for i, from := range [][][]int32{p.games, p.wars, p.turns} {
			for c, col := range from {
				if len(all[i]) == c {
					all[i] = append(all[i], nil)
				}
				all[i][c] = append(all[i][c], col...)
			}
		}
	}
	return all
}

func sameRows(a, b [3][][]int32) bool {
	for i := range a {
		if !slices.EqualFunc(a[i], b[i], slices.Equal) {
			return false
		}
	}
	return true
}

var everything = engine.Keep{Games: true, Wars: true, Turns: true}
