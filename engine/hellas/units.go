package hellas

// join puts SPs into a space: a city-state's home or port if it is that, else
// its station there; false when there is no room for one more station.
func (r *Rules) join(s *State, owner City, at Space, f *Force) bool {
	switch facts := &r.Cities[owner]; at {
	case facts.Home:
		s.Home[owner].add(f)
		return true
	case facts.Port:
		s.Port[owner].add(f)
		return true
	}
	n := int(s.NStations)
	for i := range s.Stations[:n] {
		if st := &s.Stations[i]; st.Owner == owner && st.At == at {
			st.Force.add(f)
			return true
		}
	}
	if n == MaxStations {
		return false
	}
	s.Stations[n] = Station{Owner: owner, At: at, Force: *f}
	s.NStations++
	s.Stationed.Add(at)
	return true
}

// dissolve takes station i off; the last one takes its number.
func (s *State) dissolve(i int) {
	s.NStations--
	s.Stations[i] = s.Stations[s.NStations]
	s.Stations[s.NStations] = Station{}
	s.Stationed = s.places()
}

// places are the spaces where there are stations.
func (s *State) places() (x Spaces) {
	for i := range s.Stations[:s.NStations] {
		x.Add(s.Stations[i].At)
	}
	return x
}

// stack are the SPs of a city-state in a space, nil when it has none there.
func (r *Rules) stack(s *State, owner City, at Space) *Force {
	switch facts := &r.Cities[owner]; at {
	case facts.Home:
		return &s.Home[owner]
	case facts.Port:
		return &s.Port[owner]
	}
	if !s.Stationed.Has(at) {
		return nil
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; st.Owner == owner && st.At == at {
			return &st.Force
		}
	}
	return nil
}

// goHome brings SPs to their owner's home space, ships to its port.
func (r *Rules) goHome(s *State, owner City, f *Force) {
	home := &s.Home[owner]
	harbour := home
	if r.Cities[owner].Port != Nowhere {
		harbour = &s.Port[owner]
	}
	home.Hoplites += f.Hoplites
	home.Cavalry += f.Cavalry
	harbour.Naval += f.Naval
}

// strength counts a city-state's SPs wherever they are.
func (s *State) strength(c City) (sum Force) {
	sum = s.Home[c].plus(s.Port[c])
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; st.Owner == c {
			sum.add(&st.Force)
		}
	}
	return sum
}

// strengths are those of the majors.
func (s *State) strengths() (sums [MaxMajors]Force) {
	for m := range sums {
		sums[m] = s.Home[m].plus(s.Port[m])
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; int(st.Owner) < len(sums) {
			sums[st.Owner].add(&st.Force)
		}
	}
	return sums
}

// inArea counts the SPs of a city-state in an area.
func (r *Rules) inArea(s *State, c City, area int) int32 {
	n := int32(0)
	facts := &r.Cities[c]
	if facts.Area == area {
		n += s.Home[c].All()
	}
	if facts.Port != Nowhere && r.Spaces[facts.Port].Area == area {
		n += s.Port[c].All()
	}
	for i := range s.Stations[:s.NStations] {
		if st := &s.Stations[i]; st.Owner == c && r.Spaces[st.At].Area == area {
			n += st.Force.All()
		}
	}
	return n
}
