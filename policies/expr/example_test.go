package expr_test

import (
	"fmt"

	"github.com/polemos-sim/polemos/policies/expr"
)

type game struct {
	approval int64
	won      []bool
}

func Example() {
	vars := expr.Vars[*game]{
		Int: map[string]expr.Number[*game]{
			"approval": {Get: func(g *game) int64 { return g.approval }, Bounded: true, Max: 100},
		},
		BoolOf: map[string]expr.Function[expr.Flag[*game]]{
			"won": {Of: []string{"crisis"}, Bind: func(args []int) expr.Flag[*game] {
				crisis := args[0]
				return expr.Flag[*game]{Get: func(g *game) bool { return g.won[crisis] }}
			}},
		},
		Names: map[string]map[string]int{"crisis": {"inkopah": 0, "vallum": 1}},
		Param: map[string]int64{"patience": 64},
	}
	g := &game{approval: 70, won: []bool{false, true}}

	victory, _ := expr.Bool("won(vallum) && approval > patience", vars)
	fmt.Println(victory.Pure(g), victory.Params, victory.Names)

	never, _ := expr.Bool("won(inkopah) && approval > 100", vars)
	fmt.Println(never.Constant, never.Value)

	share, _ := expr.Int("100 / (approval - 70)", vars)
	_, err := share.Eval(g)
	fmt.Println(err)

	_, problem := expr.Bool("won(inkopa)", vars)
	fmt.Println(problem)
	// Output:
	// true [patience] [vallum]
	// true false
	// column 5: division by zero (test the divisor first: x != 0 && ...)
	// column 5: unknown crisis inkopa (did you mean inkopah?)
}
