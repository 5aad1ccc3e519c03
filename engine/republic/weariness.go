package republic

// weary is step 9: the people tire of each war that is still on, from the turn
// after its declaration.
func (p *player) weary() {
	for w := range p.s.Wars[:p.s.NWars] {
		war := &p.s.Wars[w]
		if war.Since < p.s.Turn || p.r.Readings.WearinessAtOnce {
			p.apply(&p.r.Effects.Weariness)
			p.tellEffect("end", "weariness", int(war.Crisis), &p.r.Effects.Weariness)
		}
	}
}
