package hellas

import "github.com/polemos-sim/polemos/engine"

// A Position is any situation of the game by names: the hellas section of a
// scenario, and the form in which a chronicle hands on the final position. ""
// stands for nobody and nowhere.
type Position struct {
	Name      string
	Turn      int32 `json:"turn"` // the first turn to be played
	Turns     int32 // to be played at most; 0: one
	Political bool  // the political phase alone

	Majors    map[string]MajorPosition    `json:"majors"`
	Minors    map[string]MinorPosition    `json:"minors"`
	Areas     map[string][]string         `json:"areas"`
	Spaces    map[string]SpacePosition    `json:"spaces"`
	Relations map[string]string           `json:"relations"` // "A|B"; those not named are neutral
	Peace     map[string]PeacePosition    `json:"peace"`
	Hostages  []HostagePosition           `json:"hostages"`
	Kingdoms  map[string]map[string]int32 `json:"kingdoms"`
	Defeats   []DefeatPosition            `json:"defeats"`
	Links     [][2]string                 `json:"links"` // areas joined by land
	Seas      map[string][]string         `json:"seas"`  // the areas on each sea
	Isthmus   []string                    `json:"isthmus"`

	Die      *engine.Dist // nil: d6
	Readings Readings
	Campaign Campaign
	Victory  []Condition
	Outcomes []string // without "unresolved"
}

// A MajorPosition is a major city-state.
type MajorPosition struct {
	Home          string `json:"home"`
	Port          string `json:"port"`
	HomeArea      string `json:"home_area"`
	Commercial    bool   `json:"commercial"`
	Status        string `json:"status"` // "": independent
	Of            string `json:"of"`     // leader of a junior, patron of an ally
	Bellicosity   int32  `json:"bellicosity"`
	Treasury      int32  `json:"treasury"`
	PlagueDone    bool   `json:"plague_done"`
	LongWalls     *bool  `json:"long_walls"`
	EmergencyFund *bool  `json:"emergency_fund"`
	TributeRate   *int32 `json:"tribute_rate"` // nil: 100
	// MustAcceptBelow and WithFund: see [CityFacts]. nil: 500 and 1500 for
	// Athens (6.5), none for others.
	MustAcceptBelow *int32 `json:"must_accept_below"`
	WithFund        *int32 `json:"with_fund"`
}

// A MinorPosition is a minor city-state.
type MinorPosition struct {
	Home   string `json:"home"`
	Port   string `json:"port"`
	Bond   string `json:"bond"` // "": neutral
	Patron string `json:"patron"`
}

// A SpacePosition is a space and what is in it.
type SpacePosition struct {
	Fortress          bool                        `json:"fortress"`
	Controller        string                      `json:"controller"`
	ControllerAtStart string                      `json:"controller_at_start"`
	FriendlyAtStart   *bool                       `json:"friendly_at_start"` // nil: as ControllerAtStart has it
	Ravaged           bool                        `json:"ravaged"`
	Captured          bool                        `json:"captured"`
	Garrison          string                      `json:"garrison"`
	Rebellion         string                      `json:"rebellion"`
	SPs               map[string]map[string]int32 `json:"sps"` // by owner and type H, C, N
}

// A PeacePosition is signed in turn From and covers the turns up to Until.
type PeacePosition struct {
	From  int32 `json:"from"`
	Until int32 `json:"until"`
}

// A HostagePosition is hostages of one major held by another. SPs of them return
// home as hoplite SPs when they are released: those taken in the campaign.
type HostagePosition struct {
	Of     string `json:"of"`
	HeldBy string `json:"held_by"`
	Count  int32  `json:"count"`
	SPs    int32  `json:"sps"`
}

// A DefeatPosition is a city-state that has fallen to force.
type DefeatPosition struct {
	City   string `json:"city"`
	Victor string `json:"victor"`
}

// A Problem says what is wrong with a position, and what would do.
type Problem struct {
	Path string // of the key, "spaces.Olynthus.garrison"
	Why  string
	Hint string // "" when there is none
	// Found and Names are an unknown name and those that are known, to tell
	// which one was meant; "" and nil otherwise.
	Found string
	Names []string
}

func (p Problem) Error() string {
	s := p.Path + ": " + p.Why
	if p.Hint != "" {
		s += " (" + p.Hint + ")"
	}
	return s
}
