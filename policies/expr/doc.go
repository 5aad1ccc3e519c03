// Package expr turns the short integer and boolean expressions of a scenario,
// such as "won(inkopah) && approval >= 60", into closures that do not allocate.
//
// It knows no ruleset: the caller names the variables, the functions and the
// names they take (Vars), for a view of any type.
//
// An expression is read in four steps, each in a file of its own. The scan
// refuses what the language leaves out, with its column (scan.go); the parser
// and type checker of github.com/expr-lang/expr read the rest (syntax.go); a
// walk over the tree (tree.go) looks names up (names.go) and joins closures, with
// the interval of values each part can take (number.go, condition.go,
// interval.go). The intervals tell which parts are constant and which sums
// can never overflow, so that only the others pay for looking.
//
// # The language
//
//   - Values are whole numbers of 64 bits and conditions (true or false).
//   - Numbers: 12, 1_000, named constants, variables, functions of names, unary
//     minus and + - * / %. Division truncates toward zero and the remainder has
//     the sign of the dividend, as in Go; a division by zero or a result beyond
//     64 bits is an error, never a wrapped number.
//   - Conditions: true, false, flags, functions of names; == and != on two
//     numbers or two conditions; < <= > >= on numbers; && || ! or and, or, not.
//     The right side of && and || is read only when it decides.
//   - Brackets. ! binds tighter than a comparison: !(turn > 3). All six
//     comparisons bind alike: (turn > 3) == (approval > 50).
//   - At most 4096 bytes and 100 brackets deep.
package expr
