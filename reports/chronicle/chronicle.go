package chronicle

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/summary"
)

// A Tale is a game and where it comes from.
type Tale struct {
	Scenario, Title string
	Seed            uint64
	GivenDice       bool // the results of the draws were given, not drawn
	Game            *engine.Chronicle
}

// JSON writes the tale as one indented JSON object; keys keep their order.
func JSON(w io.Writer, t Tale) error {
	events := []any{}
	for _, e := range t.Game.Events {
		o := engine.Object{{Name: "turn", Value: e.Turn}, {Name: "phase", Value: e.Phase}, {Name: "kind", Value: e.Kind}}
		events = append(events, ordered(append(append(o, e.Fields...), engine.Field{Name: "text", Value: e.Text})))
	}
	whole := engine.Object{
		{Name: "scenario", Value: t.Scenario},
		{Name: "seed", Value: t.Seed},
		{Name: "game", Value: t.Game.Game},
		{Name: "outcome", Value: t.Game.Outcome},
		{Name: "length", Value: t.Game.Length},
		{Name: "turns", Value: objects(t.Game.Turns)},
		{Name: "wars", Value: objects(t.Game.Wars)},
		{Name: "events", Value: events},
		{Name: "final", Value: t.Game.Final},
	}
	return answers.Write(w, ordered(whole))
}

func objects(list []engine.Object) []any {
	all := []any{}
	for _, o := range list {
		all = append(all, o)
	}
	return all
}

// ordered turns objects, at any depth, into ones that encode in their order.
func ordered(v any) any {
	switch v := v.(type) {
	case engine.Object:
		o := summary.Ordered[any]{}
		for _, f := range v {
			o = append(o, summary.Entry[any]{Key: f.Name, Value: ordered(f.Value)})
		}
		return o
	case []any:
		all := []any{}
		for _, e := range v {
			all = append(all, ordered(e))
		}
		return all
	default:
		return v
	}
}

// Text writes the tale for people.
func Text(w io.Writer, t Tale) error {
	var b strings.Builder
	title := t.Title
	if title == "" {
		title = t.Scenario
	}
	which := fmt.Sprintf("game %d   seed %d", t.Game.Game, t.Seed)
	if t.GivenDice {
		which = "with given dice"
	}
	fmt.Fprintf(&b, "%s        %s\n", title, which)
	turn, phase, told := int32(0), "", 0
	for _, e := range t.Game.Events {
		if e.Turn != turn {
			told = endOfTurns(&b, t.Game, told, e.Turn)
			turn, phase = e.Turn, ""
			fmt.Fprintf(&b, "\nTurn %d\n", turn)
		}
		if e.Phase != phase {
			phase = e.Phase
			fmt.Fprintf(&b, "  %s\n", phaseTitle(phase))
		}
		for _, line := range wrap(e.Text, 74) {
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	endOfTurns(&b, t.Game, told, math.MaxInt32)
	if t.Game.Outcome != "" {
		fmt.Fprintf(&b, "\nOutcome: %s, after %s.\n", t.Game.Outcome, turns(t.Game.Length))
	}
	for _, war := range t.Game.Wars {
		if len(war) > 0 {
			fmt.Fprintf(&b, "  war: %s\n", strings.TrimPrefix(line(war), "war "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// endOfTurns writes the values at the end of the turns before the given one,
// from the first that is not told yet, and returns how many are told then. What
// a side has stands on lines of its own.
func endOfTurns(b *strings.Builder, g *engine.Chronicle, told int, before int32) int {
	for ; told < len(g.Turns) && turnOf(g.Turns[told]) < before; told++ {
		write := func(text string) {
			for _, l := range wrap("= "+text, 76) {
				fmt.Fprintf(b, "  %s\n", l)
			}
		}
		write(line(g.Turns[told]))
		for _, f := range g.Turns[told] {
			if side, ok := f.Value.(engine.Object); ok && f.Name != units && plain(side) {
				write(f.Name + ": " + line(side))
			}
		}
	}
	return told
}

func turnOf(values engine.Object) int32 {
	for _, f := range values {
		if n, ok := f.Value.(int32); ok && f.Name == "turn" {
			return n
		}
	}
	return 0
}

// units are told among the values of their turn.
const units = "units"

// plain says whether an object has values, and no others within.
func plain(o engine.Object) bool {
	for _, f := range o {
		switch f.Value.(type) {
		case engine.Object, []any:
			return false
		}
	}
	return len(o) > 0
}

// line spells the plain values of an object: "approval 72, fervor 0".
func line(o engine.Object) string {
	var parts []string
	for _, f := range o {
		switch v := f.Value.(type) {
		case engine.Object:
			if f.Name == units {
				parts = append(parts, line(v))
			}
		case []any:
		default:
			parts = append(parts, fmt.Sprintf("%s %v", strings.ReplaceAll(f.Name, "_", " "), v))
		}
	}
	return strings.Join(parts, ", ")
}

// phaseTitle spells a phase as the rule texts head it.
func phaseTitle(phase string) string {
	if phase == "end" {
		return "End of the turn"
	}
	words := strings.Split(phase, "_")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ") + " Phase"
}

func turns(n int32) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}

// wrap breaks a sentence into lines of at most width characters.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
