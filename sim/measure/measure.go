package measure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// Kind says which kind of statistic a measure is.
type Kind uint8

// The kinds of statistics.
const (
	Odds       Kind = iota // a share of the games
	Mean                   // the mean of a number that every game has
	Ratio                  // the mean of a number of which a game has none, one or several: lengths of wars
	Restricted             // the mean length of wars within the horizon, by the curve of those still on
	Quantile               // a value of which a part of the games, or wars, stay at or below
	Spread                 // a standard deviation
	Count                  // of games: it grows with the run and is no property of the scenario
)

// A Measure is one number that a scenario can be asked about. Those of two scenarios are the same measure when their
// names are equal.
type Measure struct {
	Name string
	Unit string // "share", "turns", "points"; "" for a plain count
	Doc  string // a few words
	Kind Kind

	of      of
	index   int   // of the outcome, subject, column or curve
	ending  int   // of a war; every: all of them
	turn    int32 // of a curve; 0: N
	percent int   // of a quantile
}

// of is what a measure is about.
type of uint8

const (
	ofOutcome of = iota
	ofGameLength
	ofWarLength // of subject index; every: all wars
	ofWars      // how many about the subject, by ending
	ofColumn    // of a game's row
	ofCurve     // at the end of a turn
)

const every = -1

// List are the measures of a scenario in a fixed order. Those of single turns are listed once, with N for the turn.
func List(s *engine.Schema) []Measure {
	var list []Measure
	for i, outcome := range s.Outcomes {
		list = append(list, Measure{Name: OddsOf(outcome), Unit: "share", Doc: "share of games that end in " + outcome, Kind: Odds, of: ofOutcome, index: i})
	}
	list = append(list,
		Measure{Name: GameLength(statMean), Unit: "turns", Doc: "turns that a game takes", Kind: Mean, of: ofGameLength},
		Measure{Name: GameLength(statSD), Unit: "turns", Doc: "their standard deviation between games", Kind: Spread, of: ofGameLength},
		Measure{Name: GameLength(statMedian), Unit: "turns", Doc: "half of the games take no more", Kind: Quantile, of: ofGameLength, percent: 50})
	list = append(list, lengths("", every, "a war")...)
	for i, subject := range s.Subjects {
		list = append(list, Measure{
			Name: Declared(subject), Unit: "wars a game", Doc: "how many times the war about " + subject + " is declared in a game",
			Kind: Mean, of: ofWars, index: i, ending: every,
		})
		for e, ending := range s.Endings {
			list = append(list, Measure{
				Name: WarOdds(subject, ending), Unit: "wars a game", Doc: "how many wars about " + subject + " end in " + ending + " in a game",
				Kind: Mean, of: ofWars, index: i, ending: e,
			})
		}
		list = append(list, lengths(subject, i, "the war about "+subject)...)
	}
	for i, c := range s.Games {
		if c.Measure == "" || c.Codes != nil {
			continue
		}
		m := Measure{Unit: c.Unit, of: ofColumn, index: i}
		list = append(list, m.as(c.Measure+"."+statMean, c.Doc, Mean), m.as(c.Measure+"."+statSD, "its standard deviation between games", Spread))
		if Counted(c) {
			any := m.as(c.Measure+"."+statAny, "share of games with "+c.Doc, Odds)
			any.Unit = "share"
			list = append(list, any)
		}
		for _, r := range ranks {
			m.percent = r.percent
			list = append(list, m.as(c.Measure+"."+r.name, r.doc(), Quantile))
		}
	}
	for i := range s.Curves {
		list = append(list, turnMeasures(s, i)...)
	}
	return list
}

func lengths(subject string, index int, words string) []Measure {
	m := Measure{Unit: "turns", of: ofWarLength, index: index, percent: 50}
	return []Measure{
		m.as(WarLength(subject, statMean), "mean length of "+words+", turns so far included", Ratio),
		m.as(WarLength(subject, statRestricted), "turns that it takes within the horizon, had each been watched so long", Restricted),
		m.as(WarLength(subject, statSD), "its standard deviation between wars", Spread),
		m.as(WarLength(subject, statMedian), "half of these wars are over by then", Quantile),
	}
}

// turnMeasures are those of curve i, in turn N.
func turnMeasures(s *engine.Schema, i int) []Measure {
	c := &s.Curves[i]
	name := func(stat string) string { return "turn.N." + c.Key() + "." + stat }
	m := Measure{Unit: c.Unit, of: ofCurve, index: i}
	games := m.as(name("games"), "games still on in turn N", Count)
	games.Unit = "games"
	list := []Measure{games, m.as(name(statMean), "in turn N: "+c.Doc+", over the games still on", Ratio)}
	for _, r := range ranks[1 : len(ranks)-1] {
		m.percent = r.percent
		list = append(list, m.as(name(r.name), r.doc(), Quantile))
	}
	return list
}

func (m Measure) as(name, doc string, k Kind) Measure {
	m.Name, m.Doc, m.Kind = name, doc, k
	return m
}

// An Unknown is an error: a scenario has no measure of a name.
type Unknown struct {
	Name    string
	Why     string // what is known of it; may be empty
	Nearest string // a measure that may have been meant; may be empty
}

func (u *Unknown) Error() string {
	text := "there is no measure " + strconv.Quote(u.Name)
	if u.Why != "" {
		text += ": " + u.Why
	}
	if u.Nearest != "" {
		text += " (did you mean " + u.Nearest + "?)"
	}
	return text
}

// Parse finds a measure by name. The error is an [*Unknown], which names the nearest measure if there is a function to
// choose the candidate nearest to a word ("" for none); it may be nil.
func Parse(name string, s *engine.Schema, closest func(word string, candidates []string) string) (Measure, error) {
	list := List(s)
	turn, plain, number := int32(0), name, ""
	if rest, ok := strings.CutPrefix(name, "turn."); ok {
		if digits, rest, ok := strings.Cut(rest, "."); ok {
			plain, number = "turn.N."+rest, digits
		}
	}
	if number != "" {
		n, err := strconv.ParseUint(number, 10, 31)
		if err != nil || n < 1 || n > uint64(s.Horizon) || strconv.FormatUint(n, 10) != number {
			return Measure{}, &Unknown{Name: name, Why: fmt.Sprintf("turns are whole numbers from 1 to %d", s.Horizon)}
		}
		turn = int32(n)
	}
	if i := slices.IndexFunc(list, func(m Measure) bool { return m.Name == plain }); i >= 0 && (turn > 0 || list[i].of != ofCurve) {
		return list[i].At(turn), nil
	}
	u := &Unknown{Name: name}
	var below []string
	for _, m := range list {
		below = append(below, m.Name)
		if strings.HasPrefix(m.Name, plain+".") && u.Nearest == "" {
			u.Why, u.Nearest = "it is the beginning of others", m.At(turn).Name
		}
	}
	if u.Nearest == "" && closest != nil {
		if near := closest(plain, below); near != "" {
			u.Nearest = list[slices.Index(below, near)].At(turn).Name
		}
	}
	return Measure{}, u
}

// At is a measure of turn N at turn n, from 1 to the horizon; other measures, and n = 0, stay as they are.
func (m Measure) At(n int32) Measure {
	if rest, ok := strings.CutPrefix(m.Name, "turn.N."); ok && n > 0 {
		m.Name = "turn." + strconv.Itoa(int(n)) + "." + rest
		m.Doc = strings.Replace(m.Doc, " N", " "+strconv.Itoa(int(n)), 1)
		m.turn = n
	}
	return m
}
