package run

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

// precisions are the --precision flags: half the width of the interval of every outcome's odds, or of a measure.
type precisions []precision

type precision struct {
	of   string // measure; "": the odds of every outcome
	half float64
}

func (p *precisions) String() string {
	var all []string
	for _, one := range *p {
		text := strconv.FormatFloat(one.half, 'g', -1, 64)
		if one.of != "" {
			text = one.of + "=" + text
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func (p *precisions) Type() string { return "H" }

func (p *precisions) Set(text string) error {
	of, number, named := strings.Cut(text, "=")
	if !named {
		of, number = "", text
	}
	v, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil && named:
		return errors.New("not a number after =; write --precision war.length.mean=0.01 for +-0.01 turns")
	case err != nil:
		return errors.New("not a number; write --precision 0.001 for odds to +-0.1 %")
	case named && (!(v > 0) || math.IsInf(v, 0)):
		return errors.New("not above 0; write --precision war.length.mean=0.01 for +-0.01 turns")
	case !named && !(v > 0 && v < 1):
		return errors.New("not between 0 and 1; write --precision 0.001 for odds to +-0.1 %")
	}
	*p = append(*p, precision{of, v})
	return nil
}

// games is the number of games that gives all of them, fixed before the first game: from the worst case for odds, from a
// pilot on other games for other measures.
func (p precisions) games(ctx context.Context, e sim.Experiment) (uint64, error) {
	most := uint64(1)
	for _, one := range p {
		var games uint64
		var err error
		if one.of == "" {
			if games, err = stats.GamesFor(one.half, e.Confidence); err != nil || games > gamesMost {
				return 0, usage("--precision %v needs more than %s games: ask for a wider one", one.half, spellGames(gamesMost))
			}
		} else {
			m, err := measure.Parse(one.of, e.Ruleset.Schema(), expr.Closest)
			if err != nil {
				return 0, usage("--precision: %v", err)
			}
			if games, err = study.GamesFor(ctx, e, m, one.half); err != nil || games > gamesMost {
				if err == nil {
					err = usage("%s to +-%v needs more than %s games: ask for a wider interval", one.of, one.half, spellGames(gamesMost))
				}
				return 0, studyError(err)
			}
		}
		most = max(most, games)
	}
	return most, nil
}
