package expr

import (
	"flag"
	"math"
)

// The same random expressions every time, and enough of them.
func init() {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "4000", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
}

// world is the view of the tests: a small war.
type world struct {
	turn, approval, fervor, wild int64
	atWar                        bool
	won, lost                    [4]bool
	forts                        [2][3]int64
}

const (
	readsTurn = 1 << iota
	readsApproval
	readsFervor
	readsWild
	readsAtWar
	readsForts
	readsWon // of the first crisis, then one bit for each
)

const readsLost = 1 << 20 // likewise

func testVars() Vars[*world] {
	return Vars[*world]{
		Int: map[string]Number[*world]{
			"turn":     {Get: func(w *world) int64 { return w.turn }, Bounded: true, Min: 1, Max: 40, Reads: readsTurn},
			"approval": {Get: func(w *world) int64 { return w.approval }, Bounded: true, Min: 0, Max: 100, Reads: readsApproval},
			"fervor":   {Get: func(w *world) int64 { return w.fervor }, Bounded: true, Min: -10, Max: 10, Reads: readsFervor},
			"wild":     {Get: func(w *world) int64 { return w.wild }, Reads: readsWild},
			"still":    {Get: func(*world) int64 { return 0 }, Bounded: true, Reads: readsWild},
		},
		Bool: map[string]Flag[*world]{
			"at_war": {Get: func(w *world) bool { return w.atWar }, Reads: readsAtWar},
		},
		IntOf: map[string]Function[Number[*world]]{
			"fortresses": {Of: []string{"city", "area"}, Variadic: true, Bind: func(args []int) Number[*world] {
				city, areas := args[0], args[1:]
				return Number[*world]{Bounded: true, Min: 0, Max: 100, Reads: readsForts, Get: func(w *world) int64 {
					sum := int64(0)
					for _, area := range areas {
						sum += w.forts[city][area]
					}
					return sum
				}}
			}},
		},
		BoolOf: map[string]Function[Flag[*world]]{
			"won": {Of: []string{"crisis"}, Bind: func(args []int) Flag[*world] {
				crisis := args[0]
				return Flag[*world]{Get: func(w *world) bool { return w.won[crisis] }, Reads: readsWon << crisis}
			}},
			"lost": {Of: []string{"crisis"}, Bind: func(args []int) Flag[*world] {
				crisis := args[0]
				return Flag[*world]{Get: func(w *world) bool { return w.lost[crisis] }, Reads: readsLost << crisis}
			}},
			"controls": {Of: []string{"city", "area"}, Bind: func(args []int) Flag[*world] {
				city, area := args[0], args[1]
				return Flag[*world]{Get: func(w *world) bool { return w.forts[city][area] > 0 }, Reads: readsForts}
			}},
		},
		Names: map[string]map[string]int{
			"crisis": {"inkopah": 0, "vallum": 1, "turn": 2, "κρίση": 3}, // one is called like a variable
			"city":   {"athens": 0, "sparta": 1},
			"area":   {"attica": 0, "laconia": 1, "athens": 2},
		},
		Param: map[string]int64{"patience": 64, "zero": 0, "huge": math.MaxInt64},
	}
}

// testWorld has different values everywhere, so that a mix-up shows.
func testWorld() *world {
	return &world{turn: 7, approval: 60, fervor: -3, wild: 1000, atWar: true,
		won: [4]bool{false, true, false, true}, lost: [4]bool{true, false, false, false}, forts: [2][3]int64{{1, 2, 4}, {0, 16, 32}}}
}
