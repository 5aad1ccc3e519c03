package study

// LookConfidence and MoreGames are unexported but for tests.
func LookConfidence(l Looks, i int, confidence float64, statements int) float64 {
	return l.confidence(i, confidence, statements)
}

// MoreGames is unexported but for tests.
func MoreGames(n uint64, half, distance float64) uint64 { return moreGames(n, half, distance) }
