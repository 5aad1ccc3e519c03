package expr

import "testing"

// hot are the shapes of conditions that scenarios test every turn.
var hot = []struct{ name, src string }{
	{"function", "won(inkopah)"},
	{"constant", "approval < patience"},
	{"both", "won(vallum) && approval >= 60"},
	{"either", "won(inkopah) || won(vallum) || turn > 6"},
	{"not", "!won(inkopah)"},
	{"sum", "approval + fervor > 50"},
	{"guarded", "wild * 2 / turn > 50"},
	{"fault", "approval / (turn - 7) > 1"}, // turn is 7
}

func TestNoAllocation(t *testing.T) {
	view := testWorld()
	for _, h := range hot {
		compiled, err := Bool(h.src, testVars())
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { compiled.Eval(view) }); n != 0 {
			t.Errorf("%s: Eval allocates %v times", h.src, n)
		}
		if compiled.Pure == nil {
			continue
		}
		if n := testing.AllocsPerRun(100, func() { compiled.Pure(view) }); n != 0 {
			t.Errorf("%s: Pure allocates %v times", h.src, n)
		}
	}
}

func BenchmarkPure(b *testing.B) {
	for _, h := range hot {
		compiled, err := Bool(h.src, testVars())
		if err != nil {
			b.Fatal(err)
		}
		if compiled.Pure == nil {
			continue
		}
		b.Run(h.name, func(b *testing.B) {
			view := testWorld()
			for b.Loop() {
				compiled.Pure(view)
			}
		})
	}
}

func BenchmarkEval(b *testing.B) {
	for _, h := range hot {
		compiled, err := Bool(h.src, testVars())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(h.name, func(b *testing.B) {
			view := testWorld()
			for b.Loop() {
				compiled.Eval(view)
			}
		})
	}
}
