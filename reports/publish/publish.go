package publish

import (
	"bytes"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
)

// A file is made from the summary and the tally alone.
type file struct {
	name string
	make func() ([]byte, error)
}

// All writes every file that is made after the last part. The files are made side
// by side and written in a fixed order.
func All(to *folder.Folder, s *summary.Summary, t *engine.Tally) error {
	files := []file{
		{"summary.json", func() ([]byte, error) { return written(func(b *bytes.Buffer) error { return s.Write(b) }) }},
		{"summary.parquet", func() ([]byte, error) { return summaryTable(s) }},
		{"report.html", func() ([]byte, error) {
			return written(func(b *bytes.Buffer) error { return page.Write(b, s) })
		}},
	}
	made := make([][]byte, len(files))
	var pictures []plots.File
	var g errgroup.Group
	g.Go(func() (err error) {
		pictures, err = plots.Files(plots.All(s))
		return err
	})
	for i, f := range files {
		g.Go(func() (err error) {
			made[i], err = f.make()
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	if err := to.WriteCurves(t); err != nil {
		return err
	}
	for i, f := range files {
		if err := to.Write(f.name, made[i]); err != nil {
			return err
		}
	}
	for _, p := range pictures {
		if err := to.Write("plots/"+p.Name, p.Data); err != nil {
			return err
		}
	}
	return nil
}

func written(write func(*bytes.Buffer) error) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b)
	return b.Bytes(), err
}

// summaryTable is summary.parquet: a row for every measure that could be
// computed, under its one spelling. A value without an interval has its own value
// as both ends.
func summaryTable(s *summary.Summary) ([]byte, error) {
	schema, err := columns.NewSchema([]columns.Column{
		{Name: "measure", Kind: columns.String, Doc: "the measure, as expectations and targets spell it"},
		{Name: "unit", Kind: columns.String, Doc: "unit of the value"},
		{Name: "value", Kind: columns.Float64, Doc: "the estimate"},
		{Name: "low", Kind: columns.Float64, Doc: "lower end of the interval; the value where there is none"},
		{Name: "high", Kind: columns.Float64, Doc: "upper end of the interval; the value where there is none"},
		{Name: "interval", Kind: columns.Enum, Codes: []string{"none", "given"}, Doc: "whether low and high are an interval at the run's confidence"},
	}, []columns.KeyValue{{Key: "polemos.scenario", Value: s.Scenario.Name}, {Key: "polemos.signature", Value: s.Signature}}, columns.Options{})
	if err != nil {
		return nil, err
	}
	var measure, unit []string
	var value, low, high []float64
	var interval []int32
	for _, v := range findings.Values(s) {
		if v.Value == nil {
			continue
		}
		measure, unit, value = append(measure, v.Name), append(unit, v.Unit), append(value, *v.Value)
		if v.Low != nil && v.High != nil {
			low, high, interval = append(low, *v.Low), append(high, *v.High), append(interval, 1)
		} else {
			low, high, interval = append(low, *v.Value), append(high, *v.Value), append(interval, 0)
		}
	}
	return written(func(b *bytes.Buffer) error {
		w := schema.NewWriter(b)
		if err := w.WriteRowGroup([]columns.Values{columns.Texts(measure), columns.Texts(unit), columns.Floats(value), columns.Floats(low), columns.Floats(high), columns.Ints(interval)}); err != nil {
			return err
		}
		return w.Close()
	})
}
