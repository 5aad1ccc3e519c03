package republic

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// A State has as many fields as positions know of: one more must be saved, or be
// shown not to matter.
func TestPositionsKnowAllOfAState(t *testing.T) {
	if n := reflect.TypeFor[State]().NumField(); n != 13 {
		t.Errorf("a State has %d fields, Save and Load know 13", n)
	}
	if n := reflect.TypeFor[War]().NumField(); n != 6 {
		t.Errorf("a War has %d fields, Save and Load know 6", n)
	}
}

// reader is a Congress that looks at one thing only, and says so.
type reader struct {
	reads  uint64
	demand func(*View) bool // peace
}

func (r reader) Declare(*View, int) bool { return true }
func (r reader) Peace(v *View, _ int) bool {
	return r.demand != nil && r.demand(v)
}
func (r reader) Reads() uint64 { return r.reads }

// front deploys everything in the first war that allows it.
type front struct{}

func (front) Reads() uint64 { return 0 }
func (front) Deploy(v *View, o *Orders) {
	for u := range v.Rules().Units {
		for w := range v.Wars() {
			if n := o.OnStation(u); n > 0 && v.Usable(w, u) {
				o.Deploy(u, n, w)
			}
		}
	}
}

// troubled are rules in which much happens: three crises, one by chance and one
// after another, rolled V, spoils of all kinds, little money.
func troubled(t *testing.T) *Rules {
	t.Helper()
	dice := func(text string) engine.Amount {
		a, err := engine.ParseDice(text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	chance, err := engine.Chance(1, 3)
	if err != nil {
		t.Fatal(err)
	}
	r := Defaults()
	r.Name, r.Turns = "troubled", 14
	r.Approval = Gauge{Start: 60, Max: 100}
	r.Treasury, r.Income, r.TaxDen = 12, 14, 1
	r.Units = []Unit{
		{Name: "cavalry", Kind: Cavalry, BattlePoints: 3, Purchase: 12, Support: 2, Start: 2},
		{Name: "navy", Kind: Navy, BattlePoints: 4, Purchase: 20, Support: 3, Arrives: []Arrival{{Turn: 3, Units: 1}}},
	}
	r.Randomizer = dice("2d6-7")
	won := Expression{Reads: ReadsCrisis(0), Holds: func(v *View) (bool, error) { return v.Standing(0) == Won, nil }}
	r.Crises = []Crisis{
		{Name: "east", At: 1, VictoryPoints: dice("1d6+6"), Exclude: [3]bool{Navy: true}, Spoils: Spoils{Effect: Effect{Income: 5}, Territories: 1}, Penalty: Effect{Approval: -5, Treasury: -6}},
		{Name: "west", Chance: chance, VictoryPoints: dice("9"), Spoils: Spoils{Effect: Effect{Treasury: 9, Fervor: 1}}, Penalty: Effect{Income: -2}},
		{Name: "south", After: &won, VictoryPoints: dice("2d4+3"), Spoils: Spoils{Territories: 2, Units: [MaxUnits]int32{1: 1}}},
	}
	r.Outcomes = []string{engine.Unresolved}
	return &r
}

func seated(r *Rules, c Congress) *player {
	p := New(r, func() Seats { return Seats{Congress: c, President: front{}} }).NewPlayer(1).(*player)
	p.Unfold(new(engine.Tape), engine.NewBlock(p.schema), nil)
	p.stream = engine.NewStream(1)
	p.block.Begin(0, 1)
	p.block.Next()
	return p
}

// A game that is saved and loaded between all its turns goes on as if it were not.
func TestLoadGoesOn(t *testing.T) {
	for _, debt := range []bool{false, true} {
		r := troubled(t)
		r.Readings.Debt = debt
		whole, cut := seated(r, reader{}), seated(r, reader{})
		at, then := make([]int32, len(whole.positionNames())), make([]int32, len(whole.positionNames()))
		for g := range uint64(300) {
			for _, p := range []*player{whole, cut} {
				p.stream.Game(g)
				p.block.Again()
				p.Load(nil)
			}
			for over := false; !over; {
				over, _ = whole.Turn()
				if _, err := cut.Turn(); err != nil {
					t.Fatal(err)
				}
				if whole.s != cut.s {
					t.Fatalf("game %d, turn %d: %+v\nwant %+v", g, whole.s.Turn, cut.s, whole.s)
				}
				if over {
					break
				}
				cut.Save(at)
				cut.Load(at)
				cut.Save(then)
				if !reflect.DeepEqual(at, then) || cut.s != whole.s {
					t.Fatalf("game %d, turn %d: loaded as\n%v\nsaved as\n%v", g, whole.s.Turn, then, at)
				}
			}
			a, wars := whole.block.Staged()
			b, cutWars := cut.block.Staged()
			width := engine.GameFirst + len(whole.schema.Games)
			if !reflect.DeepEqual(a[:width], b[:width]) || !reflect.DeepEqual(wars, cutWars) {
				t.Fatalf("game %d: the rows differ", g)
			}
		}
	}
}

// What positions leave out can be anything: the rest of the game is the same. Each
// case asks for, or reads, one thing; the others are disturbed in every turn.
func TestWhatIsLeftOutDoesNotMatter(t *testing.T) {
	for name, c := range map[string]struct {
		congress Congress
		measure  int // of the game's row; 0: none
		change   func(r *Rules)
	}{
		"nothing read":   {congress: reader{}},
		"rich":           {congress: reader{}, change: func(r *Rules) { r.Treasury = 2000 }},
		"in debt":        {congress: reader{}, change: func(r *Rules) { r.Readings.Debt = true }},
		"enough income":  {congress: reader{}, change: func(r *Rules) { r.Income = 90 }},
		"costs per war":  {congress: reader{}, change: func(r *Rules) { r.Readings.CostsPerWar, r.Treasury = true, 900 }},
		"approval read":  {congress: reader{ReadsApproval, func(v *View) bool { return v.Approval() < 40 }}},
		"fervor read":    {congress: reader{ReadsFervor, func(v *View) bool { return v.Fervor() > 6 }}},
		"treasury read":  {congress: reader{ReadsTreasury, func(v *View) bool { return v.Treasury() < 3 }}},
		"wealth read":    {congress: reader{ReadsTreasury, func(v *View) bool { return v.Treasury() > 300 }}, change: func(r *Rules) { r.Income = 90 }},
		"land read":      {congress: reader{ReadsTerritories, func(v *View) bool { return v.Territories() > 0 }}},
		"standing read":  {congress: reader{ReadsCrisis(1), func(v *View) bool { return v.Standing(1) == Defeated }}},
		"approval asked": {congress: reader{}, measure: gameApproval},
		"treasury asked": {congress: reader{}, measure: gameTreasury},
		"wars asked":     {congress: reader{}, measure: gameWars},
		"spoils asked":   {congress: reader{}, measure: gameSpoilsDue},
		"support asked":  {congress: reader{}, measure: gameBrassHat},
	} {
		t.Run(name, func(t *testing.T) {
			r := troubled(t)
			if c.change != nil {
				c.change(r)
			}
			calm, disturbed := seated(r, c.congress), seated(r, c.congress)
			asked := make([]bool, len(calm.schema.Games))
			if c.measure > 0 {
				asked[c.measure-engine.GameFirst] = true
			}
			for _, p := range []*player{calm, disturbed} {
				p.keeps = p.needed(asked)
			}
			at, then := make([]int32, len(calm.positionNames())), make([]int32, len(calm.positionNames()))
			random := rand.New(rand.NewPCG(1, 2))
			moved := 0
			for g := range uint64(400) {
				for _, p := range []*player{calm, disturbed} {
					p.stream.Game(g)
					p.block.Again()
					p.Load(nil)
				}
				for over := false; !over; {
					moved += disturb(disturbed, random)
					var err error
					over, err = calm.Turn()
					overToo, errToo := disturbed.Turn()
					if err != nil || errToo != nil {
						t.Fatal(err, errToo)
					}
					calm.Save(at)
					disturbed.Save(then)
					if over != overToo || !reflect.DeepEqual(at, then) {
						t.Fatalf("game %d, turn %d: over %t and %t\n%v\n%v\n%v", g, calm.s.Turn, over, overToo, calm.positionNames(), at, then)
					}
				}
				a, wars := calm.block.Staged()
				b, warsToo := disturbed.block.Staged()
				if a[engine.GameOutcome] != b[engine.GameOutcome] || a[engine.GameTurns] != b[engine.GameTurns] ||
					c.measure > 0 && a[c.measure] != b[c.measure] || !reflect.DeepEqual(wars, warsToo) {
					t.Fatalf("game %d: what is asked for differs", g)
				}
			}
			if moved < 1000 {
				t.Errorf("only %d disturbances: the test is too tame", moved)
			}
		})
	}
}

// disturb changes what the position leaves out, and says how many things it did.
func disturb(p *player, r *rand.Rand) (n int) {
	s, k := &p.s, &p.keeps
	set := func(v *int32, to int32) {
		if *v != to {
			*v = to
			n++
		}
	}
	if !k.approval {
		set(&s.Approval, r.Int32N(101))
	}
	if !k.fervor {
		set(&s.Fervor, r.Int32N(50))
	}
	if !k.territories {
		set(&s.Territories, r.Int32N(9))
	}
	if !k.bought {
		set(&s.Bought, r.Int32N(9))
	}
	if treasury, _ := k.money.seen(p); treasury == plenty {
		set(&s.Treasury, s.Treasury+r.Int32N(500))
		set(&s.Income, s.Income+r.Int32N(30))
	}
	for c := range p.r.Crises {
		if s.Standing[c] > Running && !k.standing[c] {
			s.Standing[c] = Won + Standing(r.IntN(4))
			n++
		}
	}
	if !k.ledger {
		set(&p.l.BrassHat, r.Int32N(1000))
	}
	set(&p.l.Income, r.Int32N(1000))
	return n
}
