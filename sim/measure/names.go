package measure

import (
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// The statistics of a number that each game has, after the number's own name.
const (
	statMean   = "mean"
	statSD     = "sd"
	statMedian = "median"
	// of lengths of wars: the mean within the horizon, had each war been watched so long
	statRestricted = "restricted_mean"
	statAny        = "any" // of a number of events: whether there was one
)

// Counted says whether a column of a game's row is a measure that counts events of the game.
func Counted(c engine.Column) bool {
	return strings.HasPrefix(c.Measure, gamePrefix) && c.Unit == "" && c.Codes == nil
}

const gamePrefix = "game."

// Events spells a statistic of a number of events that is counted in each game: mean, sd, any, min, max or a quantile.
func Events(name, stat string) string { return gamePrefix + name + "." + stat }

// OddsOf spells the odds of an outcome.
func OddsOf(outcome string) string { return "odds." + outcome }

// GameLength spells a statistic of the turns that games take: mean, sd or median.
func GameLength(stat string) string { return "game.length." + stat }

// WarLength spells a statistic of the length of wars: mean, restricted_mean, sd or median. Subject is what the wars are
// about; "" means all wars.
func WarLength(subject, stat string) string { return war(subject) + ".length." + stat }

// Declared spells how often the war about a subject is declared.
func Declared(subject string) string { return war(subject) + ".declared" }

// WarOdds spells how often the war about a subject ends in a way.
func WarOdds(subject, ending string) string { return war(subject) + ".odds." + ending }

// Final spells a statistic of a number at the end of the game: mean, sd, min, max or a quantile.
func Final(name, stat string) string { return "final." + name + "." + stat }

// Turn spells a statistic of a curve, SIDE.NAME, at the end of a turn: games, mean or a quantile.
func Turn(turn int, curve, stat string) string {
	return "turn." + strconv.Itoa(turn) + "." + curve + "." + stat
}

func war(subject string) string {
	if subject == "" {
		return "war"
	}
	return "war." + subject
}

// A rank is a quantile by name.
type rank struct {
	name    string
	percent int
}

// ranks are the quantiles that are named, ends included.
var ranks = []rank{{"min", 0}, {"p05", 5}, {"p10", 10}, {"p25", 25}, {"p50", 50}, {"p75", 75}, {"p90", 90}, {"p95", 95}, {"max", 100}}

func (r rank) doc() string {
	switch r.percent {
	case 0:
		return "the smallest value in any game"
	case 100:
		return "the largest value in any game"
	default:
		return strconv.Itoa(r.percent) + " % of games have at most this value"
	}
}
