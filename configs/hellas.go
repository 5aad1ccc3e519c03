package configs

import (
	"slices"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies"
)

// hellasPart reads scenarios of the ruleset hellas.
type hellasPart struct {
	turn   int32
	phases [4]bool

	majors    []majorFile
	minors    []minorFile
	areas     []keyed[[]string]
	spaces    []spaceFile
	relations []keyed[int]
	peace     []keyed[hellas.PeacePosition]
	hostages  []hellas.HostagePosition
	kingdoms  []keyed[[]keyed[int32]]
	defeats   []hellas.DefeatPosition
	links     []keyed[[]string]
	seas      []keyed[[]string]
	isthmus   []string
	die       engine.Amount
	dieGiven  bool
	readings  hellas.Readings
	campaign  hellas.Campaign

	endings []momentEnding
	seats   citySeats
	rules   *hellas.Rules
	words   []string // outcomes
}

// majorFile is a major city-state as it is read.
type majorFile struct {
	hellas.MajorPosition
	name         string
	status       int
	walls, fund  optional[bool]
	rate         optional[int32]
	below, withF optional[int32]
}

// minorFile is a minor city-state as it is read.
type minorFile struct {
	hellas.MinorPosition
	name string
	bond int
}

// spaceFile is a space as it is read. Who controls it has a default that other
// keys tell.
type spaceFile struct {
	hellas.SpacePosition
	name                string
	controller, atStart optional[string]
	friendly            optional[bool]
	sps                 []keyed[[hellas.Kinds]int32]
}

// keyed is a value under a key of the file's own.
type keyed[T any] struct {
	key   string
	value T
}

var phaseNames = []string{"diplomatic", "operations", "political", "economic"}

const political = 2 // of phaseNames

func newHellasPart(t *policies.Table) *hellasPart {
	p := &hellasPart{turn: 1, phases: [4]bool{true, true, true, true}, campaign: hellas.DefaultCampaign(), readings: hellas.Readings{PeaceTurns: 10}}
	p.die, _ = engine.ParseDice("d6")
	p.seats.table = t.City
	return p
}

// alone says that the political phase is played without the others.
func (p *hellasPart) alone() bool { return p.phases == [4]bool{political: true} }

func (p *hellasPart) keys() section {
	return section{
		{name: "turn", doc: "the first turn that is played", value: integer{&p.turn, 1, hellas.TurnMost}},
		{name: "phases", doc: "the phases of a turn: all four, or the political one alone", value: phasesShape{someOf{words: phaseNames, into: p.phases[:], what: "phase"}}},
		{name: "hellas", doc: "the position: city-states, spaces and what is in them", required: true, value: p.hellas()},
		{name: "policies", doc: "who decides: a policy for each major city-state; without one, mix, and passive where the political phase is played alone", value: &p.seats},
		{name: "victory", doc: "what ends a game, tested in order; a surrender that satisfies a line ends it at once", value: momentEndings(&p.endings)},
	}
}

func (p *hellasPart) hellas() section {
	return section{
		{name: "majors", doc: "the major city-states, by name", required: true, value: p.majorMap()},
		{name: "minors", doc: "the minor city-states, by name", value: p.minorMap()},
		{name: "areas", doc: "the areas, by name, with their spaces", required: true, value: byKey[[]string]{
			into: &p.areas, what: "an area", most: hellas.MaxAreas, value: func(to *[]string) shape { return nameList{to, "spaces"} },
		}},
		{name: "spaces", doc: "the spaces, by name", required: true, value: p.spaceMap()},
		{name: "relations", doc: `how two majors stand to each other, by "A|B" in alphabetical order; left out: neutral`, value: byKey[int]{
			into: &p.relations, what: `a pair "A|B"`, most: pairsMost,
			value: func(to *int) shape {
				return choice{hellas.Relations[:], func() int { return *to }, func(i int) { *to = i }}
			},
		}},
		{name: "peace", doc: `peaces between two majors, by "A|B"`, value: byKey[hellas.PeacePosition]{
			into: &p.peace, what: `a pair "A|B"`, most: pairsMost,
			value: func(to *hellas.PeacePosition) shape {
				return section{
					{name: "from", doc: "the turn in which it was signed", required: true, value: integer{&to.From, 0, 2 * hellas.TurnMost}},
					{name: "until", doc: "the last turn that it covers", required: true, value: integer{&to.Until, 0, 2 * hellas.TurnMost}},
				}
			},
		}},
		{name: "hostages", doc: "hostages of one major held by another", value: p.hostageList()},
		{name: "kingdoms", doc: "the neighbouring Kingdoms, by name, with what they add to rolls for rebellion in which area", value: byKey[[]keyed[int32]]{
			into: &p.kingdoms, what: "a Kingdom", most: 16,
			value: func(to *[]keyed[int32]) shape {
				return byKey[int32]{into: to, what: "an area", most: hellas.MaxAreas, value: func(by *int32) shape { return integer{by, -hellas.ModifierMost, hellas.ModifierMost} }}
			},
		}},
		{name: "defeats", doc: "city-states that have fallen to force, to be carried out first in the surrender segment", value: p.defeatList()},
		{name: "links", doc: "areas joined by land: an area with others, each pair once", value: byKey[[]string]{
			into: &p.links, what: "an area", most: hellas.MaxAreas, value: func(to *[]string) shape { return nameList{to, "areas"} },
		}},
		{name: "seas", doc: "the seas, by name, with the areas on their coast", value: byKey[[]string]{
			into: &p.seas, what: "a sea", most: 8, value: func(to *[]string) shape { return nameList{to, "areas"} },
		}},
		{name: "isthmus", doc: "the spaces that must be friendly to cross from sea to sea without rounding the cape", value: nameList{&p.isthmus, "spaces"}},
		{name: "die", doc: "the die that is rolled", value: amount{into: &p.die, given: &p.dieGiven, low: 1, high: 100}},
		{name: "readings", doc: "how the rules are read where their text leaves a choice; the first word is the default", value: section{
			{name: "controlled", doc: "which spaces are controlled in 6.2: the city-state's own, or its friends' too", value: either(&p.readings.FriendlyControl, "own", "friendly")},
			{name: "surrender_to", doc: "to whom a city-state surrenders in 6.3: a dominant enemy, or any dominant city-state", value: either(&p.readings.AnyDominant, "unfriendly_dominant", "any_dominant")},
			{name: "relinquish_penalty", doc: "bellicosity lost with a status that is given up in 6.5", value: integer{&p.readings.RelinquishPenalty, 0, hellas.BellicosityMost}},
			{name: "peace_turns", doc: "how many turns a peace lasts (6.5)", value: integer{&p.readings.PeaceTurns, 1, hellas.TurnMost}},
		}},
		{name: "campaign", doc: "the numbers of the campaign model: all phases but the political one are model, not rule", value: p.campaignKeys()},
	}
}

const pairsMost = hellas.MaxMajors * hellas.MaxMajors

func (p *hellasPart) majorMap() named[majorFile] {
	return named[majorFile]{
		into: &p.majors, what: "major city-state", most: hellas.MaxMajors,
		make: func(name string, _, _ *node) majorFile {
			m := majorFile{name: name}
			m.Home, m.Bellicosity = name, 10
			return m
		},
		name: func(m *majorFile) string { return m.name },
		keys: func(m *majorFile) section {
			return section{
				{name: "home", doc: "its home space; left out: the space of its name", value: reference{&m.Home, "a space"}},
				{name: "port", doc: "its port space, if its home is not on the coast", value: reference{&m.Port, "a space"}},
				{name: "home_area", doc: "its home area; left out: the one of its home space", value: reference{&m.HomeArea, "an area"}},
				{name: "commercial", doc: "whether it is vulnerable to the plague (6.1)", value: truth{&m.Commercial}},
				{name: "status", doc: "the box of its status marker", value: choice{hellas.Statuses[:], func() int { return m.status }, func(i int) { m.status = i }}},
				{name: "of", doc: "the leader of a junior, the patron of an ally", value: reference{&m.Of, "a major city-state"}},
				{name: "bellicosity", doc: "its willingness to fight", value: integer{&m.Bellicosity, 0, hellas.BellicosityMost}},
				{name: "treasury", doc: "talents in its treasury", value: integer{&m.Treasury, 0, hellas.TreasuryMost}},
				{name: "plague_done", doc: "whether the plague has struck it", value: truth{&m.PlagueDone}},
				{name: "long_walls", doc: "whether its Long Walls stand", value: may(&m.walls, func(to *bool) shape { return truth{to} })},
				{name: "emergency_fund", doc: "whether its emergency fund rule is in effect", value: may(&m.fund, func(to *bool) shape { return truth{to} })},
				{name: "tribute_rate", doc: "talents that each of its tributaries pays a turn: 100, 200 or 300; left out: 100", value: may(&m.rate, func(to *int32) shape { return integer{to, 100, 300} })},
				{name: "must_accept_below", doc: "it must accept a peace with less talents (6.5); left out: 500 for Athens, none for others", value: may(&m.below, func(to *int32) shape { return integer{to, 0, hellas.TreasuryMost} })},
				{name: "with_fund", doc: "the same while its emergency fund rule is in effect; left out: 1500 for Athens", value: may(&m.withF, func(to *int32) shape { return integer{to, 0, hellas.TreasuryMost} })},
			}
		},
	}
}

func (p *hellasPart) minorMap() named[minorFile] {
	return named[minorFile]{
		into: &p.minors, what: "minor city-state", most: hellas.MaxCities - hellas.MaxMajors,
		make: func(name string, _, _ *node) minorFile {
			m := minorFile{name: name}
			m.Home = name
			return m
		},
		name: func(m *minorFile) string { return m.name },
		keys: func(m *minorFile) section {
			return section{
				{name: "home", doc: "its home space; left out: the space of its name", value: reference{&m.Home, "a space"}},
				{name: "port", doc: "its port space, if its home is not on the coast", value: reference{&m.Port, "a space"}},
				{name: "bond", doc: "what ties it to its patron", value: orNone{choice{hellas.Bonds[:], func() int { return m.bond }, func(i int) { m.bond = i }}}},
				{name: "patron", doc: "the major whose ally or tributary it is", value: reference{&m.Patron, "a major city-state"}},
			}
		},
	}
}

func (p *hellasPart) spaceMap() named[spaceFile] {
	return named[spaceFile]{
		into: &p.spaces, what: "space", most: hellas.MaxSpaces,
		make: func(name string, _, _ *node) spaceFile { return spaceFile{name: name} },
		name: func(s *spaceFile) string { return s.name },
		keys: func(s *spaceFile) section {
			return section{
				{name: "fortress", doc: "whether it has walls", value: truth{&s.Fortress}},
				{name: "controller", doc: "who controls it, null: nobody; left out: whose home or port it is (a tributary's: its patron), else the major whose home area it is in", value: may(&s.controller, func(to *string) shape { return orNobody{to} })},
				{name: "controller_at_start", doc: "who did at the start of the turn; left out: the same", value: may(&s.atStart, func(to *string) shape { return orNobody{to} })},
				{name: "friendly_at_start", doc: "whether it was friendly then to the major whose home area it is in; left out: as its controller then tells", value: may(&s.friendly, func(to *bool) shape { return truth{to} })},
				{name: "ravaged", doc: "whether it has been ravaged this turn", value: truth{&s.Ravaged}},
				{name: "captured", doc: "whether it has been captured from friendly hands this turn", value: truth{&s.Captured}},
				{name: "garrison", doc: "whose garrison is in it", value: reference{&s.Garrison, "a city-state"}},
				{name: "rebellion", doc: "against whom it is in rebellion", value: reference{&s.Rebellion, "a city-state"}},
				{name: "sps", doc: "the strength points in it, by owner: H hoplites, C cavalry, N naval", value: byKey[[hellas.Kinds]int32]{
					into: &s.sps, what: "a city-state", most: hellas.MaxCities,
					value: func(to *[hellas.Kinds]int32) shape {
						return sparse{section{
							{name: "H", doc: "hoplite SPs", value: integer{&to[hellas.Hoplites], 0, hellas.ForceMost}},
							{name: "C", doc: "cavalry SPs", value: integer{&to[hellas.Cavalry], 0, hellas.ForceMost}},
							{name: "N", doc: "naval SPs", value: integer{&to[hellas.Naval], 0, hellas.ForceMost}},
						}}
					},
				}},
			}
		},
	}
}

func (p *hellasPart) hostageList() entries[hellas.HostagePosition] {
	return entries[hellas.HostagePosition]{
		into: &p.hostages, what: "{of: CITY, held_by: CITY, count: NUMBER}", most: pairsMost,
		make: func(*node) hellas.HostagePosition { return hellas.HostagePosition{} },
		keys: func(h *hellas.HostagePosition) section {
			return section{
				{name: "of", doc: "whose hostages", required: true, value: reference{&h.Of, "a major city-state"}},
				{name: "held_by", doc: "who holds them", required: true, value: reference{&h.HeldBy, "a major city-state"}},
				{name: "count", doc: "how many", required: true, value: integer{&h.Count, 1, hellas.HostagesMost}},
				{name: "sps", doc: "how many of them return home as hoplite SPs: those taken in a campaign", value: integer{&h.SPs, 0, hellas.ForceMost}},
			}
		},
	}
}

func (p *hellasPart) defeatList() entries[hellas.DefeatPosition] {
	return entries[hellas.DefeatPosition]{
		into: &p.defeats, what: "{city: CITY, victor: CITY}", most: hellas.MaxCities,
		make: func(*node) hellas.DefeatPosition { return hellas.DefeatPosition{} },
		keys: func(d *hellas.DefeatPosition) section {
			return section{
				{name: "city", doc: "who is defeated", required: true, value: reference{&d.City, "a city-state"}},
				{name: "victor", doc: "by whom", required: true, value: reference{&d.Victor, "a major city-state"}},
			}
		},
	}
}

func (p *hellasPart) names() []string { return variableNames(p.vars(nil)) }

func (p *hellasPart) outcomes() []string { return p.words }

func (p *hellasPart) ruleset() engine.Ruleset {
	rules := p.rules
	return hellas.New(rules, func() (s hellas.Seats) {
		for m := range rules.NMajors {
			seat := p.seats.of[rules.Cities[m].Name]
			s.Majors[m], s.Names[m] = seat.fresh(rules), seat.policy
		}
		return s
	})
}

// position is what was read, with what other keys tell.
func (p *hellasPart) position(f *scenarioFile) *hellas.Position {
	pos := &hellas.Position{
		Name: f.name, Turn: p.turn, Turns: f.turns, Political: p.alone(), Readings: p.readings, Campaign: p.campaign, Die: p.die.Dice,
		Majors: map[string]hellas.MajorPosition{}, Minors: map[string]hellas.MinorPosition{}, Areas: toMap(p.areas), Spaces: map[string]hellas.SpacePosition{},
		Relations: map[string]string{}, Peace: toMap(p.peace), Hostages: p.hostages, Kingdoms: map[string]map[string]int32{}, Defeats: p.defeats,
		Seas: toMap(p.seas), Isthmus: p.isthmus,
	}
	areaOf := map[string]string{}
	for _, a := range p.areas {
		for _, s := range a.value {
			areaOf[s] = a.key
		}
	}
	holder := map[string]string{} // of a home or port
	homeOf := map[string]string{} // of an area
	for i := range p.majors {
		m := &p.majors[i]
		if m.HomeArea == "" {
			m.HomeArea = areaOf[m.Home]
		}
		m.Status = hellas.Statuses[m.status]
		m.LongWalls, m.EmergencyFund, m.TributeRate = m.walls.pointer(), m.fund.pointer(), m.rate.pointer()
		m.MustAcceptBelow, m.WithFund = m.below.pointer(), m.withF.pointer()
		holder[m.Home], holder[m.Port], homeOf[m.HomeArea] = m.name, m.name, m.name
		pos.Majors[m.name] = m.MajorPosition
	}
	for i := range p.minors {
		m := &p.minors[i]
		m.Bond = hellas.Bonds[m.bond]
		who := m.name
		if hellas.Bond(m.bond) == hellas.Tributary {
			who = m.Patron
		}
		holder[m.Home], holder[m.Port] = who, who
		pos.Minors[m.name] = m.MinorPosition
	}
	delete(holder, "")
	for i := range p.spaces {
		s := &p.spaces[i]
		switch {
		case s.controller.given || s.Rebellion != "":
		case holder[s.name] != "":
			s.controller.value = holder[s.name]
		default:
			s.controller.value = homeOf[areaOf[s.name]]
		}
		if !s.atStart.given {
			s.atStart.value = s.controller.value
		}
		s.Controller, s.ControllerAtStart, s.FriendlyAtStart = s.controller.value, s.atStart.value, s.friendly.pointer()
		s.SPs = map[string]map[string]int32{}
		for _, owner := range s.sps {
			of := map[string]int32{}
			for k, n := range owner.value {
				of[hellas.KindNames[k]] = n
			}
			s.SPs[owner.key] = of
		}
		pos.Spaces[s.name] = s.SpacePosition
	}
	for _, rel := range p.relations {
		pos.Relations[rel.key] = hellas.Relations[rel.value]
	}
	for _, k := range p.kingdoms {
		pos.Kingdoms[k.key] = toMap(k.value)
	}
	for _, from := range p.links {
		for _, to := range from.value {
			pos.Links = append(pos.Links, [2]string{from.key, to})
		}
	}
	return pos
}

func toMap[T any](list []keyed[T]) map[string]T {
	m := map[string]T{}
	for _, e := range list {
		m[e.key] = e.value
	}
	return m
}

// finish resolves the position, compiles the conditions and makes the policies.
func (p *hellasPart) finish(r *reader, f *scenarioFile) {
	p.words = outcomes(p.plain())
	at := f.root.get("hellas")
	if at == nil || at.kind != mapping {
		return
	}
	if !p.alone() && p.phases != [4]bool{true, true, true, true} {
		r.problem(f.root.get("phases"), "phases", "these phases cannot be played without the others", "leave phases out, or write [political]")
	}
	if p.die.Dice == nil {
		r.problem(f.root.find("hellas", "die"), "hellas.die", "a plain number is no die", "write d6")
	}
	before := len(r.problems)
	rules, problems := p.position(f).Rules()
	for _, x := range problems {
		n := locate(at, x.Path)
		if x.Found != "" {
			r.unknown(n, "hellas."+x.Path, strings.TrimPrefix(strings.SplitN(x.Why, `"`, 2)[0], "there is no "), x.Found, x.Names)
			continue
		}
		r.problem(n, "hellas."+x.Path, x.Why, x.Hint)
	}
	if rules == nil || len(r.problems) > before {
		return
	}
	p.rules = rules
	p.finishVictory(r, p.vars(f.params.list))
	p.seats.finish(r, f, rules, p.alone())
}

// locate is the value under a dotted path, or the last that there is on the way.
func locate(n *node, path string) *node {
	for _, key := range strings.Split(path, ".") {
		next := n.get(key)
		if next == nil && n.kind == list {
			if i := strings.Index("0123456789", key); i >= 0 && i < len(n.values) {
				next = n.values[i]
			}
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

func (p *hellasPart) plain() []ending {
	list := make([]ending, len(p.endings))
	for i := range p.endings {
		list[i] = p.endings[i].ending
	}
	return list
}

func (p *hellasPart) cityNames() (majors, all []string) {
	for i := range p.majors {
		majors = append(majors, p.majors[i].name)
	}
	slices.Sort(majors)
	for i := range p.minors {
		all = append(all, p.minors[i].name)
	}
	slices.Sort(all)
	return majors, append(slices.Clone(majors), all...)
}
