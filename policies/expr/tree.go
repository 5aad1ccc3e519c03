package expr

import (
	"fmt"
	"slices"

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
			return truth(known), nil
		}
	case *ast.CallNode:
		if f, ok := w.vars.BoolOf[n.Callee.String()]; ok {
			value, err := bind(w, n, f)
			if err != nil {
				return condition[V]{}, err
			}
			return truth(value), nil
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
	alike := same(n.Left, n.Right)
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
			return not(agree(l, r, alike)), nil
		}
		return agree(l, r, alike), nil
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
	return compare(n.Operator, l, r, alike), nil
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

// mention keeps the order of first appearance.
func mention(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// same tells whether two parts are spelt alike, but for brackets and spaces.
func same(a, b ast.Node) bool {
	switch x := a.(type) {
	case *ast.IntegerNode:
		y, ok := b.(*ast.IntegerNode)
		return ok && x.Value == y.Value
	case *ast.IdentifierNode:
		y, ok := b.(*ast.IdentifierNode)
		return ok && x.Value == y.Value
	case *ast.UnaryNode:
		y, ok := b.(*ast.UnaryNode)
		return ok && x.Operator == y.Operator && same(x.Node, y.Node)
	case *ast.BinaryNode:
		y, ok := b.(*ast.BinaryNode)
		return ok && x.Operator == y.Operator && same(x.Left, y.Left) && same(x.Right, y.Right)
	case *ast.CallNode:
		y, ok := b.(*ast.CallNode)
		return ok && same(x.Callee, y.Callee) && slices.EqualFunc(x.Arguments, y.Arguments, same)
	}
	return false
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
