package policies

import "github.com/polemos-sim/polemos/policies/ask"

// Options hands a policy's constructor the options that the scenario gives it; see
// [ask.Options], which all rulesets' policies share.
type Options = ask.Options

// A Level is what one level of a nested setting names; see [ask.Level].
type Level = ask.Level

// The levels that policies of the Republic ask for.
const (
	Turn   = ask.Turn
	Count  = ask.Count
	Yes    = ask.Yes
	Crisis = ask.Crisis
	Unit   = ask.Unit
)
