package stats

// AalenJohansen estimates, for every cause, the chance that a war has ended by
// that cause after at most t turns: curves[cause][t]. At every turn the causes
// and Kaplan-Meier's survival add up to 1, which one minus Kaplan-Meier per
// cause would exceed. Intervals, pairs and errors are as for KaplanMeier: with
// one cause the interval is the mirror image of Kaplan-Meier's.
//
// O. O. Aalen and S. Johansen, "An empirical transition matrix for
// non-homogeneous Markov chains based on censored observations", Scandinavian
// Journal of Statistics 5 (1978), 141-150.
func AalenJohansen(w Wars, conf float64) (curves [][]Point, err error) {
	t, err := newLifeTable(w, conf)
	if err != nil {
		return nil, err
	}
	for cause, ended := range t.causes {
		bands := t.bands(cause, t.influence(cause))
		curves = append(curves, t.points(ended, bands, func(b band) Interval { return b.ever }))
	}
	return curves, nil
}
