package hellas

// A front is an area as a listing of operations sees it: how it is reached from the
// base, and what stands there against the seat that is asked.
type front struct {
	seen          uint64 // in which ask and from where; 0: never
	byLand, bySea bool
	way           Way // by sea
	fleet         int16
	defended      Spaces // where there is an opposition
}

// An opposition is the unfriendly land SPs in a space, and their strength in battle.
type opposition struct{ defenders, strength int16 }

// front looks at an area from a base, once while a seat is asked: nothing moves then.
func (v *View) front(base int8, area int) *front {
	x, seen := &v.fronts[area], (v.asked+1)<<16|uint64(v.me)<<8|uint64(base)
	if x.seen != seen {
		x.seen = seen
		v.look(x, base, area)
	}
	return x
}

func (v *View) look(x *front, base int8, number int) {
	r, s := v.r, &v.s
	area := &r.Areas[number]
	land, sea := v.embark(base)
	x.byLand = area.Reach>>land&1 != 0
	if x.bySea = area.Seas != 0 && r.Areas[sea].Seas != 0; x.bySea {
		x.way = v.seaWay(sea, number)
	}
	hostile, fleet, defended := v.surveyed().hostile[v.me], int16(0), Spaces{}
	for _, settled := range area.settled {
		if hostile.has(settled.City) {
			f := settled.stack(s)
			fleet += int16(f.Naval)
			v.against[settled.At] = v.opposes(f)
			defended = defended.or(just(settled.At))
		}
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; r.Spaces[st.At].Area == number && hostile.has(st.Owner) {
			before := opposition{}
			if defended.Has(st.At) {
				before = v.against[st.At]
			}
			fleet += int16(st.Force.Naval)
			more := v.opposes(&st.Force)
			v.against[st.At] = opposition{before.defenders + more.defenders, before.strength + more.strength}
			defended = defended.or(just(st.At))
		}
	}
	x.fleet, x.defended = fleet, defended
}

// opposes is what SPs put up on land.
func (v *View) opposes(f *Force) opposition {
	return opposition{int16(f.Land()), int16(v.landStrength(f))}
}

func (v *View) landStrength(f *Force) int32 {
	c := &v.r.Campaign
	return int32(f.Hoplites)*c.Strength[Hoplites] + int32(f.Cavalry)*c.Strength[Cavalry]
}
