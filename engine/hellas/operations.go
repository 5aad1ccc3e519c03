package hellas

// An Intent is what an operation is for (model O1).
type Intent uint8

// The intents.
const (
	Ravage Intent = iota
	Capture
	Incite
	StationThere
	Intents
)

// IntentNames spells the intents.
var IntentNames = [Intents]string{Ravage: "ravage", Capture: "capture", Incite: "incite", StationThere: "station"}

// A Purpose is a set of intents, by bit.
type Purpose uint8

// AnyPurpose is the set of all intents.
const AnyPurpose Purpose = 1<<Intents - 1

// Of is the set of one intent.
func (i Intent) Of() Purpose { return 1 << i }

// Lands says whether land SPs are needed for an intent.
func (i Intent) Lands() bool { return i == Ravage || i == Capture }

// An Operation is one that is legal.
type Operation struct {
	Intent Intent
	Way    Way
	Base   int8 // 0: home and port; else the station of that number, from 1
	At     Space
	Passage
}

// An Order is an operation with the force that is sent. One with naval SPs goes
// by sea, with at most as many hoplites and no cavalry; one without by land.
type Order struct {
	Intent Intent
	Base   int8
	At     Space
	Force  Force
}

// operationsPhase is model O: rounds in alphabetical order, one operation or pass
// each, until all pass in a row or the rounds are over.
func (p *player) operationsPhase() {
	p.phase = operations
	for p.round = 0; p.round < p.r.Campaign.Rounds; p.round++ {
		passes := 0
		for m := range City(p.r.NMajors) {
			o, ok := p.ask(m).Operate(&p.View)
			if !ok {
				passes++
				continue
			}
			p.operate(m, o)
			if p.stopped() {
				return
			}
		}
		if passes == p.r.NMajors {
			break
		}
	}
	for pair := range p.l.wars {
		if p.l.wars[pair].since != 0 {
			p.l.wars[pair].fought++
		}
	}
}

// operate checks an order, pays for it and carries it out.
func (p *player) operate(m City, o Order) {
	way, price, why := p.check(&o)
	if why != "" {
		p.illegal(why)
		return
	}
	p.s.Majors[m].Treasury -= price
	p.l.Operations[m] += price
	f := o.Force
	base := p.base(o.Base)
	p.depart(o.Base, &f)
	p.tellOperation(m, &o, way, price)
	if o.Intent == Capture && p.s.Controller[o.At] != Nobody {
		p.alarm(m, p.s.Controller[o.At])
	}
	if p.arrive(m, &o, way, &f) {
		p.effect(m, &o, &f)
	} else {
		base = Nowhere
	}
	p.comeBack(m, base, &f)
}

// comeBack: a force that has not been stationed returns to its base, a beaten one
// home.
func (p *player) comeBack(m City, base Space, f *Force) {
	if f.All() == 0 {
		return
	}
	if base == Nowhere || !p.r.join(&p.s, m, base, f) {
		p.r.goHome(&p.s, m, f)
	}
}

// base is the space from which a force sets out; Nowhere: home and port.
func (v *View) base(base int8) Space {
	if base == 0 {
		return Nowhere
	}
	return v.s.Stations[base-1].At
}

// available are the SPs at a base.
func (v *View) available(base int8) Force {
	if base > 0 {
		return v.s.Stations[base-1].Force
	}
	return v.s.Home[v.me].plus(v.s.Port[v.me])
}

// depart takes SPs from their base: from home first, ships from the port first.
func (p *player) depart(base int8, f *Force) {
	s, m := &p.s, p.me
	if base > 0 {
		st := &s.Stations[base-1]
		st.Force.remove(f)
		if st.Force == (Force{}) {
			s.dissolve(int(base - 1))
		}
		return
	}
	take := func(n uint8, first, second *uint8) {
		most := min(n, *first)
		*first -= most
		*second -= n - most
	}
	home, port := &s.Home[m], &s.Port[m]
	take(f.Hoplites, &home.Hoplites, &port.Hoplites)
	take(f.Cavalry, &home.Cavalry, &port.Cavalry)
	take(f.Naval, &port.Naval, &home.Naval)
}

// effect carries out the intent at the objective.
func (p *player) effect(m City, o *Order, f *Force) {
	switch o.Intent {
	case Ravage:
		p.ravage(m, o.At)
	case Capture:
		p.capture(m, o.At, f)
	case Incite:
		p.incite(m, o.At)
	case StationThere:
		p.l.Count[Stationings]++
		if p.r.join(&p.s, m, o.At, f) {
			*f = Force{}
		}
	}
}
