package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/folder"
)

// made checks the files that are made after the last part, and the scenario.
func (c *checker) made() error {
	if c.report.Complete && c.Experiment.Of == 1 && len(c.Manifest.Files) == 0 {
		c.note("summary, pictures and report are not made yet, or not all of them, and were not checked; to make them: %s", c.Rerun)
	}
	listed := make(map[string]bool)
	damaged := make(map[string]bool)
	for _, x := range c.Manifest.Files {
		err := x.Check(c.Dir)
		damage, ok := errors.AsType[*folder.Damage](err)
		switch {
		case ok:
			damaged[x.Path] = true
			c.find(Finding{File: x.Path, Found: damage.How, Expected: recorded(x), Mend: c.Redraw})
		case err != nil:
			return err
		}
		listed[x.Path] = true
		c.report.Files++
		c.report.Bytes += x.Bytes
	}
	if len(c.Manifest.Files) > 0 {
		for _, name := range []string{"report.html", "summary.json", "summary.parquet"} { // a ruleset may have no curves
			if !listed[name] {
				c.find(Finding{File: "manifest.json", Found: "no " + name + " is listed", Expected: "the file and its checksum", Mend: c.Redraw})
			}
		}
	}
	if !c.whole || c.tally == nil || c.Experiment.Of != 1 || len(c.Manifest.Files) == 0 {
		return nil
	}
	c.report.FromSummary = true
	if listed["summary.json"] && !damaged["summary.json"] {
		if err := c.compareSummary(); err != nil {
			return err
		}
	}
	if !damaged["curves.parquet"] {
		return c.compareCurves(listed)
	}
	return nil
}

// valuesTold is how many numbers are told that are others.
const valuesTold = 5

// compareSummary compares every value of summary.json but the program's version with what the tallies say.
func (c *checker) compareSummary() error {
	const name = "summary.json"
	text, err := os.ReadFile(filepath.Join(c.Dir, name))
	if err != nil {
		c.find(Finding{File: name, Found: "nothing that can be read", Expected: "the summary of the run", Mend: c.Redraw})
		return nil
	}
	s, err := c.Summary(c.tally)
	if err != nil {
		return err
	}
	var want bytes.Buffer
	if err := s.Write(&want); err != nil {
		return err
	}
	var is, should map[string]any
	if err := json.Unmarshal(text, &is); err != nil {
		c.find(Finding{File: name, Found: err.Error(), Expected: "JSON", Mend: c.Redraw})
		return nil
	}
	if err := json.Unmarshal(want.Bytes(), &should); err != nil {
		return err
	}
	delete(is, "program")
	delete(should, "program")
	var d differences
	d.compare("", is, should)
	for _, x := range d[:min(len(d), valuesTold)] {
		c.find(Finding{File: name, Found: x.at + " " + x.is, Expected: x.should + ", by the tallies", Mend: c.Redraw})
	}
	if more := len(d) - valuesTold; more > 0 {
		c.find(Finding{File: name, Found: fmt.Sprintf("%d more values are others", more), Expected: "as tallied", Mend: c.Redraw})
	}
	return nil
}

type difference struct{ at, is, should string }

type differences []difference

// near is how far two machines may be apart that compute the same number, as a share of it.
const near = 1e-9

// compare walks through two JSON values side by side.
func (d *differences) compare(at string, is, should any) {
	switch want := should.(type) {
	case map[string]any:
		got, ok := is.(map[string]any)
		if !ok {
			break
		}
		keys := make([]string, 0, len(want))
		for key := range want {
			keys = append(keys, key)
		}
		for key := range got {
			if _, ok := want[key]; !ok {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		for _, key := range keys {
			d.compare(joined(at, key), got[key], want[key])
		}
		return
	case []any:
		got, ok := is.([]any)
		if !ok || len(got) != len(want) {
			break
		}
		for i := range want {
			d.compare(fmt.Sprintf("%s[%d]", at, i), got[i], want[i])
		}
		return
	case float64:
		if got, ok := is.(float64); ok && math.Abs(got-want) <= near*math.Abs(want) {
			return
		}
	default:
		if is == should {
			return
		}
	}
	*d = append(*d, difference{at, brief(is), brief(should)})
}

func joined(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

// brief spells a JSON value, without what is long in it.
func brief(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return fmt.Sprintf("%d values", len(v))
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// compareCurves compares the rows of curves.parquet with those that the tallies give.
func (c *checker) compareCurves(listed map[string]bool) error {
	const name = "curves.parquet"
	want, err := folder.Curves(&c.Experiment, c.tally)
	if err != nil || want == nil {
		return err
	}
	should, err := table(want)
	if err != nil {
		return err
	}
	if !listed[name] {
		c.find(Finding{File: "manifest.json", Found: "no " + name + " is listed", Expected: "the file and its checksum", Mend: c.Redraw})
		return nil
	}
	data, err := os.ReadFile(filepath.Join(c.Dir, name))
	if err == nil {
		var is [][]int64
		if is, err = table(data); err == nil && !slices.EqualFunc(is, should, slices.Equal) {
			c.find(Finding{File: name, Found: "other rows", Expected: "those of the tallies", Mend: c.Redraw})
		}
	}
	if err != nil {
		c.find(Finding{File: name, Found: err.Error(), Expected: "the table of curves", Mend: c.Redraw})
	}
	return nil
}

// table are the columns of a file.
func table(data []byte) ([][]int64, error) {
	r, err := columns.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var cols [][]int64
	for _, c := range r.Columns() {
		var longs []int64
		if c.Kind == columns.Int64 {
			longs, err = r.Longs(nil, c.Name)
		} else {
			var ints []int32
			ints, err = r.Ints(nil, c.Name)
			for _, v := range ints {
				longs = append(longs, int64(v))
			}
		}
		if err != nil {
			return nil, err
		}
		cols = append(cols, longs)
	}
	return cols, nil
}
