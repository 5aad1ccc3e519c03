package summary

// SchemaVersion is the version of the shape below; it rises when a field changes its meaning or leaves.
const SchemaVersion = 1

// A Summary is summary.json. Its lists keep the scenario's order, so that the same run gives the same bytes.
//
// Odds and survival are shares from 0 to 1. A statistic that cannot be computed is nil (null in the file), and Reasons beside it
// says why under the field's name; it is never 0. The doc and range tags become the JSON Schema.
type Summary struct {
	SchemaVersion int      `json:"schema_version" range:"1.." doc:"Version of this file's shape."`
	Program       Program  `json:"program" doc:"What wrote the file."`
	Scenario      Scenario `json:"scenario" doc:"What was played."`

	Seed       uint64  `json:"seed" range:"0.." doc:"Seed of the run; game K under a seed and a scenario is always the same game."`
	Games      int64   `json:"games" range:"0.." doc:"Games played."`
	Confidence float64 `json:"confidence" range:"0..1" doc:"Confidence of every interval in the file, 0.99 being 99 %."`

	Outcomes []Outcome        `json:"outcomes" doc:"How games ended, in the order of the scenario's victory conditions; their games sum to all games."`
	Game     Game             `json:"game" doc:"The games as a whole."`
	Wars     Wars             `json:"wars" doc:"The wars that were declared."`
	Measures Ordered[Measure] `json:"measures" doc:"What each measure in final and in the curves means, by name without the side."`
	Final    []Final          `json:"final" doc:"Measures at the end of the game, over all games."`

	Curves        Ordered[[]CurvePoint] `json:"curves" doc:"By SIDE.MEASURE: the measure turn by turn over the games still on. A turn that no game reached is not listed."`
	CurvesCarried Ordered[[]CurvePoint] `json:"curves_carried" doc:"By SIDE.MEASURE: the measure turn by turn over all games, a game that is over keeping its last value."`

	Exemplars []Exemplar `json:"exemplars" doc:"Games worth replaying."`
	Warnings  []Warning  `json:"warnings" doc:"What the reader should know before trusting a number."`
	Signature string     `json:"signature" doc:"Hash of every game's and war's values: equal signatures mean equal results."`
}

// A Program is what wrote the file.
type Program struct {
	Name         string `json:"name" doc:"Name of the program."`
	Version      string `json:"version" doc:"Version of the program."`
	RulesVersion int    `json:"rules_version" range:"0.." doc:"Version of the rules: runs of different rules versions cannot be joined."`
}

// A Scenario is what was played.
type Scenario struct {
	Name    string `json:"name" doc:"Name of the scenario."`
	Title   string `json:"title" doc:"Title of the scenario, for people."`
	SHA256  string `json:"sha256" doc:"SHA-256 of the resolved scenario, in hexadecimal."`
	Ruleset string `json:"ruleset" doc:"Ruleset the scenario is played under."`
	Turns   int    `json:"turns" range:"1.." doc:"Horizon in turns; a game still on after it is unresolved."`
}

// Unresolved is the reserved outcome of a game still on at the horizon.
const Unresolved = "unresolved"

// An Outcome is one way games ended.
type Outcome struct {
	Name  string   `json:"name" doc:"Name of the outcome in the scenario, or unresolved."`
	Games int64    `json:"games" range:"0.." doc:"Games that ended so."`
	Odds  *float64 `json:"odds" range:"0..1" doc:"Share of the games that ended so; null when no game was played."`
	Low   *float64 `json:"low" range:"0..1" doc:"Lower end of the interval of the odds."`
	High  *float64 `json:"high" range:"0..1" doc:"Upper end of the interval of the odds."`
	Exact *float64 `json:"exact,omitempty" range:"0..1" doc:"Odds computed without sampling, where they were asked for."`

	ByTurn []OutcomeTurn `json:"by_turn" doc:"When games ended so, from turn 1 to the last in which any game ended."`
	Reasons
}

// OutcomeTurn is how many games had an outcome by a turn. No game is lost sight of before the horizon, so that the share of all
// games is the cumulative incidence.
type OutcomeTurn struct {
	Turn  int      `json:"turn" range:"1.." doc:"Turn of the game."`
	Games int64    `json:"games" range:"0.." doc:"Games that ended so in that turn; for unresolved, that were still on after the horizon."`
	Share float64  `json:"share" range:"0..1" doc:"Share of all games that had ended so by the end of that turn: cumulative incidence."`
	Low   *float64 `json:"low" range:"0..1" doc:"Lower end of its interval; null where it cannot be computed."`
	High  *float64 `json:"high" range:"0..1" doc:"Upper end of its interval; null where it cannot be computed."`
}

// Reasons says, by the name of the field, why a null beside it could not be computed.
type Reasons struct {
	Reasons map[string]string `json:"reasons,omitempty" doc:"Why a field is null, by the field's name."`
}

// Game is about the games as a whole.
type Game struct {
	Length GameLength `json:"length" doc:"Turns a game took; a game unresolved at the horizon counts the whole horizon."`
	Events []Events   `json:"events" doc:"What is counted in every game: how often it happens."`
}

// Events are what is counted in every game, such as plagues: how often it happens in a game, over all games.
type Events struct {
	Final
	Doc     string   `json:"doc" doc:"What is counted, in a few words."`
	Some    int64    `json:"some" range:"0.." doc:"Games in which it happened at least once."`
	Any     *float64 `json:"any" range:"0..1" doc:"Their share of all games."`
	AnyLow  *float64 `json:"any_low" range:"0..1" doc:"Lower end of its interval."`
	AnyHigh *float64 `json:"any_high" range:"0..1" doc:"Upper end of its interval."`
}

// GameLength is how long games took, in turns.
type GameLength struct {
	Mean      *float64    `json:"mean" range:"0.." doc:"Mean number of turns."`
	Low       *float64    `json:"low" range:"0.." doc:"Lower end of the interval of the mean."`
	High      *float64    `json:"high" range:"0.." doc:"Upper end of the interval of the mean."`
	SD        *float64    `json:"sd" range:"0.." doc:"Standard deviation between games, in turns."`
	Median    *float64    `json:"median" range:"0.." doc:"Half of the games took at most so many turns."`
	Histogram []GameTurns `json:"histogram" doc:"Games by number of turns; lengths that did not occur are not listed."`
	Reasons
}

// GameTurns is one bar of the histogram of game lengths.
type GameTurns struct {
	Turns int   `json:"turns" range:"0.." doc:"Length in turns."`
	Games int64 `json:"games" range:"0.." doc:"Games of that length."`
}

// Wars is about the declared wars; a declined crisis is no war.
type Wars struct {
	Length WarLength    `json:"length" doc:"Length of all declared wars together."`
	ByWar  Ordered[War] `json:"by_war" doc:"Each war by name, in the scenario's order."`
}

// A War is one named war over all games.
type War struct {
	Declared int64          `json:"declared" range:"0.." doc:"Games in which it was declared."`
	Endings  Ordered[int64] `json:"endings" doc:"Wars by how they ended, such as victory, defeat, surrender, cut_off, unresolved; they sum to declared."`
	Length   WarLength      `json:"length" doc:"How long it lasted."`
}

// WarLength is how long wars lasted, in turns prosecuted: the turn of declaration is 1.
type WarLength struct {
	Wars int64    `json:"wars" range:"0.." doc:"Wars declared."`
	Mean *float64 `json:"mean" range:"0.." doc:"Plain mean over all declared wars; a war not over counts its turns so far."`
	Low  *float64 `json:"low" range:"0.." doc:"Lower end of the interval of the mean, wars of one game counted as dependent."`
	High *float64 `json:"high" range:"0.." doc:"Upper end of the interval of the mean."`
	SD   *float64 `json:"sd" range:"0.." doc:"Standard deviation between wars, in turns."`

	RestrictedMean *float64 `json:"restricted_mean" range:"0.." doc:"Mean number of turns that a war takes within the horizon, had each been watched so long: the area under the survival curve; null when none could be."`
	RestrictedLow  *float64 `json:"restricted_low" range:"0.." doc:"Lower end of the interval of the restricted mean, wars of one game counted as dependent."`
	RestrictedHigh *float64 `json:"restricted_high" range:"0.." doc:"Upper end of the interval of the restricted mean."`

	Median    *float64       `json:"median" range:"0.." doc:"First turn after which at most half of the wars are still on; null when not reached."`
	Histogram []WarTurns     `json:"histogram" doc:"Wars by number of turns; lengths that did not occur are not listed."`
	Survival  []SurvivalStep `json:"survival" doc:"Kaplan-Meier curve of wars still on; only the horizon censors. Starts at turn 1."`
	Causes    []Cause        `json:"causes" doc:"Why wars ended: cumulative incidence (Aalen-Johansen) of each cause."`
	Reasons
}

// WarTurns is one bar of the histogram of war lengths.
type WarTurns struct {
	Turns int   `json:"turns" range:"0.." doc:"Length in turns."`
	Wars  int64 `json:"wars" range:"0.." doc:"Wars of that length."`
}

// A SurvivalStep is the curve of wars still on at the end of one turn of theirs.
type SurvivalStep struct {
	Turn     int      `json:"turn" range:"0.." doc:"Turn of the war; 1 is the turn of declaration."`
	AtRisk   int64    `json:"at_risk" range:"0.." doc:"Wars on at the start of that turn."`
	Ended    int64    `json:"ended" range:"0.." doc:"Wars that ended in that turn."`
	Survival float64  `json:"survival" range:"0..1" doc:"Share of wars still on at the end of that turn."`
	Low      *float64 `json:"low" range:"0..1" doc:"Lower end of its interval; null where it cannot be computed."`
	High     *float64 `json:"high" range:"0..1" doc:"Upper end of its interval; null where it cannot be computed."`
}

// A Cause is one way wars ended, and when.
type Cause struct {
	Cause     string      `json:"cause" doc:"How the wars ended, such as victory, defeat, surrender."`
	Wars      int64       `json:"wars" range:"0.." doc:"Wars that ended so."`
	Incidence []Incidence `json:"incidence" doc:"Share of wars that had ended so, turn by turn."`
}

// Incidence is the share of wars that a cause had ended by a turn.
type Incidence struct {
	Turn  int     `json:"turn" range:"0.." doc:"Turn of the war."`
	Share float64 `json:"share" range:"0..1" doc:"Share of wars that had ended so by the end of that turn."`
}

// A Measure says what a number means.
type Measure struct {
	Unit string `json:"unit" doc:"Unit, such as points or turns; empty for a plain count."`
	Doc  string `json:"doc" doc:"Meaning in one sentence."`
}

// Final is one measure at the end of the game.
type Final struct {
	Name  string   `json:"name" doc:"Name of the measure, as in final.NAME.mean or, of events, game.NAME.mean."`
	Unit  string   `json:"unit" doc:"Unit of the measure."`
	Games int64    `json:"games" range:"0.." doc:"Games it is taken over."`
	Mean  *float64 `json:"mean" doc:"Mean."`
	Low   *float64 `json:"low" doc:"Lower end of the interval of the mean."`
	High  *float64 `json:"high" doc:"Upper end of the interval of the mean."`
	SD    *float64 `json:"sd" range:"0.." doc:"Standard deviation between games."`
	Min   *float64 `json:"min" doc:"Smallest value seen."`
	P05   *float64 `json:"p05" doc:"5 % quantile, from the exact histogram."`
	P10   *float64 `json:"p10" doc:"10 % quantile."`
	P25   *float64 `json:"p25" doc:"25 % quantile."`
	P50   *float64 `json:"p50" doc:"Median."`
	P75   *float64 `json:"p75" doc:"75 % quantile."`
	P90   *float64 `json:"p90" doc:"90 % quantile."`
	P95   *float64 `json:"p95" doc:"95 % quantile."`
	Max   *float64 `json:"max" doc:"Largest value seen."`
	Reasons
}

// A CurvePoint is a measure at the end of one turn. Quantiles come from the exact histogram, so they are values that occur.
type CurvePoint struct {
	Turn  int     `json:"turn" range:"0.." doc:"Turn of the game, from 1."`
	Games int64   `json:"games" range:"1.." doc:"Games the numbers are taken over."`
	Mean  float64 `json:"mean" doc:"Mean."`
	P05   float64 `json:"p05" doc:"5 % quantile."`
	P10   float64 `json:"p10" doc:"10 % quantile."`
	P25   float64 `json:"p25" doc:"25 % quantile."`
	P50   float64 `json:"p50" doc:"Median."`
	P75   float64 `json:"p75" doc:"75 % quantile."`
	P90   float64 `json:"p90" doc:"90 % quantile."`
	P95   float64 `json:"p95" doc:"95 % quantile."`
}

// An Exemplar is a game worth replaying.
type Exemplar struct {
	What string `json:"what" doc:"What is notable about it, such as: the longest war."`
	Game int64  `json:"game" range:"0.." doc:"Number of the game, from 0."`
}

// A Warning is something the reader should know before trusting a number.
type Warning struct {
	Code string `json:"code" doc:"Stable code, in snake_case."`
	Text string `json:"text" doc:"Sentence for people."`
}
