package hellas

import (
	"flag"
	"slices"
	"testing"
	"unsafe"

	"github.com/polemos-sim/polemos/engine"
)

// archidamian is the position of 431 BC with the victory conditions of its
// scenario.
func archidamian(t testing.TB) *Position {
	p := &Position{Campaign: DefaultCampaign()}
	readJSON(t, "testdata/431bc.json", p)
	if p.Turn != 1 || p.Turns == 0 {
		p.Turn, p.Turns = 1, 10
	}
	const athens, corinth, sparta, thebes = City(0), City(1), City(2), City(3)
	when := func(outcome string, economic bool, reads uint64, holds func(*View) bool) {
		i := slices.Index(p.Outcomes, outcome)
		if i < 0 {
			i = len(p.Outcomes)
			p.Outcomes = append(p.Outcomes, outcome)
		}
		p.Victory = append(p.Victory, Condition{int32(i), economic, Expression{reads, func(v *View) (bool, error) { return holds(v), nil }}})
	}
	when("athens", false, ReadsSurrender, func(v *View) bool { return v.Surrendered(sparta) })
	when("sparta", false, ReadsSurrender, func(v *View) bool { return v.Surrendered(athens) })
	when("thebes", false, ReadsControl, func(v *View) bool {
		return v.Controls(thebes, v.Rules().Area("Boeotia")) && v.Fortresses(thebes, v.Rules().Area("Attica"))+v.Fortresses(thebes, v.Rules().Area("Locris"))+
			v.Fortresses(thebes, v.Rules().Area("Phocis"))+v.Fortresses(thebes, v.Rules().Area("Thessaly")) >= 4
	})
	for m, name := range []string{"limit_athens", "limit_corinth", "limit_sparta", "limit_thebes"} {
		when(name, true, ReadsTurn|ReadsBellicosity, func(v *View) bool { return v.Turn() == 10 && v.Highest(City(m)) })
	}
	when("limit_tie", true, ReadsTurn, func(v *View) bool { return v.Turn() == 10 })
	return p
}

// dicing decides everything by chance, by any legal action.
type dicing struct {
	rules *Rules
	site  engine.Site
	of    [64]*engine.Dist
	turn  int32
	asked int32
	ops   []Operation
	deeds []Diplomacy
	bases []int8
	list  Listing
}

func newDicing(r *Rules) *dicing {
	d := &dicing{rules: r, site: engine.NewSite("test/dicing"), ops: make([]Operation, 0, 512), deeds: make([]Diplomacy, 0, 64), bases: make([]int8, 0, 64)}
	for n := 1; n < len(d.of); n++ {
		d.of[n], _ = engine.OneOf(n)
	}
	return d
}

func (d *dicing) pick(v *View, n int) int {
	if d.turn != v.Turn() { // memory, which only a test may have
		d.turn, d.asked = v.Turn(), 0
	}
	d.asked++
	if n >= len(d.of) {
		return (d.pick(v, n/32+1)*32 + d.pick(v, 32)) % n
	}
	return int(v.Draw(d.of[n], d.site, d.asked))
}
func (d *dicing) yes(v *View) bool { return d.pick(v, 2) == 1 }

// resurveys panics, which is a fault of the game, if the survey that was kept up is not
// the one that is made anew.
func resurveys(v *View) {
	anew := View{s: v.s, r: v.r}
	if anew.resurvey(); anew.survey != v.survey {
		panic("the survey that was kept up is not the one that is made anew")
	}
}

func (d *dicing) Declare(v *View) Diplomacy {
	resurveys(v)
	d.deeds = v.Diplomacy(d.deeds[:0])
	if i := d.pick(v, len(d.deeds)+2); i < len(d.deeds) {
		return d.deeds[i]
	}
	return Diplomacy{Pass, Nobody}
}
func (d *dicing) Admit(v *View, _ City) bool {
	resurveys(v)
	return d.yes(v)
}
func (d *dicing) Operate(v *View) (Order, bool) {
	resurveys(v)
	d.bases = v.Bases(d.bases[:0])
	d.ops = v.Operations(d.ops[:0], d.bases[d.pick(v, len(d.bases))], AnyPurpose, Everywhere, &d.list)
	if len(d.ops) == 0 {
		return Order{}, false
	}
	o := &d.ops[d.pick(v, len(d.ops))]
	var f Force
	if o.Way == ByLand {
		f.Hoplites = uint8(min(int32(o.Most.Hoplites), int32(o.SPs)))
		f.Cavalry = uint8(min(int32(o.Most.Cavalry), int32(o.SPs)-int32(f.Hoplites)))
		if f.All() > 1 && d.yes(v) {
			f.Hoplites = min(f.Hoplites, 1)
			f.Cavalry = 1 - f.Hoplites
		}
	} else {
		f.Naval = uint8(min(int32(o.Most.Naval), (int32(o.SPs)+1)/2))
		f.Hoplites = min(uint8(min(int32(o.Most.Hoplites), int32(o.SPs)-int32(f.Naval))), f.Naval)
		if f.Hoplites == 0 && (o.Intent == Ravage || o.Intent == Capture) {
			return Order{}, false
		}
	}
	return Order{o.Intent, o.Base, o.At, f}, true
}
func (d *dicing) Shelter(v *View, _ Attack) bool {
	resurveys(v)
	return d.yes(v)
}
func (d *dicing) TearDown(v *View, _ City) bool {
	resurveys(v)
	return d.yes(v)
}
func (d *dicing) MakeTributary(v *View, _ City) bool {
	resurveys(v)
	return d.yes(v)
}
func (d *dicing) Propose(v *View, _ City) bool {
	resurveys(v)
	return d.pick(v, 6) == 0
}
func (d *dicing) Accept(v *View, _ City) bool {
	resurveys(v)
	return d.pick(v, 4) == 0
}
func (d *dicing) Tribute(v *View) int32 {
	resurveys(v)
	return int32(100 * (1 + d.pick(v, 3)))
}
func (d *dicing) Build(v *View) (Kind, bool) {
	k := Kind(d.pick(v, int(Kinds)))
	return k, v.MayBuild(k)
}
func (d *dicing) EndFund(v *View) bool { return d.pick(v, 8) == 0 }

func diced(r *Rules) func() Seats {
	return func() (s Seats) {
		for m := range r.NMajors {
			s.Majors[m], s.Names[m] = newDicing(r), "dicing"
		}
		return s
	}
}

func TestStateSize(t *testing.T) {
	// The design page reckons with about 1.3 KB.
	if size := unsafe.Sizeof(State{}); size != 1104 {
		t.Errorf("a State has %d bytes: state it here", size)
	}
}

var randomGames = flag.Int("games", 2000, "games of random play under which invariants are checked")

func TestInvariantsUnderRandomPlay(t *testing.T) {
	position := archidamian(t)
	position.Victory, position.Outcomes = position.Victory[3:], position.Outcomes[3:] // no surrender ends it
	for i := range position.Victory {
		position.Victory[i].Outcome -= 3
	}
	r := rulesOf(t, position)
	p := New(r, diced(r)).NewPlayer(5).(*player)
	p.listen(nil)
	games := *randomGames
	p.block.Begin(0, games)
	var seen [Counts]int
	for g, ok := p.block.Next(); ok; g, ok = p.block.Next() {
		p.stream.Game(g)
		p.begin(g)
		before := p.s
		for !p.stopped() {
			p.turn()
			check(t, p, &before)
			before = p.s
			if t.Failed() {
				t.Fatalf("game %d, turn %d", g, p.s.Turn)
			}
		}
		if p.fault != nil {
			t.Fatal(p.fault)
		}
		for i, n := range p.l.Count {
			if n > 0 {
				seen[i]++
			}
		}
	}
	for i, n := range seen {
		t.Logf("%-22s in %5.2f %% of games", countColumns[i].name, 100*float64(n)/float64(games))
		if n == 0 && Count(i) != Ties {
			t.Errorf("%s never comes", countColumns[i].name)
		}
	}
}

// opposes says whether a city-state's SPs fight those of a major: its speaker is
// unfriendly, or it is a neutral minor or in rebellion against it.
func opposes(r *Rules, s *State, me, c City) bool {
	minor := int(c) >= r.NMajors
	switch m := r.speaker(s, c); {
	case m == Nobody:
		return true
	case m == me:
		return minor && rebels(r, s, c)
	default:
		return s.Relation(me, m) == Unfriendly && !(minor && rebels(r, s, c))
	}
}

// check holds a state against what must always be true.
func check(t *testing.T, p *player, before *State) {
	t.Helper()
	r, s, l := p.r, &p.s, &p.l
	for m := range City(r.NMajors) {
		x, start := &s.Majors[m], &r.Start.Majors[m]
		if x.Bellicosity < 0 || x.Bellicosity > 12 {
			t.Errorf("bellicosity of %s: %d", r.Cities[m].Name, x.Bellicosity)
		}
		if ledger := start.Treasury + l.Revenue[m] - l.Plague[m] - l.Operations[m] - l.Garrisons[m] - l.Courting[m] - l.Builds[m]; ledger != x.Treasury || x.Treasury < 0 {
			t.Errorf("treasury of %s: %d, ledger %d", r.Cities[m].Name, x.Treasury, ledger)
		}
		if bound := x.Status == Junior || x.Status == Ally; bound != (x.Of != Nobody) {
			t.Errorf("%s is %s of %d", r.Cities[m].Name, Statuses[x.Status], x.Of)
		} else if x.Status == Junior && s.Majors[x.Of].Status != Dominant {
			t.Errorf("%s is junior of one that does not lead", r.Cities[m].Name)
		}
		if before.Majors[m].PlagueDone && !x.PlagueDone {
			t.Errorf("the plague at %s is forgotten", r.Cities[m].Name)
		}
		for c := range City(r.NMajors) {
			if c == m {
				continue
			}
			pair := pairs[m][c]
			if s.Relations[pair] == Unfriendly && !s.WarPossible(m, c, s.Turn) {
				t.Errorf("%s and %s are at peace and unfriendly", r.Cities[m].Name, r.Cities[c].Name)
			}
			if old := before.Peaces[pair]; old.Until != 0 && int32(old.Until) >= s.Turn && s.Peaces[pair] != old && s.Peaces[pair].From != int16(s.Turn) && l.Count[PeacesBroken] == 0 {
				t.Errorf("a peace of %s and %s is gone", r.Cities[m].Name, r.Cities[c].Name)
			}
			if s.Hostages[m][c] != uint16(s.HostageSPs[m][c]) {
				t.Errorf("hostages of %s that are no SPs", r.Cities[m].Name)
			}
		}
	}
	for me := range City(r.NMajors) {
		for c := range City(len(r.Cities)) {
			if got, want := p.survey.hostile[me].has(c), opposes(r, s, me, c); got != want {
				t.Errorf("%s is hostile to %s: %v, want %v", r.Cities[c].Name, r.Cities[me].Name, got, want)
			}
		}
		for at := range Space(len(r.Spaces)) {
			c := s.Controller[at]
			if got, want := p.friendlySpace(at, me), c != Nobody && friendly(r, s, c, me); got != want {
				t.Errorf("%s is friendly to %s: %v, want %v", r.Spaces[at].Name, r.Cities[me].Name, got, want)
			}
		}
	}
	resurveys(&p.View)
	if l.Count[Plagues] > 2 {
		t.Errorf("%d plagues", l.Count[Plagues])
	}
	for c := range r.Cities {
		now, start := s.strength(City(c)), r.Start.strength(City(c))
		for k := range Kinds {
			want := int32(*start.Of(k)) - l.Lost[c][k]
			if c < r.NMajors {
				want += l.Built[c][k]
			}
			if int32(*now.Of(k)) != want {
				t.Errorf("%s of %s: %d SPs, ledger %d", KindNames[k], r.Cities[c].Name, *now.Of(k), want)
			}
		}
		if c >= r.NMajors {
			if minor := &s.Minors[c]; (minor.Bond == Free) != (minor.Patron == Nobody) {
				t.Errorf("%s: %v", r.Cities[c].Name, minor)
			}
		}
	}
	for at := range r.Spaces {
		if s.Controller[at] != Nobody && s.Rebel[at] != Nobody {
			t.Errorf("%s has a controller and is in rebellion", r.Spaces[at].Name)
		}
	}
	if s.Stationed != s.places() {
		t.Errorf("there are stations at %v, not at %v", s.places(), s.Stationed)
	}
	for i := range s.Stations {
		st := &s.Stations[i]
		if i >= int(s.NStations) {
			if *st != (Station{}) {
				t.Errorf("station %d is not in use and not empty", i)
			}
			continue
		}
		if f := &r.Cities[st.Owner]; st.Force == (Force{}) || st.At == f.Home || st.At == f.Port {
			t.Errorf("station %d of %s: %v at %s", i, f.Name, st.Force, r.Spaces[st.At].Name)
		}
		for j := range i {
			if s.Stations[j].Owner == st.Owner && s.Stations[j].At == st.At {
				t.Errorf("%s has two stacks at %s", r.Cities[st.Owner].Name, r.Spaces[st.At].Name)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	r := rulesOf(t, archidamian(t))
	rs := New(r, diced(r))
	p := rs.NewPlayer(1)
	b := engine.NewBlock(rs.Schema())
	b.Begin(0, 2000) // buffers and windows take their size
	if err := p.Play(b); err != nil {
		t.Fatal(err)
	}
	allocs := testing.AllocsPerRun(3, func() {
		b.Begin(0, 500)
		if err := p.Play(b); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations in 500 games", allocs)
	}
}

func BenchmarkArchidamian(b *testing.B) {
	r := rulesOf(b, archidamian(b))
	rs := New(r, diced(r))
	p := rs.NewPlayer(1)
	block := engine.NewBlock(rs.Schema())
	b.ReportAllocs()
	for n := 0; n < b.N; n += block.N {
		block.Begin(uint64(n), min(4096, b.N-n))
		if err := p.Play(block); err != nil {
			b.Fatal(err)
		}
	}
}
