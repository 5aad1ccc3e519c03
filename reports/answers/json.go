package answers

import (
	"encoding/json"
	"io"
	"math"

	"github.com/polemos-sim/polemos/sim/stats"
)

// An Estimate is a number with its interval; what is unknown, or not bounded, is null.
type Estimate struct {
	Value  *float64 `json:"value"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	Reason string   `json:"reason,omitempty"` // why value is null
}

// Of is an estimate as JSON has it.
func Of(e stats.Estimate) Estimate {
	if !e.Known() {
		return Estimate{Reason: e.Missing}
	}
	return Estimate{Value: Finite(e.Est), Low: Finite(e.Low), High: Finite(e.High)}
}

// Finite is nil for an infinity, which JSON has not.
func Finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Write writes an answer, indented.
func Write(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
