package expr

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	exprlang "github.com/expr-lang/expr"
	"pgregory.net/rapid"
)

// sample is a random expression with the value it ought to have, worked out
// with integers of any size while the text is written.
type sample struct {
	text  string
	value any // *big.Int or bool; nil where evaluating it fails
}

var drawn = rapid.Custom(func(t *rapid.T) *world {
	return &world{
		turn:     rapid.Int64Range(1, 40).Draw(t, "turn"),
		approval: rapid.Int64Range(0, 100).Draw(t, "approval"),
		fervor:   rapid.Int64Range(-10, 10).Draw(t, "fervor"),
		wild:     rapid.Int64().Draw(t, "wild"),
		atWar:    rapid.Bool().Draw(t, "at_war"),
		won:      [4]bool{rapid.Bool().Draw(t, "inkopah"), rapid.Bool().Draw(t, "vallum")},
		forts:    [2][3]int64{{rapid.Int64Range(0, 9).Draw(t, "attica"), rapid.Int64Range(0, 9).Draw(t, "laconia"), 0}},
	}
})

func drawNumber(t *rapid.T, w *world, depth int) sample {
	leaf := func(text string, n int64) sample { return sample{text, big.NewInt(n)} }
	least := 0
	if depth == 0 {
		least = 4
	}
	switch rapid.IntRange(least, 10).Draw(t, "number") { // low numbers come more often
	case 10:
		n := rapid.Int64Range(0, 120).Draw(t, "literal")
		return leaf(fmt.Sprint(n), n)
	case 4:
		return leaf("turn", w.turn)
	case 5:
		return leaf("approval", w.approval)
	case 6:
		return leaf("fervor", w.fervor)
	case 7:
		return leaf("wild", w.wild)
	case 8:
		return leaf("patience", 64)
	case 9:
		return leaf("fortresses(athens, attica, laconia)", w.forts[0][0]+w.forts[0][1])
	case 3:
		inner := drawNumber(t, w, depth-1)
		return sample{"-(" + inner.text + ")", onNumbers("-", big.NewInt(0), inner.value)}
	}
	l, r := drawNumber(t, w, depth-1), drawNumber(t, w, depth-1)
	op := rapid.SampledFrom([]string{"+", "-", "*", "/", "%"}).Draw(t, "op")
	return sample{"(" + l.text + " " + op + " " + r.text + ")", onNumbers(op, l.value, r.value)}
}

func onNumbers(op string, l, r any) any {
	a, ok := l.(*big.Int)
	b, also := r.(*big.Int)
	if !ok || !also {
		return nil
	}
	z := new(big.Int)
	switch op {
	case "+":
		z.Add(a, b)
	case "-":
		z.Sub(a, b)
	case "*":
		z.Mul(a, b)
	default:
		if b.Sign() == 0 {
			return nil
		}
		if op == "/" {
			z.Quo(a, b)
		} else {
			z.Rem(a, b)
		}
	}
	if !z.IsInt64() {
		return nil
	}
	return z
}

func drawCondition(t *rapid.T, w *world, depth int) sample {
	least := 0
	if depth == 0 {
		least = 6
	}
	switch rapid.IntRange(least, 9).Draw(t, "condition") {
	case 9:
		b := rapid.Bool().Draw(t, "literal")
		return sample{fmt.Sprint(b), b}
	case 8:
		return sample{"at_war", w.atWar}
	case 7:
		return sample{"won(inkopah)", w.won[0]}
	case 6:
		return sample{"won(vallum)", w.won[1]}
	case 5:
		inner := drawCondition(t, w, depth-1)
		not := rapid.SampledFrom([]string{"!", "not "}).Draw(t, "not")
		if inner.value == nil {
			return sample{not + "(" + inner.text + ")", nil}
		}
		return sample{not + "(" + inner.text + ")", !inner.value.(bool)}
	case 3, 4:
		l, r := drawCondition(t, w, depth-1), drawCondition(t, w, depth-1)
		op := rapid.SampledFrom([]string{"&&", "||", "and", "or", "==", "!="}).Draw(t, "op")
		return sample{"(" + l.text + " " + op + " " + r.text + ")", onConditions(op, l.value, r.value)}
	}
	l, r := drawNumber(t, w, depth-1), drawNumber(t, w, depth-1)
	if rapid.IntRange(0, 9).Draw(t, "same") == 0 {
		r = l
	}
	op := rapid.SampledFrom([]string{"==", "!=", "<", "<=", ">", ">="}).Draw(t, "op")
	joined := sample{"(" + l.text + " " + op + " " + r.text + ")", nil}
	if l.value != nil && r.value != nil {
		order := l.value.(*big.Int).Cmp(r.value.(*big.Int))
		joined.value = map[string]bool{"==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[op]
	}
	return joined
}

func onConditions(op string, l, r any) any {
	if l == nil {
		return nil
	}
	switch a := l.(bool); op {
	case "&&", "and":
		if !a {
			return false
		}
		return r
	case "||", "or":
		if a {
			return true
		}
		return r
	default:
		if r == nil {
			return nil
		}
		return (a == r.(bool)) == (op == "==")
	}
}

// machine runs the text in expr's own virtual machine, with a division of
// whole numbers.
func machine(t *rapid.T, text string, w *world) any {
	env := map[string]any{
		"turn": int(w.turn), "approval": int(w.approval), "fervor": int(w.fervor), "wild": int(w.wild), "at_war": w.atWar,
		"patience": 64, "inkopah": 0, "vallum": 1, "athens": 0, "attica": 0, "laconia": 1,
		"won":        func(crisis int) bool { return w.won[crisis] },
		"fortresses": func(city, a, b int) int { return int(w.forts[city][a] + w.forts[city][b]) },
		"quotient":   func(a, b int) int { return a / b },
	}
	program, err := exprlang.Compile(text, exprlang.Env(env), exprlang.Operator("/", "quotient"), exprlang.DisableAllBuiltins())
	if err != nil {
		t.Fatalf("expr refuses %s: %v", text, err)
	}
	value, err := exprlang.Run(program, env)
	if err != nil {
		t.Fatalf("expr fails on %s: %v", text, err)
	}
	return value
}

// A value worked out with big integers, expr's virtual machine and the
// closures agree; where there is none, Eval says so.
func TestAgreement(t *testing.T) {
	failing, valued := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawn.Draw(t, "world")
		want := drawCondition(t, w, 4)
		got, err := Bool(want.text, testVars())
		if err != nil {
			// Only what must fail whenever it is reached may be refused.
			if err.Msg != divisionByZero(0).Msg && err.Msg != beyond64(0).Msg {
				t.Fatalf("%s: %v", want.text, err)
			}
			return
		}
		value, fault := got.Eval(w)
		if want.value == nil {
			failing++
			if _, ok := errors.AsType[*Error](fault); !ok || got.Pure != nil || got.Constant {
				t.Fatalf("%s must fail; got %v, %v", want.text, value, fault)
			}
			return
		}
		valued++
		if fault != nil || value != want.value {
			t.Fatalf("%s is %v, %v; want %v", want.text, value, fault, want.value)
		}
		if got.Pure != nil && got.Pure(w) != want.value {
			t.Fatalf("%s: Pure is not %v", want.text, want.value)
		}
		if got.Constant && got.Value != want.value {
			t.Fatalf("%s is no constant %v", want.text, got.Value)
		}
		if its := machine(t, want.text, w); its != want.value {
			t.Fatalf("%s: expr's machine says %v, not %v", want.text, its, want.value)
		}
	})
	least := 100
	if testing.Short() { // a fifth of the samples
		least /= 5
	}
	if valued < least || failing < least {
		t.Errorf("the samples are one-sided: %d have a value, %d fail", valued, failing)
	}
}

// What Reads leaves out has no influence.
func TestReadsIsEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, other := drawn.Draw(t, "world"), *drawn.Draw(t, "other")
		got, err := Bool(drawCondition(t, w, 3).text, testVars())
		if err != nil {
			return
		}
		for bit, keep := range map[uint64]func(){
			readsTurn:     func() { other.turn = w.turn },
			readsApproval: func() { other.approval = w.approval },
			readsFervor:   func() { other.fervor = w.fervor },
			readsWild:     func() { other.wild = w.wild },
			readsAtWar:    func() { other.atWar = w.atWar },
			readsForts:    func() { other.forts = w.forts },
			readsWon:      func() { other.won[0] = w.won[0] },
			readsWon << 1: func() { other.won[1] = w.won[1] },
		} {
			if got.Reads&bit != 0 {
				keep()
			}
		}
		a, before := got.Eval(w)
		b, after := got.Eval(&other)
		if a != b || before != after {
			t.Fatalf("%v, %v became %v, %v", a, before, b, after)
		}
	})
}

// Both type checkers, ours and expr's, pass the same expressions.
func TestSameTypes(t *testing.T) {
	var tree func(t *rapid.T, depth int) string
	tree = func(t *rapid.T, depth int) string {
		if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
			return rapid.SampledFrom([]string{"3", "true", "turn", "at_war", "won(vallum)", "fortresses(athens, attica)"}).Draw(t, "leaf")
		}
		op := rapid.SampledFrom([]string{"+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "and", "or", "!", "not ", "unary -"}).Draw(t, "op")
		switch op {
		case "!", "not ":
			return op + "(" + tree(t, depth-1) + ")"
		case "unary -":
			return "-(" + tree(t, depth-1) + ")"
		}
		return "(" + tree(t, depth-1) + " " + op + " " + tree(t, depth-1) + ")"
	}
	passed := 0
	rapid.Check(t, func(t *rapid.T) {
		src := tree(t, 3)
		env := environment(testVars())
		_, ours := Bool(src, testVars())
		theirs := check(src, env, exprlang.AsBool())
		if ours != nil && (ours.Msg == divisionByZero(0).Msg || ours.Msg == beyond64(0).Msg) {
			ours = nil
		}
		if (ours == nil) != (theirs == nil) {
			t.Fatalf("%s: we say %v, expr says %v", src, ours, theirs)
		}
		if ours == nil {
			passed++
		}
	})
	if passed < 100 {
		t.Errorf("only %d samples were well-typed", passed)
	}
}
