package study

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/sim/stats"
)

// A Target is what a measure should come to.
type Target struct {
	Measure  string
	Relation Relation
	Value    float64
}

// Relation says how a measure should lie to the target's value.
type Relation uint8

// Relations.
const (
	Equal Relation = iota
	AtLeast
	AtMost
)

var relations = [...]string{Equal: "=", AtLeast: ">=", AtMost: "<="}

// ParseTarget reads MEASURE=VALUE, MEASURE>=VALUE or MEASURE<=VALUE.
func ParseTarget(text string) (Target, error) {
	for _, r := range []Relation{AtLeast, AtMost, Equal} {
		name, number, ok := strings.Cut(text, relations[r])
		if !ok {
			continue
		}
		name, number = strings.TrimSpace(name), strings.TrimSpace(number)
		v, err := strconv.ParseFloat(number, 64)
		if name == "" || err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return Target{}, fmt.Errorf("%q: write MEASURE=VALUE, MEASURE>=VALUE or MEASURE<=VALUE, such as odds.victory=0.5", text)
		}
		if strings.HasPrefix(name, "odds.") && (v < 0 || v > 1) {
			return Target{}, fmt.Errorf("%q: odds are from 0 to 1; %g %% is %g", text, v, v/100)
		}
		return Target{name, r, v}, nil
	}
	return Target{}, errors.New(`"` + text + `" has no =, >= or <=: write MEASURE=VALUE, such as odds.victory=0.5`)
}

func (t Target) String() string {
	return t.Measure + relations[t.Relation] + strconv.FormatFloat(t.Value, 'g', -1, 64)
}

// A side is where the true value lies, as far as an interval tells: below the target or above it. A value that is equal
// counts as satisfying the target, or as above when it should be equal.
type side int8

const (
	below   side = -1
	unknown side = 0
	above   side = 1
)

func (t Target) side(e stats.Estimate) side {
	slack := 0.0
	if e.Low == e.High {
		slack = rounding // computed: as near as that is equal
	}
	switch {
	case !e.Known():
		return unknown
	case t.Relation == AtMost && e.High <= t.Value+slack:
		return below
	case t.Relation == AtMost && e.Low > t.Value+slack:
		return above
	case t.Relation == AtMost:
		return unknown
	case e.Low >= t.Value-slack:
		return above
	case e.High < t.Value-slack:
		return below
	}
	return unknown
}

// guess is the side on which the estimate itself lies.
func (t Target) guess(e stats.Estimate) side {
	e.Low, e.High = e.Est, e.Est
	return t.side(e)
}

// meets says whether a side is what the target wants; of an equality neither is.
func (t Target) meets(s side) bool {
	return t.Relation == AtLeast && s == above || t.Relation == AtMost && s == below
}
