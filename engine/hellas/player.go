package hellas

import "github.com/polemos-sim/polemos/engine"

// New is the ruleset of resolved rules. It asks seats for the deciders of each
// player it makes.
func New(r *Rules, seats func() Seats) engine.Ruleset {
	g := &game{rules: r, seats: seats, schema: schema(r), sites: newSites(r), victories: victories(r), startValues: startValues(r)}
	start := View{s: r.Start, r: r}
	start.resurvey()
	g.startSurvey = start.survey
	n := uint8(0)
	for a := range r.NMajors {
		for b := a + 1; b < r.NMajors; b++ {
			g.subject[pairs[a][b]] = n
			n++
		}
	}
	return g
}

// game is the ruleset, shared and read-only.
type game struct {
	rules       *Rules
	seats       func() Seats
	schema      *engine.Schema
	sites       *sites
	subject     [maxPairs]uint8 // number of a pair in Schema.Subjects
	victories   [moments][]Condition
	startValues [MaxMajors]sideValues
	startSurvey survey
}

func (g *game) Schema() *engine.Schema { return g.schema }

func (g *game) NewPlayer(seed uint64) engine.Player {
	p := &player{game: g, seats: g.seats(), seed: seed}
	p.r = g.rules
	p.stream = engine.NewStream(seed)
	if g.rules.Political {
		return &politicalPlayer{player: p}
	}
	return p
}

// player plays games, one at a time.
type player struct {
	View
	l     Ledger
	seats Seats

	fault   *engine.Fault
	over    bool
	follows bool  // the game leaves turn rows
	phase   phase // for the chronicle
	played  int32 // turns, this one included
	side    side  // the defenders of a battle or siege
	captive City  // a major that lost hoplites in the battle, or Nobody
	rebels  uprising
	ended   Loss          // the last surrender, which may have ended the game
	tale    *tale         // nil: nobody listens
	block   *engine.Block // being played
	scratch *engine.Block // for a game told or walked
	tally   *engine.Tally
	ends    turnEnds              // that are not counted yet
	last    [MaxMajors]sideValues // at the end of the turn before
	*game

	seed   uint64
	number uint64 // of the game
}

// Play plays the games of a block.
func (p *player) Play(b *engine.Block) (err error) {
	defer p.recover(&err)
	p.block, p.tally, p.ends.n = b, b.Tally, 0
	for g, ok := b.Next(); ok; g, ok = b.Next() {
		p.follows = b.Follows()
		p.stream.Game(g)
		p.play(g)
		if p.fault != nil {
			return p.fault
		}
	}
	p.count()
	return b.Err()
}

// play plays one game, to its end or its fault, unless it is to quit.
func (p *player) play(g uint64) {
	p.begin(g)
	for !p.stopped() && !p.block.Quitting() {
		p.turn()
	}
}

// begin sets a game up.
func (p *player) begin(g uint64) {
	p.number = g
	p.s, p.survey = p.r.Start, p.startSurvey
	p.l = Ledger{}
	p.fault, p.over, p.played = nil, false, 0
	p.rebels = uprising{}
	for pair, rel := range p.s.Relations {
		if rel == Unfriendly {
			p.l.wars[pair].since = 1
		}
	}
	p.last = p.startValues
}

// ask turns to a major's seat.
func (p *player) ask(m City) Seat {
	p.me = m
	p.asked++
	return p.seats.Majors[m]
}

// illegal refuses what the seat that was asked last did.
func (p *player) illegal(why string) {
	if p.fault == nil {
		p.fault = &engine.Fault{Seat: p.r.Cities[p.me].Name, Policy: p.seats.Names[p.me], Game: p.number, Turn: p.s.Turn, Why: why}
	}
}

// fail stops a game that cannot be counted on.
func (p *player) fail(why string) {
	if p.fault == nil {
		p.fault = &engine.Fault{Game: p.number, Turn: p.s.Turn, Why: why}
	}
}

// recover turns a policy's panic into a fault that names it.
func (p *player) recover(err *error) {
	if cause := recover(); cause != nil {
		p.fault = nil
		p.illegal(engine.WhyPanic(cause))
		p.fault.Panic = true
		*err = p.fault
	}
}

// Walk plays a game on every path of the tape.
func (p *player) Walk(t *engine.Tape, visit func(*[engine.GameWidth]int32, [][]int32) bool) (err error) {
	defer p.recover(&err)
	p.listen(t)
	return p.block.Walk(t, func() *engine.Fault {
		p.play(0)
		return p.fault
	}, visit)
}

// listen makes the tape answer draws, if there is one, and plays into a block
// that nobody reads.
func (p *player) listen(t *engine.Tape) {
	p.stream = engine.NewStream(p.seed)
	if t != nil {
		t.Where = p.where
		p.stream = engine.NewTapeStream(t)
	}
	if p.scratch == nil {
		p.scratch = engine.NewBlock(p.schema)
	}
	p.block, p.tally, p.follows, p.ends.n = p.scratch, p.scratch.Tally, false, 0
}
