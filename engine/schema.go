package engine

// A Schema declares, once per scenario, everything that a ruleset measures.
// Tallies, the signature, Parquet columns, the keys of summaries and the measures
// that expectations and targets may name all follow from it.
type Schema struct {
	Ruleset  string
	Horizon  int32    // the last turn; turns are counted from 1
	Outcomes []string // how a game can end, in the file's order; [Unresolved] is the last
	Subjects []string // what a war can be about: crises, pairs of city-states
	Endings  []string // how a war can end; the last two are "cut_off" and "unresolved"

	Games []Column // the columns of a game's row after [GameTurns], in order
	Wars  []Column // of a war's row after [WarEnding]
	Turns []Column // of a turn's row after [TurnSide]
	Sides []string // what a turn's row is about; numbers in [TurnSide]

	Curves []Curve // followed turn by turn over all games, in exact histograms
}

// Unresolved is the reserved outcome of a game, and ending of a war, that is
// still on after the last turn.
const Unresolved = "unresolved"

// A Column is one value of a row.
type Column struct {
	Name    string   // snake_case
	Measure string   // its spelling in expectations and summaries, such as "final.approval"; "" when only rows hold it
	Unit    string   // "points", "money", "turns"; "" for a plain count
	Doc     string   // one sentence
	Codes   []string // the words of an enumeration: value i reads Codes[i]; nil for a number
}

// The first columns of every row, common to all rulesets.
const (
	GameOutcome = iota // number in Schema.Outcomes
	GameTurns          // turns played
	GameFirst          // where Schema.Games begins
)

const (
	WarGame     = iota // the game, counted from the block's first
	WarSubject         // number in Schema.Subjects
	WarDeclared        // the turn of declaration
	WarLength          // turns in which it was fought, so far or to its end
	WarEnding          // number in Schema.Endings
	WarFirst           // where Schema.Wars begins
)

const (
	TurnGame  = iota // the game, counted from the block's first
	TurnTurn         // the turn
	TurnSide         // number in Schema.Sides
	TurnFirst        // where Schema.Turns begins
)

// A Curve is a value followed turn by turn: how many games had which value at
// the end of which turn.
type Curve struct {
	Side, Name string // spelled "side.name"
	Unit, Doc  string
	// Min and Max bound the values that are counted one by one; what lies
	// outside is counted as below or above. Start is the value at the start.
	Min, Max, Start int32
	// Steady values change seldom: the player reports changes only, with
	// [CurveTally.Change], and every game starts with the value Start.
	Steady bool
	// Of says where the last value is found when the game or war is over: in
	// column Last of the game's row, or of the row of the wars about Subject.
	Of      Grain
	Last    int
	Subject int
}

// Key is the curve's one spelling, "republic.approval".
func (c *Curve) Key() string { return c.Side + "." + c.Name }

// Grain is what a row stands for.
type Grain uint8

// The grains of rows.
const (
	PerGame Grain = iota
	PerWar
	PerTurn
)

// Widths of rows, the leading columns included.
const (
	GameWidth = 60
	WarWidth  = 16
	TurnWidth = 64
)

// GameColumns are all columns of the games table but the game's number.
func (s *Schema) GameColumns() []Column {
	return append([]Column{
		{Name: "outcome", Doc: "how the game ended", Codes: s.Outcomes},
		{Name: "turns", Measure: "game.length", Unit: "turns", Doc: "turns played until the game ended"},
	}, s.Games...)
}

// WarColumns are all columns of the wars table but the game's number.
func (s *Schema) WarColumns() []Column {
	return append([]Column{
		{Name: "war", Doc: "what the war was about", Codes: s.Subjects},
		{Name: "declared", Unit: "turn", Doc: "the turn in which the war was declared"},
		{Name: "length", Measure: "war.length", Unit: "turns", Doc: "turns in which the war was fought"},
		{Name: "ending", Doc: "how the war ended", Codes: s.Endings},
	}, s.Wars...)
}

// TurnColumns are all columns of the turns table but the game's number.
func (s *Schema) TurnColumns() []Column {
	return append([]Column{
		{Name: "turn", Unit: "turn", Doc: "the turn; values are those at its end"},
		{Name: "side", Doc: "whose values these are", Codes: s.Sides},
	}, s.Turns...)
}

// Censored is the number of the one ending that tells nothing about how long the
// war would have lasted: the horizon.
func (s *Schema) Censored() int { return len(s.Endings) - 1 }
