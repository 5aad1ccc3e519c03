package engine

import (
	"reflect"
	"testing"
)

// feud is the smallest ruleset with everything that an automaton must cope with:
// turns without a draw, dice of too many ways for a table, draws inside a policy's
// call whose results it remembers, and more wars in a game than are remembered.
type feud struct {
	die, coin, big *Dist
	wars           int32 // that end in each turn
	fault          bool  // one game in 400 goes wrong
}

func (f *feud) Schema() *Schema {
	return &Schema{
		Ruleset: "feud", Horizon: 12, Outcomes: []string{"rich", "poor", Unresolved}, Subjects: []string{"honour"}, Endings: []string{"over", "cut_off", Unresolved},
		Games:  []Column{{Name: "final_gold", Measure: "final.gold"}, {Name: "luck", Measure: "final.luck"}},
		Wars:   []Column{{Name: "prize"}},
		Curves: []Curve{{Side: "us", Name: "gold", Min: -1000, Max: 1000, Last: GameFirst}},
	}
}

func (f *feud) NewPlayer(seed uint64) Player {
	return &feuding{feud: f, stream: NewStream(seed), seed: seed}
}

type feuding struct {
	*feud
	stream     Stream
	seed       uint64
	block      *Block
	turn, gold int32
	luck       int32
	number     uint64
	fault      *Fault
}

func (p *feuding) Play(b *Block) error {
	p.block = b
	for g, ok := b.Next(); ok; g, ok = b.Next() {
		p.stream.Game(g)
		p.number = g
		p.Load(nil)
		for {
			over, err := p.Turn()
			if err != nil {
				return err
			}
			if over {
				break
			}
		}
	}
	return nil
}

func (p *feuding) Tell(uint64, *Tape) (*Chronicle, error)                    { return nil, nil }
func (p *feuding) Walk(*Tape, func(*[GameWidth]int32, [][]int32) bool) error { return nil }
func (p *feuding) Unfold(t *Tape, b *Block, _ []bool) []string {
	p.stream, p.block = NewTapeStream(t), b
	return []string{"turn", "gold", "luck"}
}
func (p *feuding) Save(v []int32) { v[0], v[1], v[2] = p.turn, p.gold, p.luck }
func (p *feuding) Load(v []int32) {
	p.turn, p.gold, p.luck, p.fault = 0, 0, 0, nil
	if v != nil {
		p.turn, p.gold, p.luck = v[0], v[1], v[2]
	}
}

func (p *feuding) Turn() (over bool, err error) {
	p.turn++
	if p.turn > 1 { // the first turn is quiet
		// A policy that bets the same way twice only if it won the first time.
		won := p.stream.PolicyDraw(p.coin, 1, p.turn, 0)
		if again := p.stream.PolicyDraw(p.coin, 1, p.turn, 1); again == won {
			p.gold++
		}
		p.gold += p.stream.Draw(p.die, 2, p.turn, 0)
		if p.turn == 3 {
			p.luck = p.stream.Draw(p.big, 3, p.turn, 0) / 10
		}
		if p.fault == nil && p.feud.fault && p.gold == 9 && p.turn == 4 && p.stream.Draw(p.big, 4, p.turn, 0) > 44 {
			p.fault = &Fault{Game: p.number, Turn: p.turn, Why: "a quarrel"}
			if t := p.stream.Tape(); t != nil {
				t.Close()
			}
		}
		for range p.wars {
			w := p.block.War()
			w[WarSubject], w[WarDeclared], w[WarLength], w[WarEnding], w[WarFirst] = 0, p.turn, 1+p.gold&1, 0, p.gold
		}
	}
	p.block.Tally.Curves[0].On(p.turn, p.gold)
	outcome := int32(-1)
	switch {
	case p.gold > 14:
		outcome = 0
	case p.gold < -4:
		outcome = 1
	case p.turn == 12:
		outcome = 2
	}
	if p.fault != nil {
		return false, p.fault
	}
	if outcome < 0 {
		return false, nil
	}
	row := p.block.Game()
	row[GameOutcome], row[GameTurns], row[GameFirst], row[GameFirst+1] = outcome, p.turn, p.gold, p.luck
	return true, nil
}

func newFeud(t *testing.T, wars int32) *feud {
	coin, err := OneOf(2)
	if err != nil {
		t.Fatal(err)
	}
	f := &feud{die: dice(t, "2d4-3"), coin: coin, big: dice(t, "5d10"), wars: wars}
	if f.big.table != nil {
		t.Fatal("5d10 has a table: the test is too tame")
	}
	return f
}

// What is looked up is what is stepped: with few wars a game, with more than are
// remembered, with room in the table or without.
func TestCompiledGamesOfAnyRuleset(t *testing.T) {
	for _, wars := range []int32{0, 1, 2, 5} {
		f := newFeud(t, wars)
		var want *Block
		for _, c := range []struct {
			engine Engine
			bytes  int
		}{{Step, 0}, {Compiled, 1 << 26}, {Compiled, 1 << 15}, {Compiled, 0}, {Auto, 1 << 26}} {
			p, ok := NewPlayer(f, 7, c.engine, c.bytes)
			if !ok {
				t.Fatal("not compiled")
			}
			b := NewBlock(f.Schema())
			b.Keep = Keep{Games: true, Wars: true}
			b.Begin(123, 5000)
			if err := p.Play(b); err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = b
				continue
			}
			if !reflect.DeepEqual(b.Games, want.Games) || !reflect.DeepEqual(b.Wars.Col, want.Wars.Col) {
				t.Errorf("%d wars, %+v: the rows differ", wars, c)
			}
			x, y := b.Tally, want.Tally
			if x.Games != y.Games || x.Signature != y.Signature || x.Longest != y.Longest || !reflect.DeepEqual(x.Outcomes, y.Outcomes) ||
				!reflect.DeepEqual(x.First, y.First) || !reflect.DeepEqual(x.Wars, y.Wars) || !reflect.DeepEqual(pairsOf(x), pairsOf(y)) ||
				!reflect.DeepEqual(x.Final(0), y.Final(0)) || !reflect.DeepEqual(x.Final(1), y.Final(1)) ||
				!reflect.DeepEqual(x.Curves[0].Histograms(On), y.Curves[0].Histograms(On)) {
				t.Errorf("%d wars, %+v: the tallies differ", wars, c)
			}
		}
	}
}

// pairsOf are pairs that were counted, whatever room there is for others.
func pairsOf(t *Tally) map[[3]int]uint64 {
	all := map[[3]int]uint64{}
	for s, p := range t.Pairs {
		for a, row := range p {
			for b, n := range row {
				if n > 0 {
					all[[3]int{s, a, b}] = n
				}
			}
		}
	}
	return all
}

// A fault stops the block at the same game; games that only might have met it are
// not stopped.
func TestCompiledGamesThatGoWrong(t *testing.T) {
	f := newFeud(t, 1)
	f.fault = true
	message := ""
	for _, e := range []Engine{Step, Compiled} {
		p, _ := NewPlayer(f, 7, e, 1<<26)
		b := NewBlock(f.Schema())
		b.Begin(0, 60_000)
		err := p.Play(b)
		if err == nil {
			t.Fatal("no game went wrong")
		}
		if message == "" {
			message = err.Error()
		}
		if err.Error() != message {
			t.Errorf("%s: %v\nwant %s", Engines[e], err, message)
		}
	}
	if _, _, err := Solve(f, make([]bool, 2), Budget{1 << 30, 1 << 30}, nil); err == nil {
		t.Error("the solver does not meet the fault")
	}
}

// The odds of the feud by the solver are those of games played one by one.
func TestSolveAnyRuleset(t *testing.T) {
	f := newFeud(t, 2)
	x, ok, err := Solve(f, []bool{true, false}, Budget{1 << 30, 1 << 30}, nil)
	if err != nil || !ok || x.Crowd != nil {
		t.Fatal(ok, err)
	}
	p, b := f.NewPlayer(1), NewBlock(f.Schema())
	const n = 200_000
	b.Begin(0, n)
	if err := p.Play(b); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for o := range x.Outcomes {
		low, _ := x.Odds(o)
		sum += low
		games := 0.0
		for turns, k := range b.Tally.Outcomes[o] {
			games += float64(k)
			if d := float64(k)/n - x.Outcomes[o][turns]; d*d > 20*x.Outcomes[o][turns]/n+1e-10 {
				t.Errorf("outcome %d after %d turns: sampled %v, exact %v", o, turns, float64(k)/n, x.Outcomes[o][turns])
			}
		}
	}
	if d := sum - 1; d > 1e-12 || d < -1e-12 {
		t.Errorf("the odds add up to 1%+g", d)
	}
	wars, ok := Mean(x.WarLength())
	if !ok || wars < 1 || wars > 2 {
		t.Errorf("mean length of wars %v", wars)
	}
}

// A ruleset whose players cannot be unfolded is stepped; when it must be compiled
// that is said.
func TestRulesetsThatCannotBeCompiled(t *testing.T) {
	f := stubborn{newFeud(t, 1)}
	if p, ok := NewPlayer(f, 1, Auto, 0); !ok || LooksUp(p) {
		t.Error("auto does not step")
	}
	if _, ok := NewPlayer(f, 1, Compiled, 0); ok {
		t.Error("it is compiled")
	}
	if _, ok, _ := Solve(f, nil, Budget{}, nil); ok {
		t.Error("it is solved")
	}
}

type stubborn struct{ *feud }

func (s stubborn) NewPlayer(seed uint64) Player { return struct{ Player }{s.feud.NewPlayer(seed)} }
