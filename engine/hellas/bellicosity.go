package hellas

// bellicosity is 6.2: a city-state's bellicosity is affected by the condition of
// its home area. Each line is held within 0 and 12 at once: bellicosity can never
// fall below 0 or rise above 12.
func (p *player) bellicosity() {
	for m := range City(p.r.NMajors) {
		s := &p.s
		facts := &p.r.Cities[m]
		home := facts.Home
		// Friendly at the start of the turn, captured or ravaged since.
		lost := s.Friendly.and(s.Captured.or(s.Ravaged)).and(facts.HomeArea)
		any := !lost.Empty()
		lost.remove(home)

		before := s.Majors[m].Bellicosity
		now := int32(before)
		// If the city-state's home space has been ravaged, it is decreased by one.
		if s.Ravaged.Has(home) {
			now = held(now - 1)
		}
		// If any other spaces in the home area which were friendly at the start of
		// the turn have been captured or ravaged, it is decreased by one.
		if !lost.Empty() {
			now = held(now - 1)
		}
		// If no friendly spaces in the home area have been captured or ravaged this
		// turn, it is increased by one.
		if !any {
			now = held(now + 1)
			// If all spaces in the home area are controlled and unravaged, it is
			// increased by an additional one.
			if p.whole(m, facts.HomeArea) {
				now = held(now + 1)
			}
		}
		s.Majors[m].Bellicosity = int8(now)
		p.tellBellicosity(m, before)
	}
}

// whole says whether all spaces of m's home area are controlled and unravaged.
func (p *player) whole(m City, area Spaces) bool {
	if p.s.Ravaged.meets(area) {
		return false
	}
	know := &p.survey
	controlled := know.own[m]
	if p.r.Readings.FriendlyControl {
		controlled = know.friendly(m)
	}
	return area.without(controlled).Empty()
}

// held is bellicosity within its bounds.
func held(bellicosity int32) int32 { return min(max(bellicosity, 0), BellicosityMost) }

// embolden changes bellicosity within its bounds and returns by how much.
func (p *player) embolden(m City, by int32) int32 {
	b := &p.s.Majors[m].Bellicosity
	before := *b
	*b = int8(held(int32(before) + by))
	return int32(*b) - int32(before)
}
