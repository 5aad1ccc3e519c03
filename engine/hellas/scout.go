package hellas

// Scout finds what stands against the seat that is asked at an objective.
func (v *View) Scout(o *Objective) {
	r, s, hostile := v.r, &v.s, v.survey.hostile[v.me]
	area := &r.Areas[r.Spaces[o.At].Area]
	var fleet, hoplites, cavalry int32
	for i := range area.settled {
		if x := &area.settled[i]; hostile.has(x.City) {
			f := x.stack(s)
			fleet += int32(f.Naval)
			if x.At == o.At {
				hoplites, cavalry = int32(f.Hoplites), int32(f.Cavalry)
			}
		}
	}
	if s.Stationed.meets(area.Set) {
		for i := range s.Stations[:s.NStations] {
			if x := &s.Stations[i]; area.Set.Has(x.At) && hostile.has(x.Owner) {
				fleet += int32(x.Force.Naval)
				if x.At == o.At {
					hoplites += int32(x.Force.Hoplites)
					cavalry += int32(x.Force.Cavalry)
				}
			}
		}
	}
	strength := &r.Campaign.Strength
	o.Fleet, o.Defenders = int16(fleet), int16(hoplites+cavalry)
	o.Strength = int16(hoplites*strength[Hoplites] + cavalry*strength[Cavalry])
}

func (v *View) landStrength(f *Force) int32 {
	c := &v.r.Campaign
	return int32(f.Hoplites)*c.Strength[Hoplites] + int32(f.Cavalry)*c.Strength[Cavalry]
}
