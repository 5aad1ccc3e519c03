package hellas

import (
	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/ask"
)

// mix throws a die for each operation about what to go for.
type mix struct {
	planner
	site                   engine.Site
	of10                   *engine.Dist
	aimed, incite, station int32
	stations               []int8
	yields                 *engine.Dist
	restless               *engine.Dist
	restlessSite           engine.Site
	yieldSite              engine.Site
	area                   *engine.Dist
	areaSite               engine.Site
}

// NewMix does some of everything.
func NewMix(r *hellas.Rules, o ask.Options) (hellas.Seat, error) {
	o.About("Some of everything, by chance: most operations aim at the enemy leader's home area as planner's do, the others capture elsewhere, incite, or station SPs.")
	p := &mix{planner: planner{newTemper(o), newAim()}, site: engine.NewSite("policy/hellas/mix")}
	p.plan()
	p.bold = o.Int("bold", 3, -20, 20, "strength by which a force is to be ahead of the defenders")
	p.aimed = o.Int("plan", 7, 0, 10, "of ten operations, how many aim at the enemy leader's home area")
	p.incite = o.Int("incite", 1, 0, 10, "of ten operations, how many incite a rebellion")
	p.station = o.Int("station", 1, 0, 10, "of ten operations, how many station SPs with a friend; the rest capture anywhere")
	if p.aimed+p.incite+p.station > 10 {
		o.Fail("plan", "plan, incite and station are more than ten of ten operations")
	}
	p.worth[hellas.StationThere] = 100
	p.yields = o.Chance("yield", "0.03", "probability that it accepts a peace although it is far ahead")
	p.yieldSite = engine.NewSite("policy/hellas/mix/yield")
	p.restless = o.Chance("restless", "0.02", "probability, each turn, that it declares war on whom it may, or breaks a peace")
	p.restlessSite = engine.NewSite("policy/hellas/mix/restless")
	p.areaSite = engine.NewSite("policy/hellas/mix/area")
	var err error
	if p.of10, err = engine.OneOf(10); err == nil {
		p.area, err = engine.OneOf(max(len(r.Areas), 1))
	}
	return p, err
}

func (p *mix) Operate(v *hellas.View) (hellas.Order, bool) {
	if v.Purse(v.Me()) == 0 || !v.AtWar(v.Me()) {
		return hellas.Order{}, false
	}
	index := v.Round()*hellas.MaxMajors + int32(v.Me())
	switch die := v.Draw(p.of10, p.site, index); {
	case die < p.aimed:
		return p.planner.Operate(v)
	case die < p.aimed+p.incite:
		return p.best(v, 0, hellas.Everywhere, hellas.Incite.Of())
	case die < p.aimed+p.incite+p.station:
		return p.reinforce(v, index)
	}
	return p.best(v, 0, p.somewhere(v, index), hellas.Capture.Of())
}

// somewhere is an area, each as likely.
func (p *mix) somewhere(v *hellas.View, index int32) hellas.Spaces {
	return v.Rules().Areas[v.Draw(p.area, p.areaSite, index)].Set
}

// reinforce stations an SP where a rebellion could rise, or calls one back.
func (p *mix) reinforce(v *hellas.View, index int32) (hellas.Order, bool) {
	p.stations = v.Bases(p.stations[:0])
	if n := len(p.stations); n > 2 {
		return p.best(v, p.stations[n-1], homeOf(v, v.Me()), hellas.StationThere.Of())
	}
	return p.best(v, 0, p.somewhere(v, index), hellas.StationThere.Of())
}

// Declare now and then goes to war, if need be by breaking a peace.
func (p *mix) Declare(v *hellas.View) hellas.Diplomacy {
	if v.Round() == 0 && v.Draw(p.restless, p.restlessSite, int32(v.Me())) == 1 {
		for c := range hellas.City(v.Majors()) {
			switch {
			case c == v.Me(), v.Relation(c, v.Me()) == hellas.Friendly: // no peace with a patron is broken
			case v.MayWar(c):
				return hellas.Diplomacy{Deed: hellas.War, With: c}
			case v.MayBreak(c):
				return hellas.Diplomacy{Deed: hellas.Break, With: c}
			}
		}
	}
	return p.temper.Declare(v)
}

// Accept now and then spares an enemy that is down.
func (p *mix) Accept(v *hellas.View, by hellas.City) bool {
	return p.temper.Accept(v, by) || v.Draw(p.yields, p.yieldSite, int32(v.Me())*hellas.MaxMajors+int32(by)) == 1
}
