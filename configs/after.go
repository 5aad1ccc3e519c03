package configs

import (
	"maps"
	"slices"

	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies/expr"
)

// positions says how each crisis stands.
type positions = *[republic.MaxCrises]republic.Standing

// everyStanding are those that conditions can tell apart: armed is as waiting.
var everyStanding = []republic.Standing{
	republic.Waiting, republic.Running, republic.Won, republic.Defeated, republic.Surrendered, republic.Declined,
}

// positionsMost bounds the positions that are looked at, for a quick answer.
const positionsMost = 100_000

// warnOfAfter warns of a crisis that can only come when the game is over. The
// condition after which it comes must be about nothing but how crises stand; then
// every position of them in which it holds is looked at. Before a crisis comes its
// condition is asked in the position at the end of the turn before, and where that
// fulfils a condition of victory the game ended with that turn. Only the position
// of the first turn has not been tested so.
func (p *republicPart) warnOfAfter(r *reader, c *crisisFile) {
	vars := p.standings()
	after, err := expr.Bool(c.after.text, vars)
	if err != nil || after.Pure == nil || after.Constant {
		return
	}
	mentioned := map[string]bool{}
	mention := func(names []string) {
		for _, name := range names {
			mentioned[name] = name != c.Name // it waits itself
		}
	}
	mention(after.Names)
	var victories []expr.Compiled[positions, bool]
	for i := range p.endings {
		if when, err := expr.Bool(p.endings[i].when.text, vars); err == nil && when.Pure != nil {
			victories = append(victories, when)
			mention(when.Names)
		}
	}
	var free []int
	for _, name := range slices.Sorted(maps.Keys(mentioned)) {
		if mentioned[name] {
			free = append(free, vars.Names["crisis"][name])
		}
	}
	at := new([republic.MaxCrises]republic.Standing)
	if all := power(len(everyStanding), len(free)); all > positionsMost || after.Pure(at) {
		return
	}
	holds := false
	for {
		if after.Pure(at) {
			holds = true
			if !slices.ContainsFunc(victories, func(v expr.Compiled[positions, bool]) bool { return v.Pure(at) }) {
				return
			}
		}
		if !nextPosition(at, free) {
			break
		}
	}
	if !holds {
		r.warn(c.after.at, "after_never", "The crisis "+c.Name+" never comes: the condition after which it comes can never hold.")
		return
	}
	r.warn(c.after.at, "after_the_end", "The crisis "+c.Name+" never comes: whenever the condition after which it comes holds, the game is over.")
}

func power(base, n int) int {
	all := 1
	for range n {
		all *= base
	}
	return all
}

// nextPosition counts through the positions of the free crises; false after the
// last.
func nextPosition(at positions, free []int) bool {
	for _, c := range free {
		i := slices.Index(everyStanding, at[c])
		if i+1 < len(everyStanding) {
			at[c] = everyStanding[i+1]
			return true
		}
		at[c] = everyStanding[0]
	}
	return false
}

// standings are the functions of crises that conditions have, and no variable.
func (p *republicPart) standings() expr.Vars[positions] {
	crises := map[string]int{}
	for i := range p.crises {
		crises[p.crises[i].Name] = i
	}
	functions := map[string]expr.Function[expr.Flag[positions]]{}
	for name, as := range standingsOf {
		functions[name] = expr.Function[expr.Flag[positions]]{Of: []string{"crisis"}, Bind: func(args []int) expr.Flag[positions] {
			return expr.Flag[positions]{Get: func(at positions) bool { return slices.Contains(as.standings, at[args[0]]) }}
		}}
	}
	return expr.Vars[positions]{BoolOf: functions, Names: map[string]map[string]int{"crisis": crises}}
}
