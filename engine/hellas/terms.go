package hellas

// friendly says whether city-state x is friendly to major m: m itself; a minor
// whose patron is m or friendly to m, unless it is in rebellion; a major whose
// relation to m is friendly.
func friendly(r *Rules, s *State, x, m City) bool {
	if int(x) >= r.NMajors {
		minor := &s.Minors[x]
		if minor.Patron == Nobody || rebels(r, s, x) {
			return false
		}
		x = minor.Patron
	}
	return x == m || s.Relations[pairs[x][m]] == Friendly
}

// rebels says whether a minor is in rebellion: its home space rebels against its
// present master.
func rebels(r *Rules, s *State, minor City) bool {
	patron := s.Minors[minor].Patron
	return patron != Nobody && s.Rebel[r.Cities[minor].Home] == patron
}

// speaker is the major that speaks for a city-state: itself, or a minor's
// patron; Nobody for a neutral minor.
func (r *Rules) speaker(s *State, c City) City {
	if int(c) >= r.NMajors {
		return s.Minors[c].Patron
	}
	return c
}
