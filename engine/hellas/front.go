package hellas

// A front is an area as a listing of operations sees it: how it is reached from the
// base, and what stands there against the seat that is asked.
type front struct {
	seen          uint64 // in which ask, by whom and from where; 0: never
	byLand, bySea bool
	way           Way // by sea
	fleet         int16
	painful       Spaces // where it hurts (see View.Painful)
	hurts         int8
}

// An opposition is the unfriendly land SPs in a space, and their strength in battle.
type opposition struct{ defenders, strength int16 }

// front looks at an area from a base, once while a seat is asked: nothing moves then.
func (v *View) front(base int8, area int) *front {
	x, seen := &v.fronts[area], (v.asked+1)<<16|uint64(v.me)<<8|uint64(base)
	if x.seen == seen {
		return x
	}
	r, s := v.r, &v.s
	land, sea := v.embark(base)
	x.seen, x.fleet, x.painful = seen, 0, Spaces{}
	x.byLand = r.Areas[land].Reach>>area&1 != 0
	if x.bySea = r.Areas[sea].Seas != 0 && r.Areas[area].Seas != 0; x.bySea {
		x.way = v.seaWay(sea, area)
	}
	if m := r.Areas[area].Major; m != Nobody {
		where, hurts := v.Painful(m)
		x.painful, x.hurts = where, int8(hurts)
	}
	for _, at := range r.Areas[area].Spaces {
		v.against[at] = opposition{}
	}
	hostile := v.surveyed().hostile[v.me]
	for _, at := range r.Areas[area].settled {
		if space := &r.Spaces[at]; hostile.has(space.Resident) {
			v.oppose(x, at, space.stack(s))
		}
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; hostile.has(st.Owner) && r.Spaces[st.At].Area == area {
			v.oppose(x, st.At, &st.Force)
		}
	}
	return x
}

// oppose adds SPs in a space to what stands in its area.
func (v *View) oppose(x *front, at Space, f *Force) {
	x.fleet += int16(f.Naval)
	v.against[at].defenders += int16(f.Land())
	v.against[at].strength += int16(v.landStrength(f))
}

// weigh counts what stands against operations in a space.
func (v *View) weigh(ops []Operation, intent Intent, at Space, area *front) {
	hurts, need, against := int8(0), int16(0), v.against[at]
	if area.painful.Has(at) {
		hurts = area.hurts
	}
	switch intent {
	case Capture:
		need = int16(v.walls(at))
	case Incite:
		need = int16(v.r.Campaign.InciteRoll - v.unrest(v.r.Spaces[at].Resident))
	}
	for i := range ops {
		o := &ops[i]
		o.At, o.Hurts, o.Fleet, o.Need = at, hurts, area.fleet, need
		o.Defenders, o.Strength = against.defenders, against.strength
	}
}

func (v *View) landStrength(f *Force) int32 {
	c := &v.r.Campaign
	return int32(f.Hoplites)*c.Strength[Hoplites] + int32(f.Cavalry)*c.Strength[Cavalry]
}
