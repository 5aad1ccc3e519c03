package engine

import "slices"

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
	// Pairs counts pairs of wars of one game: of any two wars in the last entry,
	// and of two wars about the same subject in the subject's own. Wars of one
	// game depend on each other; with the pairs, intervals can tell.
	Pairs []Pairs
	// Longest is the first game with the longest war.
	Longest struct {
		Game  uint64
		Turns int32
	}

	Curves []CurveTally

	covered  []bool // Schema.Games whose last value a curve counts
	ofGame   []int  // curves whose last value is in the game's row
	ofWar    [][]int
	steadies []int
}

// NoGame stands where no game is meant.
const NoGame = ^uint64(0)

// Pairs counts unordered pairs of wars by how each came out, its class being
// length times the number of endings, plus the ending: Pairs[higher][lower].
type Pairs [][]uint64

func (p Pairs) count(a, b int, n uint64) {
	row := &p[max(a, b)]
	for len(*row) <= min(a, b) {
		*row = append(*row, 0)
	}
	(*row)[min(a, b)] += n
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
		Pairs:    make([]Pairs, len(s.Subjects)+1),
		Curves:   make([]CurveTally, len(s.Curves)),
		covered:  make([]bool, len(s.Games)),
		ofWar:    make([][]int, len(s.Subjects)),
	}
	for i := range t.Wars {
		t.Wars[i] = table(len(s.Endings), turns)
	}
	for i := range t.Pairs {
		t.Pairs[i] = make(Pairs, turns*len(s.Endings))
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
	t.Games, t.Signature = 0, 0
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
	for _, p := range t.Pairs {
		for i := range p {
			clear(p[i])
		}
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
func (t *Tally) add(first uint64, offset int32, games, wars *stage) {
	t.Games += uint64(games.n)
	for i := range games.n {
		row := games.cells[i*games.width:]
		turns, o := row[GameTurns], row[GameOutcome]
		t.Outcomes[o][turns]++
		if g := first + uint64(i); g < t.First[o] {
			t.First[o] = g
		}
	}
	for c, column := range t.Schema.Games {
		if column.Measure != "" && column.Codes == nil && !t.covered[c] {
			t.Finals[c].addColumn(games, GameFirst+c)
		}
	}
	for _, c := range t.ofGame {
		t.Curves[c].endColumn(games)
	}
	for _, c := range t.steadies {
		t.Curves[c].starts(uint64(games.n))
	}
	t.addWars(first-uint64(offset), wars)
	t.Signature += signGames(first, games) + signWars(first-uint64(offset), wars)
}

// addWars counts wars; their games are counted from base.
func (t *Tally) addWars(base uint64, wars *stage) {
	game, begin := int32(-1), 0 // the wars of one game
	for i, cells := 0, wars.filled(); i < wars.n; i, cells = i+1, cells[wars.width:] {
		w := cells[:wars.width]
		ending, length, subject := w[WarEnding], w[WarLength], w[WarSubject]
		t.Wars[subject][ending][length]++
		for _, c := range t.ofWar[subject] {
			t.Curves[c].ends(w[WarDeclared]+length-1, w)
		}
		if length >= t.Longest.Turns {
			t.longest(length, base+uint64(w[WarGame]))
		}
		if w[WarGame] != game {
			game, begin = w[WarGame], i
			continue
		}
		for j := begin; j < i; j++ {
			t.addPair(wars.row(j), w)
		}
	}
}

func (t *Tally) longest(turns int32, game uint64) {
	if turns > t.Longest.Turns || game < t.Longest.Game {
		t.Longest.Turns, t.Longest.Game = turns, game
	}
}

func (t *Tally) addPair(v, w []int32) {
	endings := len(t.Schema.Endings)
	a := int(v[WarLength])*endings + int(v[WarEnding])
	b := int(w[WarLength])*endings + int(w[WarEnding])
	t.Pairs[len(t.Schema.Subjects)].count(a, b, 1)
	if v[WarSubject] == w[WarSubject] {
		t.Pairs[v[WarSubject]].count(a, b, 1)
	}
}

// salts are the odd multipliers of the signature's row hashes, one a column.
var salts = func() (s [GameWidth + WarWidth]uint64) {
	for i := range s {
		s[i] = mix(uint64(i+1)*oddIndex) | 1
	}
	return s
}()

// signGames is the sum of the hashes of games' rows: multilinear hashes of the
// values and the game's number, mixed.
//
//go:noinline
func signGames(first uint64, games *stage) (sum uint64) {
	for cells, width := games.filled(), games.width; len(cells) >= width; cells = cells[width:] {
		first++
		sum += signed(first*oddGame, cells[:width], salts[:])
	}
	return sum
}

// signWars does the same for wars' rows; their games are counted from base.
//
//go:noinline
func signWars(base uint64, wars *stage) (sum uint64) {
	for cells, width := wars.filled(), wars.width; len(cells) >= width; cells = cells[width:] {
		game := base + uint64(cells[WarGame])
		sum += signed((game+1)*oddTurn, cells[WarSubject:width], salts[GameWidth:])
	}
	return sum
}

func signed(h uint64, row []int32, salts []uint64) uint64 {
	salts = salts[:len(row)]
	for c, v := range row {
		h += uint64(uint32(v)) * salts[c]
	}
	return mix(h)
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
	for i, p := range u.Pairs {
		for a, row := range p {
			for b, n := range row {
				if n > 0 {
					t.Pairs[i].count(a, b, n)
				}
			}
		}
	}
	for i := range t.Finals {
		t.Finals[i].merge(&u.Finals[i])
	}
	for i := range t.Curves {
		t.Curves[i].merge(&u.Curves[i])
	}
	if u.Longest.Turns > 0 && u.Longest.Turns >= t.Longest.Turns {
		t.longest(u.Longest.Turns, u.Longest.Game)
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

// addColumn counts the values of a column.
func (h *Histogram) addColumn(s *stage, column int) {
	cells := s.filled()
	for at := h.addInside(cells, column, s.width); at < len(cells); at = h.addInside(cells, at+s.width, s.width) {
		h.addFar(cells[at], 1)
	}
}

// addInside counts every row-th value from cells[at] on, up to the first that there
// is no room for, and says where that is. It calls nothing and stands alone, which
// keeps the loop in registers.
//
//go:noinline
func (h *Histogram) addInside(cells []int32, at, row int) int {
	counts, lo := h.Counts, h.Lo
	for ; at < len(cells); at += row {
		i := int(uint32(cells[at] - lo)) // of a value below lo, it is far above
		if i >= len(counts) {
			break
		}
		counts[i]++
	}
	return at
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
