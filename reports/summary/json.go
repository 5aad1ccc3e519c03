package summary

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Write writes the summary as indented JSON. A NaN or an infinity anywhere is an error, and so is what Check finds.
func (s *Summary) Write(w io.Writer) error {
	if err := s.Check(); err != nil {
		return err
	}
	b, err := json.MarshalIndent(s.withoutNil(), "", "  ")
	if err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// Read reads a summary and refuses fields it does not know and a version that is not SchemaVersion.
func Read(r io.Reader) (*Summary, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	var version struct {
		SchemaVersion int `json:"schema_version"`
	}
	if err := json.Unmarshal(all, &version); err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	if version.SchemaVersion != SchemaVersion {
		return nil, fmt.Errorf("summary: found schema_version %d, this program reads %d; run again to write it anew", version.SchemaVersion, SchemaVersion)
	}
	d := json.NewDecoder(bytes.NewReader(all))
	d.DisallowUnknownFields()
	s := new(Summary)
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	return s, s.Check()
}

// withoutNil is a copy in which lists that are nil are empty, so that the file says [] and not null.
func (s *Summary) withoutNil() *Summary {
	c := *s
	c.Outcomes = append([]Outcome{}, c.Outcomes...)
	for i := range c.Outcomes {
		c.Outcomes[i].ByTurn = filled(c.Outcomes[i].ByTurn)
	}
	c.Game.Events = filled(c.Game.Events)
	c.Final = filled(c.Final)
	c.Exemplars = filled(c.Exemplars)
	c.Warnings = filled(c.Warnings)
	c.Game.Length.Histogram = filled(c.Game.Length.Histogram)
	c.Wars.Length = c.Wars.Length.withoutNil()
	c.Wars.ByWar = append(Ordered[War]{}, c.Wars.ByWar...)
	for i := range c.Wars.ByWar {
		c.Wars.ByWar[i].Value.Length = c.Wars.ByWar[i].Value.Length.withoutNil()
	}
	c.Curves = curvesFilled(c.Curves)
	c.CurvesCarried = curvesFilled(c.CurvesCarried)
	return &c
}

func (l WarLength) withoutNil() WarLength {
	l.Histogram = filled(l.Histogram)
	l.Survival = filled(l.Survival)
	l.Causes = append([]Cause{}, l.Causes...)
	for i := range l.Causes {
		l.Causes[i].Incidence = filled(l.Causes[i].Incidence)
	}
	return l
}

func curvesFilled(o Ordered[[]CurvePoint]) Ordered[[]CurvePoint] {
	o = append(Ordered[[]CurvePoint]{}, o...)
	for i := range o {
		o[i].Value = filled(o[i].Value)
	}
	return o
}

func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Check says what in the summary contradicts itself: outcomes that do not sum to the games, or their turns to the outcomes, endings that do not sum to the wars,
// histograms that lose a war, odds outside their own interval.
func (s *Summary) Check() error {
	var sum int64
	for _, o := range s.Outcomes {
		sum += o.Games
		ended := int64(0)
		for _, t := range o.ByTurn {
			ended += t.Games
		}
		if len(o.ByTurn) > 0 && ended != o.Games {
			return fmt.Errorf("summary: %d games ended in %s, turn by turn %d", o.Games, o.Name, ended)
		}
		if o.Odds != nil && o.Low != nil && o.High != nil && (*o.Odds < *o.Low || *o.Odds > *o.High) {
			return fmt.Errorf("summary: odds of %s, %v, lie outside their interval %v to %v", o.Name, *o.Odds, *o.Low, *o.High)
		}
	}
	if sum != s.Games {
		return fmt.Errorf("summary: outcomes hold %d games, the run %d", sum, s.Games)
	}
	if err := s.Wars.Length.check("all wars"); err != nil {
		return err
	}
	for _, e := range s.Wars.ByWar {
		var ended int64
		for _, n := range e.Value.Endings {
			ended += n.Value
		}
		if ended != e.Value.Declared {
			return fmt.Errorf("summary: war %s was declared %d times but has %d endings", e.Key, e.Value.Declared, ended)
		}
		if err := e.Value.Length.check(e.Key); err != nil {
			return err
		}
	}
	return nil
}

func (l WarLength) check(name string) error {
	var sum int64
	for _, h := range l.Histogram {
		sum += h.Wars
	}
	if sum != l.Wars {
		return fmt.Errorf("summary: the histogram of %s holds %d wars, there were %d", name, sum, l.Wars)
	}
	return nil
}
