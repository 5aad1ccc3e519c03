package expr

import (
	"errors"

	exprlang "github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
)

// divisionName is the environment's whole-number division; nobody can type it.
const divisionName = "/"

// environment gives expr a value of the right type for every name. Names that
// functions take are of any type there: their name spaces are checked here.
func environment[V any](vars Vars[V]) map[string]any {
	env := map[string]any{}
	for _, names := range vars.Names {
		for name := range names {
			env[name] = struct{}{}
		}
	}
	for name := range vars.Param {
		env[name] = 0
	}
	for name := range vars.Bool {
		env[name] = false
	}
	for name := range vars.Int {
		env[name] = 0
	}
	for name := range vars.BoolOf {
		env[name] = func(...any) bool { return false }
	}
	for name := range vars.IntOf {
		env[name] = func(...any) int { return 0 }
	}
	env[divisionName] = func(a, b int) int { return a / b }
	return env
}

// parse returns the tree as expr's parser made it. It does not ask for its
// types, whose faults are told in our own words (tree.go).
func parse(src string, tokens []token, env map[string]any) (ast.Node, *Error) {
	var tree rootOf
	// The space behind sets the place of the end apart from that of the last token.
	_, err := exprlang.Compile(src+" ", exprlang.Env(env), exprlang.Optimize(false),
		exprlang.DisableAllBuiltins(), exprlang.Patch(&tree))
	if tree.node == nil {
		return nil, syntaxError(err, tokens)
	}
	return tree.node, nil
}

// rootOf keeps the node visited last: children come before their parents.
type rootOf struct{ node ast.Node }

func (r *rootOf) Visit(node *ast.Node) { r.node = *node }

// syntaxError names the token at which the parser gave up.
func syntaxError(err error, tokens []token) *Error {
	column := columnOf(err)
	for _, t := range tokens {
		if t.column >= column {
			return misplaced(t)
		}
	}
	last := tokens[len(tokens)-1]
	return &Error{last.column, "the expression ends after " + last.text, "something must follow it"}
}

// check lets expr judge the types. It agrees with the walk over the tree on
// every expression (a test), so that its answer is a second opinion.
func check(src string, env map[string]any, kind exprlang.Option) *Error {
	_, err := exprlang.Compile(src, exprlang.Env(env), exprlang.Optimize(false),
		exprlang.DisableAllBuiltins(), exprlang.Operator("/", divisionName), kind)
	if err != nil {
		return &Error{columnOf(err), err.Error(), allowed}
	}
	return nil
}

func columnOf(err error) int {
	if at, ok := errors.AsType[*file.Error](err); ok {
		return at.From + 1
	}
	return 1
}
