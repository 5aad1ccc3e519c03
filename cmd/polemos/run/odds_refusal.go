package run

import (
	"errors"
	"fmt"
	"strings"

	"github.com/polemos-sim/polemos/sim"
)

// spreadsTold is how many of the numbers that tell states apart are named.
const spreadsTold = 5

// refusal says why exact odds are out of reach, what made it so, and what would do.
func refusal(far *sim.OutOfReach, scenario string, measures bool) error {
	var b strings.Builder
	crowd := far.Found.Crowd
	if far.Turns() {
		fmt.Fprintf(&b, "exact odds are out of reach: the budget is %s turns played, and in turn %d there is more to play", spellGames(far.Budget.Runs), crowd.Turn)
	} else {
		fmt.Fprintf(&b, "exact odds are out of reach: the budget is %s states a turn, and turn %d has more", spellGames(far.Budget.States), crowd.Turn)
	}
	b.WriteString("\nthe odds above are bounds, from the games that were followed to their end")
	var told []string
	for _, s := range crowd.Spread[:min(len(crowd.Spread), spreadsTold)] {
		told = append(told, fmt.Sprintf("%s (%d values)", s.Name, s.Values))
	}
	if len(told) > 0 {
		fmt.Fprintf(&b, "\nwhat multiplies its states, %s after equally many draws: %s", spellGames(uint64(crowd.Positions)), strings.Join(told, ", "))
	}
	var ways []string
	if measures {
		ways = append(ways, "fewer measures (--measure none)")
	}
	if crowd.Turn > 1 {
		ways = append(ways, fmt.Sprintf("a shorter horizon (--set turns=%d is within the budget)", crowd.Turn-1))
	}
	ways = append(ways, "plain numbers in the place of dice", "fewer crises",
		fmt.Sprintf("a larger --budget than %s (turns played; a fiftieth of it are the states of a turn)", spellCount(far.Budget.Runs)))
	fmt.Fprintf(&b, "\nwhat would do: %s; or games: polemos run %s", strings.Join(ways, ", "), scenario)
	return errors.New(b.String())
}
