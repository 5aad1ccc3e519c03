package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// Wars are the counts that survival curves are computed from. Lengths are whole
// turns, 0 and up; the slices may be of different length, and what lies beyond
// their end is 0.
type Wars struct {
	// Ended[cause][length] counts the wars that ended after so many turns, by cause.
	Ended [][]uint64
	// Censored[length] counts the wars still on when the horizon cut them off.
	Censored []uint64
	// Pairs says which wars were fought in one game: for every two kinds of end,
	// the number of unordered pairs of wars of the same game with these ends, in
	// any order of the list. Empty means that no game had two wars.
	Pairs []Pair
}

// End is how one war came out: after how many turns, and by which cause, an
// index of Wars.Ended or Unended.
type End struct{ Length, Cause int }

// Unended is the cause of a war that was still on at the horizon.
const Unended = -1

// Pair counts pairs of wars of the same game, one ended as A and the other as B.
type Pair struct {
	A, B  End
	Count uint64
}

// oneCause forgets why wars ended.
func (w Wars) oneCause() Wars {
	ended := make([]uint64, w.turns())
	for _, byLength := range w.Ended {
		for length, n := range byLength {
			ended[length] += n
		}
	}
	pairs := make([]Pair, len(w.Pairs))
	for i, p := range w.Pairs {
		p.A.Cause, p.B.Cause = min(p.A.Cause, 0), min(p.B.Cause, 0)
		pairs[i] = p
	}
	return Wars{Ended: [][]uint64{ended}, Censored: w.Censored, Pairs: pairs}
}

// turns is one more than the greatest length that has a count.
func (w Wars) turns() int {
	n := len(w.Censored)
	for _, byLength := range w.Ended {
		n = max(n, len(byLength))
	}
	return n
}

// kind is an End that occurred, with the number of wars that came out so.
type kind struct {
	End
	wars uint64
}

// kinds lists every End that occurred, by length, then cause.
func (w Wars) kinds() []kind {
	var all []kind
	list := func(cause int, byLength []uint64) {
		for length, n := range byLength {
			if n > 0 {
				all = append(all, kind{End{length, cause}, n})
			}
		}
	}
	list(Unended, w.Censored)
	for cause, byLength := range w.Ended {
		list(cause, byLength)
	}
	slices.SortFunc(all, func(a, b kind) int { return a.compare(b.End) })
	return all
}

func (e End) compare(o End) int {
	return cmp.Or(cmp.Compare(e.Length, o.Length), cmp.Compare(e.Cause, o.Cause))
}

// link is a Pair by the indices of its kinds, a <= b.
type link struct {
	a, b  int
	pairs uint64
}

// links puts pairs into one order, whatever the order and the orientation they
// came in, so that float sums over them always give the same bits.
func links(pairs []Pair, kinds []kind) ([]link, error) {
	find := func(e End) (int, error) {
		i, found := slices.BinarySearchFunc(kinds, e, func(k kind, e End) int { return k.compare(e) })
		if !found {
			return 0, fmt.Errorf("a pair names a war of %d turns with cause %d, but no such war was counted", e.Length, e.Cause)
		}
		return i, nil
	}
	var all []link
	for _, p := range pairs {
		if p.Count == 0 {
			continue
		}
		a, err := find(p.A)
		if err != nil {
			return nil, err
		}
		b, err := find(p.B)
		if err != nil {
			return nil, err
		}
		all = append(all, link{min(a, b), max(a, b), p.Count})
	}
	slices.SortFunc(all, func(x, y link) int { return cmp.Or(x.a-y.a, x.b-y.b) })
	merged := all[:0]
	for _, l := range all {
		if last := len(merged) - 1; last >= 0 && merged[last].a == l.a && merged[last].b == l.b {
			merged[last].pairs += l.pairs
		} else {
			merged = append(merged, l)
		}
	}
	return merged, nil
}
