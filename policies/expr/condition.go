package expr

// condition is a compiled boolean, with its value where that is known.
type condition[V any] struct {
	code[V, bool]
	known, value bool
}

func settled[V any](value bool) condition[V] {
	return condition[V]{code[V, bool]{pure: func(V) bool { return value }}, true, value}
}

func truth[V any](f Flag[V]) condition[V] {
	return condition[V]{code: code[V, bool]{pure: f.Get, reads: f.Reads}}
}

func not[V any](c condition[V]) condition[V] {
	switch {
	case c.known:
		return settled[V](!c.value)
	case c.pure != nil:
		holds := c.pure
		c.pure = func(v V) bool { return !holds(v) }
	default:
		holds := c.try
		c.try = func(v V) (bool, error) {
			value, err := holds(v)
			return !value && err == nil, err
		}
	}
	return c
}

// and, like or below, drops a side whose value is known. The left side stays
// where evaluating it may fail.
func and[V any](l, r condition[V]) condition[V] {
	switch {
	case l.known && l.value, r.known && !r.value && l.pure != nil:
		return r
	case r.known && r.value, l.known:
		return l
	}
	joined := condition[V]{code: code[V, bool]{reads: l.reads | r.reads}}
	if l.pure != nil && r.pure != nil {
		a, b := l.pure, r.pure
		joined.pure = func(v V) bool { return a(v) && b(v) }
		return joined
	}
	a, b := l.eval(), r.eval()
	joined.try = func(v V) (bool, error) {
		if value, err := a(v); err != nil || !value {
			return false, err
		}
		return b(v)
	}
	return joined
}

func or[V any](l, r condition[V]) condition[V] {
	switch {
	case l.known && !l.value, r.known && r.value && l.pure != nil:
		return r
	case r.known && !r.value, l.known:
		return l
	}
	joined := condition[V]{code: code[V, bool]{reads: l.reads | r.reads}}
	if l.pure != nil && r.pure != nil {
		a, b := l.pure, r.pure
		joined.pure = func(v V) bool { return a(v) || b(v) }
		return joined
	}
	a, b := l.eval(), r.eval()
	joined.try = func(v V) (bool, error) {
		if value, err := a(v); err != nil || value {
			return value, err
		}
		return b(v)
	}
	return joined
}

// agree is == on two conditions; alike are two that are spelt the same.
func agree[V any](l, r condition[V], alike bool) condition[V] {
	switch {
	case alike && l.pure != nil && r.pure != nil:
		return settled[V](true)
	case l.known && l.value:
		return r
	case l.known:
		return not(r)
	case r.known && r.value:
		return l
	case r.known:
		return not(l)
	}
	joined := condition[V]{code: code[V, bool]{reads: l.reads | r.reads}}
	if l.pure != nil && r.pure != nil {
		a, b := l.pure, r.pure
		joined.pure = func(v V) bool { return a(v) == b(v) }
		return joined
	}
	a, b := l.eval(), r.eval()
	joined.try = func(v V) (bool, error) {
		x, err := a(v)
		if err != nil {
			return false, err
		}
		y, err := b(v)
		return x == y && err == nil, err
	}
	return joined
}

// compare is one of == != < <= > >= on two numbers.
func compare[V any](op string, l, r number[V], alike bool) condition[V] {
	switch op {
	case ">":
		op, l, r = "<", r, l
	case ">=":
		op, l, r = "<=", r, l
	}
	joined := condition[V]{code: code[V, bool]{reads: l.reads | r.reads}}
	if l.pure == nil || r.pure == nil {
		joined.try = guardedCompare(op, l, r)
		return joined
	}
	if alike {
		return settled[V](op == "==" || op == "<=")
	}
	if value, known := l.span.compare(op, r.span); known {
		return settled[V](value)
	}
	joined.pure = bareCompare(op, l, r)
	return joined
}

// bareCompare saves the call of a constant side: these run in the hot loop.
func bareCompare[V any](op string, l, r number[V]) func(V) bool {
	a, b := l.pure, r.pure
	least, fixedLeft := l.constant()
	most, fixedRight := r.constant()
	if fixedLeft {
		switch op {
		case "<":
			return func(v V) bool { return least < b(v) }
		case "<=":
			return func(v V) bool { return least <= b(v) }
		}
		a, most, fixedRight = b, least, true // == and != read both ways
	}
	if fixedRight {
		switch op {
		case "<":
			return func(v V) bool { return a(v) < most }
		case "<=":
			return func(v V) bool { return a(v) <= most }
		case "==":
			return func(v V) bool { return a(v) == most }
		}
		return func(v V) bool { return a(v) != most }
	}
	switch op {
	case "<":
		return func(v V) bool { return a(v) < b(v) }
	case "<=":
		return func(v V) bool { return a(v) <= b(v) }
	case "==":
		return func(v V) bool { return a(v) == b(v) }
	}
	return func(v V) bool { return a(v) != b(v) }
}

func guardedCompare[V any](op string, l, r number[V]) func(V) (bool, error) {
	a, b := l.eval(), r.eval()
	return func(v V) (bool, error) {
		x, err := a(v)
		if err != nil {
			return false, err
		}
		y, err := b(v)
		if err != nil {
			return false, err
		}
		value, _ := interval{x, x}.compare(op, interval{y, y})
		return value, nil
	}
}
