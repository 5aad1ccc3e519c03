package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/sim"
)

// flat is a difference that no designer feels: of odds, a tenth of a percent.
const flat = 0.001

// A lane are the points of a sweep in which one setting varies and all others stay.
type lane []int

// lanes are those along axis k with at least two points that have values, each in the order of the levels.
func (s *Swept) lanes(k int) []lane {
	groups := map[string]int{}
	var all []lane
	for i, levels := range s.Levels {
		if s.Points[i].Failed != "" {
			continue
		}
		others := fmt.Sprint(levels[:k], levels[k+1:])
		at, ok := groups[others]
		if !ok {
			at = len(all)
			groups[others] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], i)
	}
	all = slices.DeleteFunc(all, func(l lane) bool { return len(l) < 2 })
	for _, l := range all {
		slices.SortFunc(l, func(a, b int) int { return cmp.Compare(s.Levels[a][k], s.Levels[b][k]) })
	}
	return all
}

// shape says what the lanes along axis k teach about a measure.
func (s *Swept) shape(k int, measure string) []sim.Note {
	lanes := s.lanes(k)
	if len(lanes) == 0 {
		return nil
	}
	known, games, widest := false, uint64(0), 0.0
	alike := true // every lane plays one and the same set of games
	share := false
	bent := ""
	for _, l := range lanes {
		l = slices.DeleteFunc(l, func(i int) bool { return !s.Points[i].Value(measure).Known() })
		if len(l) == 0 {
			continue
		}
		line := make([]Value, len(l))
		for j, i := range l {
			p := s.Points[i]
			line[j] = p.Value(measure)
			known, share = true, line[j].Unit == "share"
			games = max(games, p.Games)
			alike = alike && p.Games > 0 && p.Signature == s.Points[l[0]].Signature
		}
		low, high := spread(line)
		widest = max(widest, high-low)
		if bent == "" && s.Axes[k].Numeric() {
			if b := bendOf(line); b != nil {
				bent = s.words(b, k, l, measure)
			}
		}
	}
	key := s.Axes[k].Key
	between := s.Axes[k].Value(0) + " and " + s.Axes[k].Value(s.Axes[k].Len()-1)
	if !s.Axes[k].Numeric() {
		between = "its " + strconv.Itoa(s.Axes[k].Len()) + " values"
	}
	in := ""
	if games > 0 {
		in = ", in the same " + thousands(games) + " games"
	}
	switch {
	case !known:
		return nil
	case alike:
		return []sim.Note{{Code: "no_effect", Text: fmt.Sprintf("%s has no effect between %s: not one of %s games differs.", key, between, thousands(games))}}
	case widest == 0:
		return []sim.Note{{Code: "no_effect", Text: fmt.Sprintf("%s has no effect on %s between %s%s.", key, measure, between, in)}}
	case share && widest < flat:
		return []sim.Note{{Code: "flat", Text: fmt.Sprintf("%s moves %s by less than 0.1 %% between %s%s.", key, measure, between, in)}}
	}
	var notes []sim.Note
	if bent != "" {
		notes = append(notes, sim.Note{Code: "not_monotone", Text: bent})
	}
	if len(lanes) == 1 && share && s.Axes[k].Numeric() {
		if from, to := s.flatStretch(lanes[0], measure); to > from {
			notes = append(notes, sim.Note{Code: "flat", Text: fmt.Sprintf("%s moves %s by less than 0.1 %% between %s and %s%s.",
				key, measure, s.Axes[k].Value(s.Levels[from][k]), s.Axes[k].Value(s.Levels[to][k]), in)})
		}
	}
	return notes
}

// flatStretch is the longest stretch of a lane in which a measure hardly moves, by its first and last point, if it is at
// least a third of the lane and three points long; else no stretch.
func (s *Swept) flatStretch(l lane, measure string) (from, to int) {
	best := max(3, (len(l)+2)/3) - 1
	for i := range l {
		low, high := math.Inf(1), math.Inf(-1)
		for j := i; j < len(l); j++ {
			v := s.Points[l[j]].Value(measure)
			if low, high = min(low, v.Est), max(high, v.Est); !v.Known() || high-low >= flat {
				break
			}
			if j-i+1 > best {
				best, from, to = j-i+1, l[i], l[j]
			}
		}
	}
	return from, to
}

// thousands writes 1000000 as 1,000,000.
func thousands(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// spread is the least and the largest value.
func spread(line []Value) (low, high float64) {
	for i, v := range line {
		if i == 0 {
			low, high = v.Est, v.Est
		}
		low, high = min(low, v.Est), max(high, v.Est)
	}
	return low, high
}

// A bend is a place where a line turns back: points a, b, c in order, with b above both others or below both.
type bend struct {
	at [3]int
	up bool // b is above
}

// bendOf finds the largest turn that is no accident: the intervals of b and of the others do not meet. Nil when the line
// may only rise, or only fall.
func bendOf(line []Value) *bend {
	var best *bend
	deepest := 0.0
	for b := 1; b < len(line)-1; b++ {
		for _, up := range []bool{true, false} {
			// above is how far b stands out against point i, for certain.
			above := func(i int) float64 {
				if up {
					return line[b].Low - line[i].High
				}
				return line[i].Low - line[b].High
			}
			furthest := func(from, to int) int {
				at := from
				for i := from; i < to; i++ {
					if above(i) > above(at) {
						at = i
					}
				}
				return at
			}
			a, c := furthest(0, b), furthest(b+1, len(line))
			if depth := min(above(a), above(c)); depth > rounding && depth > deepest {
				best, deepest = &bend{[3]int{a, b, c}, up}, depth
			}
		}
	}
	return best
}

// words tell of a bend in a lane along axis k.
func (s *Swept) words(b *bend, k int, l lane, measure string) string {
	var parts []string
	for _, at := range b.at {
		parts = append(parts, spellValue(s.Points[l[at]].Value(measure))+" at "+s.Axes[k].Value(s.Levels[l[at]][k]))
	}
	how := "falls and rises again"
	if b.up {
		how = "rises and falls again"
	}
	return fmt.Sprintf("%s does not go one way as %s grows: it %s, %s.", measure, s.Axes[k].Key, how, strings.Join(parts, ", "))
}

// spellValue writes a value short, as a sentence has it.
func spellValue(v Value) string {
	if v.Unit == "share" {
		return strconv.FormatFloat(100*v.Est, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(v.Est, 'g', 4, 64)
}
