package engine

// A Budget bounds an exact computation.
type Budget struct {
	States uint64 // positions told apart in one turn
	Runs   uint64 // turns played
}

// An Exact is the exact distribution of what can come of a game. Probabilities are
// float64 sums, compensated, in an order that the rules give: they are the same
// every time and on every machine.
type Exact struct {
	Schema   *Schema
	Outcomes [][]float64   // probability by outcome and turns played: Outcomes[o][turns]
	Wars     [][][]float64 // expected number of wars by subject, ending and length: Wars[s][e][turns]
	// Finals are the distributions of the columns of Schema.Games that were
	// asked for; the others are nil.
	Finals [][]Share
	// Unexplored is the probability of the games that the budget did not reach:
	// 0 when the distribution is complete.
	Unexplored float64

	States, Runs uint64 // what it took
	// Crowd tells, when the result is partial, what told the positions of one turn
	// apart.
	Crowd *Crowd
}

// A Share is the probability of a value.
type Share struct {
	Value int32
	P     float64
}

// A Crowd are the positions of the turn in which an exact computation gave up.
type Crowd struct {
	Turn      int32
	Reached   uint64   // positions of that turn, at all its draws
	Positions int      // the most after equally many draws
	Spread    []Spread // of these, most values first
}

// A Spread is how many different values a number has over the positions.
type Spread struct {
	Name   string
	Values int
}

// Odds are bounds on the probability of outcome o: equal when everything was
// explored.
func (e *Exact) Odds(o int) (low, high float64) {
	low = total(e.Outcomes[o])
	return low, min(low+e.Unexplored, 1)
}

// Length is the probability of games by turns played.
func (e *Exact) Length() []float64 { return columns(e.Outcomes) }

// WarLength is the expected number of wars by length, over all subjects.
func (e *Exact) WarLength() []float64 {
	var rows [][]float64
	for _, endings := range e.Wars {
		rows = append(rows, endings...)
	}
	return columns(rows)
}

// Mean is the mean of a distribution over 0, 1, 2 and so on, which need not add up
// to 1; false when it adds up to 0.
func Mean(p []float64) (mean float64, ok bool) {
	var weighted, all sum
	for v, p := range p {
		weighted.add(float64(v) * p)
		all.add(p)
	}
	return weighted.value() / all.value(), all.value() > 0
}

func total(p []float64) float64 {
	var s sum
	for _, p := range p {
		s.add(p)
	}
	return s.value()
}

func columns(rows [][]float64) []float64 {
	if len(rows) == 0 {
		return nil
	}
	sums := make([]sum, len(rows[0]))
	for _, row := range rows {
		for i, p := range row {
			sums[i].add(p)
		}
	}
	return values([][]sum{sums})[0]
}
