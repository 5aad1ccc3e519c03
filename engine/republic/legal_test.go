package republic

import (
	"math/rand/v2"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// whim decides at random, but within the rules.
type whim struct{ r *rand.Rand }

func (w whim) Declare(*View, int) bool { return w.r.IntN(4) > 0 }
func (w whim) Peace(*View, int) bool   { return w.r.IntN(8) == 0 }

func (w whim) Buy(v *View) (int, bool) {
	if w.r.IntN(3) == 0 {
		return 0, false
	}
	u := w.r.IntN(len(v.Rules().Units))
	price := v.Rules().Units[u].Purchase
	return u, price > 0 && price <= v.Treasury()
}

func (w whim) Deploy(v *View, o *Orders) {
	for u := range v.Rules().Units {
		for war := range v.Wars() {
			if v.Usable(war, u) {
				o.Deploy(u, w.r.Int32N(o.OnStation(u)+1), war)
			}
		}
	}
}

// anyRules are rules at random within the limits of a scenario.
func anyRules(r *rand.Rand) *Rules {
	pick := func(low, high int32) int32 { return low + r.Int32N(high-low+1) }
	effect := func() Effect {
		return Effect{pick(-30, 30), pick(-5, 5), pick(-40, 40), pick(-10, 10)}
	}
	dice := []string{"2d10-11", "1d6-3", "3d6-10", "10d6-36", "5"}
	amount := func(texts []string) engine.Amount {
		a, err := engine.ParseDice(texts[r.IntN(len(texts))])
		if err != nil {
			panic(err)
		}
		return a
	}
	d := Defaults()
	d.Name, d.Turns = "any", pick(1, 30)
	d.Approval = Gauge{pick(0, 100), 0, 100}
	d.Fervor = Gauge{pick(0, 5), pick(-3, 0), pick(5, 40)}
	d.Treasury, d.Income = pick(0, 200), pick(0, 40)
	d.TaxNum, d.TaxDen = int64(pick(0, 99)), 100
	d.BrassHat = r.IntN(2) == 0
	for i := range 1 + r.IntN(MaxUnits) {
		u := Unit{Name: string(rune('a' + i)), Kind: Kind(r.IntN(3)), BattlePoints: pick(0, 6), Purchase: pick(0, 30), Support: pick(0, 6), Start: pick(0, 4)}
		for range r.IntN(3) {
			u.Arrives = append(u.Arrives, Arrival{pick(1, 12), pick(1, 3)})
		}
		d.Units = append(d.Units, u)
	}
	d.Randomizer = amount(dice)
	half, err := engine.Chance(1, 5)
	if err != nil {
		panic(err)
	}
	for i := range 1 + r.IntN(MaxCrises) {
		c := Crisis{Name: string(rune('A' + i)), VictoryPoints: amount([]string{"0", "13", "2d6", "3d6+10"}), Penalty: effect()}
		switch r.IntN(3) {
		case 0:
			c.At = pick(1, 10)
		case 1:
			c.Chance = half
		default:
			c.After = &Expression{Reads: ReadsTurn, Holds: func(v *View) (bool, error) { return v.Turn() >= 3 && v.Approval() > 20, nil }}
			if r.IntN(2) == 0 {
				c.Chance = half
			}
		}
		for k := range c.Exclude {
			c.Exclude[k] = r.IntN(4) == 0
		}
		c.Spoils = Spoils{Effect: effect(), Territories: pick(0, 2)}
		for u := range d.Units {
			c.Spoils.Units[u] = pick(0, 1)
		}
		d.Crises = append(d.Crises, c)
	}
	d.Effects = Effects{effect(), effect(), effect(), effect(), pick(1, 4)}
	d.Readings = Readings{r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0}
	d.Outcomes = []string{"over", engine.Unresolved}
	d.Victory = []Condition{{0, Expression{Reads: ReadsApproval | ReadsTurn, Holds: func(v *View) (bool, error) { return v.Turn() > 20 && v.Approval() > 90, nil }}}}
	return &d
}

// check is what must hold at the end of every turn, whatever was decided.
func check(t *testing.T, p *player, before State) {
	t.Helper()
	s, r := &p.s, p.r
	if s.Approval < r.Approval.Min || s.Approval > r.Approval.Max || s.Fervor < r.Fervor.Min || s.Fervor > r.Fervor.Max {
		t.Fatalf("turn %d: approval %d or fervor %d is out of bounds", s.Turn, s.Approval, s.Fervor)
	}
	if want := r.Treasury + p.l.Income + p.l.Effects + p.l.Tax - p.l.RobberBaron - p.l.BrassHat - p.l.GameBank; s.Treasury != want {
		t.Fatalf("turn %d: the treasury holds %d, but %d was left by what came and went", s.Turn, s.Treasury, want)
	}
	if !r.Readings.Debt && (s.Treasury < 0 || s.Income < 0) {
		t.Fatalf("turn %d: treasury %d, income %d without debt", s.Turn, s.Treasury, s.Income)
	}
	if r.BrassHat && p.l.GameBank != 0 || !r.BrassHat && p.l.BrassHat != 0 {
		t.Fatalf("turn %d: support went to both", s.Turn)
	}
	running := [MaxCrises]bool{}
	for w, war := range s.Wars {
		if w >= int(s.NWars) {
			if war != (War{}) {
				t.Fatalf("turn %d: a war that is over is not cleared: %+v", s.Turn, war)
			}
			continue
		}
		if running[war.Crisis] || s.Standing[war.Crisis] != Running {
			t.Fatalf("turn %d: war over %d twice, or not running", s.Turn, war.Crisis)
		}
		running[war.Crisis] = true
		if war.Total < 0 || war.Total > war.V-p.reaches {
			t.Fatalf("turn %d: a war with total %d and V %d is still on", s.Turn, war.Total, war.V)
		}
		if w > 0 && war.Since < s.Wars[w-1].Since {
			t.Fatalf("turn %d: wars are out of order", s.Turn)
		}
		if war.Points != 0 || war.Deployed != ([MaxUnits]uint16{}) {
			t.Fatalf("turn %d: units are still deployed at the end of the turn", s.Turn)
		}
	}
	for c, standing := range s.Standing {
		if standing == Running && !running[c] {
			t.Fatalf("turn %d: crisis %d runs without a war", s.Turn, c)
		}
		if before.Standing[c] > Running && before.Standing[c] != standing {
			t.Fatalf("turn %d: a used-up crisis came again", s.Turn)
		}
	}
}

// watch plays one game turn by turn and checks each.
func watch(t *testing.T, p *player, g uint64) {
	p.block.Begin(g, 1)
	p.block.Next()
	p.stream.Game(g)
	p.begin(g)
	for !p.over && p.fault == nil {
		before := p.s
		p.turn()
		if p.fault == nil {
			check(t, p, before)
		}
	}
	if p.fault != nil {
		t.Fatalf("random legal play was refused: %v", p.fault)
	}
	game, wars := p.block.Staged()
	if int(game[gameWars]) != len(wars) {
		t.Fatalf("%d wars were declared, %d are in the table", game[gameWars], len(wars))
	}
	for _, w := range wars {
		if w[engine.WarLength] < 1 || w[engine.WarDeclared]+w[engine.WarLength]-1 > game[engine.GameTurns] {
			t.Fatalf("a war of length %d, declared in turn %d of %d", w[engine.WarLength], w[engine.WarDeclared], game[engine.GameTurns])
		}
	}
}

func newWatched(r *Rules, w whim) *player {
	p := New(r, func() Seats { return Seats{Congress: w, Legislation: w, President: w} }).NewPlayer(1).(*player)
	p.listen(nil)
	return p
}

func TestRandomLegalPlayKeepsTheInvariants(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := newWatched(anyRules(r), whim{r})
		for g := range uint64(50) {
			watch(t, p, g)
		}
	}
}

func FuzzLegalPlay(f *testing.F) {
	f.Add(uint64(0), uint64(0))
	f.Add(uint64(1), uint64(1<<63))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := rand.New(rand.NewPCG(a, b))
		p := newWatched(anyRules(r), whim{r})
		for g := range uint64(5) {
			watch(t, p, g)
		}
	})
}
