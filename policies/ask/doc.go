// Package ask is how the constructor of a policy asks for its options, whatever
// the ruleset: asking is declaring.
package ask
