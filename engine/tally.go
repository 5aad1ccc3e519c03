package engine

import (
	"math/bits"
	"slices"
)

// A Tally is everything counted over some games. It holds integers only, so that
// tallies merge exactly and in any order; estimates and intervals are computed
// once, at the end, by those who read it.
type Tally struct {
	Schema *Schema

	Games uint64
	// Signature is a sum of hashes, one of every game's row and one of every
	// war's: the same games give the same signature in any order, and whichever
	// rows were kept.
	Signature uint64

	// Outcomes counts games by outcome and length: Outcomes[o][turns].
	Outcomes [][]uint64
	// First is the lowest number of a game with each outcome; [NoGame] if none.
	First []uint64
	// Finals has a histogram for each of Schema.Games that is a measure and not
	// the last value of a curve; the others stay empty.
	Finals []Histogram

	// Wars counts wars by subject, ending and length: Wars[s][e][turns].
	Wars [][][]uint64
	// Pairs counts unordered pairs of wars of one game by the class of each,
	// PairClass(length, censored): Pairs[higher][lower].
	Pairs [][]uint64
	// PerGame holds sums over games of what their wars add up to.
	PerGame WarSums
	// Longest is the first game with the longest war.
	Longest struct {
		Game  uint64
		Turns int32
	}

	Curves []CurveTally

	covered  []bool // Schema.Games that a curve's End table counts
	ofGame   []int  // curves whose last value is in the game's row
	ofWar    [][]int
	steadies []int
}

// NoGame stands where no game is meant.
const NoGame = ^uint64(0)

// WarSums are exact sums over games: W wars in a game and the L turns they were
// fought together. LL is a 128-bit number, high word first.
type WarSums struct {
	L, W, LW, WW uint64
	LL           [2]uint64
}

// PairClass numbers what the lengths of two wars of a game are counted by.
func PairClass(length int32, censored bool) int {
	if censored {
		return 2*int(length) + 1
	}
	return 2 * int(length)
}

// NewTally is an empty tally.
func NewTally(s *Schema) *Tally {
	turns := int(s.Horizon) + 1
	t := &Tally{
		Schema:   s,
		Outcomes: table(len(s.Outcomes), turns),
		First:    make([]uint64, len(s.Outcomes)),
		Finals:   make([]Histogram, len(s.Games)),
		Wars:     make([][][]uint64, len(s.Subjects)),
		Pairs:    make([][]uint64, 2*turns),
		Curves:   make([]CurveTally, len(s.Curves)),
		covered:  make([]bool, len(s.Games)),
		ofWar:    make([][]int, len(s.Subjects)),
	}
	for i := range t.Wars {
		t.Wars[i] = table(len(s.Endings), turns)
	}
	for i, c := range s.Curves {
		t.Curves[i] = newCurveTally(&s.Curves[i], s.Horizon)
		if c.Of == PerWar {
			t.ofWar[c.Subject] = append(t.ofWar[c.Subject], i)
		} else {
			t.ofGame = append(t.ofGame, i)
			t.covered[c.Last-GameFirst] = true
		}
		if c.Steady {
			t.steadies = append(t.steadies, i)
		}
	}
	t.Reset()
	return t
}

func table(rows, columns int) [][]uint64 {
	cells := make([]uint64, rows*columns)
	t := make([][]uint64, rows)
	for i := range t {
		t[i] = cells[i*columns : (i+1)*columns]
	}
	return t
}

// Reset empties the tally and keeps its memory.
func (t *Tally) Reset() {
	t.Games, t.Signature, t.PerGame = 0, 0, WarSums{}
	for o := range t.Outcomes {
		clear(t.Outcomes[o])
		t.First[o] = NoGame
	}
	for s := range t.Wars {
		for e := range t.Wars[s] {
			clear(t.Wars[s][e])
		}
	}
	for i := range t.Finals {
		clear(t.Finals[i].Counts)
	}
	for i := range t.Pairs {
		clear(t.Pairs[i])
	}
	for i := range t.Curves {
		t.Curves[i].reset()
	}
	t.Longest.Game, t.Longest.Turns = NoGame, 0
}

// Covered says whether the last value of Schema.Games[i] is counted by a curve
// and not in Finals.
func (t *Tally) Covered(i int) bool { return t.covered[i] }

// add counts a batch: rows of games first, first+1 and so on, and of their wars
// in game order. The wars' games are counted from offset.
func (t *Tally) add(first uint64, offset int32, games [][GameWidth]int32, wars [][WarWidth]int32, hash []uint64) {
	t.Games += uint64(len(games))
	for i := range games {
		o := games[i][GameOutcome]
		t.Outcomes[o][games[i][GameTurns]]++
		if g := first + uint64(i); g < t.First[o] {
			t.First[o] = g
		}
	}
	for c, column := range t.Schema.Games {
		if column.Measure != "" && column.Codes == nil && !t.covered[c] {
			h := &t.Finals[c]
			for i := range games {
				h.add(games[i][GameFirst+c])
			}
		}
	}
	for _, c := range t.ofGame {
		curve, last := &t.Curves[c], t.Schema.Curves[c].Last
		for i := range games {
			curve.ends(games[i][GameTurns], games[i][last])
		}
	}
	for _, c := range t.steadies {
		t.Curves[c].starts(uint64(len(games)))
	}
	t.addWars(first, offset, wars)
	t.sign(first, offset, games, wars, hash)
}

func (t *Tally) addWars(first uint64, offset int32, wars [][WarWidth]int32) {
	for i := 0; i < len(wars); {
		game := wars[i][WarGame]
		from := i
		var turns uint64
		for ; i < len(wars) && wars[i][WarGame] == game; i++ {
			w := &wars[i]
			s, length := w[WarSubject], w[WarLength]
			t.Wars[s][w[WarEnding]][length]++
			for _, c := range t.ofWar[s] {
				t.Curves[c].ends(w[WarDeclared]+length-1, w[t.Schema.Curves[c].Last])
			}
			if length > t.Longest.Turns || length == t.Longest.Turns && first+uint64(game-offset) < t.Longest.Game {
				t.Longest.Turns, t.Longest.Game = length, first+uint64(game-offset)
			}
			turns += uint64(length)
		}
		n := uint64(i - from)
		if n > 1 {
			t.addPairs(wars[from:i])
		}
		p := &t.PerGame
		p.L += turns
		p.W += n
		p.LW += turns * n
		p.WW += n * n
		var carry uint64
		p.LL[1], carry = bits.Add64(p.LL[1], turns*turns, 0)
		p.LL[0] += carry
	}
}

func (t *Tally) addPairs(wars [][WarWidth]int32) {
	censored := int32(t.Schema.Censored())
	for i := range wars {
		a := PairClass(wars[i][WarLength], wars[i][WarEnding] == censored)
		for j := range i {
			b := PairClass(wars[j][WarLength], wars[j][WarEnding] == censored)
			*t.pair(max(a, b), min(a, b))++
		}
	}
}

func (t *Tally) pair(high, low int) *uint64 {
	row := &t.Pairs[high]
	for len(*row) <= low {
		*row = append(*row, 0)
	}
	return &(*row)[low]
}

// salts are the odd multipliers of the signature's row hashes, one a column.
var salts = func() (s [GameWidth + WarWidth]uint64) {
	for i := range s {
		s[i] = mix(uint64(i+1)*oddIndex) | 1
	}
	return s
}()

// sign adds the hashes of the rows: a multilinear hash of the values and the
// game's number, mixed.
func (t *Tally) sign(first uint64, offset int32, games [][GameWidth]int32, wars [][WarWidth]int32, hash []uint64) {
	width := GameFirst + len(t.Schema.Games)
	for i := range games {
		h := (first + uint64(i) + 1) * oddGame
		for c, v := range games[i][:width] {
			h += uint64(uint32(v)) * salts[c]
		}
		hash[i] = h
	}
	for _, h := range hash {
		t.Signature += mix(h)
	}
	width = WarFirst + len(t.Schema.Wars)
	for i := range wars {
		h := (first + uint64(wars[i][WarGame]-offset) + 1) * oddTurn
		for c, v := range wars[i][WarSubject:width] {
			h += uint64(uint32(v)) * salts[GameWidth+c]
		}
		t.Signature += mix(h)
	}
}

// Merge adds another tally of the same schema.
func (t *Tally) Merge(u *Tally) {
	t.Games += u.Games
	t.Signature += u.Signature
	for o := range t.Outcomes {
		addAll(t.Outcomes[o], u.Outcomes[o])
		t.First[o] = min(t.First[o], u.First[o])
	}
	for s := range t.Wars {
		for e := range t.Wars[s] {
			addAll(t.Wars[s][e], u.Wars[s][e])
		}
	}
	for high, row := range u.Pairs {
		for low, n := range row {
			if n > 0 {
				*t.pair(high, low) += n
			}
		}
	}
	p, q := &t.PerGame, &u.PerGame
	p.L, p.W, p.LW, p.WW = p.L+q.L, p.W+q.W, p.LW+q.LW, p.WW+q.WW
	var carry uint64
	p.LL[1], carry = bits.Add64(p.LL[1], q.LL[1], 0)
	p.LL[0] += q.LL[0] + carry
	for i := range t.Finals {
		t.Finals[i].merge(&u.Finals[i])
	}
	for i := range t.Curves {
		t.Curves[i].merge(&u.Curves[i])
	}
	if u.Longest.Turns > t.Longest.Turns || u.Longest.Turns == t.Longest.Turns && u.Longest.Game < t.Longest.Game {
		t.Longest = u.Longest
	}
}

func addAll(to, from []uint64) {
	for i, n := range from {
		to[i] += n
	}
}

// A Histogram counts games by a value, exactly: Counts[i] had the value Lo+i.
// It widens as values come, to at most [WindowMost] of them around the first
// power of two; what lies outside is in Below and Above.
type Histogram struct {
	Lo           int32
	Counts       []uint64
	Below, Above uint64
}

// WindowMost is the widest range of values that a Histogram counts one by one,
// from -WindowMost/2 to WindowMost/2-1.
const WindowMost = 1 << 21

func (h *Histogram) add(v int32) {
	if i := uint32(v - h.Lo); i < uint32(len(h.Counts)) {
		h.Counts[i]++
		return
	}
	h.addFar(v, 1)
}

func (h *Histogram) addFar(v int32, n uint64) {
	switch {
	case v < -WindowMost/2:
		h.Below += n
	case v >= WindowMost/2:
		h.Above += n
	default:
		h.widen(v, v)
		h.Counts[v-h.Lo] += n
	}
}

// widen makes room for from to to, both inside the window, and some more.
func (h *Histogram) widen(from, to int32) {
	if len(h.Counts) > 0 {
		from, to = min(from, h.Lo), max(to, h.Lo+int32(len(h.Counts))-1)
	}
	spare := (to - from + 64) / 2
	from, to = max(from-spare, -WindowMost/2), min(to+spare, WindowMost/2-1)
	counts := make([]uint64, to-from+1)
	if len(h.Counts) > 0 {
		copy(counts[h.Lo-from:], h.Counts)
	}
	h.Lo, h.Counts = from, counts
}

func (h *Histogram) merge(u *Histogram) {
	h.Below += u.Below
	h.Above += u.Above
	u.each(func(v int32, n uint64) {
		if i := uint32(v - h.Lo); i < uint32(len(h.Counts)) {
			h.Counts[i] += n
		} else {
			h.addFar(v, n)
		}
	})
}

func (h *Histogram) each(visit func(v int32, n uint64)) {
	for i, n := range h.Counts {
		if n > 0 {
			visit(h.Lo+int32(i), n)
		}
	}
}

// Trim cuts empty ends off, which gives equal histograms one form.
func (h *Histogram) Trim() {
	first := slices.IndexFunc(h.Counts, func(n uint64) bool { return n > 0 })
	if first < 0 {
		h.Lo, h.Counts = 0, nil
		return
	}
	last := len(h.Counts)
	for h.Counts[last-1] == 0 {
		last--
	}
	h.Lo, h.Counts = h.Lo+int32(first), h.Counts[first:last]
}
