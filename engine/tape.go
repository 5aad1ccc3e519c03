package engine

import (
	"errors"
	"slices"
	"strconv"
)

// A Tape answers draws from what was decided before: either the results given to
// it, in the order in which the rules ask, or, as an odometer, every path of
// results in turn. The zero Tape is an odometer at its first path.
type Tape struct {
	given   []int32
	scripts bool // given results, not an odometer
	next    int  // draws asked for so far
	closed  bool // the game went wrong: what is asked for after that counts for nothing
	err     error
	path    []turnOfPath
	unfolds *unfolding // which answers instead; nil: nobody does
	// Where spells a site in a message; nil leaves it out.
	Where func(Site) string
}

// turnOfPath is one draw on the odometer's present path.
type turnOfPath struct {
	dist *Dist
	pick int // index into dist.Results
}

// Given is a tape with the results of the draws in the order of asking.
func Given(results []int32) *Tape { return &Tape{given: results, scripts: true} }

// draw answers one draw; policys if it is asked for inside a policy's call.
func (t *Tape) draw(d draw, policys bool) int32 {
	if t.unfolds != nil {
		return t.unfolds.ask(d, policys)
	}
	return t.answer(d.dist, d.at, d.turn)
}

// answer keeps answering possible results after an error, so that the rules can
// come to rest.
func (t *Tape) answer(d *Dist, at Site, turn int32) int32 {
	n := t.next
	t.next++
	if !t.scripts {
		if n == len(t.path) {
			t.path = append(t.path, turnOfPath{dist: d})
		}
		t.path[n].dist = d
		return d.results[t.path[n].pick]
	}
	what := func() string {
		s := "draw " + strconv.Itoa(n+1) + " ("
		if t.Where != nil {
			s += t.Where(at) + ", "
		}
		return s + "turn " + strconv.Itoa(int(turn)) + ")"
	}
	if n >= len(t.given) {
		t.fail(what() + ": the result is missing: " + d.name + " is asked for, but only " + strconv.Itoa(len(t.given)) + " results are given")
		return d.Min()
	}
	if _, ok := slices.BinarySearch(d.results, t.given[n]); !ok {
		t.fail(what() + ": " + strconv.Itoa(int(t.given[n])) + " is impossible: " + d.name + " gives " + spellResults(d))
		return d.Min()
	}
	return t.given[n]
}

func (t *Tape) fail(what string) {
	if t.err == nil && !t.closed {
		t.err = errors.New(what)
	}
}

func spellResults(d *Dist) string {
	first, last := d.Min(), d.Max()
	if int(last-first)+1 == len(d.results) && len(d.results) > 2 {
		return strconv.Itoa(int(first)) + " to " + strconv.Itoa(int(last))
	}
	s := ""
	for i, r := range d.results {
		if i == 12 {
			return s + ", ..."
		}
		if i > 0 {
			s += ", "
		}
		s += strconv.Itoa(int(r))
	}
	return s
}

// Close says that the game went wrong and only comes to rest: given results that
// are missing from here on are no error of the tape's.
func (t *Tape) Close() { t.closed = true }

// Err is the first thing that was wrong with the given results so far.
func (t *Tape) Err() error { return t.err }

// End says that the game is over: results that nobody asked for are an error.
func (t *Tape) End() error {
	if t.err == nil && t.scripts && t.next < len(t.given) {
		t.fail("draw " + strconv.Itoa(t.next+1) + ": the result " + strconv.Itoa(int(t.given[t.next])) +
			" is one too many: the game asks for " + strconv.Itoa(t.next) + " draws")
	}
	return t.err
}

// Advance turns the odometer to the next path and rewinds it; false when every
// path has been walked.
func (t *Tape) Advance() bool {
	t.path = t.path[:t.next]
	t.next = 0
	for i := len(t.path) - 1; i >= 0; i-- {
		if t.path[i].pick+1 < len(t.path[i].dist.results) {
			t.path[i].pick++
			t.path = t.path[:i+1]
			return true
		}
	}
	return false
}

// Weight is the probability of the draws asked for on the present path.
func (t *Tape) Weight() float64 {
	w := 1.0
	for _, s := range t.path[:t.next] {
		w *= float64(s.dist.weights[s.pick]) / float64(s.dist.total)
	}
	return w
}
