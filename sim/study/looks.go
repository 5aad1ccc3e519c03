package study

import (
	"fmt"
	"math"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// Looks say, before the first game is played, after how many games results are looked at: First, then twice as many each
// time, and last after Games. Looks are at prefixes in game order, so that fast games never come first.
//
// Each look may use up as much of the allowed error as it has new games, of all games: half of it is left for the last
// look. The sum is the allowed error, however the looks depend on each other. This is the spending function of power 1
// with the bounds of Bonferroni, which need no normal theory.
//
// K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70 (1983), 659-663;
// K. Kim and D. L. DeMets, "Design and analysis of group sequential tests based on the type I error spending rate
// function", Biometrika 74 (1987), 149-154.
type Looks struct {
	First uint64 // games before the first look; 0: [FirstLook]
	Games uint64 // games before the last look
}

// FirstLook is the usual number of games before the first look.
const FirstLook = engine.BlockGames

const gamesMost = sim.GamesMost

func (l Looks) checked() (Looks, error) {
	if l.First == 0 {
		l.First = FirstLook
	}
	if l.Games == 0 || l.Games > gamesMost {
		return l, fmt.Errorf("%d games cannot be played: choose from 1 to %d", l.Games, uint64(gamesMost))
	}
	return l, nil
}

// At are the numbers of games at the looks.
func (l Looks) At() []uint64 {
	var at []uint64
	for n := l.First; n < l.Games; n *= 2 {
		at = append(at, n)
	}
	return append(at, l.Games)
}

// confidence is that of each of several statements at look i, where all of them at all looks are to hold with
// confidence.
func (l Looks) confidence(i int, confidence float64, statements int) float64 {
	at := l.At()
	fresh := at[i]
	if i > 0 {
		fresh -= at[i-1]
	}
	return 1 - (1-confidence)*float64(fresh)/float64(l.Games)/float64(statements)
}

// moreGames is about how many games in all would do, when half the width of an interval after n games is to shrink to a
// distance: as its square. Rounded up to two digits; 0 when no number would do.
func moreGames(n uint64, half, distance float64) uint64 {
	games := float64(n) * (half / distance) * (half / distance)
	if !(games > 0 && games < 1e18) || !(distance > 0) {
		return 0
	}
	digits := math.Pow(10, math.Floor(math.Log10(games))-1)
	return max(n+1, uint64(math.Ceil(games/digits)*digits))
}
