package hellas

// A Count is an event that is counted over a game.
type Count uint8

// The counts.
const (
	Plagues Count = iota
	Surrenders
	MinorDefeats
	Ties
	WallsTorn
	Forced // minors forced to become tributaries
	MinorsFreed
	ReturnsHome
	Joined
	PutDown
	Suppressed
	Uprisings
	Armistices
	ArmisticesForced
	Relinquished
	PeacesBroken
	HostagesTaken
	HostagesReleased
	Ravages
	Captures
	Incitements
	Stationings
	Counts
)

// A Ledger takes what is written and never read by a rule, a condition or a
// policy. At any time, for each major,
//
//	treasury = start + Revenue - Plague - Operations - Garrisons - Courting - Builds
//
// and for each city-state and type, SPs = start + Built - Lost.
type Ledger struct {
	Count [Counts]int32

	Revenue, Plague, Operations, Garrisons, Courting, Builds [MaxMajors]int32

	Built [MaxMajors][Kinds]int32
	Lost  [MaxCities][Kinds]int32

	wars [maxPairs]war
}

// A war is on between a pair of majors that are unfriendly.
type war struct{ since, fought int32 }

func (l *Ledger) lost(n []uint8, k Kind) {
	for c, v := range n {
		l.Lost[c][k] += int32(v)
	}
}
