package stats

import "fmt"

// Point is a curve at one turn. The estimate is missing where every war still
// on had been cut off before.
type Point struct {
	Turn   int
	AtRisk uint64 // wars that lasted at least Turn turns
	Ended  uint64 // of these, wars that ended at Turn (by the curve's cause)
	Estimate
}

// Curve is the chance that a war lasts longer than so many turns.
type Curve struct {
	Points []Point // from turn 0

	table     *lifeTable
	influence [][]float64
	bands     []band
}

// KaplanMeier estimates the chance that a war lasts longer than t turns, for
// every t that occurs, from wars that ended (for whatever cause) and wars that
// only the horizon cut off. The pointwise intervals at confidence conf are
// Greenwood's variance on the log(-log) scale; where a game had several wars,
// Wars.Pairs makes it the variance between games. An error is a confidence
// outside 0..1 or pairs that do not belong to the counts.
//
// E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete
// observations", JASA 53 (1958), 457-481; M. Greenwood, "The natural duration of
// cancer", Reports on Public Health and Medical Subjects 33 (1926), 1-26.
func KaplanMeier(w Wars, conf float64) (Curve, error) {
	t, err := newLifeTable(w.oneCause(), conf)
	if err != nil {
		return Curve{}, err
	}
	influence := t.influence(0)
	bands := t.bands(0, influence)
	return Curve{
		Points:    t.points(t.ended, bands, func(b band) Interval { return b.never }),
		table:     t,
		influence: influence,
		bands:     bands,
	}, nil
}

func (t *lifeTable) points(ended []uint64, bands []band, side func(band) Interval) []Point {
	all := make([]Point, len(t.atRisk))
	for turn := range all {
		p := Point{Turn: turn, AtRisk: t.atRisk[turn], Ended: ended[turn]}
		if turn < t.watched {
			p.Interval = side(bands[turn])
		} else {
			p.Missing = t.unwatched(turn)
		}
		all[turn] = p
	}
	return all
}

func (t *lifeTable) unwatched(turn int) string {
	if len(t.kinds) == 0 {
		return "no wars"
	}
	return fmt.Sprintf("no war could be watched for %d turns", turn)
}

// Median is the length that half of the wars do not outlast, in turns. Each end
// may be unknown by itself: a curve may come down to half while its upper band
// does not.
type Median struct{ Est, Low, High Figure[int] }

// Median is the first turn at which the curve is at or below one half; its
// interval holds the turns at which the band contains one half.
//
// R. Brookmeyer and J. Crowley, "A confidence interval for the median survival
// time", Biometrics 38 (1982), 29-41.
func (c Curve) Median() Median {
	first := func(down func(turn int) bool) Figure[int] {
		for turn := range c.bands {
			if down(turn) {
				return Figure[int]{Value: turn}
			}
		}
		if c.table == nil || len(c.table.kinds) == 0 {
			return noFigure[int]("no wars")
		}
		return noFigure[int]("not reached in %d turns", c.table.watched-1)
	}
	return Median{
		Est:  first(func(t int) bool { return c.Points[t].Est <= 0.5 }),
		Low:  first(func(t int) bool { return c.Points[t].Low <= 0.5 }),
		High: first(func(t int) bool { return c.Points[t].High <= 0.5 }),
	}
}
