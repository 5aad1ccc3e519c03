package cluster

import (
	"encoding/json"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// A count is what some parts came to. Beam moves counts between processes, and merges them.
type count struct {
	Parts, Kept int           // played or found finished; found
	Tally       []byte        // of them, as [sim.AppendTally] writes it; nil: of none
	Fault       *engine.Fault // the first game that went wrong; nil: none did
	Notes       []sim.Note
}

func init() {
	beam.RegisterCoder(reflect.TypeFor[count](), encodeCount, decodeCount)
}

func encodeCount(c count) ([]byte, error) { return json.Marshal(c) }

func decodeCount(b []byte) (c count, err error) {
	err = json.Unmarshal(b, &c)
	return c, err
}

// merge adds other to c; the schema is that of the tallies.
func (c *count) merge(other *count, s *engine.Schema) error {
	c.Parts += other.Parts
	c.Kept += other.Kept
	c.Notes = append(c.Notes, other.Notes...)
	if c.Fault == nil || other.Fault != nil && other.Fault.Game < c.Fault.Game {
		c.Fault = other.Fault
	}
	switch {
	case other.Tally == nil:
		return nil
	case c.Tally == nil:
		c.Tally = other.Tally
		return nil
	}
	sum, err := sim.DecodeTally(s, c.Tally)
	if err != nil {
		return err
	}
	more, err := sim.DecodeTally(s, other.Tally)
	if err != nil {
		return err
	}
	sum.Merge(more)
	c.Tally = sim.AppendTally(nil, sum)
	return nil
}
