package engine

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// toy is a schema with one followed value of each kind: the rating changes every
// turn, the stock seldom, and the total belongs to the wars.
func toy() *Schema {
	return &Schema{
		Horizon:  6,
		Outcomes: []string{"good", "bad", Unresolved},
		Subjects: []string{"east", "west"},
		Endings:  []string{"won", "cut_off", Unresolved},
		Games: []Column{
			{Name: "final_rating", Measure: "final.rating"},
			{Name: "final_stock", Measure: "final.stock"},
			{Name: "spent", Measure: "final.spent"},
		},
		Wars: []Column{{Name: "total"}},
		Curves: []Curve{
			{Side: "us", Name: "rating", Min: -50, Max: 50, Start: 0, Last: GameFirst},
			{Side: "us", Name: "stock", Min: 0, Max: 1 << 20, Start: 5, Steady: true, Last: GameFirst + 1},
			{Side: "west", Name: "total", Min: -1000, Max: 1000, Of: PerWar, Last: WarFirst, Subject: 1},
		},
	}
}

// record plays n toy games into the block, at random but the same for the same
// game, and returns what it did.
type toyGame struct {
	outcome, turns, spent int32
	rating, stock         []int32 // by turn
	wars                  [][WarWidth]int32
	totals                []int32 // of the war about west, by turn; from turn 1
}

func toyPlay(g uint64) toyGame {
	r := rand.New(rand.NewPCG(g, 5))
	v := toyGame{turns: 1 + r.Int32N(6), spent: r.Int32N(3_000_000) - 1_500_000}
	v.outcome = int32(r.IntN(2))
	if v.turns == 6 && r.IntN(2) == 0 {
		v.outcome = 2
	}
	rating, stock := int32(0), int32(5)
	for range v.turns {
		rating += r.Int32N(61) - 30
		if r.IntN(4) == 0 {
			stock = max(0, stock+r.Int32N(900)-300)
		}
		v.rating = append(v.rating, rating)
		v.stock = append(v.stock, stock)
	}
	if r.IntN(3) > 0 {
		for turn := range v.turns {
			v.totals = append(v.totals, r.Int32N(40)+turn)
		}
		v.wars = append(v.wars, [WarWidth]int32{WarSubject: 1, WarDeclared: 1, WarLength: v.turns, WarEnding: r.Int32N(3), WarFirst: v.totals[v.turns-1]})
		if r.IntN(2) == 0 {
			v.wars = append(v.wars, [WarWidth]int32{WarSubject: 0, WarDeclared: 2, WarLength: 1 + r.Int32N(5), WarEnding: r.Int32N(3), WarFirst: 3})
		}
	}
	return v
}

func toyBlock(b *Block, first uint64, n int) {
	b.Keep = Keep{Games: true, Wars: true}
	b.Begin(first, n)
	for g, ok := b.Next(); ok; g, ok = b.Next() {
		v := toyPlay(g)
		stock := int32(5)
		for i := range v.turns {
			b.Tally.Curves[0].On(i+1, v.rating[i])
			if v.stock[i] != stock {
				b.Tally.Curves[1].Change(i+1, stock, v.stock[i])
				stock = v.stock[i]
			}
		}
		b.Tally.Curves[2].OnEach([]int32{1, 2, 3, 4, 5, 6}[:len(v.totals)], v.totals)
		row := b.Game()
		row[GameOutcome], row[GameTurns] = v.outcome, v.turns
		row[GameFirst], row[GameFirst+1], row[GameFirst+2] = v.rating[v.turns-1], v.stock[v.turns-1], v.spent
		for _, w := range v.wars {
			to := b.War()
			game := to[WarGame]
			*to = w
			to[WarGame] = game
		}
	}
}

// What the tally says must be what a plain count over the games says.
func TestTallyCountsWhatHappened(t *testing.T) {
	s := toy()
	b := NewBlock(s)
	const n = 3000
	toyBlock(b, 100, n)
	ty := b.Tally

	outcomes := map[[2]int32]uint64{}
	on, carried := map[[3]int32]uint64{}, map[[3]int32]uint64{} // curve, turn, value
	pairs, longest := uint64(0), int32(0)
	classes := map[[2]int]uint64{}
	spent := map[int32]uint64{}
	for g := range uint64(n) {
		v := toyPlay(100 + g)
		outcomes[[2]int32{v.outcome, v.turns}]++
		spent[v.spent]++
		for turn := int32(1); turn <= s.Horizon; turn++ {
			i := min(turn, v.turns) - 1
			for c, values := range [][]int32{v.rating, v.stock, v.totals} {
				if values == nil {
					continue
				}
				carried[[3]int32{int32(c), turn, values[i]}]++
				if turn <= v.turns {
					on[[3]int32{int32(c), turn, values[i]}]++
				}
			}
		}
		for _, war := range v.wars {
			longest = max(longest, war[WarLength])
		}
		if len(v.wars) == 2 {
			pairs++
			a := int(v.wars[0][WarLength])*3 + int(v.wars[0][WarEnding])
			b := int(v.wars[1][WarLength])*3 + int(v.wars[1][WarEnding])
			classes[[2]int{max(a, b), min(a, b)}]++
		}
	}
	for o := range s.Outcomes {
		for turns := range s.Horizon + 1 {
			if got := ty.Outcomes[o][turns]; got != outcomes[[2]int32{int32(o), turns}] {
				t.Errorf("outcome %d after %d turns: %d, want %d", o, turns, got, outcomes[[2]int32{int32(o), turns}])
			}
		}
	}
	for c := range s.Curves {
		for basis, want := range map[Basis]map[[3]int32]uint64{On: on, Carried: carried} {
			for i, h := range ty.Curves[c].Histograms(basis) {
				counted := h.Below + h.Above
				for j, got := range h.Counts {
					counted += got
					if got != want[[3]int32{int32(c), int32(i) + 1, h.Lo + int32(j)}] {
						t.Fatalf("curve %d, %s, turn %d, value %d: %d, want %d", c, Words[basis], i+1, h.Lo+int32(j), got, want[[3]int32{int32(c), int32(i) + 1, h.Lo + int32(j)}])
					}
				}
				for key, k := range want {
					if key[0] == int32(c) && key[1] == int32(i)+1 {
						counted -= k
					}
				}
				if counted != 0 {
					t.Errorf("curve %d, %s, turn %d: counts and games differ", c, Words[basis], i+1)
				}
			}
		}
	}
	got := uint64(0)
	for a, row := range ty.Pairs[2] {
		for b, k := range row {
			got += k
			if k != classes[[2]int{a, b}] {
				t.Errorf("pairs of classes %d and %d: %d, want %d", a, b, k, classes[[2]int{a, b}])
			}
		}
	}
	if got != pairs || ty.Longest.Turns != longest {
		t.Errorf("%d pairs and longest %d, want %d and %d", got, ty.Longest.Turns, pairs, longest)
	}
	for s := range 2 {
		for _, row := range ty.Pairs[s] {
			for _, k := range row {
				if k > 0 {
					t.Error("no game has two wars about the same subject")
				}
			}
		}
	}
	h := ty.Final(2)
	if h.Below+h.Above == 0 {
		t.Error("no game spent more than the window holds: the test is too tame")
	}
	for v, k := range spent {
		if v >= -WindowMost/2 && v < WindowMost/2 && h.Counts[v-h.Lo] != k {
			t.Errorf("spent %d: %d, want %d", v, h.Counts[v-h.Lo], k)
		}
	}
}

// Values outside a curve's window are counted as such, in any order of coming.
func TestCurveWindow(t *testing.T) {
	c := newCurveTally(&Curve{Min: -2, Max: 3, Start: 0}, 4)
	for _, v := range []int32{9, -3, 0, 3, -2, 4, -9} {
		c.On(2, v)
	}
	h := c.Histograms(On)[1]
	if h.Below != 2 || h.Above != 2 || h.Lo != -2 || !slices.Equal(h.Counts, []uint64{1, 0, 1, 0, 0, 1}) {
		t.Errorf("%+v", h)
	}
}

// A turn takes the room of the values that it has, not of those of the whole game: a treasury that grows for a thousand
// turns by some ten a turn takes a hundredth of a table of all its values; and once there is room nothing more is taken.
func TestCurveTakesTheRoomOfEachTurn(t *testing.T) {
	const horizon = 1000
	c := newCurveTally(&Curve{Min: -1 << 30, Max: 1 << 30, Start: 100}, horizon)
	fill := func() {
		for turn := int32(1); turn <= horizon; turn++ {
			for v := range int32(10) {
				c.On(turn, 100+turn+v)
			}
			*c.far(turn, 100+turn, true)++
		}
	}
	fill()
	cells := 0
	for turn := range c.steps {
		cells += cap(c.steps[turn].cells) + cap(c.lasts[turn].cells)
	}
	if all := 2 * horizon * (horizon + 10); cells > all/40 {
		t.Errorf("%d cells, and a table of all values has %d", cells, all)
	}
	if n := testing.AllocsPerRun(3, fill); n > 0 {
		t.Errorf("%v allocations where there is room", n)
	}
	c.reset()
	if _, _, any := c.Range(); any || testing.AllocsPerRun(3, fill) > 0 {
		t.Error("emptied, it is not empty, or has lost its room")
	}
}

// Any split of the games, merged in any order, gives the tally of the whole.
func TestMergeIsExactInAnyOrder(t *testing.T) {
	s := toy()
	whole := NewTally(s)
	b := NewBlock(s)
	toyBlock(b, 0, 2000)
	whole.Merge(b.Tally)
	cuts := []int{0, 1, 300, 301, 1234, 2000}
	order := []int{3, 0, 4, 1, 2}
	merged := NewTally(s)
	for _, i := range order {
		part := NewBlock(s) // each with windows that grew for its own games
		toyBlock(part, uint64(cuts[i]), cuts[i+1]-cuts[i])
		merged.Merge(part.Tally)
	}
	if merged.Games != whole.Games || merged.Signature != whole.Signature || merged.Longest != whole.Longest ||
		!reflect.DeepEqual(merged.Outcomes, whole.Outcomes) || !reflect.DeepEqual(merged.Wars, whole.Wars) || !reflect.DeepEqual(merged.Pairs, whole.Pairs) || !reflect.DeepEqual(merged.First, whole.First) {
		t.Error("the merged tally differs from the whole")
	}
	for c := range s.Curves {
		for _, basis := range []Basis{On, Carried} {
			if !reflect.DeepEqual(merged.Curves[c].Histograms(basis), whole.Curves[c].Histograms(basis)) {
				t.Errorf("curve %d, %s differs", c, Words[basis])
			}
		}
	}
	for i := range s.Games {
		if !reflect.DeepEqual(merged.Final(i), whole.Final(i)) {
			t.Errorf("final %s differs", s.Games[i].Name)
		}
	}
}

// The signature notices a value of a game, a value of a war, and which game had
// them; it does not depend on which rows are kept.
func TestSignatureNotices(t *testing.T) {
	s := toy()
	sign := func(change func(*[GameWidth]int32, *[WarWidth]int32), first uint64, keep Keep) uint64 {
		b := NewBlock(s)
		b.Keep = keep
		b.Begin(first, 1)
		for _, ok := b.Next(); ok; _, ok = b.Next() {
			row, war := b.Game(), b.War()
			row[GameTurns], row[GameFirst], war[WarLength] = 1, 7, 1
			war[WarDeclared] = 1
			war[WarSubject] = 1
			change(row, war)
		}
		return b.Tally.Signature
	}
	nothing := func(*[GameWidth]int32, *[WarWidth]int32) {}
	base := sign(nothing, 0, Keep{})
	if sign(nothing, 0, Keep{Games: true, Wars: true, Turns: true}) != base {
		t.Error("kept rows move the signature")
	}
	for what, got := range map[string]uint64{
		"another game":    sign(nothing, 1, Keep{}),
		"another rating":  sign(func(g *[GameWidth]int32, _ *[WarWidth]int32) { g[GameFirst]++ }, 0, Keep{}),
		"another outcome": sign(func(g *[GameWidth]int32, _ *[WarWidth]int32) { g[GameOutcome]++ }, 0, Keep{}),
		"another total":   sign(func(_ *[GameWidth]int32, w *[WarWidth]int32) { w[WarFirst]-- }, 0, Keep{}),
		"another war":     sign(func(_ *[GameWidth]int32, w *[WarWidth]int32) { w[WarSubject] = 0 }, 0, Keep{}),
	} {
		if got == base {
			t.Errorf("%s is not noticed", what)
		}
	}
}
