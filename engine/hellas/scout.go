package hellas

// Scout finds what stands against the seat that is asked at an objective.
func (v *View) Scout(o *Objective) {
	r, s, hostile := v.r, &v.s, v.survey.hostile[v.me]
	area := &r.Areas[r.Spaces[o.At].Area]
	var fleet, defenders, strength int32
	for i := range area.settled {
		if x := &area.settled[i]; hostile.has(x.City) {
			f := x.stack(s)
			fleet += int32(f.Naval)
			if x.At == o.At {
				defenders, strength = f.Land(), v.landStrength(f)
			}
		}
	}
	if s.Stationed.meets(area.Set) {
		for i := range s.Stations[:s.NStations] {
			if x := &s.Stations[i]; area.Set.Has(x.At) && hostile.has(x.Owner) {
				fleet += int32(x.Force.Naval)
				if x.At == o.At {
					defenders += x.Force.Land()
					strength += v.landStrength(&x.Force)
				}
			}
		}
	}
	o.Fleet, o.Defenders, o.Strength = int16(fleet), int16(defenders), int16(strength)
}
