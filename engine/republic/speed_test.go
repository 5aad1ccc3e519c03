package republic

import (
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

type pollster struct{ below int32 }

func (c pollster) Declare(*View, int) bool     { return true }
func (c pollster) Peace(v *View, war int) bool { return v.Approval() < c.below }

type allIn struct{}

func (allIn) Deploy(v *View, o *Orders) {
	for u := range v.Rules().Units {
		n := o.OnStation(u)
		if n == 0 {
			continue
		}
		for w := range v.Wars() {
			if v.Usable(w, u) {
				o.Deploy(u, n, w)
				break
			}
		}
	}
}

func inkopah() *Rules {
	r := Defaults()
	r.Approval = Gauge{60, 0, 100}
	r.Fervor.Min = 0
	r.Treasury, r.Income, r.TaxNum, r.TaxDen = 100, 30, 1, 4
	r.Units = []Unit{
		{Name: "cavalry", Kind: Cavalry, BattlePoints: 3, Purchase: 12, Support: 2, Start: 2},
		{Name: "infantry", Kind: Infantry, BattlePoints: 2, Purchase: 8, Support: 1, Arrives: []Arrival{{3, 1}}},
		{Name: "navy", Kind: Navy, BattlePoints: 4, Purchase: 20, Support: 3},
	}
	r.Randomizer, _ = engine.ParseDice("2d10-11")
	r.Crises = []Crisis{{Name: "inkopah", At: 1, VictoryPoints: engine.Amount{Plain: 13}, Exclude: [3]bool{Navy: true}, Spoils: Spoils{Effect: Effect{Income: 5}, Territories: 1}, Penalty: Effect{Approval: -24}}}
	is := func(s ...Standing) Expression {
		return Expression{Reads: ReadsCrisis(0), Holds: func(v *View) (bool, error) {
			for _, x := range s {
				if v.Standing(0) == x {
					return true, nil
				}
			}
			return false, nil
		}}
	}
	r.Outcomes = []string{"victory", "defeat", "declined", "unresolved"}
	r.Victory = []Condition{{0, is(Won)}, {1, is(Defeated, Surrendered)}, {2, is(Declined)}}
	return &r
}

func BenchmarkInkopah(b *testing.B) {
	rs := New(inkopah(), func() Seats { return Seats{Congress: pollster{64}, President: allIn{}} })
	p := rs.NewPlayer(1)
	blk := engine.NewBlock(rs.Schema())
	t := engine.NewTally(rs.Schema())
	b.ReportAllocs()
	n := uint64(0)
	for n < uint64(b.N) {
		k := min(65536, b.N-int(n))
		blk.Begin(n, k)
		if err := p.Play(blk); err != nil {
			b.Fatal(err)
		}
		t.Merge(blk.Tally)
		n += uint64(k)
	}
	var v uint64
	for _, c := range t.Outcomes[0] {
		v += c
	}
	b.ReportMetric(float64(v)/float64(t.Games), "victory")
	fought, wars := 0.0, 0.0
	for _, lengths := range t.Wars[0] {
		for turns, k := range lengths {
			fought, wars = fought+float64(turns)*float64(k), wars+float64(k)
		}
	}
	b.ReportMetric(fought/wars, "length")
}
