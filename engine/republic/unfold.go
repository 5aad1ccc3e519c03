package republic

import (
	"strconv"

	"github.com/polemos-sim/polemos/engine"
)

// A Reader is a policy that says what it reads of a game. One that does not say is
// taken to read all of it.
type Reader interface {
	// Reads has the bits of what the policy reads: ReadsApproval and the like,
	// ReadsCrisis for how a crisis stands. Units, the turn, and the wars that are
	// on need not be said; [View.Support] reads nothing else.
	Reads() uint64
}

// position says what of a game is kept in a position.
type position struct {
	all         bool // whatever rows and curves depend on
	approval    bool
	fervor      bool
	territories bool
	bought      bool
	due         [MaxCrises]bool // spoils, by crisis
	standing    [MaxCrises]bool // how a crisis that is used up stands
	ledger      bool
	money       money
}

// Unfold prepares the player to be unfolded.
func (p *player) Unfold(t *engine.Tape, b *engine.Block, measures []bool) []string {
	p.stream = engine.NewTapeStream(t)
	p.block, p.tally, p.follows = b, b.Tally, false
	if measures == nil {
		p.keeps = position{all: true, approval: true, fervor: true, territories: true, bought: true, ledger: true, money: money{kept: true}}
		for c := range p.r.Crises {
			p.keeps.due[c], p.keeps.standing[c] = true, true
		}
	} else {
		p.keeps = p.needed(measures)
	}
	return p.positionNames()
}

// needed is what the measures, and all that decides a game, depend on.
func (p *player) needed(measures []bool) position {
	asked := func(column int) bool { return measures[column-engine.GameFirst] }
	reads := p.reads()
	k := position{
		approval:    asked(gameApproval) || reads&ReadsApproval != 0,
		fervor:      asked(gameFervor) || reads&ReadsFervor != 0,
		territories: asked(gameTerritories) || reads&ReadsTerritories != 0,
		bought:      reads&ReadsBought != 0,
		ledger:      asked(gameRobberBaron) || asked(gameTax) || asked(gameBrassHat) || asked(gameBank),
		money: money{
			kept:   asked(gameTreasury) || asked(gameIncome) || reads&(ReadsTreasury|ReadsIncome) != 0,
			cost:   p.costMost(),
			income: p.incomeLeast(),
		},
	}
	for c := range p.r.Crises {
		k.standing[c] = asked(gameWars) || reads&ReadsCrisis(c) != 0
		s := &p.r.Crises[c].Spoils
		k.due[c] = asked(gameSpoilsDue) || s.Units != [MaxUnits]int32{} || s.Approval != 0 && k.approval || s.Fervor != 0 && k.fervor ||
			s.Territories != 0 && k.territories || s.Treasury|s.Income != 0
	}
	return k
}

// reads is what conditions and policies read.
func (p *player) reads() uint64 {
	reads := uint64(0)
	for i := range p.r.Victory {
		reads |= p.r.Victory[i].When.Reads
	}
	for i := range p.r.Crises {
		if after := p.r.Crises[i].After; after != nil {
			reads |= after.Reads
		}
	}
	for _, policy := range [...]any{p.seats.Congress, p.seats.Legislation, p.seats.President} {
		switch r := policy.(type) {
		case nil:
		case Reader:
			reads |= r.Reads()
		default:
			reads = ^uint64(0)
		}
	}
	if p.seats.Legislation != nil {
		reads |= ReadsTreasury // the rules ask it only while it can pay
	}
	return reads
}

// positionNames are in the order of Save.
func (p *player) positionNames() []string {
	names := []string{"turn", "approval", "fervor", "treasury", "income", "territories", "units bought", "crises to settle"}
	for u := range p.r.Units {
		names = append(names, p.r.Units[u].Name)
	}
	for c := range p.r.Crises {
		names = append(names, "how "+p.r.Crises[c].Name+" stands", "spoils due, "+strconv.Itoa(c+1)+".")
	}
	for w := range p.r.Crises {
		war := " of war " + strconv.Itoa(w+1)
		names = append(names, "crisis"+war, "declaration"+war, "victory points"+war, "running total"+war, "battle points"+war)
	}
	if p.keeps.ledger {
		names = append(names, "robber_baron", "tax", "brass_hat", "game_bank")
	}
	if p.keeps.all {
		names = append(names, "income before", "territories before")
		for u := range p.r.Units {
			names = append(names, p.r.Units[u].Name+" before")
		}
	}
	return names
}

// Save writes the position. The deployment of units is not part of it: once
// support is paid, only battle points count.
func (p *player) Save(v []int32) {
	s, k := &p.s, &p.keeps
	clear(v)
	v[0] = s.Turn
	if k.approval {
		v[1] = s.Approval
	}
	if k.fervor {
		v[2] = s.Fervor
	}
	v[3], v[4] = k.money.seen(p)
	if k.territories {
		v[5] = s.Territories
	}
	if k.bought {
		v[6] = s.Bought
	}
	v[7] = int32(p.came)
	v = v[8:]
	for u := range p.r.Units {
		v[u] = int32(s.Units[u])
	}
	v = v[len(p.r.Units):]
	for c := range p.r.Crises {
		standing := s.Standing[c]
		if standing > Running && !k.standing[c] {
			standing = Declined
		}
		v[2*c] = int32(standing)
	}
	due := 0
	for _, c := range s.Due[:s.NDue] {
		if k.due[c] {
			v[2*due+1] = int32(c) + 1
			due++
		}
	}
	v = v[2*len(p.r.Crises):]
	for i := range s.Wars[:s.NWars] {
		w := &s.Wars[i]
		v[5*i], v[5*i+1], v[5*i+2], v[5*i+3], v[5*i+4] = int32(w.Crisis)+1, w.Since, w.V, w.Total, w.Points
	}
	v = v[5*len(p.r.Crises):]
	if k.ledger {
		v[0], v[1], v[2], v[3] = p.l.RobberBaron, p.l.Tax, p.l.BrassHat, p.l.GameBank
		v = v[4:]
	}
	if k.all {
		copy(v, p.last[:2+len(p.r.Units)])
	}
}

// Load sets the game up at a position between turns.
func (p *player) Load(v []int32) {
	if v == nil {
		p.begin(0)
		return
	}
	p.number = 0
	s := &p.s
	*s = State{}
	s.Turn, s.Approval, s.Fervor, s.Treasury, s.Income, s.Territories, s.Bought = v[0], v[1], v[2], v[3], v[4], v[5], v[6]
	v = v[8:]
	for u := range p.r.Units {
		s.Units[u] = uint16(v[u])
	}
	v = v[len(p.r.Units):]
	for c := range p.r.Crises {
		s.Standing[c] = Standing(v[2*c])
		if due := v[2*c+1]; due > 0 {
			s.Due[s.NDue] = uint8(due - 1)
			s.NDue++
		}
	}
	v = v[2*len(p.r.Crises):]
	for i := range p.r.Crises {
		if c := v[5*i]; c > 0 {
			s.Wars[i] = War{Crisis: uint32(c - 1), Since: v[5*i+1], V: v[5*i+2], Total: v[5*i+3], Points: v[5*i+4]}
			s.NWars++
		}
	}
	v = v[5*len(p.r.Crises):]
	p.l = Ledger{}
	if p.keeps.ledger {
		p.l.RobberBaron, p.l.Tax, p.l.BrassHat, p.l.GameBank = v[0], v[1], v[2], v[3]
	}
	p.moved = 0 // the conditions were tested, and none held
	if s.Turn == 0 {
		p.moved = ^uint64(0)
	}
	p.came = 0
	p.last = steadyValues(s)
	p.goOn()
}

// Turn plays the next turn.
func (p *player) Turn() (over bool, err error) {
	defer p.recover(&err)
	p.turn()
	if p.fault != nil {
		return false, p.fault
	}
	return p.over, nil
}
