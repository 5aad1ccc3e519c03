package configs

import (
	"math"

	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies/expr"
)

// vars is what conditions of a Republic may mention.
func (p *republicPart) vars(params []Param) expr.Vars[*republic.View] {
	r := &p.rules
	territories := int64(0)
	crises := map[string]int{}
	for i := range p.crises {
		territories += int64(p.crises[i].Spoils.Territories)
		crises[p.crises[i].Name] = i
	}
	numbers := map[string]expr.Number[*republic.View]{
		"approval":    number32((*republic.View).Approval, r.Approval.Min, r.Approval.Max, republic.ReadsApproval, "Government Approval Rating"),
		"fervor":      number32((*republic.View).Fervor, r.Fervor.Min, r.Fervor.Max, republic.ReadsFervor, "Fervor"),
		"treasury":    number32((*republic.View).Treasury, math.MinInt32, math.MaxInt32, republic.ReadsTreasury, "money in the treasury"),
		"income":      number32((*republic.View).Income, math.MinInt32, math.MaxInt32, republic.ReadsIncome, "money received a turn"),
		"territories": number32((*republic.View).Territories, 0, int32(territories), republic.ReadsTerritories, "Territories that joined"),
		"turn":        number32((*republic.View).Turn, 1, r.Turns, republic.ReadsTurn, "the present turn, from 1"),
		"wars": {
			Get:     func(v *republic.View) int64 { return int64(v.Wars()) },
			Bounded: true, Max: int64(len(p.crises)), Reads: republic.ReadsWars, Doc: "wars that are on",
		},
	}
	constants := map[string]int64{}
	for _, param := range params {
		constants[param.Name] = param.Value
	}
	functions := map[string]expr.Function[expr.Flag[*republic.View]]{}
	for name, as := range standingsOf {
		functions[name] = stands(as.doc, as.standings)
	}
	return expr.Vars[*republic.View]{
		Int:    numbers,
		BoolOf: functions,
		Names:  map[string]map[string]int{"crisis": crises},
		Param:  constants,
	}
}

// standingsOf are the functions of a crisis: whether it stands in one of some ways.
var standingsOf = map[string]struct {
	doc       string
	standings []republic.Standing // one or two
}{
	"won":         {"the war was won", []republic.Standing{republic.Won}},
	"defeated":    {"the war was lost on the field", []republic.Standing{republic.Defeated}},
	"surrendered": {"Congress made peace", []republic.Standing{republic.Surrendered}},
	"lost":        {"the war was lost on the field or by peace", []republic.Standing{republic.Defeated, republic.Surrendered}},
	"declined":    {"Congress declined to declare war", []republic.Standing{republic.Declined}},
	"running":     {"the war is on", []republic.Standing{republic.Running}},
}

func number32(get func(*republic.View) int32, low, high int32, reads uint64, doc string) expr.Number[*republic.View] {
	return expr.Number[*republic.View]{
		Get:     func(v *republic.View) int64 { return int64(get(v)) },
		Bounded: true, Min: int64(low), Max: int64(high), Reads: reads, Doc: doc,
	}
}

// stands is a function that tells whether a crisis stands in one of one or two
// ways.
func stands(doc string, as []republic.Standing) expr.Function[expr.Flag[*republic.View]] {
	first, last := as[0], as[len(as)-1]
	return expr.Function[expr.Flag[*republic.View]]{Of: []string{"crisis"}, Doc: doc, Bind: func(args []int) expr.Flag[*republic.View] {
		c := args[0]
		return expr.Flag[*republic.View]{Reads: republic.ReadsCrisis(c), Get: func(v *republic.View) bool {
			standing := v.Standing(c)
			return standing == first || standing == last
		}}
	}}
}

// expression is a compiled condition as the rules ask it. One that reads nothing
// is asked each turn.
func expression(c expr.Compiled[*republic.View, bool]) republic.Expression {
	e := republic.Expression{Reads: c.Reads, Holds: c.Eval, Sure: c.Pure}
	if e.Reads == 0 {
		e.Reads = republic.ReadsTurn
	}
	return e
}
