package studies

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

// A point's record is a line of JSON, the tally of its games if any were played, and a line with the checksum of both.
type record struct {
	Version    int         `json:"version"`
	Asked      string      `json:"asked"` // checksum of the question
	Point      int         `json:"point"`
	Settings   orderedText `json:"settings"`
	Failed     string      `json:"failed,omitempty"`
	ID         string      `json:"id"`
	Games      uint64      `json:"games"`
	Signature  string      `json:"signature"`
	Confidence real        `json:"confidence"`
	Values     []valueLine `json:"values"`
}

type valueLine struct {
	Measure string `json:"measure"`
	Unit    string `json:"unit,omitempty"`
	Value   real   `json:"value"`
	Low     real   `json:"low"`
	High    real   `json:"high"`
	Missing string `json:"missing,omitempty"`
	Exact   bool   `json:"exact,omitempty"`
}

// real is a number in JSON as text, since JSON's own have no infinity.
type real float64

func (r real) MarshalText() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(r), 'g', -1, 64), nil
}

func (r *real) UnmarshalText(b []byte) error {
	v, err := strconv.ParseFloat(string(b), 64)
	*r = real(v)
	return err
}

// orderedText are settings as a JSON object in their order.
type orderedText []study.Setting

// MarshalJSON writes {"KEY": "VALUE", ...}.
func (o orderedText) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, s := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, text := range []string{s.Key, s.Value} {
			quoted, err := json.Marshal(text)
			if err != nil {
				return nil, err
			}
			if j == 1 {
				b.WriteByte(':')
			}
			b.Write(quoted)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads them in the order in which they stand.
func (o *orderedText) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	var words []string
	for {
		token, err := d.Token()
		if err != nil {
			break // after the end
		}
		if word, ok := token.(string); ok {
			words = append(words, word)
		}
	}
	if len(words)%2 == 1 {
		return errRecord
	}
	*o = nil
	for i := 0; i < len(words); i += 2 {
		*o = append(*o, study.Setting{Key: words[i], Value: words[i+1]})
	}
	return nil
}

var errRecord = errors.New("its record is damaged")

// Short is a short name of the question: equal questions have equal ones.
func (i Identity) Short() string { return questionSum(i)[:8] }

func questionSum(asked Identity) string {
	text, err := json.Marshal(asked)
	if err != nil {
		return "" // texts and numbers always can be written
	}
	return checksum(text)
}

func encodePoint(i int, p *study.Point, t *engine.Tally, asked Identity) ([]byte, error) {
	r := record{
		Version: FormatVersion, Asked: questionSum(asked), Point: i, Settings: orderedText(p.Set), Failed: p.Failed, ID: hex.EncodeToString(p.ID[:]),
		Games: p.Games, Signature: strconv.FormatUint(p.Signature, 16), Confidence: real(p.Confidence), Values: []valueLine{},
	}
	for _, v := range p.Values {
		r.Values = append(r.Values, valueLine{v.Measure, v.Unit, real(v.Est), real(v.Low), real(v.High), v.Missing, v.Exact})
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	if t != nil {
		text = sim.AppendTally(text, t)
	}
	return append(append(text, '\n'), checksum(text)...), nil
}

func decodePoint(text []byte, i int, asked Identity) (*study.Point, error) {
	const sumLength = 32
	end := len(text) - sumLength - 1
	if end < 0 || text[end] != '\n' || checksum(text[:end]) != string(text[end+1:]) {
		return nil, errRecord
	}
	header, _, _ := bytes.Cut(text[:end], []byte("\n"))
	var r record
	if err := json.Unmarshal(header, &r); err != nil || r.Version != FormatVersion || r.Point != i || r.Asked != questionSum(asked) {
		return nil, errRecord
	}
	p := &study.Point{Set: r.Settings, Failed: r.Failed, Games: r.Games, Confidence: float64(r.Confidence)}
	id, err := hex.DecodeString(r.ID)
	if err != nil || copy(p.ID[:], id) != len(p.ID) {
		return nil, errRecord
	}
	if p.Signature, err = strconv.ParseUint(r.Signature, 16, 64); err != nil {
		return nil, errRecord
	}
	for _, v := range r.Values {
		p.Values = append(p.Values, study.Value{
			Measure: v.Measure, Unit: v.Unit, Exact: v.Exact,
			Estimate: stats.Estimate{Interval: stats.Interval{Est: float64(v.Value), Low: float64(v.Low), High: float64(v.High)}, Missing: v.Missing},
		})
	}
	return p, nil
}
