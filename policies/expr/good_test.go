package expr

import (
	"math"
	"slices"
	"testing"
)

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		src  string
		want bool
	}{
		{"won(vallum)", true},
		{"lost(inkopah)", true},
		{"won(inkopah)", false},
		{"won(turn)", false}, // the crisis, not the variable
		{"won(κρίση)", true},
		{"at_war", true},
		{"!won(inkopah)", true},
		{"not won(vallum)", false},
		{"!!at_war", true},
		{"won(vallum) && at_war", true},
		{"won(inkopah) and at_war", false},
		{"won(inkopah) || at_war", true},
		{"won(inkopah) or won(turn)", false},
		{"won(inkopah) && won(inkopah) || at_war", true}, // && binds tighter
		{"won(vallum) == at_war", true},
		{"won(vallum) != at_war", false},
		{"won(inkopah) == false", true},
		{"true != won(vallum)", false},
		{"true", true},
		{"approval > 59", true},
		{"approval > 60", false},
		{"approval >= 60", true},
		{"approval < 60", false},
		{"approval <= 60", true},
		{"approval == 60", true},
		{"approval != 60", false},
		{"59 < approval", true},
		{"60 < approval", false},
		{"60 <= approval", true},
		{"60 > approval", false},
		{"61 > approval", true},
		{"60 >= approval", true},
		{"60 == approval", true},
		{"60 != approval", false},
		{"fervor < turn", true},
		{"turn < fervor", false},
		{"turn <= approval", true},
		{"turn > approval", false},
		{"turn == approval", false},
		{"turn != approval", true},
		{"approval < patience", true},
		{"controls(athens, attica)", true},
		{"controls(sparta, attica)", false},
		{"controls(sparta, athens) and\n\tfortresses(sparta, athens) == 32", true},
		{"(turn > 3) == (approval > 50)", true},
		{"not (turn > 3)", false},
		{"wild / turn > 142", false}, // 142.86 is 142
		{"wild * 1_000 == 1000000", true},
		{"wild + 1 > 1000 && wild - 1 < 1000", true},
		{"wild + 1 > 1001 || wild - 1 < 999", false},
		{"(wild + 1 > 1000) == (wild - 1 > 1000)", false},
		{"!(wild + 1 > 1000)", false},
	} {
		got, err := Bool(c.src, testVars())
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		value, fault := got.Eval(testWorld())
		if value != c.want || fault != nil {
			t.Errorf("%q is %v, %v; want %v", c.src, value, fault, c.want)
		}
		if got.Pure != nil && got.Pure(testWorld()) != c.want {
			t.Errorf("%q: Pure is %v", c.src, !c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int64
	}{
		{"1_000", 1000},
		{"9223372036854775807", math.MaxInt64},
		{"-9223372036854775807 - 1", math.MinInt64},
		{"approval", 60},
		{"-approval", -60},
		{"--approval", 60},
		{"2 + 3 * 4", 14},
		{"(2 + 3) * 4", 20},
		{"10 - 4 - 3", 3},
		{"7 / 2", 3},
		{"-7 / 2", -3},
		{"7 / -2", -3},
		{"-7 % 3", -1},
		{"7 % -3", 1},
		{"100 / 7 / 2", 7},
		{"approval + fervor", 57},
		{"approval - fervor", 63},
		{"approval * fervor", -180},
		{"approval / turn", 8},
		{"fervor / turn", 0},
		{"approval % turn", 4},
		{"fervor % turn", -3},
		{"wild % approval", 40},
		{"patience - turn", 57},
		{"fortresses(athens, attica)", 1},
		{"fortresses(athens, attica, laconia, athens)", 7},
		{"fortresses(sparta, laconia, athens) + turn", 55},
	} {
		got, err := Int(c.src, testVars())
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		value, fault := got.Eval(testWorld())
		if value != c.want || fault != nil {
			t.Errorf("%q is %d, %v; want %d", c.src, value, fault, c.want)
		}
		if got.Pure != nil && got.Pure(testWorld()) != c.want {
			t.Errorf("%q: Pure is %d; want %d", c.src, got.Pure(testWorld()), c.want)
		}
	}
}

// What is constant follows from the domains in testVars: turn in 1..40,
// approval in 0..100, fervor in -10..10, still 0, wild anything.
func TestConstantAndReads(t *testing.T) {
	const constTrue, constFalse, open = "true", "false", "open"
	for _, c := range []struct {
		src, constant string
		pure          bool
		reads         uint64
	}{
		{"1 > 2", constFalse, true, 0},
		{"patience == 64", constTrue, true, 0},
		{"zero != 0 && turn / zero > 2", constFalse, true, 0},
		{"zero == 0 || turn / zero > 2", constTrue, true, 0},
		{"still == 0 || turn / still > 2", constTrue, true, 0},
		{"false && won(inkopah)", constFalse, true, 0},
		{"won(inkopah) && false", constFalse, true, 0},
		{"won(inkopah) || true", constTrue, true, 0},
		{"won(vallum) && true", open, true, readsWon << 1},
		{"false || won(vallum)", open, true, readsWon << 1},
		{"won(vallum) == false", open, true, readsWon << 1},
		{"won(inkopah) && at_war", open, true, readsWon | readsAtWar},
		{"won(inkopah) || won(κρίση)", open, true, readsWon | readsWon<<3},
		{"approval > 100", constFalse, true, 0},
		{"approval > 99", open, true, readsApproval},
		{"approval >= 0", constTrue, true, 0},
		{"approval >= 1", open, true, readsApproval},
		{"approval < 0", constFalse, true, 0},
		{"approval <= 100", constTrue, true, 0},
		{"approval == 101", constFalse, true, 0},
		{"approval != 101", constTrue, true, 0},
		{"turn == 0", constFalse, true, 0},
		{"turn <= 40", constTrue, true, 0},
		{"turn < 40", open, true, readsTurn},
		{"turn + approval > 140", constFalse, true, 0},
		{"turn + approval > 139", open, true, readsTurn | readsApproval},
		{"approval - fervor < -10", constFalse, true, 0},
		{"fervor * fervor > 100", constFalse, true, 0},
		{"fervor * approval >= -1000", constTrue, true, 0},
		{"fervor * approval > -1000", open, true, readsFervor | readsApproval},
		{"approval / turn > 100", constFalse, true, 0},
		{"approval % 7 > 6", constFalse, true, 0},
		{"approval % 7 < 0", constFalse, true, 0},
		{"fervor % 7 < 0", open, true, readsFervor},
		{"approval != approval", constFalse, true, 0},
		{"approval < approval", constFalse, true, 0},
		{"-(turn + 2) == -((turn+2))", constTrue, true, 0},
		{"turn + 2 == turn - 2", open, true, readsTurn},
		{"won(inkopah) == lost(inkopah)", open, true, readsWon | readsLost},
		{"turn + 2 == 2 + turn", open, true, readsTurn}, // spelt differently
		{"!at_war != !at_war", constFalse, true, 0},
		{"fortresses(athens, attica) == fortresses(athens, attica)", constTrue, true, 0},
		{"fortresses(athens, attica) == fortresses(athens, laconia)", open, true, readsForts},
		{"wild >= wild", constTrue, true, 0},
		{"won(inkopah) == won(inkopah)", constTrue, true, 0},
		{"won(inkopah) == won(vallum)", open, true, readsWon | readsWon<<1},
		{"still == 0", constTrue, true, 0},
		{"wild * still == 0", constTrue, true, 0},
		{"wild == 3", open, true, readsWild},
		{"fortresses(athens, attica) > 100", constFalse, true, 0},

		// Where a part may fail there is no value to rely on, and no Pure.
		{"wild + 1 == wild + 1", open, false, readsWild},
		{"(wild + 1 > 0) == (wild + 1 > 0)", open, false, readsWild},
		{"wild + 1 > 0 && false", open, false, readsWild},
		{"false && wild + 1 > 0", constFalse, true, 0},
		{"approval / fervor > 1000", open, false, readsApproval | readsFervor},
		{"approval % fervor > 1000", open, false, readsApproval | readsFervor},
		{"-wild > 0", open, false, readsWild},
		{"wild / -1 > 0", open, false, readsWild},
		{"wild / 2 > 0", open, true, readsWild},
		{"approval * 9223372036854775807 > 0", open, false, readsApproval},
	} {
		got, err := Bool(c.src, testVars())
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		constant := open
		if got.Constant {
			constant = map[bool]string{true: constTrue, false: constFalse}[got.Value]
		}
		if constant != c.constant || (got.Pure != nil) != c.pure || got.Reads != c.reads {
			t.Errorf("%q: %s, pure %v, reads %b; want %s, %v, %b", c.src,
				constant, got.Pure != nil, got.Reads, c.constant, c.pure, c.reads)
		}
	}
	n, err := Int("patience - 2 * still", testVars())
	if err != nil || !n.Constant || n.Value != 64 || n.Reads != 0 {
		t.Errorf("patience - 2 * still: %+v, %v; want the constant 64", n, err)
	}
}

func TestMentions(t *testing.T) {
	got, err := Bool("won(vallum) && approval < patience || false && won(inkopah) && turn > zero && won(vallum)", testVars())
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"vallum", "inkopah"}; !slices.Equal(got.Names, want) {
		t.Errorf("names %q, want %q", got.Names, want)
	}
	if want := []string{"patience", "zero"}; !slices.Equal(got.Params, want) {
		t.Errorf("params %q, want %q", got.Params, want)
	}
}

func TestFaults(t *testing.T) {
	zero := testWorld()
	zero.fervor = 0
	far := testWorld()
	far.wild = math.MaxInt64
	deep := testWorld()
	deep.wild = math.MinInt64
	const byZero, beyond = "division by zero", "the result does not fit into 64 bits"
	for _, c := range []struct {
		src    string
		view   *world
		column int // 0: no fault
		msg    string
	}{
		{"approval / fervor > 1", zero, 10, byZero},
		{"approval % fervor > 1", zero, 10, byZero},
		{"at_war && approval / fervor > 1", zero, 20, byZero},
		{"!(approval / fervor > 1)", zero, 12, byZero},
		{"(approval / fervor > 1) == at_war", zero, 11, byZero},
		{"at_war == (approval / fervor > 1)", zero, 21, byZero},
		{"won(inkopah) == (approval / fervor > 1)", zero, 27, byZero},
		{"approval / fervor > 1 || at_war", zero, 10, byZero},
		{"1 < approval / fervor", zero, 14, byZero},
		{"approval / fervor + 1 > 1", zero, 10, byZero},
		{"1 + approval / fervor > 1", zero, 14, byZero},
		{"fervor != 0 && approval / fervor > 1", zero, 0, ""},
		{"fervor == 0 || approval / fervor > 1", zero, 0, ""},
		{"approval / fervor > 1", testWorld(), 0, ""},
		{"wild + 1 > 1", far, 6, beyond},
		{"wild - 1 > 1", far, 0, ""},
		{"wild * 2 > 1", far, 6, beyond},
		{"wild - 1 > 1", deep, 6, beyond},
		{"-wild > 1", deep, 1, beyond},
		{"-wild > 1", far, 0, ""},
		{"wild / -1 > 1", deep, 6, beyond},
		{"wild * -1 > 1", deep, 6, beyond},
		{"-1 * wild > 1", deep, 4, beyond},
	} {
		got, err := Bool(c.src, testVars())
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		value, fault := got.Eval(c.view)
		switch at, ok := fault.(*Error); {
		case c.column == 0 && fault != nil:
			t.Errorf("%q fails: %v", c.src, fault)
		case c.column > 0 && (!ok || at.Column != c.column || at.Msg != c.msg):
			t.Errorf("%q: %v; want column %d: %s", c.src, fault, c.column, c.msg)
		case c.column > 0 && value:
			t.Errorf("%q fails with the value true", c.src)
		}
	}
}
