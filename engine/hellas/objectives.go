package hellas

import "strconv"

// objectives are the spaces in which an intent is legal for the seat that is
// asked (model O1).
func (v *View) objectives(intent Intent) Spaces {
	me, know := v.me, v.surveyed()
	switch intent {
	case Ravage:
		return know.foes[me].without(v.s.Ravaged).without(v.spared())
	case Capture:
		return know.foes[me].or(know.alone).or(know.rebels[me]).without(know.unassailable)
	case Incite:
		return v.ripe(know.foesTributaries[me].without(know.rising).without(know.garrisons))
	case StationThere:
		return know.friends[me]
	}
	return Spaces{}
}

// spared: a city-state whose hostages a major holds does not ravage that major's
// home area (model O5).
func (v *View) spared() (x Spaces) {
	if v.s.Hostages[v.me] == [MaxMajors]uint16{} {
		return x
	}
	for m := range City(v.r.NMajors) {
		if v.s.Hostages[v.me][m] != 0 {
			x = x.or(v.r.Areas[v.r.Cities[m].Area].Set)
		}
	}
	return x
}

// unassailable: a home cannot be besieged while the Long Walls stand and home and
// port are friendly (model O6).
func (v *View) unassailable(m City) bool {
	facts := &v.r.Cities[m]
	return v.s.Majors[m].LongWalls && facts.Port != Nowhere && v.friendlySpace(facts.Port, m) && v.friendlySpace(facts.Home, m)
}

// friendlySpace: a space is friendly if its controller is.
func (v *View) friendlySpace(at Space, m City) bool {
	c := v.s.Controller[at]
	return c != Nobody && friendly(v.r, &v.s, c, m)
}

// ripe are those homes of tributaries, in which there is neither garrison nor
// rebellion, that have no SPs of their master either.
func (v *View) ripe(homes Spaces) Spaces {
	for i := range v.s.Stations[:v.s.NStations] {
		st := &v.s.Stations[i]
		if c := v.r.Spaces[st.At].Resident; c != Nobody && v.s.Minors[c].Patron == st.Owner {
			homes.remove(st.At)
		}
	}
	return homes
}

// Bases appends the bases of the seat that is asked from which a force may set
// out: 0, home and port, and its stations, from 1.
func (v *View) Bases(to []int8) []int8 {
	to = append(to, 0)
	for i := range int8(v.s.NStations) {
		if v.s.Stations[i].Owner == v.me {
			to = append(to, i+1)
		}
	}
	return to
}

// Operations appends the legal operations of the seat that is asked, from a base,
// for the intents of a purpose and the objectives within a set (nil: all).
// Objectives come in alphabetical order.
func (v *View) Operations(to []Operation, base int8, purpose Purpose, within *Spaces) []Operation {
	c := &v.r.Campaign
	f := v.available(base)
	purse := v.Purse(v.me)
	if f == (Force{}) || purse < min(c.LandCost, c.NavalCost) {
		return to
	}
	byLand, bySea := Force{f.Hoplites, f.Cavalry, 0}, Force{min(f.Hoplites, f.Naval), 0, f.Naval}
	for ; purpose != 0; purpose &= purpose - 1 {
		intent := purpose.First()
		set := v.objectives(intent)
		if within != nil {
			set = set.and(*within)
		}
		if set == (Spaces{}) {
			continue
		}
		paid := purse
		if intent == Capture {
			paid -= c.GarrisonCost
		}
		landSPs, seaSPs := afford(paid, c.LandCost, byLand.Land()), afford(paid, c.NavalCost, bySea.All())
		needs := int32(1)
		if intent == Ravage || intent == Capture { // for which hoplites must land
			needs = 2
		}
		march := Operation{Intent: intent, Base: base, Way: ByLand, Most: byLand, SPs: int16(landSPs)}
		sail := Operation{Intent: intent, Base: base, Most: bySea, SPs: int16(seaSPs)}
		canMarch, canSail := landSPs > 0, seaSPs >= needs && bySea.Naval > 0 && (needs == 1 || bySea.Hoplites > 0)
		if !canMarch && !canSail {
			continue
		}
		for at, rest := set.first(); at != Nowhere; at, rest = rest.first() {
			if intent == StationThere && !v.mayStation(base, at) {
				continue
			}
			area, n := v.front(base, v.r.Spaces[at].Area), len(to)
			if canMarch && area.byLand {
				to = append(to, march)
			}
			if canSail && area.bySea {
				to = append(to, sail)
				to[len(to)-1].Way = area.way
			}
			v.weigh(to[n:], intent, at, area)
		}
	}
	return to
}

// afford is for how many of some SPs a purse pays.
func afford(purse, cost, sps int32) int32 {
	if cost*sps <= purse { // most often; a division is dear
		return sps
	}
	return purse / cost
}

// embark are the areas from which a base's force sets out by land and by sea.
func (v *View) embark(base int8) (land, sea int) {
	if base > 0 {
		a := v.r.Spaces[v.s.Stations[base-1].At].Area
		return a, a
	}
	facts := &v.r.Cities[v.me]
	return facts.Area, v.r.Spaces[facts.harbour()].Area
}

// mayStation: not where the force is, and not in the own home and port unless it
// comes back from elsewhere.
func (v *View) mayStation(base int8, at Space) bool {
	facts := &v.r.Cities[v.me]
	own := at == facts.Home || at == facts.Port
	if base > 0 {
		return own || at != v.s.Stations[base-1].At
	}
	return !own && (v.s.NStations < MaxStations || v.r.stack(&v.s, v.me, at) != nil)
}

// check refuses an order that is not legal, and says which way it goes and what
// it costs.
func (v *View) check(o *Order) (way Way, price int32, why string) {
	r, me := v.r, v.me
	if o.At < 0 || int(o.At) >= len(r.Spaces) {
		return 0, 0, "there is no space " + strconv.Itoa(int(o.At)) + " (counted from 0)"
	}
	if o.Intent >= Intents {
		return 0, 0, "there is no intent " + strconv.Itoa(int(o.Intent))
	}
	if o.Base < 0 || int(o.Base) > int(v.s.NStations) || o.Base > 0 && v.s.Stations[o.Base-1].Owner != me {
		return 0, 0, "there is no base " + strconv.Itoa(int(o.Base)) + " of its own"
	}
	objectives := v.objectives(o.Intent)
	if !objectives.Has(o.At) || o.Intent == StationThere && !v.mayStation(o.Base, o.At) {
		return 0, 0, o.name(r) + "is not legal now"
	}
	have := v.available(o.Base)
	if o.Force.Hoplites > have.Hoplites || o.Force.Cavalry > have.Cavalry || o.Force.Naval > have.Naval {
		return 0, 0, o.tooMany(r, &have)
	}
	if o.Force.All() == 0 || (o.Intent == Ravage || o.Intent == Capture) && o.Force.Land() == 0 {
		return 0, 0, o.name(r) + "sends no SP that could do it"
	}
	landArea, seaArea := v.embark(o.Base)
	area := r.Spaces[o.At].Area
	cost := r.Campaign.LandCost
	if o.Force.Naval > 0 {
		cost = r.Campaign.NavalCost
		if o.Force.Cavalry > 0 || o.Force.Hoplites > o.Force.Naval {
			return 0, 0, o.name(r) + "sends more by sea than one hoplite SP for each naval SP"
		}
		if r.Areas[seaArea].Seas == 0 || r.Areas[area].Seas == 0 {
			return 0, 0, o.name(r) + "cannot be reached by sea"
		}
		way = v.seaWay(seaArea, area)
	} else if r.Areas[landArea].Reach>>area&1 == 0 {
		return 0, 0, o.name(r) + "cannot be reached by land"
	}
	price = o.Force.All() * cost
	purse := v.Purse(me)
	if o.Intent == Capture {
		purse -= r.Campaign.GarrisonCost
	}
	if price > purse {
		return 0, 0, o.name(r) + "costs " + talents(price) + ", but " + talents(max(purse, 0)) + " may be paid"
	}
	return way, price, ""
}

// tooMany says of which type there are too few SPs.
func (o *Order) tooMany(r *Rules, have *Force) string {
	k := Hoplites
	for *o.Force.Of(k) <= *have.Of(k) {
		k++
	}
	return o.name(r) + "sends " + itoa(int32(*o.Force.Of(k))) + " " + kindWords[k] + " SPs, but there are " + itoa(int32(*have.Of(k)))
}

func (o *Order) name(r *Rules) string {
	return IntentNames[o.Intent] + " at " + r.Spaces[o.At].Name + " "
}
