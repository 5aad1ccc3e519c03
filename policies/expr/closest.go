package expr

import "strings"

// Closest returns the candidate nearest to word, or "" when none is near
// enough to be a slip of the hand: one edit, or one for every three letters of
// the longer word. Upper and lower case count as equal; among equally near
// candidates the first wins.
//
// Nearness is the optimal string alignment distance: insertions, deletions,
// replacements and swaps of neighbours, no letter being edited twice
// (F. J. Damerau, CACM 7:171, 1964).
func Closest(word string, candidates []string) string {
	best, bestDistance := "", 0
	from := []rune(strings.ToLower(word))
	for _, candidate := range candidates {
		to := []rune(strings.ToLower(candidate))
		longer := max(len(from), len(to))
		near := min(max(1, longer/3), longer-1)
		if d := distance(from, to); d <= near && (best == "" || d < bestDistance) {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// distance keeps the last three rows of the alignment table.
func distance(from, to []rune) int {
	before, above, row := make([]int, len(to)+1), make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range above {
		above[j] = j
	}
	for i := range from {
		row[0] = i + 1
		for j := range to {
			replace := above[j]
			if from[i] != to[j] {
				replace++
			}
			row[j+1] = min(replace, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && from[i] == to[j-1] && from[i-1] == to[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(to)]
}
