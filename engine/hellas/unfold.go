package hellas

import "github.com/polemos-sim/polemos/engine"

// A politicalPlayer plays the political phase alone, turn after turn. Its games
// have few enough positions to be taken apart: see [engine.Unfolder].
type politicalPlayer struct {
	*player
	all      bool         // keep what curves depend on, too
	measures [Counts]bool // counts that are asked for
}

// Whole says why a game with operations is not taken apart.
func (p *player) Whole() string {
	return "operations move single units over the map: hardly two games share a position. The political phase alone (phases: [political]) is within reach"
}

// Unfold prepares the player to be unfolded.
func (p *politicalPlayer) Unfold(t *engine.Tape, b *engine.Block, measures []bool) []string {
	p.stream = engine.NewTapeStream(t)
	p.block, p.tally, p.follows, p.ends.n = b, b.Tally, false, 0
	p.all = measures == nil
	for c := range p.measures {
		p.measures[c] = p.all || measures[c]
	}
	names := cells{naming: true}
	p.cells(&names)
	return names.names
}

// Save writes the position.
func (p *politicalPlayer) Save(v []int32) { p.cells(&cells{v: v}) }

// Load sets the game up at a position between turns.
func (p *politicalPlayer) Load(v []int32) {
	p.begin(0)
	if v == nil {
		return
	}
	p.cells(&cells{v: v, loading: true})
	p.s.Stationed = p.s.places()
	p.resurvey()
	p.played = p.s.Turn - p.r.First + 1
	for pair, rel := range p.s.Relations {
		if rel != Unfriendly {
			p.l.wars[pair] = war{}
		}
	}
}

// Turn plays the next turn.
func (p *politicalPlayer) Turn() (over bool, err error) {
	defer p.recover(&err)
	p.turn()
	p.count()
	if p.fault != nil {
		return false, p.fault
	}
	return p.over, nil
}

// cells are the numbers of a position, being written, read or named.
type cells struct {
	v       []int32
	loading bool
	naming  bool
	names   []string
}

func cell[T ~int8 | ~uint8 | ~int16 | ~uint16 | ~int32](x *cells, n *T, what, of string) {
	switch {
	case x.naming:
		x.names = append(x.names, what+of)
		return
	case x.loading:
		*n = T(x.v[0])
	default:
		x.v[0] = int32(*n)
	}
	x.v = x.v[1:]
}

func boolCell(x *cells, b *bool, what, of string) {
	n := int32(0)
	if *b {
		n = 1
	}
	cell(x, &n, what, of)
	*b = n != 0
}

func set(x *cells, s *Spaces, what string) {
	word(x, &s.low, what)
	word(x, &s.high, what)
}

func word(x *cells, n *uint64, what string) {
	low, high := int32(*n), int32(*n>>32)
	cell(x, &low, what, "")
	cell(x, &high, what, "")
	*n = uint64(uint32(high))<<32 | uint64(uint32(low))
}

// cells visits every number that may change while the political phase alone is
// played, and what a segment under way remembers; but where there are stations, which
// follows from them.
func (p *politicalPlayer) cells(x *cells) {
	r, s := p.r, &p.s
	cell(x, &s.Turn, "turn", "")
	cell(x, &s.Surrendered, "majors that surrendered", "")
	boolCell(x, &s.DefeatsDone, "defeats carried out", "")
	for c := range r.NMajors {
		m, name := &s.Majors[c], r.Cities[c].Name
		cell(x, &m.Treasury, "treasury of ", name)
		cell(x, &m.Bellicosity, "bellicosity of ", name)
		cell(x, &m.Status, "status of ", name)
		cell(x, &m.Of, "leader or patron of ", name)
		boolCell(x, &m.PlagueDone, "plague at ", name)
		boolCell(x, &m.LongWalls, "Long Walls of ", name)
		for by := range r.NMajors {
			cell(x, &s.Hostages[c][by], "hostages of ", name)
			cell(x, &s.HostageSPs[c][by], "hostage SPs of ", name)
		}
	}
	r.eachPair(func(key string, pair uint8) {
		cell(x, &s.Relations[pair], "relation of ", key)
		cell(x, &s.Peaces[pair].From, "first turn of the peace of ", key)
		cell(x, &s.Peaces[pair].Until, "last turn of the peace of ", key)
	})
	for c := range r.Cities {
		name := r.Cities[c].Name
		cell(x, &s.Minors[c].Bond, "bond of ", name)
		cell(x, &s.Minors[c].Patron, "patron of ", name)
		for k := range Kinds {
			cell(x, s.Home[c].Of(k), "SPs at home of ", name)
			cell(x, s.Port[c].Of(k), "SPs in port of ", name)
		}
	}
	cell(x, &s.NStations, "stations", "")
	for i := range s.Stations[:p.r.Start.NStations] { // no SPs go out in the political phase
		st := &s.Stations[i]
		cell(x, &st.Owner, "owner of a station", "")
		cell(x, &st.At, "place of a station", "")
		for k := range Kinds {
			cell(x, st.Force.Of(k), "SPs of a station", "")
		}
	}
	for at := range r.Spaces {
		name := r.Spaces[at].Name
		cell(x, &s.Controller[at], "controller of ", name)
		cell(x, &s.Garrison[at], "garrison of ", name)
		cell(x, &s.Rebel[at], "rebellion of ", name)
	}
	set(x, &s.Fortress, "fortresses")
	set(x, &p.rebels.rising, "spaces in rebellion at the start of the segment")
	set(x, &p.rebels.rolled, "spaces rolled for")
	word(x, (*uint64)(&p.rebels.tributaries), "tributaries in rebellion at the start of the segment")
	for c := range p.measures {
		if p.measures[c] {
			cell(x, &p.l.Count[c], "", countColumns[c].name)
		}
	}
	if p.all {
		for c := range r.NMajors {
			for i := range p.last[c] {
				cell(x, &p.last[c][i], sideColumns[i].name+" before of ", r.Cities[c].Name)
			}
		}
	}
}
