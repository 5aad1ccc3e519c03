package hellas

import (
	"math/bits"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// A sideValue is what is measured of a major at the end of each turn.
type sideValue uint8

const (
	sideBellicosity sideValue = iota
	sideTreasury
	sidePower
	sideSpaces
	sideRavaged
	sideHoplites
	sideCavalry
	sideNaval
	sideMeasures
)

type sideValues [sideMeasures]int32

// steadyFrom is where the values begin that change seldom.
const steadyFrom = sidePower

var sideColumns = [sideMeasures]struct {
	name, unit, doc string
	max             int32
}{
	sideBellicosity: {"bellicosity", "points", "bellicosity (6.2)", BellicosityMost},
	sideTreasury:    {"treasury", "talents", "talents in the treasury (6.1 and model O, E)", moneyMost},
	sidePower:       {"power", "spaces", "spaces controlled by the city-states it speaks for (model D)", MaxSpaces},
	sideSpaces:      {"spaces", "spaces", "spaces that it controls itself", MaxSpaces},
	sideRavaged:     {"ravaged", "spaces", "spaces of its home area ravaged this turn (model O5)", MaxSpaces},
	sideHoplites:    {"hoplites", "SPs", "hoplite SPs", 255},
	sideCavalry:     {"cavalry", "SPs", "cavalry SPs", 255},
	sideNaval:       {"naval", "SPs", "naval SPs", 255},
}

// moneyMost bounds a treasury during a game.
const moneyMost = 1_000_000_000

var countColumns = [Counts]struct{ name, doc string }{
	Plagues:          {"plagues", "cities struck by the plague (6.1)"},
	Surrenders:       {"surrenders", "majors that surrendered (6.3)"},
	MinorDefeats:     {"minor_defeats", "minors defeated by force (6.3)"},
	Ties:             {"ties", "ties between dominant city-states to surrender to (6.3)"},
	WallsTorn:        {"walls_torn", "city-states whose walls were torn down (6.3)"},
	Forced:           {"tributaries_forced", "defeated minors forced to become tributaries (6.3)"},
	MinorsFreed:      {"minors_freed", "minors that became neutral when their patron was defeated (6.3)"},
	ReturnsHome:      {"returns_home", "stacks returned home from a defeated city-state (6.3)"},
	Joined:           {"rebellions_joined", "spaces that joined a rebellion (6.4)"},
	PutDown:          {"rebellions_put_down", "spaces whose rebellion fizzled out (6.4)"},
	Suppressed:       {"rebellions_suppressed", "rebellions suppressed in the home of a defeated minor (6.3)"},
	Uprisings:        {"uprisings", "tributaries that rose, by unrest or incitement (model E2, O5)"},
	Armistices:       {"armistices_voluntary", "peaces that were accepted freely (6.5)"},
	ArmisticesForced: {"armistices_forced", "peaces that had to be accepted (6.5)"},
	Relinquished:     {"statuses_relinquished", "dominant or junior statuses given up for a peace (6.5)"},
	PeacesBroken:     {"peaces_broken", "peaces broken by one side (model D5)"},
	HostagesTaken:    {"hostages_taken", "hoplite SPs taken as hostages (model O7)"},
	HostagesReleased: {"hostages_released", "hostages released by a peace (6.5)"},
	Ravages:          {"ravages", "operations to ravage (model O5)"},
	Captures:         {"captures", "operations to capture (model O6)"},
	Incitements:      {"incitements", "operations to incite a rebellion (model O5)"},
	Stationings:      {"stationings", "operations to station SPs (model O5)"},
}

// gameSides is the column of the first major's values in a game's row.
const gameSides = engine.GameFirst + int(Counts)

// sideWidth is how many columns a major has there: its measures and its status.
const sideWidth = int(sideMeasures) + 1

// Every major has its columns in a game's row.
const _ = uint(engine.GameWidth - gameSides - MaxMajors*sideWidth)

// schema declares everything that is measured.
func schema(r *Rules) *engine.Schema {
	s := &engine.Schema{Ruleset: "hellas", Horizon: r.Turns, Outcomes: r.Outcomes, Endings: endings}
	r.eachPair(func(key string, _ uint8) { s.Subjects = append(s.Subjects, key) })
	for _, c := range countColumns {
		s.Games = append(s.Games, engine.Column{Name: c.name, Measure: "game." + c.name, Doc: c.doc})
	}
	for m := range r.NMajors {
		side := r.Cities[m].Name
		s.Sides = append(s.Sides, side)
		for i, c := range sideColumns {
			curve := engine.Curve{
				Side: side, Name: c.name, Unit: c.unit, Doc: c.doc + " at the end of the turn", Max: c.max, Steady: sideValue(i) >= steadyFrom,
				Last: engine.GameFirst + len(s.Games),
			}
			s.Curves = append(s.Curves, curve)
			s.Games = append(s.Games, engine.Column{
				Name: strings.ToLower(side) + "_" + c.name, Measure: "final." + side + "." + c.name, Unit: c.unit, Doc: side + ": " + c.doc + " when the game ended",
			})
		}
		s.Games = append(s.Games, engine.Column{Name: strings.ToLower(side) + "_status", Doc: "status of " + side + " when the game ended", Codes: Statuses[:]})
	}
	for _, c := range sideColumns {
		s.Turns = append(s.Turns, engine.Column{Name: c.name, Unit: c.unit, Doc: c.doc + " at the end of the turn"})
	}
	s.Turns = append(s.Turns, engine.Column{Name: "status", Doc: "status at the end of the turn", Codes: Statuses[:]})
	start := startValues(r)
	for i := range s.Curves {
		s.Curves[i].Start = start[i/int(sideMeasures)][i%int(sideMeasures)]
	}
	return s
}

func startValues(r *Rules) (start [MaxMajors]sideValues) {
	v := View{s: r.Start, r: r}
	v.resurvey()
	v.values(r.Start.strengths(), &start)
	return start
}

// values measures the majors, of these strengths.
func (v *View) values(strengths [MaxMajors]Force, to *[MaxMajors]sideValues) {
	s, know := &v.s, &v.survey
	for m := range v.r.NMajors {
		x, all := &to[m], &strengths[m]
		x[sideBellicosity] = int32(s.Majors[m].Bellicosity)
		x[sideTreasury] = s.Majors[m].Treasury
		x[sidePower] = know.speaksFor[m].count()
		x[sideSpaces] = know.own[m].count()
		x[sideRavaged] = s.Ravaged.and(v.r.Cities[m].HomeArea).count()
		x[sideHoplites], x[sideCavalry], x[sideNaval] = int32(all.Hoplites), int32(all.Cavalry), int32(all.Naval)
	}
}

// turnEnds have the values at the ends of turns that change every turn. They are
// counted together, curve by curve, so that one curve's counts are waited for at once,
// and not each before the next.
type turnEnds struct {
	n      int
	turns  [turnEndsMost]int32
	values [MaxMajors][steadyFrom][turnEndsMost]int32
}

const turnEndsMost = 512

// count counts the ends of turns that have been put by.
func (p *player) count() {
	ends := &p.ends
	for m := range p.r.NMajors {
		for i := range steadyFrom {
			p.tally.Curves[m*int(sideMeasures)+int(i)].OnEach(ends.turns[:ends.n], ends.values[m][i][:ends.n])
		}
	}
	ends.n = 0
}

const _ = uint(64 - MaxMajors*int(sideMeasures)) // each has a bit

// changed are the values that are not what they were before, of those that change
// seldom, by bit.
func (x *sideValues) changed(before *sideValues) (set uint64) {
	for i := len(x) - 1; i >= int(steadyFrom); i-- {
		set = set<<1 | bit(x[i] != before[i])
	}
	return set << steadyFrom
}

// measure counts the values at the end of the turn, the majors having these strengths.
func (p *player) measure(strengths [MaxMajors]Force) {
	if p.ends.n == turnEndsMost {
		p.count()
	}
	before := p.last
	p.values(strengths, &p.last)
	end := p.ends.n
	p.ends.n++
	p.ends.turns[end] = p.played
	var changed uint64 // by the numbers of their curves
	for m := range p.r.NMajors {
		now := &p.last[m]
		columns := &p.ends.values[m]
		for i := range columns {
			columns[i][end] = now[i]
		}
		changed |= now.changed(&before[m]) << (m * len(now))
	}
	for ; changed != 0; changed &= changed - 1 {
		curve := bits.TrailingZeros64(changed)
		m, i := curve/len(p.last[0]), curve%len(p.last[0])
		p.tally.Curves[curve].Change(p.played, before[m][i], p.last[m][i])
	}
	if p.follows {
		p.writeTurns()
	}
	p.tellTurn()
}

// writeTurns writes a row for each major.
func (p *player) writeTurns() {
	for m := range p.r.NMajors {
		row := p.block.Turn()
		row[engine.TurnTurn], row[engine.TurnSide] = p.played, int32(m)
		copy(row[engine.TurnFirst:], p.last[m][:])
		row[engine.TurnFirst+int(sideMeasures)] = int32(p.s.Majors[m].Status)
	}
}

// writeGame writes the row of the game.
func (p *player) writeGame(outcome int32) {
	row := p.block.Game()
	row[engine.GameOutcome], row[engine.GameTurns] = outcome, p.played
	copy(row[engine.GameFirst:], p.l.Count[:])
	for m := range p.r.NMajors {
		at := gameSides + m*sideWidth
		copy(row[at:], p.last[m][:])
		row[at+int(sideMeasures)] = int32(p.s.Majors[m].Status)
	}
}

// tellTurn keeps the values at the end of the turn.
func (p *player) tellTurn() {
	if p.tale == nil {
		return
	}
	turn := engine.Object{field("turn", p.s.Turn)}
	for m := range p.r.NMajors {
		side := engine.Object{}
		for i, c := range sideColumns {
			side = append(side, field(c.name, p.last[m][i]))
		}
		turn = append(turn, field(p.r.Cities[m].Name, append(side, field("status", Statuses[p.s.Majors[m].Status]))))
	}
	p.tale.turns = append(p.tale.turns, turn)
}
