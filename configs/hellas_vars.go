package configs

import (
	"slices"

	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/policies/expr"
)

// vars is what conditions of hellas may mention.
func (p *hellasPart) vars(params []Param) expr.Vars[*hellas.View] {
	majors, areas := map[string]int{}, map[string]int{}
	names, _ := p.cityNames()
	for i, name := range names {
		majors[name] = i
	}
	var areaNames []string
	for _, a := range p.areas {
		areaNames = append(areaNames, a.key)
	}
	slices.Sort(areaNames)
	for i, name := range areaNames {
		areas[name] = i
	}
	constants := map[string]int64{}
	for _, param := range params {
		constants[param.Name] = param.Value
	}
	return expr.Vars[*hellas.View]{
		Int: map[string]expr.Number[*hellas.View]{
			"turn": {
				Get:     func(v *hellas.View) int64 { return int64(v.Turn()) },
				Bounded: true, Min: 1, Max: hellas.TurnMost + hellas.TurnsMost, Reads: hellas.ReadsTurn, Doc: "the present turn",
			},
		},
		IntOf: map[string]expr.Function[expr.Number[*hellas.View]]{
			"bellicosity": ofMajor((*hellas.View).Bellicosity, hellas.BellicosityMost, hellas.ReadsBellicosity, "bellicosity of a major"),
			"treasury":    ofMajor((*hellas.View).Treasury, 1_000_000_000, hellas.ReadsTreasury, "talents in its treasury"),
			"power":       ofMajor((*hellas.View).Power, hellas.MaxSpaces, hellas.ReadsPower, "spaces controlled by the city-states it speaks for"),
			"fortresses": {
				Of: []string{"city", "area"}, Variadic: true, Doc: "fortress spaces of areas that it controls itself",
				Bind: func(args []int) expr.Number[*hellas.View] {
					m, in := hellas.City(args[0]), slices.Clone(args[1:])
					return expr.Number[*hellas.View]{Bounded: true, Max: hellas.MaxSpaces, Reads: hellas.ReadsControl, Get: func(v *hellas.View) int64 {
						n := int64(0)
						for _, area := range in {
							n += int64(v.Fortresses(m, area))
						}
						return n
					}}
				},
			},
		},
		BoolOf: map[string]expr.Function[expr.Flag[*hellas.View]]{
			"surrendered": {Of: []string{"city"}, Doc: "whether a major has surrendered", Bind: func(args []int) expr.Flag[*hellas.View] {
				m := hellas.City(args[0])
				return expr.Flag[*hellas.View]{Reads: hellas.ReadsSurrender, Get: func(v *hellas.View) bool { return v.Surrendered(m) }}
			}},
			"highest": {Of: []string{"city"}, Doc: "whether a major is alone highest in bellicosity", Bind: func(args []int) expr.Flag[*hellas.View] {
				m := hellas.City(args[0])
				return expr.Flag[*hellas.View]{Reads: hellas.ReadsBellicosity, Get: func(v *hellas.View) bool { return v.Highest(m) }}
			}},
			"controls": {Of: []string{"city", "area"}, Doc: "whether a major itself controls all spaces of an area", Bind: func(args []int) expr.Flag[*hellas.View] {
				m, area := hellas.City(args[0]), args[1]
				return expr.Flag[*hellas.View]{Reads: hellas.ReadsControl, Get: func(v *hellas.View) bool { return v.Controls(m, area) }}
			}},
		},
		Names: map[string]map[string]int{"city": majors, "area": areas},
		Param: constants,
	}
}

func ofMajor(get func(*hellas.View, hellas.City) int32, most int64, reads uint64, doc string) expr.Function[expr.Number[*hellas.View]] {
	return expr.Function[expr.Number[*hellas.View]]{Of: []string{"city"}, Doc: doc, Bind: func(args []int) expr.Number[*hellas.View] {
		m := hellas.City(args[0])
		return expr.Number[*hellas.View]{Bounded: true, Max: most, Reads: reads, Get: func(v *hellas.View) int64 { return int64(get(v, m)) }}
	}}
}

func (p *hellasPart) finishVictory(r *reader, vars expr.Vars[*hellas.View]) {
	lines := p.plain()
	compiled := make([]expr.Compiled[*hellas.View, bool], len(lines))
	fine := make([]bool, len(lines))
	for i := range lines {
		if lines[i].when.text == "" {
			continue
		}
		if compiled[i], fine[i] = compile(r, &lines[i].when, vars); fine[i] {
			p.rules.Victory = append(p.rules.Victory, hellas.Condition{
				Outcome: int32(slices.Index(p.words, lines[i].outcome)), Economic: p.endings[i].economic,
				When: hellas.Expression{Reads: compiled[i].Reads, Holds: compiled[i].Eval},
			})
		}
	}
	p.rules.Outcomes = p.words
	judge(r, lines, compiled, fine)
}
