package engine

// addGame counts n games with the same row but for the game's number.
func (t *Tally) addGame(row []int32, n uint64) {
	t.Games += n
	t.Outcomes[row[GameOutcome]][row[GameTurns]] += n
	for c, column := range t.Schema.Games {
		if column.Measure != "" && column.Codes == nil && !t.covered[c] {
			t.Finals[c].addTimes(row[GameFirst+c], n)
		}
	}
	for _, c := range t.ofGame {
		*t.Curves[c].far(row[GameTurns], row[t.Schema.Curves[c].Last], true) += n
	}
	for _, c := range t.steadies {
		t.Curves[c].starts(n)
	}
}

// addWar counts n wars with the same row but for the game's number. Pairs and the
// longest war are left to the caller.
func (t *Tally) addWar(row []int32, n uint64) {
	subject, length := row[WarSubject], row[WarLength]
	t.Wars[subject][row[WarEnding]][length] += n
	for _, c := range t.ofWar[subject] {
		*t.Curves[c].far(row[WarDeclared]+length-1, row[t.Schema.Curves[c].Last], true) += n
	}
}

// addNote makes a change n times.
func (t *Tally) addNote(a *note, n uint64) {
	*t.Curves[a.curve].far(a.turn, a.value, a.last) += n * a.n
}

// gameHash and warHash are the hashes of rows before the game's number is added.
func gameHash(row []int32) (h uint64) {
	for c, v := range row {
		h += uint64(uint32(v)) * salts[c]
	}
	return h
}

func warHash(row []int32) (h uint64) {
	for c, v := range row[WarSubject:] {
		h += uint64(uint32(v)) * salts[GameWidth+c]
	}
	return h
}

func (h *Histogram) addTimes(v int32, n uint64) {
	if i := uint32(v - h.Lo); i < uint32(len(h.Counts)) {
		h.Counts[i] += n
		return
	}
	h.addFar(v, n)
}
