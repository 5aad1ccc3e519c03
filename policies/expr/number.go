package expr

// code is a closure over the view, in one of two forms. pure cannot fail; try
// is there instead where a value may have no exact result.
type code[V, T any] struct {
	pure  func(V) T
	try   func(V) (T, error)
	reads uint64
}

// eval is the form that always exists.
func (c code[V, T]) eval() func(V) (T, error) {
	if c.pure == nil {
		return c.try
	}
	pure := c.pure
	return func(v V) (T, error) { return pure(v), nil }
}

// number is a compiled integer and the interval its values lie in.
type number[V any] struct {
	code[V, int64]
	span interval
}

func literal[V any](n int64) number[V] {
	return number[V]{code[V, int64]{pure: func(V) int64 { return n }}, interval{n, n}}
}

func variable[V any](n Number[V]) number[V] {
	span := anything
	if n.Bounded {
		span = interval{n.Min, n.Max}
	}
	return number[V]{code[V, int64]{pure: n.Get, reads: n.Reads}, span}.fold()
}

// constant tells the only value, if there is one and computing it cannot fail.
func (n number[V]) constant() (int64, bool) {
	return n.span.lo, n.pure != nil && n.span.lo == n.span.hi
}

// fold replaces a number that has one value by that value: it reads nothing.
func (n number[V]) fold() number[V] {
	if value, ok := n.constant(); ok {
		return literal[V](value)
	}
	return n
}

// arithmetic joins two numbers by one of + - * / %.
func arithmetic[V any](op string, l, r number[V], column int) number[V] {
	operation := operations[op]
	span, exact := operation.span(l.span, r.span)
	joined := number[V]{code[V, int64]{reads: l.reads | r.reads}, span}
	if exact && l.pure != nil && r.pure != nil {
		joined.pure = bare(op, l, r)
	} else {
		joined.try = guarded(operation.exact, l, r, column)
	}
	return joined.fold()
}

// certainFault is the error that a result is bound to be, if it is: both sides
// are constant, or the divisor is and is 0.
func certainFault[V any](op string, l, r number[V], column int) *Error {
	x, fixed := l.constant()
	y, divisor := r.constant()
	if !divisor || !fixed && y != 0 {
		return nil
	}
	switch _, ok := operations[op].exact(x, y); {
	case ok:
		return nil
	case y == 0:
		return divisionByZero(column)
	}
	return beyond64(column)
}

// bare leaves out every check.
func bare[V any](op string, l, r number[V]) func(V) int64 {
	a, b := l.pure, r.pure
	switch op {
	case "+":
		return func(v V) int64 { return a(v) + b(v) }
	case "-":
		return func(v V) int64 { return a(v) - b(v) }
	case "*":
		return func(v V) int64 { return a(v) * b(v) }
	case "/":
		return func(v V) int64 { return a(v) / b(v) }
	}
	return func(v V) int64 { return a(v) % b(v) }
}

// guarded reports a result that is not exact, with errors made beforehand.
func guarded[V any](exact func(a, b int64) (int64, bool), l, r number[V], column int) func(V) (int64, error) {
	a, b := l.eval(), r.eval()
	var byZero, overflow error = divisionByZero(column), beyond64(column)
	return func(v V) (int64, error) {
		x, err := a(v)
		if err != nil {
			return 0, err
		}
		y, err := b(v)
		if err != nil {
			return 0, err
		}
		z, ok := exact(x, y)
		switch {
		case ok:
			return z, nil
		case y == 0: // no other operation on 0 can fail
			return 0, byZero
		}
		return 0, overflow
	}
}

func divisionByZero(column int) *Error {
	return &Error{column, "division by zero", "test the divisor first: x != 0 && ..."}
}

func beyond64(column int) *Error {
	return &Error{column, "the result does not fit into 64 bits", ""}
}
