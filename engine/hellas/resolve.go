package hellas

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// Limits of the numbers in a position.
const (
	BellicosityMost = 12 // 6.2
	TreasuryMost    = 10_000_000
	ForceMost       = 100 // SPs of one type and owner
	HostagesMost    = 10_000
	TurnMost        = 10_000
	TurnsMost       = 1000
	ModifierMost    = 100
)

// Rules resolves the position's names. Rules come only without problems.
func (p *Position) Rules() (*Rules, []Problem) {
	r := resolver{p: p, r: &Rules{
		Name: p.Name, First: max(p.Turn, 1), Turns: max(p.Turns, 1), Political: p.Political,
		Readings: p.Readings, Campaign: p.Campaign, Victory: p.Victory, Outcomes: append(slices.Clone(p.Outcomes), engine.Unresolved),
		Die: p.Die,
	}}
	if r.r.Readings.PeaceTurns == 0 {
		r.r.Readings.PeaceTurns = 10 // 6.5: thirty years
	}
	r.dice()
	if p.Turn < 0 || p.Turn > TurnMost {
		r.problem("turn", strconv.Itoa(int(p.Turn))+" is no turn", "from 1 to "+strconv.Itoa(TurnMost))
	}
	if p.Turns < 0 || p.Turns > TurnsMost {
		r.problem("turns", strconv.Itoa(int(p.Turns))+" turns cannot be played", "from 1 to "+strconv.Itoa(TurnsMost))
	}
	if r.names(); len(r.problems) > 0 {
		return nil, r.problems
	}
	r.areas()
	r.cities()
	r.spaces()
	r.relations()
	r.friendlyAtStart()
	r.units()
	r.hostages()
	r.kingdoms()
	r.defeats()
	r.joinAreas()
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return r.r, nil
}

// dice makes the dice of the rules: a tie is resolved by a die with as many sides
// as there are city-states (6.3).
func (r *resolver) dice() {
	die := func(text string) *engine.Dist {
		d, err := engine.ParseDice(text)
		if err != nil {
			r.problem("die", err.Error(), "")
		}
		return d.Dice
	}
	if r.r.Die == nil {
		r.r.Die = die("d6")
	}
	for n := 1; n < len(r.r.oneOf); n++ {
		r.r.oneOf[n] = die("d" + strconv.Itoa(n))
	}
}

type resolver struct {
	p        *Position
	r        *Rules
	problems []Problem

	cityNames, majorNames, areaNames, spaceNames []string
	cityNumber                                   map[string]City
}

func (r *resolver) problem(path, why, hint string) {
	r.problems = append(r.problems, Problem{Path: path, Why: why, Hint: hint})
}

func (r *resolver) unknown(path, what, name string, names []string) {
	r.problems = append(r.problems, Problem{Path: path, Why: "there is no " + what + " " + strconv.Quote(name), Found: name, Names: names})
}

// sorted are the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// names numbers city-states, areas and spaces.
func (r *resolver) names() {
	r.majorNames = sorted(r.p.Majors)
	r.cityNames = append(slices.Clone(r.majorNames), sorted(r.p.Minors)...)
	r.areaNames, r.spaceNames = sorted(r.p.Areas), sorted(r.p.Spaces)
	for _, c := range []struct {
		what    string
		n, most int
	}{
		{"majors", len(r.majorNames), MaxMajors}, {"minors", len(r.p.Minors), MaxCities - MaxMajors},
		{"areas", len(r.areaNames), MaxAreas}, {"spaces", len(r.spaceNames), MaxSpaces},
	} {
		if c.n > c.most {
			r.problem(c.what, strconv.Itoa(c.n)+" are too many", "at most "+strconv.Itoa(c.most))
		}
	}
	if len(r.majorNames) == 0 {
		r.problem("majors", "there is no major city-state", "at least one")
	}
	r.cityNumber = map[string]City{}
	for i, name := range r.cityNames {
		if _, twice := r.cityNumber[name]; twice {
			r.problem("minors."+name, "it is a major city-state, too", "a city-state is one or the other")
		}
		r.cityNumber[name] = City(i)
	}
	r.r.NMajors = len(r.majorNames)
	for _, name := range sorted(r.cityNumber) {
		r.r.order = append(r.r.order, r.cityNumber[name])
	}
}

// city is a city-state by name, Nobody for "".
func (r *resolver) city(path, name string) City {
	if name == "" {
		return Nobody
	}
	if c, ok := r.cityNumber[name]; ok {
		return c
	}
	r.unknown(path, "city-state", name, r.cityNames)
	return Nobody
}

// major is a major by name, Nobody for "".
func (r *resolver) major(path, name string) City {
	if name == "" {
		return Nobody
	}
	if c, ok := slices.BinarySearch(r.majorNames, name); ok {
		return City(c)
	}
	if _, minor := r.p.Minors[name]; minor {
		r.problem(path, name+" is a minor city-state, and a major is wanted", "")
		return Nobody
	}
	r.unknown(path, "major city-state", name, r.majorNames)
	return Nobody
}

// space is a space by name, Nowhere for "".
func (r *resolver) space(path, name string) Space {
	if name == "" {
		return Nowhere
	}
	if s, ok := slices.BinarySearch(r.spaceNames, name); ok {
		return Space(s)
	}
	r.unknown(path, "space", name, r.spaceNames)
	return Nowhere
}

func (r *resolver) area(path, name string) (int, bool) {
	a, ok := slices.BinarySearch(r.areaNames, name)
	if !ok {
		r.unknown(path, "area", name, r.areaNames)
	}
	return a, ok
}

func (r *resolver) areas() {
	r.r.Spaces = make([]SpaceFacts, len(r.spaceNames))
	for s, name := range r.spaceNames {
		r.r.Spaces[s] = SpaceFacts{Name: name, Area: -1, major: Nobody, Resident: Nobody}
	}
	for a, name := range r.areaNames {
		area := Area{Name: name, Links: 1 << a}
		for _, spaceName := range r.p.Areas[name] {
			path := "areas." + name
			s := r.space(path, spaceName)
			if s == Nowhere {
				continue
			}
			if at := r.r.Spaces[s].Area; at >= 0 {
				r.problem(path, spaceName+" is in "+r.areaNames[at]+", too", "a space is in one area")
				continue
			}
			r.r.Spaces[s].Area = a
			area.Spaces = append(area.Spaces, s)
			area.Set.Add(s)
		}
		slices.Sort(area.Spaces)
		r.r.Areas = append(r.r.Areas, area)
	}
	for s, name := range r.spaceNames {
		if r.r.Spaces[s].Area < 0 {
			r.problem("spaces."+name, "it is in no area", "name it under areas")
		}
	}
}

func (r *resolver) cities() {
	st := &r.r.Start
	st.Turn = r.r.First - 1
	for c, name := range r.majorNames {
		p, path := r.p.Majors[name], "majors."+name
		m := &st.Majors[c]
		facts := CityFacts{Name: name, Commercial: p.Commercial}
		r.place(City(c), &facts, path, p.Home, p.Port)
		if a, ok := r.area(path+".home_area", p.HomeArea); ok {
			switch area := &r.r.Areas[a]; {
			case facts.Home != Nowhere && facts.Area != a:
				r.problem(path+".home_area", p.Home+" is in "+r.areaNames[max(facts.Area, 0)]+", not in "+p.HomeArea, "the home space is in the home area")
			case len(area.Spaces) > 0 && r.r.Spaces[area.Spaces[0]].major != Nobody:
				other := r.r.Spaces[area.Spaces[0]].major
				r.problem(path+".home_area", p.HomeArea+" is the home area of "+r.majorNames[other]+", too", "an area is the home of one major")
			default:
				for _, s := range area.Spaces {
					r.r.Spaces[s].major = City(c)
				}
			}
		}
		facts.AcceptBelow, facts.WithFund = acceptBelow(name, &p)
		r.r.Cities = append(r.r.Cities, facts)
		if p.Bellicosity < 0 || p.Bellicosity > BellicosityMost {
			r.problem(path+".bellicosity", strconv.Itoa(int(p.Bellicosity))+" is out of range", "from 0 to 12")
		}
		if p.Treasury < 0 || p.Treasury > TreasuryMost {
			r.problem(path+".treasury", strconv.Itoa(int(p.Treasury))+" is out of range", "from 0 to "+strconv.Itoa(TreasuryMost))
		}
		*m = Major{
			Treasury: p.Treasury, Bellicosity: int8(p.Bellicosity), PlagueDone: p.PlagueDone, Of: Nobody, Rate: 100,
			LongWalls: p.LongWalls != nil && *p.LongWalls, Fund: p.EmergencyFund != nil && *p.EmergencyFund,
		}
		if p.LongWalls != nil {
			r.r.given.longWalls |= 1 << c
		}
		if p.EmergencyFund != nil {
			r.r.given.fund |= 1 << c
		}
		if p.TributeRate != nil {
			r.r.given.rate |= 1 << c
			m.Rate = *p.TributeRate
			if m.Rate != 100 && m.Rate != 200 && m.Rate != 300 {
				r.problem(path+".tribute_rate", strconv.Itoa(int(m.Rate))+" is no tribute rate", "100, 200 or 300")
			}
		}
		r.status(City(c), m, path, &p)
	}
	for i, name := range sorted(r.p.Minors) {
		p, path := r.p.Minors[name], "minors."+name
		c := City(r.r.NMajors + i)
		facts := CityFacts{Name: name}
		r.place(c, &facts, path, p.Home, p.Port)
		r.r.Cities = append(r.r.Cities, facts)
		m := Minor{Patron: r.major(path+".patron", p.Patron)}
		if bond := slices.Index(Bonds[:], p.Bond); bond >= 0 {
			m.Bond = Bond(bond)
		} else if p.Bond != "" {
			r.unknown(path+".bond", "bond", p.Bond, Bonds[:])
		}
		if (m.Bond == Free) != (p.Patron == "") {
			r.problem(path+".patron", "an ally or tributary has a patron, and a neutral minor has none", "give both bond and patron, or neither")
		}
		st.Minors[c] = m
	}
}

// acceptBelow is 6.5: Athens must also accept if its treasury is below 500 (1500
// if the Athenian emergency fund rule is still in effect).
func acceptBelow(name string, p *MajorPosition) (below, withFund int32) {
	if name == "Athens" {
		below, withFund = 500, 1500
	}
	if p.MustAcceptBelow != nil {
		below, withFund = *p.MustAcceptBelow, *p.MustAcceptBelow
	}
	if p.WithFund != nil {
		withFund = *p.WithFund
	}
	return below, withFund
}

// place finds home and port, which belong to one city-state.
func (r *resolver) place(c City, facts *CityFacts, path, home, port string) {
	facts.Home, facts.Port = r.space(path+".home", home), r.space(path+".port", port)
	if home == "" {
		r.problem(path+".home", "it has no home space", "every city-state has one")
	}
	if port != "" && port == home {
		r.problem(path+".port", "the port is the home space", "leave it out: a home on the coast needs no port")
		facts.Port = Nowhere
	}
	for i, s := range []Space{facts.Home, facts.Port} {
		if s == Nowhere {
			continue
		}
		space := &r.r.Spaces[s]
		if space.Resident != Nobody {
			r.problem(path, space.Name+" is home or port of "+r.cityNames[space.Resident]+", too", "a space is home or port of one city-state")
			continue
		}
		space.Resident, space.IsPort = c, i == 1
		if space.Area < 0 {
			continue
		}
		area := &r.r.Areas[space.Area]
		area.settled = append(area.settled, settlement{City: c, At: s, IsPort: i == 1})
		facts.waters = space.Area
		if i == 0 {
			facts.Area, facts.HomeArea = space.Area, area.Set
		}
	}
}

func (r *resolver) status(c City, m *Major, path string, p *MajorPosition) {
	if p.Status != "" {
		status := slices.Index(Statuses[:], p.Status)
		if status < 0 {
			r.unknown(path+".status", "status", p.Status, Statuses[:])
			return
		}
		m.Status = Status(status)
	}
	m.Of = r.major(path+".of", p.Of)
	switch bound := m.Status == Junior || m.Status == Ally; {
	case bound && p.Of == "":
		r.problem(path+".of", "a junior partner or ally is one of another major", "name its leader or patron")
	case !bound && p.Of != "":
		r.problem(path+".of", "only a junior partner or ally is one of another major", "leave it out")
	case m.Of == c:
		r.problem(path+".of", "a city-state cannot be its own leader or patron", "")
	case m.Status == Junior && m.Of != Nobody && r.p.Majors[p.Of].Status != "dominant":
		r.problem(path+".of", p.Of+" is not dominant, so it leads no junior partner", "")
	}
}

func (r *resolver) spaces() {
	st := &r.r.Start
	for i, name := range r.spaceNames {
		p, path, s := r.p.Spaces[name], "spaces."+name, Space(i)
		st.Controller[s] = r.city(path+".controller", p.Controller)
		st.Garrison[s] = r.city(path+".garrison", p.Garrison)
		st.Rebel[s] = r.city(path+".rebellion", p.Rebellion)
		r.r.given.atStart[s] = r.city(path+".controller_at_start", p.ControllerAtStart)
		if p.Rebellion != "" && p.Controller != "" {
			r.problem(path+".rebellion", "a space in rebellion is controlled by nobody, but "+p.Controller+" is its controller", "leave the controller out, or the rebellion")
		}
		st.Fortress.put(s, p.Fortress)
		st.Ravaged.put(s, p.Ravaged)
		st.Captured.put(s, p.Captured)
	}
}

// pair is two different majors named "A|B" in alphabetical order.
func (r *resolver) pair(path, key string) (a, b City, ok bool) {
	first, second, found := strings.Cut(key, "|")
	if !found {
		r.problem(path, strconv.Quote(key)+" names no pair", `write "Athens|Sparta"`)
		return 0, 0, false
	}
	a, b = r.major(path, first), r.major(path, second)
	switch {
	case a == Nobody || b == Nobody:
		if first == "" || second == "" {
			r.problem(path, strconv.Quote(key)+" names one city-state only", `write "Athens|Sparta"`)
		}
		return 0, 0, false
	case a == b:
		r.problem(path, first+" stands in no relation to itself", "name two city-states")
		return 0, 0, false
	case a > b:
		r.problem(path, "the names of a pair stand in alphabetical order", `write "`+second+"|"+first+`"`)
		return 0, 0, false
	}
	return a, b, true
}

func (r *resolver) relations() {
	st := &r.r.Start
	for _, key := range sorted(r.p.Relations) {
		path := "relations." + key
		a, b, ok := r.pair(path, key)
		if !ok {
			continue
		}
		word := r.p.Relations[key]
		rel := slices.Index(Relations[:], word)
		if rel < 0 {
			r.unknown(path, "relation", word, Relations[:])
			continue
		}
		st.Relations[pairs[a][b]] = Relation(rel)
	}
	for _, key := range sorted(r.p.Peace) {
		path := "peace." + key
		a, b, ok := r.pair(path, key)
		if !ok {
			continue
		}
		switch p := r.p.Peace[key]; {
		case p.From < 0 || p.Until < 1 || p.Until > TurnMost*2:
			r.problem(path, "its turns are out of range", "from 0 to "+strconv.Itoa(TurnMost*2))
		case p.Until < p.From:
			r.problem(path+".until", "the peace ends before it starts: from "+strconv.Itoa(int(p.From))+" until "+strconv.Itoa(int(p.Until)), "ten turns from its signing: until "+strconv.Itoa(int(p.From)+10))
		default:
			st.Peaces[pairs[a][b]] = Peace{From: int16(p.From), Until: int16(p.Until)}
		}
	}
}

// friendlyAtStart sets the bits of the start of the turn, from the controllers
// then and the relations of now, where the position does not say.
func (r *resolver) friendlyAtStart() {
	st := &r.r.Start
	for i, name := range r.spaceNames {
		s := Space(i)
		m := r.r.Spaces[s].major
		given := r.p.Spaces[name].FriendlyAtStart
		switch {
		case given != nil && m == Nobody:
			r.problem("spaces."+name+".friendly_at_start", "the area is no major's home area", "leave it out")
		case given != nil:
			r.r.given.friendly.Add(s)
			st.Friendly.put(s, *given)
		case m != Nobody:
			c := r.r.given.atStart[s]
			st.Friendly.put(s, c != Nobody && friendly(r.r, st, c, m))
		}
	}
}

func (r *resolver) units() {
	st := &r.r.Start
	var sum [MaxCities][Kinds]int32
	for i, name := range r.spaceNames {
		sps := r.p.Spaces[name].SPs
		for _, owner := range sorted(sps) {
			path := "spaces." + name + ".sps." + owner
			c := r.city(path, owner)
			if c == Nobody {
				continue
			}
			var f Force
			for _, word := range sorted(sps[owner]) {
				n := sps[owner][word]
				k := slices.Index(KindNames[:], word)
				if k < 0 {
					r.unknown(path, "type of SP", word, KindNames[:])
					continue
				}
				if sum[c][k] += max(n, 0); n < 0 || sum[c][k] > ForceMost {
					r.problem(path+"."+word, strconv.Itoa(int(n))+" SPs are out of range", "from 0 to "+strconv.Itoa(ForceMost)+" of one type and owner in all")
					continue
				}
				*f.Of(Kind(k)) = uint8(n)
			}
			if f == (Force{}) {
				continue
			}
			if !r.r.join(st, c, Space(i), &f) {
				r.problem("spaces."+name+".sps", "there are too many stacks of SPs away from home", "at most "+strconv.Itoa(MaxStations))
			}
		}
	}
	for c := range r.r.Cities {
		for k := range sum[c] {
			*r.r.Cities[c].Most.Of(Kind(k)) = uint8(min(sum[c][k], ForceMost))
		}
	}
}

func (r *resolver) hostages() {
	st := &r.r.Start
	for i, h := range r.p.Hostages {
		path := "hostages." + strconv.Itoa(i)
		of, by := r.major(path+".of", h.Of), r.major(path+".held_by", h.HeldBy)
		switch {
		case of == Nobody || by == Nobody:
			if h.Of == "" || h.HeldBy == "" {
				r.problem(path, "hostages are of one city-state and held by another", "give of and held_by")
			}
		case of == by:
			r.problem(path, h.Of+" holds hostages of itself", "")
		case h.Count < 1 || h.Count > HostagesMost || h.SPs < 0 || h.SPs > min(h.Count, ForceMost):
			r.problem(path+".count", strconv.Itoa(int(h.Count))+" is out of range", "from 1 to "+strconv.Itoa(HostagesMost)+", of which at most "+strconv.Itoa(ForceMost)+" SPs")
		case st.Hostages[of][by] != 0:
			r.problem(path, "the hostages of "+h.Of+" held by "+h.HeldBy+" are given twice", "")
		default:
			st.Hostages[of][by], st.HostageSPs[of][by] = uint16(h.Count), uint8(h.SPs)
		}
	}
}

func (r *resolver) kingdoms() {
	for _, name := range sorted(r.p.Kingdoms) {
		k := Kingdom{Name: name}
		for _, area := range sorted(r.p.Kingdoms[name]) {
			path := "kingdoms." + name + "." + area
			by := r.p.Kingdoms[name][area]
			if by < -ModifierMost || by > ModifierMost {
				r.problem(path, strconv.Itoa(int(by))+" is out of range", "from -100 to 100")
			} else if a, ok := r.area(path, area); ok {
				k.Modifiers = append(k.Modifiers, Modifier{int32(a), by})
				for c := range r.r.Cities {
					if facts := &r.r.Cities[c]; facts.Area == a {
						facts.modifier += by
					}
				}
			}
		}
		r.r.Kingdoms = append(r.r.Kingdoms, k)
	}
}

func (r *resolver) defeats() {
	for i, d := range r.p.Defeats {
		path := "defeats." + strconv.Itoa(i)
		city, victor := r.city(path+".city", d.City), r.major(path+".victor", d.Victor)
		switch {
		case city == Nobody || victor == Nobody:
			if d.City == "" || d.Victor == "" {
				r.problem(path, "a defeat has a city-state and its victor", "give city and victor")
			}
		case city == victor:
			r.problem(path, d.City+" defeats itself", "")
		default:
			r.r.Defeats = append(r.r.Defeats, Loss{city, victor})
		}
	}
}

// joinAreas joins areas by land and sea.
func (r *resolver) joinAreas() {
	areas := r.r.Areas
	for i, link := range r.p.Links {
		path := "links." + strconv.Itoa(i)
		a, ok := r.area(path, link[0])
		b, ok2 := r.area(path, link[1])
		switch {
		case !ok || !ok2:
		case a == b:
			r.problem(path, link[0]+" is linked to itself", "")
		default:
			areas[a].Links |= 1 << b
			areas[b].Links |= 1 << a
		}
	}
	if len(r.p.Seas) > 8 {
		r.problem("seas", "there are too many seas", "at most 8")
		return
	}
	for i, sea := range sorted(r.p.Seas) {
		for _, name := range r.p.Seas[sea] {
			if a, ok := r.area("seas."+sea, name); ok {
				areas[a].Seas |= 1 << i
			}
		}
	}
	for a := range areas {
		from := r.reach(a)
		areas[a].from = from
		for c := range r.r.Cities {
			facts := &r.r.Cities[c]
			if facts.Area == a {
				facts.from.ByLand = from.ByLand
			}
			if facts.waters == a {
				facts.from.BySea = from.BySea
			}
		}
	}
	for _, name := range r.p.Isthmus {
		if s := r.space("isthmus", name); s != Nowhere {
			r.r.isthmus = append(r.r.isthmus, s)
		}
	}
}

// reach is where forces get from an area: by land step by step, by sea from coast to
// coast.
func (r *resolver) reach(a int) (from reach) {
	areas := r.r.Areas
	linked := areas[a].Links
	for before := uint32(0); before != linked; {
		before = linked
		for b := range areas {
			if before>>b&1 != 0 {
				linked |= areas[b].Links
			}
		}
	}
	for b := range areas {
		from.ByLand.add(areas[b].Set.when(linked>>b&1 != 0))
		from.BySea.add(areas[b].Set.when(areas[a].Seas != 0 && areas[b].Seas != 0))
	}
	return from
}
