package hellas

import "strconv"

// A Listing is the legal operations of the seat that is asked that have one intent
// and set out from one base.
type Listing struct {
	Objectives []Objective // in alphabetical order
	Land, Sea  Passage     // say nothing when there are no objectives
}

// A Passage is what can be sent by land, or by sea.
type Passage struct {
	Most Force
	SPs  int32 // of those that the purse pays for; 0: none can go
}

// An Objective is a space for which an operation is legal, with what a decider needs
// to weigh it.
type Objective struct {
	At            Space
	ByLand, BySea bool // the legal ways
	// Hurts is what ravaging or capturing the space now costs the bellicosity of
	// the major whose home area it is (see [View.Painful]).
	Hurts int8
	// Need is what a die and the land SPs must reach in a siege if nobody
	// shelters, 0 without a siege; or what a die must reach to incite.
	Need int16
	// What [View.Scout] finds: Defenders are unfriendly land SPs in the space, Strength
	// their strength in battle, Fleet unfriendly naval SPs in the area.
	Defenders, Strength, Fleet int16
}

// objectives are the spaces in which an intent is legal for the seat that is asked,
// from a base (model O1).
func (v *View) objectives(intent Intent, base int8) Spaces {
	me, know := v.me, &v.survey
	switch intent {
	case Ravage:
		return know.foes[me].without(v.s.Ravaged).without(v.spared())
	case Capture:
		return know.foes[me].or(know.alone).or(know.rebels[me]).without(know.unassailable)
	case Incite:
		return v.ripe(know.foesTributaries[me].without(know.rising).without(know.garrisons))
	case StationThere:
		return v.stationable(base, know.friends[me])
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
			x = x.or(v.r.Cities[m].HomeArea)
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
	return v.survey.friendly(m).Has(at)
}

// ripe are those homes of tributaries, in which there is neither garrison nor
// rebellion, that have no SPs of their master either.
func (v *View) ripe(homes Spaces) Spaces {
	if !homes.meets(v.s.Stationed) {
		return homes
	}
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

// List lists the legal operations of the seat that is asked, from a base, for an
// intent and the objectives within a set. The caller owns the listing; once it has room
// for [MaxSpaces] objectives, it needs no new memory.
func (v *View) List(x *Listing, base int8, intent Intent, within Spaces) {
	x.Objectives = x.Objectives[:0]
	set := v.objectives(intent, base).and(within)
	if set.Empty() {
		return
	}
	v.pass(x, base, intent)
	reach := v.reach(base)
	byLand, bySea := set.and(reach.ByLand).when(x.Land.SPs > 0), set.and(reach.BySea).when(x.Sea.SPs > 0)
	if cap(x.Objectives) < MaxSpaces {
		x.Objectives = make([]Objective, 0, MaxSpaces)
	}
	list, n := x.Objectives[:MaxSpaces], 0
	for at, rest := byLand.or(bySea).first(); at != Nowhere; at, rest = rest.first() {
		o := &list[n]
		n++
		*o = Objective{}
		o.At, o.ByLand, o.BySea = at, byLand.Has(at), bySea.Has(at)
		if v.survey.painful.Has(at) {
			o.Hurts = v.survey.hurts[v.r.Spaces[at].major]
		}
		switch intent {
		case Capture:
			o.Need = int16(v.walls(at))
		case Incite:
			o.Need = int16(v.r.Campaign.InciteRoll - v.unrest(v.r.Spaces[at].Resident))
		}
	}
	x.Objectives = x.Objectives[:n]
}

// reach is where forces from a base get.
func (v *View) reach(base int8) *reach {
	if base > 0 {
		return &v.r.Areas[v.r.Spaces[v.s.Stations[base-1].At].Area].from
	}
	return &v.r.Cities[v.me].from
}

// pass finds what can be sent from a base, for an intent: by land hoplites and
// cavalry, by sea ships and a hoplite SP for each at most.
func (v *View) pass(x *Listing, base int8, intent Intent) {
	c, f, purse := &v.r.Campaign, v.available(base), v.Purse(v.me)
	if intent == Capture {
		purse -= c.GarrisonCost
	}
	land, sea := &x.Land, &x.Sea
	land.Most.Hoplites, land.Most.Cavalry, land.Most.Naval = f.Hoplites, f.Cavalry, 0
	land.SPs = afford(purse, c.LandCost, f.Land())
	aboard := min(int32(f.Hoplites), int32(f.Naval))
	sea.Most.Hoplites, sea.Most.Cavalry, sea.Most.Naval = uint8(aboard), 0, f.Naval
	sea.SPs = afford(purse, c.NavalCost, aboard+int32(f.Naval))
	if intent.Lands() && (sea.SPs < 2 || aboard == 0) {
		sea.SPs = 0
	}
}

// Operations appends the legal operations of the seat that is asked, from a base, for
// the intents of a purpose and the objectives within a set: by intent, objectives in
// alphabetical order, by land before by sea. The listing is room for them.
func (v *View) Operations(to []Operation, base int8, purpose Purpose, within Spaces, x *Listing) []Operation {
	waters := v.waters(base)
	for intent := range Intents {
		if purpose&intent.Of() == 0 {
			continue
		}
		v.List(x, base, intent, within)
		for i := range x.Objectives {
			o := &x.Objectives[i]
			if o.ByLand {
				to = append(to, Operation{intent, ByLand, base, o.At, x.Land})
			}
			if o.BySea {
				to = append(to, Operation{intent, v.seaWay(waters, v.r.Spaces[o.At].Area), base, o.At, x.Sea})
			}
		}
	}
	return to
}

// afford is for how many of some SPs a purse pays; for none when more than it holds is
// to be kept back.
func afford(purse, cost, sps int32) int32 {
	switch {
	case purse < 0:
		return 0
	case cost*sps <= purse: // most often, and always when they cost nothing
		return sps
	}
	return purse / cost
}

// waters is the area from which a base's ships set out.
func (v *View) waters(base int8) int {
	if base > 0 {
		return v.r.Spaces[v.s.Stations[base-1].At].Area
	}
	return v.r.Cities[v.me].waters
}

// stationable are those friendly spaces where a force from a base may be stationed:
// not where it is, and not in the own home and port unless it comes back from
// elsewhere.
func (v *View) stationable(base int8, friends Spaces) Spaces {
	if base > 0 {
		friends.remove(v.s.Stations[base-1].At)
		return friends
	}
	facts := &v.r.Cities[v.me]
	friends.remove(facts.Home)
	if facts.Port != Nowhere {
		friends.remove(facts.Port)
	}
	if v.s.NStations == MaxStations {
		friends = friends.and(v.stationed(v.me))
	}
	return friends
}

// stationed are the spaces where a city-state has SPs that have their home elsewhere.
func (v *View) stationed(c City) (x Spaces) {
	for i := range v.s.Stations[:v.s.NStations] {
		if st := &v.s.Stations[i]; st.Owner == c {
			x.Add(st.At)
		}
	}
	return x
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
	if o.Base != 0 && !v.holds(o.Base) {
		return 0, 0, "there is no base " + strconv.Itoa(int(o.Base)) + " of its own"
	}
	objectives := v.objectives(o.Intent, o.Base)
	if !objectives.Has(o.At) {
		return 0, 0, o.name(r) + "is not legal now"
	}
	have := v.available(o.Base)
	if o.Force.Hoplites > have.Hoplites || o.Force.Cavalry > have.Cavalry || o.Force.Naval > have.Naval {
		return 0, 0, o.tooMany(r, &have)
	}
	if o.Force.All() == 0 || o.Intent.Lands() && o.Force.Land() == 0 {
		return 0, 0, o.name(r) + "sends no SP that could do it"
	}
	reach, cost := v.reach(o.Base), r.Campaign.LandCost
	if o.Force.Naval > 0 {
		cost = r.Campaign.NavalCost
		if o.Force.Cavalry > 0 || o.Force.Hoplites > o.Force.Naval {
			return 0, 0, o.name(r) + "sends more by sea than one hoplite SP for each naval SP"
		}
		if !reach.BySea.Has(o.At) {
			return 0, 0, o.name(r) + "cannot be reached by sea"
		}
		way = v.seaWay(v.waters(o.Base), r.Spaces[o.At].Area)
	} else if !reach.ByLand.Has(o.At) {
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

// holds says whether a base other than home and port is a station of the seat that is
// asked.
func (v *View) holds(base int8) bool {
	return base > 0 && int(base) <= int(v.s.NStations) && v.s.Stations[base-1].Owner == v.me
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
