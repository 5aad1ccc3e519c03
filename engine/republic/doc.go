// Package republic plays crisis wars of a Republic: the Congress declares war or
// declines, the President deploys military units, the GM's randomizer and the
// Victory Conditions decide, and the Government Approval Rating pays.
//
// The turn is one list of steps, in [player.turn]; each step is in the file named
// after it. Every number of the rules is a field of [Rules], filled by whoever
// loads a scenario; the defaults are in [Defaults].
package republic
