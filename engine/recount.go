package engine

// recountGames are counted at once.
const recountGames = 4096

// Recount counts games and their wars from the rows of their tables, all but what curves were before each game's or war's
// last turn. The games are numbered from first, and the wars' games are counted from it. False when there is a value that no
// row of the schema can have, or wars are not in the order of their games.
func Recount(s *Schema, first uint64, games, wars Rows) (*Tally, bool) {
	t := NewTally(s)
	var g, w stage
	g.reset(len(games.Col), len(games.Col))
	w.reset(len(wars.Col), len(wars.Col))
	at := 0 // of wars
	for from := 0; from < games.N; from += recountGames {
		to := min(from+recountGames, games.N)
		g.n, w.n = 0, 0
		for i := from; i < to; i++ {
			g.put(games, i)
		}
		for ; at < wars.N && int(wars.Col[WarGame][at]) < to; at++ {
			w.put(wars, at)
		}
		if !s.possible(&g, &w, int32(from)) {
			return nil, false
		}
		t.add(first+uint64(from), int32(from), &g, &w)
	}
	all := NewTally(s) // as that of a part is, of its blocks: without a longest war when none took a turn
	all.Merge(t)
	return all, at == wars.N
}

// put adds a row of a table.
func (s *stage) put(rows Rows, i int) {
	s.add()
	to := s.row(s.n - 1)
	for c := range to {
		to[c] = rows.Col[c][i]
	}
}

// possible says whether every row is one that tallies have room for.
func (s *Schema) possible(games, wars *stage, from int32) bool {
	for i := range games.n {
		row := games.row(i)
		if !inside(row[GameOutcome], len(s.Outcomes)) || !inside(row[GameTurns], int(s.Horizon)+1) {
			return false
		}
	}
	before := from
	for i := range wars.n {
		row := wars.row(i)
		last := row[WarDeclared] + row[WarLength] - 1
		if row[WarGame] < before || !inside(row[WarSubject], len(s.Subjects)) || !inside(row[WarEnding], len(s.Endings)) ||
			!inside(row[WarDeclared], int(s.Horizon)+1) || !inside(row[WarLength], int(s.Horizon)+1) || !inside(last, int(s.Horizon)+1) {
			return false
		}
		before = row[WarGame]
	}
	return true
}

func inside(v int32, n int) bool { return uint32(v) < uint32(n) }
