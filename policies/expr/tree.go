package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// walker turns the parser's tree into closures and keeps account of what the
// expression mentions.
type walker[V any] struct {
	vars   Vars[V]
	params []string
	names  []string
	faults []*Error // certain to happen wherever they are reached
}

// kind is what a part of the tree yields, so far as its top node tells.
type kind int

const (
	unknown kind = iota
	isNumber
	isCondition
)

func (w *walker[V]) kind(node ast.Node) kind {
	switch n := node.(type) {
	case *ast.IntegerNode:
		return isNumber
	case *ast.BoolNode:
		return isCondition
	case *ast.UnaryNode:
		if n.Operator == "-" {
			return isNumber
		}
		if n.Operator == "!" || n.Operator == "not" {
			return isCondition
		}
	case *ast.BinaryNode:
		if _, ok := operations[n.Operator]; ok {
			return isNumber
		}
		return isCondition
	case *ast.IdentifierNode:
		return kindOf(n.Value, w.vars.Int, w.vars.Bool, w.vars.Param)
	case *ast.CallNode:
		return kindOf(n.Callee.String(), w.vars.IntOf, w.vars.BoolOf, nil)
	}
	return unknown
}

func kindOf[N, C any](name string, numbers map[string]N, conditions map[string]C, params map[string]int64) kind {
	_, number := numbers[name]
	_, condition := conditions[name]
	_, param := params[name]
	switch {
	case number:
		return isNumber
	case condition:
		return isCondition
	case param:
		return isNumber
	}
	return unknown
}

// number compiles a part whose kind is not isCondition.
func (w *walker[V]) number(node ast.Node) (number[V], *Error) {
	switch n := node.(type) {
	case *ast.IntegerNode:
		return literal[V](int64(n.Value)), nil
	case *ast.IdentifierNode:
		if known, ok := w.vars.Int[n.Value]; ok {
			return variable(known), nil
		}
		if value, ok := w.vars.Param[n.Value]; ok {
			w.params = mention(w.params, n.Value)
			return literal[V](value), nil
		}
	case *ast.CallNode:
		if f, ok := w.vars.IntOf[n.Callee.String()]; ok {
			value, err := bind(w, n, f)
			if err != nil {
				return number[V]{}, err
			}
			return variable(value), nil
		}
	case *ast.UnaryNode:
		if n.Operator == "-" {
			return w.arithmetic("-", n, &ast.IntegerNode{}, n.Node)
		}
	case *ast.BinaryNode:
		if _, ok := operations[n.Operator]; ok {
			return w.arithmetic(n.Operator, n, n.Left, n.Right)
		}
	}
	return number[V]{}, w.refuse(node)
}

// condition compiles a part whose kind is not isNumber.
func (w *walker[V]) condition(node ast.Node) (condition[V], *Error) {
	switch n := node.(type) {
	case *ast.BoolNode:
		return settled[V](n.Value), nil
	case *ast.IdentifierNode:
		if known, ok := w.vars.Bool[n.Value]; ok {
			return flag(known), nil
		}
	case *ast.CallNode:
		if f, ok := w.vars.BoolOf[n.Callee.String()]; ok {
			value, err := bind(w, n, f)
			if err != nil {
				return condition[V]{}, err
			}
			return flag(value), nil
		}
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			inner, err := w.conditionUnder(n, n.Operator, n.Node)
			if err != nil {
				return condition[V]{}, err
			}
			return not(inner), nil
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "&&", "and":
			return w.logic(n, and[V], false)
		case "||", "or":
			return w.logic(n, or[V], true)
		case "==", "!=", "<", "<=", ">", ">=":
			return w.comparison(n)
		}
	}
	return condition[V]{}, w.refuse(node)
}

func (w *walker[V]) arithmetic(op string, parent, left, right ast.Node) (number[V], *Error) {
	l, err := w.numberUnder(parent, op, left)
	if err != nil {
		return l, err
	}
	r, err := w.numberUnder(parent, op, right)
	if err != nil {
		return r, err
	}
	if fault := certainFault(op, l, r, column(parent)); fault != nil {
		w.faults = append(w.faults, fault)
	}
	return arithmetic(op, l, r, column(parent)), nil
}

// logic joins two conditions. A left side that is known to decide hides what
// is bound to fail on the right.
func (w *walker[V]) logic(n *ast.BinaryNode, join func(l, r condition[V]) condition[V], decides bool) (condition[V], *Error) {
	l, err := w.conditionUnder(n, n.Operator, n.Left)
	if err != nil {
		return l, err
	}
	before := len(w.faults)
	r, err := w.conditionUnder(n, n.Operator, n.Right)
	if err != nil {
		return r, err
	}
	if l.known && l.value == decides {
		w.faults = w.faults[:before]
	}
	return join(l, r), nil
}

func (w *walker[V]) comparison(n *ast.BinaryNode) (condition[V], *Error) {
	equality := n.Operator == "==" || n.Operator == "!="
	left, right := w.kind(n.Left), w.kind(n.Right)
	if equality && left != right && left != unknown && right != unknown {
		return condition[V]{}, &Error{column(n), fmt.Sprintf("%s compares two numbers or two conditions, not %s with %s",
			n.Operator, excerpt(n.Left), excerpt(n.Right)), bracketHint(n.Left, n.Operator, n.Right)}
	}
	sameText := n.Left.String() == n.Right.String()
	if equality && (left == isCondition || right == isCondition) {
		l, err := w.condition(n.Left)
		if err != nil {
			return l, err
		}
		r, err := w.condition(n.Right)
		if err != nil {
			return r, err
		}
		if n.Operator == "!=" {
			return not(agree(l, r, sameText)), nil
		}
		return agree(l, r, sameText), nil
	}
	for _, side := range [2]ast.Node{n.Left, n.Right} {
		if w.kind(side) == isCondition {
			return condition[V]{}, &Error{column(n), fmt.Sprintf("%s compares numbers, and %s is a condition",
				n.Operator, excerpt(side)), bracketHint(n.Left, n.Operator, n.Right)}
		}
	}
	l, err := w.number(n.Left)
	if err != nil {
		return condition[V]{}, err
	}
	r, err := w.number(n.Right)
	if err != nil {
		return condition[V]{}, err
	}
	return compare(n.Operator, l, r, sameText), nil
}

func (w *walker[V]) numberUnder(parent ast.Node, op string, node ast.Node) (number[V], *Error) {
	if w.kind(node) == isCondition {
		return number[V]{}, &Error{column(parent), fmt.Sprintf("%s needs numbers, and %s is a condition", op, excerpt(node)), ""}
	}
	return w.number(node)
}

func (w *walker[V]) conditionUnder(parent ast.Node, op string, node ast.Node) (condition[V], *Error) {
	if w.kind(node) == isNumber {
		return condition[V]{}, &Error{column(parent), fmt.Sprintf("%s needs conditions, and %s is a number", op, excerpt(node)),
			"compare it: " + excerpt(node) + " > 0"}
	}
	return w.condition(node)
}

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
	return &Error{column(id), "unknown variable " + name, suggest(name, w.vars.values(), "variables")}
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

// mention keeps the order of first appearance.
func mention(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// column of a node: where a name begins, or where its operator stands.
func column(node ast.Node) int { return node.Location().From + 1 }

// excerpt is the text of a node, cut so that a message stays one line.
func excerpt(node ast.Node) string {
	const most = 40
	text := []rune(node.String())
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}
