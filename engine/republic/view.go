package republic

import "github.com/polemos-sim/polemos/engine"

// A View is what a seat sees when it is asked. Its methods read the game and
// cannot change it.
type View struct {
	s      State
	r      *Rules
	stream engine.Stream
	// Made of the rules, for quick answers.
	usable  [MaxCrises]uint8               // for each crisis, a bit for each unit that can be used in the war
	charges [MaxUnits][MaxCrises + 1]int64 // support of one unit, by the number of wars in which it can be used
}

// Rules are the rules of the game.
func (v *View) Rules() *Rules { return v.r }

// Turn is the present turn, from 1.
func (v *View) Turn() int32 { return v.s.Turn }

// Approval is the Government Approval Rating, in points.
func (v *View) Approval() int32 { return v.s.Approval }

// Fervor is in points.
func (v *View) Fervor() int32 { return v.s.Fervor }

// Treasury is the money in hand; a debt is negative.
func (v *View) Treasury() int32 { return v.s.Treasury }

// Income is the money received at the start of each turn.
func (v *View) Income() int32 { return v.s.Income }

// Territories counts those that joined.
func (v *View) Territories() int32 { return v.s.Territories }

// Bought is how many units were bought in the game so far.
func (v *View) Bought() int32 { return v.s.Bought }

// Units is how many of unit u there are, deployed or on station.
func (v *View) Units(u int) int32 { return int32(v.s.Units[u]) }

// Standing is how crisis c stands.
func (v *View) Standing(c int) Standing { return v.s.Standing[c] }

// Wars is how many wars are on; war 0 was declared first.
func (v *View) Wars() int { return int(v.s.NWars) }

// Crisis is the number of the crisis that war w is about.
func (v *View) Crisis(w int) int { return int(v.s.Wars[w].Crisis) }

// Total is the running total of war w.
func (v *View) Total(w int) int32 { return v.s.Wars[w].Total }

// VictoryPoints is the V of war w that the GM announced.
func (v *View) VictoryPoints(w int) int32 { return v.s.Wars[w].V }

// Declared is the turn in which war w was declared.
func (v *View) Declared(w int) int32 { return v.s.Wars[w].Since }

// OwnTurn counts the turns of war w; its declaration is in turn 1.
func (v *View) OwnTurn(w int) int32 { return v.s.Turn - v.s.Wars[w].Since + 1 }

// Usable says whether unit u can be deployed in war w.
func (v *View) Usable(w, u int) bool {
	// No u reaches MaxUnits; with the remainder said the shift needs no test.
	return uint32(v.usable[v.s.Wars[w].Crisis])&(1<<(uint(u)%MaxUnits)) != 0
}

// Support is what all units together cost this turn, war costs included, if
// crisis c were a war beside those that are on; a negative c adds none.
func (v *View) Support(c int) int64 {
	sum := int64(0)
	for u, n := range v.s.Units[:len(v.r.Units)] {
		if n > 0 {
			sum += int64(n) * v.charge(u, c)
		}
	}
	return sum
}

// Draw asks for chance: the only one a policy has. The site is the policy's own,
// made with [engine.NewSite] when it is built; the index tells the draws of one
// site in one turn apart.
func (v *View) Draw(d *engine.Dist, at engine.Site, index int32) int32 {
	return v.stream.PolicyDraw(d, at, v.s.Turn, index)
}
