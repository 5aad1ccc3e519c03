package policies

import (
	"strconv"

	"github.com/polemos-sim/polemos/engine/republic"
)

// Every script says, as a [republic.Script], what is listed for a turn and cannot
// be done: an order is never passed over in silence, not even in a turn in which
// its seat has nothing to decide.
var (
	_ republic.Script = (*congressScript)(nil)
	_ republic.Script = (*legislationScript)(nil)
	_ republic.Script = (*presidentScript)(nil)
)

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
