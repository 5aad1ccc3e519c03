package summary

import "strings"

// Sentence tells the outcome in one or two sentences: the likeliest outcome with its interval, and how long wars last.
func (s *Summary) Sentence() string {
	if s.Games == 0 || len(s.Outcomes) == 0 {
		return "No game was played."
	}
	best := s.Outcomes[0]
	for _, o := range s.Outcomes[1:] {
		if o.Games > best.Games {
			best = o
		}
	}
	var b strings.Builder
	odds := Percent(best.Odds, best.Low, best.High)
	b.WriteString("The likeliest outcome is " + Words(best.Name) + ", in " + odds.Value + " % of games")
	if odds.Low != "" {
		b.WriteString(" (" + odds.Low + " to " + odds.High + " % at " + Plain(100*s.Confidence) + " % confidence)")
	}
	b.WriteString(".")
	if l := s.Wars.Length; l.Mean != nil && l.Fought() {
		mean := Number(l.Mean, l.Low, l.High)
		b.WriteString(" A war lasts " + mean.Value + " turns on average; ")
		if l.Median != nil {
			b.WriteString("half are over within " + turns(*l.Median) + ".")
		} else {
			b.WriteString("more than half are still on at the horizon")
			if l.RestrictedMean != nil && l.RestrictedTells() {
				within := Number(l.RestrictedMean, l.RestrictedLow, l.RestrictedHigh)
				b.WriteString(", and all, watched for " + turns(float64(s.Scenario.Turns)) + ", would take " + within.Value + " of them")
			}
			b.WriteString(".")
		}
		if cut := l.CutOffText(); cut != "" {
			b.WriteString(" " + cut + ".")
		}
	}
	return b.String()
}

func turns(n float64) string {
	if n == 1 {
		return "1 turn"
	}
	return Plain(n) + " turns"
}
