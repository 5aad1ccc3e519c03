package expr

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// bind finds the names a function is called with and gives them to it.
func bind[V, R any](w *walker[V], call *ast.CallNode, f Function[R]) (R, *Error) {
	var none R
	callee := call.Callee.String()
	given, wanted := len(call.Arguments), len(f.Of)
	if given < wanted || given > wanted && !f.Variadic {
		return none, &Error{column(call), fmt.Sprintf("%s takes %s, not %d", callee, counted(wanted, f.Variadic), given),
			"write " + f.signature(callee)}
	}
	args := make([]int, given)
	for i, arg := range call.Arguments {
		id, ok := arg.(*ast.IdentifierNode)
		if !ok {
			return none, &Error{column(call), fmt.Sprintf("%s takes names, and %s is none", callee, excerpt(arg)),
				"write " + f.signature(callee)}
		}
		number, err := w.nameIn(f.space(i), id)
		if err != nil {
			return none, err
		}
		args[i] = number
	}
	return f.Bind(args), nil
}

func counted(names int, more bool) string {
	switch {
	case more:
		return fmt.Sprintf("%d or more names", names)
	case names == 1:
		return "1 name"
	}
	return fmt.Sprintf("%d names", names)
}

func (w *walker[V]) nameIn(space string, id *ast.IdentifierNode) (int, *Error) {
	number, ok := w.vars.Names[space][id.Value]
	if ok {
		w.names = mention(w.names, id.Value)
		return number, nil
	}
	msg := "unknown " + space + " " + id.Value
	if other := w.vars.spaceOf(id.Value); other != "" {
		msg = fmt.Sprintf("%s is %s, not %s", id.Value, a(other), a(space))
	} else if w.vars.isValue(id.Value) || w.vars.isFunction(id.Value) {
		msg = fmt.Sprintf("%s is not %s", id.Value, a(space))
	}
	return 0, &Error{column(id), msg, suggest(id.Value, w.vars.namesIn(space), space+" names")}
}

// refuse explains a node that stands for no value.
func (w *walker[V]) refuse(node ast.Node) *Error {
	id, ok := node.(*ast.IdentifierNode)
	if !ok {
		return &Error{column(node), excerpt(node) + " is not part of the language", allowed}
	}
	name := id.Value
	if f, ok := w.vars.IntOf[name]; ok {
		return &Error{column(id), name + " is a function", "write " + f.signature(name)}
	}
	if f, ok := w.vars.BoolOf[name]; ok {
		return &Error{column(id), name + " is a function", "write " + f.signature(name)}
	}
	if space := w.vars.spaceOf(name); space != "" {
		return &Error{column(id), fmt.Sprintf("%s is %s, which has no value of its own", name, a(space)),
			"functions: " + strings.Join(w.vars.takers(space), ", ")}
	}
	hint := suggest(name, w.vars.values(), "variables")
	if functions := w.vars.functions(); Closest(name, w.vars.values()) == "" && len(functions) > 0 {
		if hint += "; functions: " + strings.Join(functions, ", "); Closest(name, functions) != "" {
			hint = suggest(name, functions, "functions")
		}
	}
	return &Error{column(id), "unknown variable " + name, hint}
}

// bracketHint helps with what ! and the comparisons, binding tighter than the
// writer thought, took as their left side.
func bracketHint(left ast.Node, op string, right ast.Node) string {
	switch n := left.(type) {
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			return fmt.Sprintf("%s binds first: write %s(%s %s %s)", n.Operator, n.Operator, excerpt(n.Node), op, excerpt(right))
		}
	case *ast.BinaryNode:
		if n.Operator == "==" || n.Operator == "!=" {
			return fmt.Sprintf("the left comparison binds first: write %s %s (%s %s %s)",
				excerpt(n.Left), n.Operator, excerpt(n.Right), op, excerpt(right))
		}
	}
	return ""
}
