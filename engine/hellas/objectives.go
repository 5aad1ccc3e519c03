package hellas

import "strconv"

// A survey is who controls what, by sets of spaces. It is made anew when much has
// changed, and kept up when one space has changed hands.
type survey struct {
	speaksFor   [MaxMajors]Spaces // controlled by a major or its minors
	own         [MaxMajors]Spaces // controlled by a major itself
	alone       Spaces            // by neutral minors
	rebels      [MaxMajors]Spaces // in rebellion against a major
	rising      Spaces            // in rebellion against anybody
	tributaries [MaxMajors]Spaces // homes of a major's tributaries

	// By major: spaces that unfriendly and friendly city-states control, homes of
	// tributaries of unfriendly ones.
	foes, friends, foesTributaries [MaxMajors]Spaces
	unassailable                   Spaces // homes behind Long Walls
}

func (v *View) surveyed() *survey {
	if v.controlMoved {
		v.survey.make(v.r, &v.s)
		v.controlMoved, v.sidesMoved = false, true
	}
	if v.sidesMoved {
		v.sidesMoved = false
		v.survey.sides(v.r, &v.s)
		v.survey.unassailable = Spaces{}
		for m := range City(v.r.NMajors) {
			if v.unassailable(m) {
				v.survey.unassailable.Add(v.r.Cities[m].Home)
			}
		}
	}
	return &v.survey
}

// moved keeps the survey up when a space has changed hands and nothing else has.
func (v *View) moved(at Space) {
	if v.controlMoved {
		return // it is made anew
	}
	x := &v.survey
	x.rising.remove(at)
	x.alone.remove(at)
	for m := range City(v.r.NMajors) {
		x.rebels[m].remove(at)
		x.speaksFor[m].remove(at)
		x.own[m].remove(at)
	}
	x.enter(v.r, &v.s, at)
	v.sidesMoved = true
}

func (x *survey) make(r *Rules, s *State) {
	*x = survey{}
	for at := range Space(len(r.Spaces)) {
		x.enter(r, s, at)
	}
	for c := r.NMajors; c < len(r.Cities); c++ {
		if minor := &s.Minors[c]; minor.Bond == Tributary {
			x.tributaries[minor.Patron].Add(r.Cities[c].Home)
		}
	}
}

// enter puts a space into the sets that it belongs to.
func (x *survey) enter(r *Rules, s *State, at Space) {
	c := s.Controller[at]
	if c == Nobody {
		if rebel := s.Rebel[at]; rebel != Nobody {
			x.rising.Add(at)
			if int(rebel) < r.NMajors {
				x.rebels[rebel].Add(at)
			}
		}
		return
	}
	switch m := r.speaker(s, c); m {
	case Nobody:
		x.alone.Add(at)
	case c:
		x.own[m].Add(at)
		x.speaksFor[m].Add(at)
	default:
		x.speaksFor[m].Add(at)
	}
}

// sides sorts spaces by how those who control them stand to each major.
func (x *survey) sides(r *Rules, s *State) {
	for me := range City(r.NMajors) {
		x.friends[me], x.foes[me], x.foesTributaries[me] = x.speaksFor[me], Spaces{}, Spaces{}
		for m := range City(r.NMajors) {
			if m == me {
				continue
			}
			switch s.Relation(m, me) {
			case Unfriendly:
				x.foes[me].addAll(&x.speaksFor[m])
				x.foesTributaries[me].addAll(&x.tributaries[m])
			case Friendly:
				x.friends[me].addAll(&x.speaksFor[m])
			}
		}
	}
}

// objectives are the spaces in which an intent is legal for the seat that is
// asked (model O1).
func (v *View) objectives(intent Intent) (x Spaces) {
	me, know := v.me, v.surveyed()
	switch intent {
	case Ravage:
		x = know.foes[me]
		x.removeAll(&v.s.Ravaged)
		v.sparing(&x)
	case Capture:
		x = know.foes[me]
		x.addAll(&know.alone)
		x.addAll(&know.rebels[me])
		x.removeAll(&know.unassailable)
	case Incite:
		x = know.foesTributaries[me]
	case StationThere:
		x = know.friends[me]
	}
	return x
}

// sparing: a city-state whose hostages a major holds does not ravage that major's
// home area (model O5).
func (v *View) sparing(x *Spaces) {
	for m := range City(v.r.NMajors) {
		if v.s.Hostages[v.me][m] != 0 {
			x.removeAll(&v.r.Areas[v.r.Cities[m].Area].Set)
		}
	}
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

// ripe says whether a tributary's home has neither garrison nor SPs of its
// master, and is not in rebellion.
func (v *View) ripe(c City) bool {
	home := v.r.Cities[c].Home
	if v.s.Garrison[home] != Nobody || v.s.Rebel[home] != Nobody {
		return false
	}
	f := v.r.stack(&v.s, v.s.Minors[c].Patron, home)
	return f == nil || *f == Force{}
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
	byLand, bySea := Force{f[Hoplites], f[Cavalry], 0}, Force{min(f[Hoplites], f[Naval]), 0, f[Naval]}
	v.against.area = -1
	landArea, seaArea := v.embark(base)
	land, sea := &v.r.Areas[landArea], &v.r.Areas[seaArea]
	for intent := range Intents {
		if purpose&intent.Of() == 0 {
			continue
		}
		extra := int32(0)
		if intent == Capture {
			extra = c.GarrisonCost
		}
		needsLand := intent == Ravage || intent == Capture
		landSPs, seaSPs := afford(purse-extra, c.LandCost), afford(purse-extra, c.NavalCost)
		set := v.objectives(intent)
		if within != nil {
			set[0] &= within[0]
			set[1] &= within[1]
		}
		if set == (Spaces{}) {
			continue
		}
		for at := set.next(); at != Nowhere; at = set.next() {
			if intent == Incite && !v.ripe(v.r.Spaces[at].Resident) || intent == StationThere && !v.mayStation(base, at) {
				continue
			}
			o := Operation{Intent: intent, Base: base, At: at}
			area := v.r.Spaces[at].Area
			goesByLand := land.Reach>>area&1 != 0 && byLand.All() > 0 && landSPs > 0
			goesBySea := sea.Seas != 0 && v.r.Areas[area].Seas != 0 && bySea[Naval] > 0 && seaSPs > 0 && (!needsLand || bySea[Hoplites] > 0 && seaSPs > 1)
			if goesByLand || goesBySea {
				v.weigh(&o)
			}
			if goesByLand {
				o.Way, o.Most, o.SPs = ByLand, byLand, int16(landSPs)
				to = append(to, o)
			}
			if goesBySea {
				o.Way, o.Most, o.SPs = v.seaWay(seaArea, area), bySea, int16(seaSPs)
				to = append(to, o)
			}
		}
	}
	return to
}

// afford is how many SPs a purse pays for.
func afford(purse, cost int32) int32 {
	if cost <= 0 || purse > ForceMost*3*cost {
		return ForceMost * 3
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

// An opposition is what stands against the seat that is asked in an area.
type opposition struct {
	area  int
	fleet int16
	n     int // stacks on land
	at    [MaxSpaces + MaxStations]Space
	stack [MaxSpaces + MaxStations]*Force
}

// meet counts the opposition in an area, unless it is the one that was counted last
// in this listing.
func (v *View) meet(area int) *opposition {
	x, r, s := &v.against, v.r, &v.s
	if x.area == area {
		return x
	}
	x.area, x.fleet, x.n = area, 0, 0
	put := func(at Space, f *Force) {
		if r.Spaces[at].Area != area {
			return
		}
		x.fleet += int16(f[Naval])
		if f.Land() > 0 {
			x.at[x.n], x.stack[x.n] = at, f
			x.n++
		}
	}
	for _, c := range r.Areas[area].cities {
		if v.opposes(c) {
			facts := &r.Cities[c]
			put(facts.Home, &s.Home[c])
			if facts.Port != Nowhere {
				put(facts.Port, &s.Port[c])
			}
		}
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; r.Spaces[st.At].Area == area && v.opposes(st.Owner) {
			put(st.At, &st.Force)
		}
	}
	return x
}

// weigh counts what stands against an operation.
func (v *View) weigh(o *Operation) {
	x := v.meet(v.r.Spaces[o.At].Area)
	o.Fleet = x.fleet
	for i, at := range x.at[:x.n] {
		if at == o.At {
			o.Defenders += int16(x.stack[i].Land())
			o.Strength += int16(v.landStrength(x.stack[i]))
		}
	}
	switch o.Intent {
	case Capture:
		o.Need = int16(v.walls(o.At))
	case Incite:
		o.Need = int16(v.r.Campaign.InciteRoll - v.unrest(v.r.Spaces[o.At].Resident))
	}
}

// opposes says whether a city-state's SPs fight those of the seat that is asked:
// its speaker is unfriendly, or it is a neutral minor or in rebellion against it,
// which fight when they are attacked.
func (v *View) opposes(c City) bool {
	m := v.r.speaker(&v.s, c)
	switch {
	case m == Nobody:
		return true
	case m == v.me:
		return c != m && rebels(v.r, &v.s, c)
	}
	return v.s.Relation(m, v.me) == Unfriendly && !(int(c) >= v.r.NMajors && rebels(v.r, &v.s, c))
}

func (v *View) landStrength(f *Force) int32 {
	c := &v.r.Campaign
	return int32(f[Hoplites])*c.Strength[Hoplites] + int32(f[Cavalry])*c.Strength[Cavalry]
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
	if !objectives.Has(o.At) || o.Intent == Incite && !v.ripe(r.Spaces[o.At].Resident) || o.Intent == StationThere && !v.mayStation(o.Base, o.At) {
		return 0, 0, o.name(r) + "is not legal now"
	}
	have := v.available(o.Base)
	for k, n := range o.Force {
		if n > have[k] {
			return 0, 0, o.name(r) + "sends " + strconv.Itoa(int(n)) + " " + kindWords[k] + " SPs, but there are " + strconv.Itoa(int(have[k]))
		}
	}
	if o.Force.All() == 0 || (o.Intent == Ravage || o.Intent == Capture) && o.Force.Land() == 0 {
		return 0, 0, o.name(r) + "sends no SP that could do it"
	}
	landArea, seaArea := v.embark(o.Base)
	area := r.Spaces[o.At].Area
	cost := r.Campaign.LandCost
	if o.Force[Naval] > 0 {
		cost = r.Campaign.NavalCost
		if o.Force[Cavalry] > 0 || o.Force[Hoplites] > o.Force[Naval] {
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

func (o *Order) name(r *Rules) string {
	return IntentNames[o.Intent] + " at " + r.Spaces[o.At].Name + " "
}
