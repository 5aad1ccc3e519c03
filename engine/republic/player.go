package republic

import (
	"math"

	"github.com/polemos-sim/polemos/engine"
)

// New is the ruleset of loaded rules. It asks seats for the deciders of each
// player it makes.
func New(r *Rules, seats func() Seats) engine.Ruleset {
	g := &game{rules: r, seats: seats, schema: schema(r)}
	for i := range r.Crises {
		name := r.Crises[i].Name
		g.sites = append(g.sites, sites{
			chance:        engine.NewSite("republic/crisis/" + name + "/chance"),
			victoryPoints: engine.NewSite("republic/crisis/" + name + "/victory_points"),
			randomizer:    engine.NewSite("republic/war/" + name),
		})
	}
	return g
}

// game is the ruleset, shared and read-only.
type game struct {
	rules  *Rules
	seats  func() Seats
	schema *engine.Schema
	sites  []sites
}

// sites are the places of a crisis where chance is asked for.
type sites struct{ chance, victoryPoints, randomizer engine.Site }

func (g *game) Schema() *engine.Schema { return g.schema }

func (g *game) NewPlayer(seed uint64) engine.Player {
	p := &player{game: g, seats: g.seats(), seed: seed}
	p.r = g.rules
	p.stream = engine.NewStream(seed)
	p.orders.p = p
	p.start = State{
		Approval: p.r.Approval.hold(p.r.Approval.Start),
		Fervor:   p.r.Fervor.hold(p.r.Fervor.Start),
		Treasury: p.r.Treasury,
		Income:   p.r.Income,
	}
	if !p.r.Readings.Debt {
		p.start.Treasury, p.start.Income = max(p.start.Treasury, 0), max(p.start.Income, 0)
	}
	for seat, policy := range [...]any{SeatCongress: p.seats.Congress, SeatLegislation: p.seats.Legislation, SeatPresident: p.seats.President} {
		if s, ok := policy.(Script); ok {
			p.scripts[seat], p.scripted = s, true
		}
	}
	p.cheapest = math.MaxInt32
	for u := range p.r.Units {
		unit := &p.r.Units[u]
		p.start.Units[u] = uint16(unit.Start)
		if p.seats.Legislation != nil && unit.Purchase > 0 {
			p.cheapest = min(p.cheapest, unit.Purchase)
		}
		factor := int64(1)
		for wars := range p.charges[u] {
			p.charges[u][wars] = factor * int64(unit.Support)
			if wars < len(p.r.Crises) {
				factor = p.r.costs(factor)
			}
		}
		for _, a := range unit.Arrives {
			for int(a.Turn) >= len(p.arrivals) {
				p.arrivals = append(p.arrivals, nil)
			}
			p.arrivals[a.Turn] = append(p.arrivals[a.Turn], arrival{u, a.Units})
		}
	}
	for c := range p.r.Crises {
		p.lastCrisis = max(p.lastCrisis, p.r.Crises[c].At)
		if p.r.Crises[c].At == 0 {
			p.lastCrisis = math.MaxInt32
		}
		for u := range p.r.Units {
			if !p.r.Crises[c].Exclude[p.r.Units[u].Kind] {
				p.usable[c] |= 1 << u
			}
		}
	}
	p.first = steadyValues(&p.start)
	p.tests = tests(p.r)
	for i := range p.r.Victory {
		p.victoryReads |= p.r.Victory[i].When.Reads
	}
	if p.r.Readings.Reaches {
		p.reaches = 1
	}
	p.totals = firstTotal(p.r)
	return p
}

// player plays games, one at a time.
type player struct {
	View
	l     Ledger
	seats Seats

	moved       uint64 // bits of what changed since the conditions were tested
	fault       *engine.Fault
	over        bool
	billMoved   bool // units or wars changed since the bill was made
	steadyMoved bool // a value that changes seldom may have changed this turn
	follows     bool // the game leaves turn rows
	asked       int8 // the seat that was asked last
	reaches     int32
	bill        int64 // the support of all units this turn
	orders      Orders
	came        uint16                          // bits of the crises of this turn that are not settled yet
	keeps       position                        // what is kept when the game is unfolded
	told        struct{ income, support int32 } // this turn
	tale        *tale                           // nil: nobody listens
	block       *engine.Block                   // being played
	scratch     *engine.Block                   // for a game told or walked
	tally       *engine.Tally
	last        [steadies]int32 // steady values at the end of the turn before
	*game

	seed         uint64
	number       uint64 // of the game
	start        State
	first        [steadies]int32 // steady values of the start
	tests        []test
	victoryReads uint64      // bits of what the victory conditions read
	cheapest     int32       // price for which something can be bought
	arrivals     [][]arrival // by turn
	lastCrisis   int32       // no crisis comes after this turn
	scripts      [len(SeatNames)]Script
	scripted     bool // there is any
	totals       int  // curve of the first crisis's running total
}

// arrival is units that join.
type arrival struct {
	unit  int
	units int32
}

// Play plays the games of a block.
func (p *player) Play(b *engine.Block) (err error) {
	defer p.recover(&err)
	p.block, p.tally = b, b.Tally
	p.stream = engine.NewStream(p.seed)
	for g, ok := b.Next(); ok; g, ok = b.Next() {
		p.follows = b.Follows()
		p.stream.Game(g)
		p.play(g)
		if p.fault != nil {
			return p.fault
		}
	}
	return b.Err()
}

// quitTurns is how often a long game looks whether to quit: seldom, since a turn
// takes some 30 ns.
const quitTurns = 32

// play plays one game, to its end or its fault, unless it is to quit.
func (p *player) play(g uint64) {
	p.begin(g)
	for !p.over && !p.broken() {
		p.turn()
		if p.s.Turn%quitTurns == 0 && p.block.Quitting() {
			return
		}
	}
}

// broken says that the game went wrong: by a fault, or because a draw had no
// result. What is played after that is only to come to rest.
func (p *player) broken() bool {
	return p.fault != nil || p.stream.Tape() != nil && p.stream.Tape().Err() != nil
}

// begin sets a game up as the scenario starts it.
func (p *player) begin(g uint64) {
	p.number = g
	p.s.restart(&p.start)
	p.l = Ledger{}
	p.moved = ^uint64(0)
	p.last = p.first
	p.goOn()
}

// goOn readies the player for the next turn of a game whose state was set.
func (p *player) goOn() {
	p.fault, p.over, p.asked = nil, false, nobody
	p.billMoved, p.steadyMoved = true, false
}

func (p *player) unitsMoved() { p.billMoved, p.steadyMoved = true, true }

func (p *player) warsMoved() {
	p.billMoved = true
	p.moved |= ReadsWars
}

// illegal refuses what the seat that was asked did.
func (p *player) illegal(why string) {
	p.stop(engine.Fault{Seat: SeatNames[p.asked], Policy: p.seats.Names[p.asked], Why: why})
}

// fail stops a game that cannot be counted on.
func (p *player) fail(why string) { p.stop(engine.Fault{Why: why}) }

// stop keeps the first fault. The turn comes to rest, but nothing in it counts.
func (p *player) stop(f engine.Fault) {
	if p.fault != nil {
		return
	}
	f.Game, f.Turn = p.number, p.s.Turn
	p.fault = &f
	if t := p.stream.Tape(); t != nil {
		t.Close()
	}
}

// recover turns a policy's panic into a fault that names it. A panic while nobody
// is asked is not a policy's.
func (p *player) recover(err *error) {
	if cause := recover(); cause != nil {
		if p.asked == nobody {
			panic(cause)
		}
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
	p.block, p.tally, p.follows = p.scratch, p.scratch.Tally, false
}

// where spells a site in the words of the rules.
func (p *player) where(at engine.Site) string {
	for c := range p.sites {
		name := p.r.Crises[c].Name
		switch at {
		case p.sites[c].chance:
			return "whether " + name + " comes"
		case p.sites[c].victoryPoints:
			return "the Victory Conditions of " + name
		case p.sites[c].randomizer:
			return "the randomizer in the war about " + name
		}
	}
	return "a policy's own"
}
