package policies

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// decimalsMost is how many digits a probability may have after the point: 10^18
// is the largest power of ten whose fractions are counted exactly in 64 bits.
const decimalsMost = 18

// ParseChance reads a probability from 0 to 1, an exact decimal such as "0.125",
// as a draw that gives 1 with that probability, else 0.
func ParseChance(decimal string) (*engine.Dist, error) {
	whole, fraction, _ := strings.Cut(decimal, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > decimalsMost {
		return nil, fmt.Errorf("the probability %s has more than %d digits after the point", decimal, decimalsMost)
	}
	den := uint64(1)
	for range fraction {
		den *= 10
	}
	num, err := strconv.ParseUint(whole+fraction, 10, 64)
	if err != nil || num > den {
		return nil, fmt.Errorf("%q is no probability: it is a decimal from 0 to 1, such as 0.25", decimal)
	}
	return engine.Chance(num, den)
}
