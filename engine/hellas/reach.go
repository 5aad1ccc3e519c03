package hellas

// A Way is how an operation reaches its objective (model O2).
type Way uint8

// The ways. By land areas are joined by links, and nothing on the way stops a
// force; by sea both areas lie on a coast.
const (
	ByLand    Way = iota
	BySea         // along one sea
	ByIsthmus     // from sea to sea, both ends of the Isthmus being friendly
	ByCape        // from sea to sea round Cape Taenarum, where a storm may rise
)

// WayNames spells the ways.
var WayNames = [...]string{ByLand: "land", BySea: "sea", ByIsthmus: "isthmus", ByCape: "cape"}

// seaWay is the way by sea between two areas with a coast.
func (v *View) seaWay(from, to int) Way {
	if v.r.Areas[from].Seas&v.r.Areas[to].Seas != 0 {
		return BySea
	}
	return v.fromSeaToSea()
}

// fromSeaToSea is the way between areas on different seas.
func (v *View) fromSeaToSea() Way {
	for _, at := range v.r.isthmus {
		if !v.friendlySpace(at, v.me) {
			return ByCape
		}
	}
	if len(v.r.isthmus) == 0 {
		return ByCape
	}
	return ByIsthmus
}

// storm is rolled for once in an operation round the cape: one naval SP is lost.
func (p *player) storm(m City, at Space, f *Force) {
	roll := p.stream.Draw(p.r.Die, p.sites.operation[forStorm][at]+p.sites.actor[m], p.s.Turn, p.round)
	rises := roll >= p.r.Campaign.StormRoll
	p.tellStorm(m, roll, rises)
	if rises {
		f.Naval--
		p.l.Lost[m][Naval]++
	}
}
