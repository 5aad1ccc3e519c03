package engine

import (
	"cmp"
	"slices"
)

// Solve computes what can come of a game, without sampling: the rules themselves
// are run over every result of every draw, turn by turn, and equal positions are
// merged after each. Measures marks the columns of Schema.Games whose distribution
// is asked for, nil none; each may tell more positions apart.
//
// Where the budget ends the result is partial: Unexplored is above 0. Solve gives
// up when stop, which is told the turns played now and then, says so; the result is
// partial, too. The error is a [*Fault] that some game leads to. The second result
// is false when the ruleset's players cannot be unfolded.
func Solve(rs Ruleset, measures []bool, b Budget, stop func(runs uint64) bool) (*Exact, bool, error) {
	if measures == nil {
		measures = make([]bool, len(rs.Schema().Games))
	}
	u := unfold(rs, 0, measures)
	if u == nil {
		return nil, false, nil
	}
	s := newSolver(u, measures, b, stop)
	err := s.solve()
	return s.exact(), true, err
}

// solver walks the positions turn by turn, and within a turn draw by draw: the
// probability of a position is complete before the games go on from it.
type solver struct {
	u        *unfolding
	measures []bool
	budget   Budget
	stop     func(runs uint64) bool

	turns, next layer   // positions between turns: the present, and one turn on
	draws       []layer // of the present turn, by how many results are given

	outcomes     [][]sum
	wars         [][][]sum
	finals       []map[int32]*sum
	unexplored   sum
	states, runs uint64
	number       int32  // of the present turn
	present      uint64 // states of the present turn
	crowd        *Crowd
}

// A layer are positions that are reached after equally many draws.
type layer struct {
	known    vectors
	numbered []int32 // of each known position, its node
	nodes    []node
	picks    []uint16 // the nodes' picks, all of one length
}

// A node is a position and its probability.
type node struct {
	p    sum
	at   int32 // number of the position, between turns
	from int32 // of a draw: the number of the position between turns whose turn it is in
	draw draw
}

func (l *layer) reset() {
	l.known.reset()
	l.numbered, l.nodes, l.picks = l.numbered[:0], l.nodes[:0], l.picks[:0]
}

func newSolver(u *unfolding, measures []bool, b Budget, stop func(runs uint64) bool) *solver {
	turns := int(u.schema.Horizon) + 1
	s := &solver{u: u, measures: measures, budget: b, stop: stop, outcomes: sums(len(u.schema.Outcomes), turns)}
	for range u.schema.Subjects {
		s.wars = append(s.wars, sums(len(u.schema.Endings), turns))
	}
	for range measures {
		s.finals = append(s.finals, nil)
	}
	for i, asked := range measures {
		if asked {
			s.finals[i] = map[int32]*sum{}
		}
	}
	return s
}

func (s *solver) solve() error {
	s.u.u.Load(nil)
	s.u.save(draw{}, 0)
	at, _ := s.turns.known.number(s.u.came.at)
	s.turns.nodes = append(s.turns.nodes, node{p: sum{s: 1}, at: at})
	for len(s.turns.nodes) > 0 {
		if err := s.turn(); err != nil || s.crowd != nil {
			return err
		}
		s.turns, s.next = s.next, s.turns
		s.next.reset()
	}
	return nil
}

// turn goes on from all positions by one turn.
func (s *solver) turn() error {
	s.number++
	s.present = 0
	for i := range s.draws {
		s.draws[i].reset()
	}
	for i := range s.turns.nodes {
		if s.spent() {
			s.giveUp(0, i, 0)
			return nil
		}
		if err := s.follow(int32(i), nil, s.turns.nodes[i].p.value()); err != nil {
			return err
		}
	}
	var picks []uint16
	for depth := 0; depth < len(s.draws); depth++ {
		for i := 0; i < len(s.draws[depth].nodes); i++ {
			n := s.draws[depth].nodes[i] // a copy: layers below may grow
			picks = append(picks[:0], s.draws[depth].picks[i*depth:(i+1)*depth]...)
			picks = append(picks, 0)
			p, total := n.p.value(), float64(n.draw.dist.total)
			for pick, weight := range n.draw.dist.weights {
				if s.spent() {
					s.giveUp(depth+1, i, pick)
					return nil
				}
				picks[depth] = uint16(pick)
				if err := s.follow(n.from, picks, p*(float64(weight)/total)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// follow plays a turn from its start with the picks, and adds probability p to
// wherever that leads.
func (s *solver) follow(from int32, picks []uint16, p float64) error {
	s.runs++
	came := s.u.run(s.turns.known.at(s.turns.nodes[from].at), picks)
	if came.kind == atFault {
		return came.fault
	}
	for _, w := range came.wars {
		s.wars[w[WarSubject]][w[WarEnding]][w[WarLength]].add(p)
	}
	switch came.kind {
	case between:
		s.next.arrive(s, came, -1, nil, p)
	case atEnd:
		s.outcomes[came.game[GameOutcome]][came.game[GameTurns]].add(p)
		for i, values := range s.finals {
			if values != nil {
				v := came.game[GameFirst+i]
				if values[v] == nil {
					values[v] = new(sum)
				}
				values[v].add(p)
			}
		}
	default:
		for len(s.draws) <= len(picks) {
			s.draws = append(s.draws, layer{})
		}
		s.draws[len(picks)].arrive(s, came, from, picks, p)
	}
	return nil
}

// arrive adds probability to the position, a new one if need be.
func (l *layer) arrive(s *solver, came *arrival, from int32, picks []uint16, p float64) {
	if came.kind != inPolicy {
		at, isNew := l.known.number(came.at)
		if !isNew {
			l.nodes[l.numbered[at]].p.add(p)
			return
		}
		l.numbered = append(l.numbered, int32(len(l.nodes)))
	}
	s.states++
	s.present++
	n := node{at: int32(len(l.numbered) - 1), from: from, draw: came.draw}
	n.p.add(p)
	l.nodes = append(l.nodes, n)
	l.picks = append(l.picks, picks...)
}

// stopEvery is how many runs are played between two looks whether to stop.
const stopEvery = 4096

func (s *solver) spent() bool {
	return s.runs >= s.budget.Runs || s.present >= s.budget.States || s.runs%stopEvery == 0 && s.stop != nil && s.stop(s.runs)
}

// giveUp leaves the rest of the turn: at depth draws, what is left from node i on,
// whose results before pick have been followed.
func (s *solver) giveUp(depth, i, pick int) {
	left := &s.unexplored
	rest := s.draws
	if depth == 0 {
		for _, n := range s.turns.nodes[i:] {
			left.add(n.p.value())
		}
	} else {
		nodes := s.draws[depth-1].nodes[i:]
		d := nodes[0].draw.dist
		for _, weight := range d.weights[pick:] {
			left.add(nodes[0].p.value() * (float64(weight) / float64(d.total)))
		}
		for _, n := range nodes[1:] {
			left.add(n.p.value())
		}
		rest = s.draws[depth:]
	}
	for i := range rest {
		for _, n := range rest[i].nodes {
			left.add(n.p.value())
		}
	}
	for _, n := range s.next.nodes {
		left.add(n.p.value())
	}
	s.crowd = s.crowded()
}

// crowded looks at the largest layer of the turn.
func (s *solver) crowded() *Crowd {
	most := &s.turns
	for i := range s.draws {
		if l := &s.draws[i]; l.known.len() > most.known.len() {
			most = l
		}
	}
	if s.next.known.len() > most.known.len() {
		most = &s.next
	}
	c := &Crowd{Turn: s.number, Reached: s.present, Positions: len(most.nodes)}
	for place, values := range different(&most.known, len(s.u.names)) {
		if len(values) > 1 {
			c.Spread = append(c.Spread, Spread{s.u.names[place], len(values)})
		}
	}
	slices.SortStableFunc(c.Spread, func(a, b Spread) int { return b.Values - a.Values })
	return c
}

// different are the values of each of the first numbers of the vectors. Most numbers
// are as they were in the vector before.
func different(x *vectors, places int) []map[int32]struct{} {
	values := make([]map[int32]struct{}, places)
	before := make([]int32, places)
	for i := range x.len() {
		for place, v := range x.at(int32(i))[:places] {
			if i == 0 {
				values[place] = map[int32]struct{}{v: {}}
			} else if v != before[place] {
				values[place][v] = struct{}{}
			}
			before[place] = v
		}
	}
	return values
}

// exact is what the solver found.
func (s *solver) exact() *Exact {
	e := &Exact{Schema: s.u.schema, Outcomes: values(s.outcomes), Unexplored: s.unexplored.value(), States: s.states, Runs: s.runs, Crowd: s.crowd}
	for _, w := range s.wars {
		e.Wars = append(e.Wars, values(w))
	}
	for _, shares := range s.finals {
		var list []Share
		for v, p := range shares {
			list = append(list, Share{v, p.value()})
		}
		slices.SortFunc(list, func(a, b Share) int { return cmp.Compare(a.Value, b.Value) })
		e.Finals = append(e.Finals, list)
	}
	return e
}
