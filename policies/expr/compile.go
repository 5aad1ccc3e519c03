package expr

import (
	exprlang "github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// Compiled is an expression ready to be evaluated any number of times, from
// any number of goroutines.
type Compiled[V any, T bool | int64] struct {
	// Eval gives the value, or an *Error: a division by zero or a result that
	// does not fit into 64 bits. It does not allocate, not even for the error.
	Eval func(V) (T, error)

	// Pure is Eval for an expression that cannot fail, and nil for others. A hot
	// loop that finds it need not look for errors.
	Pure func(V) T

	// Constant tells that the value is Value whatever the view.
	Constant bool
	Value    T

	// Reads joins the bits of all variables that evaluating may look at. What
	// was folded away, such as the right side of "false && ...", is not read.
	Reads uint64

	// Params and Names are the named constants, and the names given to
	// functions, that the text mentions, folded away or not: each once, in
	// order of first appearance.
	Params, Names []string
}

// Bool compiles a condition. The error is a pointer, nil when all is well: look
// before storing it in a variable of type error, where a nil pointer is not nil.
func Bool[V any](src string, vars Vars[V]) (Compiled[V, bool], *Error) {
	var none Compiled[V, bool]
	w, node, err := read(src, vars, isCondition)
	if err != nil {
		return none, err
	}
	c, err := w.condition(node)
	if err = w.verdict(src, err, exprlang.AsBool()); err != nil {
		return none, err
	}
	return Compiled[V, bool]{c.eval(), c.pure, c.known, c.value, c.reads, w.params, w.names}, nil
}

// Int compiles an integer expression; its error is like that of Bool.
func Int[V any](src string, vars Vars[V]) (Compiled[V, int64], *Error) {
	var none Compiled[V, int64]
	w, node, err := read(src, vars, isNumber)
	if err != nil {
		return none, err
	}
	n, err := w.number(node)
	if err = w.verdict(src, err, exprlang.AsInt()); err != nil {
		return none, err
	}
	compiled := Compiled[V, int64]{Eval: n.eval(), Pure: n.pure, Reads: n.reads, Params: w.params, Names: w.names}
	if value, ok := n.constant(); ok {
		compiled.Constant, compiled.Value = true, value
	}
	return compiled, nil
}

// read takes the source as far as a tree of the wanted kind.
func read[V any](src string, vars Vars[V], wanted kind) (*walker[V], ast.Node, *Error) {
	tokens, err := scan(src)
	if err != nil {
		return nil, nil, err
	}
	if err := checkShape(tokens, vars); err != nil {
		return nil, nil, err
	}
	node, err := parse(src, tokens, environment(vars))
	if err != nil {
		return nil, nil, err
	}
	w := &walker[V]{vars: vars}
	switch found := w.kind(node); {
	case found == isNumber && wanted == isCondition:
		return nil, nil, &Error{1, "the expression is a number where a condition is wanted", "compare it: " + excerpt(node) + " > 0"}
	case found == isCondition && wanted == isNumber:
		return nil, nil, &Error{1, "the expression is a condition where a number is wanted", ""}
	}
	return w, node, nil
}

// verdict is the error of the whole: of the walk, then of expr's type checker,
// then a fault that is certain to happen.
func (w *walker[V]) verdict(src string, err *Error, kind exprlang.Option) *Error {
	if err != nil {
		return err
	}
	if err := check(src, environment(w.vars), kind); err != nil {
		return err
	}
	if len(w.faults) > 0 {
		return w.faults[0]
	}
	return nil
}
