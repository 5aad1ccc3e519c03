package policies

import (
	"strconv"

	"github.com/polemos-sim/polemos/engine/republic"
)

// The scripts do what is listed. Each of them has a method Unmet(*republic.View)
// string, to be asked when the Legislative Phase of a turn is over: it tells what
// is listed for this turn and was not, or cannot be, done; "" when there is
// nothing. So an order that cannot be carried out is never passed over in
// silence, even in a turn in which the seat has nothing to decide.

// byTurn sorts the rows of a script, which begin with their turn, into the turns
// of the game. A turn that is not listed is nil; turns after the last are never
// played.
func byTurn(r *republic.Rules, o Options, key string, rows [][]int32) [][][]int32 {
	turns := make([][][]int32, r.Turns+1)
	for _, row := range rows {
		switch turn := row[0]; {
		case turn < 1:
			o.Fail(key, "there is no turn "+strconv.Itoa(int(turn))+": turns are counted from 1")
		case turn <= r.Turns:
			turns[turn] = append(turns[turn], row[1:])
		}
	}
	return turns
}
