package hellas

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

// random answers by chance. Each question has a site, so that no other question
// moves its answers; the index has the majors and rounds of one turn apart.
type random struct {
	temper
	coin, rare *engine.Dist
	of         [largest + 1]*engine.Dist
	site       [questions]engine.Site
	deeds      []hellas.Diplomacy
	bases      []int8
	operations []hellas.Operation
	list       hellas.Listing
}

// The questions that chance answers.
const (
	whichDeed = iota
	whichBase
	whichOperation
	whether
	howMany
	questions
)

// largest is the largest number of alternatives that one draw chooses from.
const largest = 32

// room is how many operations a buffer has room for before it must grow: every
// space, four intents, two ways.
const room = hellas.MaxSpaces * int(hellas.Intents) * 2

// NewRandom does anything that is legal.
func NewRandom(_ *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Does anything that is legal, by chance.")
	p := &random{
		coin:  o.Chance("operate", "0.7", "probability that it operates when it can, each round"),
		rare:  o.Chance("peace", "0.1", "probability that it proposes, or accepts, a peace"),
		bases: make([]int8, 0, hellas.MaxStations+1), deeds: make([]hellas.Diplomacy, 0, hellas.MaxCities+2*hellas.MaxMajors), operations: make([]hellas.Operation, 0, room),
	}
	p.askMoney(o)
	p.askSortie(o)
	for n := 1; n <= largest; n++ {
		d, err := engine.OneOf(n)
		if err != nil {
			return nil, err
		}
		p.of[n] = d
	}
	for i, name := range [questions]string{"deed", "base", "operation", "whether", "force"} {
		p.site[i] = engine.NewSite("policy/hellas/random/" + name)
	}
	return p, nil
}

// pick is one of n alternatives.
func (p *random) pick(v *hellas.View, question, n int, index int32) int {
	index = index*hellas.MaxMajors + int32(v.Me())
	if n <= largest {
		return int(v.Draw(p.of[n], p.site[question], index))
	}
	// Two draws, the second after all first ones of the turn; of the last few
	// alternatives the remainder makes some a little more likely.
	high := v.Draw(p.of[min((n+largest-1)/largest, largest)], p.site[question], index+1<<16)
	return (int(high)*largest + int(v.Draw(p.of[largest], p.site[question], index))) % n
}

func (p *random) Declare(v *hellas.View) hellas.Diplomacy {
	p.deeds = v.Diplomacy(p.deeds[:0])
	if i := p.pick(v, whichDeed, len(p.deeds)+4, v.Round()); i < len(p.deeds) {
		return p.deeds[i]
	}
	return hellas.Diplomacy{With: hellas.Nobody}
}

func (p *random) Operate(v *hellas.View) (hellas.Order, bool) {
	if v.Draw(p.coin, p.site[whether], v.Round()*hellas.MaxMajors+int32(v.Me())) == 0 {
		return hellas.Order{}, false
	}
	p.bases = v.Bases(p.bases[:0])
	base := p.bases[p.pick(v, whichBase, len(p.bases), v.Round())]
	p.operations = v.Operations(p.operations[:0], base, hellas.AnyPurpose, hellas.Everywhere, &p.list)
	if len(p.operations) == 0 {
		return hellas.Order{}, false
	}
	o := &p.operations[p.pick(v, whichOperation, len(p.operations), v.Round())]
	var f hellas.Force
	if o.Way == hellas.ByLand {
		n := 1 + int32(p.pick(v, howMany, int(min(int32(o.SPs), o.Most.Land())), v.Round()))
		f.Hoplites = uint8(min(n, int32(o.Most.Hoplites)))
		f.Cavalry = uint8(n - int32(f.Hoplites))
	} else {
		pairs := min(int32(o.SPs)/2, int32(o.Most.Hoplites))
		if pairs == 0 {
			f.Naval = 1
		} else {
			n := uint8(1 + p.pick(v, howMany, int(pairs), v.Round()))
			f.Hoplites, f.Naval = n, n
		}
	}
	return hellas.Order{Intent: o.Intent, Base: o.Base, At: o.At, Force: f}, true
}

// question tells the questions of one turn about different city-states apart.
func (p *random) whether(v *hellas.View, d *engine.Dist, kind int32, about hellas.City) bool {
	index := 1<<16 + (kind*hellas.MaxCities+int32(about))*hellas.MaxMajors + int32(v.Me())
	return v.Draw(d, p.site[whether], index) == 1
}

func (p *random) Admit(v *hellas.View, c hellas.City) bool         { return p.whether(v, p.coin, 0, c) }
func (p *random) TearDown(v *hellas.View, c hellas.City) bool      { return p.whether(v, p.coin, 1, c) }
func (p *random) MakeTributary(v *hellas.View, c hellas.City) bool { return p.whether(v, p.coin, 2, c) }
func (p *random) Propose(v *hellas.View, c hellas.City) bool       { return p.whether(v, p.rare, 3, c) }
func (p *random) Accept(v *hellas.View, c hellas.City) bool        { return p.whether(v, p.rare, 4, c) }
