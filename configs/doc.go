// Package configs reads scenario files, strict YAML or JSON, into experiments that
// are ready to be played, and ships some.
//
// # The format
//
// A scenario is one map:
//
//	polemos: 1                      # version of the format
//	name: inkopah
//	ruleset: republic
//	turns: 40
//	params: {patience: 64}          # numbers for conditions and options
//	republic: ...                   # what the ruleset plays with
//	policies: ...                   # who decides, by seat
//	victory:                        # what ends a game, tested in order
//	  - {outcome: victory, when: won(inkopah)}
//	expect:                         # what it should come to
//	  - {measure: odds.victory, between: [0.90, 0.92]}
//
// The shipped files beside this one explain each key where it stands; [Reference]
// lists all of them with their types and defaults, and [Schema] tells editors. All
// three, the loader and the resolved scenario follow from one table of keys: see
// [republicPart] for the keys of the ruleset republic. Another ruleset is another
// part, in a file of its own and one line in parts.
//
// # What is strict
//
// An unknown key, a value of another type, a number out of range, a name that
// does not exist are errors. All of them are reported at once, in the order of the
// file, each with line, column, dotted key, what was found and what would do.
//
//   - Whole numbers are decimal digits, with _ between them if that reads better:
//     1_000. Not 1.0, 1e3, 010, 0x10 or "10".
//   - Probabilities, rates and bounds are exact decimals with at most 9 digits
//     after the point: 0.25. Not 25%, .25, 2.5e-1.
//   - Dice are 2d10-11, sums such as 3d6+1d4, a plain number, or a table of
//     results and weights, {-4: 1, 0: 2, 4: 1}.
//   - Names of units, crises and params are a letter, then letters, digits or _.
//     Outcomes are words in snake_case; unresolved is reserved.
//   - Anchors, aliases, merge keys, tags, tabs as indentation, a second document
//     and a key given twice are refused, as is a file above 1 MB or one that is
//     not UTF-8. A byte-order mark and CRLF do no harm.
//   - JSON is YAML. Its texts as keys, "3": 1, are numbers where numbers are
//     wanted.
//
// # Conditions
//
// Conditions of victory, and those after which a crisis comes, are expressions of
// the package policies/expr over approval, fervor, treasury, income, territories,
// turn, wars (those that are on) and the params, with the functions won(c),
// defeated(c), surrendered(c), lost(c), declined(c) and running(c) of a crisis. A
// condition of victory that cannot hold, whatever the policies, is an error.
//
// # Settings
//
// A [Setting] changes a value before the file is read, so that all checks apply to
// it: republic.crises.inkopah.victory_points=20. Names lead through maps, numbers
// from 0 through lists (victory.0.when). A key that is not given may be added; a
// unit, a crisis or another thing with a name is added as a whole.
//
// # The resolved scenario
//
// [Scenario.Resolved] is canonical: the same scenario has the same bytes, however
// it was written, and they read back as the same scenario. Its hash, SHA256,
// leaves out title, expect and confidence: prose and judgement, which change no
// game and no measure.
package configs
