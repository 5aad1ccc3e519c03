package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zeebo/xxh3"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// A part's record is stored as a line of JSON, the tally, and 16 bytes of XXH3-128 over both.
type recordLine struct {
	Version int    `json:"version"`
	Run     string `json:"run"` // of which the part is
	Record
}

func sumOf(b []byte) string {
	sum := xxh3.Hash128(b).Bytes()
	return fmt.Sprintf("%x", sum)
}

func (f *Folder) encodeRecord(r *Record, t *engine.Tally) ([]byte, error) {
	text, err := json.Marshal(recordLine{FormatVersion, f.manifest.run(), *r})
	if err != nil {
		return nil, err
	}
	text = sim.AppendTally(append(text, '\n'), t)
	sum := xxh3.Hash128(text).Bytes()
	return append(text, sum[:]...), nil
}

var errRecord = errors.New("its record is damaged")

// decodeRecord reads a part's record. The tally is decoded where it is wanted.
func decodeRecord(text []byte) (line recordLine, tally []byte, err error) {
	end := len(text) - 16
	if end < 0 {
		return line, nil, errRecord
	}
	sum := xxh3.Hash128(text[:end]).Bytes()
	if !bytes.Equal(sum[:], text[end:]) {
		return line, nil, errRecord
	}
	header, tally, ok := bytes.Cut(text[:end], []byte("\n"))
	if !ok || json.Unmarshal(header, &line) != nil || line.Version != FormatVersion {
		return line, nil, errRecord
	}
	return line, tally, nil
}
