package ask

import "github.com/polemos-sim/polemos/engine"

// Options hands a policy's constructor the options that the scenario gives it.
// Asking is declaring: the loader learns from the questions which options there
// are, of which type, with which default and meaning. It reports what is wrong
// with a value, and unknown options, itself, with line and column; the answer to a
// bad question is then the default. A constructor asks the same questions every
// time.
type Options interface {
	// About is one sentence on what the policy does.
	About(doc string)
	// Int is a whole number, or the name of a param, from low to high. A missing
	// option is def. A def outside low to high says that leaving the option out
	// means something that no number means ("always", "never"): it has no default
	// to show.
	Int(key string, def, low, high int32, doc string) int32
	// Chance is a probability from 0 to 1, an exact decimal, as a draw that gives
	// 1 with that probability. def is a decimal such as "0.5".
	Chance(key, def, doc string) *engine.Dist
	// Rows is a nested setting, read as rows of numbers in the file's order. The
	// shape says what its levels are, outermost first. A level [Each] is a list,
	// whose entries are numbered from 0; the last level is a list of names when it
	// is a name, else a value; all others are maps by that key. So
	//
	//	deploy: {1: {inkopah: {cavalry: 2}}, 2: {}}
	//
	// of shape Turn, Crisis, Unit, Count gives the rows [1 0 0 2] and [2]: an
	// empty map or list leaves a short row.
	Rows(key, doc string, shape ...Level) [][]int32
	// Given says whether the scenario gives the option.
	Given(key string) bool
	// Fail reports that the options do not fit together.
	Fail(key, why string)
}

// A Level is what one level of a nested setting names.
type Level string

// The levels: numbers, entries of a list, and names of the ruleset's things.
const (
	Turn   Level = "turn"
	Count  Level = "count"
	Yes    Level = "yes" // true or false, read as 1 or 0
	Each   Level = "each"
	Crisis Level = "crisis"
	Unit   Level = "unit"
	City   Level = "city"
	Space  Level = "space"
	Intent Level = "intent"
	SPs    Level = "sps" // a type of strength points
)

// Named says whether the level is a name of a thing, rather than a number.
func (l Level) Named() bool { return l != Turn && l != Count && l != Yes && l != Each }
