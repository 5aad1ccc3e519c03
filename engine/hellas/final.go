package hellas

import "github.com/polemos-sim/polemos/engine"

// position is a state in the form of a [Position], with every key that the
// scenario's own has.
func (r *Rules) position(s *State) engine.Object {
	return engine.Object{
		field("turn", s.Turn),
		field("majors", r.majorsObject(s)),
		field("minors", r.minorsObject(s)),
		field("areas", r.areasObject()),
		field("spaces", r.spacesObject(s)),
		field("relations", r.relationsObject(s)),
		field("peace", r.peaceObject(s)),
		field("hostages", r.hostagesList(s)),
		field("kingdoms", r.kingdomsObject()),
		field("defeats", r.defeatsList(s)),
	}
}

// nameOf is nil for nobody and nowhere: null.
func (r *Rules) nameOf(c City) any {
	if c == Nobody {
		return nil
	}
	return r.Cities[c].Name
}

func (r *Rules) spaceOf(at Space) any {
	if at == Nowhere {
		return nil
	}
	return r.Spaces[at].Name
}

func (r *Rules) majorsObject(s *State) engine.Object {
	o := engine.Object{}
	for c := range r.NMajors {
		m, facts := &s.Majors[c], &r.Cities[c]
		fields := engine.Object{
			field("home", r.spaceOf(facts.Home)), field("port", r.spaceOf(facts.Port)), field("home_area", r.Areas[facts.Area].Name),
			field("commercial", facts.Commercial), field("status", Statuses[m.Status]), field("of", r.nameOf(m.Of)),
			field("bellicosity", int32(m.Bellicosity)), field("treasury", m.Treasury), field("plague_done", m.PlagueDone),
		}
		if m.LongWalls || r.given.longWalls>>c&1 != 0 {
			fields = append(fields, field("long_walls", m.LongWalls))
		}
		if m.Fund || r.given.fund>>c&1 != 0 {
			fields = append(fields, field("emergency_fund", m.Fund))
		}
		if m.Rate != 100 || r.given.rate>>c&1 != 0 {
			fields = append(fields, field("tribute_rate", m.Rate))
		}
		o = append(o, field(facts.Name, fields))
	}
	return o
}

func (r *Rules) minorsObject(s *State) engine.Object {
	o := engine.Object{}
	for c := r.NMajors; c < len(r.Cities); c++ {
		facts := &r.Cities[c]
		var bond any
		if s.Minors[c].Bond != Free {
			bond = Bonds[s.Minors[c].Bond]
		}
		o = append(o, field(facts.Name, engine.Object{
			field("home", r.spaceOf(facts.Home)), field("port", r.spaceOf(facts.Port)), field("bond", bond), field("patron", r.nameOf(s.Minors[c].Patron)),
		}))
	}
	return o
}

func (r *Rules) areasObject() engine.Object {
	o := engine.Object{}
	for a := range r.Areas {
		spaces := []any{}
		for _, at := range r.Areas[a].Spaces {
			spaces = append(spaces, r.Spaces[at].Name)
		}
		o = append(o, field(r.Areas[a].Name, spaces))
	}
	return o
}

func (r *Rules) spacesObject(s *State) engine.Object {
	o := engine.Object{}
	for at := range Space(len(r.Spaces)) {
		atStart := r.given.atStart[at]
		if !r.Political {
			atStart = s.Controller[at] // the next turn starts with it
		}
		fields := engine.Object{
			field("fortress", s.Fortress.Has(at)), field("controller", r.nameOf(s.Controller[at])), field("controller_at_start", r.nameOf(atStart)),
			field("ravaged", s.Ravaged.Has(at)), field("captured", s.Captured.Has(at)), field("garrison", r.nameOf(s.Garrison[at])),
			field("rebellion", r.nameOf(s.Rebel[at])), field("sps", r.spsObject(s, at)),
		}
		if r.given.friendly.Has(at) || !r.Political && r.friendlySaid(s, at) {
			fields = append(fields, field("friendly_at_start", s.Friendly.Has(at)))
		}
		o = append(o, field(r.Spaces[at].Name, fields))
	}
	return o
}

// friendlySaid says whether a space was friendly at the start, or not, other
// than its controller tells.
func (r *Rules) friendlySaid(s *State, at Space) bool {
	m, c := r.Spaces[at].major, s.Controller[at]
	return m != Nobody && s.Friendly.Has(at) != (c != Nobody && friendly(r, s, c, m))
}

func (r *Rules) spsObject(s *State, at Space) engine.Object {
	o := engine.Object{}
	for _, c := range r.order {
		if f := r.stack(s, c, at); f != nil && *f != (Force{}) {
			o = append(o, field(r.Cities[c].Name, forceObject(f)))
		}
	}
	return o
}

// eachPair visits the pairs of majors in alphabetical order.
func (r *Rules) eachPair(visit func(key string, pair uint8)) {
	for a := range r.NMajors {
		for b := a + 1; b < r.NMajors; b++ {
			visit(r.Cities[a].Name+"|"+r.Cities[b].Name, pairs[a][b])
		}
	}
}

func (r *Rules) relationsObject(s *State) engine.Object {
	o := engine.Object{}
	r.eachPair(func(key string, pair uint8) { o = append(o, field(key, Relations[s.Relations[pair]])) })
	return o
}

func (r *Rules) peaceObject(s *State) engine.Object {
	o := engine.Object{}
	r.eachPair(func(key string, pair uint8) {
		if peace := s.Peaces[pair]; peace.Until != 0 {
			o = append(o, field(key, engine.Object{field("from", int32(peace.From)), field("until", int32(peace.Until))}))
		}
	})
	return o
}

func (r *Rules) hostagesList(s *State) []any {
	out := []any{}
	for of := range r.NMajors {
		for by := range r.NMajors {
			if n := s.Hostages[of][by]; n > 0 {
				h := engine.Object{field("of", r.Cities[of].Name), field("held_by", r.Cities[by].Name), field("count", int32(n))}
				if sps := s.HostageSPs[of][by]; sps > 0 {
					h = append(h, field("sps", int32(sps)))
				}
				out = append(out, h)
			}
		}
	}
	return out
}

func (r *Rules) kingdomsObject() engine.Object {
	o := engine.Object{}
	for _, k := range r.Kingdoms {
		areas := engine.Object{}
		for _, m := range k.Modifiers {
			areas = append(areas, field(r.Areas[m.Area].Name, m.By))
		}
		o = append(o, field(k.Name, areas))
	}
	return o
}

func (r *Rules) defeatsList(s *State) []any {
	out := []any{}
	if !s.DefeatsDone {
		for _, d := range r.Defeats {
			out = append(out, engine.Object{field("city", r.Cities[d.City].Name), field("victor", r.Cities[d.Victor].Name)})
		}
	}
	return out
}
