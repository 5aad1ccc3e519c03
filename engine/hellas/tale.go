package hellas

import (
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/engine"
)

// A tale collects what happens in one game, as events and as the values at the
// end of each turn. Runs have none; what is told has no part in the rules.
type tale struct {
	events []engine.Event
	turns  []engine.Object
	wars   []engine.Object
	ended  bool // by a surrender
}

// Tell plays game g and writes its chronicle.
func (p *player) Tell(g uint64, t *engine.Tape) (c *engine.Chronicle, err error) {
	p.listen(t)
	if t == nil {
		p.stream.Game(g)
	}
	p.block.Begin(g, 1)
	p.block.Next()
	p.tale = &tale{}
	defer func() { p.tale = nil }()
	outcome := int32(-1)
	func() {
		defer p.recover(&err)
		p.play(g)
		if p.fault != nil {
			err = p.fault
		} else {
			row, _ := p.block.Staged()
			outcome = row[engine.GameOutcome]
		}
	}()
	if t != nil {
		switch {
		case t.Err() != nil: // an answer that was made up may have led to any fault
			err = t.Err()
		case err == nil:
			err = t.End()
		}
	}
	c = &engine.Chronicle{Game: g, Length: p.played, Events: p.tale.events, Turns: p.tale.turns, Wars: p.tale.wars, Final: p.r.position(&p.s)}
	if outcome >= 0 {
		c.Outcome = p.r.Outcomes[outcome]
	}
	if p.tale.ended {
		c.Final = append(c.Final, field("ended", engine.Object{
			field("surrender", p.name(p.ended.City)), field("to", p.name(p.ended.Victor)),
		}))
	}
	return c, err
}

func field(name string, value any) engine.Field { return engine.Field{Name: name, Value: value} }

func itoa(v int32) string { return strconv.Itoa(int(v)) }

// name of a city-state; nil for nobody would read null, so it is told apart.
func (p *player) name(c City) string {
	if c == Nobody {
		return "nobody"
	}
	return p.r.Cities[c].Name
}

func (p *player) place(at Space) string { return p.r.Spaces[at].Name }

// tell adds an event with a sentence. Events of the political phase name their
// segment.
func (t *tale) tell(p *player, phase, segment, kind, text string, fields ...engine.Field) {
	if segment != "" {
		fields = append(engine.Object{field("segment", segment)}, fields...)
	}
	t.events = append(t.events, engine.Event{Turn: p.s.Turn, Phase: phase, Kind: kind, Fields: fields, Text: text})
}

// segment is one of the political phase.
func (t *tale) segment(p *player, segment, kind, text string, fields ...engine.Field) {
	t.tell(p, "political", segment, kind, text, fields...)
}

// list spells names: "Athens, Corinth and Sparta".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

func anys(names []string) []any {
	out := make([]any, len(names))
	for i, n := range names {
		out[i] = n
	}
	return out
}

// forceObject has the types of which there are any.
func forceObject(f *Force) engine.Object {
	o := engine.Object{}
	for _, k := range [...]Kind{Cavalry, Hoplites, Naval} {
		if n := *f.Of(k); n > 0 {
			o = append(o, field(KindNames[k], int32(n)))
		}
	}
	return o
}

var kindWords = [Kinds]string{"hoplite", "cavalry", "naval"}

// spellForce spells "2 hoplite and 1 naval SP".
func spellForce(f *Force) string {
	var parts []string
	for k := range Kinds {
		if n := *f.Of(k); n > 0 {
			parts = append(parts, itoa(int32(n))+" "+kindWords[k])
		}
	}
	switch f.All() {
	case 0:
		return "no SPs"
	case 1:
		return parts[0] + " SP"
	}
	return list(parts) + " SPs"
}

func talents(n int32) string { return itoa(n) + " talents" }
