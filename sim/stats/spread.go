package stats

import "math"

// SD estimates the standard deviation of one value per independent game
// ([Hist.SD]), with a normal interval whose variance is that of the linearised
// estimate, from the fourth moment: values far from normal are no trouble. Values
// that were all equal give an interval of no width.
//
// H. Cramér, "Mathematical Methods of Statistics" (1946), section 28.4.
func SD(h Hist, conf float64) Estimate {
	if why := badConfidence(conf); why != "" {
		return missing("%s", why)
	}
	sd := h.SD()
	if !sd.Known() {
		return missing("%s", sd.Missing)
	}
	mean, n := h.Mean().Value, float64(h.N())
	var squares float64
	for i, c := range h.Counts {
		f := spreadInfluence(float64(h.Lo+int64(i)), mean, sd.Value)
		squares += float64(c) * f * f
	}
	return spreadInterval(sd.Value, squares/(n*n), conf)
}

// WarSD is SD for the lengths of wars, in turns so far for those cut off; wars of
// one game may depend on each other.
func WarSD(w Wars, conf float64) Estimate {
	if why := badConfidence(conf); why != "" {
		return missing("%s", why)
	}
	kinds := w.kinds()
	pairs, err := links(w.Pairs, kinds)
	if err != nil {
		return missing("%s", err)
	}
	h := Hist{Counts: make([]uint64, w.turns())}
	for _, k := range kinds {
		h.Counts[k.Length] += k.wars
	}
	sd := h.SD()
	if !sd.Known() {
		return missing("%s", sd.Missing)
	}
	mean, n := h.Mean().Value, float64(h.N())
	var squares float64
	influence := make([]float64, len(kinds))
	for i, k := range kinds {
		influence[i] = spreadInfluence(float64(k.Length), mean, sd.Value)
		squares += float64(k.wars) * influence[i] * influence[i]
	}
	for _, l := range pairs {
		squares += 2 * float64(l.pairs) * influence[l.a] * influence[l.b]
	}
	return spreadInterval(sd.Value, max(0, squares)/(n*n), conf)
}

// spreadInfluence is how much one more value v would move the standard deviation,
// per unit of weight.
func spreadInfluence(v, mean, sd float64) float64 {
	if sd == 0 {
		return 0
	}
	return ((v-mean)*(v-mean) - sd*sd) / (2 * sd)
}

func spreadInterval(sd, variance, conf float64) Estimate {
	half := normalZ(conf) * math.Sqrt(variance)
	return known(sd, max(0, sd-half), sd+half)
}
