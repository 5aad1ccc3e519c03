package hellas

import (
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// ordered is a seat that sends what it is told, one order a round of turn 1.
type ordered struct {
	idle
	orders  []Order
	sortie  bool
	deeds   []Diplomacy
	tribute int32
}

func (x ordered) Operate(v *View) (Order, bool) {
	if v.Turn() > 1 || int(v.Round()) >= len(x.orders) {
		return Order{}, false
	}
	return x.orders[v.Round()], true
}
func (x ordered) Shelter(*View, Attack) bool { return !x.sortie }
func (x ordered) Declare(v *View) Diplomacy {
	if v.Turn() > 1 || int(v.Round()) >= len(x.deeds) {
		return Diplomacy{Pass, Nobody}
	}
	return x.deeds[v.Round()]
}
func (x ordered) Tribute(*View) int32 { return max(x.tribute, 100) }

// A campaignCase is one turn from the position of 431 BC: who does what, the
// dice, and what the chronicle says of it. Values are derived by hand from the
// campaign model.
type campaignCase struct {
	name   string
	change func(*Position)
	seats  map[string]ordered
	dice   []int32
	tells  []string
	check  func(*Rules, *State) bool
}

func TestCampaignModel(t *testing.T) {
	r := rulesOf(t, archidamian(t))
	at := func(name string) Space {
		s := r.Space(name)
		if s == Nowhere {
			t.Fatalf("no space %s", name)
		}
		return s
	}
	city := r.City
	for _, c := range []campaignCase{{
		name:  "O5: an undefended space is ravaged for 25 talents a land SP",
		seats: map[string]ordered{"Sparta": {orders: []Order{{Ravage, 0, at("Decelea"), Force{1, 0, 0}}}}},
		dice:  []int32{1, 1, 1}, // Potidaea's rebellion does not spread
		tells: []string{"Sparta sends 1 hoplite SP by land to ravage Decelea, for 25 talents (O1).", "Bellicosity of Athens (6.2) falls by 1 to 9."},
		check: func(r *Rules, s *State) bool {
			// 500 - 25 + 500 of Laconia + 200 of Messenia.
			return s.Majors[city("Sparta")].Treasury == 1175 && !s.Ravaged.Has(at("Decelea")) // markers are removed (E6)
		},
	}, {
		name:  "O6: walls 6 and garrison 2: a die of 5 and 3 land SPs take Plataea, which pays 50",
		seats: map[string]ordered{"Thebes": {orders: []Order{{Capture, 0, at("Plataea"), Force{3, 0, 0}}}}},
		dice:  []int32{5, 1, 1, 1},
		tells: []string{"Siege of Plataea (O6): die 5 and 3 land SPs against 8: it falls.", "Thebes leaves a garrison in Plataea, for 50 talents (O6).", "Bellicosity of Thebes (6.2) rises by 2 to 12."},
		check: func(r *Rules, s *State) bool {
			// 500 - 75 - 50 + 500 of Boeotia, all of whose fortresses are Theban now.
			return s.Controller[at("Plataea")] == city("Thebes") && s.Garrison[at("Plataea")] == city("Thebes") && s.Majors[city("Thebes")].Treasury == 875
		},
	}, {
		name:  "O6: a die of 4 does not",
		seats: map[string]ordered{"Thebes": {orders: []Order{{Capture, 0, at("Plataea"), Force{3, 0, 0}}}}},
		dice:  []int32{4, 1, 1, 1},
		tells: []string{"die 4 and 3 land SPs against 8: it holds."},
		check: func(r *Rules, s *State) bool {
			// 500 - 75 + 250: Plataea is unfriendly.
			return s.Controller[at("Plataea")] == city("Athens") && s.Majors[city("Thebes")].Treasury == 675
		},
	}, {
		name:  "O3, O7: beaten by 5 the attacker loses 2 SPs, a bellicosity and a hostage",
		seats: map[string]ordered{"Athens": {orders: []Order{{Ravage, 0, at("Sparta"), Force{7, 1, 0}}}}},
		dice:  []int32{1, 6, 1, 1, 1}, // 1 + 15 against 6 + 15: by 5, ceil(5/3) = 2
		tells: []string{"Athens rolls 1 and has strength 15, the defenders roll 6 and have 15: the defenders win; Athens loses 2 SPs, the defenders none.", "The loss costs Athens 1 bellicosity.", "A hoplite SP of Athens is taken hostage by Sparta (O7)."},
		check: func(r *Rules, s *State) bool {
			return s.strength(city("Athens")) == Force{5, 1, 12} && s.Hostages[city("Athens")][city("Sparta")] == 1 && s.Majors[city("Athens")].Bellicosity == 11
		},
	}, {
		name:   "O3: a lost battle shakes the major whose SPs fought, not the one whose space it was",
		change: func(p *Position) { reinforce(p, "Tanagra", "Sparta", 3) },
		seats:  map[string]ordered{"Athens": {orders: []Order{{Ravage, 0, at("Tanagra"), Force{7, 1, 0}}}}},
		dice:   []int32{4, 1, 1, 1, 1}, // 4 + 15 against 1 + 6: by 12, all three
		tells:  []string{"Athens wins; Athens loses none, the defenders 3 SPs.", "The loss costs Sparta 1 bellicosity.", "Bellicosity of Thebes (6.2) falls by 1 to 9."},
		check: func(r *Rules, s *State) bool {
			return s.Majors[city("Sparta")].Bellicosity == 11 // 10 - 1 + 2
		},
	}, {
		name: "O3: rebels that lose a battle shake nobody, their master least",
		change: func(p *Position) {
			reinforce(p, "Naxos", "Naxos", 2)
			naxos := p.Spaces["Naxos"]
			naxos.Controller, naxos.Rebellion = "", "Athens"
			p.Spaces["Naxos"] = naxos
		},
		seats: map[string]ordered{"Athens": {orders: []Order{{Capture, 0, at("Naxos"), Force{3, 0, 3}}}}},
		dice:  []int32{6, 1, 1, 1, 1}, // 6 + 6 against 1 + 4: by 7, both
		tells: []string{"Athens wins; Athens loses none, the defenders 2 SPs.", "Athens takes Naxos (O6)."},
		check: func(r *Rules, s *State) bool { return s.Majors[city("Athens")].Bellicosity == 12 }, // 10 + 2
	}, {
		name: "6.2: what a power that is no enemy takes from a friend has not been captured",
		change: func(p *Position) {
			p.Relations["Athens|Thebes"] = "neutral"
			hold(p, "Tanagra", "Corinth")
		},
		seats: map[string]ordered{"Athens": {orders: []Order{{Capture, 0, at("Tanagra"), Force{1, 0, 0}}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Athens takes Tanagra (O6).", "Bellicosity of Thebes (6.2) rises by 1 to 11."},
		check: func(r *Rules, s *State) bool { return s.Controller[at("Tanagra")] == city("Athens") },
	}, {
		name: "6.2: the home of a friendly minor, fallen to force, has been captured",
		change: func(p *Position) {
			p.Minors["Tanagra"] = MinorPosition{Home: "Tanagra", Bond: "ally", Patron: "Thebes"}
			hold(p, "Tanagra", "Tanagra")
		},
		seats: map[string]ordered{"Athens": {orders: []Order{{Capture, 0, at("Tanagra"), Force{1, 0, 0}}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Bellicosity of Thebes (6.2) falls by 1 to 9."},
		check: func(r *Rules, s *State) bool { return s.Controller[at("Tanagra")] == r.City("Tanagra") },
	}, {
		name: "D0: what is friendly at the start is noted before an ally follows its patron",
		change: func(p *Position) {
			corinth := p.Majors["Corinth"]
			corinth.Status, corinth.Of = "ally", "Athens"
			p.Majors["Corinth"] = corinth
			p.Relations["Athens|Corinth"] = "friendly"
			hold(p, "Cenchreae", "Thebes")
		},
		seats: map[string]ordered{"Athens": {orders: []Order{{Ravage, 0, at("Cenchreae"), Force{1, 0, 0}}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Athens ravages Cenchreae (O5).", "Bellicosity of Corinth (6.2) falls by 1 to 9."},
		check: func(r *Rules, s *State) bool {
			return s.Relation(city("Corinth"), city("Thebes")) == Unfriendly
		},
	}, {
		name:  "O3: a win by 2 costs the winner one SP, too",
		seats: map[string]ordered{"Athens": {orders: []Order{{Ravage, 0, at("Sparta"), Force{7, 1, 0}}}}},
		dice:  []int32{5, 3, 1, 1, 1},
		tells: []string{"Athens wins; Athens loses 1 SP, the defenders 1 SP.", "Athens ravages Sparta (O5)."},
		check: func(r *Rules, s *State) bool { return s.strength(city("Sparta")) == Force{6, 1, 1} },
	}, {
		name:  "O4: defenders of a fortress shelter, and the space under the walls is ravaged",
		seats: map[string]ordered{"Sparta": {orders: []Order{{Ravage, 0, at("Athens"), Force{7, 1, 0}}}}},
		dice:  []int32{2, 1, 1, 1}, // plague: 2 + 7 hoplites
		tells: []string{"The defenders of Athens stay behind the walls (O4).", "Die 2 and 7 friendly hoplite SPs make 9"},
		check: func(r *Rules, s *State) bool { return s.Majors[city("Athens")].Bellicosity == 9 },
	}, {
		name: "O4: or they sortie",
		seats: map[string]ordered{
			"Sparta": {orders: []Order{{Ravage, 0, at("Athens"), Force{4, 0, 0}}}}, "Athens": {sortie: true},
		},
		dice:  []int32{6, 1, 1, 1, 1}, // 6 + 8 against 1 + 15: by 2: 1 and 1
		tells: []string{"The defenders of Athens sortie (O4).", "the defenders win; Sparta loses 1 SP, the defenders 1 SP."},
		check: func(r *Rules, s *State) bool {
			return !s.Ravaged.Has(at("Athens")) && s.strength(city("Athens")) == Force{6, 1, 12}
		},
	}, {
		name:  "O4: a fleet is fought first; beaten, the force goes home",
		seats: map[string]ordered{"Corinth": {orders: []Order{{Ravage, 0, at("Decelea"), Force{1, 0, 3}}}}},
		dice:  []int32{6, 1, 1, 1, 1}, // 6 + 3 against 1 + 12: by 4, 2 ships
		tells: []string{"Naval battle off Decelea (O3): Corinth rolls 6 and has strength 3, the defenders roll 1 and have 12: the defenders win; Corinth loses 2 SPs", "The loss costs Corinth 1 bellicosity."},
		check: func(r *Rules, s *State) bool { return s.strength(city("Corinth")) == Force{2, 0, 1} },
	}, {
		name:  "O2: round Cape Taenarum a storm takes a ship on 5",
		seats: map[string]ordered{"Athens": {orders: []Order{{Ravage, 0, at("Pylos"), Force{1, 0, 2}}}}},
		dice:  []int32{5, 1, 1, 1},
		tells: []string{"by sea, round Cape Taenarum to ravage Pylos, for 120 talents", "die 5: a storm, one naval SP of Athens is lost.", "Athens ravages Pylos (O5)."},
		check: func(r *Rules, s *State) bool { return s.strength(city("Athens")) == Force{7, 1, 11} },
	}, {
		name:  "O2: Corinth crosses the Isthmus",
		seats: map[string]ordered{"Corinth": {orders: []Order{{StationThere, 0, at("Ambracia"), Force{1, 0, 1}}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"by sea to be stationed at Ambracia, for 80 talents"}, // Corinthia lies on both seas
		check: func(r *Rules, s *State) bool {
			return s.NStations == 1 && s.Stations[0] == Station{city("Corinth"), at("Ambracia"), Force{1, 0, 1}}
		},
	}, {
		name:  "O5: incited with 5 + 1 for its tribute, Naxos rebels",
		seats: map[string]ordered{"Corinth": {orders: []Order{{Incite, 0, at("Naxos"), Force{0, 0, 1}}}}},
		dice:  []int32{5, 1, 1, 1, 1, 2}, // does Andros join, do three spaces join Potidaea, and does the rising in Andros's area fizzle out
		tells: []string{"Corinth incites Naxos (O5): die 5, modifier 1: it rebels."},
		check: func(r *Rules, s *State) bool {
			return s.Rebel[at("Naxos")] == city("Athens") && s.Controller[at("Naxos")] == Nobody
		},
	}, {
		name:  "O1, O6: an attacked neutral joins the enemy leader, and its home is defeated",
		seats: map[string]ordered{"Athens": {orders: []Order{{Capture, 0, at("Melos"), Force{4, 0, 4}}}}},
		dice:  []int32{2, 1, 1, 1}, // 2 + 4 against walls 6
		tells: []string{"Melos becomes an ally of Sparta.", "Siege of Melos (O6): die 2 and 4 land SPs against 6: it falls.", "Melos is defeated by Athens (6.3).", "Melos becomes an ally of Athens."},
		check: func(r *Rules, s *State) bool { return s.Minors[city("Melos")] == Minor{Allied, city("Athens")} },
	}, {
		name:  "D4: courting costs 100 and wins on 5",
		seats: map[string]ordered{"Corinth": {deeds: []Diplomacy{{Court, city("Syracuse")}}}},
		dice:  []int32{5, 1, 1, 1},
		tells: []string{"Corinth courts Syracuse for 100 talents (D4): die 5: it becomes an ally."},
		check: func(r *Rules, s *State) bool {
			return s.Minors[city("Syracuse")] == Minor{Allied, city("Corinth")} && s.Majors[city("Corinth")].Treasury == 1500-100+500
		},
	}, {
		name:  "D3: Thebes leaves Sparta's coalition, its relations stay",
		seats: map[string]ordered{"Thebes": {deeds: []Diplomacy{{Leave, Nobody}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Thebes, a junior partner so far, is now independent."},
		check: func(r *Rules, s *State) bool {
			return s.Relation(city("Athens"), city("Thebes")) == Unfriendly && s.Relation(city("Sparta"), city("Thebes")) == Friendly
		},
	}, {
		name: "D5: a war is one of the whole coalitions",
		change: func(p *Position) {
			p.Relations["Athens|Corinth"], p.Relations["Athens|Sparta"], p.Relations["Athens|Thebes"] = "neutral", "neutral", "neutral"
		},
		seats: map[string]ordered{"Athens": {deeds: []Diplomacy{{War, city("Thebes")}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Athens declares war on Thebes (D5).", "Athens and Corinth are unfriendly", "Athens and Sparta are unfriendly"},
		check: func(r *Rules, s *State) bool { return s.Relation(city("Athens"), city("Sparta")) == Unfriendly },
	}, {
		name: "D5: a broken peace costs a bellicosity",
		change: func(p *Position) {
			p.Relations["Athens|Sparta"] = "neutral"
			p.Peace = map[string]PeacePosition{"Athens|Sparta": {From: 0, Until: 5}}
		},
		seats: map[string]ordered{"Athens": {deeds: []Diplomacy{{Break, city("Sparta")}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Athens breaks its peace with Sparta and loses 1 bellicosity (D5)."},
		check: func(r *Rules, s *State) bool {
			return s.WarPossible(city("Athens"), city("Sparta"), 1) && s.Majors[city("Athens")].Bellicosity == 11
		},
	}, {
		name: "D3, D5: an ally that has broken the peace with its patron may leave it",
		change: func(p *Position) {
			corinth := p.Majors["Corinth"]
			corinth.Status, corinth.Of = "ally", "Sparta"
			p.Majors["Corinth"] = corinth
			p.Peace = map[string]PeacePosition{"Corinth|Sparta": {From: 0, Until: 9}}
		},
		seats: map[string]ordered{"Corinth": {deeds: []Diplomacy{{Break, city("Sparta")}, {Leave, Nobody}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Corinth breaks its peace with Sparta and loses 1 bellicosity (D5).", "Corinth, an ally so far, is now independent."},
		check: func(r *Rules, s *State) bool {
			return s.Relation(city("Corinth"), city("Sparta")) == Friendly && s.Relation(city("Corinth"), city("Thebes")) == Friendly && s.Majors[city("Corinth")].Bellicosity == 11
		},
	}, {
		name: "D3, D5: and so may one whose patron has broken it",
		change: func(p *Position) {
			thebes := p.Majors["Thebes"]
			thebes.Status, thebes.Of = "ally", "Sparta"
			p.Majors["Thebes"] = thebes
			p.Peace = map[string]PeacePosition{"Sparta|Thebes": {From: 0, Until: 9}}
		},
		seats: map[string]ordered{"Sparta": {deeds: []Diplomacy{{Break, city("Thebes")}}}, "Thebes": {deeds: []Diplomacy{{Leave, Nobody}}}},
		dice:  []int32{1, 1, 1},
		tells: []string{"Sparta breaks its peace with Thebes and loses 1 bellicosity (D5).", "Thebes, an ally so far, is now independent."},
		check: func(r *Rules, s *State) bool {
			return s.Relation(city("Sparta"), city("Thebes")) == Friendly && s.Majors[city("Sparta")].Bellicosity == 11 && s.Majors[city("Thebes")].Bellicosity == 11 // Plataea is not its own
		},
	}, {
		name:  "E1, E2: a rate of 200, and unrest on 6",
		seats: map[string]ordered{"Athens": {tribute: 200}},
		dice:  []int32{1, 1, 1, 6, 1, 1, 1, 1, 1}, // 6.4, then Aegina, Andros, Carystus, Chalcis, Eretria, Naxos
		tells: []string{"Athens receives 1700 talents", "Unrest in Aegina (E2): die 6, modifier 1: it rebels.", "Unrest in Andros (E2): die 1, modifier 1: it stays quiet."},
		check: func(r *Rules, s *State) bool {
			return s.Majors[city("Athens")].Treasury == 7700 && s.Rebel[at("Aegina")] == city("Athens")
		},
	}} {
		t.Run(c.name, func(t *testing.T) {
			p := archidamian(t)
			p.Turns, p.Victory, p.Outcomes = 1, nil, nil
			if c.change != nil {
				c.change(p)
			}
			r := rulesOf(t, p)
			chronicle := tellCampaign(t, r, c.seats, c.dice)
			var said []string
			for _, e := range chronicle.Events {
				said = append(said, e.Text)
			}
			text := strings.Join(said, "\n")
			for _, want := range c.tells {
				if !strings.Contains(text, want) {
					t.Errorf("nothing says %q", want)
				}
			}
			if !c.check(r, &lastState) {
				t.Error("the position is another one")
			}
			if t.Failed() {
				t.Log(text)
			}
		})
	}
}

// hold gives a space to a city-state, at the start of the turn and now.
func hold(p *Position, space, city string) {
	x := p.Spaces[space]
	x.Controller, x.ControllerAtStart = city, city
	p.Spaces[space] = x
}

// reinforce puts hoplites of a city-state into a space.
func reinforce(p *Position, space, city string, hoplites int32) {
	x := p.Spaces[space]
	x.SPs = map[string]map[string]int32{city: {"H": hoplites}}
	p.Spaces[space] = x
}

// lastState is the state at the end of the last campaign told.
var lastState State

func tellCampaign(t *testing.T, r *Rules, seats map[string]ordered, dice []int32) *engine.Chronicle {
	t.Helper()
	p := New(r, func() (s Seats) {
		for m := range r.NMajors {
			s.Majors[m], s.Names[m] = seats[r.Cities[m].Name], "ordered"
		}
		return s
	}).NewPlayer(1).(*player)
	c, err := p.Tell(0, engine.Given(dice))
	if err != nil {
		t.Fatal(err)
	}
	lastState = p.s
	return c
}

// What is not legal is refused, with the seat, the policy and the turn.
func TestIllegalActions(t *testing.T) {
	r := rulesOf(t, archidamian(t))
	at := func(name string) Space { return r.Space(name) }
	for _, c := range []struct {
		city string
		seat ordered
		want string
	}{
		{"Sparta", ordered{orders: []Order{{Capture, 0, at("Athens"), Force{7, 0, 0}}}}, "capture at Athens is not legal now"}, // the Long Walls
		{"Sparta", ordered{orders: []Order{{Ravage, 0, at("Corinth"), Force{1, 0, 0}}}}, "ravage at Corinth is not legal now"},
		{"Sparta", ordered{orders: []Order{{Ravage, 0, at("Decelea"), Force{8, 0, 0}}}}, "sends 8 hoplite SPs, but there are 7"},
		{"Sparta", ordered{orders: []Order{{Ravage, 0, at("Decelea"), Force{2, 0, 1}}}}, "more by sea than one hoplite SP for each naval SP"},
		{"Sparta", ordered{orders: []Order{{Ravage, 0, at("Chios"), Force{1, 0, 0}}}}, "cannot be reached by land"},
		{"Sparta", ordered{orders: []Order{{Ravage, 0, at("Decelea"), Force{}}}}, "sends no SP that could do it"},
		{"Sparta", ordered{orders: []Order{{Ravage, 3, at("Decelea"), Force{1, 0, 0}}}}, "there is no base 3"},
		{"Sparta", ordered{orders: []Order{{Ravage, 0, 120, Force{1, 0, 0}}}}, "there is no space 120"},
		{"Athens", ordered{deeds: []Diplomacy{{War, 1}}}, "the diplomatic action war (Corinth) is not legal now"},
		{"Athens", ordered{deeds: []Diplomacy{{Lead, Nobody}}}, "the diplomatic action lead is not legal now"},
		{"Athens", ordered{deeds: []Diplomacy{{Court, r.City("Chios")}}}, "the diplomatic action court (Chios) is not legal now"},
		{"Athens", ordered{tribute: 250}, "the tribute rate 250 is none of 100, 200 and 300"},
	} {
		_, err := New(r, func() (s Seats) {
			for m := range r.NMajors {
				s.Majors[m], s.Names[m] = ordered{}, "ordered"
			}
			s.Majors[r.City(c.city)] = c.seat
			return s
		}).NewPlayer(1).Tell(0, nil)
		want := "game 0, turn 1: illegal action of seat " + c.city + " (policy ordered): "
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s...%s", err, want, c.want)
		}
	}
}

// Every operation that is listed is accepted.
func TestListedOperationsAreLegal(t *testing.T) {
	r := rulesOf(t, archidamian(t))
	v := View{s: r.Start, r: r}
	v.resurvey()
	seen := 0
	for me := range City(r.NMajors) {
		v.me = me
		for _, o := range v.Operations(nil, 0, AnyPurpose, Everywhere, &Listing{}) {
			f := Force{}
			if o.Way == ByLand {
				f.Hoplites = 1
			} else {
				f.Naval, f.Hoplites = 1, min(o.Most.Hoplites, 1)
			}
			way, _, why := v.check(&Order{o.Intent, o.Base, o.At, f})
			if why != "" || way != o.Way {
				t.Errorf("%s: %s %v: %s", r.Cities[me].Name, IntentNames[o.Intent], o, why)
			}
			seen++
		}
	}
	if seen < 100 {
		t.Errorf("only %d operations are listed", seen)
	}
	if slices.ContainsFunc(v.Operations(nil, 0, Capture.Of(), Everywhere, &Listing{}), func(o Operation) bool { return o.At == r.Space("Athens") }) {
		t.Error("Athens can be besieged behind the Long Walls")
	}
}

// Operations may be free of cost; then a purse that cannot pay for the garrison still
// captures nothing.
func TestFreeOperations(t *testing.T) {
	position := archidamian(t)
	position.Campaign.LandCost, position.Campaign.NavalCost, position.Campaign.GarrisonCost = 0, 0, 600
	r := rulesOf(t, position)
	v := View{s: r.Start, r: r}
	v.resurvey()
	for _, c := range []struct {
		city     string
		captures bool
	}{{"Athens", true}, {"Thebes", false}} { // 6000 talents, of which 1000 stay; 500
		v.me = r.City(c.city)
		if got := len(v.Operations(nil, 0, Capture.Of(), Everywhere, &Listing{})) > 0; got != c.captures {
			t.Errorf("%s has captures to choose from: %v, want %v", c.city, got, c.captures)
		}
		if len(v.Operations(nil, 0, Ravage.Of(), Everywhere, &Listing{})) == 0 {
			t.Errorf("%s has nothing to ravage for nothing", c.city)
		}
	}
}

// What is listed is all that is legal, from every base, also when there is no room for
// one more station: an order that is accepted is in the list, and none else.
func TestListIsComplete(t *testing.T) {
	r := rulesOf(t, archidamian(t))
	full := View{s: r.Start, r: r}
	for at := Space(0); full.s.NStations < MaxStations; at = (at + 1) % Space(len(r.Spaces)) {
		owner := City(int(full.s.NStations) % r.NMajors)
		if r.stack(&full.s, owner, at) == nil {
			r.join(&full.s, owner, at, &Force{1, 0, 1})
		}
	}
	some := View{s: r.Start, r: r}
	r.join(&some.s, r.City("Athens"), r.Space("Naupactus"), &Force{2, 0, 1})
	r.join(&some.s, r.City("Sparta"), r.Space("Tegea"), &Force{1, 1, 0})
	legal := [2]int{}
	for _, v := range []*View{{s: r.Start, r: r}, &some, &full} {
		v.resurvey()
		for me := range City(r.NMajors) {
			v.me = me
			for _, base := range v.Bases(nil) {
				have := v.available(base)
				for intent := range Intents {
					var list Listing
					v.List(&list, base, intent, Everywhere)
					for at := range Space(len(r.Spaces)) {
						var listed Objective
						if i := slices.IndexFunc(list.Objectives, func(o Objective) bool { return o.At == at }); i >= 0 {
							listed = list.Objectives[i]
						}
						march, sail := Force{1, 0, 0}, Force{0, 0, 1}
						if have.Hoplites == 0 {
							march = Force{0, 1, 0}
						}
						if intent.Lands() {
							sail.Hoplites = 1
						}
						for way, f := range []Force{march, sail} {
							_, _, why := v.check(&Order{intent, base, at, f})
							if is := [2]bool{listed.ByLand, listed.BySea}[way]; is != (why == "") {
								t.Fatalf("%s, base %d, %v: %s at %s is listed: %v; checked: %q", r.Cities[me].Name, base, f, IntentNames[intent], r.Spaces[at].Name, is, why)
							}
							if why == "" {
								legal[way]++
							}
						}
					}
				}
			}
		}
	}
	if legal[0] < 300 || legal[1] < 300 {
		t.Errorf("only %d operations by land and %d by sea are legal", legal[0], legal[1])
	}
}
